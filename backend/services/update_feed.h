// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "planner/base/executor.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <functional>
#include <memory>

namespace binnacle::services {

/// Gathers what changed and hands it to the subscriber, at most one delivery under way at a time: a slow subscriber gets
/// fewer, larger updates, never a queue of them. Owned by the session's state sequence; `handled` is posted back to it.
///
/// A delivery of many pods is handed over in several updates, each a task of its own, so that no task of the subscriber
/// is long. Until the last of them the state stays the one before, so rows may be ahead of the state but a state is
/// never ahead of its rows: "Synced" comes when everything listed is there.
class UpdateFeed {
public:
    using Handler = std::function<void(api::ClusterUpdatePtr)>;
    static constexpr std::size_t podsAtOnce = 1000; ///< changed and removed ones, of one update

    /// `state` is the owner's sequence, which from then on gives way to the subscriber for the processor. The handler
    /// runs on `subscriber`; the next delivery is then a reset.
    void subscribe(base::Executor &state, base::Executor &subscriber, Handler handler);
    /// True when a delivery may be made now and there is something to say.
    [[nodiscard]] bool ready() const { return m_subscriber && !m_underWay && m_dirty; }

    void touch() { m_dirty = true; }
    void touchNode(base::Symbol node);
    void removeNode(base::Symbol node);
    void touchPod(const model::PodPtr &pod);
    void removePod(const model::PodKey &pod);
    void touchUsage();
    void touchProposals();
    /// Any node may have changed, come or gone, and use and proposals with them. Pods are still named one by one.
    void touchAll();

    /// Posts the gathered changes with `state`. `allPods` is asked only for a reset.
    void deliver(api::ClusterStatePtr state, const std::function<std::vector<model::PodPtr>()> &allPods);

private:
    [[nodiscard]] std::shared_ptr<api::ClusterUpdate> takeChanges(
        const api::ClusterStatePtr &state, const std::function<std::vector<model::PodPtr>()> &allPods);
    void takeNodes(api::ClusterUpdate &update);
    [[nodiscard]] std::vector<api::ClusterUpdatePtr> inParts(std::shared_ptr<api::ClusterUpdate> whole) const;
    [[nodiscard]] api::ClusterStatePtr stateBefore(const api::ClusterStatePtr &state) const;

    base::Executor *m_state = nullptr;
    base::Executor *m_subscriber = nullptr;
    Handler m_handler;
    bool m_underWay = false;
    bool m_dirty = false;
    bool m_reset = true;
    bool m_allNodes = false;
    bool m_usage = false;
    bool m_proposals = false;
    absl::flat_hash_set<base::Symbol> m_nodes;
    absl::flat_hash_set<base::Symbol> m_removedNodes;
    absl::flat_hash_set<base::Symbol> m_delivered; ///< nodes the subscriber knows
    absl::flat_hash_map<model::PodKey, model::PodPtr> m_pods; ///< null: removed
    /// Of the newest delivery, and while it is under way of the one before: a snapshot of thousands of nodes is
    /// destroyed here, not where the subscriber lets go of it.
    api::ClusterStatePtr m_newest;
    api::ClusterStatePtr m_before;
    std::shared_ptr<int> m_life = std::make_shared<int>(0);
};

} // namespace binnacle::services
