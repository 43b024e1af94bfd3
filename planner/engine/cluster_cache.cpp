// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/cluster_cache.h"

#include "planner/model/volumes.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace binnacle::engine {

namespace {

/// Whether the scheduler reads the same of both: then only the pointer is renewed.
bool countsAlike(const model::Pod &a, const model::Pod &b)
{
    return a.request == b.request && a.nonZeroRequest == b.nonZeroRequest && a.bearing == b.bearing;
}

base::Fingerprint besideStorage(const model::Inventory &inventory)
{
    base::Fingerprint hash = inventory.hashOfRules();
    hash -= inventory.volumes().hash();
    return hash;
}

bool hasShrunk(const model::Pod &before, const model::Pod &now)
{
    return now.request.cpuMilli < before.request.cpuMilli || now.request.memoryBytes < before.request.memoryBytes
        || now.request.ephemeralStorageBytes < before.request.ephemeralStorageBytes
        || now.request.scalars() != before.request.scalars() || now.bearing != before.bearing;
}

} // namespace

CacheEvents &CacheEvents::operator+=(const CacheEvents &other)
{
    nodeAdded |= other.nodeAdded;
    nodeChanged |= other.nodeChanged;
    podFreed |= other.podFreed;
    podPlaced |= other.podPlaced;
    inventoryChanged |= other.inventoryChanged;
    storageChanged |= other.storageChanged;
    nodeGone |= other.nodeGone;
    if (other.any() && other.each.empty()) {
        tooMany = true;
        each.clear();
    }
    for (const framework::ClusterEvent &event : other.each) {
        add(event);
    }
    return *this;
}

void CacheEvents::add(framework::ClusterEvent event)
{
    constexpr std::size_t most = 256;
    if (each.size() == most) {
        tooMany = true;
        each.clear();
    }
    if (!tooMany) {
        each.push_back(std::move(event));
    }
}

bool CacheEvents::mayHelp(const model::Pod &pod, const std::vector<base::Symbol> &refusedBy,
    const framework::Policy &policy, const model::Inventory &inventory) const
{
    if (each.empty() || refusedBy.empty()) {
        return mayHelp(pod);
    }
    return std::any_of(policy.filters().begin(), policy.filters().end(), [&](const framework::Policy::Filter &filter) {
        if (std::find(refusedBy.begin(), refusedBy.end(), filter.plugin->name()) == refusedBy.end()) {
            return false;
        }
        return !filter.hint || std::any_of(each.begin(), each.end(), [&](const framework::ClusterEvent &event) {
            return filter.hint->mayHelp(pod, event, inventory);
        });
    });
}

bool CacheEvents::mayHelp(const model::Pod &pod) const
{
    const bool readsStorage =
        pod.volumes || (pod.undecided & static_cast<model::UndecidedRules>(model::UndecidedRule::Volumes)) != 0;
    return nodeAdded || nodeChanged || podFreed || inventoryChanged || (storageChanged && readsStorage)
        || (podPlaced
            && (std::any_of(pod.affinityTerms.begin(), pod.affinityTerms.end(),
                    [](const model::AffinityTerm &term) {
                        return term.kind == model::AffinityTerm::Kind::RequiredAffinity;
                    })
                || std::any_of(pod.spreadConstraints.begin(), pod.spreadConstraints.end(),
                    [](const model::SpreadConstraint &constraint) { return constraint.filters; })));
}

CacheEvents ClusterCache::apply(const model::ClusterDelta &delta)
{
    CacheEvents events;
    if (delta.inventory) {
        const model::Inventory &before = m_snapshot->inventory();
        events.inventoryChanged = besideStorage(*delta.inventory) != besideStorage(before);
        if (events.inventoryChanged) {
            events.add({.kind = framework::ClusterEvent::Kind::Inventory});
        }
        events.storageChanged = delta.inventory->volumes().hash() != before.volumes().hash();
        if (events.storageChanged) {
            events.add({.kind = framework::ClusterEvent::Kind::Storage});
        }
        m_inventory = delta.inventory;
        ++m_generation;
    }
    if (delta.replaceNodes) {
        dropNodesNotIn(delta.nodes, events);
    }
    for (const model::NodePtr &node : delta.nodes) {
        takeNode(node, events);
    }
    for (const base::Symbol name : delta.removedNodes) {
        dropNode(name, events);
    }
    if (delta.replacePods) {
        dropPodsNotIn(delta.pods, events);
    }
    for (const model::PodPtr &pod : delta.pods) {
        takePod(pod, events);
    }
    for (const auto &[key, uid] : delta.removedPods) {
        if (const auto held = m_nominated.find(key);
            held != m_nominated.end() && (uid.empty() || held->second.pod->uid == uid)) {
            free(key, events);
        }
        const auto it = uid.empty() ? m_uids.find(key) : m_uids.end();
        free(it == m_uids.end() ? uid : std::string(it->second), events);
    }
    return events;
}

