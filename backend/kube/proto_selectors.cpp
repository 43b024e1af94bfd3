// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/proto_selectors.h"

#include "backend/kube/pod_rules.h"

#include <utility>

namespace binnacle::kube {

using base::Symbol;

model::Labels labelsOf(const TextPairs &pairs)
{
    std::vector<model::Labels::Entry> entries;
    entries.reserve(static_cast<std::size_t>(pairs.size()));
    for (const wire::TextPair &pair : pairs) {
        entries.emplace_back(Symbol(pair.key()), pair.value());
    }
    return model::Labels(std::move(entries));
}

std::vector<model::Requirement> requirementsOf(const WireRequirements &from, OperatorOf operatorOf, bool &known)
{
    std::vector<model::Requirement> list;
    list.reserve(static_cast<std::size_t>(from.size()));
    for (const wire::LabelSelectorRequirement &entry : from) {
        if (const auto op = operatorOf(entry.operator_())) {
            list.push_back({Symbol(entry.key()), *op, {entry.values().begin(), entry.values().end()}});
        } else {
            known = false;
        }
    }
    return list;
}

model::LabelSelector selectorOf(const TextPairs &labels)
{
    model::LabelSelector selector{true, {}};
    for (const wire::TextPair &pair : labels) {
        selector.requirements.push_back({Symbol(pair.key()), model::Requirement::Operator::In, {pair.value()}});
    }
    return selector;
}

model::LabelSelector selectorOf(const wire::LabelSelector &from, bool &known)
{
    model::LabelSelector selector = selectorOf(from.matchlabels());
    for (model::Requirement &requirement : requirementsOf(from.matchexpressions(), labelSelectorOperator, known)) {
        selector.requirements.push_back(std::move(requirement));
    }
    return selector;
}

} // namespace binnacle::kube
