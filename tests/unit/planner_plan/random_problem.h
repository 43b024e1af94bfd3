// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/problem.h"
#include "tests/unit/planner_engine/random_cluster.h"

namespace binnacle::plan::testing {

inline Problem problemOf(std::vector<model::NodePtr> nodes, std::vector<model::PodPtr> queue)
{
    Problem problem;
    std::vector<model::NodeInfoPtr> infos;
    for (model::NodePtr &node : nodes) {
        infos.push_back(model::testing::makeNodeInfo(std::move(node)));
    }
    problem.snapshot = model::testing::makeSnapshot(std::move(infos));
    problem.queue = std::move(queue);
    problem.policies.others = plugins::defaultPolicy();
    return problem;
}

/// Clusters and pods of every kind, with ports, taints, affinity and spread; owners, priorities, budgets and gangs besides. At most so many nodes and pods that wait.
inline Problem randomProblem(std::uint64_t seed, std::uint64_t nodes = 7, std::uint64_t waiting = 12)
{
    base::SeededRandom random(seed * 31 + 7);
    Problem problem;
    const model::SnapshotPtr plain = engine::testing::randomCluster(random, nodes);
    std::vector<model::NodeInfoPtr> infos;
    for (const model::NodeInfoPtr &info : plain->nodes()) {
        auto copy = std::make_shared<model::NodeInfo>(info->nodePtr());
        for (const model::PodPtr &pod : info->pods()) {
            auto running = std::make_shared<model::Pod>(*pod);
            running->nodeName = info->node().name;
            running->phase = model::PodPhase::Running;
            running->priority = static_cast<std::int32_t>(100 * random.below(3));
            const std::vector<std::string> kinds{
                "ReplicaSet", "ReplicaSet", "StatefulSet", "Job", "DaemonSet", "Node", ""};
            running->ownerKind = kinds[random.below(kinds.size())];
            running->ownerName = running->ownerKind.empty() ? "" : "w";
            if (random.below(15) == 0) {
                running->deletionTimestamp = base::TimePoint{};
            }
            running->sign();
            copy->addPod(running);
        }
        copy->generation = 1;
        infos.push_back(copy);
    }
    problem.snapshot = model::testing::makeSnapshot(std::move(infos));
    for (std::uint64_t i = 0, count = 1 + random.below(waiting); i < count; ++i) {
        const model::PodPtr pod = engine::testing::randomPod(random, "new/q" + std::to_string(i));
        auto waiting = std::make_shared<model::Pod>(*pod);
        waiting->priority = static_cast<std::int32_t>(100 * random.below(3));
        waiting->sign();
        problem.queue.push_back(waiting);
    }
    if (problem.queue.size() > 4 && random.below(2) == 0) {
        problem.gangs.push_back({"g", {problem.queue[0]->key, problem.queue[2]->key, problem.queue[3]->key}});
    }
    if (random.below(2) == 0) {
        problem.budgets.push_back({"load",
            {"a", model::testing::selecting({model::testing::in("app", {"a"})}),
                static_cast<std::int32_t>(random.below(2)), {}}});
    }
    if (random.below(4) == 0) {
        problem.budgets.push_back({"load",
            {"ab", model::testing::selecting({model::testing::in("app", {"a", "b"})}),
                static_cast<std::int32_t>(random.below(3)), {}}});
    }
    problem.policies.others = engine::testing::policies()[random.below(2)];
    problem.seed = seed;
    problem.steps = 200;
    problem.moves = static_cast<std::int64_t>(random.below(5));
    problem.evict = random.below(3) == 0;
    return problem;
}

} // namespace binnacle::plan::testing
