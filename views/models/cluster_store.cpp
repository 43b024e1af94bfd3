// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/cluster_store.h"

namespace binnacle::models {
namespace {

api::ClusterStatePtr emptyState()
{
    auto state = std::make_shared<api::ClusterState>();
    state->snapshot = std::make_shared<const model::Snapshot>();
    state->usage = std::make_shared<const api::UsageTable>();
    state->history = std::make_shared<const std::vector<api::OverviewSample>>();
    return state;
}

} // namespace

struct ClusterStore::Link {
    ClusterStore *store;
};

ClusterStore::ClusterStore(QObject *parent) : QObject(parent), m_state(emptyState()) { }

ClusterStore::~ClusterStore() { detach(); }

void ClusterStore::attach(api::ClusterService *service, base::Executor &executor)
{
    detach();
    m_service = service;
    if (!service)
        return;
    m_link = std::make_shared<Link>(Link{this});
    service->subscribe(executor, [link = std::weak_ptr<Link>(m_link)](const api::ClusterUpdatePtr &update) {
        if (const auto alive = link.lock(); alive && update)
            alive->store->take(*update);
    });
}

void ClusterStore::detach()
{
    m_link.reset();
    m_service = nullptr;
    m_ready = false;
    m_state = emptyState();
    m_pods.clear();
}

void ClusterStore::take(const api::ClusterUpdate &update)
{
    if (!update.state)
        return;
    if (update.reset)
        m_pods.clear();
    m_state = update.state;
    m_ready = true;
    for (const model::PodPtr &pod : update.pods)
        m_pods[pod->key] = pod;
    for (const model::PodKey &key : update.removedPods)
        m_pods.erase(key);
    emit updated(update);
}

model::PodPtr ClusterStore::pod(const model::PodKey &key) const
{
    const auto found = m_pods.find(key);
    return found == m_pods.end() ? nullptr : found->second;
}

api::ClusterUpdate ClusterStore::whole() const
{
    api::ClusterUpdate update;
    update.state = m_state;
    update.reset = true;
    update.nodes = m_state->snapshot->nodes();
    update.pods.reserve(m_pods.size());
    for (const auto &[key, pod] : m_pods)
        update.pods.push_back(pod);
    update.usageChanged = true;
    update.proposalsChanged = true;
    return update;
}

} // namespace binnacle::models
