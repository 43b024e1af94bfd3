// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// Refuses nodes that would get more volumes of a CSI driver than their CSINode allows: those that the pods there use and those
/// that are attached count, each once. In-tree volumes count as their driver's, and a claim that waits for its pod as one of its
/// class's. After kube-scheduler's plugin of that name (v1.36). Its option stands for the gate VolumeLimitScaling: nodes
/// without a driver that says it has to be there (preventPodSchedulingIfMissing) are refused as well.
class NodeVolumeLimits final : public framework::Plugin,
                               public framework::PreFilterPlugin,
                               public framework::FilterPlugin,
                               public framework::QueueingHintPlugin,
                               public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit NodeVolumeLimits(bool driverMustBeThere) : m_driverMustBeThere(driverMustBeThere) { }

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    framework::PreFilterAnswer preFilter(
        framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;

private:
    bool m_driverMustBeThere;
};

} // namespace binnacle::plugins
