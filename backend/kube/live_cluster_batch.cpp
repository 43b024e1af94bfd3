// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/live_cluster_batch.h"

#include <algorithm>
#include <utility>

namespace binnacle::kube {

namespace {

/// Takes an element out of a list whose places a map holds, by moving the last one there.
template <typename List, typename Map, typename Key, typename KeyOf>
void eraseAt(List &list, Map &places, const Key &key, const KeyOf &keyOf)
{
    const auto found = places.find(key);
    if (found == places.end()) {
        return;
    }
    const std::size_t place = found->second;
    places.erase(found);
    if (place + 1 != list.size()) {
        list[place] = std::move(list.back());
        places[keyOf(list[place])] = place;
    }
    list.pop_back();
}

} // namespace

void DeltaBatch::node(model::NodePtr node)
{
    const auto [at, fresh] = m_nodeAt.try_emplace(node->name, m_delta.nodes.size());
    if (fresh) {
        m_delta.nodes.push_back(std::move(node));
    } else {
        m_delta.nodes[at->second] = std::move(node);
    }
}

void DeltaBatch::pod(model::PodPtr pod)
{
    const auto [at, fresh] = m_podAt.try_emplace(pod->key, m_delta.pods.size());
    if (fresh) {
        m_delta.pods.push_back(std::move(pod));
    } else {
        m_delta.pods[at->second] = std::move(pod);
    }
}

void DeltaBatch::removeNode(base::Symbol name)
{
    eraseAt(m_delta.nodes, m_nodeAt, name, [](const model::NodePtr &node) { return node->name; });
    if (m_removedNodes.insert(name).second) {
        m_delta.removedNodes.push_back(name);
    }
}

void DeltaBatch::removePod(const model::PodKey &key, const std::string &uid)
{
    const auto added = m_podAt.find(key);
    if (added != m_podAt.end() && m_delta.pods[added->second]->uid == uid) {
        eraseAt(m_delta.pods, m_podAt, key, [](const model::PodPtr &pod) { return pod->key; });
    }
    m_removedPods.insert(key);
    m_delta.removedPods.emplace_back(key, uid);
}

std::size_t DeltaBatch::objects() const
{
    return m_delta.nodes.size() + m_delta.pods.size() + m_delta.removedNodes.size() + m_delta.removedPods.size();
}

model::ClusterDelta DeltaBatch::take()
{
    m_nodeAt.clear();
    m_podAt.clear();
    m_removedNodes.clear();
    m_removedPods.clear();
    return std::exchange(m_delta, {});
}

} // namespace binnacle::kube
