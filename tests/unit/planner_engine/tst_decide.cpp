// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/decide.h"

#include "planner/engine/explain.h"
#include "planner/model/rule_names.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

namespace binnacle::engine {
namespace {

using namespace testing;
using model::Decision;
using model::DecisionOutcome;
using model::UndecidedRule;

const framework::Policy &defaults() { return *plugins::defaultPolicy(); }

NodeBuilder roomy(std::string_view name)
{
    return makeNode(name).allocatable("cpu", "8").allocatable("memory", "16Gi");
}

Decision decideOn(const std::vector<model::NodeInfoPtr> &nodes, const model::PodPtr &pod, std::uint64_t seed = 1)
{
    return decide(*makeSnapshot(nodes), pod, defaults(), {.seed = seed});
}

TEST(Decide, ChoosesTheBestNodeAndAccountsForEveryOther)
{
    const auto busy = makeNodeInfo(roomy("busy").obj(), {makePod("r").req("cpu", "6").req("memory", "12Gi").obj()});
    const auto idle = makeNodeInfo(roomy("idle").obj());
    const auto closed = makeNodeInfo(roomy("closed").unschedulable().obj());
    const auto pod = makePod("web/p").req("cpu", "1").req("memory", "2Gi").obj();
    const Decision decision = decideOn({busy, idle, closed}, pod);
    EXPECT_EQ(decision.outcome, DecisionOutcome::Placed);
    EXPECT_EQ(decision.chosen, symbol("idle"));
    ASSERT_EQ(decision.feasible.size(), 2u);
    ASSERT_EQ(decision.rejected.size(), 1u);
    EXPECT_EQ(decision.rejected[0].node, symbol("closed"));
    EXPECT_EQ(decision.rejected[0].plugin, symbol("NodeUnschedulable"));
    EXPECT_FALSE(decision.rejected[0].resolvable);
    // TaintToleration 3×100, NodeAffinity 0, NodeResourcesFit 87, BalancedAllocation 75
    EXPECT_THAT(decision.feasible[0].raw, ::testing::ElementsAre(0, 0, 87, 0, 0, 0, 75, 0));
    EXPECT_THAT(decision.feasible[0].normalised, ::testing::ElementsAre(100, 0, 87, 0, 0, 0, 75, 0));
    EXPECT_EQ(decision.score, 462);
    EXPECT_EQ(decision.margin, decision.feasible[0].total - decision.feasible[1].total);
    EXPECT_THAT(decision.tied, ::testing::ElementsAre(symbol("idle")));
    EXPECT_EQ(decision.confidence.worlds, 200);
    EXPECT_EQ(decision.confidence.stability, 1.0);
    EXPECT_EQ(decision.confidence.value, 1.0);
    EXPECT_FALSE(decision.confidence.calibrated);
    EXPECT_FALSE(decision.confidence.measuredVariation);
    EXPECT_EQ(decision.podUid, pod->uid);
    EXPECT_EQ(decision.policyVersion, "default");
    EXPECT_EQ(decision.snapshotHash, makeSnapshot({busy, idle, closed})->hash());
}

TEST(Decide, SaysWhenNothingFits)
{
    const Decision decision = decideOn({makeNodeInfo(roomy("a").obj()), makeNodeInfo(roomy("b").taint("x").obj())},
        makePod("p").req("cpu", "9").obj());
    EXPECT_EQ(decision.outcome, DecisionOutcome::NoNodeFits);
    EXPECT_TRUE(decision.chosen.empty());
    ASSERT_EQ(decision.rejected.size(), 2u);
    EXPECT_EQ(decision.rejected[0].plugin, symbol("NodeResourcesFit"));
    EXPECT_EQ(decision.rejected[1].plugin, symbol("TaintToleration")) << "the first in order to refuse is named";
    EXPECT_FALSE(decision.margin.has_value());
}

TEST(Decide, AnEmptyClusterFitsNothing)
{
    const Decision decision = decideOn({}, makePod("p").obj());
    EXPECT_EQ(decision.outcome, DecisionOutcome::NoNodeFits);
    EXPECT_TRUE(decision.rejected.empty());
}

TEST(Decide, ALoneNodeHasNoMargin)
{
    const Decision decision = decideOn({makeNodeInfo(roomy("a").obj())}, makePod("p").obj());
    EXPECT_EQ(decision.chosen, symbol("a"));
    EXPECT_FALSE(decision.margin.has_value());
}

TEST(Decide, NodesThatTheAffinityDoesNotNameAreRefusedByItBeforeAnyFilter)
{
    const Decision decision = decideOn({makeNodeInfo(roomy("a").unschedulable().obj()), makeNodeInfo(roomy("b").obj())},
        makePod("p").requiredNodeTerm({}, {in("metadata.name", {"b"})}).obj());
    EXPECT_EQ(decision.chosen, symbol("b"));
    ASSERT_EQ(decision.rejected.size(), 1u);
    EXPECT_EQ(decision.rejected[0].plugin, symbol("NodeAffinity"));
    EXPECT_FALSE(decision.rejected[0].reasons.empty());
}

TEST(Decide, TiesAreDrawnFromTheSeed)
{
    std::vector<model::NodeInfoPtr> nodes;
    for (char name = 'a'; name < 'i'; ++name) {
        nodes.push_back(makeNodeInfo(roomy(std::string(1, name)).obj()));
    }
    const auto pod = makePod("p").req("cpu", "1").obj();
    std::set<std::string_view> chosen;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Decision decision = decideOn(nodes, pod, seed);
        EXPECT_EQ(decision.tied.size(), nodes.size());
        EXPECT_EQ(decision.tied.front(), decision.chosen);
        EXPECT_EQ(decision.margin, 0);
        EXPECT_EQ(decision.confidence.stability, 1.0) << "one of exactly equal score still wins";
        EXPECT_EQ(decision.chosen, decideOn(nodes, pod, seed).chosen);
        chosen.insert(decision.chosen.text());
    }
    EXPECT_GT(chosen.size(), 3u);
}

TEST(Decide, MeasuredVariationIsSaidToBeMeasured)
{
    const auto node = std::make_shared<model::NodeInfo>(roomy("a").obj());
    node->variation = {0.01, 0.01};
    EXPECT_TRUE(
        decide(*makeSnapshot({node}), makePod("p").obj(), defaults(), {.seed = 1}).confidence.measuredVariation);
    const auto half = std::make_shared<model::NodeInfo>(roomy("a").obj());
    half->variation = {0.01, std::nullopt};
    EXPECT_FALSE(
        decide(*makeSnapshot({half}), makePod("p").obj(), defaults(), {.seed = 1}).confidence.measuredVariation);
}

TEST(Decide, EveryRuleNotYetBuiltIsNotDecidable)
{
    for (std::uint32_t bit = 0; bit <= 10; ++bit) {
        if (model::ruleNames(1u << bit).empty()) {
            continue;
        }
        const auto rule = static_cast<UndecidedRule>(1u << bit);
        const Decision decision = decideOn({makeNodeInfo(roomy("a").obj())}, makePod("p").undecided(rule).obj());
        EXPECT_EQ(decision.outcome, DecisionOutcome::NotDecidable) << bit;
        EXPECT_EQ(decision.undecided, 1u << bit);
        EXPECT_TRUE(decision.chosen.empty());
        EXPECT_TRUE(decision.feasible.empty());
    }
}

TEST(Decide, APodThatAnExtenderConcernsIsNotDecidableNorBoundNorSaidToFit)
{
    const auto policy = framework::Policy::make(
        plugins::registry(), {.settings = {}, .weights = {}, .extenders = {{.managedResources = {symbol("a.org/x")}}}})
                            .value();
    const auto snapshot = makeSnapshot({makeNodeInfo(roomy("a").allocatable("a.org/x", "8").obj())});
    const auto concerned = makePod("p").req("a.org/x", "1").obj();
    const auto other = makePod("q").req("cpu", "1").obj();
    const auto extenders = static_cast<model::UndecidedRules>(UndecidedRule::Extenders);
    const Decision decision = decide(*snapshot, concerned, *policy, {.seed = 1});
    EXPECT_EQ(decision.outcome, DecisionOutcome::NotDecidable);
    EXPECT_EQ(decision.undecided, extenders);
    EXPECT_EQ(decision.policyVersion, "extenders=a.org/x");
    EXPECT_EQ(recheck(*snapshot, *concerned, symbol("a"), *policy).verdict.reasons[0].code,
        model::ReasonCode::UndecidableRule);
    EXPECT_EQ(explain(snapshot, *concerned, symbol("a"), *policy).undecided, extenders);
    EXPECT_EQ(decide(*snapshot, other, *policy, {.seed = 1}).outcome, DecisionOutcome::Placed);
    EXPECT_TRUE(recheck(*snapshot, *other, symbol("a"), *policy).verdict.ok());
    EXPECT_EQ(decide(*snapshot, concerned, defaults(), {.seed = 1}).outcome, DecisionOutcome::Placed);
}

model::AffinityTerm inNamespacesOf(std::string_view team)
{
    model::AffinityTerm out =
        affinityTo(model::AffinityTerm::Kind::RequiredAntiAffinity, "zone", selecting({in("job", {"j"})}));
    out.namespaceSelector = selecting({in("team", {std::string(team)})});
    return out;
}

TEST(Decide, ATermThatSelectsNamespacesIsNotDecidableWhileTheseAreNotKnown)
{
    const auto shy = makePod("r").affinityTerm(inNamespacesOf("a")).obj();
    const std::vector<model::NodeInfoPtr> nodes{
        makeNodeInfo(roomy("a").label("zone", "z").obj(), {shy}), makeNodeInfo(roomy("b").obj())};
    const auto selected = makePod("q").label("job", "j").obj();
    const Decision concerned = decideOn(nodes, selected);
    EXPECT_EQ(concerned.outcome, DecisionOutcome::NotDecidable);
    EXPECT_EQ(concerned.undecided, static_cast<std::uint32_t>(UndecidedRule::RunningPodAffinity));
    EXPECT_EQ(decideOn(nodes, makePod("q").label("job", "k").obj()).outcome, DecisionOutcome::Placed);
    EXPECT_EQ(decideOn({nodes[1]}, shy).undecided, static_cast<std::uint32_t>(UndecidedRule::PodAntiAffinity));

    auto ns = std::make_shared<model::NamespaceInfo>();
    ns->name = "default";
    ns->labels = model::Labels({{symbol("team"), "a"}});
    ns->finish();
    const auto known = std::make_shared<const model::Inventory>(
        model::Inventory::Known{true, false}, std::vector<model::NamespaceInfoPtr>{ns});
    const Decision decided = decide(*makeSnapshot(nodes, 1, known), selected, defaults(), {.seed = 1});
    EXPECT_EQ(decided.outcome, DecisionOutcome::Placed);
    EXPECT_EQ(decided.chosen, symbol("b"));
}

TEST(Decide, AffinityTermsComeAndGoWithTheSnapshots)
{
    const auto shy = makePod("r").affinityTerm(inNamespacesOf("a")).obj();
    const auto pod = makePod("q").label("job", "j").obj();
    const auto rules = [&](const model::SnapshotPtr &snapshot) { return undecidedRules(*snapshot, *pod, defaults()); };
    const auto running = static_cast<model::UndecidedRules>(UndecidedRule::RunningPodAffinity);
    const auto none = makeSnapshot({makeNodeInfo(roomy("a").obj()), makeNodeInfo(roomy("b").obj())});
    EXPECT_EQ(rules(none), 0u);
    const auto one = none->with(2, {makeNodeInfo(roomy("b").obj(), {shy})});
    EXPECT_EQ(rules(one), running);
    EXPECT_EQ(recheck(*one, *pod, symbol("a"), defaults()).verdict.reasons[0].code, model::ReasonCode::UndecidableRule);
    EXPECT_EQ(rules(one->with(3, {makeNodeInfo(roomy("c").obj(), {shy})}, {symbol("b")})), running);
    EXPECT_EQ(rules(one->with(3, {makeNodeInfo(roomy("b").obj())})), 0u);
    EXPECT_EQ(rules(one->with(3, {}, {symbol("b")})), 0u);
    EXPECT_EQ(rules(one->with(3, {one->nodes()[1]})), running) << "the same node once more";
}

TEST(Decide, ARunningPodWhoseTermsWereNotAllReadMayConcernOthers)
{
    const auto half =
        makePod("r")
            .undecided(UndecidedRule::Unrecognised)
            .affinityTerm(affinityTo(model::AffinityTerm::Kind::RequiredAntiAffinity, "zone", selecting()))
            .obj();
    EXPECT_EQ(decideOn({makeNodeInfo(roomy("a").obj(), {half})}, makePod("q").obj()).undecided,
        static_cast<std::uint32_t>(UndecidedRule::RunningPodAffinity));
}

TEST(Decide, NoWordFromAPodAboutItself)
{
    // The pod is on the node already: its own term neither makes it undecidable once more nor keeps it away.
    using Kind = model::AffinityTerm::Kind;
    const auto pod = makePod("p")
                         .label("app", "x")
                         .affinityTerm(affinityTo(Kind::RequiredAntiAffinity, "zone", selecting({in("app", {"x"})})))
                         .obj();
    const auto snapshot = makeSnapshot({makeNodeInfo(roomy("a").label("zone", "z").obj(), {pod})});
    EXPECT_EQ(undecidedRules(*snapshot, *pod, defaults()), 0u);
    EXPECT_TRUE(recheck(*snapshot, *pod, symbol("a"), defaults()).verdict.ok());
}

TEST(Recheck, AsksEveryFilterAgain)
{
    const auto snapshot = makeSnapshot({makeNodeInfo(roomy("a").obj()), makeNodeInfo(roomy("b").taint("x").obj())});
    const auto pod = makePod("p").req("cpu", "1").obj();
    EXPECT_TRUE(recheck(*snapshot, *pod, symbol("a"), defaults()).verdict.ok());
    const Recheck tainted = recheck(*snapshot, *pod, symbol("b"), defaults());
    EXPECT_EQ(tainted.plugin, symbol("TaintToleration"));
    EXPECT_EQ(
        recheck(*snapshot, *pod, symbol("gone"), defaults()).verdict.reasons[0].code, model::ReasonCode::NodeNotFound);
    EXPECT_EQ(recheck(*snapshot, *makePod("p").undecided(UndecidedRule::Volumes).obj(), symbol("a"), defaults())
                  .verdict.reasons[0]
                  .code,
        model::ReasonCode::UndecidableRule);
}

TEST(Decide, TheSameInputsGiveTheSameDecisionOnAnyThread)
{
    base::SeededRandom random(11);
    const auto snapshot = randomCluster(random, 60);
    const auto pod = randomPod(random, "new/pod");
    const base::Fingerprint first = decide(*snapshot, pod, defaults(), {.seed = 5}).fingerprint();
    std::vector<base::Fingerprint> answers(4);
    std::vector<std::thread> threads;
    for (base::Fingerprint &answer : answers) {
        threads.emplace_back([&] { answer = decide(*snapshot, pod, defaults(), {.seed = 5}).fingerprint(); });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    EXPECT_THAT(answers, ::testing::Each(first));
}

TEST(Decide, EveryNodeIsFeasibleOrRejectedAndTheOrderIsByTotalThenName)
{
    const std::uint64_t seed = 20;
    base::SeededRandom random(seed);
    for (int round = 0; round < 200; ++round) {
        const auto snapshot = randomCluster(random, 20);
        const Decision decision = decide(*snapshot, randomPod(random, "new/pod"), defaults(), {.seed = 1, .worlds = 0});
        ASSERT_EQ(decision.feasible.size() + decision.rejected.size(), snapshot->nodes().size()) << "seed " << seed;
        ASSERT_TRUE(
            std::is_sorted(decision.feasible.begin(), decision.feasible.end(), [](const auto &a, const auto &b) {
                return a.total != b.total ? a.total > b.total : a.node.text() < b.node.text();
            }));
        for (const model::FeasibleNode &node : decision.feasible) {
            for (const std::int64_t score : node.normalised) {
                ASSERT_TRUE(score >= 0 && score <= 100) << "seed " << seed << " round " << round;
            }
        }
        for (const model::RejectedNode &node : decision.rejected) {
            ASSERT_FALSE(node.reasons.empty());
        }
    }
}

} // namespace
} // namespace binnacle::engine
