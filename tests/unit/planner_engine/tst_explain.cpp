// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/explain.h"

#include "planner/engine/change_search.h"
#include "planner/engine/decide.h"
#include "planner/engine/draft.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

namespace binnacle::engine {
namespace {

using namespace testing;
using model::Change;
using model::ReasonCode;

Explanation explainOn(const model::NodeInfoPtr &node, const model::PodPtr &pod)
{
    return explain(makeSnapshot({node}), *pod, node->node().name, *plugins::defaultPolicy());
}

/// "Tolerate gpu a100:NoSchedule" and the like, one change a line.
std::string textOf(const model::ChangeSet &set)
{
    std::string text;
    for (const Change &change : set.changes) {
        text += std::string(model::changeName(change.kind));
        if (!change.subject.empty()) {
            text += ' ' + std::string(change.subject.text());
        }
        text += change.detail.empty() ? "" : ' ' + change.detail;
        text += change.amount == 0 ? "" : ' ' + std::to_string(change.amount);
        for (const model::PodKey &pod : change.pods) {
            text += ' ' + pod.text();
        }
        text += '\n';
    }
    return text;
}

std::string least(const model::NodeInfoPtr &node, const model::PodPtr &pod)
{
    return textOf(explainOn(node, pod).smallestChange());
}

/// What is proposed, each set on its own.
std::vector<std::string> proposed(const Explanation &why)
{
    std::vector<std::string> out;
    for (const model::ChangeSet &set : why.changes) {
        out.push_back(textOf(set));
    }
    return out;
}

TEST(Explain, GivesEveryPluginsWordNotOnlyTheFirst)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "4").unschedulable().taint("gpu", "a100").obj(),
        {makePod("r").req("cpu", "3").obj()});
    const Explanation why = explainOn(node, makePod("p").req("cpu", "2").obj());
    EXPECT_FALSE(why.feasible);
    ASSERT_GE(why.filters.size(), 8u);
    std::string refused;
    for (const Explanation::Word &word : why.filters) {
        refused += word.ok ? "" : std::string(word.plugin.text()) + ' ';
    }
    EXPECT_EQ(refused, "NodeUnschedulable TaintToleration NodeResourcesFit ");
}

TEST(Explain, SeveralRulesThatRefuseNeedOneChangeEach)
{
    const auto node = makeNodeInfo(
        makeNode("n").allocatable("cpu", "4").allocatable("memory", "8Gi").taint("gpu", "a100").taint("spot").obj(),
        {makePod("r").priority(9).req("cpu", "3").obj()});
    const Explanation why =
        explainOn(node, makePod("p").req("cpu", "1500m").nodeSelector("zone", "a").nodeSelector("disk", "ssd").obj());
    EXPECT_EQ(why.search, model::ChangeSearch::Least);
    EXPECT_EQ(textOf(why.smallestChange()),
        "Tolerate gpu a100:NoSchedule\nTolerate spot :NoSchedule\nAddLabel zone a\nAddLabel disk ssd\nFreeResource cpu "
        "500\n");
    EXPECT_EQ(why.smallestChange().count, 5);
}

TEST(Explain, TheTermOfTheNodeAffinityThatLacksLeastIsTaken)
{
    const auto node = makeNodeInfo(makeNode("n").label("zone", "a").label("old", "").label("gen", "3").obj());
    const auto pod = makePod("p")
                         .requiredNodeTerm({in("zone", {"b", "c"}), exists("fast"), doesNotExist("old")})
                         .requiredNodeTerm({greaterThan("gen", "4")})
                         .obj();
    EXPECT_EQ(least(node, pod), "AddLabel gen 5\n");
    EXPECT_EQ(proposed(explainOn(node, pod))[1], "DropNodeAffinity\n");
    const auto strict = makePod("q").requiredNodeTerm({in("zone", {"b"}), doesNotExist("old")}).obj();
    EXPECT_EQ(proposed(explainOn(node, strict)),
        (std::vector<std::string>{"DropNodeAffinity\n", "AddLabel zone b\nRemoveLabel old\n"}));
}

TEST(Explain, ANodeThatIsTooSmallCanOnlyBeAskedForLess)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "4").obj(), {makePod("r").req("cpu", "1").obj()});
    EXPECT_EQ(least(node, makePod("p").req("cpu", "5").obj()), "AskLess cpu 3000\n");
}

TEST(Explain, ACordonIsLiftedWithItsTaint)
{
    const auto node = makeNodeInfo(makeNode("n").unschedulable().taint("node.kubernetes.io/unschedulable").obj());
    EXPECT_EQ(proposed(explainOn(node, makePod("p").obj())),
        (std::vector<std::string>{"Uncordon\n", "Tolerate node.kubernetes.io/unschedulable :NoSchedule\n"}));
}

TEST(Explain, AnotherNodeByNameIsGivenUp)
{
    EXPECT_EQ(least(makeNodeInfo(makeNode("n").obj()), makePod("p").node("other").obj()), "ClearNodeName other\n");
}

