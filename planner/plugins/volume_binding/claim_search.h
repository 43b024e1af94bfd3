// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "planner/model/volumes.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::plugins {

/// The volumes that a claim could be bound to, as far as no node matters: worked out once a pod. On a node the smallest takes
/// it, or the one that is reserved for it. After FindMatchingVolume (component-helpers v0.36); of two of one size the first by
/// name. Holds pointers into the inventory.
class ClaimSearch {
public:
    ClaimSearch(const model::Volumes &volumes, const model::VolumeClaim &claim);

    [[nodiscard]] const model::VolumeClaim &claim() const { return *m_claim; }
    /// The volume for a node of those labels, none of `taken`; null when there is none.
    [[nodiscard]] const model::PersistentVolume *find(
        const model::Labels &labels, const std::vector<const model::PersistentVolume *> &taken) const;
    /// Labels of nodes that find() reads.
    void addReads(absl::flat_hash_set<base::Symbol> &labels) const;

private:
    void index();

    const model::VolumeClaim *m_claim;
    const model::PersistentVolume *m_reserved = nullptr;
    std::vector<const model::PersistentVolume *> m_fitting; ///< smallest first
    std::vector<std::uint32_t> m_anywhere; ///< of m_fitting: those of no affinity, or of one that has no simple form
    /// Of m_fitting: those that one label of the node has to have one of some values for.
    absl::flat_hash_map<base::Symbol, absl::flat_hash_map<std::string, std::vector<std::uint32_t>>> m_byLabel;
};

/// Where and whether a volume of a claim can be made: its class, the topologies that this allows, and what is left there.
/// After checkVolumeProvisions of kube-scheduler's VolumeBinding (v1.36).
class ClaimProvision {
public:
    ClaimProvision(const model::Volumes &volumes, const model::VolumeClaim &claim);

    /// Absent: it can be made for a node of those labels.
    [[nodiscard]] std::optional<model::Reason> refusal(const model::Labels &labels) const;
    /// What is left where the node is, as far as it is enough; null when that does not matter.
    [[nodiscard]] const model::StorageCapacity *capacityFor(const model::Labels &labels) const;
    void addReads(absl::flat_hash_set<base::Symbol> &labels) const;
    [[nodiscard]] const model::VolumeClaim &claim() const { return *m_claim; }

private:
    [[nodiscard]] std::optional<model::Reason> topologyRefusal(const model::Labels &labels) const;
    [[nodiscard]] model::Reason capacityRefusal(const model::Labels &labels) const;

    const model::VolumeClaim *m_claim;
    const model::StorageClass *m_class;
    bool m_checksCapacity = false;
    std::vector<const model::StorageCapacity *> m_capacities; ///< of the class, that some node reaches
};

} // namespace binnacle::plugins
