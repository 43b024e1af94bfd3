// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/planner_plugins/plugin_fixture.h"

#include <gtest/gtest.h>

namespace binnacle::plugins {
namespace {

using namespace testing;

constexpr auto plugin = "NodeAffinity";

model::NodeInfoPtr node()
{
    static const model::NodeInfoPtr info = makeNodeInfo(
        makeNode("n1").label("zone", "a").label("cores", "16").label("empty", "").label("odd", "16x").obj());
    return info;
}

bool matchesNode(std::vector<model::Requirement> expressions, std::vector<model::Requirement> fields = {})
{
    return fits(plugin, makePod("p").requiredNodeTerm(std::move(expressions), std::move(fields)).obj(), node());
}

TEST(NodeAffinity, KnowsEveryOperator)
{
    EXPECT_TRUE(matchesNode({in("zone", {"a", "b"})}));
    EXPECT_FALSE(matchesNode({in("zone", {"b"})}));
    EXPECT_FALSE(matchesNode({in("absent", {"a"})}));
    EXPECT_TRUE(matchesNode({notIn("zone", {"b"})}));
    EXPECT_TRUE(matchesNode({notIn("absent", {"b"})}));
    EXPECT_FALSE(matchesNode({notIn("zone", {"a"})}));
    EXPECT_TRUE(matchesNode({exists("empty")}));
    EXPECT_FALSE(matchesNode({exists("absent")}));
    EXPECT_TRUE(matchesNode({doesNotExist("absent")}));
    EXPECT_FALSE(matchesNode({doesNotExist("zone")}));
    EXPECT_TRUE(matchesNode({greaterThan("cores", "15")}));
    EXPECT_FALSE(matchesNode({greaterThan("cores", "16")}));
    EXPECT_TRUE(matchesNode({lessThan("cores", "017")}));
    EXPECT_FALSE(matchesNode({lessThan("odd", "100")}));
    EXPECT_FALSE(matchesNode({greaterThan("absent", "1")}));
}

TEST(NodeAffinity, AMalformedTermMatchesNothing)
{
    EXPECT_FALSE(matchesNode({in("zone", {})}));
    EXPECT_FALSE(matchesNode({notIn("zone", {})}));
    EXPECT_FALSE(matchesNode({greaterThan("cores", "many")}));
    EXPECT_FALSE(matchesNode({greaterThan("cores", "-5")})) << "a number, but no value that a label can have";
    EXPECT_FALSE(matchesNode({in("zone", {"a", "no label"})}));
    EXPECT_FALSE(matchesNode({notIn("zone", {"-"})}));
    EXPECT_FALSE(matchesNode({model::Requirement{symbol("cores"), model::Requirement::Operator::Lt, {"17", "18"}}}));
    EXPECT_FALSE(matchesNode({}, {exists("metadata.name")}));
    EXPECT_FALSE(matchesNode({}, {in("metadata.name", {"n1", "n2"})}));
    EXPECT_FALSE(matchesNode({}, {in("metadata.uid", {"n1"})}));
}

TEST(NodeAffinity, AnEmptyTermMatchesNothingAndTermsAreAlternatives)
{
    EXPECT_FALSE(matchesNode({}));
    EXPECT_TRUE(fits(plugin, makePod("p").requiredNodeTerm({}).requiredNodeTerm({in("zone", {"a"})}).obj(), node()));
    EXPECT_FALSE(matchesNode({in("zone", {"a"}), in("cores", {"8"})}));
}

TEST(NodeAffinity, FieldsNameTheNode)
{
    EXPECT_TRUE(matchesNode({}, {in("metadata.name", {"n1"})}));
    EXPECT_FALSE(matchesNode({}, {in("metadata.name", {"n2"})}));
    EXPECT_FALSE(matchesNode({}, {notIn("metadata.name", {"n1"})}));
    EXPECT_TRUE(matchesNode({in("zone", {"a"})}, {notIn("metadata.name", {"n2"})}));
}

TEST(NodeAffinity, PreFilterNarrowsToTheNodesThatAreNamed)
{
    const framework::PreFilterPlugin &preFilter = *filterOf(*defaultPolicy(), plugin).preFilter;
    framework::CycleState state;
    const auto two = preFilter.preFilter(state,
        *makePod("p")
             .requiredNodeTerm({}, {in("metadata.name", {"a"})})
             .requiredNodeTerm({}, {in("metadata.name", {"b"})})
             .obj(),
        {});
    ASSERT_TRUE(two.onlyNodes.has_value());
    EXPECT_EQ(two.onlyNodes->size(), 2u);
    const auto open = preFilter.preFilter(state,
        *makePod("p").requiredNodeTerm({}, {in("metadata.name", {"a"})}).requiredNodeTerm({exists("zone")}).obj(), {});
    EXPECT_FALSE(open.onlyNodes.has_value());
    const auto conflict = preFilter.preFilter(
        state, *makePod("p").requiredNodeTerm({}, {in("metadata.name", {"a"}), in("metadata.name", {"b"})}).obj(), {});
    EXPECT_FALSE(conflict.verdict.ok());
}

TEST(NodeAffinity, TheNodeSelectorIsAndedWithTheTerms)
{
    EXPECT_TRUE(fits(plugin, makePod("p").nodeSelector("zone", "a").obj(), node()));
    const model::Verdict refused = verdict(plugin, makePod("p").nodeSelector("zone", "b").obj(), node());
    ASSERT_EQ(refused.reasons.size(), 1u);
    EXPECT_EQ(refused.reasons[0].code, model::ReasonCode::NodeSelectorMismatch);
    EXPECT_EQ(refused.reasons[0].subject, symbol("zone"));
    EXPECT_EQ(refused.reasons[0].detail, "b");
    EXPECT_FALSE(
        fits(plugin, makePod("p").nodeSelector("zone", "a").requiredNodeTerm({exists("absent")}).obj(), node()));
}

TEST(NodeAffinity, ScoresTheWeightsOfPreferredTermsThatMatch)
{
    const auto pod = makePod("p")
                         .preferredNodeTerm(10, {in("zone", {"a"})})
                         .preferredNodeTerm(30, {in("zone", {"b"})})
                         .preferredNodeTerm(5, {greaterThan("cores", "8")})
                         .preferredNodeTerm(7, {})
                         .obj();
    EXPECT_EQ(rawScore(plugin, pod, node()), 15);
    EXPECT_EQ(rawScore(plugin, makePod("p").obj(), node()), -1) << "not scored without preferred terms";
    const framework::NodeScorePlugin &score = *scoreOf(*defaultPolicy(), plugin).node;
    EXPECT_EQ(score.normalise(15, {0, 40}), 37);
    EXPECT_EQ(score.normalise(0, {0, 0}), 0);
}

TEST(NodeAffinity, TheSchedulersOwnAffinityIsAndedWithThePods)
{
    const framework::PolicyPtr inA = policyWith(plugin, {{"addedRequired", "zone=a"}});
    const framework::PolicyPtr inB = policyWith(plugin, {{"addedRequired", "zone=b"}});
    const auto plain = makePod("p").obj();
    const auto matching = makePod("p").nodeSelector("zone", "a").requiredNodeTerm({exists("cores")}).obj();
    const auto other = makePod("p").requiredNodeTerm({in("zone", {"b"})}).obj();
    EXPECT_TRUE(fits(plugin, plain, node(), inA));
    EXPECT_TRUE(fits(plugin, matching, node(), inA));
    EXPECT_FALSE(fits(plugin, other, node(), inA));
    EXPECT_FALSE(fits(plugin, plain, node(), inB)) << "it holds for pods without any affinity too";
    const model::Verdict refused = verdict(plugin, matching, node(), inB);
    EXPECT_EQ(refused.kind, model::VerdictKind::UnschedulableAndUnresolvable);
    ASSERT_EQ(refused.reasons.size(), 1u);
    EXPECT_EQ(refused.reasons[0].code, model::ReasonCode::NodeAffinityMismatch);
    EXPECT_EQ(refused.reasons[0].detail, "addedAffinity");
}

TEST(NodeAffinity, TermsOfTheSchedulersOwnAffinityAreAlternatives)
{
    const auto plain = makePod("p").obj();
    EXPECT_TRUE(fits(plugin, plain, node(), policyWith(plugin, {{"addedRequired", "zone=b | cores>8,!absent"}})));
    EXPECT_FALSE(fits(plugin, plain, node(), policyWith(plugin, {{"addedRequired", "zone=b | cores>8,absent"}})));
    EXPECT_TRUE(fits(plugin, plain, node(), policyWith(plugin, {{"addedRequired", "@metadata.name=n1"}})));
    EXPECT_FALSE(fits(plugin, plain, node(), policyWith(plugin, {{"addedRequired", "@metadata.name!=n1"}})));
}

TEST(NodeAffinity, TheSchedulersOwnPreferenceIsAddedToThePods)
{
    const framework::PolicyPtr policy = policyWith(plugin, {{"addedPreferred", "20: zone=a | 40: zone=b"}});
    EXPECT_EQ(rawScore(plugin, makePod("p").obj(), node(), policy), 20) << "scored without preferences of its own";
    EXPECT_EQ(rawScore(plugin, makePod("p").preferredNodeTerm(10, {exists("cores")}).obj(), node(), policy), 30);
}

TEST(NodeAffinity, AddedTermsThatCannotBeReadMakeNoPolicy)
{
    const auto made =
        framework::Policy::make(registry(), {.settings = {{plugin, {{"addedRequired", "zone in ("}}}}, .weights = {}});
    ASSERT_FALSE(made.ok());
    EXPECT_NE(made.status().message().find("addedRequired"), absl::string_view::npos);
    EXPECT_EQ(policyWith(plugin, {{"addedRequired", "zone=a"}})->version(), "NodeAffinity.addedRequired=zone=a");
}

} // namespace
} // namespace binnacle::plugins
