// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/decide.h"
#include "planner/plan/exact.h"
#include "tests/plan/instances.h"
#include "tests/plan/replay.h"
#include "tests/unit/planner_plan/random_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace binnacle::plan {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string nodeOf(const model::Plan &plan, std::string_view pod)
{
    for (const model::PlanStep &step : plan.steps) {
        if (step.pod.name == pod) {
            return std::string(step.to.text());
        }
    }
    return {};
}

TEST(Batch, placesWhatOneAtATimeWouldLeaveOut)
{
    // One at a time, the small pod takes the emptier node, where only the large one fits.
    const Problem problem = problemOf({makeNode("large").allocatable("cpu", "4").allocatable("memory", "8Gi").obj(),
                                          makeNode("small").allocatable("cpu", "2").allocatable("memory", "4Gi").obj()},
        {makePod("new/small").req("cpu", "1500m").req("memory", "1Gi").obj(),
            makePod("new/large").req("cpu", "3").req("memory", "1Gi").obj()});
    const model::Plan plan = planBatch(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    EXPECT_EQ(nodeOf(plan, "large"), "large");
    EXPECT_EQ(nodeOf(plan, "small"), "small");
    EXPECT_THAT(plan.leftOver, IsEmpty());
    EXPECT_EQ(plan.after.placed, 2);
    EXPECT_EQ(plan.before.placed, 0);
}

TEST(Batch, morePodsOfAHigherPriorityBeatAnyNumberOfOthers)
{
    std::vector<model::PodPtr> queue;
    for (int i = 0; i < 8; ++i) {
        queue.push_back(makePod("new/low" + std::to_string(i)).req("cpu", "500m").obj());
    }
    queue.push_back(makePod("new/high").req("cpu", "4").priority(7).obj());
    const Problem problem = problemOf({makeNode("n").allocatable("cpu", "4").obj()}, queue);
    const model::Plan plan = planBatch(problem, {}).value();
    ASSERT_THAT(plan.steps, SizeIs(1));
    EXPECT_EQ(plan.steps[0].pod.name, "high");
    EXPECT_THAT(plan.priorities, ElementsAre(model::Plan::Priority{7, 1, 1}, model::Plan::Priority{0, 0, 8}));
    EXPECT_THAT(plan.leftOver, SizeIs(8));
    EXPECT_EQ(plan.leftOver[0].why, model::PlanRefusal::NoRoom);
    EXPECT_EQ(plan.leftOver[0].reason.code, model::ReasonCode::InsufficientCpu);
}

TEST(Batch, aGangIsPlacedWholeOrNotAtAll)
{
    std::vector<model::PodPtr> queue;
    model::Gang gang{"trio", {}};
    for (int i = 0; i < 3; ++i) {
        queue.push_back(makePod("new/g" + std::to_string(i)).req("cpu", "2").obj());
        gang.members.push_back(queue.back()->key);
    }
    queue.push_back(makePod("new/single").req("cpu", "2").obj());
    Problem problem =
        problemOf({makeNode("a").allocatable("cpu", "2").obj(), makeNode("b").allocatable("cpu", "2").obj()}, queue);
    problem.gangs = {gang};
    model::Plan plan = planBatch(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    EXPECT_EQ(plan.after.placed, 1);
    EXPECT_EQ(plan.leftOver[0].why, model::PlanRefusal::GangWithoutRoom);
    EXPECT_EQ(plan.leftOver[0].gang, "trio");

    problem.snapshot = makeSnapshot({makeNodeInfo(makeNode("a").allocatable("cpu", "4").obj()),
        makeNodeInfo(makeNode("b").allocatable("cpu", "2").obj())});
    plan = planBatch(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    EXPECT_EQ(plan.after.placed, 3) << "three pods of a gang are more than a single one";
    EXPECT_EQ(plan.steps[0].gang, "trio");
}

TEST(Batch, podsThatNeedEachOtherAreTakenInTheRightOrder)
{
    using Kind = model::AffinityTerm::Kind;
    const Problem problem = problemOf({makeNode("a").label("zone", "x").allocatable("cpu", "4").obj(),
                                          makeNode("b").label("zone", "y").allocatable("cpu", "4").obj()},
        {makePod("new/follower")
                .label("app", "f")
                .req("cpu", "1")
                .affinityTerm(affinityTo(Kind::RequiredAffinity, "zone", selectingApp("leader")))
                .obj(),
            makePod("new/leader").label("app", "leader").req("cpu", "1").obj()});
    const model::Plan plan = planBatch(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "");
    ASSERT_THAT(plan.steps, SizeIs(2));
    EXPECT_EQ(plan.steps[0].pod.name, "leader");
    EXPECT_EQ(plan.steps[0].to, plan.steps[1].to);
}

TEST(Batch, theScoreIsThatOfADecisionWithTheRestInPlace)
{
    // Where every node is allowed and fits, the scores are normalised over the same nodes.
    const Problem problem = problemOf({makeNode("a").allocatable("cpu", "16").allocatable("memory", "32Gi").obj(),
                                          makeNode("b").allocatable("cpu", "8").allocatable("memory", "32Gi").obj()},
        {makePod("new/p0").req("cpu", "1").req("memory", "1Gi").obj(),
            makePod("new/p1").req("cpu", "2").req("memory", "1Gi").obj(),
            makePod("new/p2").req("cpu", "1").req("memory", "4Gi").obj()});
    const model::Plan plan = planBatch(problem, {}).value();
    Replay replay(problem);
    ASSERT_EQ(replay.run(plan), "");
    std::int64_t sum = 0;
    for (const model::PlanStep &step : plan.steps) {
        model::Overlay overlay(replay.now());
        overlay.forget(step.to, step.podUid);
        const auto pod = std::find_if(problem.queue.begin(), problem.queue.end(),
            [&](const model::PodPtr &one) { return one->uid == step.podUid; });
        const model::Decision decision =
            engine::decide(*overlay.commit(), *pod, *problem.policies.others, {.worlds = 0});
        const auto there = std::find_if(decision.feasible.begin(), decision.feasible.end(),
            [&](const model::FeasibleNode &node) { return node.node == step.to; });
        ASSERT_NE(there, decision.feasible.end());
        EXPECT_EQ(step.score, there->total) << step.pod.text();
        sum += step.score;
    }
    EXPECT_EQ(plan.score, sum);
}

TEST(Batch, everyPlanIsLegalStepByStepOnClustersOfEveryKind)
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Problem problem = randomProblem(seed);
        const model::Plan plan = planBatch(problem, {}).value();
        EXPECT_EQ(Replay(problem).run(plan), "") << "seed " << seed;
    }
}

TEST(Batch, theSameSeedGivesTheSamePlanAndOrderOfTheQueueDoesNotMakeItIllegal)
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Problem problem = randomProblem(seed);
        const model::Plan one = planBatch(problem, {}).value();
        EXPECT_EQ(one.fingerprint(), planBatch(problem, {}).value().fingerprint()) << "seed " << seed;
        std::reverse(problem.queue.begin(), problem.queue.end());
        EXPECT_EQ(Replay(problem).run(planBatch(problem, {}).value()), "") << "seed " << seed;
    }
}

