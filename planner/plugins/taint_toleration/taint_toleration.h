// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// The feature gate TaintTolerationComparisonOperators as an option: it must be set alike for both plugins that read
/// tolerations.
[[nodiscard]] framework::Option comparisonOperatorsOption();

/// Refuses nodes with a NoSchedule or NoExecute taint that the pod does not tolerate; the fewer PreferNoSchedule taints it
/// does not tolerate, the better. After kube-scheduler's plugin of that name (v1.36).
class TaintToleration final : public framework::Plugin,
                              public framework::FilterPlugin,
                              public framework::NodeScorePlugin,
                              public framework::QueueingHintPlugin,
                              public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit TaintToleration(bool comparisons) : m_comparisons(comparisons) { }

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] std::int64_t score(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] std::int64_t normalise(std::int64_t raw, const framework::Extent &extent) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    void addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &inventory) const override;

private:
    bool m_comparisons;
};

} // namespace binnacle::plugins
