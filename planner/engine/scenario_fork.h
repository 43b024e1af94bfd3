// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace binnacle::engine {

/// A fork of a snapshot under the edits of a scenario, and the pods that have no place on it. Not thread-safe.
class ScenarioFork {
public:
    explicit ScenarioFork(const ScenarioInput &input);

    /// Applies the edit, the `step`-th counted from 1. After a fault the fork is of no use.
    [[nodiscard]] absl::Status apply(const ScenarioEdit &edit, std::int32_t step);
    [[nodiscard]] model::SnapshotPtr commit() const { return m_overlay.commit(); }
    /// A pod without a place, and how it came to that.
    struct Homeless {
        model::PodPtr pod;
        model::PodOrigin origin = model::PodOrigin::Waiting;
        base::Symbol from;
    };
    /// In the order in which they are decided.
    [[nodiscard]] std::vector<Homeless> homeless() const;
    [[nodiscard]] const framework::Policies &policies() const { return *m_policies; }
    [[nodiscard]] model::ScenarioOutcome &outcome() { return m_outcome; }

private:
    [[nodiscard]] absl::Status addNodes(const ScenarioEdit &edit);
    [[nodiscard]] absl::Status addNode(std::shared_ptr<model::Node> node, const model::NodeInfo *like);
    [[nodiscard]] absl::Status clear(const ScenarioEdit &edit); ///< drain or remove
    [[nodiscard]] absl::Status cordon(const ScenarioEdit &edit, bool unschedulable);
    [[nodiscard]] absl::Status scale(const ScenarioEdit &edit);
    [[nodiscard]] absl::Status scaleUp(const ScenarioEdit &edit, const std::vector<Homeless> &pods);
    void scaleDown(std::vector<Homeless> pods, std::int64_t target);
    [[nodiscard]] absl::Status arrive(const ScenarioEdit &edit);
    void leaveNode(const model::PodPtr &pod, base::Symbol node, bool removed);
    void setUnschedulable(base::Symbol node, bool unschedulable);
    [[nodiscard]] std::vector<Homeless> podsOf(const model::WorkloadName &workload) const;
    [[nodiscard]] model::PodPtr copyOf(const model::Pod &pod, std::string name);
    [[nodiscard]] absl::Status fault(model::ScenarioFaultCode code, std::string value = {}) const;
    [[nodiscard]] absl::Status checkNodes(const ScenarioEdit &edit) const;

    const ScenarioInput &m_input;
    model::Overlay m_overlay;
    const framework::Policies *m_policies;
    std::vector<Homeless> m_homeless;
    model::ScenarioOutcome m_outcome;
    std::int32_t m_step = 0;
    std::int64_t m_serial = 0;
    std::int64_t m_nodeSerial = 0;
    std::int64_t m_addedPods = 0;
};

/// Whether the pod is one of the workload's.
[[nodiscard]] bool belongsTo(const model::Pod &pod, const model::WorkloadName &workload);

} // namespace binnacle::engine
