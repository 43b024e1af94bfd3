// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

#include <cstdint>

namespace binnacle::plugins {

/// Keeps pods together, and apart, in the parts of a topology (the nodes with the same value of a label): refuses nodes where
/// a required term of the pod or a required anti-affinity term of a running pod does not hold; by their weights counts the
/// preferred terms of both sides, and the required affinity terms of running pods by hardPodAffinityWeight. After
/// kube-scheduler's plugin of that name (v1.36.3).
///
/// A pod that is decided on is no neighbour of itself, should it be on a node already.
class InterPodAffinity final : public framework::Plugin,
                               public framework::PreFilterPlugin,
                               public framework::PodMovesPlugin,
                               public framework::FilterPlugin,
                               public framework::PreScorePlugin,
                               public framework::NodeScorePlugin,
                               public framework::QueueingHintPlugin,
                               public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit InterPodAffinity(const framework::OptionValues &values);

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    framework::PreFilterAnswer preFilter(
        framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const override;
    void podMoves(framework::CycleState &trial, const model::Pod &pod, const model::Pod &moved, const model::Node &node,
        std::int64_t by) const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    model::VerdictKind preScore(framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot,
        const std::vector<const framework::NodeLoad *> &feasible) const override;
    [[nodiscard]] std::int64_t score(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] std::int64_t normalise(std::int64_t raw, const framework::Extent &extent) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    void addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &inventory) const override;
    [[nodiscard]] std::unique_ptr<framework::PodIndex> makeIndex(
        const model::PodPtr &pod, framework::Census &census) const override;

private:
    std::int64_t m_hardWeight;
    bool m_ignorePreferredOfRunning;
};

} // namespace binnacle::plugins
