// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/selection.h"

#include "planner/engine/tie_break.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace binnacle::engine {

using framework::Slot;

namespace {

constexpr std::int64_t noCandidate = std::numeric_limits<std::int64_t>::min();

/// A bit for each value of a block that is equal to this one. In this shape compilers make vector instructions of it.
std::uint64_t equalTo(std::int32_t wanted, const std::int32_t *values)
{
    static_assert(Groups::blockSize == 64 && std::endian::native == std::endian::little);
    std::array<std::uint8_t, Groups::blockSize> equal;
    for (std::size_t i = 0; i < equal.size(); ++i) {
        equal[i] = values[i] == wanted;
    }
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < equal.size(); i += 8) {
        constexpr std::uint64_t gather =
            0x0102040810204080; // multiplied, eight bytes of 0 or 1 become the upper eight bits
        std::uint64_t eight = 0;
        std::memcpy(&eight, equal.data() + i, sizeof eight);
        bits |= ((eight * gather) >> 56) << i;
    }
    return bits;
}

/// The place of the set bit before which there are so many others.
std::uint32_t setBit(std::uint64_t bits, std::size_t before)
{
    for (; before > 0; --before) {
        bits &= bits - 1;
    }
    return static_cast<std::uint32_t>(std::countr_zero(bits));
}

} // namespace

std::optional<Selection::Best> Selection::byGroup(Recipe &recipe, const model::Pod &pod, std::uint64_t seed)
{
    findGroups(recipe);
    filter(recipe);
    if (m_slots.empty()) {
        return std::nullopt;
    }
    m_totals.assign(m_slots.size(), 0);
    addRuleTotals(recipe);
    addIndexTotals(recipe);
    m_groupRest.assign(recipe.groups->count(), noCandidate);
    std::int64_t total = noCandidate;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        const std::uint32_t group = recipe.groups->groupAt(m_slots[i]);
        m_groupRest[group] = m_totals[i];
        total = std::max(total, m_totals[i] + m_groupBest[group]);
    }
    const std::size_t winners = findWinners(recipe, total);
    const std::size_t drawn = winners == 1 ? 0 : drawWinner(winners, seed, pod);
    return Best{drawFromBlocks(recipe, drawn), total};
}

/// One candidate for each group in which a node fits.
void Selection::findGroups(const Recipe &recipe)
{
    const Groups &groups = *recipe.groups;
    const std::vector<std::int32_t> &best = recipe.board->blockBest();
    const std::vector<std::uint32_t> &groupOf = groups.groupOfBlock();
    m_groupBest.assign(groups.count(), refused);
    m_groupBlock.resize(groups.count());
    for (std::uint32_t block = 0; block < best.size(); ++block) {
        std::int32_t &known = m_groupBest[groupOf[block]];
        if (best[block] > known) {
            known = best[block];
            m_groupBlock[groupOf[block]] = block;
        }
    }
    m_slots.clear();
    for (std::uint32_t group = 0; group < m_groupBest.size(); ++group) {
        if (m_groupBest[group] != refused) {
            const std::int32_t *values = recipe.board->block(m_groupBlock[group]);
            const std::int32_t *found = std::find(values, values + Groups::blockSize, m_groupBest[group]);
            m_slots.push_back(
                groups.slotAt(m_groupBlock[group] * Groups::blockSize + static_cast<std::uint32_t>(found - values)));
        }
    }
}

/// Those with that total, block by block; returns how many there are.
std::size_t Selection::findWinners(const Recipe &recipe, std::int64_t total)
{
    const std::vector<std::int32_t> &best = recipe.board->blockBest();
    const std::vector<std::uint32_t> &groupOf = recipe.groups->groupOfBlock();
    m_blocks.clear();
    std::size_t winners = 0;
    for (std::uint32_t block = 0; block < best.size(); ++block) {
        const std::int64_t rest = m_groupRest[groupOf[block]];
        if (best[block] != refused && rest != noCandidate && rest + best[block] == total) {
            m_blocks.push_back(block);
            winners += recipe.board->bestCount(block);
        }
    }
    return winners;
}

/// The one before which so many others come in the order of names: as decide() draws it.
Slot Selection::drawFromBlocks(const Recipe &recipe, std::size_t left)
{
    Groups &groups = *recipe.groups;
    const Board &board = *recipe.board;
    const std::vector<std::uint32_t> &groupOf = groups.groupOfBlock();
    const std::uint32_t group = groupOf[m_blocks.front()];
    const auto places = [&](std::uint32_t block) { return equalTo(board.blockBest()[block], board.block(block)); };
    const bool alone =
        std::all_of(m_blocks.begin(), m_blocks.end(), [&](std::uint32_t block) { return groupOf[block] == group; });
    if (alone && groups.isInOrder(group)) {
        for (const std::uint32_t block : m_blocks) {
            if (left < board.bestCount(block)) {
                return groups.slotAt(block * Groups::blockSize + setBit(places(block), left));
            }
            left -= board.bestCount(block);
        }
    }
    m_winners.clear();
    for (const std::uint32_t block : m_blocks) {
        for (std::uint64_t bits = places(block); bits != 0; bits &= bits - 1) {
            const auto place = static_cast<std::uint32_t>(std::countr_zero(bits));
            m_winners.push_back(groups.slotAt(block * Groups::blockSize + place));
        }
    }
    groups.noteDisorder(m_winners.size());
    return drawFromNodes(left);
}

