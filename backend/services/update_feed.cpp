// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/update_feed.h"

#include "backend/kube/give_way.h"

#include <algorithm>
#include <utility>

namespace binnacle::services {

void UpdateFeed::subscribe(base::Executor &state, base::Executor &subscriber, Handler handler)
{
    m_state = &state;
    m_subscriber = &subscriber;
    m_handler = std::move(handler);
    m_underWay = false;
    m_life = std::make_shared<int>(0);
    m_dirty = m_reset = m_usage = m_proposals = true;
    if (&state != &subscriber)
        state.post([] { kube::giveWay(); });
}

void UpdateFeed::touchNode(base::Symbol node)
{
    m_dirty = true;
    m_nodes.insert(node);
    m_removedNodes.erase(node);
}

void UpdateFeed::removeNode(base::Symbol node)
{
    m_dirty = true;
    m_nodes.erase(node);
    m_removedNodes.insert(node);
}

void UpdateFeed::touchPod(const model::PodPtr &pod)
{
    m_dirty = true;
    m_pods[pod->key] = pod;
}

void UpdateFeed::removePod(const model::PodKey &pod)
{
    m_dirty = true;
    m_pods[pod] = nullptr;
}

void UpdateFeed::touchUsage() { m_dirty = m_usage = true; }

void UpdateFeed::touchProposals() { m_dirty = m_proposals = true; }

void UpdateFeed::touchAll() { m_dirty = m_allNodes = m_usage = m_proposals = true; }

void UpdateFeed::takeNodes(api::ClusterUpdate &update)
{
    const model::Snapshot &snapshot = *update.state->snapshot;
    if (update.reset || m_allNodes) {
        update.nodes = snapshot.nodes();
    } else {
        for (base::Symbol name : m_nodes) {
            const int index = snapshot.indexOf(name);
            if (index >= 0)
                update.nodes.push_back(snapshot.nodes()[static_cast<std::size_t>(index)]);
        }
    }
    if (!update.reset && m_allNodes) {
        for (base::Symbol name : m_delivered) {
            if (snapshot.indexOf(name) < 0)
                m_removedNodes.insert(name);
        }
    }
    if (update.reset)
        m_delivered.clear();
    else
        update.removedNodes.assign(m_removedNodes.begin(), m_removedNodes.end());
    for (base::Symbol name : update.removedNodes)
        m_delivered.erase(name);
    for (const model::NodeInfoPtr &info : update.nodes)
        m_delivered.insert(info->node().name);
    m_nodes.clear();
    m_removedNodes.clear();
    m_allNodes = false;
}

std::shared_ptr<api::ClusterUpdate> UpdateFeed::takeChanges(
    const api::ClusterStatePtr &state, const std::function<std::vector<model::PodPtr>()> &allPods)
{
    auto update = std::make_shared<api::ClusterUpdate>();
    update->state = state;
    update->reset = std::exchange(m_reset, false);
    update->usageChanged = std::exchange(m_usage, false);
    update->proposalsChanged = std::exchange(m_proposals, false);
    takeNodes(*update);
    if (update->reset) {
        update->pods = allPods();
    } else {
        for (const auto &[key, pod] : m_pods) {
            if (pod)
                update->pods.push_back(pod);
            else
                update->removedPods.push_back(key);
        }
    }
    m_pods.clear();
    m_dirty = false;
    return update;
}

/// What the subscriber sees as the state while the rows of `state` are still on their way.
api::ClusterStatePtr UpdateFeed::stateBefore(const api::ClusterStatePtr &state) const
{
    if (m_newest)
        return m_newest;
    auto early = std::make_shared<api::ClusterState>(*state);
    if (early->feed.state == model::FeedState::Synced) {
        early->feed.state = model::FeedState::Connecting;
        if (early->writeBlock == api::WriteBlock::None)
            early->writeBlock = api::WriteBlock::NotSynced;
    }
    return early;
}

std::vector<api::ClusterUpdatePtr> UpdateFeed::inParts(std::shared_ptr<api::ClusterUpdate> whole) const
{
    std::vector<api::ClusterUpdatePtr> parts;
    const api::ClusterStatePtr before =
        whole->pods.size() + whole->removedPods.size() > podsAtOnce ? stateBefore(whole->state) : nullptr;
    while (whole->pods.size() + whole->removedPods.size() > podsAtOnce) {
        auto part = std::make_shared<api::ClusterUpdate>();
        part->state = before;
        if (std::exchange(whole->reset, false)) {
            part->reset = true;
            part->nodes = std::exchange(whole->nodes, {}); // first, so that pods have a place
        }
        std::size_t room = podsAtOnce;
        const auto take = [&room](auto &from, auto &to) {
            const auto count = static_cast<std::ptrdiff_t>(std::min(room, from.size()));
            to.assign(std::make_move_iterator(from.end() - count), std::make_move_iterator(from.end()));
            from.erase(from.end() - count, from.end());
            room -= static_cast<std::size_t>(count);
        };
        take(whole->removedPods, part->removedPods);
        take(whole->pods, part->pods);
        parts.push_back(std::move(part));
    }
    parts.push_back(std::move(whole));
    return parts;
}

void UpdateFeed::deliver(api::ClusterStatePtr state, const std::function<std::vector<model::PodPtr>()> &allPods)
{
    std::shared_ptr<api::ClusterUpdate> whole = takeChanges(state, allPods);
    if (whole->reset)
        m_newest = nullptr; // the subscriber is new: it has seen no state
    std::vector<api::ClusterUpdatePtr> parts = inParts(std::move(whole));
    m_before = std::exchange(m_newest, std::move(state));
    m_underWay = true;
    const std::weak_ptr<int> life = m_life;
    for (api::ClusterUpdatePtr &part : parts) {
        m_subscriber->post([handler = m_handler, part = std::move(part), life]() mutable {
            if (!life.expired())
                handler(std::move(part));
        });
    }
    m_subscriber->post([this, state = m_state, life] {
        if (life.expired())
            return;
        state->post([this, life] {
            if (life.expired())
                return;
            m_underWay = false;
            m_before = nullptr;
        });
    });
}

} // namespace binnacle::services
