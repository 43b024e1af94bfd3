// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/scenario.h"
#include "planner/model/snapshot.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace binnacle::engine {

/// One edit of a fork, with what it needs at hand.
struct ScenarioEdit {
    enum class Kind : std::uint8_t { AddNodes, RemoveNodes, Cordon, Uncordon, Drain, Scale, Policies, Arrive };
    Kind kind = Kind::Drain;
    std::vector<base::Symbol> nodes{}; ///< AddNodes: the node to copy, unless newNodes has what to add
    std::vector<model::NodePtr> newNodes{};
    std::vector<model::PodPtr> newPods{}; ///< Arrive
    std::int64_t count = 1; ///< of each new node or pod; Scale: pods that are to be
    model::WorkloadName workload{};
    framework::Policies policies{}; ///< Policies: they decide instead; of several the last ones
};

struct ScenarioInput {
    model::SnapshotPtr base;
    std::vector<model::PodPtr> waiting{}; ///< pods without a node, in any order
    framework::Policies policies{};
    std::vector<ScenarioEdit> edits{};
    std::uint64_t seed = 0;
    std::int64_t mostNodes = 10'000; ///< added in all
    std::int64_t mostPods = 100'000; ///< added in all
};

/// Called now and then while pods are decided: how many are, of how many. False: stop.
using ScenarioProgress = std::function<bool(std::int64_t done, std::int64_t of)>;

/// Applies the edits to a fork in order, then decides every pod that has no place there: by priority, then those that wait
/// (by age, then name), those displaced (by name), those scaled up and those that arrive, in the order of the edits. Each is
/// decided on the fork with those before it; pods whose affinity or spread a later one may have helped are tried again until
/// none more finds a place. Nobody is preempted. The base stays untouched; the same input gives the same outcome.
/// Faults are model::ScenarioFault statuses; kCancelled when told to stop.
[[nodiscard]] absl::StatusOr<model::ScenarioOutcomePtr> runScenario(
    const ScenarioInput &input, const ScenarioProgress &goOn = {});

/// "Deployment" for "deploy" or "deployment" and so on; empty for a kind that cannot be scaled.
[[nodiscard]] std::string scalableKind(std::string_view kind);

} // namespace binnacle::engine
