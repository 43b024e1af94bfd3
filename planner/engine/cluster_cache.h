// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/framework/queueing_hint.h"
#include "planner/model/cluster.h"
#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace binnacle::engine {

/// What changed that could let a waiting pod in.
struct CacheEvents {
    bool nodeAdded = false;
    bool nodeChanged = false; ///< labels, taints, cordon or allocatable
    bool podFreed = false; ///< a pod on a node went, finished, moved, shrank or changed its labels
    bool podPlaced = false; ///< a pod came to a node: what has affinity to it may fit now
    bool inventoryChanged = false; ///< labels of a namespace, a service, a controller
    bool storageChanged = false; ///< a claim, a volume, a class, a CSI node or driver, a capacity, an attachment
    bool nodeGone = false;
    /// Each of them; empty when there were too many to tell apart.
    std::vector<framework::ClusterEvent> each{};
    bool tooMany = false;

    [[nodiscard]] bool any() const
    {
        return nodeAdded || nodeChanged || podFreed || podPlaced || inventoryChanged || storageChanged || nodeGone;
    }
    CacheEvents &operator+=(const CacheEvents &other);
    void add(framework::ClusterEvent event);
    /// Whether it could let this one in: a pod more on a node helps only those that must be near others, or spread with them;
    /// storage helps only those with volumes.
    [[nodiscard]] bool mayHelp(const model::Pod &pod) const;
    /// Whether it could help with one of the plugins that refused the pod, by their hints. Coarser, as above, where they are
    /// not known.
    [[nodiscard]] bool mayHelp(const model::Pod &pod, const std::vector<base::Symbol> &refusedBy,
        const framework::Policy &policy, const model::Inventory &inventory) const;
};

/// The cluster as the scheduler counts it: nodes, and the pods that hold something on them. Not thread-safe: one state
/// sequence owns it. Snapshots are handed to any thread.
///
/// A pod is in one of these states, by UID:
///   absent ──assume──▶ assumed ──seen on a node──▶ added        (counted where the server says, even if elsewhere)
///                      assumed ──forget──▶ absent               (an assumption never expires by itself)
///   absent ──seen on a node──▶ added ──moved──▶ added
///   any    ──removed, finished, or replaced by another UID──▶ absent
/// A pod without a node that is nominated for one, and that no scheduling gate holds back, is noted there.
/// A pod seen without a node stays assumed if it was. Pods on a node that is not known yet are kept, and counted when it
/// comes; a node that goes keeps its pods for its return.
class ClusterCache {
public:
    CacheEvents apply(const model::ClusterDelta &delta);

    /// Counts the pod on that node until it is confirmed or forgotten. False when it is counted already.
    bool assume(const model::PodPtr &pod, base::Symbol node);
    /// False when it was not (or no longer only) assumed.
    bool forget(const std::string &uid);
    [[nodiscard]] bool isAssumed(const std::string &uid) const { return m_assumed.contains(uid); }

    /// What the node was measured to use just now, with the pods that are counted on it. False when that is no news, or the
    /// node is not known.
    bool setMeasured(base::Symbol node, const model::MeasuredUse &measured);
    /// How much the node's use was measured to vary. Nothing happens for a node that is not known.
    void setVariation(base::Symbol node, const model::Variation &variation);

    /// The cluster now. Costs what changed since the last call; everything else is shared with it. The generation is the
    /// number of changes so far. Never null.
    [[nodiscard]] model::SnapshotPtr snapshot();

    /// Of the newest snapshot that could be taken. Never null.
    [[nodiscard]] const model::InventoryPtr &inventory() const
    {
        return m_inventory ? m_inventory : m_snapshot->inventoryPtr();
    }
    /// Pods counted on nodes that carry affinity terms: while none is, no running pod's term concerns a new one.
    [[nodiscard]] std::int64_t podsWithAffinityTerms() const { return m_withAffinityTerms; }
    [[nodiscard]] std::int64_t podCount() const { return static_cast<std::int64_t>(m_placed.size()); }
    [[nodiscard]] std::int64_t nodeCount() const { return m_nodeCount; }

private:
    /// Where a pod is counted.
    struct Placed {
        model::PodPtr pod;
        base::Symbol node;
    };

    void takeNode(const model::NodePtr &node, CacheEvents &events);
    void dropNode(base::Symbol name, CacheEvents &events);
    void dropNodesNotIn(const std::vector<model::NodePtr> &nodes, CacheEvents &events);
    void dropPodsNotIn(const std::vector<model::PodPtr> &pods, CacheEvents &events);
    void takePod(const model::PodPtr &pod, CacheEvents &events);
    void nominate(const model::PodPtr &pod, CacheEvents &events);
    model::PodPtr withdraw(const model::PodKey &pod); ///< null when it was not nominated
    void free(const model::PodKey &nominated, CacheEvents &events);
    void eraseIfEmpty(base::Symbol node);
    void place(const model::PodPtr &pod, base::Symbol node);
    model::PodPtr unplace(const std::string &uid); ///< null when it was not counted
    void free(const std::string &uid, CacheEvents &events);
    model::NodeInfo &edit(base::Symbol node);

    absl::flat_hash_map<base::Symbol, std::shared_ptr<model::NodeInfo>> m_nodes; ///< with pods of unknown nodes
    absl::flat_hash_set<base::Symbol> m_shared; ///< nodes whose value the last snapshot holds: copied before a change
    absl::flat_hash_set<base::Symbol> m_changed; ///< since the last snapshot
    absl::flat_hash_map<std::string, Placed> m_placed; ///< by UID
    absl::flat_hash_map<model::PodKey, std::string> m_uids; ///< of the placed pods
    absl::flat_hash_set<std::string> m_assumed; ///< UIDs
    absl::flat_hash_map<model::PodKey, Placed>
        m_nominated; ///< pods without a node, with the one they are nominated for
    model::InventoryPtr m_inventory; ///< not in the last snapshot yet; else null
    model::SnapshotPtr m_snapshot = std::make_shared<const model::Snapshot>();
    std::uint64_t m_generation = 0;
    std::int64_t m_withAffinityTerms = 0;
    std::int64_t m_nodeCount = 0;
};

} // namespace binnacle::engine
