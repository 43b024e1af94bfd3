// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/scenario.h"

#include "planner/engine/decide.h"
#include "planner/engine/scenario_fork.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace binnacle::engine {
namespace {

using namespace testing;
using model::DecisionOutcome;
using model::PodOrigin;
using model::ScenarioFaultCode;
using Kind = ScenarioEdit::Kind;

framework::Policies defaults() { return {plugins::defaultPolicy(), {}}; }

ScenarioInput input(
    model::SnapshotPtr base, std::vector<ScenarioEdit> edits = {}, std::vector<model::PodPtr> waiting = {})
{
    ScenarioInput in;
    in.base = std::move(base);
    in.waiting = std::move(waiting);
    in.edits = std::move(edits);
    in.policies = defaults();
    in.seed = 42;
    return in;
}

ScenarioEdit edit(Kind kind, const std::vector<std::string> &nodes = {}, std::int64_t count = 1)
{
    ScenarioEdit out;
    out.kind = kind;
    out.count = count;
    for (const std::string &node : nodes) {
        out.nodes.emplace_back(node);
    }
    return out;
}

ScenarioEdit scaling(std::string kind, std::string name, std::int64_t count, std::string ns = "default")
{
    ScenarioEdit out = edit(Kind::Scale, {}, count);
    out.workload = {std::move(ns), std::move(kind), std::move(name)};
    return out;
}

model::ScenarioOutcomePtr outcomeOf(const ScenarioInput &in)
{
    const absl::StatusOr<model::ScenarioOutcomePtr> outcome = runScenario(in);
    EXPECT_TRUE(outcome.ok()) << outcome.status();
    return outcome.ok() ? *outcome : nullptr;
}

ScenarioFaultCode faultOf(const ScenarioInput &in)
{
    const absl::StatusOr<model::ScenarioOutcomePtr> outcome = runScenario(in);
    EXPECT_FALSE(outcome.ok());
    const auto fault = model::scenarioFaultOf(outcome.status());
    EXPECT_TRUE(fault) << outcome.status();
    return fault ? fault->code : ScenarioFaultCode::Incomplete;
}

/// "default/a n1>n2; …" in the order decided; a pod that pends goes to "-".
std::string wayOf(const model::ScenarioOutcome &outcome)
{
    std::string text;
    for (const model::ScenarioPod &pod : outcome.pods) {
        text += pod.pod->key.name + ' ' + std::string(pod.from.text()) + '>'
            + (pod.to.empty() ? "-" : std::string(pod.to.text())) + "; ";
    }
    return text;
}

PodBuilder owned(std::string_view name, std::string hash = "7f")
{
    return makePod(name)
        .owner("ReplicaSet", std::string("web-") + hash)
        .label("pod-template-hash", hash)
        .req("cpu", "1");
}

model::SnapshotPtr twoNodes()
{
    return makeSnapshot({makeNodeInfo(makeNode("n1").allocatable("cpu", "4").obj(),
                             {owned("a").obj(), owned("b").obj(), makePod("d").owner("DaemonSet", "log").obj(),
                                 makePod("bare").req("cpu", "1").obj(), owned("leaving").deleting().obj()}),
        makeNodeInfo(makeNode("n2").allocatable("cpu", "2").obj(), {makePod("x").req("cpu", "1").obj()})});
}

TEST(Scenario, WithoutEditsTheQueueIsDecidedOnTheClusterAsItIs)
{
    const auto outcome = outcomeOf(input(twoNodes(), {}, {owned("w").obj(), makePod("big").req("cpu", "9").obj()}));
    EXPECT_EQ(outcome->placed, 1);
    EXPECT_EQ(outcome->pending, 1);
    ASSERT_EQ(outcome->pendingByReason.size(), 1U);
    EXPECT_EQ(outcome->pendingByReason[0].reason, model::ReasonCode::InsufficientCpu);
    EXPECT_EQ(outcome->pendingByReason[0].plugin, symbol("NodeResourcesFit"));
    EXPECT_EQ(outcome->policies, std::vector<std::string>{"default"});
}

TEST(Scenario, ADrainMovesWhatControllersMakeAgainAndLeavesDaemons)
{
    const auto base = twoNodes();
    const auto before = base->hash();
    const auto outcome = outcomeOf(input(base, {edit(Kind::Drain, {"n1"})}));
    EXPECT_EQ(wayOf(*outcome), "a n1>n2; b n1>-; ");
    EXPECT_EQ(outcome->moved(), 1);
    EXPECT_EQ(outcome->stayed, 1);
    EXPECT_EQ(outcome->ended, 1);
    EXPECT_EQ(outcome->lost, (std::vector<model::PodKey>{{"default", "bare"}}));
    EXPECT_EQ(outcome->cordoned, 1);
    EXPECT_EQ(outcome->running, 3); // the daemon, x and a
    EXPECT_EQ(base->hash(), before);
    const auto removed = outcomeOf(input(base, {edit(Kind::RemoveNodes, {"n1"})}));
    EXPECT_EQ(removed->nodes, 1);
    EXPECT_EQ(removed->stayed, 0);
    EXPECT_EQ(removed->ended, 2);
}

TEST(Scenario, NewNodesAreLikeTheOneNamedWithItsDaemonsAndNothingElse)
{
    const auto base = makeSnapshot({makeNodeInfo(
        makeNode("n1").allocatable("cpu", "2").label("kubernetes.io/hostname", "n1").unschedulable().obj(),
        {owned("a").obj(), makePod("d").owner("DaemonSet", "log").obj()})});
    const auto outcome =
        outcomeOf(input(base, {edit(Kind::AddNodes, {"n1"}, 2)}, {owned("w1").obj(), owned("w2").obj()}));
    EXPECT_EQ(outcome->placed, 2);
    EXPECT_EQ(outcome->nodes, 3);
    ASSERT_EQ(outcome->added, (std::vector<base::Symbol>{symbol("n1-new-1"), symbol("n1-new-2")}));
    const model::NodeInfo *added = outcome->after->find(symbol("n1-new-1"));
    ASSERT_TRUE(added);
    EXPECT_EQ(*added->node().labels.find(symbol("kubernetes.io/hostname")), "n1-new-1");
    EXPECT_FALSE(added->node().unschedulable);
    EXPECT_EQ(std::count_if(added->pods().begin(), added->pods().end(),
                  [](const model::PodPtr &pod) { return pod->ownerKind == "DaemonSet"; }),
        1);
}

TEST(Scenario, NodesOfAManifestAreAddedByTheirNames)
{
    ScenarioEdit add = edit(Kind::AddNodes);
    add.newNodes = {makeNode("m").allocatable("cpu", "1").obj()};
    const auto outcome = outcomeOf(input(makeSnapshot({}), {add}, {owned("w").obj()}));
    EXPECT_EQ(wayOf(*outcome), "w >m; ");
    add.count = 2;
    EXPECT_EQ(outcomeOf(input(makeSnapshot({}), {add}))->added.size(), 2U);
    EXPECT_EQ(faultOf(input(twoNodes(),
                  {add,
                      [] {
                          ScenarioEdit again = edit(Kind::AddNodes);
                          again.newNodes = {makeNode("n1").obj()};
                          return again;
                      }()})),
        ScenarioFaultCode::NodeExists);
}

TEST(Scenario, AWorkloadIsScaledByCopiesOfItsYoungestPod)
{
    const auto outcome = outcomeOf(input(twoNodes(), {scaling("Deployment", "web", 5)}));
    EXPECT_EQ(outcome->pods.size(), 3U); // a and b run, the one that is leaving does not count
    EXPECT_EQ(outcome->placed, 1); // n1 has 4 of 4 in use
    EXPECT_EQ(outcome->pods[0].origin, PodOrigin::Scaled);
    EXPECT_EQ(outcome->pods[0].pod->key.name, "web-7f-new-1");
    const auto less = outcomeOf(input(twoNodes(), {scaling("Deployment", "web", 0)}));
    EXPECT_EQ(less->ended, 2);
    EXPECT_EQ(less->running, 4);
}

TEST(Scenario, ScalingDownEndsWaitingPodsFirstAndHighestOrdinalsOfASet)
{
    const auto set = [](std::string_view name) { return makePod(name).owner("StatefulSet", "db"); };
    const auto base =
        makeSnapshot({makeNodeInfo(makeNode("n").obj(), {set("db-0").obj(), set("db-10").obj(), set("db-9").obj()})});
    const auto outcome = outcomeOf(input(base, {scaling("StatefulSet", "db", 2)}));
    EXPECT_FALSE(std::any_of(outcome->after->nodes()[0]->pods().begin(), outcome->after->nodes()[0]->pods().end(),
        [](const model::PodPtr &pod) { return pod->key.name == "db-10"; }));
    const auto waiting = outcomeOf(input(twoNodes(), {scaling("Deployment", "web", 2)}, {owned("w").obj()}));
    EXPECT_TRUE(waiting->pods.empty());
    EXPECT_EQ(waiting->ended, 1);
    const auto byLabel = outcomeOf(input(twoNodes(), {scaling("Labels", "pod-template-hash=7f", 1)}));
    EXPECT_EQ(byLabel->ended, 1);
}

TEST(Scenario, OrdinalsGoOnWhereASetEnds)
{
    const auto set = [](std::string_view name) { return makePod(name).owner("StatefulSet", "db"); };
    const auto base = makeSnapshot({makeNodeInfo(makeNode("n").obj(), {set("db-0").obj(), set("db-1").obj()})});
    const auto outcome = outcomeOf(input(base, {scaling("StatefulSet", "db", 4)}));
    EXPECT_EQ(wayOf(*outcome), "db-2 >n; db-3 >n; ");
}

TEST(Scenario, PodsAreDecidedByPriorityThenByHowTheyCameThenByAge)
{
    const base::TimePoint early{std::chrono::hours(1)};
    const base::TimePoint late{std::chrono::hours(2)};
    ScenarioEdit arrive = edit(Kind::Arrive, {}, 2);
    arrive.newPods = {makePod("new").obj(), makePod("urgent").priority(9).obj()};
    const auto outcome = outcomeOf(input(twoNodes(), {arrive, edit(Kind::Drain, {"n1"})},
        {makePod("young").created(late).obj(), makePod("old").created(early).obj()}));
    std::string order;
    for (const model::ScenarioPod &pod : outcome->pods) {
        order += pod.pod->key.name + ' ';
    }
    EXPECT_EQ(order, "urgent-1 urgent-2 old young a b new-1 new-2 ");
}

TEST(Scenario, AnotherPolicyDecidesAndIsNamed)
{
    const auto base =
        makeSnapshot({makeNodeInfo(makeNode("empty").allocatable("cpu", "4").allocatable("memory", "8Gi").obj()),
            makeNodeInfo(makeNode("half").allocatable("cpu", "4").allocatable("memory", "8Gi").obj(),
                {makePod("x").req("cpu", "2").req("memory", "4Gi").obj()})});
    const auto pod = makePod("w").req("cpu", "1").req("memory", "2Gi").obj();
    EXPECT_EQ(wayOf(*outcomeOf(input(base, {}, {pod}))), "w >empty; ");
    ScenarioEdit pack = edit(Kind::Policies);
    pack.policies = {policyWithStrategy("MostAllocated"), {}};
    const auto outcome = outcomeOf(input(base, {pack}, {pod}));
    EXPECT_EQ(wayOf(*outcome), "w >half; ");
    EXPECT_EQ(outcome->policies.size(), 1U);
    EXPECT_NE(outcome->policies[0], "default");
}

TEST(Scenario, APodThatALaterOneHelpsIsTriedAgain)
{
    const auto near = affinityTo(
        model::AffinityTerm::Kind::RequiredAffinity, "kubernetes.io/hostname", selecting({in("app", {"leader"})}));
    const auto base = makeSnapshot({makeNodeInfo(makeNode("n").label("kubernetes.io/hostname", "n").obj())});
    const auto outcome = outcomeOf(input(base, {},
        {makePod("follower").priority(1).affinityTerm(near).obj(), makePod("leader").label("app", "leader").obj()}));
    EXPECT_EQ(wayOf(*outcome), "follower >n; leader >n; ");
}

TEST(Scenario, WhatMakesNoSenseIsATypedFaultWithItsStep)
{
    const auto base = twoNodes();
    EXPECT_EQ(faultOf(input(base, {edit(Kind::Drain, {"n1", "nope"})})), ScenarioFaultCode::UnknownNode);
    EXPECT_EQ(faultOf(input(base, {edit(Kind::Drain)})), ScenarioFaultCode::Incomplete);
    EXPECT_EQ(faultOf(input(base, {edit(Kind::RemoveNodes, {"n1", "n2"})})), ScenarioFaultCode::NoNodesLeft);
    EXPECT_EQ(faultOf(input(makeSnapshot({}), {scaling("Job", "j", 1)})), ScenarioFaultCode::UnknownWorkload);
    EXPECT_EQ(faultOf(input(makeSnapshot({}), {edit(Kind::Policies)})), ScenarioFaultCode::NoNodesLeft);
    EXPECT_EQ(faultOf(input(base, {scaling("Deployment", "absent", 1)})), ScenarioFaultCode::UnknownWorkload);
    EXPECT_EQ(faultOf(input(base, {scaling("Deployment", "web", -1)})), ScenarioFaultCode::CountOutOfRange);
    EXPECT_EQ(faultOf(input(base, {scaling("Deployment", "web", INT64_MAX)})), ScenarioFaultCode::CountOutOfRange);
    EXPECT_EQ(faultOf(input(base, {edit(Kind::AddNodes, {"n1"}, 0)})), ScenarioFaultCode::CountOutOfRange);
    EXPECT_EQ(faultOf(input(base, {edit(Kind::AddNodes, {"n1"}, 6000), edit(Kind::AddNodes, {"n1"}, 6000)})),
        ScenarioFaultCode::TooMuch);
    ScenarioEdit arrive = edit(Kind::Arrive, {}, 100'000);
    arrive.newPods = {makePod("a").obj(), makePod("b").obj()};
    EXPECT_EQ(faultOf(input(base, {arrive})), ScenarioFaultCode::TooMuch);
    const absl::Status status =
        runScenario(input(base, {edit(Kind::Cordon, {"n1"}), edit(Kind::Drain, {"gone"})})).status();
    EXPECT_EQ(status.message(), "scenario: step 2: UnknownNode: gone");
    EXPECT_EQ(model::scenarioFaultOf(status), (model::ScenarioFault{ScenarioFaultCode::UnknownNode, 2, "gone"}));
}

TEST(Scenario, AFaultIsReadBackFromItsStatusWhateverItsValue)
{
    for (int code = 0; code <= static_cast<int>(ScenarioFaultCode::BadWorkload); ++code) {
        for (const std::string &value : {std::string(), std::string("a: b: c"), std::string("step 3: x")}) {
            const model::ScenarioFault fault{static_cast<ScenarioFaultCode>(code), code % 3, value};
            EXPECT_EQ(model::scenarioFaultOf(model::statusOf(fault)), fault) << model::statusOf(fault);
        }
    }
    EXPECT_FALSE(model::scenarioFaultOf(absl::NotFoundError("scenario: step x: UnknownNode")));
    EXPECT_FALSE(model::scenarioFaultOf(absl::NotFoundError("not-synced")));
}

TEST(Scenario, ItStopsWhenTold)
{
    std::vector<model::PodPtr> waiting;
    for (int i = 0; i < 100; ++i) {
        waiting.push_back(makePod("w" + std::to_string(i)).obj());
    }
    std::int64_t asked = 0;
    const auto outcome = runScenario(input(twoNodes(), {}, waiting), [&](std::int64_t done, std::int64_t of) {
        ++asked;
        EXPECT_EQ(of, 100);
        return done < 32;
    });
    EXPECT_TRUE(absl::IsCancelled(outcome.status()));
    EXPECT_EQ(asked, 3);
}

/// The same by hand: nodes built anew from what is on them, each pod decided on the whole.
class ByHand {
public:
    ByHand(const model::Snapshot &base, const std::set<std::string> &drained)
    {
        for (const model::NodeInfoPtr &info : base.nodes()) {
            auto node = std::make_shared<model::Node>(info->node());
            const bool drains = drained.contains(std::string(node->name.text()));
            if (drains) {
                node->unschedulable = true;
                node->taints.push_back(
                    {symbol("node.kubernetes.io/unschedulable"), {}, model::TaintEffect::NoSchedule});
                node->finish();
            }
            m_nodes.push_back(std::move(node));
            m_pods.push_back(drains ? std::vector<model::PodPtr>{} : info->pods());
        }
    }

    model::SnapshotPtr snapshot() const
    {
        std::vector<model::NodeInfoPtr> infos;
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            infos.push_back(makeNodeInfo(m_nodes[i], m_pods[i]));
        }
        return makeSnapshot(std::move(infos));
    }

    base::Symbol decideOn(const model::PodPtr &pod)
    {
        DecideOptions options;
        options.seed = 42;
        options.worlds = 0;
        const model::Decision decision = decide(*snapshot(), pod, *plugins::defaultPolicy(), options);
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            if (decision.outcome == DecisionOutcome::Placed && m_nodes[i]->name == decision.chosen) {
                m_pods[i].push_back(pod);
            }
        }
        return decision.chosen;
    }

private:
    std::vector<model::NodePtr> m_nodes;
    std::vector<std::vector<model::PodPtr>> m_pods;
};