TEST(Batch, theSearchNeverMakesItWorseThanInsertion)
{
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        Problem problem = batchInstance(seed);
        problem.steps = 1;
        const model::Plan inserted = planBatch(problem, {}).value();
        problem.steps = 2000;
        const model::Plan improved = planBatch(problem, {}).value();
        std::vector<std::int64_t> before;
        std::vector<std::int64_t> after;
        for (std::size_t i = 0; i < inserted.priorities.size(); ++i) {
            before.push_back(inserted.priorities[i].placed);
            after.push_back(improved.priorities[i].placed);
        }
        EXPECT_GE(std::pair(after, improved.score), std::pair(before, inserted.score)) << "seed " << seed;
    }
}

TEST(Batch, aStopEndsItWithALegalPlan)
{
    const Problem problem = randomProblem(3);
    for (const int after : {0, 1, 5, 40}) {
        int asked = 0;
        Control control;
        control.stop = [&] { return asked++ >= after; };
        const model::Plan plan = planBatch(problem, control).value();
        EXPECT_EQ(plan.ended, model::PlanEnd::Stopped);
        EXPECT_EQ(Replay(problem).run(plan), "") << after;
    }
}

TEST(Batch, progressRisesToTheBudget)
{
    std::vector<model::PodPtr> queue;
    for (std::size_t i = 0; i <= Exact::mostPods; ++i) {
        queue.push_back(makePod("new/p" + std::to_string(i)).req("cpu", milli(300 + 100 * i)).obj());
    }
    Problem problem =
        problemOf({makeNode("a").allocatable("cpu", "4").obj(), makeNode("b").allocatable("cpu", "4").obj()}, queue);
    problem.steps = 100;
    std::vector<std::int64_t> told;
    Control control;
    control.progress = [&](std::int64_t done, std::int64_t of) {
        EXPECT_EQ(of, 100);
        told.push_back(done);
    };
    EXPECT_EQ(planBatch(problem, control).value().stepsTaken, 100);
    EXPECT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
}

} // namespace
} // namespace binnacle::plan
