// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/client.h"
#include "backend/services/cluster_session.h"
#include "fake_cluster.h"
#include "planner/model/testing/builders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sqlite3.h>

namespace binnacle::services {
namespace {

using api::AuditVerification;
using api::DecisionState;
using ctl::Client;
using model::testing::makeNode;
using model::testing::makePod;
using std::chrono::seconds;

/// A session whose feed goes stale, or whose audit log is not as it should be.
class SessionFaultsTest : public ::testing::Test {
protected:
    SessionFaultsTest()
    {
        absl::MutexLock lock(&server->mutex);
        server->nodes = {
            makeNode("n1").allocatable("cpu", "4").allocatable("memory", "8Gi").allocatable("pods", "9").obj(),
            makeNode("n2").allocatable("cpu", "2").allocatable("memory", "4Gi").allocatable("pods", "9").obj()};
        for (const char *name : {"a/one", "a/two"}) {
            const model::PodPtr pod = makePod(name).req("cpu", "1").obj();
            server->pods[pod->key] = pod;
        }
    }
    ~SessionFaultsTest() override { std::filesystem::remove_all(folder); }

    absl::StatusOr<std::unique_ptr<Client>> open(bool lookWithoutLog = false)
    {
        SessionOptions options;
        options.profile.id = options.profile.name = "test";
        options.profile.autonomy = api::Autonomy::Approve;
        options.places = {folder + "/data", folder + "/state"};
        options.lookWithoutLog = lookWithoutLog;
        auto port = std::make_unique<FakeCluster>(server);
        cluster = port.get();
        options.port = std::move(port);
        auto session = ClusterSession::open(std::move(options));
        if (!session.ok())
            return session.status();
        auto client = std::make_unique<Client>(*std::move(session));
        EXPECT_TRUE(client->waitSynced(seconds(10)).ok());
        return client;
    }
    static bool proposals(Client &client, std::size_t count)
    {
        return client.waitFor([&](const api::ClusterState &s) { return s.proposals.size() >= count; }, seconds(10));
    }
    bool stale(Client &client)
    {
        cluster->becomes(model::FeedState::Stale);
        return client.waitFor(
            [](const api::ClusterState &s) { return s.feed.state == model::FeedState::Stale; }, seconds(10));
    }
    static absl::StatusOr<AuditVerification> verify(Client &client)
    {
        return client.ask<AuditVerification>([&](auto reply) {
            client.service().verifyAudit([](std::uint64_t, std::uint64_t) {}, {}, std::move(reply));
        });
    }
    [[nodiscard]] std::string database() const
    {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folder + "/data")) {
            if (entry.path().extension() == ".db")
                return entry.path();
        }
        return {};
    }
    void alter(const char *sql) const
    {
        sqlite3 *db = nullptr;
        ASSERT_EQ(sqlite3_open(database().c_str(), &db), SQLITE_OK);
        ASSERT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
        sqlite3_close(db);
    }

    const std::string folder = ::testing::TempDir() + "faults-" + std::to_string(::getpid()) + "-"
        + ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::shared_ptr<FakeServer> server = std::make_shared<FakeServer>();
    FakeCluster *cluster = nullptr; // owned by the session
};

TEST_F(SessionFaultsTest, WhileStaleAProposalCanBeDeniedButNeitherApprovedNorGivenAnotherNode)
{
    const auto client = open();
    ASSERT_TRUE(client.ok()) << client.status();
    ASSERT_TRUE(proposals(**client, 1));
    const api::Proposal proposal = (*client)->state().proposals.front();
    ASSERT_TRUE(stale(**client));
    EXPECT_EQ((*client)->state().writeBlock, api::WriteBlock::NotSynced);
    const auto tell = [&](auto call) { return (*client)->tell(call); };
    auto &service = (*client)->service();
    const base::Symbol other(proposal.decision->chosen == base::Symbol("n1") ? "n2" : "n1");
    EXPECT_EQ(tell([&](api::Done done) { service.approve(proposal.id, "anna", {}, std::move(done)); }),
        absl::FailedPreconditionError("not-synced"));
    EXPECT_EQ(tell([&](api::Done done) { service.chooseAnother(proposal.id, other, "anna", std::move(done)); }),
        absl::FailedPreconditionError("not-synced"));
    EXPECT_TRUE(tell([&](api::Done done) { service.deny(proposal.id, "anna", {}, std::move(done)); }).ok());
    EXPECT_TRUE((*client)->waitFor(
        [&](const api::ClusterState &s) {
            return std::any_of(s.proposals.begin(), s.proposals.end(),
                [&](const api::Proposal &p) { return p.id == proposal.id && p.state == DecisionState::Denied; });
        },
        seconds(10)));
    absl::MutexLock lock(&server->mutex);
    EXPECT_TRUE(server->binds.empty());
}

