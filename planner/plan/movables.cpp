// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/movables.h"

#include "planner/engine/decide.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace binnacle::plan {

namespace {

/// By the controller, which makes it again somewhere else.
bool madeAgain(const model::Pod &pod)
{
    return !pod.ownerKind.empty() && pod.ownerKind != "DaemonSet" && pod.ownerKind != "Node";
}

/// Budgets by namespace, so that each pod is compared with few.
absl::flat_hash_map<std::string, std::vector<int>> byNamespace(const std::vector<Budget> &budgets)
{
    absl::flat_hash_map<std::string, std::vector<int>> out;
    for (std::size_t i = 0; i < budgets.size(); ++i) {
        out[budgets[i].ns].push_back(static_cast<int>(i));
    }
    return out;
}

} // namespace

std::int64_t moveCost(const model::Pod &pod)
{
    const std::int64_t kind = pod.ownerKind == "ReplicaSet" || pod.ownerKind == "ReplicationController" ? 100
        : pod.ownerKind == "StatefulSet"                                                                ? 300
        : pod.ownerKind == "Job"                                                                        ? 500
                                                                                                        : 200;
    const std::int64_t warm = std::min<std::int64_t>(pod.request.memoryBytes >> 30, 1000);
    std::int64_t devices = 0;
    for (const model::Resources::Scalar &scalar : pod.request.scalars()) {
        if (!scalar.first.text().starts_with("hugepages-")) {
            devices += std::min<std::int64_t>(scalar.second, 16);
        }
    }
    return kind + warm + 50 * devices + std::max<std::int64_t>(pod.priority, 0) / 1'000'000;
}

Movables::Movables(const Problem &problem, World &world)
    : m_problem(problem), m_world(world), m_on(static_cast<std::size_t>(world.nodes()))
{
    const auto budgets = byNamespace(problem.budgets);
    for (const Budget &budget : problem.budgets) {
        m_left.push_back(budget.budget.disruptionsAllowed);
    }
    for (int node = 0; problem.budgetsKnown && node < world.nodes(); ++node) {
        std::vector<int> &here = m_on[static_cast<std::size_t>(node)];
        for (const model::PodPtr &pod : world.info(node).pods()) {
            if (!madeAgain(*pod) || pod->deletionTimestamp || pod->finished() || pod->undecided != 0) {
                continue;
            }
            One one;
            one.pod = pod;
            one.node = node;
            one.cost = moveCost(*pod);
            int matching = 0;
            if (const auto found = budgets.find(pod->key.ns); found != budgets.end()) {
                for (const int budget : found->second) {
                    if (problem.budgets[static_cast<std::size_t>(budget)].budget.selects(pod->labels)) {
                        ++matching;
                        one.budget = budget;
                    }
                }
            }
            if (matching <= 1) {
                here.push_back(static_cast<int>(m_all.size()));
                m_all.push_back(std::move(one));
            }
        }
        std::stable_sort(here.begin(), here.end(), [&](int a, int b) { return of(a).cost < of(b).cost; });
    }
}

bool Movables::free(int movable)
{
    One &one = of(movable);
    if (one.gone || (one.budget >= 0 && m_left[static_cast<std::size_t>(one.budget)] <= 0)) {
        return false;
    }
    if (!one.checked) {
        one.checked = true;
        one.decidable = engine::undecidedRules(*m_problem.snapshot, *one.pod, m_world.policyOf(*one.pod)) == 0;
    }
    return one.decidable;
}

void Movables::spend(int movable)
{
    of(movable).gone = true;
    if (of(movable).budget >= 0) {
        --m_left[static_cast<std::size_t>(of(movable).budget)];
    }
}

void Movables::restore(int movable)
{
    of(movable).gone = false;
    if (of(movable).budget >= 0) {
        ++m_left[static_cast<std::size_t>(of(movable).budget)];
    }
}

const model::PodPtr &Movables::successor(int movable)
{
    One &one = of(movable);
    if (!one.successor) {
        one.successor = successorOf(*one.pod);
    }
    return one.successor;
}

int Movables::successorClass(int movable)
{
    One &one = of(movable);
    if (one.successorClass < 0) {
        one.successorClass = m_world.classOf(successor(movable));
    }
    return one.successorClass;
}

} // namespace binnacle::plan
