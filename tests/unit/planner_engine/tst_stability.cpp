// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/decide.h"
#include "planner/engine/perturbation.h"

#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace binnacle::engine {
namespace {

using namespace testing;

TEST(Stability, PruningChangesNothing)
{
    const std::uint64_t seed = 1234;
    base::SeededRandom random(seed);
    const std::vector<framework::PolicyPtr> all = policies();
    int uncertain = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto unmeasured = randomCluster(random, round % 10 == 0 ? 60 : 12);
        const auto pod = randomPod(random, "new/pod");
        std::vector<model::NodeInfoPtr> nodes;
        for (const model::NodeInfoPtr &node : unmeasured->nodes()) {
            auto copy = std::make_shared<model::NodeInfo>(*node);
            if (random.below(3) == 0) {
                copy->variation = {random.unit() * 0.4, random.unit() * 0.2};
            }
            nodes.push_back(std::move(copy));
        }
        const auto snapshot = makeSnapshot(nodes);
        const framework::Policy &policy = *all[static_cast<std::size_t>(round) % all.size()];
        DecideOptions options{.seed = random.next(), .worlds = 24, .podVariation = {random.unit() * 0.3, std::nullopt}};
        const model::Decision pruned = decide(*snapshot, pod, policy, options);
        options.prune = false;
        const model::Decision tried = decide(*snapshot, pod, policy, options);
        ASSERT_EQ(pruned.confidence.stability, tried.confidence.stability) << "seed " << seed << " round " << round;
        ASSERT_EQ(pruned.fingerprint(), tried.fingerprint());
        uncertain += tried.confidence.worlds > 0 && tried.confidence.stability > 0 && tried.confidence.stability < 1;
    }
    EXPECT_GT(uncertain, 400) << "the cases must be hard enough to tell";
}

TEST(Stability, ALargeLeadIsStableAndACloseRaceIsNot)
{
    const auto node = [](std::string_view name, std::string_view used) {
        return makeNodeInfo(makeNode(name).allocatable("cpu", "10").allocatable("memory", "10Gi").obj(),
            {makePod("r").req("cpu", used).req("memory", std::string(used) + "Gi").obj()});
    };
    const auto pod = makePod("p").req("cpu", "100m").req("memory", "100Mi").obj();
    const auto stability = [&](const std::vector<model::NodeInfoPtr> &nodes) {
        return decide(*makeSnapshot(nodes), pod, *plugins::defaultPolicy(), {.seed = 3}).confidence.stability;
    };
    EXPECT_EQ(stability({node("a", "1"), node("b", "8")}), 1.0);
    const double close = stability({node("a", "5"), node("b", "5.2")});
    EXPECT_GT(close, 0.5);
    EXPECT_LT(close, 0.98);
}

TEST(Stability, AWinnerThatOnlyJustFitsLosesTheWorldsInWhichItDoesNot)
{
    const auto full = makeNodeInfo(
        makeNode("a").allocatable("cpu", "4").allocatable("memory", "8Gi").obj(), {makePod("r").req("cpu", "3").obj()});
    const double stability =
        decide(*makeSnapshot({full}), makePod("p").req("cpu", "1").obj(), *plugins::defaultPolicy(), {.seed = 3})
            .confidence.stability;
    EXPECT_GT(stability, 0.2);
    EXPECT_LT(stability, 0.8);
}

TEST(Perturbation, HasTheMeasuredSpreadAndStaysWithinItsBounds)
{
    const Perturbation perturbation({0.1, std::nullopt});
    const framework::Amounts amounts{1'000'000, std::int64_t{1} << 45, 1'000'000};
    double cpu = 0;
    double cpuSquares = 0;
    double memorySquares = 0;
    constexpr int draws = 20000;
    for (int i = 0; i < draws; ++i) {
        const std::uint64_t draw = Perturbation::draw(Perturbation::worldKey(9, i), Perturbation::nameKey("node"));
        const framework::Amounts now = perturbation.at(amounts, draw);
        const framework::Amounts low = perturbation.low(amounts);
        const framework::Amounts high = perturbation.high(amounts);
        ASSERT_TRUE(now.cpuMilli >= low.cpuMilli && now.cpuMilli <= high.cpuMilli);
        ASSERT_TRUE(now.memoryBytes >= low.memoryBytes && now.memoryBytes <= high.memoryBytes);
        const double off = static_cast<double>(now.cpuMilli) / 1e6 - 1;
        const double memoryOff = static_cast<double>(now.memoryBytes) / static_cast<double>(amounts.memoryBytes) - 1;
        cpu += off;
        cpuSquares += off * off;
        memorySquares += memoryOff * memoryOff;
    }
    EXPECT_NEAR(cpu / draws, 0, 0.003);
    EXPECT_NEAR(std::sqrt(cpuSquares / draws), 0.1, 0.003);
    EXPECT_NEAR(std::sqrt(memorySquares / draws), defaultVariation, 0.002);
}

TEST(Perturbation, LeavesNothingAsNothingAndTakesOnlyRealMeasurements)
{
    const Perturbation wild({1e9, -1.0});
    EXPECT_EQ(wild.high({}), framework::Amounts{});
    EXPECT_GT(wild.low({1000, 1000, 1000}).cpuMilli, 0) << "capped: amounts never turn negative";
    EXPECT_EQ(wild.low({0, 1000, 0}).memoryBytes, Perturbation(model::Variation{}).low({0, 1000, 0}).memoryBytes);
    const framework::Amounts most{std::numeric_limits<std::int64_t>::max(), 0, 0};
    EXPECT_EQ(wild.high(most).cpuMilli, most.cpuMilli) << "saturates";
}

} // namespace
} // namespace binnacle::engine
