// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"
#include "planner/plugins/node_resources_fit/strategy.h"
#include "planner/plugins/resource_share.h"

#include <absl/container/flat_hash_set.h>

#include <memory>

namespace binnacle::plugins {

/// Refuses nodes without a free pod slot or without room for what the pod asks (a pod that asks for nothing needs a slot
/// only), naming every resource that is short with what is asked, used and there; scores how full the node would be. After
/// kube-scheduler's plugin of that name (v1.36).
class NodeResourcesFit final : public framework::Plugin,
                               public framework::LoadFilterPlugin,
                               public framework::LoadScorePlugin,
                               public framework::QueueingHintPlugin,
                               public framework::IncrementalPlugin {
public:
    static framework::Registration registration();
    explicit NodeResourcesFit(const framework::OptionValues &values);

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] bool mayHelp(const model::Pod &waiting, const framework::ClusterEvent &event,
        const model::Inventory &inventory) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] bool fits(const framework::CycleState &state, const framework::PodLoad &pod,
        const framework::NodeLoad &node) const override;
    [[nodiscard]] std::int64_t score(const framework::CycleState &state, const framework::PodLoad &pod,
        const framework::NodeLoad &node) const override;
    [[nodiscard]] framework::Extent scoreRange(const framework::CycleState &state, const framework::PodLoad &podLow,
        const framework::PodLoad &podHigh, const framework::NodeLoad &nodeLow,
        const framework::NodeLoad &nodeHigh) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    void addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &inventory) const override;

private:
    [[nodiscard]] bool ignores(base::Symbol resource) const;

    absl::flat_hash_set<base::Symbol> m_ignoredResources;
    absl::flat_hash_set<std::string> m_ignoredGroups;
    ScoredResources m_scored;
    std::unique_ptr<const FitStrategy> m_strategy;
};

} // namespace binnacle::plugins
