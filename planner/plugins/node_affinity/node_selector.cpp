// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_affinity/node_selector.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace binnacle::plugins {

namespace {

using model::Requirement;

/// As strconv.ParseInt in base 10: a sign of either kind and leading zeros are fine.
std::optional<std::int64_t> integer(std::string_view text)
{
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) {
            return std::nullopt;
        }
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// What a label can have for a value: a requirement with another one is a fault, and no node matches its term.
bool isLabelValue(std::string_view text)
{
    const auto isEdge = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    return text.empty()
        || (text.size() <= 63 && isEdge(text.front()) && isEdge(text.back())
            && std::all_of(
                text.begin(), text.end(), [&](char c) { return isEdge(c) || c == '-' || c == '_' || c == '.'; }));
}

bool wellFormed(const Requirement &requirement)
{
    if (!std::all_of(requirement.values.begin(), requirement.values.end(), isLabelValue)) {
        return false;
    }
    switch (requirement.op) {
    case Requirement::Operator::In:
    case Requirement::Operator::NotIn:
        return !requirement.values.empty();
    case Requirement::Operator::Exists:
    case Requirement::Operator::DoesNotExist:
        return requirement.values.empty();
    case Requirement::Operator::Gt:
    case Requirement::Operator::Lt:
        break;
    }
    return requirement.values.size() == 1 && integer(requirement.values.front()).has_value();
}

bool holds(const Requirement &requirement, const std::string *value)
{
    const auto listed = [&] {
        return std::find(requirement.values.begin(), requirement.values.end(), *value) != requirement.values.end();
    };
    switch (requirement.op) {
    case Requirement::Operator::In:
        return value && listed();
    case Requirement::Operator::NotIn:
        return !value || !listed();
    case Requirement::Operator::Exists:
        return value != nullptr;
    case Requirement::Operator::DoesNotExist:
        return value == nullptr;
    case Requirement::Operator::Gt:
    case Requirement::Operator::Lt:
        break;
    }
    if (requirement.values.size() != 1) {
        return false;
    }
    const std::optional<std::int64_t> have = value ? integer(*value) : std::nullopt;
    const std::optional<std::int64_t> bound = integer(requirement.values.front());
    return have && bound && (requirement.op == Requirement::Operator::Gt ? *have > *bound : *have < *bound);
}

bool fieldWellFormed(const Requirement &requirement)
{
    return requirement.values.size() == 1
        && (requirement.op == Requirement::Operator::In || requirement.op == Requirement::Operator::NotIn);
}

bool fieldHolds(const Requirement &requirement, std::string_view nodeName)
{
    static const base::Symbol metadataName("metadata.name");
    const bool known = requirement.op == Requirement::Operator::In || requirement.op == Requirement::Operator::NotIn;
    if (!known || requirement.values.size() != 1 || requirement.key != metadataName) {
        return false;
    }
    return (requirement.values.front() == nodeName) == (requirement.op == Requirement::Operator::In);
}

} // namespace

bool matches(const model::NodeSelectorTerm &term, const model::Node &node)
{
    if (term.matchExpressions.empty() && term.matchFields.empty()) {
        return false;
    }
    return std::all_of(term.matchExpressions.begin(), term.matchExpressions.end(), [&](const Requirement &requirement) {
        return holdsFor(requirement, node.labels);
    }) && std::all_of(term.matchFields.begin(), term.matchFields.end(), [&](const Requirement &requirement) {
        return fieldHolds(requirement, node.name.text());
    });
}

bool holdsFor(const Requirement &requirement, const model::Labels &labels)
{
    return holds(requirement, labels.find(requirement.key)) && wellFormed(requirement);
}

bool matchesLabels(const model::NodeSelectorTerm &term, const model::Labels &labels)
{
    return !(term.matchExpressions.empty() && term.matchFields.empty())
        && std::all_of(term.matchExpressions.begin(), term.matchExpressions.end(),
            [&](const Requirement &requirement) { return holdsFor(requirement, labels); })
        && std::all_of(term.matchFields.begin(), term.matchFields.end(), fieldWellFormed);
}

bool wellFormed(const model::NodeSelectorTerm &term)
{
    return std::all_of(term.matchExpressions.begin(), term.matchExpressions.end(), [](const Requirement &requirement) {
        return wellFormed(requirement);
    }) && std::all_of(term.matchFields.begin(), term.matchFields.end(), [](const Requirement &requirement) {
        const bool known =
            requirement.op == Requirement::Operator::In || requirement.op == Requirement::Operator::NotIn;
        return known && requirement.values.size() == 1;
    });
}

bool hasWhatPodRequires(const model::Pod &pod, const model::Node &node)
{
    const bool selected =
        std::all_of(pod.nodeSelector.begin(), pod.nodeSelector.end(), [&](const model::Labels::Entry &wanted) {
            const std::string *value = node.labels.find(wanted.first);
            return value && *value == wanted.second;
        });
    return selected
        && (!pod.hasRequiredNodeAffinity
            || std::any_of(pod.requiredNodeTerms.begin(), pod.requiredNodeTerms.end(),
                [&](const model::NodeSelectorTerm &term) { return matches(term, node); }));
}

} // namespace binnacle::plugins
