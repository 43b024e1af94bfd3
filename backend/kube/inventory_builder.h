// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/device_builder.h"
#include "backend/kube/storage_builder.h"
#include "planner/model/inventory.h"

#include <map>
#include <string>
#include <utility>

namespace binnacle::kube {

/// Keeps an inventory while its objects come and go, and makes values of it: namespaces that did not change are shared with
/// the value before. Every change answers whether it was one. One sequence.
class InventoryBuilder {
public:
    bool setNamespace(const std::string &name, model::Labels labels);
    bool removeNamespace(const std::string &name);
    void clearNamespaces();

    bool setWorkload(const std::string &ns, model::Workload workload);
    bool removeWorkload(const std::string &ns, model::Workload::Kind kind, const std::string &name);
    void clearWorkloads(model::Workload::Kind kind);

    bool setBudget(const std::string &ns, model::DisruptionBudget budget);
    bool removeBudget(const std::string &ns, const std::string &name);
    void clearBudgets();

    /// What there is of dynamic resource allocation.
    [[nodiscard]] DeviceBuilder &devices() { return m_devices; }
    /// Claims, volumes and what belongs to them; with what is known of it.
    [[nodiscard]] StorageBuilder &storage() { return m_storage; }

    [[nodiscard]] model::InventoryPtr build(model::Inventory::Known known);

private:
    struct Entry {
        model::Labels labels;
        std::map<std::pair<model::Workload::Kind, std::string>, model::Workload> workloads;
        std::map<std::string, model::DisruptionBudget> budgets;
        model::NamespaceInfoPtr made; ///< null when it changed since

        [[nodiscard]] bool empty() const { return workloads.empty() && budgets.empty(); }
    };

    std::map<std::string, Entry> m_entries;
    DeviceBuilder m_devices;
    StorageBuilder m_storage;
};

} // namespace binnacle::kube
