// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// Refuses nodes where a disk that the pod names itself is in use and cannot be shared (GCE persistent disks, iSCSI and RBD but
/// by readers only, EBS never), and every node while another pod has a claim of access mode ReadWriteOncePod that this one
/// asks for. A claim that is not there is refused too. After kube-scheduler's plugin of that name (v1.36).
class VolumeRestrictions final : public framework::Plugin,
                                 public framework::PreFilterPlugin,
                                 public framework::FilterPlugin,
                                 public framework::PodMovesPlugin,
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
    void podMoves(framework::CycleState &trial, const model::Pod &pod, const model::Pod &moved, const model::Node &node,
        std::int64_t by) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;
};

} // namespace binnacle::plugins
