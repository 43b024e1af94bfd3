// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/snapshot.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace binnacle::model {

namespace {

bool byName(const NodeInfoPtr &a, const NodeInfoPtr &b) { return a->node().name.text() < b->node().name.text(); }

std::shared_ptr<const absl::flat_hash_map<base::Symbol, int>> indexOfNodes(const std::vector<NodeInfoPtr> &nodes)
{
    auto index = std::make_shared<absl::flat_hash_map<base::Symbol, int>>();
    index->reserve(nodes.size());
    for (const NodeInfoPtr &info : nodes) {
        [[maybe_unused]] const bool added = index->emplace(info->node().name, static_cast<int>(index->size())).second;
        assert(added && "two nodes of one name");
    }
    return index;
}

} // namespace

Snapshot::Snapshot(std::uint64_t generation, std::vector<NodeInfoPtr> nodes, InventoryPtr inventory)
    : m_generation(generation), m_nodes(std::move(nodes))
{
    if (inventory) {
        m_inventory = std::move(inventory);
    }
    m_hash = m_inventory->hash();
    std::sort(m_nodes.begin(), m_nodes.end(), byName);
    m_index = indexOfNodes(m_nodes);
    for (const NodeInfoPtr &info : m_nodes) {
        count(*info);
        addImages(info->node());
    }
}

/// What is kept of all nodes together.
void Snapshot::count(const NodeInfo &info)
{
    m_hash += info.fingerprint();
    if (!info.podsWithAffinityTerms().empty()) {
        m_withAffinityTerms.insert(&info);
    }
    if (!info.nominated().empty()) {
        m_withNominated.insert(&info);
    }
}

void Snapshot::uncount(const NodeInfo &info)
{
    m_hash -= info.fingerprint();
    m_withAffinityTerms.erase(&info);
    m_withNominated.erase(&info);
}

/// Of a name that a node gives twice the first counts.
void Snapshot::addImages(const Node &node)
{
    if (node.images.empty()) {
        return;
    }
    if (m_images.use_count() > 1) {
        m_images = std::make_shared<Images>(*m_images);
    }
    absl::flat_hash_set<base::Symbol> seen;
    for (const NodeImage &image : node.images) {
        if (!seen.insert(image.name).second) {
            continue;
        }
        Image &known = (*m_images)[image.name];
        if (known.nodes++ == 0 || node.name.text() < known.firstNode.text()) {
            known.bytes = image.sizeBytes;
            known.firstNode = node.name;
        }
    }
}

/// `orphans` gets the images whose first node this was, and which others have as well.
void Snapshot::removeImages(const Node &node, std::vector<base::Symbol> &orphans)
{
    if (node.images.empty()) {
        return;
    }
    if (m_images.use_count() > 1) {
        m_images = std::make_shared<Images>(*m_images);
    }
    absl::flat_hash_set<base::Symbol> seen;
    for (const NodeImage &image : node.images) {
        const auto it = seen.insert(image.name).second ? m_images->find(image.name) : m_images->end();
        if (it == m_images->end()) {
            continue;
        }
        if (--it->second.nodes == 0) {
            m_images->erase(it);
        } else if (it->second.firstNode == node.name) {
            orphans.push_back(image.name);
        }
    }
}

/// Looks for the first node anew, once every node is in place.
void Snapshot::adopt(const std::vector<base::Symbol> &orphans)
{
    absl::flat_hash_set<base::Symbol> left(orphans.begin(), orphans.end());
    for (auto info = m_nodes.begin(); info != m_nodes.end() && !left.empty(); ++info) {
        const Node &node = (*info)->node();
        for (const NodeImage &image : node.images) {
            if (left.erase(image.name) == 0) {
                continue;
            }
            if (const auto it = m_images->find(image.name); it != m_images->end()) {
                it->second.bytes = image.sizeBytes;
                it->second.firstNode = node.name;
            }
        }
    }
}

const Snapshot::Image *Snapshot::findImage(base::Symbol image) const
{
    const auto it = m_images->find(image);
    return it == m_images->end() ? nullptr : &it->second;
}

int Snapshot::indexOf(base::Symbol nodeName) const
{
    if (!m_index) {
        return -1;
    }
    const auto it = m_index->find(nodeName);
    return it == m_index->end() ? -1 : it->second;
}

const NodeInfo *Snapshot::find(base::Symbol nodeName) const
{
    const int index = indexOf(nodeName);
    return index < 0 ? nullptr : m_nodes[static_cast<std::size_t>(index)].get();
}

