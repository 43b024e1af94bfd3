// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// Refuses every node for a pod whose claims are missing, lost, going, another's, or not bound although their class does not
/// wait for a pod; and nodes that a bound volume cannot be reached from. For claims that wait, a node needs a free volume
/// that fits, or has to be where the class may make one and enough is left. Which volumes those would be is not written
/// anywhere: the pod's binding needs say that somebody has to. After kube-scheduler's plugin of that name (v1.36), whose score is
/// behind the gate StorageCapacityScoring, off by default, and is not given here.
class VolumeBinding final : public framework::Plugin,
                            public framework::PreFilterPlugin,
                            public framework::FilterPlugin,
                            public framework::QueueingHintPlugin,
                            public framework::IncrementalPlugin {
public:
    static framework::Registration registration();

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    framework::PreFilterAnswer preFilter(
        framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    void bindingNeeds(
        const framework::CycleState &state, const model::Pod &pod, std::vector<model::Reason> &needs) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;
};

} // namespace binnacle::plugins
