// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/cluster.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstddef>

namespace binnacle::kube {

/// Gathers changes into one ClusterDelta, so that of several changes of one object only the last is handed over. A delta
/// says nothing about the order of additions against removals; where that would matter, `conflicts…` says that what is
/// gathered must be taken first. One sequence.
class DeltaBatch {
public:
    [[nodiscard]] bool conflictsWithNode(base::Symbol name) const { return m_removedNodes.contains(name); }
    [[nodiscard]] bool conflictsWithPod(const model::PodKey &key) const { return m_removedPods.contains(key); }

    void node(model::NodePtr node);
    void pod(model::PodPtr pod);
    void removeNode(base::Symbol name);
    /// A pod that was only just added by another UID stays.
    void removePod(const model::PodKey &key, const std::string &uid);
    void inventory(model::InventoryPtr inventory) { m_delta.inventory = std::move(inventory); }

    [[nodiscard]] std::size_t objects() const;
    [[nodiscard]] bool empty() const { return m_delta.empty(); }
    [[nodiscard]] model::ClusterDelta take();

private:
    model::ClusterDelta m_delta;
    absl::flat_hash_map<base::Symbol, std::size_t> m_nodeAt;
    absl::flat_hash_map<model::PodKey, std::size_t> m_podAt;
    absl::flat_hash_set<base::Symbol> m_removedNodes;
    absl::flat_hash_set<model::PodKey> m_removedPods;
};

} // namespace binnacle::kube
