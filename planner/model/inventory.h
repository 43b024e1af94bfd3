// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/model/disruption_budget.h"
#include "planner/model/labels.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::model {

class Volumes;

/// What says which pods belong together: the pods of a Service, or of a controller.
struct Workload {
    enum class Kind : std::uint8_t { Service, ReplicationController, ReplicaSet, StatefulSet };
    Kind kind = Kind::Service;
    std::string name;
    LabelSelector selector;
    friend bool operator==(const Workload &, const Workload &) = default;
};

/// A namespace with what is in it beside pods, as far as a scheduling rule reads it. `finish()` sorts and fingerprints.
struct NamespaceInfo {
    std::string name;
    Labels labels;
    std::vector<Workload> workloads; ///< by kind and name after finish()
    std::vector<DisruptionBudget> budgets; ///< by name after finish()
    base::Fingerprint fingerprint{};
    base::Fingerprint budgetsFingerprint{}; ///< the part of it that is of the budgets

    void finish();
    [[nodiscard]] const Workload *find(Workload::Kind kind, std::string_view workload) const; ///< null when absent
};
using NamespaceInfoPtr = std::shared_ptr<const NamespaceInfo>;

class Devices; // devices.h

/// What scheduling rules read of a cluster beside nodes and pods. Immutable and shared.
class Inventory {
public:
    /// Which kinds are known: what may not be listed is unknown, not absent.
    struct Known {
        bool namespaces = false;
        bool workloads = false;
        bool budgets = false;
        bool devices = false; ///< resource slices, device classes and resource claims, all of them
        friend bool operator==(const Known &, const Known &) = default;
    };

    Inventory();
    /// Sorts by name; of two namespaces of one name the last counts. No volumes: nothing is known of storage. No devices: there
    /// are none.
    Inventory(Known known, std::vector<NamespaceInfoPtr> namespaces, std::shared_ptr<const Volumes> volumes = nullptr,
        std::shared_ptr<const Devices> devices = nullptr);

    [[nodiscard]] const Known &known() const { return m_known; }
    [[nodiscard]] const std::vector<NamespaceInfoPtr> &namespaces() const { return m_namespaces; }
    [[nodiscard]] const NamespaceInfo *find(std::string_view name) const; ///< null when absent
    /// Of storage: claims, volumes, classes, drivers.
    [[nodiscard]] const Volumes &volumes() const { return *m_volumes; }
    [[nodiscard]] const std::shared_ptr<const Volumes> &volumesPtr() const { return m_volumes; }
    /// Labels of a namespace; none when it is absent.
    [[nodiscard]] const Labels &labelsOf(std::string_view name) const;
    [[nodiscard]] const Devices &devices() const; ///< empty ones where none are known
    [[nodiscard]] const std::shared_ptr<const Devices> &devicesPtr() const { return m_devices; } ///< may be null
    /// hash() without the disruption budgets: they have no say in where a pod fits.
    [[nodiscard]] base::Fingerprint hashOfRules() const
    {
        base::Fingerprint rules = m_hash;
        rules -= m_budgetsHash;
        return rules;
    }
    /// Of the content; zero for an empty one of which nothing is known.
    [[nodiscard]] const base::Fingerprint &hash() const { return m_hash; }

private:
    Known m_known;
    std::vector<NamespaceInfoPtr> m_namespaces;
    std::shared_ptr<const Volumes> m_volumes; ///< never null
    std::shared_ptr<const Devices> m_devices;
    base::Fingerprint m_hash{};
    base::Fingerprint m_budgetsHash{};
};
using InventoryPtr = std::shared_ptr<const Inventory>;

} // namespace binnacle::model
