// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/selection.h"

#include "planner/engine/tie_break.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace binnacle::engine {

using framework::Slot;

namespace {

bool refuses(const Recipe &recipe, Slot slot)
{
    return std::any_of(recipe.indexes.begin(), recipe.indexes.end(),
        [&](const Recipe::Index &one) { return one.filters && one.reads->filters && one.index->refuses(slot); });
}

constexpr std::int64_t noCandidate = std::numeric_limits<std::int64_t>::min();

} // namespace

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
    for (std::uint32_t group = 0; group < m_groupBest.size(); ++group) {
        if (m_groupBest[group] == refused) {
            continue;
        }
        const std::int32_t *values = recipe.board->block(m_groupBlock[group]);
        const auto inBlock =
            static_cast<std::uint32_t>(std::find(values, values + Groups::blockSize, m_groupBest[group]) - values);
        const Slot slot = groups.slotAt(m_groupBlock[group] * Groups::blockSize + inBlock);
        if (!refuses(recipe, slot)) {
            m_slots.push_back(slot);
            m_ruleClasses.push_back(groups.ruleClassOf(group));
            m_groups.push_back(group);
        }
    }
}

std::optional<Selection::Best> Selection::byGroup(Recipe &recipe, const model::Pod &pod, std::uint64_t seed)
{
    m_slots.clear();
    m_ruleClasses.clear();
    m_groups.clear();
    findGroups(recipe);
    if (m_slots.empty()) {
        return std::nullopt;
    }
    m_totals.assign(m_slots.size(), 0);
    addRuleTotals(recipe);
    addIndexTotals(recipe);
    m_groupRest.assign(recipe.groups->count(), noCandidate);
    std::int64_t total = noCandidate;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        m_groupRest[m_groups[i]] = m_totals[i];
        total = std::max(total, m_totals[i] + m_groupBest[m_groups[i]]);
    }
    m_winners.clear();
    const std::vector<std::int32_t> &best = recipe.board->blockBest();
    const std::vector<std::uint32_t> &groupOf = recipe.groups->groupOfBlock();
    for (std::uint32_t block = 0; block < best.size(); ++block) {
        const std::int64_t rest = m_groupRest[groupOf[block]];
        if (best[block] == refused || rest == noCandidate || rest + best[block] != total) {
            continue;
        }
        const std::int32_t *values = recipe.board->block(block);
        for (std::uint32_t i = 0; i < Groups::blockSize; ++i) {
            if (values[i] == best[block]) {
                m_winners.push_back(recipe.groups->slotAt(block * Groups::blockSize + i));
            }
        }
    }
    return Best{draw(pod, seed), total};
}

/// Every node that fits.
void Selection::findNodes(const Recipe &recipe)
{
    const std::vector<std::int32_t> &loads = recipe.load->values();
    const std::vector<std::int32_t> &classes = recipe.rules->classes();
    for (Slot slot = 0; slot < loads.size(); ++slot) {
        if (loads[slot] != refused && classes[slot] != refused && !refuses(recipe, slot)) {
            m_slots.push_back(slot);
            m_ruleClasses.push_back(classes[slot]);
            m_totals.push_back(loads[slot]);
        }
    }
}

std::optional<Selection::Best> Selection::byNode(Recipe &recipe, const model::Pod &pod, std::uint64_t seed)
{
    m_slots.clear();
    m_ruleClasses.clear();
    m_totals.clear();
    findNodes(recipe);
    if (m_slots.empty()) {
        return std::nullopt;
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
    return Best{draw(pod, seed), total};
}

/// Normalised over the rule classes of the candidates.
void Selection::addRuleTotals(const Recipe &recipe)
{
    const RuleColumn &rules = *recipe.rules;
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
            one.index->beginScoring(m_slots);
            addIndexTotal(one);
        }
    }
}

void Selection::addIndexTotal(const Recipe::Index &one)
{
    framework::Extent extent = framework::Extent::none();
    m_raw.resize(m_slots.size());
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        m_raw[i] = one.index->score(m_slots[i]);
        extent.include(m_raw[i]);
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

/// One of the winners, as decide() draws it: by its place among them in the order of names.
Slot Selection::draw(const model::Pod &pod, std::uint64_t seed)
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
    std::size_t left = drawWinner(m_winners.size(), seed, pod);
    std::uint32_t drawn = 0;
    bool found = false;
    for (std::uint32_t i = 0; i < m_winnerPlaces.size(); ++i) {
        std::uint64_t word = m_winnerPlaces[i];
        m_winnerPlaces[i] = 0;
        const auto bits = static_cast<std::size_t>(std::popcount(word));
        if (found || left >= bits) {
            left -= found ? 0 : bits;
            continue;
        }
        for (; left > 0; --left) {
            word &= word - 1;
        }
        drawn = i * wordBits + static_cast<std::uint32_t>(std::countr_zero(word));
        found = true;
    }
    return m_nodes.byName()[drawn];
}

} // namespace binnacle::engine
