// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/client.h"
#include "backend/api/plan.h"
#include "backend/services/cluster_session.h"
#include "backend/services/plan_desk.h"
#include "fake_cluster.h"
#include "planner/model/testing/builders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace binnacle::services {
namespace {

using ctl::Client;
using namespace model::testing;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::SizeIs;

class PlanningTest : public ::testing::Test {
protected:
    PlanningTest()
    {
        absl::MutexLock lock(&server->mutex);
        for (const char *name : {"n1", "n2"}) {
            server->nodes.push_back(
                makeNode(name).allocatable("cpu", "4").allocatable("memory", "8Gi").allocatable("pods", "110").obj());
        }
    }
    ~PlanningTest() override { std::filesystem::remove_all(folder); }

    void add(const model::PodPtr &pod)
    {
        absl::MutexLock lock(&server->mutex);
        server->pods[pod->key] = pod;
    }
    std::unique_ptr<Client> open(api::Autonomy autonomy = api::Autonomy::Observe)
    {
        SessionOptions options;
        options.profile.id = options.profile.name = "test";
        options.profile.autonomy = autonomy;
        options.places = {folder + "/data", folder + "/state"};
        auto port = std::make_unique<FakeCluster>(server);
        cluster = port.get();
        options.port = std::move(port);
        auto session = ClusterSession::open(std::move(options));
        EXPECT_TRUE(session.ok()) << session.status();
        auto client = std::make_unique<Client>(*std::move(session));
        EXPECT_TRUE(client->waitSynced(seconds(10)).ok());
        return client;
    }
    static absl::StatusOr<model::PlanPtr> plan(Client &client, api::PlanRequest request = {}, std::stop_token stop = {})
    {
        return client.ask<model::PlanPtr>([&](auto reply) {
            client.service().plan(
                request, [](std::uint64_t, std::uint64_t) {}, stop, std::move(reply));
        });
    }

    const std::string folder = ::testing::TempDir() + "planning-" + std::to_string(::getpid()) + "-"
        + ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::shared_ptr<FakeServer> server = std::make_shared<FakeServer>();
    FakeCluster *cluster = nullptr; // owned by the session
};

TEST_F(PlanningTest, everyPodThatWaitsIsPlannedForAndNothingIsWritten)
{
    add(makePod("ml/large").req("cpu", "4").obj());
    add(makePod("web/a").scheduler("default-scheduler").req("cpu", "2").obj());
    add(makePod("web/b").req("cpu", "2").obj());
    add(makePod("web/runs").req("cpu", "1").req("memory", "1Gi").obj());
    const auto client = open();
    const auto made = plan(*client);
    ASSERT_TRUE(made.ok()) << made.status();
    EXPECT_EQ((*made)->after.placed, 3);
    EXPECT_THAT((*made)->leftOver, SizeIs(1));
    EXPECT_TRUE(client->state().proposals.empty());
    absl::MutexLock lock(&server->mutex);
    EXPECT_TRUE(server->binds.empty());
}

TEST_F(PlanningTest, podsThatAwaitApprovalArePlannedForAsIfTheyHadNoNodeYet)
{
    add(makePod("ml/train").req("cpu", "3").obj());
    const auto client = open(api::Autonomy::Approve);
    ASSERT_TRUE(client->waitFor([](const api::ClusterState &s) { return !s.proposals.empty(); }, seconds(10)));
    const auto made = plan(*client);
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_THAT((*made)->steps, SizeIs(1));
    EXPECT_EQ((*made)->steps[0].pod.text(), "ml/train");
}

TEST_F(PlanningTest, onlyTheNamedPodsArePlannedForAndUnknownOnesAreNotFound)
{
    add(makePod("ml/a").req("cpu", "1").obj());
    add(makePod("ml/b").req("cpu", "1").obj());
    const auto client = open();
    api::PlanRequest request;
    request.pods = {{"ml", "b"}};
    const auto made = plan(*client, request);
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_THAT((*made)->steps, SizeIs(1));
    EXPECT_EQ((*made)->steps[0].pod.name, "b");
    request.pods.push_back({"ml", "none"});
    EXPECT_EQ(plan(*client, request).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(PlanningTest, limitsOutOfRangeAreRefused)
{
    const auto client = open();
    api::PlanRequest request;
    request.moves = 65;
    EXPECT_EQ(plan(*client, request).status().code(), absl::StatusCode::kInvalidArgument);
    request.moves = 1;
    request.time = std::chrono::milliseconds(0);
    EXPECT_EQ(plan(*client, request).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(PlanningTest, aStopEndsItWithWhatItHas)
{
    add(makePod("ml/a").req("cpu", "1").obj());
    const auto client = open();
    std::stop_source stop;
    stop.request_stop();
    const auto made = plan(*client, {}, stop.get_token());
    ASSERT_TRUE(made.ok()) << made.status();
    EXPECT_EQ((*made)->ended, model::PlanEnd::Stopped);
}

TEST_F(PlanningTest, nothingIsPlannedOnAStaleFeed)
{
    const auto client = open();
    cluster->becomes(model::FeedState::Stale);
    ASSERT_TRUE(client->waitFor(
        [](const api::ClusterState &s) { return s.feed.state == model::FeedState::Stale; }, seconds(10)));
    EXPECT_EQ(plan(*client).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(PlanningTest, unknownBudgetsMoveNothing)
{
    add(makePod("web/runs").req("cpu", "2").owner("ReplicaSet", "w").node("n1").phase(model::PodPhase::Running).obj());
    add(makePod("web/runs2").req("cpu", "2").owner("ReplicaSet", "w").node("n2").phase(model::PodPhase::Running).obj());
    add(makePod("ml/large").req("cpu", "4").obj());
    const auto client = open();
    api::PlanRequest request;
    request.kind = model::PlanKind::Defragmentation;
    const auto made = plan(*client, request);
    ASSERT_TRUE(made.ok()) << made.status();
    EXPECT_FALSE((*made)->budgetsKnown) << "the fake cluster lists none";
    EXPECT_EQ((*made)->moves, 0);
}

TEST(GangsByLabels, podsOfOneGroupAndNamespaceAreAGang)
{
    const auto pod = [](const char *name, const char *key, const char *group) {
        return makePod(name).label(key, group).obj();
    };
    const std::vector<model::Gang> gangs = gangsByLabels(
        {pod("a/p0", "scheduling.x-k8s.io/pod-group", "g"), pod("a/p1", "scheduling.x-k8s.io/pod-group", "g"),
            pod("b/p2", "scheduling.x-k8s.io/pod-group", "g"), pod("a/p3", "kueue.x-k8s.io/pod-group-name", "h"),
            pod("a/p4", "kueue.x-k8s.io/pod-group-total-count", "3"), pod("a/p5", "app", "g")});
    ASSERT_THAT(gangs, SizeIs(3));
    EXPECT_EQ(gangs[0].name, "a/g");
    EXPECT_THAT(gangs[0].members, ElementsAre(model::PodKey{"a", "p0"}, model::PodKey{"a", "p1"}));
    EXPECT_EQ(gangs[1].name, "a/h");
    EXPECT_EQ(gangs[2].name, "b/g");
}

} // namespace
} // namespace binnacle::services
