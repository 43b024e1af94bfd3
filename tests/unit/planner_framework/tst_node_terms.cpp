// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/node_terms.h"

#include <gtest/gtest.h>

namespace binnacle::framework {
namespace {

using model::Requirement;
using Operator = model::Requirement::Operator;

Requirement only(std::string_view text)
{
    const auto terms = parseNodeTerms(text, false);
    EXPECT_TRUE(terms.ok()) << text << ": " << terms.status();
    if (!terms.ok() || terms->size() != 1 || terms->front().term.matchExpressions.size() != 1) {
        ADD_FAILURE() << "not one requirement: " << text;
        return {};
    }
    return terms->front().term.matchExpressions.front();
}

Requirement expected(std::string_view key, Operator op, std::vector<std::string> values = {})
{
    return {base::Symbol(key), op, std::move(values)};
}

TEST(NodeTerms, KnowTheOperatorsOfSelectors)
{
    EXPECT_EQ(only("zone in (a, b)"), expected("zone", Operator::In, {"a", "b"}));
    EXPECT_EQ(only("zone in(a)"), expected("zone", Operator::In, {"a"}));
    EXPECT_EQ(only(" zone notin ( a ) "), expected("zone", Operator::NotIn, {"a"}));
    EXPECT_EQ(only("zone=a"), expected("zone", Operator::In, {"a"}));
    EXPECT_EQ(only("zone == a"), expected("zone", Operator::In, {"a"}));
    EXPECT_EQ(only("zone!=a"), expected("zone", Operator::NotIn, {"a"}));
    EXPECT_EQ(only("empty="), expected("empty", Operator::In, {""}));
    EXPECT_EQ(only("node.example.com/gpu"), expected("node.example.com/gpu", Operator::Exists));
    EXPECT_EQ(only("!spot"), expected("spot", Operator::DoesNotExist));
    EXPECT_EQ(only("cores>8"), expected("cores", Operator::Gt, {"8"}));
    EXPECT_EQ(only("cores < -8"), expected("cores", Operator::Lt, {"-8"}));
    EXPECT_EQ(only("in in (in)"), expected("in", Operator::In, {"in"}));
}

TEST(NodeTerms, AreAlternativesOfLists)
{
    const auto terms = parseNodeTerms("zone=a,!spot | @metadata.name=n1, zone", false);
    ASSERT_TRUE(terms.ok());
    ASSERT_EQ(terms->size(), 2u);
    EXPECT_EQ((*terms)[0].term.matchExpressions.size(), 2u);
    EXPECT_EQ((*terms)[0].weight, 0);
    EXPECT_EQ((*terms)[1].term.matchExpressions.size(), 1u);
    ASSERT_EQ((*terms)[1].term.matchFields.size(), 1u);
    EXPECT_EQ((*terms)[1].term.matchFields[0], expected("metadata.name", Operator::In, {"n1"}));
}

TEST(NodeTerms, CarryWeightsWhenTheyMust)
{
    const auto terms = parseNodeTerms("50: zone=a | 1:gpu", true);
    ASSERT_TRUE(terms.ok());
    ASSERT_EQ(terms->size(), 2u);
    EXPECT_EQ((*terms)[0].weight, 50);
    EXPECT_EQ((*terms)[1].weight, 1);
    for (const char *text : {"zone=a", "0: zone=a", "101: zone=a", "1 zone=a", ": zone=a", "1:", "1:a | b"}) {
        EXPECT_FALSE(parseNodeTerms(text, true).ok()) << text;
    }
}

TEST(NodeTerms, AnEmptyValueIsQuoted)
{
    const auto terms = parseNodeTerms("zone in ('',a) | zone notin ('')", false);
    ASSERT_TRUE(terms.ok()) << terms.status();
    ASSERT_EQ(terms->size(), 2u);
    EXPECT_EQ((*terms)[0].term.matchExpressions[0].values, (std::vector<std::string>{"", "a"}));
    EXPECT_EQ((*terms)[1].term.matchExpressions[0].values, std::vector<std::string>{""});
}

TEST(NodeTerms, OfAnEmptyTextAreNone)
{
    EXPECT_TRUE(parseNodeTerms("", false)->empty());
    EXPECT_TRUE(parseNodeTerms("  ", true)->empty());
}

TEST(NodeTerms, SayWhatIsWrongAndWhere)
{
    for (const char *text :
        {"|", "a|", "|a", ",", "a,", "!", "!!a", "a in", "a in ()", "a in (b", "a in (b,)", "a in b", "a around (b)",
            "a b", "a>many", "a>", "a>99999999999999999999", "a=b c", "a=b)", "@metadata.uid=x", "@metadata.name",
            "@metadata.name in (a,b)", "@metadata.name>1", "a=\"b\"", "a;b", "50: a"}) {
        const auto terms = parseNodeTerms(text, false);
        EXPECT_FALSE(terms.ok()) << text;
        EXPECT_NE(terms.status().message().find("at character"), absl::string_view::npos) << text;
    }
}

TEST(NodeTerms, AreBounded)
{
    const auto repeated = [](std::string_view one, std::string_view between, int times) {
        std::string text(one);
        for (int i = 1; i < times; ++i) {
            text.append(between).append(one);
        }
        return text;
    };
    EXPECT_TRUE(parseNodeTerms(repeated("a", "|", 64), false).ok());
    EXPECT_FALSE(parseNodeTerms(repeated("a", "|", 65), false).ok());
    EXPECT_TRUE(parseNodeTerms(repeated("a", ",", 64), false).ok());
    EXPECT_FALSE(parseNodeTerms(repeated("a", ",", 65), false).ok());
    EXPECT_TRUE(parseNodeTerms("a in (" + repeated("b", ",", 256) + ')', false).ok());
    EXPECT_FALSE(parseNodeTerms("a in (" + repeated("b", ",", 257) + ')', false).ok());
    EXPECT_TRUE(parseNodeTerms(std::string(317, 'a'), false).ok());
    EXPECT_FALSE(parseNodeTerms(std::string(318, 'a'), false).ok());
}

} // namespace
} // namespace binnacle::framework
