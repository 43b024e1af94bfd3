// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_affinity/node_affinity.h"

#include "planner/plugins/node_affinity/node_selector.h"

#include <algorithm>

namespace binnacle::plugins {

namespace {

using NodeNames = absl::flat_hash_set<base::Symbol>;

/// The nodes that a term names by metadata.name; absent when it names none.
std::optional<NodeNames> namedNodes(const model::NodeSelectorTerm &term)
{
    static const base::Symbol metadataName("metadata.name");
    std::optional<NodeNames> names;
    for (const model::Requirement &field : term.matchFields) {
        if (field.key != metadataName || field.op != model::Requirement::Operator::In) {
            continue;
        }
        NodeNames these;
        for (const std::string &value : field.values) {
            const base::Symbol name(value);
            if (!names || names->contains(name)) {
                these.insert(name);
            }
        }
        names = std::move(these);
    }
    return names;
}

} // namespace

framework::Registration NodeAffinity::registration()
{
    return {"NodeAffinity", "node_affinity", 2, {},
        [](const framework::OptionValues &) { return std::make_unique<NodeAffinity>(); }};
}

base::Symbol NodeAffinity::name() const
{
    static const base::Symbol name("NodeAffinity");
    return name;
}

framework::PreFilterAnswer NodeAffinity::preFilter(framework::CycleState &, const model::Pod &pod) const
{
    if (!pod.hasRequiredNodeAffinity && pod.nodeSelector.empty()) {
        return {model::Verdict::skip(), {}};
    }
    if (pod.requiredNodeTerms.empty()) {
        return {model::Verdict::success(), {}};
    }
    NodeNames all;
    for (const model::NodeSelectorTerm &term : pod.requiredNodeTerms) {
        const std::optional<NodeNames> named = namedNodes(term);
        if (!named) {
            return {model::Verdict::success(), {}};
        }
        all.insert(named->begin(), named->end());
    }
    if (all.empty()) {
        // Every term names nodes that exclude each other.
        return {model::Verdict::reject(
                    {.code = model::ReasonCode::NodeAffinityMismatch, .subject = {}, .detail = {}}, false),
            {}};
    }
    return {model::Verdict::success(), std::move(all)};
}

model::Verdict NodeAffinity::filter(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &load) const
{
    const model::Node &node = load.info->node();
    for (const model::Labels::Entry &wanted : pod.nodeSelector) {
        const std::string *value = node.labels.find(wanted.first);
        if (!value || *value != wanted.second) {
            return model::Verdict::reject(
                {.code = model::ReasonCode::NodeSelectorMismatch, .subject = wanted.first, .detail = wanted.second},
                false);
        }
    }
    if (!pod.hasRequiredNodeAffinity
        || std::any_of(pod.requiredNodeTerms.begin(), pod.requiredNodeTerms.end(),
            [&](const model::NodeSelectorTerm &term) { return matches(term, node); })) {
        return model::Verdict::success();
    }
    return model::Verdict::reject(
        {.code = model::ReasonCode::NodeAffinityMismatch, .subject = {}, .detail = {}}, false);
}

model::VerdictKind NodeAffinity::preScore(framework::CycleState &, const model::Pod &pod) const
{
    return pod.preferredNodeTerms.empty() ? model::VerdictKind::Skip : model::VerdictKind::Success;
}

std::int64_t NodeAffinity::score(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &load) const
{
    std::int64_t sum = 0;
    for (const model::PreferredNodeTerm &preferred : pod.preferredNodeTerms) {
        if (preferred.weight != 0 && matches(preferred.term, load.info->node())) {
            sum += preferred.weight;
        }
    }
    return sum;
}

std::int64_t NodeAffinity::normalise(std::int64_t raw, const framework::Extent &extent) const
{
    return extent.maximum == 0 ? raw : framework::maxNodeScore * raw / extent.maximum;
}

} // namespace binnacle::plugins
