// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// Refuses cordoned nodes (spec.unschedulable) unless the pod tolerates the taint that a cordon brings, whether or not that
/// taint is there yet. After kube-scheduler's plugin of that name (v1.36).
class NodeUnschedulable final : public framework::Plugin,
                                public framework::FilterPlugin,
                                public framework::QueueingHintPlugin,
                                public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit NodeUnschedulable(bool comparisons) : m_comparisons(comparisons) { }

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    void addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &inventory) const override;

private:
    bool m_comparisons;
};

} // namespace binnacle::plugins
