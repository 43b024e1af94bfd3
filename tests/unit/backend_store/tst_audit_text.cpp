// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/log_fixture.h"

#include "backend/store/export.h"

#include <nlohmann/json.hpp>

namespace binnacle::store::testing {
namespace {

/// Text as it comes from a terminal of another encoding, from a cut in the middle of a character, or from somebody hostile.
const std::vector<std::string> kTexts = {
    "ren\xe9", // Latin-1
    std::string("caf\xc3\xa9").substr(0, 4), // cut inside a character
    "\xed\xa0\x80", // a surrogate
    "\xf4\x90\x80\x80", // past the last code point
    "\xc0\xaf", // overlong
    std::string("a\0b", 3),
    "\xff\xfe",
    "tab\tline\nquote\"back\\",
    "r\xc3\xa9n\xc3\xa9 \xe4\xb8\xad\xe6\x96\x87 \xf0\x9f\x9a\xa2",
};

class AuditText : public AuditLogTest {
protected:
    static AuditRecord recordOf(const std::string &text, const std::string &id)
    {
        AuditRecord record = proposal(id + text);
        for (std::string *field : {&record.actor, &record.operation, &record.podNamespace, &record.podName,
                 &record.podUid, &record.podResourceVersion, &record.node, &record.snapshotHash, &record.policyVersion,
                 &record.modelVersion, &record.fingerprint, &record.errorCode, &record.message})
            *field += text;
        // Keys that become the same, and keys whose order changes.
        record.details = {{text, text}, {"\xf0" + text, "one"}, {"\xf1" + text, "two"}, {"\xef\xbf\xbe", "three"}};
        record.rejected = {{text, 1}, {text + "\xff", 2}, {text + "\xfe", 3}};
        record.alternatives = {{text, 1, {{text, 1}, {text + "\xff", 2}}}};
        return record;
    }
};

TEST_F(AuditText, ofAnyKindLeavesTheLogSoundAndFindable)
{
    const auto log = open();
    int serial = 0;
    for (const std::string &text : kTexts) {
        const std::string id = std::to_string(serial++) + "-";
        const auto proposed = log->append(recordOf(text, id));
        ASSERT_TRUE(proposed.ok()) << proposed.status();
        EXPECT_EQ(proposed->actor, asUtf8("system" + text));
        EXPECT_EQ(*log->record(proposed->index), *proposed);
        AuditRecord approval = transitionOf(id + text, DecisionState::Approved, id + text, text);
        const auto approved = log->append(approval);
        ASSERT_TRUE(approved.ok()) << approved.status();
        api::AuditFilter byActor;
        byActor.actors = {id + text};
        EXPECT_EQ(log->matching(byActor).value(), 1U);
        EXPECT_EQ(log->decision(proposed->decisionId)->state, DecisionState::Approved);
        // Said again, it is the same decision.
        EXPECT_TRUE(absl::IsAlreadyExists(log->append(recordOf(text, id)).status()));
    }
    const auto verdict = log->verify();
    ASSERT_TRUE(verdict.ok()) << verdict.status();
    EXPECT_EQ(verdict->result, Result::Sound) << verdict->detail << " at " << verdict->firstBad.value_or(0);
    EXPECT_EQ(verdict->leaves, 2 * kTexts.size());
}

TEST_F(AuditText, isExportedAsItWasHashed)
{
    const auto log = open();
    for (std::size_t i = 0; i < kTexts.size(); ++i)
        ASSERT_TRUE(log->append(recordOf(kTexts[i], std::to_string(i))).ok());
    const std::string file = folder.path() + "/export.json";
    ASSERT_TRUE(exportAudit(*log, {}, ExportFormat::Json, file).ok());
    const auto json = nlohmann::json::parse(readFile(file), nullptr, false);
    ASSERT_EQ(json.at("decisions").size(), kTexts.size());
    for (const auto &decision : json.at("decisions")) {
        const auto &leaf = decision.at("leaves").at(0);
        EXPECT_EQ(toHex(leafHash(leaf.at("canonical").get<std::string>())), leaf.at("leafHash").get<std::string>());
    }
}

TEST_F(AuditText, inTheClustersNameLeavesTheLogSound)
{
    AuditOptions odd = options();
    odd.cluster = "context:a@/home/ren\xe9/config";
    for (int round = 0; round < 2; ++round) {
        const auto log = AuditLog::open(odd);
        ASSERT_TRUE(log.ok()) << log.status();
        ASSERT_TRUE((*log)->health().ok()) << (*log)->health();
        live(**log, "d" + std::to_string(round));
        EXPECT_EQ((*log)->verify()->result, Result::Sound) << (*log)->verify()->detail;
    }
    const std::string backup = folder.path() + "/backup";
    ASSERT_TRUE((*AuditLog::open(odd))->backup(backup).ok());
    const auto restored = restoreAuditLog(odd, backup, "ren\xe9");
    ASSERT_TRUE(restored.ok()) << restored.status();
    EXPECT_EQ((*AuditLog::open(odd))->verify()->result, Result::Sound);
}

TEST_F(AuditText, ofASettingAndARestoreLeavesTheLogSound)
{
    fill(2);
    const auto log = open();
    ASSERT_TRUE(log->setRetention({30, 0}, "ren\xe9").ok());
    ASSERT_TRUE(log->acceptHistory("ren\xe9", "cut \xe4\xb8").ok());
    EXPECT_NE(log->verify()->result, Result::Broken) << log->verify()->detail;
    EXPECT_EQ(log->record(8)->actor, "ren\xef\xbf\xbd");
}

} // namespace
} // namespace binnacle::store::testing
