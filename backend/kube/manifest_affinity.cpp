// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/manifest_affinity.h"

#include "backend/kube/pod_rules.h"

#include <limits>

namespace binnacle::kube {

namespace {

using model::UndecidedRule;
using OperatorOf = std::optional<model::Requirement::Operator> (*)(std::string_view);

std::vector<model::Requirement> readRequirements(
    const Fields &owner, std::string_view key, OperatorOf operatorOf, model::UndecidedRules &undecided)
{
    std::vector<model::Requirement> out;
    for (const Entry entry : owner.list(key)) {
        const Fields fields = owner.element(entry.value, key);
        const auto op = operatorOf(fields.text("operator"));
        model::Requirement requirement;
        requirement.key = base::Symbol(fields.text("key"));
        requirement.values = fields.texts("values");
        if (!op) {
            undecided |= bit(UndecidedRule::Unrecognised);
            continue;
        }
        requirement.op = *op;
        out.push_back(std::move(requirement));
    }
    return out;
}

model::NodeSelectorTerm readNodeTerm(const Fields &term, model::UndecidedRules &undecided)
{
    model::NodeSelectorTerm out;
    out.matchExpressions = readRequirements(term, "matchExpressions", &selectorOperator, undecided);
    out.matchFields = readRequirements(term, "matchFields", &selectorOperator, undecided);
    static const base::Symbol nameField("metadata.name");
    for (const model::Requirement &requirement : out.matchFields) {
        if (requirement.key != nameField) {
            undecided |= bit(UndecidedRule::Unrecognised);
        }
    }
    return out;
}

void readNodeAffinity(const Fields &affinity, model::Pod &pod)
{
    const Fields required = affinity.object("requiredDuringSchedulingIgnoredDuringExecution");
    pod.hasRequiredNodeAffinity = static_cast<bool>(required);
    for (const Entry entry : required.list("nodeSelectorTerms")) {
        pod.requiredNodeTerms.push_back(
            readNodeTerm(required.element(entry.value, "nodeSelectorTerms"), pod.undecided));
    }
    for (const Entry entry : affinity.list("preferredDuringSchedulingIgnoredDuringExecution")) {
        const Fields fields = affinity.element(entry.value, "preferredDuringSchedulingIgnoredDuringExecution");
        model::PreferredNodeTerm term;
        term.weight = static_cast<std::int32_t>(fields.integer("weight", 0, 100));
        term.term = readNodeTerm(fields.object("preference"), pod.undecided);
        pod.preferredNodeTerms.push_back(std::move(term));
    }
}

model::AffinityTerm readPodTerm(const Fields &fields, bool filters, model::Pod &pod)
{
    model::AffinityTerm term;
    term.filters = filters;
    term.namespaces = fields.texts("namespaces");
    term.anyNamespace = static_cast<bool>(fields.object("namespaceSelector"));
    if (term.namespaces.empty() && !term.anyNamespace) {
        term.namespaces.push_back(pod.key.ns);
    }
    const Fields selector = fields.object("labelSelector");
    term.selectsNothing = !selector;
    for (auto &[key, value] : selector.textMap("matchLabels")) {
        term.selector.push_back({key, model::Requirement::Operator::In, {std::move(value)}});
    }
    for (auto &requirement : readRequirements(selector, "matchExpressions", &labelSelectorOperator, pod.undecided)) {
        term.selector.push_back(std::move(requirement));
    }
    return term;
}

void readPodAffinity(const Fields &affinity, bool anti, model::Pod &pod)
{
    const std::size_t before = pod.affinityTerms.size();
    for (const Entry entry : affinity.list("requiredDuringSchedulingIgnoredDuringExecution")) {
        const Fields fields = affinity.element(entry.value, "requiredDuringSchedulingIgnoredDuringExecution");
        pod.affinityTerms.push_back(readPodTerm(fields, anti, pod));
    }
    for (const Entry entry : affinity.list("preferredDuringSchedulingIgnoredDuringExecution")) {
        const Fields fields = affinity.element(entry.value, "preferredDuringSchedulingIgnoredDuringExecution");
        pod.affinityTerms.push_back(readPodTerm(fields.object("podAffinityTerm"), false, pod));
    }
    if (pod.affinityTerms.size() > before) {
        pod.undecided |= bit(anti ? UndecidedRule::PodAntiAffinity : UndecidedRule::PodAffinity);
    }
}

} // namespace

void readAffinity(const Fields &affinity, model::Pod &pod)
{
    readNodeAffinity(affinity.object("nodeAffinity"), pod);
    readPodAffinity(affinity.object("podAffinity"), false, pod);
    readPodAffinity(affinity.object("podAntiAffinity"), true, pod);
}

} // namespace binnacle::kube
