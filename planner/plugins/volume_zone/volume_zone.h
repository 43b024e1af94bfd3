// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// Refuses nodes in another zone or region than the labels of the pod's bound volumes say, "__" dividing the zones of a volume
/// that is in several. Of a volume's beta label the node may have the newer one, not the other way round; a node without any
/// such label will do. Claims that wait for their first pod are left to VolumeBinding. After kube-scheduler's plugin of that
/// name (v1.36).
class VolumeZone final : public framework::Plugin,
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
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;
};

} // namespace binnacle::plugins
