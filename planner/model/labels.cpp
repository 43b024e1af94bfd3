// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/labels.h"

#include <algorithm>

namespace binnacle::model {

Labels::Labels(std::vector<Entry> entries) : m_entries(std::move(entries))
{
    std::stable_sort(m_entries.begin(), m_entries.end(),
        [](const Entry &a, const Entry &b) { return a.first.text() < b.first.text(); });
    // Of a run of equal keys the last stays.
    auto out = m_entries.begin();
    for (auto it = m_entries.begin(); it != m_entries.end(); ++it) {
        const auto next = std::next(it);
        if (next != m_entries.end() && next->first == it->first) {
            continue;
        }
        if (out != it) {
            *out = std::move(*it);
        }
        ++out;
    }
    m_entries.erase(out, m_entries.end());
}

const std::string *Labels::find(base::Symbol key) const
{
    for (const Entry &entry : m_entries) {
        if (entry.first == key) {
            return &entry.second;
        }
    }
    return nullptr;
}

namespace {

bool holds(const Requirement &requirement, const Labels &labels)
{
    const std::string *value = labels.find(requirement.key);
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
    return true;
}

} // namespace

bool allHold(const std::vector<Requirement> &requirements, const Labels &labels)
{
    return std::all_of(requirements.begin(), requirements.end(),
        [&](const Requirement &requirement) { return holds(requirement, labels); });
}

} // namespace binnacle::model
