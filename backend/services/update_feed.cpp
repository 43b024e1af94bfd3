// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/update_feed.h"

#include <utility>

namespace binnacle::services {

void UpdateFeed::subscribe(base::Executor &state, base::Executor &subscriber, Handler handler)
{
    m_state = &state;
    m_subscriber = &subscriber;
    m_handler = std::move(handler);
    m_underWay = false;
    m_life = std::make_shared<int>(0);
    touchAll();
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

void UpdateFeed::touchAll() { m_dirty = m_reset = m_usage = m_proposals = true; }

void UpdateFeed::deliver(api::ClusterStatePtr state, const std::function<std::vector<model::PodPtr>()> &allPods)
{
    auto update = std::make_shared<api::ClusterUpdate>();
    update->state = std::move(state);
    update->reset = std::exchange(m_reset, false);
    update->usageChanged = std::exchange(m_usage, false);
    update->proposalsChanged = std::exchange(m_proposals, false);
    if (update->reset) {
        update->nodes = update->state->snapshot->nodes();
        update->pods = allPods();
    } else {
        for (base::Symbol name : m_nodes) {
            const int index = update->state->snapshot->indexOf(name);
            if (index >= 0)
                update->nodes.push_back(update->state->snapshot->nodes()[static_cast<std::size_t>(index)]);
        }
        update->removedNodes.assign(m_removedNodes.begin(), m_removedNodes.end());
        for (const auto &[key, pod] : m_pods) {
            if (pod)
                update->pods.push_back(pod);
            else
                update->removedPods.push_back(key);
        }
    }
    m_nodes.clear();
    m_removedNodes.clear();
    m_pods.clear();
    m_dirty = false;
    m_underWay = true;
    m_subscriber->post([this, handler = m_handler, state = m_state, update = std::move(update),
                           life = std::weak_ptr(m_life)]() mutable {
        if (life.expired())
            return;
        handler(std::move(update));
        state->post([this, life] {
            if (!life.expired())
                m_underWay = false;
        });
    });
}

} // namespace binnacle::services