Slot Selection::drawFromNodes(std::size_t left)
{
    if (m_winners.size() == 1) {
        return m_winners.front();
    }
    constexpr std::uint32_t wordBits = 64;
    m_winnerPlaces.resize(m_nodes.byName().size() / wordBits + 1);
    for (const Slot slot : m_winners) {
        const std::uint32_t place = m_nodes.placeOf(slot);
        m_winnerPlaces[place / wordBits] |= std::uint64_t{1} << (place % wordBits);
    }
    std::uint32_t word = 0;
    for (;; ++word) {
        const auto count = static_cast<std::size_t>(std::popcount(m_winnerPlaces[word]));
        if (left < count) {
            break;
        }
        left -= count;
    }
    const Slot drawn = m_nodes.byName()[word * wordBits + setBit(m_winnerPlaces[word], left)];
    std::fill(m_winnerPlaces.begin(), m_winnerPlaces.end(), 0);
    return drawn;
}

std::optional<Selection::Best> Selection::byNode(Recipe &recipe, const model::Pod &pod, std::uint64_t seed)
{
    findNodes(recipe);
    filter(recipe);
    if (m_slots.empty()) {
        return std::nullopt;
    }
    m_totals.clear();
    for (const Slot slot : m_slots) {
        m_totals.push_back(recipe.load->values()[slot]);
    }
    addRuleTotals(recipe);
    addIndexTotals(recipe);
    const std::int64_t total = *std::max_element(m_totals.begin(), m_totals.end());
    m_winners.clear();
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        if (m_totals[i] == total) {
            m_winners.push_back(m_slots[i]);
        }
    }
    return Best{drawFromNodes(m_winners.size() == 1 ? 0 : drawWinner(m_winners.size(), seed, pod)), total};
}

/// Every node that fits by load and rules.
void Selection::findNodes(const Recipe &recipe)
{
    const std::vector<std::int32_t> &loads = recipe.load->values();
    const std::vector<std::int32_t> &classes = recipe.rules->classes();
    m_slots.resize(loads.size());
    std::size_t count = 0;
    for (Slot slot = 0; slot < loads.size(); ++slot) {
        m_slots[count] = slot;
        // Both are looked at, without a branch: which is refused cannot be foreseen.
        count += unsigned{loads[slot] != refused} & unsigned{classes[slot] != refused};
    }
    m_slots.resize(count);
}

/// By the indexes.
void Selection::filter(const Recipe &recipe)
{
    for (const Recipe::Index &one : recipe.indexes) {
        if (one.filters && one.reads->filters) {
            one.index->filter(m_slots);
        }
    }
}

/// Normalised over the rule classes of the candidates.
void Selection::addRuleTotals(const Recipe &recipe)
{
    const RuleColumn &rules = *recipe.rules;
    m_ruleClasses.clear();
    for (const Slot slot : m_slots) {
        m_ruleClasses.push_back(rules.classes()[slot]);
    }
    m_classSeen.assign(rules.classCount(), 0);
    for (const std::int32_t ruleClass : m_ruleClasses) {
        m_classSeen[static_cast<std::size_t>(ruleClass)] = 1;
    }
    m_classTotals.assign(rules.classCount(), 0);
    for (std::size_t i = 0; i < rules.scores().size(); ++i) {
        if (!rules.isScored(i)) {
            continue;
        }
        const RuleColumn::Score &score = rules.scores()[i];
        framework::Extent extent = framework::Extent::none();
        for (std::size_t c = 0; c < m_classSeen.size(); ++c) {
            if (m_classSeen[c] != 0) {
                extent.include(rules.raw(static_cast<std::int32_t>(c))[i]);
            }
        }
        for (std::size_t c = 0; c < m_classSeen.size(); ++c) {
            if (m_classSeen[c] != 0) {
                m_classTotals[c] +=
                    score.weight * score.plugin->normalised(rules.raw(static_cast<std::int32_t>(c))[i], extent);
            }
        }
    }
    for (std::size_t i = 0; i < m_totals.size(); ++i) {
        m_totals[i] += m_classTotals[static_cast<std::size_t>(m_ruleClasses[i])];
    }
}

void Selection::addIndexTotals(const Recipe &recipe)
{
    for (const Recipe::Index &one : recipe.indexes) {
        if (one.score && one.reads->scores) {
            addIndexTotal(one);
        }
    }
}

void Selection::addIndexTotal(const Recipe::Index &one)
{
    framework::Extent extent = framework::Extent::none();
    m_raw.resize(m_slots.size());
    one.index->score(m_slots, m_raw.data());
    for (const std::int64_t raw : m_raw) {
        extent.include(raw);
    }
    // Raw scores are few beside the nodes: what each is normalised to is remembered.
    struct Known {
        std::int64_t raw = 0;
        std::int64_t normalised = 0;
        bool set = false;
    };
    std::array<Known, 64> known;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        Known &place = known[static_cast<std::uint64_t>(m_raw[i]) % known.size()];
        if (!place.set || place.raw != m_raw[i]) {
            place = {m_raw[i], one.score->normalised(m_raw[i], extent), true};
        }
        m_totals[i] += one.weight * place.normalised;
    }
}

} // namespace binnacle::engine
