// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/registry.h"
#include "planner/plugins/resource_share.h"

namespace binnacle::plugins {

/// Prefers nodes whose use of CPU and memory (and what else is configured) the pod brings nearer to one another: with s the
/// balance, 100 × (1 - standard deviation of the used fractions) rounded down, the score is
/// 50 + (50 + s with the pod - s without it) / 2. A pod that asks for none of the resources is not scored. After
/// kube-scheduler's plugin of that name (v1.36, which compares before and after; earlier versions scored s with the pod).
class NodeResourcesBalancedAllocation final : public framework::Plugin,
                                              public framework::PreScorePlugin,
                                              public framework::LoadScorePlugin,
                                              public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit NodeResourcesBalancedAllocation(const framework::OptionValues &values);

    [[nodiscard]] base::Symbol name() const override;
    model::VerdictKind preScore(framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot,
        const std::vector<const framework::NodeLoad *> &feasible) const override;
    [[nodiscard]] std::int64_t score(const framework::CycleState &state, const framework::PodLoad &pod,
        const framework::NodeLoad &node) const override;
    [[nodiscard]] framework::Extent scoreRange(const framework::CycleState &state, const framework::PodLoad &podLow,
        const framework::PodLoad &podHigh, const framework::NodeLoad &nodeLow,
        const framework::NodeLoad &nodeHigh) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    void addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &inventory) const override;

private:
    ScoredResources m_scored;
};

} // namespace binnacle::plugins
