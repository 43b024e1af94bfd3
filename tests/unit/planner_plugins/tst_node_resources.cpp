// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// NodeResourcesFit and NodeResourcesBalancedAllocation. Expected scores are worked out by hand from the formulas.

#include "tests/unit/planner_plugins/plugin_fixture.h"

#include "planner/base/random.h"

#include <gtest/gtest.h>

namespace binnacle::plugins {
namespace {

using namespace testing;
using model::ReasonCode;

constexpr auto fit = "NodeResourcesFit";
constexpr auto balanced = "NodeResourcesBalancedAllocation";

model::NodeInfoPtr nodeWith(const std::vector<model::PodPtr> &pods)
{
    return makeNodeInfo(makeNode("n").allocatable("cpu", "4").allocatable("memory", "8Gi").obj(), pods);
}

framework::PolicyPtr strategy(std::string name, std::string shape = "0=0,100=10")
{
    return policyWith(fit, {{"scoringStrategy", std::move(name)}, {"shape", std::move(shape)}});
}

TEST(NodeResourcesFit, NamesEveryResourceThatIsShortWithItsFigures)
{
    const auto node = nodeWith({makePod("r").req("cpu", "3").req("memory", "1Gi").obj()});
    const model::Verdict refused = verdict(fit, makePod("p").req("cpu", "1500m").req("memory", "9Gi").obj(), node);
    ASSERT_EQ(refused.reasons.size(), 2u);
    EXPECT_EQ(refused.reasons[0], (model::Reason{ReasonCode::InsufficientCpu, symbol("cpu"), {}, 1500, 3000, 4000}));
    EXPECT_EQ(refused.reasons[1].code, ReasonCode::InsufficientMemory);
    EXPECT_EQ(refused.kind, model::VerdictKind::UnschedulableAndUnresolvable) << "an empty node has no 9 GiB either";
    EXPECT_EQ(verdict(fit, makePod("p").req("cpu", "2").obj(), node).kind, model::VerdictKind::Unschedulable);
    EXPECT_TRUE(fits(fit, makePod("p").req("cpu", "1").req("memory", "7Gi").obj(), node));
}

TEST(NodeResourcesFit, ScoresAPodByItsContainersAloneAndANodeByWhatItIsCharged)
{
    const auto small = makePod("p").req("cpu", "1").req("memory", "2Gi");
    auto level = makePod("p").req("cpu", "1").req("memory", "2Gi").podLevel("cpu", "3").podLevel("memory", "6Gi");
    const std::int64_t byContainers = rawScore(fit, small.obj(), nodeWith({}));
    EXPECT_EQ(byContainers, 75);
    EXPECT_EQ(rawScore(fit, level.obj(), nodeWith({})), byContainers) << "as v1.36.3 does";
    EXPECT_EQ(rawScore(fit, makePod("q").req("cpu", "0").req("memory", "0").obj(), nodeWith({level.obj()})), 25);
    EXPECT_FALSE(fits(fit, level.obj(), nodeWith({level.obj()}))) << "the filter goes by the pod level";
}

TEST(NodeResourcesFit, APodThatAsksForNothingNeedsASlotOnly)
{
    const auto full = nodeWith({makePod("r").req("cpu", "4").req("memory", "8Gi").obj()});
    EXPECT_TRUE(fits(fit, makePod("p").obj(), full));
    EXPECT_FALSE(fits(fit, makePod("p").req("cpu", "1m").obj(), full));
    EXPECT_TRUE(fits(fit, makePod("p").req("cpu", "0").obj(), full));
}

TEST(NodeResourcesFit, FinishedPodsHoldNothingAndSlotsRunOut)
{
    // As the cache hands it over: Succeeded and Failed pods are left out, the bound pending one counts.
    const auto busy = makePod("c").req("cpu", "4").obj();
    const auto bound = makePod("d").node("n").phase(model::PodPhase::Pending).obj();
    const auto host =
        makeNode("n").allocatable("cpu", "4").allocatable("nvidia.com/gpu", "1").allocatable("pods", "3").obj();
    const auto node = makeNodeInfo(host, {busy, bound});
    EXPECT_EQ(node->requested().pods, 2);
    const auto asksGpu = makePod("e").req("nvidia.com/gpu", "1").obj();
    const auto asksNothing = makePod("f").obj();
    EXPECT_TRUE(fits(fit, asksGpu, node));
    EXPECT_TRUE(fits(fit, asksNothing, node));
    const model::Verdict second = verdict(fit, asksNothing, makeNodeInfo(host, {busy, bound, asksGpu}));
    ASSERT_EQ(second.reasons.size(), 1u);
    EXPECT_EQ(second.reasons[0], (model::Reason{ReasonCode::TooManyPods, symbol("pods"), {}, 1, 3, 3}));
}

TEST(NodeResourcesFit, SharedGpusAreCountedByTheirUnits)
{
    const auto two = makePod("p").req("nvidia.com/gpu", "2").obj();
    EXPECT_TRUE(fits(fit, two, makeNodeInfo(makeNode("n").allocatable("nvidia.com/gpu", "8").obj())));
    const auto renamed =
        makeNodeInfo(makeNode("n").allocatable("nvidia.com/gpu", "0").allocatable("nvidia.com/gpu.shared", "8").obj());
    EXPECT_FALSE(fits(fit, makePod("p").req("nvidia.com/gpu", "1").obj(), renamed));
    EXPECT_TRUE(fits(fit, makePod("p").req("nvidia.com/gpu.shared", "1").obj(), renamed));
}

TEST(NodeResourcesFit, MigSlicesAreResourcesOfTheirOwn)
{
    const auto gpu = makePod("p").req("nvidia.com/gpu", "1").obj();
    const auto mixed = makeNode("a").allocatable("nvidia.com/gpu", "0").allocatable("nvidia.com/mig-1g.10gb", "6");
    EXPECT_FALSE(fits(fit, gpu, makeNodeInfo(mixed.obj())));
    const auto stale = makeNode("b").allocatable("nvidia.com/gpu", "2").allocatable("nvidia.com/mig-1g.10gb", "6");
    EXPECT_TRUE(fits(fit, gpu, makeNodeInfo(stale.obj()))) << "the scheduler only counts";
    EXPECT_TRUE(fits(fit, gpu, makeNodeInfo(makeNode("c").allocatable("nvidia.com/gpu", "7").obj())));
}

TEST(NodeResourcesFit, IgnoresOnlyTheExtendedResourcesItIsToldTo)
{
    const auto pod = makePod("p").req("example.com/a", "1").req("other.org/b", "1").obj();
    const auto node = makeNodeInfo(makeNode("n").obj());
    EXPECT_EQ(verdict(fit, pod, node).reasons.size(), 2u);
    const auto byName = verdict(fit, pod, node, policyWith(fit, {{"ignoredResources", "example.com/a"}}));
    ASSERT_EQ(byName.reasons.size(), 1u);
    EXPECT_EQ(byName.reasons[0].subject, symbol("other.org/b"));
    EXPECT_TRUE(fits(fit, pod, node, policyWith(fit, {{"ignoredResourceGroups", "example.com,other.org"}})));
    EXPECT_FALSE(fits(fit, makePod("p").req("hugepages-2Mi", "2Mi").obj(), node,
        policyWith(fit, {{"ignoredResources", "hugepages-2Mi"}})));
}

TEST(NodeResourcesFit, SumsThatSaturateLeaveNoRoom)
{
    const auto huge = makePod("r").req("memory", "8Ei").obj();
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "1").allocatable("memory", "8Ei").obj(),
        {huge, makePod("s").req("memory", "8Ei").obj(), makePod("t").req("memory", "8Ei").obj()});
    EXPECT_GT(node->requested().memoryBytes, 0) << "three times 8Ei never wraps";
    EXPECT_FALSE(fits(fit, makePod("p").req("memory", "1").obj(), node));
    EXPECT_GE(rawScore(fit, makePod("p").req("memory", "1").obj(), node), 0);
}

