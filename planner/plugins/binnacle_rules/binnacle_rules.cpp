// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/binnacle_rules/binnacle_rules.h"

#include "planner/plugins/node_affinity/node_selector.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace binnacle::plugins {

using Action = framework::PlacementRule::Action;

framework::Registration BinnacleRules::registration()
{
    return {"BinnacleRules", "binnacle_rules", 2,
        {{.name = "rules",
            .kind = framework::Option::Kind::PlacementRules,
            .byDefault = "",
            .choices = {},
            .minimum = 0,
            .maximum = 0,
            .unit = {}}},
        [](const framework::OptionValues &values) { return std::make_unique<BinnacleRules>(values); }, true};
}

BinnacleRules::BinnacleRules(const framework::OptionValues &values)
{
    for (framework::PlacementRule &rule : values.placementRules("rules")) {
        model::NodeSelectorTerm nodes{.matchExpressions = rule.nodes, .matchFields = {}};
        m_rules.push_back({std::move(rule), std::move(nodes)});
    }
}

base::Symbol BinnacleRules::name() const
{
    static const base::Symbol name("BinnacleRules");
    return name;
}

std::vector<const BinnacleRules::Rule *> BinnacleRules::concerning(const model::Pod &pod, bool preferring) const
{
    std::vector<const Rule *> out;
    for (const Rule &one : m_rules) {
        if ((one.rule.action == Action::Prefer) == preferring && one.rule.concerns(pod)) {
            out.push_back(&one);
        }
    }
    return out;
}

namespace {

/// The rules that concern the pod, worked out once a decision.
template <typename Rule> struct Filtering {
    std::vector<const Rule *> rules;
};
template <typename Rule> struct Scoring {
    std::vector<const Rule *> rules;
};

} // namespace

framework::NodeReads BinnacleRules::reads(const framework::CycleState &, const model::Pod &pod) const
{
    framework::NodeReads reads;
    for (const Rule &one : m_rules) {
        if (!one.rule.concerns(pod)) {
            continue;
        }
        for (const model::Requirement &requirement : one.rule.nodes) {
            reads.labels.push_back(requirement.key);
        }
    }
    return reads;
}

framework::PreFilterAnswer BinnacleRules::preFilter(
    framework::CycleState &state, const model::Pod &pod, const model::Snapshot &) const
{
    Filtering<Rule> filtering{concerning(pod, false)};
    if (filtering.rules.empty()) {
        return {model::Verdict::skip(), {}};
    }
    state.write(std::move(filtering));
    return {model::Verdict::success(), {}};
}

model::Verdict BinnacleRules::filter(
    const framework::CycleState &state, const model::Pod &, const framework::NodeLoad &load) const
{
    for (const Rule *one : state.read<Filtering<Rule>>().rules) {
        const bool required = one->rule.action == Action::Require;
        if (matches(one->nodes, load.info->node()) != required) {
            return model::Verdict::reject(
                {.code = required ? model::ReasonCode::PolicyRequiresOtherNode : model::ReasonCode::PolicyForbidsNode,
                    .subject = base::Symbol(one->rule.name),
                    .detail = framework::textOf(one->rule.nodes)},
                false);
        }
    }
    return model::Verdict::success();
}

model::VerdictKind BinnacleRules::preScore(framework::CycleState &state, const model::Pod &pod, const model::Snapshot &,
    const std::vector<const framework::NodeLoad *> &) const
{
    Scoring<Rule> scoring{concerning(pod, true)};
    if (scoring.rules.empty()) {
        return model::VerdictKind::Skip;
    }
    state.write(std::move(scoring));
    return model::VerdictKind::Success;
}

std::int64_t BinnacleRules::score(
    const framework::CycleState &state, const model::Pod &, const framework::NodeLoad &load) const
{
    std::int64_t sum = 0;
    for (const Rule *one : state.read<Scoring<Rule>>().rules) {
        sum += matches(one->nodes, load.info->node()) ? one->rule.weight : 0;
    }
    return sum;
}

std::int64_t BinnacleRules::normalise(std::int64_t raw, const framework::Extent &) const
{
    return std::min(raw, framework::maxNodeScore);
}

} // namespace binnacle::plugins
