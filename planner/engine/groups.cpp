// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/groups.h"

#include <algorithm>
#include <utility>

namespace binnacle::engine {

Groups::Groups(RuleColumn &rules, std::vector<framework::Topology *> keys, const NodeSlots &nodes)
    : m_rules(rules), m_keys(std::move(keys)), m_nodes(nodes)
{
}

void Groups::refresh()
{
    if (m_version == 0 || m_rulesVersion != m_rules.version()) {
        m_rulesVersion = m_rules.version();
        (void)m_rules.changes().catchUp(m_read, [](Slot) {});
        fill();
        return;
    }
    constexpr std::size_t patience = 32;
    const bool caughtUp = m_rules.changes().catchUp(m_read, [&](Slot slot) { settle(slot); });
    if (!caughtUp || m_disorder > patience * m_slots.size() || (!m_tooMany && m_groups.size() > mostGroups())) {
        fill();
    }
}

std::size_t Groups::mostGroups() const { return 64 + m_nodes.loads().size() / 8; }

void Groups::fill()
{
    ++m_version;
    m_tooMany = false;
    m_groups.clear();
    m_numbers.clear();
    m_groupOfBlock.clear();
    m_slots.clear();
    m_places.assign(m_nodes.loads().size(), NodeSlots::none);
    m_disorder = 0;
    m_isFilling = true;
    for (const Slot slot : m_nodes.byName()) {
        settle(slot);
        m_tooMany = m_tooMany || m_groups.size() > mostGroups();
    }
    m_isFilling = false;
}

/// A node that the rules refuse keeps its place: it mostly comes back to it.
void Groups::settle(Slot slot)
{
    if (m_tooMany || m_rules.classes()[slot] == refused) {
        return;
    }
    const std::uint32_t group = groupOf(keyOf(slot));
    if (slot < m_places.size() && m_places[slot] != NodeSlots::none) {
        if (m_groupOfBlock[m_places[slot] / blockSize] == group) {
            return;
        }
        leave(slot);
    }
    enter(slot, group);
}

Groups::Key Groups::keyOf(Slot slot) const
{
    Key key{static_cast<std::uint32_t>(m_rules.classes()[slot])};
    for (const framework::Topology *topology : m_keys) {
        key.push_back(topology->valueAt(slot));
    }
    return key;
}

std::uint32_t Groups::groupOf(Key key)
{
    const auto ruleClass = static_cast<std::int32_t>(key.front());
    const auto [it, isNew] = m_numbers.try_emplace(std::move(key), static_cast<std::uint32_t>(m_groups.size()));
    if (isNew) {
        m_groups.push_back({ruleClass, {}, true});
    }
    return it->second;
}

void Groups::leave(Slot slot)
{
    const std::uint32_t place = m_places[slot];
    m_slots[place] = NodeSlots::none;
    m_places[slot] = NodeSlots::none;
    m_groups[m_groupOfBlock[place / blockSize]].freePlaces.push_back(place);
    m_moves.add(place);
}

void Groups::enter(Slot slot, std::uint32_t group)
{
    std::vector<std::uint32_t> &freePlaces = m_groups[group].freePlaces;
    m_groups[group].isInOrder = m_groups[group].isInOrder && m_isFilling;
    if (freePlaces.empty()) {
        const auto first = static_cast<std::uint32_t>(m_slots.size());
        m_groupOfBlock.push_back(group);
        m_slots.resize(first + blockSize, NodeSlots::none);
        for (std::uint32_t i = blockSize; i > 0; --i) {
            freePlaces.push_back(first + i - 1);
        }
    }
    const std::uint32_t place = freePlaces.back();
    freePlaces.pop_back();
    m_slots[place] = slot;
    if (slot >= m_places.size()) {
        m_places.resize(m_nodes.loads().size(), NodeSlots::none);
    }
    m_places[slot] = place;
    m_moves.add(place);
    m_moves.keepAtMost(4 * m_slots.size() + 1024);
}

std::int32_t Board::valueAt(std::uint32_t place) const
{
    const framework::Slot slot = m_groups.slotAt(place);
    return slot == NodeSlots::none || m_groups.rules().classes()[slot] == refused ? refused : m_load.values()[slot];
}

void Board::set(std::uint32_t place)
{
    const std::size_t index = place / Groups::blockSize;
    const std::int32_t value = valueAt(place);
    const std::int32_t before = std::exchange(m_values[place], value);
    if (value == before) {
        return;
    }
    if (value > m_best[index]) {
        m_best[index] = value;
        m_bestCount[index] = 1;
    } else if (value == m_best[index]) {
        ++m_bestCount[index];
    } else if (before == m_best[index] && --m_bestCount[index] == 0) {
        scan(index);
    }
}

void Board::scan(std::size_t index)
{
    const std::int32_t *values = block(index);
    std::int32_t best = refused;
    for (std::uint32_t i = 0; i < Groups::blockSize; ++i) {
        best = std::max(best, values[i]);
    }
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < Groups::blockSize; ++i) {
        count += values[i] == best ? 1 : 0;
    }
    m_best[index] = best;
    m_bestCount[index] = count;
}

void Board::refresh()
{
    const bool known = m_groupsVersion == m_groups.version();
    m_groupsVersion = m_groups.version();
    if (!known) {
        m_values.clear();
        m_best.clear();
        m_bestCount.clear();
    }
    m_values.resize(m_groups.places(), refused);
    m_best.resize(m_groups.groupOfBlock().size(), refused);
    m_bestCount.resize(m_best.size(), Groups::blockSize);
    const auto take = [&](std::uint32_t place) {
        if (known) {
            set(place);
        }
    };
    const bool followed = m_groups.moves().catchUp(m_movesRead, take);
    const bool caughtUp = m_nodes.changes().catchUp(m_changesRead, [&](framework::Slot slot) {
        if (const std::uint32_t place = m_groups.placeOf(slot); place != NodeSlots::none) {
            take(place);
        }
    });
    if (!known || !followed || !caughtUp) {
        fill();
    }
}

void Board::fill()
{
    for (std::uint32_t place = 0; place < m_values.size(); ++place) {
        m_values[place] = valueAt(place);
    }
    for (std::size_t index = 0; index < m_best.size(); ++index) {
        scan(index);
    }
}

} // namespace binnacle::engine