TEST(Explain, TheFewestPodsOfLowerOrEqualPriorityAreEvicted)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "10").obj(),
        {makePod("high").priority(9).req("cpu", "4").obj(), makePod("a").req("cpu", "2").obj(),
            makePod("b").req("cpu", "2").obj(), makePod("daemon").owner("DaemonSet", "d").req("cpu", "2").obj()});
    const Explanation why = explainOn(node, makePod("p").priority(5).req("cpu", "4").obj());
    EXPECT_EQ(proposed(why), (std::vector<std::string>{"FreeResource cpu 4000\n", "EvictPods default/a default/b\n"}));
    EXPECT_EQ(why.changes[1].count, 2);
}

TEST(Explain, OnePodInTheWayOfTwoRulesIsOneChange)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "4").allocatable("memory", "4Gi").obj(),
        {makePod("r").req("cpu", "3").req("memory", "3Gi").hostPort(80).obj()});
    const auto pod = makePod("p").req("cpu", "2").req("memory", "2Gi").hostPort(80).obj();
    EXPECT_EQ(least(node, pod), "EvictPods default/r\n");
}

TEST(Explain, WaitingForWhatEndsAnywayComesFirst)
{
    const auto node = makeNodeInfo(makeNode("n").allocatable("cpu", "4").obj(),
        {makePod("leaving").req("cpu", "2").deleting().obj(), makePod("stays").req("cpu", "2").obj()});
    EXPECT_EQ(least(node, makePod("p").req("cpu", "2").obj()), "WaitForPods default/leaving\n");
    const auto job = makeNodeInfo(
        makeNode("n").allocatable("pods", "1").obj(), {makePod("run").owner("Job", "j", "batch/v1").priority(9).obj()});
    EXPECT_EQ(proposed(explainOn(job, makePod("p").obj())),
        (std::vector<std::string>{"WaitForPods default/run\n", "FreeResource pods 1\n"}));
}

TEST(Explain, APodIsKeptAwayByItsOwnAntiAffinityOrByTheirs)
{
    const auto apart =
        affinityTo(model::AffinityTerm::Kind::RequiredAntiAffinity, "zone", selecting({in("app", {"a"})}));
    const auto here = makeNodeInfo(makeNode("n").label("zone", "x").obj());
    const auto beside = makeNodeInfo(makeNode("m").label("zone", "x").obj(), {makePod("r").label("app", "a").obj()});
    const auto snapshot = makeSnapshot({here, beside});
    const Explanation own =
        explain(snapshot, *makePod("p").affinityTerm(apart).obj(), symbol("n"), *plugins::defaultPolicy());
    EXPECT_EQ(proposed(own), (std::vector<std::string>{"DropAntiAffinity zone\n", "EvictPods default/r\n"}));
    const auto shy = makeNodeInfo(makeNode("m").label("zone", "x").obj(), {makePod("r").affinityTerm(apart).obj()});
    const Explanation theirs = explain(
        makeSnapshot({here, shy}), *makePod("p").label("app", "a").obj(), symbol("n"), *plugins::defaultPolicy());
    EXPECT_EQ(proposed(theirs), std::vector<std::string>{"EvictPods default/r\n"});
}

TEST(Explain, ANodeFarFromThePodsToBeNearCanBeCountedToTheirPart)
{
    const auto near = affinityTo(model::AffinityTerm::Kind::RequiredAffinity, "zone", selecting({in("app", {"a"})}));
    const auto snapshot = makeSnapshot({makeNodeInfo(makeNode("n").obj()),
        makeNodeInfo(makeNode("m").label("zone", "x").obj(), {makePod("r").label("app", "a").obj()})});
    const Explanation why =
        explain(snapshot, *makePod("p").affinityTerm(near).obj(), symbol("n"), *plugins::defaultPolicy());
    EXPECT_EQ(proposed(why), (std::vector<std::string>{"AddLabel zone x\n", "DropAffinity zone\n"}));
}

TEST(Explain, ASkewIsAllowedOrEvenedOut)
{
    const auto snapshot =
        makeSnapshot({makeNodeInfo(makeNode("n").label("zone", "x").obj(),
                          {makePod("a").label("app", "w").obj(), makePod("b").label("app", "w").obj()}),
            makeNodeInfo(makeNode("m").label("zone", "y").obj()), makeNodeInfo(makeNode("bare").obj())});
    const auto pod =
        makePod("p").label("app", "w").spread(spreadOver("zone", 1, true, selecting({in("app", {"w"})}))).obj();
    EXPECT_EQ(proposed(explain(snapshot, *pod, symbol("n"), *plugins::defaultPolicy())),
        (std::vector<std::string>{"RelaxSpread zone 3\n", "DropSpread zone\n", "EvictPods default/a default/b\n"}));
    const Explanation bare = explain(snapshot, *pod, symbol("bare"), *plugins::defaultPolicy());
    ASSERT_GE(bare.changes.size(), 2U);
    EXPECT_EQ(textOf(bare.changes[0]) + textOf(bare.changes[1]), "AddLabel zone y\nDropSpread zone\n");
}