void ClusterCache::takeNode(const model::NodePtr &node, CacheEvents &events)
{
    const auto it = m_nodes.find(node->name);
    const bool isNew = it == m_nodes.end() || !it->second->hasNode();
    if (isNew) {
        events.nodeAdded = true;
        events.add({.nodeNow = node});
        ++m_nodeCount;
    } else if (it->second->node().fingerprint != node->fingerprint) {
        events.nodeChanged = true;
        events.add({.nodeBefore = it->second->nodePtr(), .nodeNow = node});
    }
    edit(node->name).setNode(node);
}

void ClusterCache::dropNode(base::Symbol name, CacheEvents &events)
{
    const auto it = m_nodes.find(name);
    if (it == m_nodes.end() || !it->second->hasNode()) {
        return;
    }
    --m_nodeCount;
    events.nodeGone = true;
    events.add({.nodeBefore = it->second->nodePtr()});
    edit(name).setNode(nullptr);
    eraseIfEmpty(name);
}

void ClusterCache::dropNodesNotIn(const std::vector<model::NodePtr> &nodes, CacheEvents &events)
{
    absl::flat_hash_set<base::Symbol> listed;
    for (const model::NodePtr &node : nodes) {
        listed.insert(node->name);
    }
    std::vector<base::Symbol> gone;
    for (const auto &[name, info] : m_nodes) {
        if (info->hasNode() && !listed.contains(name)) {
            gone.push_back(name);
        }
    }
    for (const base::Symbol name : gone) {
        dropNode(name, events);
    }
}

void ClusterCache::dropPodsNotIn(const std::vector<model::PodPtr> &pods, CacheEvents &events)
{
    absl::flat_hash_set<std::string> listed;
    for (const model::PodPtr &pod : pods) {
        listed.insert(pod->uid);
    }
    std::vector<std::string> gone;
    for (const auto &[uid, placed] : m_placed) {
        if (!listed.contains(uid)) {
            gone.push_back(uid);
        }
    }
    for (const std::string &uid : gone) {
        free(uid, events);
    }
    std::vector<model::PodKey> withdrawn;
    for (const auto &[key, held] : m_nominated) {
        if (!listed.contains(held.pod->uid)) {
            withdrawn.push_back(key);
        }
    }
    for (const model::PodKey &key : withdrawn) {
        free(key, events);
    }
}

void ClusterCache::takePod(const model::PodPtr &pod, CacheEvents &events)
{
    if (const auto other = m_uids.find(pod->key); other != m_uids.end() && other->second != pod->uid) {
        free(std::string(other->second), events); // another pod of that name took its place
    }
    if (pod->finished()) {
        free(pod->uid, events);
        free(pod->key, events);
        return;
    }
    nominate(pod, events);
    const auto it = m_placed.find(pod->uid);
    if (it == m_placed.end()) {
        if (pod->assigned()) {
            place(pod, pod->nodeName);
            events.podPlaced = true;
            events.add({.kind = framework::ClusterEvent::Kind::Pod, .podNow = pod});
        }
        return;
    }
    const model::PodPtr before = it->second.pod;
    const base::Symbol was = it->second.node;
    // Seen without a node: the bind of an assumed pod has not been echoed yet.
    const base::Symbol now = pod->assigned() ? pod->nodeName : was;
    if (pod->assigned()) {
        m_assumed.erase(pod->uid);
    }
    if (before == pod
        || (was == now && before->resourceVersion == pod->resourceVersion && countsAlike(*before, *pod))) {
        return;
    }
    const bool assumed = m_assumed.contains(pod->uid);
    if (was != now) {
        events.podFreed = true;
        events.add({.kind = framework::ClusterEvent::Kind::Pod, .podBefore = before});
        events.add({.kind = framework::ClusterEvent::Kind::Pod, .podNow = pod});
    } else if (hasShrunk(*before, *pod)) {
        events.podFreed = true;
        events.add({.kind = framework::ClusterEvent::Kind::Pod, .podBefore = before, .podNow = pod});
    }
    unplace(pod->uid);
    place(pod, now);
    if (assumed) {
        m_assumed.insert(pod->uid);
    }
}

bool ClusterCache::assume(const model::PodPtr &pod, base::Symbol node)
{
    if (m_placed.contains(pod->uid)) {
        return false;
    }
    withdraw(pod->key);
    place(pod, node);
    m_assumed.insert(pod->uid);
    return true;
}

bool ClusterCache::forget(const std::string &uid)
{
    if (!m_assumed.contains(uid)) {
        return false;
    }
    const model::PodPtr pod = m_placed.at(uid).pod;
    const bool forgotten = unplace(uid) != nullptr;
    CacheEvents events;
    nominate(pod, events);
    return forgotten;
}

