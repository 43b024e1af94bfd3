// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/model/inventory.h"
#include "planner/model/node_info.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace binnacle::model {

/// The cluster at one instant: immutable, shared, safe to read from any thread. Nodes are ordered by name text, so that
/// an index means the same node in every decision on this snapshot.
class Snapshot {
public:
    Snapshot() = default;
    /// Sorts by node name; two nodes of one name are a caller's fault (asserted). No inventory: nothing is known of it.
    Snapshot(std::uint64_t generation, std::vector<NodeInfoPtr> nodes, InventoryPtr inventory = nullptr);

    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    [[nodiscard]] const std::vector<NodeInfoPtr> &nodes() const { return m_nodes; }
    [[nodiscard]] const NodeInfo *find(base::Symbol nodeName) const; ///< null when absent
    [[nodiscard]] int indexOf(base::Symbol nodeName) const; ///< -1 when absent
    /// Those of nodes() where a pod carries affinity terms, in no order.
    [[nodiscard]] const absl::flat_hash_set<const NodeInfo *> &nodesWithAffinityTerms() const
    {
        return m_withAffinityTerms;
    }
    /// Those of nodes() that pods are nominated for, in no order.
    [[nodiscard]] const absl::flat_hash_set<const NodeInfo *> &nodesWithNominated() const { return m_withNominated; }
    /// An image by one of its names: on how many nodes it is, and its size. Of different sizes that of the first node by name
    /// counts, as for a scheduler that has just listed the nodes.
    struct Image {
        std::int32_t nodes = 0;
        std::int64_t bytes = 0;
        base::Symbol firstNode;
    };
    [[nodiscard]] const Image *findImage(base::Symbol image) const; ///< null when no node has it
    [[nodiscard]] const Inventory &inventory() const { return *m_inventory; }
    [[nodiscard]] const InventoryPtr &inventoryPtr() const { return m_inventory; }
    /// Sum of the fingerprints of nodes and inventory: the same content has the same hash at any generation.
    [[nodiscard]] const base::Fingerprint &hash() const { return m_hash; }

    /// A snapshot that differs in the given nodes (replaced or added) and lacks the removed ones. Shares all others.
    [[nodiscard]] std::shared_ptr<const Snapshot> with(std::uint64_t generation,
        const std::vector<NodeInfoPtr> &changed, const std::vector<base::Symbol> &removed = {}) const;
    /// The same nodes with another inventory.
    [[nodiscard]] std::shared_ptr<const Snapshot> withInventory(std::uint64_t generation, InventoryPtr inventory) const;

private:
    using Images = absl::flat_hash_map<base::Symbol, Image>;
    void count(const NodeInfo &info);
    void uncount(const NodeInfo &info);
    void addImages(const Node &node);
    void removeImages(const Node &node, std::vector<base::Symbol> &orphans);
    void adopt(const std::vector<base::Symbol> &orphans);

    std::uint64_t m_generation = 0;
    std::vector<NodeInfoPtr> m_nodes;
    std::shared_ptr<const absl::flat_hash_map<base::Symbol, int>> m_index; // shared while the set of nodes is the same
    base::Fingerprint m_hash{};
    absl::flat_hash_set<const NodeInfo *> m_withAffinityTerms;
    absl::flat_hash_set<const NodeInfo *> m_withNominated;
    std::shared_ptr<Images> m_images = std::make_shared<Images>(); // shared while no node's images change
    InventoryPtr m_inventory = std::make_shared<const Inventory>(); ///< never null
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// A what-if on top of a snapshot: assumed pods, evicted pods, cordoned, added or drained nodes. Copy-on-write by node;
/// fork() is another overlay on the result, commit() makes a snapshot (of the same generation, another hash), dropping it
/// costs nothing.
/// Not thread-safe; the snapshot beneath stays untouched.
class Overlay {
public:
    explicit Overlay(SnapshotPtr base);

    bool assume(const PodPtr &pod, base::Symbol nodeName); ///< false when there is no such node
    bool forget(base::Symbol nodeName, const std::string &podUid);
    void setNode(NodePtr node); ///< adds, or replaces keeping its pods
    bool removeNode(base::Symbol nodeName);
    [[nodiscard]] const NodeInfo *find(base::Symbol nodeName) const;
    [[nodiscard]] Overlay fork() const;
    [[nodiscard]] SnapshotPtr commit() const;

private:
    NodeInfo *edit(base::Symbol nodeName);

    SnapshotPtr m_base;
    absl::flat_hash_map<base::Symbol, std::shared_ptr<NodeInfo>> m_changed;
    std::vector<base::Symbol> m_removed;
};

} // namespace binnacle::model
