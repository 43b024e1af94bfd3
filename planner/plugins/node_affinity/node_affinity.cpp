// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_affinity/node_affinity.h"

#include "planner/plugins/pod_key.h"

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

bool matchesAny(const std::vector<model::NodeSelectorTerm> &terms, const model::Node &node)
{
    return std::any_of(
        terms.begin(), terms.end(), [&](const model::NodeSelectorTerm &term) { return matches(term, node); });
}

std::int64_t weightMatched(const std::vector<model::PreferredNodeTerm> &terms, const model::Node &node)
{
    std::int64_t sum = 0;
    for (const model::PreferredNodeTerm &preferred : terms) {
        if (preferred.weight != 0 && matches(preferred.term, node)) {
            sum += preferred.weight;
        }
    }
    return sum;
}

void addReads(framework::NodeReads &reads, const model::NodeSelectorTerm &term)
{
    reads.everything = reads.everything || !term.matchFields.empty();
    for (const model::Requirement &requirement : term.matchExpressions) {
        reads.labels.push_back(requirement.key);
    }
}

framework::Option addedTermsOption(std::string_view name, framework::Option::Kind kind)
{
    return {.name = name, .kind = kind, .byDefault = "", .choices = {}, .minimum = 0, .maximum = 0, .unit = {}};
}

} // namespace

framework::Registration NodeAffinity::registration()
{
    return {"NodeAffinity", "node_affinity", 2,
        {addedTermsOption("addedRequired", framework::Option::Kind::NodeTerms),
            addedTermsOption("addedPreferred", framework::Option::Kind::WeightedNodeTerms)},
        [](const framework::OptionValues &values) { return std::make_unique<NodeAffinity>(values); }};
}

NodeAffinity::NodeAffinity(const framework::OptionValues &values) : m_addedPreferred(values.nodeTerms("addedPreferred"))
{
    for (model::PreferredNodeTerm &term : values.nodeTerms("addedRequired")) {
        m_addedRequired.push_back(std::move(term.term));
    }
}

base::Symbol NodeAffinity::name() const
{
    static const base::Symbol name("NodeAffinity");
    return name;
}

framework::NodeReads NodeAffinity::reads(const framework::CycleState &, const model::Pod &pod) const
{
    framework::NodeReads reads;
    for (const model::Labels::Entry &wanted : pod.nodeSelector) {
        reads.labels.push_back(wanted.first);
    }
    for (const auto *terms : {&pod.requiredNodeTerms, &m_addedRequired}) {
        for (const model::NodeSelectorTerm &term : *terms) {
            addReads(reads, term);
        }
    }
    for (const auto *terms : {&pod.preferredNodeTerms, &m_addedPreferred}) {
        for (const model::PreferredNodeTerm &preferred : *terms) {
            addReads(reads, preferred.term);
        }
    }
    return reads;
}

framework::PreFilterAnswer NodeAffinity::preFilter(
    framework::CycleState &, const model::Pod &pod, const model::Snapshot &) const
{
    if (!pod.hasRequiredNodeAffinity && pod.nodeSelector.empty() && m_addedRequired.empty()) {
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
    if (!m_addedRequired.empty() && !matchesAny(m_addedRequired, node)) {
        return model::Verdict::reject(
            {.code = model::ReasonCode::NodeAffinityMismatch, .subject = {}, .detail = "addedAffinity"}, false);
    }
    for (const model::Labels::Entry &wanted : pod.nodeSelector) {
        const std::string *value = node.labels.find(wanted.first);
        if (!value || *value != wanted.second) {
            return model::Verdict::reject(
                {.code = model::ReasonCode::NodeSelectorMismatch, .subject = wanted.first, .detail = wanted.second},
                false);
        }
    }
    if (!pod.hasRequiredNodeAffinity || matchesAny(pod.requiredNodeTerms, node)) {
        return model::Verdict::success();
    }
    return model::Verdict::reject(
        {.code = model::ReasonCode::NodeAffinityMismatch, .subject = {}, .detail = {}}, false);
}

model::VerdictKind NodeAffinity::preScore(framework::CycleState &, const model::Pod &pod, const model::Snapshot &,
    const std::vector<const framework::NodeLoad *> &) const
{
    const bool none = pod.preferredNodeTerms.empty() && m_addedPreferred.empty();
    return none ? model::VerdictKind::Skip : model::VerdictKind::Success;
}

std::int64_t NodeAffinity::score(
    const framework::CycleState &, const model::Pod &pod, const framework::NodeLoad &load) const
{
    const model::Node &node = load.info->node();
    return weightMatched(m_addedPreferred, node) + weightMatched(pod.preferredNodeTerms, node);
}

std::int64_t NodeAffinity::normalise(std::int64_t raw, const framework::Extent &extent) const
{
    return extent.maximum == 0 ? raw : framework::maxNodeScore * raw / extent.maximum;
}

NodeAffinity::Scope NodeAffinity::scope(const model::Pod &, const model::Inventory &) const { return Scope::Node; }

void NodeAffinity::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    addRequiredNodes(key, pod);
    key.add(static_cast<std::int64_t>(pod.preferredNodeTerms.size()));
    for (const model::PreferredNodeTerm &preferred : pod.preferredNodeTerms) {
        key.add(std::int64_t{preferred.weight});
        addTerm(key, preferred.term);
    }
}

bool NodeAffinity::mayHelp(
    const model::Pod &waiting, const framework::ClusterEvent &event, const model::Inventory &) const
{
    if (event.kind != framework::ClusterEvent::Kind::Node || !event.nodeNow) {
        return false;
    }
    const auto fits = [&](const model::Node &node) {
        return (m_addedRequired.empty() || matchesAny(m_addedRequired, node)) && hasWhatPodRequires(waiting, node);
    };
    return fits(*event.nodeNow) && (!event.nodeBefore || !fits(*event.nodeBefore));
}

} // namespace binnacle::plugins