/// Notes where the pod waits to go, if anywhere.
void ClusterCache::nominate(const model::PodPtr &pod, CacheEvents &events)
{
    const bool waits = !pod->assigned() && !pod->nominatedNodeName.empty() && pod->schedulingGates.empty()
        && !m_placed.contains(pod->uid);
    const base::Symbol node = waits ? base::Symbol(pod->nominatedNodeName) : base::Symbol();
    if (const auto held = m_nominated.find(pod->key); held != m_nominated.end()) {
        if (waits && held->second.node == node && held->second.pod->uid == pod->uid
            && held->second.pod->standing == pod->standing && countsAlike(*held->second.pod, *pod)) {
            return;
        }
        const bool goesThere = pod->assigned() && pod->nodeName == held->second.node;
        const model::PodPtr withdrawn = withdraw(pod->key);
        if (!goesThere) {
            events.podFreed = true;
            events.add({.kind = framework::ClusterEvent::Kind::Pod, .podBefore = withdrawn, .onNode = false});
        }
    }
    if (waits) {
        edit(node).nominate(pod);
        m_nominated[pod->key] = {pod, node};
    }
}

model::PodPtr ClusterCache::withdraw(const model::PodKey &pod)
{
    const auto held = m_nominated.find(pod);
    if (held == m_nominated.end()) {
        return nullptr;
    }
    const Placed placed = held->second;
    m_nominated.erase(held);
    edit(placed.node).withdraw(placed.pod->uid);
    eraseIfEmpty(placed.node);
    return placed.pod;
}

void ClusterCache::free(const model::PodKey &nominated, CacheEvents &events)
{
    if (model::PodPtr pod = withdraw(nominated)) {
        events.podFreed = true;
        events.add({.kind = framework::ClusterEvent::Kind::Pod, .podBefore = std::move(pod), .onNode = false});
    }
}

void ClusterCache::free(const std::string &uid, CacheEvents &events)
{
    if (model::PodPtr pod = unplace(uid)) {
        events.podFreed = true;
        events.add({.kind = framework::ClusterEvent::Kind::Pod, .podBefore = std::move(pod)});
    }
}

/// A node that is not known, of which nothing else is either.
void ClusterCache::eraseIfEmpty(base::Symbol node)
{
    const auto it = m_nodes.find(node);
    if (it != m_nodes.end() && !it->second->hasNode() && it->second->pods().empty()
        && it->second->nominated().empty()) {
        m_nodes.erase(it);
    }
}

void ClusterCache::place(const model::PodPtr &pod, base::Symbol node)
{
    edit(node).addPod(pod);
    m_placed[pod->uid] = {pod, node};
    m_uids[pod->key] = pod->uid;
    m_withAffinityTerms += pod->affinityTerms.empty() ? 0 : 1;
}

model::PodPtr ClusterCache::unplace(const std::string &uid)
{
    const auto it = m_placed.find(uid);
    if (it == m_placed.end()) {
        return nullptr;
    }
    const Placed placed = it->second;
    m_placed.erase(it);
    m_assumed.erase(uid);
    m_uids.erase(placed.pod->key);
    m_withAffinityTerms -= placed.pod->affinityTerms.empty() ? 0 : 1;
    edit(placed.node).removePod(uid);
    eraseIfEmpty(placed.node);
    return placed.pod;
}

bool ClusterCache::setMeasured(base::Symbol node, const model::MeasuredUse &measured)
{
    const auto it = m_nodes.find(node);
    if (it == m_nodes.end() || !it->second->hasNode() || it->second->measured() == measured) {
        return false;
    }
    edit(node).setMeasured(measured);
    return true;
}

void ClusterCache::setVariation(base::Symbol node, const model::Variation &variation)
{
    const auto it = m_nodes.find(node);
    if (it != m_nodes.end() && it->second->hasNode() && it->second->variation != variation) {
        edit(node).variation = variation;
    }
}

model::NodeInfo &ClusterCache::edit(base::Symbol node)
{
    std::shared_ptr<model::NodeInfo> &info = m_nodes[node];
    if (!info) {
        info = std::make_shared<model::NodeInfo>();
        m_shared.erase(node);
    } else if (m_shared.erase(node) > 0) {
        info = std::make_shared<model::NodeInfo>(*info);
    }
    m_changed.insert(node);
    info->generation = ++m_generation;
    return *info;
}

model::SnapshotPtr ClusterCache::snapshot()
{
    if (m_inventory) {
        m_snapshot = m_snapshot->withInventory(m_generation, std::exchange(m_inventory, nullptr));
    }
    if (m_changed.empty()) {
        return m_snapshot;
    }
    std::vector<model::NodeInfoPtr> changed;
    std::vector<base::Symbol> removed;
    for (const base::Symbol name : m_changed) {
        const auto it = m_nodes.find(name);
        if (it != m_nodes.end() && it->second->hasNode()) {
            changed.push_back(it->second);
            m_shared.insert(name);
        } else if (m_snapshot->find(name)) {
            removed.push_back(name);
        }
    }
    m_changed.clear();
    m_snapshot = m_snapshot->nodes().empty()
        ? std::make_shared<const model::Snapshot>(m_generation, std::move(changed), m_snapshot->inventoryPtr())
        : m_snapshot->with(m_generation, changed, removed);
    return m_snapshot;
}

} // namespace binnacle::engine
