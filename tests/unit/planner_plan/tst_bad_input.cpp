// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/plan/replay.h"
#include "tests/unit/planner_plan/random_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace binnacle::plan {
namespace {

using namespace testing;
using namespace model::testing;
using ::testing::Each;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Refusal = model::PlanRefusal;

using Planner = absl::StatusOr<model::Plan> (*)(const Problem &, const Control &);
class BadInput : public ::testing::TestWithParam<Planner> {
protected:
    static model::Plan plan(const Problem &problem)
    {
        model::Plan made = GetParam()(problem, {}).value();
        EXPECT_EQ(Replay(problem).run(made), "");
        return made;
    }
    static Problem roomy(std::vector<model::PodPtr> queue)
    {
        return problemOf({makeNode("n").allocatable("cpu", "8").allocatable("memory", "8Gi").obj()}, std::move(queue));
    }
    static std::vector<Refusal> refusals(const model::Plan &plan)
    {
        std::vector<Refusal> out;
        for (const model::PlanLeftOver &left : plan.leftOver) {
            out.push_back(left.why);
        }
        return out;
    }
};
INSTANTIATE_TEST_SUITE_P(Planners, BadInput, ::testing::Values(&planBatch, &planDefragmentation));

TEST_P(BadInput, aClusterWithoutNodesRefusesEveryPodForThat)
{
    const model::Plan made = plan(problemOf({}, {makePod("a").obj(), makePod("b").obj()}));
    EXPECT_THAT(made.steps, IsEmpty());
    EXPECT_THAT(refusals(made), ::testing::ElementsAre(Refusal::NoNodes, Refusal::NoNodes));
}

TEST_P(BadInput, anEmptyQueueHasAnEmptyPlan)
{
    const model::Plan made = plan(roomy({}));
    EXPECT_THAT(made.steps, IsEmpty());
    EXPECT_THAT(made.leftOver, IsEmpty());
}

TEST_P(BadInput, limitsOutOfRangeAreRefused)
{
    Problem problem = roomy({makePod("a").obj()});
    problem.steps = -1;
    EXPECT_EQ(GetParam()(problem, {}).status().code(), absl::StatusCode::kInvalidArgument);
    problem.steps = mostSteps + 1;
    EXPECT_EQ(GetParam()(problem, {}).status().code(), absl::StatusCode::kInvalidArgument);
    problem.steps = 0;
    problem.moves = mostMoves + 1;
    EXPECT_EQ(GetParam()(problem, {}).status().code(), absl::StatusCode::kInvalidArgument);
    problem.moves = 1;
    problem.queue.assign(mostPods + 1, problem.queue.front());
    const absl::Status many = GetParam()(problem, {}).status();
    EXPECT_EQ(many.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(many.message()), ::testing::HasSubstr("200000"));
    EXPECT_EQ(GetParam()({}, {}).status().code(), absl::StatusCode::kInvalidArgument) << "no snapshot";
}

TEST_P(BadInput, podsThatDoNotWaitAndPodsGivenTwiceAreSaid)
{
    const model::PodPtr good = makePod("good").obj();
    model::Pod gates = *makePod("gated").obj();
    gates.schedulingGates = {"wait"};
    const model::Plan made = plan(
        roomy({good, good, makePod("bound").node("n").obj(), makePod("done").phase(model::PodPhase::Succeeded).obj(),
            makePod("going").deleting().obj(), std::make_shared<const model::Pod>(gates),
            makePod("claims").undecided(model::UndecidedRule::Unrecognised).obj()}));
    EXPECT_EQ(made.after.placed, 1);
    EXPECT_THAT(refusals(made),
        ::testing::ElementsAre(Refusal::Duplicate, Refusal::NotPending, Refusal::NotPending, Refusal::NotPending,
            Refusal::Gated, Refusal::NotDecidable));
    EXPECT_NE(made.leftOver.back().undecided, 0U);
}

TEST_P(BadInput, aPodWithTheUidOfARunningOneDoesNotWait)
{
    Problem problem = roomy({makePod("new/a").uid("twin").obj(), makePod("new/b").obj()});
    problem.snapshot = makeSnapshot({makeNodeInfo(makeNode("n").allocatable("cpu", "4").obj(),
        {makePod("run/a").uid("twin").owner("ReplicaSet", "w").node("n").obj()})});
    const model::Plan made = plan(problem);
    EXPECT_EQ(made.after.placed, 1);
    EXPECT_THAT(refusals(made), ::testing::ElementsAre(Refusal::NotPending));
}

TEST_P(BadInput, contradictoryGangsAreRefusedWholeAndTheOthersAreNot)
{
    std::vector<model::PodPtr> queue;
    for (int i = 0; i < 6; ++i) {
        queue.push_back(makePod("p" + std::to_string(i)).obj());
    }
    Problem problem = roomy(queue);
    problem.gangs = {{"one", {queue[0]->key, queue[1]->key}}, {"two", {queue[1]->key, queue[2]->key}},
        {"ghost", {queue[3]->key, {"default", "nobody"}}}, {"empty", {}}, {"same", {queue[4]->key, queue[4]->key}}};
    const model::Plan made = plan(problem);
    EXPECT_THAT(refusals(made),
        ::testing::ElementsAre(Refusal::GangContradiction, Refusal::GangContradiction, Refusal::GangContradiction,
            Refusal::GangIncomplete, Refusal::GangContradiction));
    EXPECT_EQ(made.leftOver[3].gang, "ghost");
    ASSERT_THAT(made.steps, SizeIs(1));
    EXPECT_EQ(made.steps[0].pod.name, "p5");
}

TEST_P(BadInput, aGangWithAPodThatCannotBePlannedForIsIncomplete)
{
    Problem problem = roomy({makePod("a").obj(), makePod("b").undecided(model::UndecidedRule::Unrecognised).obj()});
    problem.gangs = {{"g", {problem.queue[0]->key, problem.queue[1]->key}}};
    EXPECT_THAT(refusals(plan(problem)), ::testing::ElementsAre(Refusal::GangIncomplete, Refusal::NotDecidable));
}

TEST_P(BadInput, aGroupThatIsAGangHereIsDecidable)
{
    Problem problem = roomy({makePod("a").undecided(model::UndecidedRule::WorkloadGroup).obj()});
    EXPECT_THAT(refusals(plan(problem)), ::testing::ElementsAre(Refusal::NotDecidable));
    problem.gangs = {{"g", {problem.queue[0]->key}}};
    EXPECT_EQ(plan(problem).after.placed, 1);
}

TEST_P(BadInput, hugeRequestsNeverFitAndSaySo)
{
    const model::Plan made = plan(roomy({makePod("cpu").req("cpu", "9223372036854775807").obj(),
        makePod("memory").req("memory", "9223372036854775807").obj(), makePod("device").req("a.org/x", "1").obj(),
        makePod("zero").obj()}));
    EXPECT_EQ(made.after.placed, 1);
    EXPECT_THAT(refusals(made), Each(Refusal::NeverFits));
    EXPECT_EQ(made.leftOver[2].reason.code, model::ReasonCode::InsufficientScalar);
    EXPECT_EQ(made.leftOver[2].nodesByReason, 1);
}

TEST_P(BadInput, nodesThatAreOverfullAlreadyDoNoHarm)
{
    std::vector<model::PodPtr> pods;
    for (int i = 0; i < 3; ++i) {
        pods.push_back(makePod("old/p" + std::to_string(i))
                           .req("cpu", "9223372036854775")
                           .req("memory", "9223372036854775807")
                           .owner("ReplicaSet", "w")
                           .node("full")
                           .obj());
    }
    Problem problem = roomy({makePod("new/a").req("cpu", "1").obj()});
    problem.snapshot = makeSnapshot({makeNodeInfo(makeNode("full").allocatable("cpu", "4").obj(), pods),
        makeNodeInfo(makeNode("n").allocatable("cpu", "4").obj())});
    EXPECT_EQ(plan(problem).after.placed, 1);
}

} // namespace
} // namespace binnacle::plan
