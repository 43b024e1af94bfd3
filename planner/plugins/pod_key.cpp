// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/pod_key.h"

#include <string>

namespace binnacle::plugins {

namespace {

using base::FingerprintBuilder;

void addRequirements(FingerprintBuilder &key, const std::vector<model::Requirement> &requirements)
{
    key.add(static_cast<std::int64_t>(requirements.size()));
    for (const model::Requirement &requirement : requirements) {
        key.add(requirement.key.text()).add(static_cast<std::int64_t>(requirement.op));
        key.add(static_cast<std::int64_t>(requirement.values.size()));
        for (const std::string &value : requirement.values) {
            key.add(value);
        }
    }
}

} // namespace

void addTolerations(FingerprintBuilder &key, const model::Pod &pod)
{
    key.add(static_cast<std::int64_t>(pod.tolerations.size()));
    for (const model::Toleration &toleration : pod.tolerations) {
        key.add(toleration.key.text()).add(static_cast<std::int64_t>(toleration.op));
        key.add(toleration.value).add(static_cast<std::int64_t>(toleration.effect));
    }
}

void addTerm(FingerprintBuilder &key, const model::NodeSelectorTerm &term)
{
    addRequirements(key, term.matchExpressions);
    addRequirements(key, term.matchFields);
}

void addRequiredNodes(FingerprintBuilder &key, const model::Pod &pod)
{
    key.add(static_cast<std::int64_t>(pod.nodeSelector.size()));
    for (const model::Labels::Entry &wanted : pod.nodeSelector) {
        key.add(wanted.first.text()).add(wanted.second);
    }
    key.add(std::int64_t{pod.hasRequiredNodeAffinity}).add(static_cast<std::int64_t>(pod.requiredNodeTerms.size()));
    for (const model::NodeSelectorTerm &term : pod.requiredNodeTerms) {
        addTerm(key, term);
    }
}

void addSelector(FingerprintBuilder &key, const model::LabelSelector &selector)
{
    key.add(std::int64_t{selector.present});
    addRequirements(key, selector.requirements);
}

void addConstraint(FingerprintBuilder &key, const model::SpreadConstraint &constraint)
{
    key.add(std::int64_t{constraint.maxSkew}).add(constraint.topologyKey.text());
    key.add(std::int64_t{constraint.filters}).add(std::int64_t{constraint.minDomains});
    key.add(std::int64_t{constraint.honorAffinity}).add(std::int64_t{constraint.honorTaints});
    addSelector(key, constraint.selector);
}

void addReach(FingerprintBuilder &key, const model::AffinityTerm &term)
{
    key.add(static_cast<std::int64_t>(term.namespaces.size()));
    for (const std::string &ns : term.namespaces) {
        key.add(ns);
    }
    addSelector(key, term.namespaceSelector);
    addSelector(key, term.selector);
}

} // namespace binnacle::plugins
