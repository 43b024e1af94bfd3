// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// The more of the pod's images a node has already, by their size, the better; an image that few nodes have counts less, so
/// that pods do not heap up there. After kube-scheduler's plugin of that name (v1.36).
class ImageLocality final : public framework::Plugin,
                            public framework::PreScorePlugin,
                            public framework::NodeScorePlugin,
                            public framework::IncrementalPlugin {
public:
    static framework::Registration registration();

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    model::VerdictKind preScore(framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot,
        const std::vector<const framework::NodeLoad *> &feasible) const override;
    [[nodiscard]] std::int64_t score(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] std::int64_t normalise(std::int64_t raw, const framework::Extent &extent) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
    void addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &inventory) const override;
};

} // namespace binnacle::plugins