TEST(Scenario, ComesOutAsDecidingOneByOneOnClustersBuiltAnew)
{
    std::int64_t moved = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        base::SeededRandom random(seed);
        model::SnapshotPtr base = randomCluster(random, 8);
        std::vector<model::NodeInfoPtr> infos; // the same with a controller for every pod
        for (const model::NodeInfoPtr &info : base->nodes()) {
            std::vector<model::PodPtr> pods;
            for (const model::PodPtr &pod : info->pods()) {
                auto copy = std::make_shared<model::Pod>(*pod);
                copy->ownerKind = "ReplicaSet";
                copy->ownerName = "web-1";
                copy->finish();
                pods.push_back(copy);
            }
            infos.push_back(makeNodeInfo(info->nodePtr(), pods));
        }
        base = makeSnapshot(infos);
        std::set<std::string> drained;
        for (const model::NodeInfoPtr &info : base->nodes()) {
            if (random.below(3) == 0) {
                drained.insert(std::string(info->node().name.text()));
            }
        }
        std::vector<model::PodPtr> waiting;
        for (std::uint64_t i = random.below(6); i > 0; --i) {
            waiting.push_back(randomPod(random, "w" + std::to_string(i)));
        }
        const auto before = base->hash();
        std::vector<ScenarioEdit> edits;
        if (!drained.empty()) {
            edits.push_back(edit(Kind::Drain, {drained.begin(), drained.end()}));
        }
        const auto outcome = outcomeOf(input(base, edits, waiting));
        ByHand hand(*base, drained);
        std::map<std::string, base::Symbol> places;
        bool again = true;
        for (bool first = true; again; first = false) {
            again = false;
            for (const model::ScenarioPod &pod : outcome->pods) {
                if (places[pod.pod->uid].empty()) {
                    places[pod.pod->uid] = hand.decideOn(pod.pod);
                    again = again || first || !places[pod.pod->uid].empty();
                }
            }
        }
        for (const model::ScenarioPod &pod : outcome->pods) {
            EXPECT_EQ(pod.to, places[pod.pod->uid]) << pod.pod->key.text();
        }
        EXPECT_EQ(outcome->after->hash(), hand.snapshot()->hash());
        EXPECT_EQ(base->hash(), before);
        moved += outcome->moved();
        EXPECT_EQ(wayOf(*outcomeOf(input(base, edits, waiting))), wayOf(*outcome)) << "not the same twice";
    }
    EXPECT_GT(moved, 50);
}

} // namespace
} // namespace binnacle::engine
