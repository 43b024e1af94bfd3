// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/disruption_budget.h"
#include "planner/model/plan.h"
#include "planner/model/snapshot.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace binnacle::plan {

/// A PodDisruptionBudget and where it holds.
struct Budget {
    std::string ns;
    model::DisruptionBudget budget;
};

/// Everything a plan depends on. Plain value; the snapshot must hold none of the queue's pods.
struct Problem {
    model::SnapshotPtr snapshot;
    std::vector<model::PodPtr> queue; ///< pods that wait; their order only breaks ties
    std::vector<model::Gang> gangs{};
    std::vector<Budget> budgets{};
    bool budgetsKnown = true; ///< else no pod is moved: which may is not known
    framework::Policies policies;
    std::uint64_t seed = 42;
    std::int64_t steps = 0; ///< of the search; 0: the default of its kind
    std::int64_t moves = 5; ///< defragmentation: at most so many pods leave their node
    bool evict = false; ///< defragmentation: pods of lower priority may be evicted without a new node
};

/// How a caller watches a plan being made, on the thread that makes it. Either may be empty.
struct Control {
    std::function<bool()> stop; ///< asked before each step; true ends it with the best found so far
    std::function<void(std::int64_t done, std::int64_t of)> progress; ///< steps of the search
};

inline constexpr std::size_t mostPods = 200'000; ///< in a queue
inline constexpr std::size_t mostGangs = 20'000;
inline constexpr std::int64_t mostMoves = 64;
inline constexpr std::int64_t mostSteps = 10'000'000;
inline constexpr std::int64_t batchSteps = 4'000; ///< unless the problem says otherwise
inline constexpr std::int64_t defragmentationSteps = 40'000;

/// Nodes for the whole queue at once. The objective, in this order: more pods placed, of the highest priority first; a higher sum of
/// scores (docs/planning.md). Insertion by regret; then, where there are few pods and nodes, the best way there is, else destroy and
/// repair of neighbourhoods (Ropke and Pisinger, 2006: adaptive large neighbourhood search, here without the adaptation). Pure and deterministic for a seed; any thread.
/// kInvalidArgument: a limit out of range.
[[nodiscard]] absl::StatusOr<model::Plan> planBatch(const Problem &problem, const Control &control);

/// The fewest, then the cheapest moves of running pods that let in the most of the queue, of the highest priority first.
/// Which pods may move, and the order of the steps: docs/planning.md. Small problems are searched whole (branch and bound), large
/// ones along the most promising nodes. Pure and deterministic; any thread. kInvalidArgument: a limit out of range.
[[nodiscard]] absl::StatusOr<model::Plan> planDefragmentation(const Problem &problem, const Control &control);

} // namespace binnacle::plan
