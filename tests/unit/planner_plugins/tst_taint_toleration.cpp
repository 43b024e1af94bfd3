// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/planner_plugins/plugin_fixture.h"

#include "planner/plugins/taint_toleration/tolerates.h"

#include <gtest/gtest.h>

namespace binnacle::plugins {
namespace {

using namespace testing;
using model::TaintEffect;
using model::Toleration;

constexpr auto plugin = "TaintToleration";

Toleration toleration(
    std::string_view key, Toleration::Operator op, std::string value = {}, TaintEffect effect = TaintEffect::None)
{
    return {symbol(key), op, std::move(value), effect, {}};
}

/// The taints of the case "Keyless Exists toleration assumed to tolerate everything", and which of them are covered.
std::string covered(const Toleration &toleration, bool comparisons)
{
    const std::vector<model::Taint> taints{
        {symbol("x"), "", TaintEffect::NoExecute},
        {symbol("k"), "v", TaintEffect::NoSchedule},
        {symbol("k"), "", TaintEffect::NoSchedule},
        {symbol("k"), "950", TaintEffect::NoSchedule},
        {symbol("k"), "9.5", TaintEffect::NoSchedule},
    };
    std::string out;
    for (const model::Taint &taint : taints) {
        out += tolerates({toleration}, taint, comparisons) ? 'y' : '-';
    }
    return out;
}

TEST(TaintToleration, KeylessExistsStillComparesTheEffect)
{
    EXPECT_EQ(covered(toleration("", Toleration::Operator::Exists, "", TaintEffect::NoSchedule), false), "-yyyy");
    EXPECT_EQ(covered(toleration("", Toleration::Operator::Exists), false), "yyyyy");
}

TEST(TaintToleration, KeyWithoutOperatorOrValueCoversTheEmptyValueOnly)
{
    EXPECT_EQ(covered(toleration("k", Toleration::Operator::Equal), false), "--y--");
}

TEST(TaintToleration, ComparisonCoversNothingWhileItsGateIsOff)
{
    EXPECT_EQ(covered(toleration("k", Toleration::Operator::Gt, "900"), false), "-----");
    EXPECT_EQ(covered(toleration("k", Toleration::Operator::Lt, "1000"), false), "-----");
}

TEST(TaintToleration, ComparisonBehindItsGateComparesIntegersOnly)
{
    EXPECT_EQ(covered(toleration("k", Toleration::Operator::Gt, "900"), true), "---y-");
    EXPECT_EQ(covered(toleration("k", Toleration::Operator::Lt, "951"), true), "---y-");
    EXPECT_EQ(covered(toleration("k", Toleration::Operator::Gt, "950"), true), "-----");
    for (const char *malformed : {"0900", "+900", "9e2", "", "-", "99999999999999999999"}) {
        EXPECT_EQ(covered(toleration("k", Toleration::Operator::Gt, malformed), true), "-----") << malformed;
    }
}

TEST(TaintToleration, RefusesTheFirstHardTaintThatIsNotTolerated)
{
    const auto node = makeNodeInfo(makeNode("n")
                                       .taint("soft", "1", TaintEffect::PreferNoSchedule)
                                       .taint("a", "1", TaintEffect::NoExecute)
                                       .taint("b", "2")
                                       .obj());
    EXPECT_TRUE(fits(plugin, makePod("p").tolerationExists("a").tolerationExists("b").obj(), node));
    const model::Verdict refused = verdict(plugin, makePod("p").tolerationExists("a").obj(), node);
    ASSERT_EQ(refused.reasons.size(), 1u);
    EXPECT_EQ(refused.kind, model::VerdictKind::UnschedulableAndUnresolvable);
    EXPECT_EQ(refused.reasons[0].code, model::ReasonCode::TaintNotTolerated);
    EXPECT_EQ(refused.reasons[0].subject, symbol("b"));
    EXPECT_EQ(refused.reasons[0].detail, "2:NoSchedule");
}

TEST(TaintToleration, AGpuToleratedForOneEffectIsRefusedForAnother)
{
    const auto node = makeNodeInfo(makeNode("n").taint("nvidia.com/gpu", "", TaintEffect::NoExecute).obj());
    EXPECT_FALSE(fits(plugin, makePod("p").tolerationExists("nvidia.com/gpu", TaintEffect::NoSchedule).obj(), node));
}

TEST(TaintToleration, FewerUntoleratedSoftTaintsScoreBetter)
{
    const auto clean = makeNodeInfo(makeNode("a").obj());
    const auto tainted = makeNodeInfo(makeNode("b")
                                          .taint("x", "", TaintEffect::PreferNoSchedule)
                                          .taint("y", "", TaintEffect::PreferNoSchedule)
                                          .taint("z", "", TaintEffect::PreferNoSchedule)
                                          .obj());
    const auto pod = makePod("p").tolerationExists("x").obj();
    EXPECT_EQ(rawScore(plugin, pod, clean), 0);
    EXPECT_EQ(rawScore(plugin, pod, tainted), 2);
    const framework::NodeScorePlugin &score = *scoreOf(*defaultPolicy(), plugin).node;
    EXPECT_EQ(score.normalise(0, {0, 0}), 100);
    EXPECT_EQ(score.normalise(2, {0, 3}), 100 - 200 / 3);
    EXPECT_EQ(score.normalise(3, {0, 3}), 0);
}

TEST(TaintToleration, ASoftTaintToleratedForAnotherEffectCounts)
{
    const auto node = makeNodeInfo(makeNode("b").taint("x", "", TaintEffect::PreferNoSchedule).obj());
    EXPECT_EQ(rawScore(plugin, makePod("p").tolerationExists("x", TaintEffect::NoSchedule).obj(), node), 1);
}

} // namespace
} // namespace binnacle::plugins