TEST(NodeResourcesFit, LeastAllocatedPrefersTheEmptierNode)
{
    const auto pod = makePod("p").req("cpu", "1").req("memory", "2Gi").obj();
    // cpu (4000-1000)/4000 = 75, memory (8-2)/8 = 75
    EXPECT_EQ(rawScore(fit, pod, nodeWith({})), 75);
    // cpu (4000-1300)/4000 = 67, memory (8-5)/8 = 37; mean 52
    EXPECT_EQ(rawScore(fit, pod, nodeWith({makePod("r").req("cpu", "300m").req("memory", "3Gi").obj()})), 52);
}

TEST(NodeResourcesFit, ContainersThatStateNothingCountAsTheSchedulersDefaults)
{
    // 100m of 4000m: 97; 200 MiB of 8 GiB: 97
    EXPECT_EQ(rawScore(fit, makePod("p").obj(), nodeWith({})), 97);
}

TEST(NodeResourcesFit, MostAllocatedPrefersTheFullerNode)
{
    const auto pod = makePod("p").req("cpu", "1").req("memory", "2Gi").obj();
    EXPECT_EQ(rawScore(fit, pod, nodeWith({}), strategy("MostAllocated")), 25);
    // cpu 1300/4000 = 32, memory 5/8 = 62; mean 47
    EXPECT_EQ(rawScore(fit, pod, nodeWith({makePod("r").req("cpu", "300m").req("memory", "3Gi").obj()}),
                  strategy("MostAllocated")),
        47);
}

