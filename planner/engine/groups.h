// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/columns.h"
#include "planner/framework/census.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// The nodes that pass one set of rules, in groups that are alike in rule class and in the values of some topologies, so that
/// of a group only the best by load need be known. Groups lie in blocks of `blockSize` places.
class Groups {
public:
    static constexpr std::uint32_t blockSize = 64;
    using Slot = framework::Slot;

    Groups(RuleColumn &rules, std::vector<framework::Topology *> keys, const NodeSlots &nodes);

    /// After the rules' own refresh.
    void refresh();
    /// More groups than help: nodes are then better looked at one by one.
    [[nodiscard]] bool tooMany() const { return m_tooMany; }
    [[nodiscard]] std::size_t count() const { return m_groups.size(); }
    [[nodiscard]] std::int32_t ruleClassOf(std::uint32_t group) const { return m_groups[group].ruleClass; }
    [[nodiscard]] const std::vector<std::uint32_t> &groupOfBlock() const { return m_groupOfBlock; }
    [[nodiscard]] Slot slotAt(std::uint32_t place) const { return m_slots[place]; }
    /// NodeSlots::none for a node that never passed.
    [[nodiscard]] std::uint32_t placeOf(Slot slot) const
    {
        return slot < m_places.size() ? m_places[slot] : NodeSlots::none;
    }
    /// Of a node that passes.
    [[nodiscard]] std::uint32_t groupAt(Slot slot) const { return m_groupOfBlock[m_places[slot] / blockSize]; }
    /// Whether the places of a group are in the order of names.
    [[nodiscard]] bool isInOrder(std::uint32_t group) const { return m_groups[group].isInOrder; }
    /// So many nodes had to be put in order: once that has cost more than a new start, there is one.
    void noteDisorder(std::size_t nodes) { m_disorder += nodes; }
    [[nodiscard]] const RuleColumn &rules() const { return m_rules; }
    [[nodiscard]] std::size_t places() const { return m_slots.size(); }
    /// Places to or from which a node has moved.
    [[nodiscard]] const ChangeLog &moves() const { return m_moves; }
    /// Rises when every place may be another's.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

private:
    using Key = absl::InlinedVector<std::uint32_t, 4>;
    struct Group {
        std::int32_t ruleClass = 0;
        std::vector<std::uint32_t> freePlaces;
        bool isInOrder = true; ///< of names, in its own blocks
    };
    void fill();
    [[nodiscard]] std::size_t mostGroups() const;
    void settle(Slot slot);
    [[nodiscard]] Key keyOf(Slot slot) const;
    void leave(Slot slot);
    void enter(Slot slot, std::uint32_t group);
    std::uint32_t groupOf(Key key);

    RuleColumn &m_rules;
    std::vector<framework::Topology *> m_keys;
    const NodeSlots &m_nodes;
    std::uint64_t m_rulesVersion = 0;
    std::uint64_t m_version = 0;
    std::uint64_t m_read = ChangeLog::nothing;
    bool m_tooMany = false;
    bool m_isFilling = false;
    std::size_t m_disorder = 0;
    std::vector<Group> m_groups;
    absl::flat_hash_map<Key, std::uint32_t> m_numbers;
    std::vector<std::uint32_t> m_groupOfBlock;
    std::vector<Slot> m_slots; ///< by place
    std::vector<std::uint32_t> m_places; ///< by slot
    ChangeLog m_moves;
};

/// What a LoadColumn says of the nodes at every place of Groups, with the best of each block.
class Board {
public:
    Board(Groups &groups, LoadColumn &load, const NodeSlots &nodes) : m_groups(groups), m_load(load), m_nodes(nodes) { }

    /// After the refresh of groups and load.
    void refresh();
    /// `refused` in an empty one.
    [[nodiscard]] const std::vector<std::int32_t> &blockBest() const { return m_best; }
    /// How many nodes of the block have it.
    [[nodiscard]] std::uint32_t bestCount(std::size_t block) const { return m_bestCount[block]; }
    /// What each of its places has.
    [[nodiscard]] const std::int32_t *block(std::size_t index) const
    {
        return m_values.data() + index * Groups::blockSize;
    }

private:
    [[nodiscard]] std::int32_t valueAt(std::uint32_t place) const;
    void set(std::uint32_t place);
    void scan(std::size_t block);
    void fill();

    Groups &m_groups;
    LoadColumn &m_load;
    const NodeSlots &m_nodes;
    std::uint64_t m_groupsVersion = 0;
    std::uint64_t m_movesRead = ChangeLog::nothing;
    std::uint64_t m_changesRead = ChangeLog::nothing;
    std::vector<std::int32_t> m_values; ///< by place
    std::vector<std::int32_t> m_best; ///< by block
    std::vector<std::uint32_t> m_bestCount; ///< by block
};

} // namespace binnacle::engine
