// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <absl/status/status.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::model {

/// A controller by namespace, kind and name. Kind "Deployment" stands for the ReplicaSets that it made; kind "Labels" for
/// the pods that have all labels of the name, "app=web,tier=front".
struct WorkloadName {
    std::string ns{};
    std::string kind{};
    std::string name{};
    friend bool operator==(const WorkloadName &, const WorkloadName &) = default;
    [[nodiscard]] std::string text() const { return ns + '/' + kind + '/' + name; }
};

/// Why a pod had to be decided in a scenario.
enum class PodOrigin : std::uint8_t {
    Waiting, ///< it waits in the cluster
    Displaced, ///< its node was drained or removed, and its controller makes it again
    Scaled, ///< its workload was scaled up
    Arrived, ///< of a manifest
};
[[nodiscard]] std::string_view originName(PodOrigin origin);

/// A pod that was decided in a scenario, and how.
struct ScenarioPod {
    PodPtr pod; ///< as decided, without a node
    PodOrigin origin = PodOrigin::Waiting;
    base::Symbol from; ///< where it ran, when displaced
    DecisionOutcome outcome = DecisionOutcome::NoNodeFits;
    base::Symbol to; ///< when placed
    base::Symbol plugin; ///< when no node fits: what refuses most nodes
    ReasonCode reason = ReasonCode::None;
    base::Symbol subject;
    std::int32_t nodesByReason = 0;
    UndecidedRules undecided = 0;
};

/// How many pods pend for the same reason.
struct PendingReason {
    ReasonCode reason = ReasonCode::None; ///< UndecidableRule: not decidable
    base::Symbol subject;
    base::Symbol plugin;
    std::int64_t pods = 0;
};

struct ScenarioResource {
    base::Symbol resource;
    std::int64_t allocatable = 0; ///< counting unit of Resources
    std::int64_t allocated = 0;
};

/// Shares 0..1 of what is free that no pod shape can use (engine::fragmentation).
struct ScenarioFragmentation {
    std::optional<double> cpu;
    std::optional<double> memory;
    std::optional<double> gpu;
    double total = 0;
};

/// What became of a cluster in a scenario: plain value, shared as constant.
struct ScenarioOutcome {
    std::vector<ScenarioPod> pods; ///< in the order in which they were decided
    std::int64_t placed = 0;
    std::int64_t pending = 0; ///< all others of `pods`
    std::vector<PendingReason> pendingByReason; ///< most pods first
    std::vector<ScenarioResource> resources; ///< cpu, memory, ephemeral-storage, pods, then the others by name
    ScenarioFragmentation fragmentation;
    std::int64_t nodes = 0;
    std::int64_t cordoned = 0;
    std::int64_t running = 0; ///< pods that hold something on a node at the end
    std::int64_t stayed = 0; ///< DaemonSet and static pods that a drain leaves where they are
    std::int64_t ended = 0; ///< pods that are gone: scaled down, terminating anyway, or bound to a removed node
    std::vector<PodKey> lost; ///< pods of drained or removed nodes that no controller makes again
    std::vector<base::Symbol> added; ///< nodes
    std::vector<base::Symbol> removed;
    std::vector<base::Symbol> drained;
    std::vector<std::string> policies; ///< versions that decided, by the first pod that each decided
    SnapshotPtr after; ///< the cluster at the end

    [[nodiscard]] std::int64_t moved() const; ///< displaced pods that found a place
};
using ScenarioOutcomePtr = std::shared_ptr<const ScenarioOutcome>;

/// What is wrong with a scenario, and where.
enum class ScenarioFaultCode : std::uint8_t {
    UnknownNode, ///< `value` names it
    UnknownWorkload, ///< has no pod here
    NothingToCopy, ///< a workload without a pod cannot be scaled up
    CountOutOfRange, ///< `value`: what was given and what is allowed
    TooMuch, ///< more nodes or pods in all than a scenario may add
    NoNodesLeft, ///< every node is gone, or there never was one
    NodeExists, ///< a node to be added has the name of one there is
    NoNodeInManifest,
    NoPodInManifest,
    BadManifest, ///< `value` is what the reader says, with line and column
    UnknownPolicy,
    BadPolicy, ///< `value` is what the reader says
    Incomplete, ///< a step names no node, no workload, no policy or no manifest
    TooManySteps,
    TooManyScenarios,
    BadWorkload, ///< not namespace/kind/name, or a kind that cannot be scaled
};
[[nodiscard]] std::string_view faultName(ScenarioFaultCode code);

struct ScenarioFault {
    ScenarioFaultCode code = ScenarioFaultCode::Incomplete;
    std::int32_t step = 0; ///< counted from 1; 0: the scenario as a whole
    std::string value{}; ///< untrusted text
    friend bool operator==(const ScenarioFault &, const ScenarioFault &) = default;
};
/// "scenario: step 2: UnknownNode: gpu-x", kInvalidArgument (kNotFound for what is unknown, kResourceExhausted for limits).
[[nodiscard]] absl::Status statusOf(const ScenarioFault &fault);
[[nodiscard]] std::optional<ScenarioFault> scenarioFaultOf(const absl::Status &status);

} // namespace binnacle::model
