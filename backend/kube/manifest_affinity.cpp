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

using Kind = model::AffinityTerm::Kind;

model::LabelSelector readOptionalSelector(const Fields &owner, std::string_view key, model::Pod &pod)
{
    const Fields selector = owner.object(key);
    return selector ? readLabelSelector(selector, pod.undecided) : model::LabelSelector{};
}

/// matchLabelKeys and mismatchLabelKeys become requirements when the API server takes the pod in; so they do here for a
/// pod that it has not seen. Merging twice changes nothing.
void mergeLabelKeys(const Fields &fields, model::Pod &pod, model::LabelSelector &selector)
{
    using Operator = model::Requirement::Operator;
    for (const auto &[list, op] : {std::pair("matchLabelKeys", Operator::In), {"mismatchLabelKeys", Operator::NotIn}}) {
        for (const std::string &text : fields.texts(list)) {
            const base::Symbol key(text);
            const std::string *value = pod.labels.find(key);
            if (value && selector.present) {
                selector.requirements.push_back({key, op, {*value}});
            }
        }
    }
}

model::AffinityTerm readPodTerm(const Fields &fields, Kind kind, model::Pod &pod)
{
    model::AffinityTerm term;
    term.kind = kind;
    term.topologyKey = base::Symbol(fields.text("topologyKey"));
    term.namespaces = fields.texts("namespaces");
    term.namespaceSelector = readOptionalSelector(fields, "namespaceSelector", pod);
    term.selector = readOptionalSelector(fields, "labelSelector", pod);
    mergeLabelKeys(fields, pod, term.selector);
    return term;
}

void readPodAffinity(const Fields &affinity, Kind required, Kind preferred, model::Pod &pod)
{
    for (const Entry entry : affinity.list("requiredDuringSchedulingIgnoredDuringExecution")) {
        const Fields fields = affinity.element(entry.value, "requiredDuringSchedulingIgnoredDuringExecution");
        pod.affinityTerms.push_back(readPodTerm(fields, required, pod));
    }
    for (const Entry entry : affinity.list("preferredDuringSchedulingIgnoredDuringExecution")) {
        const Fields fields = affinity.element(entry.value, "preferredDuringSchedulingIgnoredDuringExecution");
        model::AffinityTerm term = readPodTerm(fields.object("podAffinityTerm"), preferred, pod);
        term.weight = static_cast<std::int32_t>(fields.integer("weight", 0, 100));
        pod.affinityTerms.push_back(std::move(term));
    }
}

} // namespace

void readAffinity(const Fields &affinity, model::Pod &pod)
{
    readNodeAffinity(affinity.object("nodeAffinity"), pod);
    readPodAffinity(affinity.object("podAffinity"), Kind::RequiredAffinity, Kind::PreferredAffinity, pod);
    readPodAffinity(affinity.object("podAntiAffinity"), Kind::RequiredAntiAffinity, Kind::PreferredAntiAffinity, pod);
}

void readSpread(const Fields &spec, model::Pod &pod)
{
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    for (const Entry entry : spec.list("topologySpreadConstraints")) {
        const Fields fields = spec.element(entry.value, "topologySpreadConstraints");
        const auto filters = spreadFilters(fields.text("whenUnsatisfiable"));
        const auto affinity = honors(fields.text("nodeAffinityPolicy"), true);
        const auto taints = honors(fields.text("nodeTaintsPolicy"), false);
        if (!filters || !affinity || !taints) {
            pod.undecided |= bit(UndecidedRule::Unrecognised);
        }
        model::SpreadConstraint constraint;
        constraint.maxSkew = static_cast<std::int32_t>(fields.integer("maxSkew", 0, most));
        constraint.topologyKey = base::Symbol(fields.text("topologyKey"));
        constraint.filters = filters.value_or(true);
        constraint.selector = readOptionalSelector(fields, "labelSelector", pod);
        for (const std::string &key : fields.texts("matchLabelKeys")) {
            constraint.matchLabelKeys.emplace_back(key);
        }
        constraint.minDomains = static_cast<std::int32_t>(fields.optionalInteger("minDomains", 0, most).value_or(1));
        constraint.honorAffinity = affinity.value_or(true);
        constraint.honorTaints = taints.value_or(false);
        pod.spreadConstraints.push_back(std::move(constraint));
    }
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

model::LabelSelector readLabelSelector(const Fields &selector, model::UndecidedRules &undecided)
{
    model::LabelSelector out{true, {}};
    for (auto &[key, value] : selector.textMap("matchLabels")) {
        out.requirements.push_back({key, model::Requirement::Operator::In, {std::move(value)}});
    }
    for (auto &requirement : readRequirements(selector, "matchExpressions", &labelSelectorOperator, undecided)) {
        out.requirements.push_back(std::move(requirement));
    }
    return out;
}

} // namespace binnacle::kube
