// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/log_fixture.h"

#include <absl/synchronization/notification.h>

namespace binnacle::store::testing {
namespace {

TEST_F(AuditLogTest, aLifeIsKeptAndFoundAfterReopening)
{
    fill(3);
    const auto log = open();
    ASSERT_TRUE(log->health().ok()) << log->health();
    const absl::StatusOr<api::AuditDecision> decision = log->decision("d1");
    ASSERT_TRUE(decision.ok()) << decision.status();
    EXPECT_EQ(decision->state, DecisionState::Confirmed);
    EXPECT_EQ(decision->decision.index, 4U);
    EXPECT_EQ(decision->decision.pod, "shop/web-d1");
    ASSERT_EQ(decision->life.size(), 3U);
    EXPECT_EQ(decision->life[0].actor, "alice");
    EXPECT_EQ(leafHash(decision->canonical), *digestFromHex(decision->decision.leafHash));
    const api::AuditVerification verdict = verify();
    EXPECT_EQ(verdict.result, Result::Sound) << verdict.detail;
    EXPECT_EQ(verdict.checked, 12U);
    EXPECT_EQ(verdict.headSize, 12U);
}

TEST_F(AuditLogTest, illegalStepsAreRefusedAndLeaveNoTrace)
{
    const auto log = open();
    ASSERT_TRUE(log->append(proposal("d")).ok());
    EXPECT_TRUE(absl::IsAlreadyExists(log->append(proposal("d")).status()));
    EXPECT_TRUE(absl::IsNotFound(log->append(transitionOf("other", DecisionState::Approved, "a")).status()));
    EXPECT_TRUE(absl::IsFailedPrecondition(log->append(transitionOf("d", DecisionState::Bound, "a")).status()));
    EXPECT_TRUE(absl::IsInvalidArgument(log->append(transitionOf("", DecisionState::Approved, "a")).status()));
    AuditRecord huge = transitionOf("d", DecisionState::Approved, "a", std::string(300 * 1024, 'x'));
    EXPECT_TRUE(absl::IsInvalidArgument(log->append(huge).status()));
    EXPECT_EQ(log->size()->leaves, 1U);
    EXPECT_TRUE(log->append(transitionOf("d", DecisionState::Approved, "a")).ok());
    EXPECT_TRUE(absl::IsFailedPrecondition(log->append(transitionOf("d", DecisionState::Denied, "b")).status()));
    EXPECT_EQ(log->verify()->result, Result::Sound);
}

TEST_F(AuditLogTest, openRowsAreThoseInNoFinalState)
{
    const auto log = open();
    live(*log, "done");
    for (const char *id : {"waiting", "approved", "unknown", "denied"})
        ASSERT_TRUE(log->append(proposal(id)).ok());
    ASSERT_TRUE(log->append(transitionOf("approved", DecisionState::Approved, "a")).ok());
    ASSERT_TRUE(log->append(transitionOf("unknown", DecisionState::Approved, "a")).ok());
    ASSERT_TRUE(log->append(transitionOf("unknown", DecisionState::Unknown, "system")).ok());
    ASSERT_TRUE(log->append(transitionOf("denied", DecisionState::Denied, "a")).ok());
    std::vector<std::string> ids;
    const auto rows = log->openDecisions();
    for (const api::AuditDecision &row : *rows)
        ids.push_back(row.decision.decisionId);
    EXPECT_EQ(ids, (std::vector<std::string>{"waiting", "approved", "unknown"}));
}

TEST_F(AuditLogTest, asynchronousAppendsAnswerInOrderOnTheExecutor)
{
    const auto log = open();
    base::Sequence home("home");
    std::vector<std::uint64_t> indices;
    absl::Notification all;
    for (int i = 0; i < 300; ++i)
        log->append(proposal("d" + std::to_string(i)), std::nullopt, home, [&](absl::StatusOr<AuditRecord> record) {
            EXPECT_TRUE(home.runsHere());
            ASSERT_TRUE(record.ok()) << record.status();
            indices.push_back(record->index);
            if (indices.size() == 300)
                all.Notify();
        });
    all.WaitForNotification();
    for (std::size_t i = 0; i < indices.size(); ++i)
        EXPECT_EQ(indices[i], i);
    EXPECT_EQ(log->verify()->result, Result::Sound);
}

TEST_F(AuditLogTest, oneRefusalInABatchDoesNotHurtTheOthers)
{
    const auto log = open();
    base::Sequence home("home");
    std::vector<absl::StatusCode> codes;
    absl::Notification all;
    for (int i = 0; i < 6; ++i)
        log->append(
            proposal("d" + std::to_string(i / 2)), std::nullopt, home, [&](const absl::StatusOr<AuditRecord> &record) {
                codes.push_back(record.status().code());
                if (codes.size() == 6)
                    all.Notify();
            });
    all.WaitForNotification();
    for (std::size_t i = 0; i < codes.size(); ++i)
        EXPECT_EQ(codes[i], i % 2 == 0 ? absl::StatusCode::kOk : absl::StatusCode::kAlreadyExists);
    EXPECT_EQ(log->size()->leaves, 3U);
}

TEST_F(AuditLogTest, aSecondWriterIsRefusedButMayRead)
{
    const auto log = open();
    live(*log, "d");
    const auto second = AuditLog::open(options());
    EXPECT_TRUE(absl::IsFailedPrecondition(second.status())) << second.status();
    EXPECT_NE(second.status().message().find(std::to_string(::getpid())), absl::string_view::npos) << second.status();
    AuditOptions reading = options();
    reading.readOnly = true;
    const auto reader = AuditLog::open(reading);
    ASSERT_TRUE(reader.ok()) << reader.status();
    EXPECT_EQ((*reader)->size()->leaves, 4U);
    EXPECT_TRUE(absl::IsFailedPrecondition((*reader)->append(proposal("e")).status()));
    live(*log, "e");
    EXPECT_EQ((*reader)->size()->leaves, 8U);
}

TEST_F(AuditLogTest, proofsFromTheLogHoldAgainstItsSignedHeads)
{
    const auto log = open();
    live(*log, "a");
    const TreeHead old = *log->head();
    live(*log, "b");
    live(*log, "c");
    const TreeHead now = *log->head();
    EXPECT_TRUE(signatureHolds(now, "demo"));
    EXPECT_FALSE(signatureHolds(now, "other"));
    EXPECT_TRUE(verifyConsistency(old.size, now.size, old.root, now.root, *log->consistencyProof(old.size, now.size)));
    for (std::uint64_t i = 0; i < now.size; ++i) {
        const Digest leaf = leafHash(encodeCanonical(*log->record(i)));
        EXPECT_TRUE(verifyInclusion(leaf, i, now.size, *log->inclusionProof(i, now.size), now.root));
    }
}

TEST_F(AuditLogTest, anEmptyLogIsSound)
{
    open().reset();
    EXPECT_EQ(verify().result, Result::Sound);
    AuditOptions reading = options();
    reading.paths.dataDirectory += "-none";
    reading.readOnly = true;
    EXPECT_TRUE(absl::IsNotFound(AuditLog::open(reading).status()));
}

TEST_F(AuditLogTest, theKeyIsPrivateAndAReadableOneIsRefused)
{
    fill(1);
    EXPECT_EQ(std::filesystem::status(folder.paths().key()).permissions(),
        std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    EXPECT_EQ(
        readFile(folder.paths().database()).find(readFile(folder.paths().key()).substr(21, 64)), std::string::npos);
    std::filesystem::permissions(
        folder.paths().key(), std::filesystem::perms::others_read, std::filesystem::perm_options::add);
    EXPECT_TRUE(absl::IsFailedPrecondition(AuditLog::open(options()).status()));
}

} // namespace
} // namespace binnacle::store::testing