TEST(Explain, WhatNoChangeLiftsNamesThePlugin)
{
    const auto nowhere = makePod("p").requiredNodeTerm({}, {in("metadata.name", {"other"})}).obj();
    const auto node = makeNodeInfo(makeNode("n").obj());
    EXPECT_EQ(least(node, nowhere), "DropNodeAffinity\n");
    const framework::PolicyPtr added = framework::Policy::make(plugins::registry(),
        {.settings = {{"NodeAffinity", {{"addedRequired", "special=yes"}}}},
            .weights = {}}).value();
    const Explanation why = explain(makeSnapshot({node}), *makePod("p").obj(), symbol("n"), *added);
    EXPECT_EQ(why.search, model::ChangeSearch::NoneKnown);
    EXPECT_EQ(why.unliftable, symbol("NodeAffinity"));
    EXPECT_TRUE(why.changes.empty());
}

/// Every set lets the pod in on a fork, none holds a change that it could do without, and the cluster stays as it was.
TEST(Explain, EverySetThatIsProposedWasNeededAndSuffices)
{
    int sets = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        base::SeededRandom random(seed);
        const model::SnapshotPtr snapshot = randomCluster(random, 6);
        const model::PodPtr pod = randomPod(random, "p");
        const base::Fingerprint before = snapshot->hash();
        const framework::PolicyPtr policy = plugins::defaultPolicy();
        for (const model::NodeInfoPtr &info : snapshot->nodes()) {
            const base::Symbol node = info->node().name;
            const Explanation why = explain(snapshot, *pod, node, *policy);
            ASSERT_EQ(why.feasible, recheck(*snapshot, *pod, node, *policy).verdict.ok());
            for (const model::ChangeSet &set : why.changes) {
                ++sets;
                const ChangedCluster fork = withChanges(snapshot, *pod, node, set.changes);
                EXPECT_TRUE(recheck(*fork.snapshot, *fork.pod, node, *policy).verdict.ok()) << textOf(set);
                EXPECT_GE(set.count, why.smallestChange().count);
            }
            for (std::size_t i = 0; i < why.smallestChange().changes.size(); ++i) {
                std::vector<Change> without = why.smallestChange().changes;
                without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
                const ChangedCluster fork = withChanges(snapshot, *pod, node, without);
                EXPECT_FALSE(recheck(*fork.snapshot, *fork.pod, node, *policy).verdict.ok())
                    << textOf(why.smallestChange());
            }
        }
        EXPECT_EQ(snapshot->hash(), before);
    }
    EXPECT_GT(sets, 100);
}

/// With every other set of at most two of the proposed changes tried, none smaller lets the pod in.
TEST(Explain, TheFirstSetIsTheSmallest)
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        base::SeededRandom random(seed ^ 0x5EED);
        const model::SnapshotPtr snapshot = randomCluster(random, 4);
        const model::PodPtr pod = randomPod(random, "p");
        const framework::PolicyPtr policy = plugins::defaultPolicy();
        const base::Symbol node = snapshot->nodes().front()->node().name;
        const Explanation why = explain(snapshot, *pod, node, *policy);
        if (why.search != model::ChangeSearch::Least || why.smallestChange().count < 2) {
            continue;
        }
        for (const model::ChangeSet &set : why.changes) {
            for (const Change &change : set.changes) {
                if (change.pods.size() > 1) {
                    continue; // counts as more than one
                }
                const ChangedCluster fork = withChanges(snapshot, *pod, node, {change});
                EXPECT_FALSE(recheck(*fork.snapshot, *fork.pod, node, *policy).verdict.ok()) << textOf(
                    {{change}, 1, 0}) << "suffices, not\n" << textOf(why.smallestChange());
            }
        }
    }
}

TEST(Explain, ASearchThatIsCutShortSaysSo)
{
    auto node = makeNode("n");
    auto pod = makePod("p");
    for (int i = 0; i < 12; ++i) {
        node.taint("t" + std::to_string(i));
    }
    const model::SnapshotPtr snapshot = makeSnapshot({makeNodeInfo(node.obj())});
    const FoundChanges few =
        findChanges(snapshot, *pod.obj(), symbol("n"), *plugins::defaultPolicy(), {.forks = 6, .sets = 1, .pods = 8});
    EXPECT_EQ(few.search, model::ChangeSearch::Bounded);
    EXPECT_TRUE(few.sets.empty());
    const FoundChanges all =
        findChanges(snapshot, *pod.obj(), symbol("n"), *plugins::defaultPolicy(), {.forks = 64, .sets = 1, .pods = 8});
    EXPECT_EQ(all.search, model::ChangeSearch::Least);
    EXPECT_EQ(all.sets.front().count, 12);
}

TEST(Explain, AFittingNodeNeedsNoChange)
{
    const Explanation why = explainOn(makeNodeInfo(makeNode("n").obj()), makePod("p").obj());
    EXPECT_TRUE(why.feasible);
    EXPECT_TRUE(why.changes.empty());
    EXPECT_EQ(why.search, model::ChangeSearch::NotNeeded);
}

TEST(Explain, AnAbsentNodeIsSaidToBeAbsent)
{
    const Explanation why = explain(makeSnapshot({}), *makePod("p").obj(), symbol("gone"), *plugins::defaultPolicy());
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
