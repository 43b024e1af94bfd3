// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/recipes.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace binnacle::engine {

/// Finds the best node by a recipe whose columns are up to date. Keeps its scratch space between calls. Not thread-safe.
class Selection {
public:
    explicit Selection(const NodeSlots &nodes) : m_nodes(nodes) { }

    struct Best {
        framework::Slot slot = 0;
        std::int64_t total = 0;
    };
    /// By groups of nodes. Absent when no node fits.
    [[nodiscard]] std::optional<Best> byGroup(Recipe &recipe, const model::Pod &pod, std::uint64_t seed);
    /// Node by node.
    [[nodiscard]] std::optional<Best> byNode(Recipe &recipe, const model::Pod &pod, std::uint64_t seed);

private:
    void findGroups(const Recipe &recipe);
    void findNodes(const Recipe &recipe);
    void filter(const Recipe &recipe);
    void addRuleTotals(const Recipe &recipe);
    void addIndexTotals(const Recipe &recipe);
    void addIndexTotal(const Recipe::Index &index);
    std::size_t findWinners(const Recipe &recipe, std::int64_t total);
    [[nodiscard]] framework::Slot drawFromBlocks(const Recipe &recipe, std::size_t left);
    [[nodiscard]] framework::Slot drawFromNodes(std::size_t left);

    const NodeSlots &m_nodes;
    // Candidates: nodes that fit, or one of each group that has any; parallel.
    std::vector<framework::Slot> m_slots;
    std::vector<std::int32_t> m_ruleClasses;
    std::vector<std::int64_t> m_totals;
    std::vector<std::int64_t> m_raw;
    std::vector<std::int32_t> m_groupBest; ///< by group: the best by load
    std::vector<std::uint32_t> m_groupBlock; ///< by group: where that is
    std::vector<std::int64_t> m_groupRest; ///< by group: what else its nodes get; `noCandidate` when none may
    std::vector<std::int64_t> m_classTotals;
    std::vector<std::uint8_t> m_classSeen;
    std::vector<std::uint32_t> m_blocks; ///< whose best win
    std::vector<framework::Slot> m_winners;
    std::vector<std::uint64_t> m_winnerPlaces; ///< a bit for every node, in the order of names; all 0 between calls
};

} // namespace binnacle::engine