SnapshotPtr Snapshot::with(
    std::uint64_t generation, const std::vector<NodeInfoPtr> &changed, const std::vector<base::Symbol> &removed) const
{
    auto next = std::make_shared<Snapshot>(*this);
    next->m_generation = generation;
    std::vector<NodeInfoPtr> added;
    std::vector<base::Symbol> orphans;
    for (const NodeInfoPtr &info : changed) {
        const int index = indexOf(info->node().name);
        if (index < 0) {
            added.push_back(info);
            continue;
        }
        NodeInfoPtr &place = next->m_nodes[static_cast<std::size_t>(index)];
        next->uncount(*place);
        next->count(*info);
        if (place->node().images != info->node().images) {
            next->removeImages(place->node(), orphans);
            next->addImages(info->node());
        }
        place = info;
    }
    absl::flat_hash_set<base::Symbol> gone;
    for (const base::Symbol name : removed) {
        if (indexOf(name) >= 0 && gone.insert(name).second) {
            const NodeInfo &leaving = *next->m_nodes[static_cast<std::size_t>(indexOf(name))];
            next->uncount(leaving);
            next->removeImages(leaving.node(), orphans);
        }
    }
    if (added.empty() && gone.empty()) {
        next->adopt(orphans);
        return next;
    }
    std::erase_if(next->m_nodes, [&](const NodeInfoPtr &info) { return gone.contains(info->node().name); });
    std::sort(added.begin(), added.end(), byName);
    for (const NodeInfoPtr &info : added) {
        next->count(*info);
        next->addImages(info->node());
    }
    const auto middle = static_cast<std::ptrdiff_t>(next->m_nodes.size());
    next->m_nodes.insert(next->m_nodes.end(), added.begin(), added.end());
    std::inplace_merge(next->m_nodes.begin(), next->m_nodes.begin() + middle, next->m_nodes.end(), byName);
    next->m_index = indexOfNodes(next->m_nodes);
    next->adopt(orphans);
    return next;
}

SnapshotPtr Snapshot::withInventory(std::uint64_t generation, InventoryPtr inventory) const
{
    auto next = std::make_shared<Snapshot>(*this);
    next->m_generation = generation;
    next->m_hash -= next->m_inventory->hash();
    next->m_inventory = std::move(inventory);
    next->m_hash += next->m_inventory->hash();
    return next;
}

Overlay::Overlay(SnapshotPtr base) : m_base(std::move(base)) { }

const NodeInfo *Overlay::find(base::Symbol nodeName) const
{
    if (const auto it = m_changed.find(nodeName); it != m_changed.end()) {
        return it->second.get();
    }
    if (std::find(m_removed.begin(), m_removed.end(), nodeName) != m_removed.end()) {
        return nullptr;
    }
    return m_base->find(nodeName);
}

NodeInfo *Overlay::edit(base::Symbol nodeName)
{
    if (const auto it = m_changed.find(nodeName); it != m_changed.end()) {
        return it->second.get();
    }
    const NodeInfo *beneath = find(nodeName);
    if (!beneath) {
        return nullptr;
    }
    return m_changed.emplace(nodeName, std::make_shared<NodeInfo>(*beneath)).first->second.get();
}

bool Overlay::assume(const PodPtr &pod, base::Symbol nodeName)
{
    NodeInfo *info = edit(nodeName);
    if (!info) {
        return false;
    }
    info->addPod(pod);
    return true;
}

bool Overlay::forget(base::Symbol nodeName, const std::string &podUid)
{
    NodeInfo *info = edit(nodeName);
    return info && info->removePod(podUid);
}

void Overlay::setNode(NodePtr node)
{
    const base::Symbol name = node->name;
    if (NodeInfo *info = edit(name)) {
        info->setNode(std::move(node));
        return;
    }
    m_changed.emplace(name, std::make_shared<NodeInfo>(std::move(node)));
}

bool Overlay::removeNode(base::Symbol nodeName)
{
    if (!find(nodeName)) {
        return false;
    }
    m_changed.erase(nodeName);
    if (m_base->find(nodeName)) {
        m_removed.push_back(nodeName);
    }
    return true;
}

Overlay Overlay::fork() const { return Overlay(commit()); }

SnapshotPtr Overlay::commit() const
{
    std::vector<NodeInfoPtr> changed;
    changed.reserve(m_changed.size());
    std::vector<base::Symbol> removed;
    for (const auto &[name, info] : m_changed) {
        changed.push_back(std::make_shared<const NodeInfo>(*info)); // copied: this overlay may go on editing its own
    }
    for (const base::Symbol name : m_removed) {
        if (!m_changed.contains(name)) {
            removed.push_back(name);
        }
    }
    return m_base->with(m_base->generation(), changed, removed);
}

} // namespace binnacle::model
