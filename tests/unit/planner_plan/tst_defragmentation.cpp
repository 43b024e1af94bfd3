// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/plan/instances.h"
#include "tests/plan/replay.h"
#include "tests/unit/planner_plan/random_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace binnacle::plan {
namespace {

using namespace testing;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Kind = model::PlanStep::Kind;

model::PodPtr running(
    std::string_view name, std::string_view node, std::string_view cpu, std::string owner = "ReplicaSet")
{
    PodBuilder pod = makePod(name);
    pod.node(node).req("cpu", cpu).req("memory", "1Gi").label("app", "web").phase(model::PodPhase::Running);
    if (!owner.empty()) {
        pod.owner(owner, "w");
    }
    return pod.obj();
}

model::NodePtr node(std::string_view name, std::string_view cpu = "4")
{
    return makeNode(name).allocatable("cpu", cpu).allocatable("memory", "16Gi").label("zone", "z").obj();
}

/// Two nodes of 4 cores, each with 2 cores free; a pod of 3 waits.
Problem scattered(std::string owner = "ReplicaSet")
{
    Problem problem;
    problem.snapshot = makeSnapshot({makeNodeInfo(node("a"), {running("run/a", "a", "2", owner)}),
        makeNodeInfo(node("b"), {running("run/b", "b", "2", owner)})});
    problem.queue = {makePod("new/p").req("cpu", "3").req("memory", "1Gi").obj()};
    problem.policies.others = plugins::defaultPolicy();
    return problem;
}

TEST(Defragmentation, movesOnePodToLetAnotherIn)
{
    const Problem problem = scattered();
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    ASSERT_THAT(plan.steps, SizeIs(2));
    EXPECT_EQ(plan.steps[0].kind, Kind::Move);
    EXPECT_EQ(plan.steps[0].makesRoomFor.text(), "new/p");
    EXPECT_EQ(plan.steps[0].lacked.code, model::ReasonCode::InsufficientCpu);
    EXPECT_GT(plan.steps[0].cost, 0);
    EXPECT_EQ(plan.steps[1].kind, Kind::Place);
    EXPECT_EQ(plan.moves, 1);
    EXPECT_TRUE(plan.proven);
    EXPECT_EQ(plan.ended, model::PlanEnd::Complete);
    EXPECT_THAT(plan.leftOver, IsEmpty());
}

TEST(Defragmentation, movesNothingForAPodThatFits)
{
    Problem problem = scattered();
    problem.queue = {makePod("new/p").req("cpu", "2").obj()};
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_EQ(plan.moves, 0);
    EXPECT_EQ(plan.after.placed, 1);
    EXPECT_TRUE(plan.proven);
}

TEST(Defragmentation, movesNoPodThatMayNotBeMoved)
{
    for (const char *owner : {"", "DaemonSet", "Node"}) {
        const model::Plan plan = planDefragmentation(scattered(owner), {}).value();
        EXPECT_THAT(plan.steps, IsEmpty()) << owner;
        EXPECT_THAT(plan.leftOver, SizeIs(1));
        EXPECT_EQ(plan.leftOver[0].why, model::PlanRefusal::NoRoom);
    }
    Problem problem = scattered();
    problem.budgetsKnown = false;
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_THAT(plan.steps, IsEmpty()) << "which pods may be disrupted is not known";
    EXPECT_FALSE(plan.budgetsKnown);
    problem = scattered();
    problem.moves = 0;
    EXPECT_THAT(planDefragmentation(problem, {}).value().steps, IsEmpty());
}

TEST(Defragmentation, keepsToTheDisruptionBudgets)
{
    Problem problem = scattered();
    const model::DisruptionBudget budget{"web", selectingApp("web"), 0, {}};
    problem.budgets = {{"run", budget}};
    EXPECT_THAT(planDefragmentation(problem, {}).value().steps, IsEmpty());
    problem.budgets = {{"elsewhere", budget}};
    EXPECT_EQ(planDefragmentation(problem, {}).value().moves, 1) << "a budget of another namespace is none";
    problem.budgets = {{"run", {"web", selectingApp("web"), 1, {}}}};
    EXPECT_EQ(planDefragmentation(problem, {}).value().moves, 1);
    problem.budgets.push_back({"run", {"all", selecting({exists("app")}), 9, {}}});
    EXPECT_THAT(planDefragmentation(problem, {}).value().steps, IsEmpty()) << "the eviction API refuses two budgets";
}

TEST(Defragmentation, takesTheCheapestOfTheFewestMoves)
{
    Problem problem = scattered();
    problem.snapshot = makeSnapshot({makeNodeInfo(node("a"), {running("run/a", "a", "2", "StatefulSet")}),
        makeNodeInfo(node("b"), {running("run/b", "b", "2", "ReplicaSet")})});
    const model::Plan plan = planDefragmentation(problem, {}).value();
    ASSERT_THAT(plan.steps, SizeIs(2));
    EXPECT_EQ(plan.steps[0].pod.name, "b");
}

TEST(Defragmentation, aCordonedNodeTakesNoPod)
{
    Problem problem = scattered();
    problem.snapshot = makeSnapshot({makeNodeInfo(node("a"), {running("run/a", "a", "2")}),
        makeNodeInfo(makeNode("b").allocatable("cpu", "4").allocatable("memory", "16Gi").unschedulable().obj(),
            {running("run/b", "b", "2")})});
    EXPECT_THAT(planDefragmentation(problem, {}).value().steps, IsEmpty());
}

TEST(Defragmentation, chainsOfMovesAreFound)
{
    // The pod goes to a, a's pod to b, b's to c: every hole is too small for what is one node before.
    Problem problem;
    problem.snapshot = makeSnapshot({makeNodeInfo(node("a", "6"), {running("run/a", "a", "4")}),
        makeNodeInfo(node("b", "4"), {running("run/b", "b", "3")}), makeNodeInfo(node("c", "3"), {})});
    problem.queue = {makePod("new/p").req("cpu", "5").req("memory", "1Gi").obj()};
    problem.policies.others = plugins::defaultPolicy();
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    ASSERT_THAT(plan.steps, SizeIs(3));
    EXPECT_EQ(plan.steps[0].pod.name, "b") << "its new node has room first";
    EXPECT_EQ(plan.steps[1].pod.name, "a");
    EXPECT_EQ(plan.steps[1].makesRoomFor.name, "p");
    EXPECT_EQ(plan.steps[0].makesRoomFor.name, "a");
}

/// Two nodes where two pods must change places before a third fits.
Problem exchange(std::int32_t priorityOfMoved)
{
    const auto pod = [&](const char *name, const char *on, const char *cpu, const char *memory) {
        return makePod(name)
            .node(on)
            .req("cpu", cpu)
            .req("memory", memory)
            .owner("ReplicaSet", "w")
            .priority(priorityOfMoved)
            .obj();
    };
    Problem problem;
    problem.snapshot =
        makeSnapshot({makeNodeInfo(makeNode("a").allocatable("cpu", "4").allocatable("memory", "8Gi").obj(),
                          {pod("run/x", "a", "3", "2Gi")}),
            makeNodeInfo(makeNode("b").allocatable("cpu", "4").allocatable("memory", "8Gi").obj(),
                {pod("run/y", "b", "2", "7Gi")})});
    problem.queue = {makePod("new/p").req("cpu", "1500m").req("memory", "1Gi").nodeSelector("only", "a").obj()};
    problem.policies.others = plugins::defaultPolicy();
    auto labelled = std::make_shared<model::NodeInfo>(
        makeNode("a").label("only", "a").allocatable("cpu", "4").allocatable("memory", "8Gi").obj());
    labelled->addPod(problem.snapshot->nodes()[0]->pods()[0]);
    problem.snapshot = problem.snapshot->with(1, {labelled});
    return problem;
}

TEST(Defragmentation, podsThatChangePlacesAreEvictedFirstUnlessTheyAreMoreImportant)
{
    const Problem equal = exchange(0);
    const model::Plan plan = planDefragmentation(equal, {}).value();
    EXPECT_EQ(Replay(equal).run(plan), "");
    ASSERT_EQ(plan.after.placed, 1);
    EXPECT_EQ(plan.moves, 2);
    EXPECT_EQ(std::count_if(plan.steps.begin(), plan.steps.end(),
                  [](const model::PlanStep &step) { return step.kind == Kind::EvictFirst; }),
        1);
    EXPECT_EQ(std::count_if(plan.steps.begin(), plan.steps.end(),
                  [](const model::PlanStep &step) { return step.kind == Kind::Return; }),
        1);
    EXPECT_EQ(planDefragmentation(exchange(10), {}).value().after.placed, 0)
        << "a more important pod is not left without a node, if only in between";
}

TEST(Defragmentation, evictsForGoodOnlyWhatIsLessImportantAndOnlyWhereItMay)
{
    Problem problem;
    problem.snapshot = makeSnapshot({makeNodeInfo(node("a"), {running("run/a", "a", "3")})});
    problem.queue = {makePod("new/p").req("cpu", "3").req("memory", "1Gi").priority(5).obj()};
    problem.policies.others = plugins::defaultPolicy();
    EXPECT_THAT(planDefragmentation(problem, {}).value().steps, IsEmpty());
    problem.evict = true;
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    ASSERT_THAT(plan.steps, SizeIs(2));
    EXPECT_EQ(plan.steps[0].kind, Kind::Evict);
    EXPECT_TRUE(plan.steps[0].to.empty());
    problem.queue = {makePod("new/p").req("cpu", "3").req("memory", "1Gi").obj()};
    EXPECT_THAT(planDefragmentation(problem, {}).value().steps, IsEmpty()) << "of equal priority";
}

TEST(Defragmentation, movesAPodOfTheSamePartOfTheTopologyWhereThatIsInTheWay)
{
    using Term = model::AffinityTerm::Kind;
    const auto zoned = [](const char *name, const char *zone) {
        return makeNode(name).allocatable("cpu", "4").allocatable("memory", "16Gi").label("zone", zone).obj();
    };
    const auto db = [](const char *name) {
        PodBuilder pod = makePod(name);
        pod.req("cpu", "1").req("memory", "1Gi").label("app", "db").owner("ReplicaSet", "db");
        return pod.affinityTerm(affinityTo(Term::RequiredAntiAffinity, "zone", selectingApp("db")));
    };
    Problem problem;
    problem.snapshot = makeSnapshot({makeNodeInfo(zoned("a1", "x")),
        makeNodeInfo(zoned("a2", "x"), {db("data/first").node("a2").obj()}), makeNodeInfo(zoned("b", "y"))});
    problem.queue = {db("data/second").nodeSelector("zone", "x").obj()};
    problem.policies.others = plugins::defaultPolicy();
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    ASSERT_EQ(plan.after.placed, 1);
    EXPECT_EQ(plan.moves, 1);
    EXPECT_EQ(plan.steps[0].to.text(), "b");
}

TEST(Defragmentation, everyPlanIsLegalStepByStepAndWithinItsLimits)
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Problem problem = randomProblem(seed);
        problem.steps = 1500;
        const model::Plan plan = planDefragmentation(problem, {}).value();
        EXPECT_EQ(Replay(problem).run(plan), "") << "seed " << seed;
    }
}

