// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/planner_plugins/plugin_fixture.h"

#include "planner/base/random.h"

#include <gtest/gtest.h>

namespace binnacle::plugins {
namespace {

using namespace testing;
using model::ReasonCode;

framework::PolicyPtr limits(framework::Settings settings) { return policyWith("BinnacleLimits", std::move(settings)); }
framework::PolicyPtr rules(std::string text) { return policyWith("BinnacleRules", {{"rules", std::move(text)}}); }

model::NodeInfoPtr node(std::vector<model::PodPtr> pods, model::MeasuredUse measured = {})
{
    auto info = std::make_shared<model::NodeInfo>(
        makeNode("n").allocatable("cpu", "10").allocatable("memory", "16Gi").label("pool", "gpu").obj());
    for (const model::PodPtr &pod : pods) {
        info->addPod(pod);
    }
    info->setMeasured(measured);
    return info;
}

TEST(BinnacleLimits, AreNoPartOfAPolicyThatSetsNone)
{
    const auto count = [](const framework::PolicyPtr &policy) { return policy->filters().size(); };
    EXPECT_EQ(count(limits({})), count(defaultPolicy()));
    EXPECT_EQ(count(limits({{"cpuAtMostPercent", "0"}})), count(defaultPolicy()));
    EXPECT_EQ(count(limits({{"cpuAtMostPercent", "90"}})), count(defaultPolicy()) + 1);
    EXPECT_FALSE(defaultPolicy()->readsMeasuredUse());
    EXPECT_TRUE(limits({{"cpuAtMostPercent", "90"}})->readsMeasuredUse());
    EXPECT_FALSE(limits({{"cpuAtMostPercent", "90"}, {"values", "requested"}})->readsMeasuredUse());
    EXPECT_FALSE(limits({{"latencyAtMostMilliseconds", "5"}})->readsMeasuredUse());
}

TEST(BinnacleLimits, LetsCpuBeUsedUpToTheShareByRequestsWhereNothingIsMeasured)
{
    const auto policy = limits({{"cpuAtMostPercent", "90"}});
    const auto busy = node({makePod("a").req("cpu", "7").obj()});
    EXPECT_TRUE(fits("BinnacleLimits", makePod("p").req("cpu", "2").obj(), busy, policy));
    const model::Verdict refused = verdict("BinnacleLimits", makePod("p").req("cpu", "2001m").obj(), busy, policy);
    ASSERT_EQ(refused.reasons.size(), 1u);
    EXPECT_EQ(refused.kind, model::VerdictKind::Unschedulable);
    EXPECT_EQ(refused.reasons[0].code, ReasonCode::PolicyCpuLimit);
    EXPECT_EQ(refused.reasons[0].detail, "requested");
    EXPECT_EQ(refused.reasons[0].asked, 2001);
    EXPECT_EQ(refused.reasons[0].used, 7000);
    EXPECT_EQ(refused.reasons[0].capacity, 9000);
    EXPECT_EQ(verdict("BinnacleLimits", makePod("p").req("cpu", "9500m").obj(), node({}), policy).kind,
        model::VerdictKind::UnschedulableAndUnresolvable)
        << "not even alone";
}

TEST(BinnacleLimits, GoesByWhatWasMeasuredWhereThatIsKnown)
{
    const auto policy = limits({{"cpuAtMostPercent", "90"}, {"memoryFreeAtLeastBytes", "2147483648"}});
    const auto idle = node({makePod("a").req("cpu", "9").obj()}, {1000, std::nullopt});
    EXPECT_TRUE(fits("BinnacleLimits", makePod("p").req("cpu", "8").obj(), idle, policy));
    const auto hot = node({makePod("a").req("cpu", "1").obj()}, {8900, std::int64_t{13} << 30});
    const model::Verdict refused =
        verdict("BinnacleLimits", makePod("p").req("cpu", "1").req("memory", "2Gi").obj(), hot, policy);
    ASSERT_EQ(refused.reasons.size(), 2u);
    EXPECT_EQ(refused.reasons[0].detail, "measured");
    EXPECT_EQ(refused.reasons[1].code, ReasonCode::PolicyMemoryReserve);
    EXPECT_EQ(refused.reasons[1].detail, "measured");
    EXPECT_EQ(refused.reasons[1].capacity, std::int64_t{14} << 30);
    const auto byRequests = limits({{"cpuAtMostPercent", "90"}, {"values", "requested"}});
    EXPECT_TRUE(fits("BinnacleLimits", makePod("p").req("cpu", "1").obj(), hot, byRequests));
}

TEST(BinnacleLimits, CountsPodsThatCameAfterTheMeasurement)
{
    const auto policy = limits({{"cpuAtMostPercent", "90"}});
    auto info = std::make_shared<model::NodeInfo>(*node({makePod("a").req("cpu", "1").obj()}, {5000, std::nullopt}));
    info->addPod(makePod("b").req("cpu", "3").obj());
    EXPECT_EQ(info->measured().cpuMilli, 8000);
    EXPECT_TRUE(fits("BinnacleLimits", makePod("p").req("cpu", "1").obj(), info, policy));
    EXPECT_FALSE(fits("BinnacleLimits", makePod("p").req("cpu", "2").obj(), info, policy));
    info->removePod("uid-a");
    EXPECT_EQ(info->measured().cpuMilli, 8000) << "what it used is in the measurement still";
    info->removePod("uid-b");
    EXPECT_EQ(info->measured().cpuMilli, 5000);
}

TEST(BinnacleLimits, RefusesEvenAPodThatAsksForNothingWhereTheLimitIsPassed)
{
    const auto policy = limits({{"cpuAtMostPercent", "50"}});
    EXPECT_FALSE(fits("BinnacleLimits", makePod("p").obj(), node({}, {5001, std::nullopt}), policy));
    EXPECT_TRUE(fits("BinnacleLimits", makePod("p").obj(), node({}, {5000, std::nullopt}), policy));
    const auto more = limits({{"memoryFreeAtLeastBytes", std::to_string(std::int64_t{17} << 30)}});
    EXPECT_FALSE(fits("BinnacleLimits", makePod("p").obj(), node({}), more)) << "the node has less than must be free";
}

TEST(BinnacleLimits, NotesThatLatencyIsNotMeasuredAndRefusesNothingForIt)
{
    const auto policy = limits({{"latencyAtMostMilliseconds", "5"}});
    const model::Verdict answer = verdict("BinnacleLimits", makePod("p").obj(), node({}), policy);
    EXPECT_TRUE(answer.ok());
    ASSERT_EQ(answer.reasons.size(), 1u);
    EXPECT_EQ(answer.reasons[0].code, ReasonCode::PolicyLatencyUnknown);
    EXPECT_EQ(answer.reasons[0].asked, 5);
}

TEST(BinnacleLimits, FilterAndFitsAgreeAndMoreLoadNeverTurnsARefusalIntoAFit)
{
    const std::uint64_t seed = 99;
    base::SeededRandom random(seed);
    const auto policy = limits({{"cpuAtMostPercent", "80"}, {"memoryFreeAtLeastBytes", "4294967296"}});
    const auto *plugin = filterOf(*policy, "BinnacleLimits").load;
    ASSERT_NE(plugin, nullptr);
    const framework::CycleState state;
    for (int round = 0; round < 2000; ++round) {
        const auto amount = [&](std::uint64_t most) { return static_cast<std::int64_t>(random.below(most)); };
        const auto pod = makePod("p").req("cpu", std::to_string(amount(6000)) + "m").obj();
        const auto info = node({makePod("a").req("cpu", std::to_string(amount(9000)) + "m").obj()},
            {random.below(2) ? std::optional(amount(10'000)) : std::nullopt,
                random.below(2) ? std::optional(amount(std::uint64_t{16} << 30)) : std::nullopt});
        const framework::NodeLoad load = framework::NodeLoad::of(*info);
        framework::PodLoad asks = framework::PodLoad::of(*pod);
        const bool fits = plugin->fits(state, asks, load);
        ASSERT_EQ(fits, filterOf(*policy, "BinnacleLimits").filter->filter(state, *pod, load).ok()) << "seed " << seed;
        framework::NodeLoad heavier = load;
        heavier.requested.cpuMilli += amount(3000);
        asks.request.memoryBytes += amount(std::uint64_t{4} << 30);
        ASSERT_FALSE(!fits && plugin->fits(state, asks, heavier)) << "seed " << seed;
    }
}

TEST(BinnacleRules, RefusesForbiddenNodesAndThoseThatAreNotRequired)
{
    const auto policy = rules("keep:require:pool=gpu:ml:|off:forbid:pool in (gpu,tpu):web:team=a");
    EXPECT_TRUE(fits("BinnacleRules", makePod("ml/p").obj(), node({}), policy));
    const model::Verdict forbidden =
        verdict("BinnacleRules", makePod("web/p").label("team", "a").obj(), node({}), policy);
    ASSERT_EQ(forbidden.reasons.size(), 1u);
    EXPECT_EQ(forbidden.kind, model::VerdictKind::UnschedulableAndUnresolvable);
    EXPECT_EQ(forbidden.reasons[0].code, ReasonCode::PolicyForbidsNode);
    EXPECT_EQ(forbidden.reasons[0].subject.text(), "off");
    EXPECT_EQ(forbidden.reasons[0].detail, "pool in (gpu,tpu)");
    EXPECT_TRUE(fits("BinnacleRules", makePod("web/p").obj(), node({}), policy)) << "another team";
    const auto plain = makeNodeInfo(makeNode("m").obj());
    const model::Verdict required = verdict("BinnacleRules", makePod("ml/p").obj(), plain, policy);
    ASSERT_EQ(required.reasons.size(), 1u);
    EXPECT_EQ(required.reasons[0].code, ReasonCode::PolicyRequiresOtherNode);
    EXPECT_EQ(required.reasons[0].subject.text(), "keep");
}

TEST(BinnacleRules, ScoresByTheWeightsThatMatchUpToAHundred)
{
    const auto policy = rules("a:prefer=30:pool::|b:prefer=80:pool=gpu::team=a|c:prefer=20:pool=cpu::");
    EXPECT_EQ(rawScore("BinnacleRules", makePod("p").obj(), node({}), policy), 30);
    EXPECT_EQ(rawScore("BinnacleRules", makePod("p").label("team", "a").obj(), node({}), policy), 110);
    const auto &score = scoreOf(*policy, "BinnacleRules");
    EXPECT_EQ(score.node->normalise(110, {30, 110}), 100);
    EXPECT_EQ(score.node->normalise(30, {30, 30}), 30) << "points, whatever other nodes have";
    EXPECT_EQ(rawScore("BinnacleRules", makePod("p").obj(), node({}), rules("a:prefer=3:pool:ml:")), -1)
        << "no rule concerns it";
}

TEST(BinnacleRules, ReadsOnlyTheLabelsOfRulesThatConcernThePod)
{
    const auto policy = rules("a:forbid:x:ml:|b:prefer=3:y,z::");
    const framework::CycleState state;
    const auto reads = [&](const model::PodPtr &pod) {
        std::string names;
        const framework::NodeReads all = filterOf(*policy, "BinnacleRules").plugin->reads(state, *pod);
        EXPECT_FALSE(all.everything);
        for (const base::Symbol label : all.labels) {
            names += std::string(label.text()) + ' ';
        }
        return names;
    };
    EXPECT_EQ(reads(makePod("ml/p").obj()), "x y z ");
    EXPECT_EQ(reads(makePod("web/p").obj()), "y z ");
}

} // namespace
} // namespace binnacle::plugins
