// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

#include <vector>

namespace binnacle::plugins {

/// Spreads pods over the parts of a topology (the nodes with the same value of a label): refuses nodes where a constraint
/// with DoNotSchedule would be skewed too far; the fewer matching pods a node's parts have by the constraints with
/// ScheduleAnyway, the better. A pod without constraints is scored by the default ones of the cluster, as far as a service
/// or a controller says which pods belong together. After kube-scheduler's plugin of that name (v1.36.3).
///
/// In a world where other nodes fit, the weight of a topology stays what it was: it counts the parts of the nodes that fit.
/// A pod that is decided on does not count itself, should it be on a node already.
class PodTopologySpread final : public framework::Plugin,
                                public framework::PreFilterPlugin,
                                public framework::PodMovesPlugin,
                                public framework::FilterPlugin,
                                public framework::PreScorePlugin,
                                public framework::NodeScorePlugin,
                                public framework::QueueingHintPlugin,
                                public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit PodTopologySpread(const framework::OptionValues &values);

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
    /// Its own, or those by default.
    [[nodiscard]] std::vector<model::SpreadConstraint> constraintsOf(
        const model::Pod &pod, const model::Inventory &inventory) const;

    bool m_systemDefaults;
    std::vector<model::SpreadConstraint> m_defaults; ///< of pods without constraints of their own; without selectors
    bool m_comparisons;
};

} // namespace binnacle::plugins
