// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec.h"
#include "planner/engine/decide.h"
#include "planner/engine/explain.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace binnacle::engine {
namespace {

using namespace testing;
using model::Decision;
using model::DecisionOutcome;
using ::testing::ElementsAre;

NodeBuilder sized(std::string_view name) { return makeNode(name).allocatable("cpu", "4").allocatable("memory", "8Gi"); }

model::NodeInfoPtr nominatedFor(
    const NodeBuilder &node, const std::vector<model::PodPtr> &waiting, const std::vector<model::PodPtr> &running = {})
{
    const auto info = std::make_shared<model::NodeInfo>(*makeNodeInfo(node.obj(), running));
    for (const model::PodPtr &pod : waiting) {
        info->nominate(pod);
    }
    return info;
}

Decision decideOn(std::vector<model::NodeInfoPtr> nodes, const model::PodPtr &pod, DecideOptions options = {.seed = 42})
{
    return decide(*makeSnapshot(std::move(nodes)), pod, *plugins::defaultPolicy(), options);
}

std::vector<std::string> feasible(const Decision &decision)
{
    std::vector<std::string> names;
    for (const model::FeasibleNode &node : decision.feasible) {
        names.emplace_back(node.node.text());
    }
    std::sort(names.begin(), names.end());
    return names;
}

TEST(Nominated, RoomIsLeftForPodsOfNoLowerPriority)
{
    const model::PodPtr waits = makePod("waits").priority(10).req("cpu", "3").obj();
    const std::vector<model::NodeInfoPtr> nodes{
        nominatedFor(sized("wanted"), {waits}), makeNodeInfo(sized("free").obj())};
    EXPECT_THAT(feasible(decideOn(nodes, makePod("p").priority(9).req("cpu", "2").obj())), ElementsAre("free"));
    EXPECT_THAT(feasible(decideOn(nodes, makePod("p").priority(10).req("cpu", "2").obj())), ElementsAre("free"));
    EXPECT_THAT(
        feasible(decideOn(nodes, makePod("p").priority(11).req("cpu", "2").obj())), ElementsAre("free", "wanted"));
    EXPECT_THAT(
        feasible(decideOn(nodes, makePod("p").priority(9).req("cpu", "1").obj())), ElementsAre("free", "wanted"));
}

TEST(Nominated, ARefusalSaysWhatIsLeftBesideThem)
{
    const model::PodPtr waits = makePod("waits").req("cpu", "3").obj();
    const Decision decision = decideOn({nominatedFor(sized("n"), {waits}, {makePod("r").req("cpu", "500m").obj()})},
        makePod("p").req("cpu", "1").obj());
    ASSERT_EQ(decision.rejected.size(), 1u);
    EXPECT_EQ(decision.rejected[0].plugin.text(), "NodeResourcesFit");
    EXPECT_EQ(decision.rejected[0].reasons[0].used, 3500);
    EXPECT_TRUE(decision.rejected[0].resolvable);
}

TEST(Nominated, APodDoesNotStandInItsOwnWay)
{
    const model::PodPtr pod = makePod("p").req("cpu", "3").nominated("n").obj();
    const Decision decision = decideOn({nominatedFor(sized("n"), {pod})}, pod);
    EXPECT_EQ(decision.outcome, DecisionOutcome::Placed);
}

TEST(Nominated, TheNodeItIsNominatedForIsTakenWhateverItsScore)
{
    const std::vector<model::NodeInfoPtr> nodes{makeNodeInfo(sized("empty").obj()),
        makeNodeInfo(sized("busy").obj(), {makePod("r").req("cpu", "2").req("memory", "4Gi").obj()})};
    const auto pod = [](const char *node) { return makePod("p").req("cpu", "1").nominated(node).obj(); };
    const Decision taken = decideOn(nodes, pod("busy"));
    EXPECT_EQ(taken.chosen.text(), "busy");
    EXPECT_EQ(taken.nominated.text(), "busy");
    EXPECT_FALSE(taken.margin.has_value());
    EXPECT_EQ(taken.confidence.stability, 1.0) << "it fits in every world";
    EXPECT_THAT(feasible(taken), ElementsAre("busy", "empty"));
    const Decision gone = decideOn(nodes, pod("gone"));
    EXPECT_EQ(gone.chosen.text(), "empty");
    EXPECT_TRUE(gone.nominated.empty());
    EXPECT_NE(taken.fingerprint(), gone.fingerprint());
}

TEST(Nominated, TheyHoldPortsAndWardOffByAntiAffinityToo)
{
    const model::PodPtr port = makePod("port").hostPort(80).obj();
    EXPECT_THAT(feasible(decideOn({nominatedFor(sized("n"), {port})}, makePod("p").hostPort(80).obj())), ElementsAre());
    using Kind = model::AffinityTerm::Kind;
    const auto apart = affinityTo(Kind::RequiredAntiAffinity, "kubernetes.io/hostname", selecting({in("app", {"a"})}));
    const model::PodPtr other = makePod("other").label("app", "a").obj();
    EXPECT_THAT(feasible(decideOn({nominatedFor(sized("n").label("kubernetes.io/hostname", "n"), {other})},
                    makePod("p").affinityTerm(apart).obj())),
        ElementsAre());
}

TEST(Nominated, NobodyCountsOnAPodThatOnlyWaits)
{
    using Kind = model::AffinityTerm::Kind;
    const auto near = affinityTo(Kind::RequiredAffinity, "kubernetes.io/hostname", selecting({in("app", {"a"})}));
    const model::PodPtr friendly = makePod("friendly").label("app", "a").obj();
    const Decision decision = decideOn({nominatedFor(sized("n").label("kubernetes.io/hostname", "n"), {friendly})},
        makePod("p").affinityTerm(near).obj());
    EXPECT_EQ(decision.outcome, DecisionOutcome::NoNodeFits);
}

/// As kube-scheduler: a pod without terms, of which no running pod's term knows, is not asked about affinity at all.
TEST(Nominated, ATermOfTheirsIsNotAskedWhereNoRunningPodHasOne)
{
    using Kind = model::AffinityTerm::Kind;
    const auto apart = affinityTo(Kind::RequiredAntiAffinity, "kubernetes.io/hostname", selecting({in("app", {"a"})}));
    const model::PodPtr shy = makePod("shy").affinityTerm(apart).obj();
    const Decision decision = decideOn(
        {nominatedFor(sized("n").label("kubernetes.io/hostname", "n"), {shy})}, makePod("p").label("app", "a").obj());
    EXPECT_EQ(decision.outcome, DecisionOutcome::Placed);
}

TEST(Nominated, TheReCheckLeavesThemRoom)
{
    const model::PodPtr waits = makePod("waits").req("cpu", "3").obj();
    const model::SnapshotPtr snapshot = makeSnapshot({nominatedFor(sized("n"), {waits})});
    const auto fits = [&](const model::PodPtr &pod) {
        return recheck(*snapshot, *pod, symbol("n"), *plugins::defaultPolicy()).verdict.ok();
    };
    EXPECT_FALSE(fits(makePod("p").req("cpu", "2").obj()));
    EXPECT_TRUE(fits(makePod("p").req("cpu", "1").obj()));
    EXPECT_FALSE(
        explain(snapshot, *makePod("p").req("cpu", "2").obj(), symbol("n"), *plugins::defaultPolicy()).feasible);
}

TEST(Nominated, AWorldWithoutRoomForThemIsNoWorldForThePod)
{
    const model::PodPtr running = makePod("r").req("cpu", "1").obj();
    const model::PodPtr waits = makePod("waits").req("cpu", "2").obj();
    const model::PodPtr pod = makePod("p").req("cpu", "1").obj();
    const double tight = decideOn({nominatedFor(sized("n"), {waits}, {running})}, pod).confidence.stability;
    const double roomy = decideOn({makeNodeInfo(sized("n").obj(), {running})}, pod).confidence.stability;
    EXPECT_EQ(roomy, 1.0);
    EXPECT_LT(tight, 0.7) << "half of the worlds are above what is requested";
    EXPECT_GT(tight, 0.3);
}

TEST(Nominated, ANodeKeepsThemInTheArchive)
{
    const model::PodPtr waits =
        makePod("shop/waits").priority(7).req("cpu", "3").hostPort(80).label("app", "a").nominated("n").obj();
    const model::NodeInfoPtr node =
        nominatedFor(sized("n"), {waits}, {makePod("r").started(base::TimePoint(std::chrono::seconds(5))).obj()});
    const auto decoded = decodeNode(encodeNode(*node));
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    EXPECT_EQ((*decoded)->fingerprint(), node->fingerprint());
    ASSERT_EQ((*decoded)->nominated().size(), 1u);
    EXPECT_EQ((*decoded)->nominated()[0]->key.text(), "shop/waits");
    const auto without = std::make_shared<model::NodeInfo>(*node);
    EXPECT_TRUE(without->withdraw(waits->uid));
    EXPECT_FALSE(without->withdraw(waits->uid));
    EXPECT_NE(without->fingerprint(), node->fingerprint());
}

/// The same answer as asking each node with them assumed, and as it is.
TEST(Nominated, AgreesWithAskingTwiceOnRandomClusters)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        base::SeededRandom random(seed);
        const model::SnapshotPtr bare = randomCluster(random, 6);
        const model::PodPtr pod = randomPod(random, "asked/p");
        std::vector<model::NodeInfoPtr> nodes;
        int serial = 0;
        for (const model::NodeInfoPtr &info : bare->nodes()) {
            const auto node = std::make_shared<model::NodeInfo>(*info);
            for (std::uint64_t i = random.below(3); i > 0; --i) {
                node->nominate(
                    makePod("wait/w" + std::to_string(serial++)).req("cpu", pick(random, {"500m", "1", "3"})).obj());
            }
            nodes.push_back(node);
        }
        DecideOptions options{.seed = seed, .worlds = 0};
        const Decision decision = decide(*makeSnapshot(nodes), pod, *plugins::defaultPolicy(), options);
        for (const model::NodeInfoPtr &info : nodes) {
            model::Overlay overlay(bare);
            for (const model::PodPtr &waits : info->nominated()) {
                overlay.assume(waits, info->node().name);
            }
            const auto fits = [&](const model::SnapshotPtr &snapshot) {
                return recheck(*snapshot, *pod, info->node().name, *plugins::defaultPolicy()).verdict.ok();
            };
            const bool expected = fits(bare) && fits(overlay.commit());
            const std::vector<std::string> names = feasible(decision);
            EXPECT_EQ(std::binary_search(names.begin(), names.end(), std::string(info->node().name.text())), expected)
                << info->node().name.text();
        }
    }
}

} // namespace
} // namespace binnacle::engine
