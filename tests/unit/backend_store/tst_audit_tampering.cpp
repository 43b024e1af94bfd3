// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/log_fixture.h"

namespace binnacle::store::testing {
namespace {

class AuditTampering : public AuditLogTest {
protected:
    void SetUp() override { fill(5); } // leaves 0 … 19
    void tamper(const std::string &text) { sql(folder.paths().database(), text); }
    void expect(Result result, std::optional<std::uint64_t> firstBad)
    {
        const api::AuditVerification verdict = verify();
        EXPECT_EQ(verdict.result, result) << verdict.detail;
        EXPECT_EQ(verdict.firstBad, firstBad) << verdict.detail;
        EXPECT_FALSE(result == Result::Broken && verdict.detail.empty());
    }
};

TEST_F(AuditTampering, anAlteredRecordIsNamed)
{
    tamper("UPDATE leaves SET record=replace(CAST(record AS TEXT), 'alice', 'mallo') WHERE idx=9");
    expect(Result::Broken, 9);
}

TEST_F(AuditTampering, anAlteredSearchColumnIsNamed)
{
    for (const char *column :
        {"at=at+1", "kind='session'", "decision='d9'", "state=2", "hash=zeroblob(32)", "record=NULL"}) {
        const std::string before = readFile(folder.paths().database());
        tamper(std::string("UPDATE leaves SET ") + column + " WHERE idx=6");
        SCOPED_TRACE(column);
        expect(Result::Broken, 6);
        writeFile(folder.paths().database(), before);
        std::filesystem::remove(folder.paths().database() + "-wal");
    }
}

TEST_F(AuditTampering, anAlteredDecisionRowIsNamedByItsLeaf)
{
    // Decision d2 is leaves 8 to 11.
    for (const auto &[column, index] : {std::pair("node='node-1'", 8), std::pair("pod='shop/other'", 8),
             std::pair("ns='x'", 8), std::pair("uid='x'", 8), std::pair("confidence=1000000", 8), std::pair("at=1", 8),
             std::pair("policy='x'", 8), std::pair("snapshot='x'", 8), std::pair("actor='bob'", 9),
             std::pair("state=5", 11), std::pair("message='x'", 11)}) {
        const std::string before = readFile(folder.paths().database());
        tamper(std::string("UPDATE decisions SET ") + column + " WHERE id='d2'");
        SCOPED_TRACE(column);
        expect(Result::Broken, index);
        writeFile(folder.paths().database(), before);
        std::filesystem::remove(folder.paths().database() + "-wal");
    }
    tamper("DELETE FROM decisions WHERE id='d2'");
    expect(Result::Broken, 8);
}

TEST_F(AuditTampering, aForgedDecisionRowIsFound)
{
    tamper("INSERT INTO decisions SELECT 100, 'forged', 3, state, at, actor, ns, pod, uid, node, confidence, policy, "
           "model, snapshot, message "
           "FROM decisions WHERE id='d2'");
    EXPECT_NE(verify().result, Result::Sound);
}

TEST_F(AuditTampering, aRecordReplacedWithItsHashIsNamedByTheHeads)
{
    AuditRecord forged;
    {
        const auto log = open();
        forged = *log->record(13);
    }
    forged.actor = "mallory";
    const std::string canonical = encodeCanonical(forged);
    tamper("UPDATE leaves SET record=x'" + toHex(canonical) + "', hash=x'" + toHex(leafHash(canonical))
        + "' WHERE idx=13;"
          "UPDATE decisions SET actor='mallory' WHERE id='d3'");
    expect(Result::Broken, 13);
}

TEST_F(AuditTampering, aLeafTakenFromTheMiddleIsNamed)
{
    tamper("DELETE FROM leaves WHERE idx=7");
    expect(Result::Broken, 7);
}

TEST_F(AuditTampering, closingTheGapDoesNotHelp)
{
    tamper("DELETE FROM leaves WHERE idx=7; UPDATE leaves SET idx=idx-1 WHERE idx>7");
    expect(Result::Broken, 7);
}

TEST_F(AuditTampering, twoSwappedLeavesAreNamed)
{
    tamper("UPDATE leaves SET idx=1000 WHERE idx=4; UPDATE leaves SET idx=4 WHERE idx=12; UPDATE leaves SET idx=12 "
           "WHERE idx=1000");
    expect(Result::Broken, 4);
}

TEST_F(AuditTampering, aCutTailIsNoticed)
{
    tamper("DELETE FROM leaves WHERE idx>=16");
    expect(Result::CutTail, 16);
    EXPECT_TRUE(absl::IsDataLoss(open()->health()));
}

TEST_F(AuditTampering, aTailCutInEveryTableIsOlderThanTheHead)
{
    tamper("DELETE FROM leaves WHERE idx>=16; DELETE FROM decisions WHERE first>=16; DELETE FROM heads; DELETE FROM "
           "nodes WHERE (idx+1)<<level > 16");
    expect(Result::OlderThanHead, 16);
}

TEST_F(AuditTampering, anAlteredInnerHashIsFound)
{
    tamper("UPDATE nodes SET hash=zeroblob(32) WHERE level=2 AND idx=1");
    expect(Result::Broken, 4);
}

TEST_F(AuditTampering, anAlteredHeadIsForged)
{
    tamper("UPDATE heads SET root=zeroblob(32)");
    EXPECT_EQ(verify().result, Result::Broken);
}

TEST_F(AuditTampering, aHeadsFileSignedByAnotherKeyIsForged)
{
    std::string heads = readFile(folder.paths().heads());
    const std::size_t last = heads.rfind("head ", heads.size() - 2);
    const std::size_t signature = heads.size() - 2;
    heads[signature] = heads[signature] == '0' ? '1' : '0';
    ASSERT_NE(last, std::string::npos);
    writeFile(folder.paths().heads(), heads);
    expect(Result::HeadForged, 0);
    EXPECT_TRUE(absl::IsDataLoss(open()->health()));
}

TEST_F(AuditTampering, withoutHeadsOrKeyItIsConsistentButNotVouchedFor)
{
    std::filesystem::rename(folder.paths().heads(), folder.paths().heads() + ".away");
    expect(Result::SoundWithoutTrustedHead, std::nullopt);
    std::filesystem::rename(folder.paths().heads() + ".away", folder.paths().heads());
    std::filesystem::remove(folder.paths().key());
    expect(Result::SoundWithoutTrustedHead, std::nullopt);
}

TEST_F(AuditTampering, openingWithoutHeadsLeavesATrace)
{
    std::filesystem::remove(folder.paths().heads());
    const auto log = open();
    ASSERT_TRUE(log->health().ok());
    EXPECT_EQ(log->record(20)->details.at("event"), "no-tree-head-outside");
}

TEST_F(AuditTampering, anOlderFilePutBackIsNoticedAndAcceptedOnlyByAWord)
{
    const std::string older = readFile(folder.paths().database());
    {
        const auto log = open();
        live(*log, "later");
    }
    std::filesystem::remove(folder.paths().database() + "-wal");
    writeFile(folder.paths().database(), older);
    expect(Result::OlderThanHead, 20);
    const auto log = open();
    EXPECT_TRUE(absl::IsDataLoss(log->health())) << log->health();
    EXPECT_TRUE(absl::IsDataLoss(log->append(proposal("new")).status()));
    const auto accepted = log->acceptHistory("alice", "disk replaced");
    ASSERT_TRUE(accepted.ok()) << accepted.status();
    EXPECT_EQ(accepted->details.at("fromSize"), "24");
    ASSERT_TRUE(log->append(proposal("new")).ok());
    const api::AuditVerification verdict = verify();
    EXPECT_EQ(verdict.result, Result::Sound) << verdict.detail;
    EXPECT_NE(verdict.detail.find("restored at leaf 20"), std::string::npos) << verdict.detail;
}

TEST_F(AuditTampering, aCutTailCanBeAcceptedToo)
{
    tamper("DELETE FROM leaves WHERE idx>=18");
    const auto log = open();
    ASSERT_TRUE(log->acceptHistory("alice", "tail lost").ok());
    EXPECT_EQ(log->decision("d4")->state, DecisionState::Approved);
    EXPECT_EQ(verify().result, Result::Sound) << verify().detail;
}

TEST_F(AuditTampering, aBreakThatTheLogDoesNotTellOfIsForged)
{
    std::string heads = readFile(folder.paths().heads());
    const std::size_t start = heads.rfind("head ", heads.size() - 2);
    writeFile(folder.paths().heads(),
        heads.substr(0, start) + "break 20 " + std::string(64, '0') + " " + heads.substr(start + 5)
            + heads.substr(start));
    expect(Result::HeadForged, 19);
}

TEST_F(AuditTampering, verificationStopsWhenAskedTo)
{
    const auto log = open();
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(absl::IsCancelled(log->verify({}, source.get_token()).status()));
}

} // namespace
} // namespace binnacle::store::testing
