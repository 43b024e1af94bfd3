// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/inventory_builder.h"

#include <vector>

namespace binnacle::kube {

bool InventoryBuilder::setNamespace(const std::string &name, model::Labels labels)
{
    const auto [it, isNew] = m_entries.try_emplace(name);
    if (!isNew && it->second.labels == labels) {
        return false;
    }
    it->second.labels = std::move(labels);
    it->second.made.reset();
    return true;
}

/// What is in it goes by itself.
bool InventoryBuilder::removeNamespace(const std::string &name)
{
    const auto it = m_entries.find(name);
    if (it == m_entries.end()) {
        return false;
    }
    it->second.labels = {};
    it->second.made.reset();
    if (it->second.empty()) {
        m_entries.erase(it);
    }
    return true;
}

void InventoryBuilder::clearNamespaces()
{
    for (auto it = m_entries.begin(); it != m_entries.end();) {
        it->second.labels = {};
        it->second.made.reset();
        it = it->second.empty() ? m_entries.erase(it) : std::next(it);
    }
}

bool InventoryBuilder::setWorkload(const std::string &ns, model::Workload workload)
{
    Entry &entry = m_entries[ns];
    const auto [it, isNew] = entry.workloads.try_emplace({workload.kind, workload.name}, workload);
    if (!isNew && it->second == workload) {
        return false;
    }
    it->second = std::move(workload);
    entry.made.reset();
    return true;
}

bool InventoryBuilder::removeWorkload(const std::string &ns, model::Workload::Kind kind, const std::string &name)
{
    const auto it = m_entries.find(ns);
    if (it == m_entries.end() || it->second.workloads.erase({kind, name}) == 0) {
        return false;
    }
    it->second.made.reset();
    return true;
}

void InventoryBuilder::clearWorkloads(model::Workload::Kind kind)
{
    for (auto &[ns, entry] : m_entries) {
        if (std::erase_if(entry.workloads, [&](const auto &workload) { return workload.first.first == kind; }) > 0) {
            entry.made.reset();
        }
    }
}

bool InventoryBuilder::setBudget(const std::string &ns, model::DisruptionBudget budget)
{
    Entry &entry = m_entries[ns];
    const auto [it, isNew] = entry.budgets.try_emplace(budget.name, budget);
    if (!isNew && it->second == budget) {
        return false;
    }
    it->second = std::move(budget);
    entry.made.reset();
    return true;
}

bool InventoryBuilder::removeBudget(const std::string &ns, const std::string &name)
{
    const auto it = m_entries.find(ns);
    if (it == m_entries.end() || it->second.budgets.erase(name) == 0) {
        return false;
    }
    it->second.made.reset();
    return true;
}

void InventoryBuilder::clearBudgets()
{
    for (auto &[ns, entry] : m_entries) {
        if (!entry.budgets.empty()) {
            entry.budgets.clear();
            entry.made.reset();
        }
    }
}

model::InventoryPtr InventoryBuilder::build(model::Inventory::Known known)
{
    std::vector<model::NamespaceInfoPtr> namespaces;
    namespaces.reserve(m_entries.size());
    for (auto &[name, entry] : m_entries) {
        if (!entry.made) {
            auto made = std::make_shared<model::NamespaceInfo>();
            made->name = name;
            made->labels = entry.labels;
            for (const auto &[key, workload] : entry.workloads) {
                made->workloads.push_back(workload);
            }
            for (const auto &[key, budget] : entry.budgets) {
                made->budgets.push_back(budget);
            }
            made->finish();
            entry.made = std::move(made);
        }
        namespaces.push_back(entry.made);
    }
    return std::make_shared<const model::Inventory>(known, std::move(namespaces), m_storage.build(), m_devices.build());
}

} // namespace binnacle::kube
