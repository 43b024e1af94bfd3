// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// What a plan says of itself, against every plan that there is.

#include "planner/plan/world.h"
#include "tests/plan/exhaustive.h"
#include "tests/plan/instances.h"
#include "tests/unit/planner_plan/random_problem.h"

#include <gtest/gtest.h>

#include <map>

namespace binnacle::plan {
namespace {

using namespace testing;

Exhaustive::Worth worthOf(const model::Plan &plan)
{
    Exhaustive::Worth worth;
    for (const model::Plan::Priority &one : plan.priorities) {
        worth.admitted.push_back(one.placed);
    }
    worth.moves = plan.moves;
    worth.cost = plan.cost;
    return worth;
}

std::string text(const Exhaustive::Worth &worth)
{
    std::string out;
    for (const std::int64_t count : worth.admitted) {
        out += std::to_string(count) + ' ';
    }
    return out + "let in, " + std::to_string(worth.moves) + " moves, cost " + std::to_string(worth.cost);
}

struct Tally {
    int proven = 0;
    int compared = 0;
    int moved = 0; ///< proven with a move
};

void compare(const Problem &problem, std::uint64_t seed, Tally &tally)
{
    Exhaustive all(problem);
    if (all.movables() > 6) {
        return;
    }
    const model::Plan plan = planDefragmentation(problem, {}).value();
    EXPECT_EQ(Replay(problem).run(plan), "") << "seed " << seed;
    const Exhaustive::Worth best = all.best();
    const Exhaustive::Worth mine = worthOf(plan);
    EXPECT_FALSE(best < mine) << "seed " << seed << ": better than every plan: " << text(mine) << "; " << text(best);
    if (plan.proven) {
        EXPECT_EQ(mine, best) << "seed " << seed << ": proven " << text(mine) << "; there is " << text(best);
        ++tally.proven;
        tally.moved += plan.moves > 0 ? 1 : 0;
    }
    ++tally.compared;
}

/// Few pods, all amounts: two or three nodes nearly full, one or two pods that wait.
Problem tightProblem(std::uint64_t seed)
{
    base::SeededRandom random(seed * 977 + 3);
    Problem problem;
    std::vector<model::NodeInfoPtr> infos;
    int serial = 0;
    for (std::uint64_t i = 0, count = 2 + random.below(2); i < count; ++i) {
        const std::string name = "n" + std::to_string(i);
        std::vector<model::PodPtr> running;
        for (std::uint64_t j = 1 + random.below(2); j > 0; --j) {
            PodBuilder pod = makePod("run/p" + std::to_string(serial++));
            pod.req("cpu", milli(500 + 500 * random.below(5))).req("memory", mebi(1024 * (1 + random.below(4))));
            pod.node(name).owner(random.below(3) == 0 ? "StatefulSet" : "ReplicaSet", "w");
            pod.label("app", random.below(2) == 0 ? "db" : "web");
            pod.priority(static_cast<std::int32_t>(100 * random.below(3)));
            if (random.below(4) == 0) {
                pod.hostPort(8080);
            }
            running.push_back(pod.obj());
        }
        NodeBuilder node = makeNode(name);
        node.allocatable("cpu", "4").allocatable("memory", "8Gi").allocatable("pods", "10");
        node.label("kubernetes.io/hostname", name).label("zone", "z" + std::to_string(i % 2));
        infos.push_back(makeNodeInfo(node.obj(), running));
    }
    problem.snapshot = makeSnapshot(std::move(infos));
    for (std::uint64_t i = 0, count = 1 + random.below(2); i < count; ++i) {
        PodBuilder pod = makePod("run/q" + std::to_string(i));
        pod.req("cpu", milli(1000 + 500 * random.below(5))).req("memory", mebi(1024 * (1 + random.below(5))));
        pod.priority(static_cast<std::int32_t>(100 * random.below(3))).label("app", "db");
        if (random.below(4) == 0) {
            pod.hostPort(8080);
        }
        if (random.below(4) == 0) {
            using Kind = model::AffinityTerm::Kind;
            pod.affinityTerm(affinityTo(random.below(3) == 0 ? Kind::RequiredAffinity : Kind::RequiredAntiAffinity,
                "zone", selectingApp("db")));
        }
        problem.queue.push_back(pod.obj());
    }
    if (random.below(3) == 0) {
        problem.budgets.push_back({"run", {"db", selectingApp("db"), static_cast<std::int32_t>(random.below(2)), {}}});
    }
    if (random.below(4) == 0 && problem.queue.size() == 2) {
        problem.gangs.push_back({"g", {problem.queue[0]->key, problem.queue[1]->key}});
    }
    problem.policies.others = plugins::defaultPolicy();
    problem.moves = 1 + static_cast<std::int64_t>(random.below(3));
    problem.evict = random.below(2) == 0;
    return problem;
}

/// What the best way to put the pods of a queue from `next` on is worth: pods by falling priority, then the score.
using Placed = std::pair<std::vector<std::int64_t>, std::int64_t>;
Placed bestOf(World &world, const Problem &problem, std::size_t next, std::vector<int> &at)
{
    if (next == problem.queue.size()) {
        std::map<std::int32_t, std::int64_t, std::greater<>> placed;
        std::int64_t score = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            placed[problem.queue[i]->priority] += at[i] >= 0 ? 1 : 0;
            score += at[i] >= 0 ? world.scoreInPlace(problem.queue[i], at[i]) : 0;
        }
        Placed out{{}, score};
        for (const auto &[priority, count] : placed) {
            out.first.push_back(count);
        }
        return out;
    }
    at[next] = -1;
    Placed best = bestOf(world, problem, next + 1, at);
    for (int node = 0; node < world.nodes(); ++node) {
        if (world.ask(*problem.queue[next], node).verdict.ok()) {
            at[next] = node;
            world.place(problem.queue[next], node);
            best = std::max(best, bestOf(world, problem, next + 1, at));
            world.remove(*problem.queue[next], node);
        }
    }
    return best;
}

TEST(Proven, aSmallBatchIsTheBestOfAll)
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Problem problem = batchInstance(seed);
        problem.queue.resize(4);
        problem.gangs.clear();
        const model::Plan plan = planBatch(problem, {}).value();
        EXPECT_EQ(Replay(problem).run(plan), "") << "seed " << seed;
        World world(problem.snapshot, problem.policies, problem.queue);
        std::vector<int> at(problem.queue.size(), -1);
        const Placed best = bestOf(world, problem, 0, at);
        Placed mine{{}, plan.score};
        for (const model::Plan::Priority &one : plan.priorities) {
            mine.first.push_back(one.placed);
        }
        EXPECT_EQ(mine, best) << "seed " << seed;
    }
}

TEST(Proven, aPlanThatSaysSoIsTheBestOfAllWhereAmountsAreShort)
{
    Tally tally;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        compare(tightProblem(seed), seed, tally);
    }
    EXPECT_EQ(tally.compared, 120);
    EXPECT_GT(tally.proven, 60);
    EXPECT_GT(tally.moved, 20);
}

TEST(Proven, aPlanThatSaysSoIsTheBestOfAllOnClustersOfEveryKind)
{
    Tally tally;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        Problem problem = randomProblem(seed, 3, 2);
        problem.steps = 0;
        problem.moves = std::min<std::int64_t>(problem.moves, 2);
        compare(problem, seed, tally);
    }
    EXPECT_GT(tally.compared, 60);
    EXPECT_GT(tally.proven, 30);
}

} // namespace
} // namespace binnacle::plan