TEST_F(SessionFaultsTest, TheCheckMadeWhenASessionBeginsIsInItsState)
{
    const auto client = open();
    ASSERT_TRUE(client.ok()) << client.status();
    ASSERT_TRUE((*client)->waitFor([](const api::ClusterState &s) { return s.auditCheck != nullptr; }, seconds(10)));
    EXPECT_TRUE((*client)->state().auditVerified)
        << int((*client)->state().auditCheck->result) << ' ' << (*client)->state().auditCheck->detail;
    EXPECT_NE((*client)->state().auditCheck->at, base::TimePoint{});
    EXPECT_TRUE((*client)->state().auditFault.ok());
}

TEST_F(SessionFaultsTest, ABadEntryComesBetweenItsNeighbours)
{
    const auto client = open();
    ASSERT_TRUE(client.ok()) << client.status();
    ASSERT_TRUE(proposals(**client, 2));
    ASSERT_TRUE((*client)->waitFor([](const api::ClusterState &s) { return s.auditLeaves >= 2; }, seconds(10)));
    const auto sound = verify(**client);
    ASSERT_TRUE(sound.ok()) << sound.status();
    EXPECT_TRUE(sound->around.empty());
    const auto waiting = (*client)->state().proposals;
    for (const api::Proposal &p : waiting)
        (void)(*client)->tell([&](api::Done done) { (*client)->service().deny(p.id, "anna", {}, std::move(done)); });
    alter("UPDATE leaves SET record = X'7B7D' WHERE idx = 1");
    const auto found = verify(**client);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(found->result, AuditVerification::Result::Broken);
    ASSERT_EQ(found->firstBad, std::optional<std::uint64_t>(1));
    ASSERT_EQ(found->around.size(), 3U);
    EXPECT_EQ(found->around[0].index, 0U);
    EXPECT_FALSE(found->around[0].kind.empty());
    EXPECT_EQ(found->around[1].index, 1U);
    EXPECT_TRUE(found->around[1].kind.empty()) << "it cannot be read";
    EXPECT_FALSE(found->around[1].message.empty());
    EXPECT_EQ(found->around[2].index, 2U);
    EXPECT_FALSE(found->around[2].kind.empty());
    EXPECT_TRUE((*client)->waitFor(
        [](const api::ClusterState &s) { return !s.auditVerified && s.auditCheck && s.auditCheck->firstBad; },
        seconds(10)));
}

TEST_F(SessionFaultsTest, AReplayCarriesBothDecisions)
{
    const auto client = open();
    ASSERT_TRUE(client.ok()) << client.status();
    ASSERT_TRUE(proposals(**client, 1));
    const std::string id = (*client)->state().proposals.front().id;
    const auto report =
        (*client)->ask<api::ReplayReport>([&](auto reply) { (*client)->service().replay(id, std::move(reply)); });
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_TRUE(report->equal);
    EXPECT_EQ(report->recorded.decision.score, report->replayed.decision.score);
    EXPECT_EQ(report->recorded.decision.node, report->replayed.decision.node);
    EXPECT_EQ(report->recorded.decision.stability, report->replayed.decision.stability);
    EXPECT_FALSE(report->replayed.canonical.empty());
}

TEST_F(SessionFaultsTest, WithoutItsLogASessionShowsTheClusterOnlyWhenAskedToAndWritesNothing)
{
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/data") << "a file where a folder must be";
    EXPECT_EQ(open().status().code(), absl::StatusCode::kUnavailable);
    const auto client = open(true);
    ASSERT_TRUE(client.ok()) << client.status();
    const api::ClusterState state = (*client)->state(); // a copy: asking on replaces it
    EXPECT_EQ(state.snapshot->nodes().size(), 2U);
    EXPECT_EQ(state.writeBlock, api::WriteBlock::AuditFailed);
    EXPECT_EQ(state.auditFault.code(), absl::StatusCode::kUnavailable);
    const auto page =
        (*client)->ask<api::AuditPage>([&](auto reply) { (*client)->service().audit({}, std::move(reply)); });
    EXPECT_EQ(page.status(), state.auditFault) << "the reason, not that there is none";
    EXPECT_TRUE((*client)->waitFor(
        [](const api::ClusterState &s) {
            return s.pending.size() == 2 && s.pending.front().wait == api::PendingPod::Wait::Advice;
        },
        seconds(10)));
    EXPECT_TRUE((*client)->state().proposals.empty());
}

} // namespace
} // namespace binnacle::services
