// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/placement_rules.h"

#include "planner/base/random.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

#include <array>

namespace binnacle::framework {
namespace {

using model::testing::makePod;

std::vector<PlacementRule> rules(std::string_view text)
{
    const auto read = parsePlacementRules(text);
    EXPECT_TRUE(read.ok()) << read.status();
    return read.value_or(std::vector<PlacementRule>());
}

std::string fault(std::string_view text) { return std::string(parsePlacementRules(text).status().message()); }

TEST(PlacementRules, AreReadAsTheyAreWritten)
{
    const std::string text = "gpu:require:pool in (a100,h100),!spot:ml,train:team=ml,stage notin (dev,'')"
                             "|cheap:prefer=50:spot,cores>8::|off:forbid:zone!=a::app";
    const std::vector<PlacementRule> read = rules(text);
    ASSERT_EQ(read.size(), 3u);
    EXPECT_EQ(read[0].name, "gpu");
    EXPECT_EQ(read[0].action, PlacementRule::Action::Require);
    EXPECT_EQ(read[0].nodes.size(), 2u);
    EXPECT_EQ(read[0].namespaces, (std::vector<std::string>{"ml", "train"}));
    EXPECT_EQ(read[0].pods.size(), 2u);
    EXPECT_EQ(read[1].weight, 50);
    EXPECT_TRUE(read[1].namespaces.empty() && read[1].pods.empty());
    EXPECT_EQ(textOf(read), text);
}

TEST(PlacementRules, SayWhichRuleIsWrong)
{
    EXPECT_EQ(fault("a:require:x"), "rule a: not name:action:nodes:namespaces:pods");
    EXPECT_EQ(fault("a:demand:x::"), "rule a: the action is require, forbid or prefer=1 to 100");
    EXPECT_EQ(fault("a:prefer=0:x::"), "rule a: the action is require, forbid or prefer=1 to 100");
    EXPECT_EQ(fault("a:prefer=101:x::"), "rule a: the action is require, forbid or prefer=1 to 100");
    EXPECT_EQ(fault("a:forbid:::"), "rule a: no nodes");
    EXPECT_EQ(fault("a:forbid:x::cores>4"), "rule a: pods by greater or less");
    EXPECT_EQ(fault("a:forbid:@metadata.name=n::"), "rule a: only labels, without alternatives");
    EXPECT_EQ(fault("a:forbid:x:,:"), "rule a: not a list of namespaces");
    EXPECT_EQ(fault("a:forbid:x::|a:forbid:y::"), "two rules are called a");
    EXPECT_NE(fault("a b:forbid:x::"), "");
    std::string many = "r0:forbid:x::";
    for (std::size_t i = 1; i <= mostPlacementRules; ++i) {
        many += "|r" + std::to_string(i) + ":forbid:x::";
    }
    EXPECT_EQ(fault(many), "more than 128 rules");
}

TEST(PlacementRules, ConcernPodsByNamespaceAndLabels)
{
    const PlacementRule rule = rules("a:forbid:x:ml:team in (a,b)").front();
    EXPECT_TRUE(rule.concerns(*makePod("ml/p").label("team", "b").obj()));
    EXPECT_FALSE(rule.concerns(*makePod("ml/p").label("team", "c").obj()));
    EXPECT_FALSE(rule.concerns(*makePod("web/p").label("team", "b").obj()));
    EXPECT_FALSE(rule.concerns(*makePod("ml/p").obj()));
}

std::string conflict(std::string_view text)
{
    static constexpr std::array<std::string_view, 5> kinds{
        "no such node", "no such pod", "required is forbidden", "required apart", "preferred is forbidden"};
    const std::vector<PlacementRule> read = rules(text);
    const auto found = conflictIn(read);
    return found ? std::string(kinds.at(static_cast<std::size_t>(found->kind))) + ' ' + read[found->first].name + ' '
            + read[found->second].name
                 : "none";
}

TEST(PlacementRules, AConflictIsFoundWhereItFollowsFromTheSelectors)
{
    EXPECT_EQ(conflict("a:require:x=1::|b:forbid:x=1::"), "required is forbidden a b");
    EXPECT_EQ(conflict("b:forbid:x::|a:require:x=1,y=2::"), "required is forbidden a b");
    EXPECT_EQ(conflict("a:require:x in (1,2)::|b:forbid:x in (1,2,3)::"), "required is forbidden a b");
    EXPECT_EQ(conflict("a:require:!x::|b:forbid:x!=1::"), "required is forbidden a b");
    EXPECT_EQ(conflict("a:require:x>5::|b:forbid:x>5::"), "required is forbidden a b");
    EXPECT_EQ(conflict("a:require:x=1::|b:require:x=2::"), "required apart a b");
    EXPECT_EQ(conflict("a:require:x::|b:require:!x::"), "required apart a b");
    EXPECT_EQ(conflict("a:prefer=5:x=1::|b:forbid:x::"), "preferred is forbidden a b");
    EXPECT_EQ(conflict("a:prefer=5:x=1,x=2::"), "no such node a a");
    EXPECT_EQ(conflict("a:forbid:x::y,!y"), "no such pod a a");
}

TEST(PlacementRules, RulesForOtherPodsOrOtherNodesDoNotConflict)
{
    EXPECT_EQ(conflict("a:require:x=1:ml:|b:forbid:x=1:web:"), "none");
    EXPECT_EQ(conflict("a:require:x=1::team=a|b:forbid:x=1::team=b"), "none");
    EXPECT_EQ(conflict("a:require:x=1::|b:forbid:x=2::"), "none");
    EXPECT_EQ(conflict("a:require:x in (1,2)::|b:forbid:x=1::"), "none");
    EXPECT_EQ(conflict("a:require:x=1::|b:require:y=2::"), "none");
    EXPECT_EQ(conflict("a:require:x::|b:forbid:x>5::"), "none");
}

/// Over all nodes with labels x and y of three values or none.
bool someNodeIsLeft(const std::vector<PlacementRule> &read)
{
    const std::array<const char *, 4> values{nullptr, "1", "2", "3"};
    for (const char *x : values) {
        for (const char *y : values) {
            std::vector<model::Labels::Entry> entries;
            if (x) {
                entries.emplace_back(base::Symbol("x"), x);
            }
            if (y) {
                entries.emplace_back(base::Symbol("y"), y);
            }
            const model::Labels labels(std::move(entries));
            const bool all = std::all_of(read.begin(), read.end(), [&](const PlacementRule &rule) {
                return model::allHold(rule.nodes, labels) == (rule.action == PlacementRule::Action::Require);
            });
            if (all) {
                return true;
            }
        }
    }
    return false;
}

TEST(PlacementRules, NoPairThatLeavesANodeIsCalledAConflict)
{
    const std::uint64_t seed = 4711;
    base::SeededRandom random(seed);
    const std::array<std::string_view, 8> one{"x=1", "x in (1,2)", "x!=1", "x", "!x", "y=3", "x notin (2,3)", "y"};
    int found = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string text;
        for (const char *name : {"a", "b"}) {
            text += (text.empty() ? "" : "|") + std::string(name) + (random.below(2) ? ":require:" : ":forbid:");
            text += one.at(random.below(one.size()));
            text += random.below(2) ? "," + std::string(one.at(random.below(one.size()))) : std::string();
            text += "::";
        }
        const std::vector<PlacementRule> read = rules(text);
        const auto conflict = conflictIn(read);
        found += conflict ? 1 : 0;
        const bool ofBoth = conflict && conflict->kind != RuleConflict::Kind::NoSuchNode;
        ASSERT_FALSE(ofBoth && someNodeIsLeft(read)) << text << " seed " << seed;
    }
    EXPECT_GT(found, 100);
}

TEST(PlacementRules, RandomRulesAreReadBackAsTheyAre)
{
    const std::uint64_t seed = 815;
    base::SeededRandom random(seed);
    const std::array<std::string_view, 6> one{"x=1", "x in (1,2)", "y!=", "a.org/x", "!x", "x notin (2,3)"};
    for (int round = 0; round < 1000; ++round) {
        std::string text;
        for (std::uint64_t i = 0, count = 1 + random.below(5); i < count; ++i) {
            text +=
                (i == 0 ? "r" : "|r") + std::to_string(i) + ":prefer=" + std::to_string(1 + random.below(100)) + ':';
            text += std::string(one.at(random.below(one.size()))) + (random.below(2) ? ":ns," : ":") + "b:";
            text += random.below(2) ? one.at(random.below(one.size())) : "";
        }
        const std::vector<PlacementRule> read = rules(text);
        ASSERT_EQ(rules(textOf(read)), read) << text << " seed " << seed;
    }
}

} // namespace
} // namespace binnacle::framework
