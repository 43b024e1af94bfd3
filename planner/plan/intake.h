// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/problem.h"

#include <absl/status/status.h>

#include <optional>
#include <vector>

namespace binnacle::plan {

/// What is placed all or none: one pod, or a gang.
struct Unit {
    std::vector<int> pods; ///< by place in the queue
    std::string gang; ///< empty for a pod of its own
    std::int32_t priority = 0; ///< the highest of its pods
};

/// The queue sorted out: what can be planned for, and what cannot, each with its reason.
struct Intake {
    std::vector<Unit> units; ///< by falling priority, then in queue order
    std::vector<std::optional<model::PlanLeftOver>> refused; ///< by place in the queue
    std::vector<int> unitOf; ///< by place in the queue; -1 for those refused
};

/// The priorities of a queue, the highest first.
struct Ranks {
    explicit Ranks(const Problem &problem);
    std::vector<std::size_t> of; ///< by place in the queue
    std::size_t count = 0;
};

/// kInvalidArgument: a limit of the problem is out of range, or something that it must have is missing.
[[nodiscard]] absl::Status checkLimits(const Problem &problem);
[[nodiscard]] Intake takeIn(const Problem &problem);

/// A pod that is not in the plan; the rest of its reason is for the caller to fill in.
[[nodiscard]] model::PlanLeftOver leftOver(const model::Pod &pod, model::PlanRefusal why, const std::string &gang = {});

/// The parts of a plan that any kind of it has, without its steps.
[[nodiscard]] model::Plan planFor(const Problem &problem, model::PlanKind kind);
/// Fills the figures and the priorities, from the pods (by place in the queue) that are placed and the cluster afterwards.
void summarise(
    const Problem &problem, const std::vector<bool> &placed, const model::Snapshot &after, model::Plan &plan);

} // namespace binnacle::plan
