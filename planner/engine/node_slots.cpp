// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/node_slots.h"

#include <algorithm>
#include <string>
#include <utility>

namespace binnacle::engine {

using framework::NodeLoad;

NodeSlots::NodeSlots(model::SnapshotPtr snapshot) : m_snapshot(std::move(snapshot)), m_infos(m_snapshot->nodes())
{
    const std::size_t count = m_infos.size();
    m_loads.reserve(count);
    m_slots.reserve(count);
    m_own.resize(count);
    m_isChanged.resize(count);
    m_byName.resize(count);
    m_places.resize(count);
    for (Slot slot = 0; slot < count; ++slot) {
        m_loads.push_back(NodeLoad::of(*m_infos[slot]));
        m_slots.emplace(m_loads.back().name, slot);
        m_byName[slot] = slot;
        m_places[slot] = slot;
    }
}

NodeSlots::Slot NodeSlots::find(base::Symbol name) const
{
    const auto it = m_slots.find(name);
    return it == m_slots.end() ? none : it->second;
}

void NodeSlots::addPod(Slot slot, const model::PodPtr &pod)
{
    edit(slot).addPod(pod);
    changed(slot, false);
}

void NodeSlots::withdraw(Slot slot, const std::string &uid)
{
    const std::vector<model::PodPtr> &nominated = m_infos[slot]->nominated();
    if (std::any_of(nominated.begin(), nominated.end(), [&](const model::PodPtr &pod) { return pod->uid == uid; })) {
        edit(slot).withdraw(uid);
        changed(slot, false);
    }
}

model::PodPtr NodeSlots::removePod(Slot slot, std::string_view uid)
{
    const std::vector<model::PodPtr> &pods = m_infos[slot]->pods();
    const auto it = std::find_if(pods.begin(), pods.end(), [&](const model::PodPtr &pod) { return pod->uid == uid; });
    if (it == pods.end()) {
        return nullptr;
    }
    model::PodPtr pod = *it;
    edit(slot).removePod(pod->uid);
    changed(slot, false);
    return pod;
}

void NodeSlots::replace(Slot slot, model::NodePtr node)
{
    edit(slot).setNode(std::move(node));
    changed(slot, true);
}

NodeSlots::Slot NodeSlots::add(model::NodePtr node)
{
    Slot slot = static_cast<Slot>(m_infos.size());
    if (m_free.empty()) {
        m_infos.emplace_back();
        m_own.emplace_back();
        m_isChanged.push_back(false);
        m_places.push_back(0);
        m_loads.emplace_back();
    } else {
        slot = m_free.back();
        m_free.pop_back();
    }
    const base::Symbol name = node->name;
    m_own[slot] = std::make_shared<model::NodeInfo>(std::move(node));
    m_infos[slot] = m_own[slot];
    m_slots[name] = slot;
    const auto place = std::lower_bound(m_byName.begin(), m_byName.end(), name.text(),
        [&](Slot other, std::string_view text) { return m_loads[other].name.text() < text; });
    const auto from = static_cast<std::size_t>(place - m_byName.begin());
    m_byName.insert(place, slot);
    reorder(from);
    changed(slot, true);
    return slot;
}

model::NodeInfoPtr NodeSlots::remove(Slot slot)
{
    model::NodeInfoPtr was = std::exchange(m_infos[slot], nullptr);
    m_own[slot] = nullptr;
    m_removed.push_back(m_loads[slot].name);
    m_slots.erase(m_loads[slot].name);
    m_byName.erase(m_byName.begin() + m_places[slot]);
    reorder(m_places[slot]);
    m_free.push_back(slot);
    changed(slot, true);
    return was;
}

/// Places from there on.
void NodeSlots::reorder(std::size_t from)
{
    for (std::size_t i = from; i < m_byName.size(); ++i) {
        m_places[m_byName[i]] = static_cast<std::uint32_t>(i);
    }
}

void NodeSlots::setInventory(model::InventoryPtr inventory)
{
    m_snapshot = commit()->withInventory(m_snapshot->generation(), std::move(inventory));
}

model::NodeInfo &NodeSlots::edit(Slot slot)
{
    std::shared_ptr<model::NodeInfo> &own = m_own[slot];
    if (!own) {
        own = std::make_shared<model::NodeInfo>(*m_infos[slot]);
        m_infos[slot] = own;
    }
    return *own;
}

void NodeSlots::changed(Slot slot, bool node)
{
    m_loads[slot] = m_infos[slot] ? NodeLoad::of(*m_infos[slot]) : NodeLoad{};
    if (!m_isChanged[slot]) {
        m_isChanged[slot] = true;
        m_changedSlots.push_back(slot);
    }
    const std::size_t most = 4 * m_loads.size() + 1024;
    m_changes.add(slot);
    m_changes.keepAtMost(most);
    if (node) {
        m_nodeChanges.add(slot);
        m_nodeChanges.keepAtMost(most);
    }
}

const model::SnapshotPtr &NodeSlots::commit()
{
    if (m_changedSlots.empty()) {
        return m_snapshot;
    }
    std::vector<model::NodeInfoPtr> now;
    now.reserve(m_changedSlots.size());
    for (const Slot slot : m_changedSlots) {
        m_isChanged[slot] = false;
        if (m_infos[slot]) {
            now.push_back(m_infos[slot]);
            m_own[slot] = nullptr; // the snapshot holds it
        }
    }
    m_changedSlots.clear();
    std::erase_if(m_removed, [&](base::Symbol name) { return m_slots.contains(name); });
    m_snapshot = m_snapshot->nodes().empty()
        ? std::make_shared<const model::Snapshot>(m_snapshot->generation(), std::move(now), m_snapshot->inventoryPtr())
        : m_snapshot->with(m_snapshot->generation(), now, m_removed);
    m_removed.clear();
    return m_snapshot;
}

} // namespace binnacle::engine
