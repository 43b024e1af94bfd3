// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/placement_rules.h"
#include "planner/framework/plugin.h"
#include "planner/framework/registry.h"

#include <vector>

namespace binnacle::plugins {

/// A policy's placement rules, not kube-scheduler's: of the rules that concern a pod, every required one must match a node and
/// no forbidding one may; the score is the sum of the weights of the preferring ones that match, at most 100. A node without
/// a label matches only what a node selector lets match without it. No part of a policy without rules.
class BinnacleRules final : public framework::Plugin,
                            public framework::PreFilterPlugin,
                            public framework::FilterPlugin,
                            public framework::PreScorePlugin,
                            public framework::NodeScorePlugin {
public:
    static framework::Registration registration();
    explicit BinnacleRules(const framework::OptionValues &values);

    [[nodiscard]] base::Symbol name() const override;
    [[nodiscard]] framework::NodeReads reads(const framework::CycleState &state, const model::Pod &pod) const override;
    framework::PreFilterAnswer preFilter(
        framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot) const override;
    [[nodiscard]] model::Verdict filter(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    model::VerdictKind preScore(framework::CycleState &state, const model::Pod &pod, const model::Snapshot &snapshot,
        const std::vector<const framework::NodeLoad *> &feasible) const override;
    [[nodiscard]] std::int64_t score(
        const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const override;
    [[nodiscard]] std::int64_t normalise(std::int64_t raw, const framework::Extent &extent) const override;

private:
    struct Rule {
        framework::PlacementRule rule;
        model::NodeSelectorTerm nodes; ///< the same as rule.nodes
    };
    [[nodiscard]] std::vector<const Rule *> concerning(const model::Pod &pod, bool preferring) const;

    std::vector<Rule> m_rules;
};

} // namespace binnacle::plugins
