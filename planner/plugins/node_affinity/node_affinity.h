// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

#include <vector>

namespace binnacle::plugins {

/// Refuses nodes that lack what the pod's nodeSelector and required node affinity ask; the more weight of preferred terms a
/// node matches, the better. The scheduler's own affinity (NodeAffinityArgs.addedAffinity) holds for every pod beside the
/// pod's: its required terms are ANDed, its preferred ones added. After kube-scheduler's plugin of that name (v1.36).
class NodeAffinity final : public framework::Plugin,
                           public framework::PreFilterPlugin,
                           public framework::FilterPlugin,
                           public framework::PreScorePlugin,
                           public framework::NodeScorePlugin,
                           public framework::QueueingHintPlugin,
                           public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit NodeAffinity(const framework::OptionValues &values);

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    framework::PreFilterAnswer preFilter(
        framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const override;
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

private:
    std::vector<model::NodeSelectorTerm> m_addedRequired; ///< alternatives; none: nothing required
    std::vector<model::PreferredNodeTerm> m_addedPreferred;
};

} // namespace binnacle::plugins
