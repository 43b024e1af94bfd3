// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/explain.h"

#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

namespace binnacle::engine {
namespace {

using namespace testing;
using model::Reason;
using model::ReasonCode;

Explanation explainOn(const model::NodeInfoPtr &node, const model::PodPtr &pod)
{
    return explain(*makeSnapshot({node}), *pod, node->node().name, *plugins::defaultPolicy());
}

TEST(Explain, GivesEveryPluginsWordNotOnlyTheFirst)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "4").unschedulable().taint("gpu", "a100").obj(),
        {makePod("r").req("cpu", "3").obj()});
    const Explanation why = explainOn(node, makePod("p").req("cpu", "2").obj());
    EXPECT_FALSE(why.feasible);
    ASSERT_EQ(why.filters.size(), 8u);
    std::string refused;
    for (const Explanation::Word &word : why.filters) {
        refused += word.ok ? "" : std::string(word.plugin.text()) + ' ';
    }
    EXPECT_EQ(refused, "NodeUnschedulable TaintToleration NodeResourcesFit ");
}

TEST(Explain, TheSmallestChangeNamesWhatIsShortTheTaintsAndTheLabels)
{
    const auto node = makeNodeInfo(
        makeNode("n").allocatable("cpu", "4").allocatable("memory", "8Gi").taint("gpu", "a100").taint("spot").obj(),
        {makePod("r").req("cpu", "3").obj()});
    const Explanation why =
        explainOn(node, makePod("p").req("cpu", "1500m").nodeSelector("zone", "a").nodeSelector("disk", "ssd").obj());
    ASSERT_EQ(why.smallestChange.size(), 5u);
    EXPECT_EQ(why.smallestChange[0].subject, symbol("gpu"));
    EXPECT_EQ(why.smallestChange[0].detail, "a100:NoSchedule");
    EXPECT_EQ(why.smallestChange[1].subject, symbol("spot"));
    EXPECT_EQ(why.smallestChange[2].detail, "a");
    EXPECT_EQ(why.smallestChange[3].detail, "ssd");
    EXPECT_EQ(why.smallestChange[4], (Reason{ReasonCode::InsufficientCpu, symbol("cpu"), {}, 500, 3000, 4000}));
}

TEST(Explain, TheLabelsOfASingleAffinityTermCanBeSaid)
{
    const auto node = makeNodeInfo(makeNode("n").label("zone", "a").obj());
    const Explanation why =
        explainOn(node, makePod("p").requiredNodeTerm({in("zone", {"b", "c"}), exists("fast")}).obj());
    ASSERT_EQ(why.smallestChange.size(), 2u);
    EXPECT_EQ(why.smallestChange[0].subject, symbol("zone"));
    EXPECT_EQ(why.smallestChange[0].detail, "b");
    EXPECT_EQ(why.smallestChange[1].subject, symbol("fast"));
}

TEST(Explain, NothingIsSaidWhenNoSimpleChangeWouldDo)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "4").obj());
    EXPECT_TRUE(explainOn(node, makePod("p").req("cpu", "5").obj()).smallestChange.empty());
    EXPECT_TRUE(explainOn(node, makePod("p").node("other").obj()).smallestChange.empty());
    EXPECT_TRUE(explainOn(node, makePod("p").requiredNodeTerm({exists("a")}).requiredNodeTerm({exists("b")}).obj())
                    .smallestChange.empty());
}

TEST(Explain, AFullNodeLacksASlotAndATakenPortIsNamed)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("pods", "1").obj(), {makePod("r").hostPort(80).obj()});
    const Explanation why = explainOn(node, makePod("p").hostPort(80).obj());
    ASSERT_EQ(why.smallestChange.size(), 2u);
    EXPECT_EQ(why.smallestChange[0].code, ReasonCode::PortConflict);
    EXPECT_EQ(why.smallestChange[1], (Reason{ReasonCode::TooManyPods, symbol("pods"), {}, 1, 1, 1}));
}

TEST(Explain, AFittingNodeNeedsNoChange)
{
    const Explanation why = explainOn(makeNodeInfo(makeNode("n").obj()), makePod("p").obj());
    EXPECT_TRUE(why.feasible);
    EXPECT_TRUE(why.smallestChange.empty());
}

TEST(Explain, AnAbsentNodeIsSaidToBeAbsent)
{
    const Explanation why = explain(*makeSnapshot({}), *makePod("p").obj(), symbol("gone"), *plugins::defaultPolicy());
    ASSERT_EQ(why.filters.size(), 1u);
    EXPECT_EQ(why.filters[0].reasons[0].code, ReasonCode::NodeNotFound);
}

TEST(Explain, RulesNotYetBuiltAreNamedBesideTheWordsOfTheBuiltOnes)
{
    const auto pod = makePod("p").undecided(model::UndecidedRule::Volumes).obj();
    const Explanation why = explainOn(makeNodeInfo(makeNode("n").obj()), pod);
    EXPECT_EQ(why.undecided, pod->undecided);
    EXPECT_TRUE(why.feasible);
}

} // namespace
} // namespace binnacle::engine
