// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/export.h"
#include "tests/unit/backend_store/log_fixture.h"

#include <nlohmann/json.hpp>

namespace binnacle::store::testing {
namespace {

class AuditTransfer : public AuditLogTest {
protected:
    std::string backupDirectory() { return folder.path() + "/backup"; }
    void backUp() { ASSERT_TRUE(open()->backup(backupDirectory()).ok()); }
};

TEST_F(AuditTransfer, aBackupHoldsEverythingButTheKey)
{
    fill(3);
    {
        const auto log = open();
        ASSERT_TRUE(log->append(proposal("in use")).ok());
        ASSERT_TRUE(log->backup(backupDirectory()).ok());
        EXPECT_TRUE(absl::IsAlreadyExists(log->backup(backupDirectory())));
    }
    EXPECT_FALSE(std::filesystem::exists(backupDirectory() + "/audit.key"));
    EXPECT_EQ(readFile(backupDirectory() + "/audit.heads"), readFile(folder.paths().heads()));
    const std::string secret = readFile(folder.paths().key()).substr(21, 64);
    for (const char *name : {"/audit.db", "/audit.heads", "/audit.pub"})
        EXPECT_EQ(readFile(backupDirectory() + name).find(secret), std::string::npos) << name;
}

TEST_F(AuditTransfer, restoringAfterALossIsNotedAndExplained)
{
    fill(3);
    backUp();
    std::filesystem::remove(folder.paths().database());
    std::filesystem::remove(folder.paths().database() + "-wal");
    const auto restored = restoreAuditLog(options(), backupDirectory(), "alice");
    ASSERT_TRUE(restored.ok()) << restored.status();
    EXPECT_EQ(restored->kind, RecordKind::Restore);
    EXPECT_EQ(restored->index, 12U);
    const api::AuditVerification verdict = verify();
    EXPECT_EQ(verdict.result, Result::Sound) << verdict.detail;
    EXPECT_NE(verdict.detail.find("restored"), std::string::npos);
    EXPECT_TRUE(open()->health().ok());
}

TEST_F(AuditTransfer, anOlderBackupReplacesANewerLogOnlyByForceAndTheOldFileStays)
{
    fill(2);
    backUp();
    {
        const auto log = open();
        live(*log, "newer");
    }
    EXPECT_TRUE(absl::IsFailedPrecondition(restoreAuditLog(options(), backupDirectory(), "alice").status()));
    EXPECT_TRUE(open()->decision("newer").ok());
    const auto forced = restoreAuditLog(options(), backupDirectory(), "alice", true);
    ASSERT_TRUE(forced.ok()) << forced.status();
    EXPECT_EQ(forced->details.at("fromSize"), "12");
    EXPECT_TRUE(absl::IsNotFound(open()->decision("newer").status()));
    EXPECT_EQ(verify().result, Result::Sound) << verify().detail;
    int aside = 0;
    for (const auto &entry : std::filesystem::directory_iterator(folder.paths().dataDirectory))
        aside += entry.path().string().find("before-restore") != std::string::npos ? 1 : 0;
    EXPECT_EQ(aside, 1);
}

TEST_F(AuditTransfer, restoringOnANewMachineStartsANewKey)
{
    fill(2);
    backUp();
    std::filesystem::remove_all(folder.paths().dataDirectory);
    std::filesystem::remove_all(folder.paths().stateDirectory);
    ASSERT_TRUE(restoreAuditLog(options(), backupDirectory(), "alice").ok());
    EXPECT_TRUE(open()->append(proposal("new")).ok());
    EXPECT_EQ(verify().result, Result::Sound) << verify().detail;
}

TEST_F(AuditTransfer, aBackupThatDoesNotVerifyIsRefusedAndNothingChanges)
{
    fill(2);
    backUp();
    const std::string before = readFile(folder.paths().database());
    sql(backupDirectory() + "/audit.db", "UPDATE leaves SET record='{}' WHERE idx=3");
    EXPECT_TRUE(absl::IsDataLoss(restoreAuditLog(options(), backupDirectory(), "alice", true).status()));
    EXPECT_EQ(readFile(folder.paths().database()), before);
    EXPECT_FALSE(restoreAuditLog(options(), folder.path() + "/nothing", "alice").ok());
    const auto log = open();
    EXPECT_TRUE(absl::IsFailedPrecondition(restoreAuditLog(options(), backupDirectory(), "alice").status()))
        << "the log is open";
}

TEST_F(AuditTransfer, aJsonExportProvesItself)
{
    fill(3);
    const std::string path = folder.path() + "/export.json";
    {
        const auto log = open();
        AuditRecord odd = proposal("odd");
        odd.message = "</script>\"\n\x01";
        ASSERT_TRUE(log->append(odd).ok());
        ASSERT_TRUE(exportAudit(*log, {}, ExportFormat::Json, path).ok());
    }
    const nlohmann::json json = nlohmann::json::parse(readFile(path));
    TreeHead head;
    head.size = json["head"]["size"];
    head.root = *digestFromHex(json["head"]["root"].get<std::string>());
    head.at = base::TimePoint(std::chrono::nanoseconds(json["head"]["at"].get<std::int64_t>()));
    ASSERT_TRUE(fromHex(json["head"]["key"].get<std::string>(), head.key.data(), head.key.size()));
    ASSERT_TRUE(fromHex(json["head"]["signature"].get<std::string>(), head.signature.data(), head.signature.size()));
    EXPECT_TRUE(signatureHolds(head, json["log"].get<std::string>()));
    int leaves = 0;
    for (const auto &decision : json["decisions"]) {
        for (const auto &leaf : decision["leaves"]) {
            std::vector<Digest> proof;
            for (const auto &digest : leaf["inclusionProof"])
                proof.push_back(*digestFromHex(digest.get<std::string>()));
            EXPECT_TRUE(verifyInclusion(
                leafHash(leaf["canonical"].get<std::string>()), leaf["index"], head.size, proof, head.root));
            ++leaves;
        }
    }
    EXPECT_EQ(leaves, 13);
}

TEST_F(AuditTransfer, aCsvExportDisarmsFormulas)
{
    EXPECT_EQ(csvCell("=1+1"), "\"'=1+1\"");
    EXPECT_EQ(csvCell("+x"), "\"'+x\"");
    EXPECT_EQ(csvCell("-x"), "\"'-x\"");
    EXPECT_EQ(csvCell("@x"), "\"'@x\"");
    EXPECT_EQ(csvCell("\tx"), "\"'\tx\"");
    EXPECT_EQ(csvCell("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
    EXPECT_EQ(csvCell(""), "\"\"");
    const auto log = open();
    AuditRecord odd = proposal("odd");
    odd.message = "=HYPERLINK(\"http://x\")";
    ASSERT_TRUE(log->append(odd).ok());
    const std::string path = folder.path() + "/export.csv";
    ASSERT_TRUE(exportAudit(*log, {}, ExportFormat::Csv, path).ok());
    const std::string text = readFile(path);
    EXPECT_NE(text.find(",\"'=HYPERLINK(\"\"http://x\"\")\","), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 2);
    EXPECT_FALSE(exportAudit(*log, {}, ExportFormat::Csv, folder.path() + "/no/such/place").ok());
}

TEST_F(AuditTransfer, anExportFollowsTheFilterPastItsPage)
{
    const auto log = open();
    for (int i = 0; i < 1100; ++i) {
        AuditRecord record = proposal("d" + std::to_string(i));
        record.podNamespace = i % 2 == 0 ? "shop" : "bank";
        ASSERT_TRUE(log->append(record).ok());
    }
    api::AuditFilter filter;
    filter.namespaces = {"shop"};
    filter.limit = 10;
    std::uint64_t last = 0;
    ASSERT_TRUE(exportAudit(
        *log, filter, ExportFormat::Csv, folder.path() + "/shop.csv", [&](std::uint64_t done, std::uint64_t of) {
            EXPECT_EQ(of, 550U);
            last = done;
        }).ok());
    EXPECT_EQ(last, 550U);
    const std::string text = readFile(folder.path() + "/shop.csv");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 551);
}

} // namespace
} // namespace binnacle::store::testing
