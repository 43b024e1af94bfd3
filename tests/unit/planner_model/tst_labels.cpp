// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/labels.h"
#include "planner/model/pod.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::model {
namespace {

using testing::doesNotExist;
using testing::exists;
using testing::in;
using testing::notIn;
using testing::symbol;

TEST(Labels, AreSortedByTextAndTheLastOfEqualKeysStays)
{
    const Labels labels({{symbol("z"), "1"}, {symbol("a"), "old"}, {symbol("m"), "2"}, {symbol("a"), "new"}});
    ASSERT_EQ(labels.entries().size(), 3u);
    EXPECT_EQ(labels.entries()[0].first.text(), "a");
    EXPECT_EQ(labels.entries()[2].first.text(), "z");
    EXPECT_EQ(*labels.find(symbol("a")), "new");
    EXPECT_EQ(labels.find(symbol("absent")), nullptr);
    EXPECT_EQ(labels, Labels({{symbol("m"), "2"}, {symbol("a"), "new"}, {symbol("z"), "1"}}));
}

struct SelectorRow {
    const char *sentence;
    std::vector<Requirement> selector;
    bool selects;
};

TEST(Labels, ASelectorFollowsTheRulesOfLabelSelectors)
{
    const Labels labels({{symbol("app"), "db"}, {symbol("tier"), ""}});
    const SelectorRow rows[] = {
        {"an empty selector selects everything", {}, true},
        {"In holds for a listed value", {in("app", {"web", "db"})}, true},
        {"In fails for another value", {in("app", {"web"})}, false},
        {"In fails for an absent key", {in("zone", {"a"})}, false},
        {"NotIn holds for another value", {notIn("app", {"web"})}, true},
        {"NotIn holds for an absent key", {notIn("zone", {"a"})}, true},
        {"NotIn fails for a listed value", {notIn("app", {"db"})}, false},
        {"Exists holds for an empty value", {exists("tier")}, true},
        {"Exists fails for an absent key", {exists("zone")}, false},
        {"DoesNotExist holds for an absent key", {doesNotExist("zone")}, true},
        {"DoesNotExist fails for a present key", {doesNotExist("app")}, false},
        {"all requirements must hold", {exists("app"), exists("zone")}, false},
        {"an operator unknown to label selectors may select", {testing::greaterThan("app", "1")}, true},
    };
    for (const SelectorRow &row : rows) {
        EXPECT_EQ(allHold(row.selector, labels), row.selects) << row.sentence;
    }
}

TEST(AffinityTerm, LooksIntoItsNamespacesAndThoseItSelects)
{
    const Labels x({{symbol("app"), "x"}});
    const Labels prod({{symbol("env"), "prod"}});
    AffinityTerm term;
    term.namespaces = {"t1"};
    term.selector = {true, {in("app", {"x"})}};
    EXPECT_TRUE(term.selects("t1", {}, x));
    EXPECT_FALSE(term.selects("t2", {}, x));
    EXPECT_FALSE(term.selects("t1", {}, Labels()));
    term.namespaceSelector = {true, {in("env", {"prod"})}};
    EXPECT_TRUE(term.selects("t2", prod, x));
    EXPECT_TRUE(term.selects("t1", {}, x));
    EXPECT_FALSE(term.selects("t2", {}, x));
    term.namespaceSelector.requirements.clear();
    EXPECT_TRUE(term.selects("anywhere", {}, x)) << "an empty selector selects every namespace";
}

TEST(AffinityTerm, AnAbsentSelectorSelectsNothingAndAnEmptyOneEveryPod)
{
    AffinityTerm term;
    term.namespaces = {"t1"};
    EXPECT_FALSE(term.selects("t1", {}, Labels()));
    term.selector.present = true;
    EXPECT_TRUE(term.selects("t1", {}, Labels()));
}

TEST(AffinityTerm, WithoutNamespacesLooksWhereItsOwnerLives)
{
    AffinityTerm term;
    term.selector = {true, {in("app", {"x"})}};
    const PodPtr pod = testing::makePod("t1/owner").affinityTerm(term).obj();
    EXPECT_EQ(pod->affinityTerms[0].namespaces, std::vector<std::string>{"t1"});
    term.namespaceSelector.present = true;
    EXPECT_TRUE(testing::makePod("t1/owner").affinityTerm(term).obj()->affinityTerms[0].namespaces.empty());
}

} // namespace
} // namespace binnacle::model