TEST(NodeResourcesFit, RequestedToCapacityRatioFollowsItsBrokenLine)
{
    const auto pod = makePod("p").req("cpu", "1").req("memory", "2Gi").obj();
    EXPECT_EQ(rawScore(fit, pod, nodeWith({}), strategy("RequestedToCapacityRatio")), 25);
    // 25 % lies half way between (0, 100) and (50, 0)
    EXPECT_EQ(rawScore(fit, pod, nodeWith({}), strategy("RequestedToCapacityRatio", "0=10,50=0,100=5")), 50);
    // cpu 32 % -> 100-64 = 36; memory 62 % -> 0+50*12/50 = 12; mean of the positive ones 24
    EXPECT_EQ(rawScore(fit, pod, nodeWith({makePod("r").req("cpu", "300m").req("memory", "3Gi").obj()}),
                  strategy("RequestedToCapacityRatio", "0=10,50=0,100=5")),
        24);
}

TEST(NodeResourcesFit, AResourceThatThePodDoesNotAskForIsNotScored)
{
    const auto policy = policyWith(fit, {{"resources", "cpu=1,nvidia.com/gpu=9"}});
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "4").allocatable("nvidia.com/gpu", "8").obj());
    EXPECT_EQ(rawScore(fit, makePod("p").req("cpu", "1").obj(), node, policy), 75);
    // cpu 75, gpu (8-4)/8 = 50
    EXPECT_EQ(rawScore(fit, makePod("p").req("cpu", "1").req("nvidia.com/gpu", "4").obj(), node, policy),
        (75 * 1 + 50 * 9) / 10);
}

TEST(NodeResourcesBalancedAllocation, ComparesTheBalanceBeforeAndAfter)
{
    // Without: 0.5 against 0 -> std 0.25 -> 75. With: 0.5 against 0.5 -> 100. 50 + (50+25)/2 = 87
    const auto node = nodeWith({makePod("r").req("cpu", "2").obj()});
    EXPECT_EQ(rawScore(balanced, makePod("p").req("memory", "4Gi").obj(), node), 87);
    // The other way round: 50 + (50-12)/2: with cpu 0.75 std 0.375 -> 62, 62-75 = -13 -> 50 + 37/2 = 68
    EXPECT_EQ(rawScore(balanced, makePod("p").req("cpu", "1").obj(), node), 68);
    // Nothing moves: 75
    EXPECT_EQ(rawScore(balanced, makePod("p").req("cpu", "1").req("memory", "2Gi").obj(), nodeWith({})), 75);
}

TEST(NodeResourcesBalancedAllocation, APodThatAsksForNoneOfTheResourcesIsNotScored)
{
    EXPECT_EQ(rawScore(balanced, makePod("p").obj(), nodeWith({})), -1);
    EXPECT_EQ(rawScore(balanced, makePod("p").req("ephemeral-storage", "1Gi").obj(), nodeWith({})), -1);
}