TEST(Defragmentation, theSameProblemGivesTheSamePlan)
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Problem problem = defragmentationInstance(seed);
        EXPECT_EQ(planDefragmentation(problem, {}).value().fingerprint(),
            planDefragmentation(problem, {}).value().fingerprint())
            << "seed " << seed;
    }
}

TEST(Defragmentation, aStopEndsItWithALegalPlan)
{
    const Problem problem = defragmentationInstance(4);
    for (const int after : {0, 1, 7, 50}) {
        int asked = 0;
        Control control;
        control.stop = [&] { return asked++ >= after; };
        const model::Plan plan = planDefragmentation(problem, control).value();
        EXPECT_EQ(Replay(problem).run(plan), "") << after;
        EXPECT_FALSE(plan.ended == model::PlanEnd::Stopped && plan.proven);
    }
}

TEST(Defragmentation, aLargeClusterIsSearchedWhereItIsPromising)
{
    Problem problem = scattered();
    std::vector<model::NodeInfoPtr> infos;
    for (int i = 0; i < 200; ++i) {
        const std::string name = "n" + std::to_string(i);
        infos.push_back(makeNodeInfo(node(name), {running("run/" + name, name, i == 150 ? "1" : "2")}));
    }
    problem.snapshot = makeSnapshot(std::move(infos));
    problem.queue = {makePod("new/p").req("cpu", "4").req("memory", "1Gi").obj()};
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    EXPECT_EQ(plan.after.placed, 1);
    EXPECT_EQ(plan.moves, 1);
}

} // namespace
} // namespace binnacle::plan
