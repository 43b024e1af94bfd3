// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/model/scenario.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace binnacle::api {

/// One edit of a copy of the cluster, as a person states it; plain value. Steps are applied in order, then everything that
/// waits is decided: the pods that wait in the cluster, those that lost their node, and those that came.
struct ScenarioStep {
    enum class Kind : std::uint8_t {
        AddNodes, ///< `count` copies of the node `nodes[0]`, empty of all but its DaemonSet pods; else of each node of `text`
        RemoveNodes,
        Cordon,
        Uncordon,
        Drain, ///< cordons, and displaces all pods but those of DaemonSets and static ones
        Scale, ///< `workload` to `count` pods
        Policy, ///< `policy`, or the scheduler configuration `text`, decides from here on
        Arrive, ///< `count` of each pod of the manifest `text`
    };
    Kind kind = Kind::Drain;
    std::vector<std::string> nodes{}; ///< names
    std::int64_t count = 1;
    model::WorkloadName workload{};
    std::string policy{}; ///< a built-in name ("default", "most-allocated", …) or a policy version
    std::string text{}; ///< a manifest or a KubeSchedulerConfiguration, YAML or JSON; untrusted
    std::string source{}; ///< what errors call `text`
    friend bool operator==(const ScenarioStep &, const ScenarioStep &) = default;
};

/// What a scenario may hold; more is a typed fault.
struct ScenarioLimits {
    static constexpr std::size_t scenarios = 8;
    static constexpr std::size_t steps = 100;
    static constexpr std::int64_t nodes = 10'000; ///< added in all
    static constexpr std::int64_t pods = 100'000; ///< added in all
};

struct Scenario {
    std::string name{}; ///< shown; may be empty
    std::vector<ScenarioStep> steps{}; ///< none: the cluster as it is
    friend bool operator==(const Scenario &, const Scenario &) = default;
};

/// How one scenario came out. `status` is a model::ScenarioFault (scenarioFaultOf) when it could not be run.
struct ScenarioResult {
    Scenario scenario;
    absl::Status status;
    model::ScenarioOutcomePtr outcome; ///< null unless status is OK
    base::Duration took{};
};

/// The cluster as it is and the scenarios on the same snapshot, side by side. Nothing of it was written anywhere.
struct ScenarioComparison {
    model::SnapshotPtr live; ///< what all of them started from
    base::TimePoint at{};
    ScenarioResult base; ///< the same queue on the cluster as it is
    std::vector<ScenarioResult> scenarios; ///< in the order given
};
using ScenarioComparisonPtr = std::shared_ptr<const ScenarioComparison>;

} // namespace binnacle::api
