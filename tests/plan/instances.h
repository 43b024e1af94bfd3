// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/random.h"
#include "planner/model/testing/builders.h"
#include "planner/plan/problem.h"
#include "planner/plugins/registry.h"

#include <string>
#include <vector>

/// Small problems from a seed, of the kind that an integer program can solve to the end.
namespace binnacle::plan::testing {

using namespace model::testing;

inline std::string milli(std::uint64_t value) { return std::to_string(value) + 'm'; }
inline std::string mebi(std::uint64_t value) { return std::to_string(value) + "Mi"; }

inline model::LabelSelector selectingApp(const std::string &app) { return selecting({in("app", {app})}); }

inline model::NodePtr smallNode(base::SeededRandom &random, int index, bool tainted)
{
    const std::string name = "n" + std::to_string(index);
    NodeBuilder node = makeNode(name);
    node.allocatable("cpu", milli(2000 + 1000 * random.below(4)))
        .allocatable("memory", mebi(4096 + 2048 * random.below(4)))
        .allocatable("pods", std::to_string(6 + random.below(6)));
    node.label("kubernetes.io/hostname", name).label("zone", "z" + std::to_string(index % 2));
    node.label("disk", random.below(2) == 0 ? "ssd" : "hdd");
    if (tainted && random.below(4) == 0) {
        node.taint("dedicated", "batch");
    }
    if (tainted && random.below(4) == 0) {
        node.taint("slow", "yes", model::TaintEffect::PreferNoSchedule);
    }
    return node.obj();
}

/// Batch: 3 to 5 nodes, 6 to 10 pods, more than there is room for; every third with pods that keep apart by zone, every fourth with a
/// gang. `more`: so many pods more, and a node for every four of them.
inline Problem batchInstance(std::uint64_t seed, std::uint64_t more = 0)
{
    base::SeededRandom random(seed * 7919 + 17);
    const bool apart = seed % 3 == 0;
    const int nodes = 3 + static_cast<int>(random.below(3) + more / 4);
    std::vector<model::NodeInfoPtr> infos;
    for (int i = 0; i < nodes; ++i) {
        model::NodePtr node = smallNode(random, i, !apart);
        std::vector<model::PodPtr> running;
        for (std::uint64_t j = random.below(3); j > 0; --j) {
            running.push_back(makePod("old/p" + std::to_string(i) + '-' + std::to_string(j))
                                  .req("cpu", milli(200 + 100 * random.below(8)))
                                  .req("memory", mebi(256 + 256 * random.below(6)))
                                  .owner("ReplicaSet", "old")
                                  .node(node->name.text())
                                  .obj());
        }
        infos.push_back(makeNodeInfo(node, running));
    }
    Problem problem;
    problem.policies.others = plugins::defaultPolicy();
    problem.snapshot = makeSnapshot(std::move(infos));
    problem.seed = seed;
    const int pods = 6 + static_cast<int>(random.below(5) + more);
    for (int i = 0; i < pods; ++i) {
        const bool keepsApart = apart && random.below(3) == 0;
        PodBuilder pod = makePod("new/q" + std::to_string(i));
        pod.label("app", keepsApart ? "apart" : "plain").priority(random.below(4) == 0 ? 1000 : 0);
        pod.req("cpu", milli(300 + 100 * random.below(16))).req("memory", mebi(256 + 256 * random.below(12)));
        if (!apart && random.below(3) == 0) {
            pod.preferredNodeTerm(static_cast<std::int32_t>(1 + random.below(100)), {in("disk", {"ssd"})});
        }
        if (random.below(6) == 0) {
            pod.nodeSelector("disk", "ssd");
        }
        if (random.below(3) == 0) {
            pod.toleration("dedicated", "batch");
        }
        if (keepsApart) {
            pod.affinityTerm(
                affinityTo(model::AffinityTerm::Kind::RequiredAntiAffinity, "zone", selectingApp("apart")));
        }
        problem.queue.push_back(pod.obj());
    }
    if (seed % 4 == 0) {
        model::Gang gang{"gang", {}};
        for (std::size_t i = 0; i < 2 + random.below(2); ++i) {
            gang.members.push_back(problem.queue[i]->key);
        }
        problem.gangs.push_back(std::move(gang));
    }
    return problem;
}

/// Defragmentation: 4 to 6 nodes nearly full, 1 to 3 pods that wait; there are bare pods, DaemonSets' pods, disruption budgets, cordons and
/// pods that keep apart.
inline Problem defragmentationInstance(std::uint64_t seed)
{
    base::SeededRandom random(seed * 104729 + 5);
    const int nodes = 4 + static_cast<int>(random.below(3));
    std::vector<model::NodeInfoPtr> infos;
    int serial = 0;
    for (int i = 0; i < nodes; ++i) {
        const std::string name = "n" + std::to_string(i);
        const std::int64_t cpu = 4000;
        NodeBuilder node = makeNode(name);
        node.allocatable("cpu", milli(static_cast<std::uint64_t>(cpu))).allocatable("memory", "16Gi");
        node.allocatable("pods", "20").label("kubernetes.io/hostname", name);
        node.label("zone", "z" + std::to_string(i % 3)).label("disk", random.below(2) == 0 ? "ssd" : "hdd");
        if (nodes > 4 && random.below(8) == 0) {
            node.unschedulable();
        }
        std::int64_t free = cpu - 300 - 100 * static_cast<std::int64_t>(random.below(8));
        std::vector<model::PodPtr> running;
        while (free >= 400) {
            const std::int64_t size =
                std::min<std::int64_t>(free, 400 + 100 * static_cast<std::int64_t>(random.below(12)));
            PodBuilder pod = makePod("run/p" + std::to_string(serial++));
            pod.req("cpu", milli(static_cast<std::uint64_t>(size))).req("memory", mebi(512 * (1 + random.below(6))));
            pod.node(name).label("app", random.below(3) == 0 ? "db" : "web");
            const std::uint64_t kind = random.below(10);
            if (kind < 7) {
                pod.owner(kind < 5 ? "ReplicaSet" : "StatefulSet", "w");
            } else if (kind == 7) {
                pod.owner("DaemonSet", "agent");
            } else if (kind == 8) {
                pod.owner("Job", "j", "batch/v1");
            }
            if (random.below(8) == 0) {
                pod.nodeSelector("disk", infos.size() % 2 == 0 ? "ssd" : "hdd");
            }
            running.push_back(pod.obj());
            free -= size;
        }
        infos.push_back(makeNodeInfo(node.obj(), running));
    }
    Problem problem;
    problem.policies.others = plugins::defaultPolicy();
    problem.snapshot = makeSnapshot(std::move(infos));
    problem.seed = seed;
    problem.moves = 2 + static_cast<std::int64_t>(random.below(3));
    const int pods = 1 + static_cast<int>(random.below(3));
    for (int i = 0; i < pods; ++i) {
        PodBuilder pod = makePod("new/q" + std::to_string(i));
        pod.req("cpu", milli(800 + 100 * random.below(14))).req("memory", mebi(512 + 512 * random.below(6)));
        pod.priority(random.below(3) == 0 ? 1000 : 0).label("app", "new");
        if (seed % 5 == 0) {
            pod.affinityTerm(affinityTo(model::AffinityTerm::Kind::RequiredAntiAffinity, "zone", selectingApp("new")));
        }
        if (random.below(6) == 0) {
            pod.nodeSelector("disk", "ssd");
        }
        problem.queue.push_back(pod.obj());
    }
    if (seed % 2 == 0) {
        problem.budgets.push_back({"run", {"db", selectingApp("db"), static_cast<std::int32_t>(random.below(2)), {}}});
    }
    if (seed % 7 == 0 && pods > 1) {
        problem.gangs.push_back({"gang", {problem.queue[0]->key, problem.queue[1]->key}});
    }
    return problem;
}

} // namespace binnacle::plan::testing
