// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"
#include "planner/framework/plugin.h"
#include "planner/framework/pre_enqueue.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// Devices that a pod's resource claims ask for. Of an allocated claim: nodes from which its devices can be used. Of any other:
/// nodes where they could be allocated, all claims together. A claim of which the devices cannot be chosen, because a selector
/// cannot be evaluated, fails the pod on every node; one of which that is not known here makes it undecidable. The better a
/// node's place in the prioritised lists, the higher its score. After kube-scheduler's plugin of that name (v1.36, with the
/// gates of DRA at their defaults).
class DynamicResources final : public framework::Plugin,
                               public framework::PreFilterPlugin,
                               public framework::FilterPlugin,
                               public framework::PreScorePlugin,
                               public framework::NodeScorePlugin,
                               public framework::PreEnqueuePlugin,
                               public framework::IncrementalPlugin {
public:
    static framework::Registration registration();

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    [[nodiscard]] framework::Stop stop(const framework::CycleState &state) const override;
    void bindingNeeds(
        const framework::CycleState &state, const model::Pod &pod, std::vector<model::Reason> &needs) const override;
    framework::PreFilterAnswer preFilter(
        framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    model::VerdictKind preScore(framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot,
        const std::vector<const framework::NodeLoad *> &feasible) const override;
    [[nodiscard]] std::int64_t score(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] std::int64_t normalise(std::int64_t raw, const framework::Extent &extent) const override;
    /// Its claims are there, and its own.
    [[nodiscard]] bool enqueues(const model::Pod &pod, const model::Inventory &inventory) const override;
    [[nodiscard]] Scope scope(const model::Pod &pod, const model::Inventory &inventory) const override;
};

} // namespace binnacle::plugins
