// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/plugin.h"
#include "planner/framework/post_filter.h"
#include "planner/framework/registry.h"

#include <optional>
#include <string>
#include <vector>

namespace binnacle::plugins {

/// A node that would let the pod in without some of its pods, which all have a lower priority.
struct PreemptionCandidate {
    base::Symbol node;
    std::vector<model::PreemptionVictim> victims; ///< the most important first; never empty
    std::int64_t budgetViolations = 0;
};

/// Where a pod that fits nowhere would fit if pods of lower priority were evicted, and which of them are the fewest that
/// have to go: on each node that eviction may help, the most important pods are spared first, and before them those whose
/// disruption budget is used up. Best is the node with the fewest violated budgets, the lowest highest priority of a victim,
/// the smallest sum of priorities, the fewest victims, and the victims of the highest priority that started last. After
/// kube-scheduler's plugin of that name (v1.36.3), which looks at a random part of the nodes only.
///
/// Victims of equal priority and start time are ordered by their UID.
class DefaultPreemption final : public framework::Plugin, public framework::PostFilterPlugin {
public:
    static framework::Registration registration();

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    [[nodiscard]] model::PreemptionAdvice postFilter(const framework::PostFilterInput &input) const override;
};

/// Every candidate, by node name. With `spare` false all pods of lower priority are victims.
[[nodiscard]] std::vector<PreemptionCandidate> preemptionCandidates(
    const framework::PostFilterInput &input, bool spare = true);
/// Those than which none is better, in their order.
[[nodiscard]] std::vector<const PreemptionCandidate *> bestCandidates(
    const std::vector<PreemptionCandidate> &candidates);
/// Parallel to the pods, whether evicting them one after the other exceeds a disruption budget.
[[nodiscard]] std::vector<bool> violateBudgets(
    const std::vector<model::PodPtr> &pods, const model::Inventory &inventory);

} // namespace binnacle::plugins