TEST(NodeResourcesBalancedAllocation, TakesMoreThanTwoResources)
{
    const auto policy = policyWith(balanced, {{"resources", "cpu=1,memory=1,nvidia.com/gpu=1"}});
    const auto node = makeNodeInfo(
        makeNode("n").allocatable("cpu", "4").allocatable("memory", "8Gi").allocatable("nvidia.com/gpu", "4").obj());
    // With: 0.25, 0.25, 1.0 -> mean 0.5, std sqrt(0.125) = 0.3535 -> 64; without 100: 50 + (50-36)/2 = 57
    EXPECT_EQ(rawScore(balanced, makePod("p").req("cpu", "1").req("memory", "2Gi").req("nvidia.com/gpu", "4").obj(),
                  node, policy),
        57);
}

/// Every score inside its bounds, over random loads: what pruning relies on.
TEST(LoadScores, StayWithinTheBoundsTheyGive)
{
    const std::vector<framework::PolicyPtr> policies{defaultPolicy(), strategy("MostAllocated"),
        strategy("RequestedToCapacityRatio", "0=10,30=2,60=8,100=0"),
        policyWith(balanced, {{"resources", "cpu=1,memory=1,ephemeral-storage=1"}})};
    const std::uint64_t seed = 7;
    base::SeededRandom random(seed);
    for (int round = 0; round < 3000; ++round) {
        const auto info =
            makeNodeInfo(makeNode("n")
                             .allocatable("cpu", std::to_string(1 + random.below(64)))
                             .allocatable("memory", std::to_string(1 + random.below(256)) + "Gi")
                             .allocatable("ephemeral-storage", std::to_string(1 + random.below(100)) + "Gi")
                             .obj());
        const auto pod = makePod("p").req("cpu", "1").req("memory", "1Gi").req("ephemeral-storage", "1Gi").obj();
        const model::Resources &all = info->node().allocatable;
        const auto amounts = [&](std::int64_t share) {
            return framework::Amounts{static_cast<std::int64_t>(random.below(all.cpuMilli * share / 100 + 1)),
                static_cast<std::int64_t>(random.below(all.memoryBytes * share / 100 + 1)),
                static_cast<std::int64_t>(random.below(all.ephemeralStorageBytes * share / 100 + 1))};
        };
        const auto plus = [&](const framework::Amounts &a, std::int64_t tenths) {
            return framework::Amounts{a.cpuMilli + a.cpuMilli * tenths / 10,
                a.memoryBytes + a.memoryBytes * tenths / 10,
                a.ephemeralStorageBytes + a.ephemeralStorageBytes * tenths / 10};
        };
        const auto between = [&](const framework::Amounts &a, const framework::Amounts &b) {
            const auto pick = [&](std::int64_t x, std::int64_t y) {
                return x + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(y - x) + 1));
            };
            return framework::Amounts{pick(a.cpuMilli, b.cpuMilli), pick(a.memoryBytes, b.memoryBytes),
                pick(a.ephemeralStorageBytes, b.ephemeralStorageBytes)};
        };
        const framework::Amounts podLow = amounts(30);
        const framework::Amounts podHigh = plus(podLow, 3);
        const framework::Amounts low = amounts(110);
        const framework::Amounts high = plus(low, 2);
        const framework::Amounts podNow = between(podLow, podHigh);
        const framework::Amounts now = between(low, high);
        const auto loadOf = [&](const framework::Amounts &sums) {
            framework::NodeLoad load = framework::NodeLoad::of(*info);
            load.requested = sums;
            load.nonZeroRequested = sums;
            return load;
        };
        const framework::CycleState state;
        for (const framework::PolicyPtr &policy : policies) {
            for (const framework::Policy::Score &score : policy->scores()) {
                if (!score.load) {
                    continue;
                }
                const framework::Extent range = score.load->scoreRange(
                    state, {pod.get(), podLow, podLow}, {pod.get(), podHigh, podHigh}, loadOf(low), loadOf(high));
                const std::int64_t value = score.load->score(state, {pod.get(), podNow, podNow}, loadOf(now));
                ASSERT_GE(value, range.minimum)
                    << "seed " << seed << " round " << round << ' ' << score.plugin->name().text();
                ASSERT_LE(value, range.maximum)
                    << "seed " << seed << " round " << round << ' ' << score.plugin->name().text();
            }
        }
    }
}

} // namespace
} // namespace binnacle::plugins
