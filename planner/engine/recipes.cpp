// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/recipes.h"

#include "planner/engine/decide.h"

#include <algorithm>

namespace binnacle::engine {

using framework::IncrementalPlugin;
using framework::Policy;

namespace {

std::pair<std::uint64_t, std::uint64_t> keyOf(const base::Fingerprint &fingerprint)
{
    return {fingerprint.high, fingerprint.low};
}

} // namespace

struct RecipeBook::Sorted {
    std::vector<const Member *> load;
    std::vector<const Member *> rules;
    std::vector<const Member *> indexes;
    RuleColumn::Reads reads;
    std::vector<const Member *> images; ///< of the rules
    base::FingerprintBuilder loadKey;
    base::FingerprintBuilder rulesKey;
    bool general = false;
};

RecipeBook::RecipeBook(const Policy &policy, NodeSlots &nodes, framework::Census &census)
    : m_nodes(nodes), m_census(census), m_policy(policy)
{
    const auto member = [&](const framework::Plugin *plugin) -> Member & {
        for (Member &known : m_members) {
            if (known.plugin == plugin) {
                return known;
            }
        }
        return m_members.emplace_back(Member{plugin, dynamic_cast<const IncrementalPlugin *>(plugin)});
    };
    for (const Policy::Filter &filter : policy.filters()) {
        member(filter.plugin).filter = &filter;
    }
    for (std::size_t i = 0; i < policy.scores().size(); ++i) {
        Member &scoring = member(policy.scores()[i].plugin);
        scoring.score = &policy.scores()[i];
        scoring.scoreIndex = i;
    }
}

void RecipeBook::forget(const model::InventoryPtr &inventory)
{
    m_recipes.clear();
    m_boards.clear();
    m_groups.clear();
    m_rules.clear();
    m_loads.clear();
    m_census.clear(inventory);
    m_indexes.clear(); // after what they listen to
    m_following.clear();
    m_indexColumns = 0;
    m_bare = model::Snapshot(0, {}, inventory);
}

void RecipeBook::forgetIfLarge()
{
    constexpr std::size_t mostBytes = std::size_t{512} << 20;
    constexpr std::size_t mostRecipes = 1 << 16;
    const std::size_t columns =
        m_loads.size() + m_rules.size() + m_boards.size() + m_groups.size() * 2 + m_indexColumns;
    const std::size_t bytes = columns * m_nodes.loads().size() * sizeof(std::int32_t);
    if (bytes > mostBytes || m_census.size() > 4 * mostRecipes || m_indexes.size() > mostRecipes) {
        forget(m_nodes.commit()->inventoryPtr());
    } else if (m_recipes.size() > mostRecipes) {
        m_recipes.clear();
    }
}

void RecipeBook::nodeChanged(framework::Slot slot)
{
    for (framework::PodIndex *index : m_following) {
        index->nodeChanged(slot);
    }
}

Recipe &RecipeBook::of(const model::PodPtr &pod)
{
    std::unique_ptr<Recipe> &recipe = m_recipes[keyOf(pod->signature)];
    if (!recipe) {
        recipe = make(pod);
    }
    return *recipe;
}

std::unique_ptr<Recipe> RecipeBook::make(const model::PodPtr &pod)
{
    auto recipe = std::make_unique<Recipe>();
    recipe->undecided = undecidedRules(m_bare, *pod, m_policy);
    const model::Inventory &inventory = m_bare.inventory();
    Sorted sorted;
    for (const Member &member : m_members) {
        const Scope scope = member.incremental ? member.incremental->scope(*pod, inventory) : Scope::Cluster;
        switch (scope) {
        case Scope::None:
            break;
        case Scope::Load:
            sorted.load.push_back(&member);
            member.incremental->addKey(
                sorted.loadKey.add(static_cast<std::int64_t>(&member - m_members.data())), *pod, inventory);
            break;
        case Scope::NodeAndImages:
        case Scope::NodeAndPods:
        case Scope::Node:
            sorted.rules.push_back(&member);
            sorted.reads.pods = sorted.reads.pods || scope == Scope::NodeAndPods;
            if (scope == Scope::NodeAndImages) {
                sorted.images.push_back(&member);
            }
            member.incremental->addKey(
                sorted.rulesKey.add(static_cast<std::int64_t>(&member - m_members.data())), *pod, inventory);
            break;
        case Scope::Index:
            sorted.indexes.push_back(&member);
            break;
        case Scope::Cluster:
            sorted.general = true;
            break;
        }
    }
    recipe->general = sorted.general;
    if (recipe->general || recipe->undecided != 0) {
        return recipe;
    }
    recipe->load = &loadColumn(pod, sorted);
    recipe->rules = &ruleColumn(pod, sorted);
    for (const Member *member : sorted.indexes) {
        const framework::NodeScorePlugin *score = member->score ? member->score->node : nullptr;
        recipe->indexes.push_back(
            {&index(pod, *member), member->filter != nullptr, score, score ? member->score->weight : 0, nullptr});
    }
    return recipe;
}

LoadColumn &RecipeBook::loadColumn(const model::PodPtr &pod, const Sorted &sorted)
{
    std::unique_ptr<LoadColumn> &column = m_loads[keyOf(sorted.loadKey.finish())];
    if (!column) {
        std::vector<Policy::Filter> filters;
        std::vector<LoadColumn::Score> scores;
        for (const Member *member : sorted.load) {
            if (member->filter) {
                filters.push_back(*member->filter);
            }
            if (member->score) {
                scores.push_back({member->score->load, member->score->preScore, member->score->weight});
            }
        }
        column = std::make_unique<LoadColumn>(pod, filters, scores, m_nodes);
    }
    return *column;
}

RuleColumn &RecipeBook::ruleColumn(const model::PodPtr &pod, const Sorted &sorted)
{
    std::unique_ptr<RuleColumn> &column = m_rules[keyOf(sorted.rulesKey.finish())];
    if (!column) {
        RuleColumn::Reads reads = sorted.reads;
        std::vector<Policy::Filter> filters;
        std::vector<RuleColumn::Score> scores;
        for (const Member *member : sorted.rules) {
            if (member->filter) {
                filters.push_back(*member->filter);
            }
            if (member->score) {
                const bool images =
                    std::find(sorted.images.begin(), sorted.images.end(), member) != sorted.images.end();
                reads.images = reads.images || images;
                scores.push_back(
                    {member->scoreIndex, member->score->node, member->score->preScore, member->score->weight, images});
            }
        }
        column = std::make_unique<RuleColumn>(pod, std::move(filters), std::move(scores), reads, m_nodes);
    }
    return *column;
}

framework::PodIndex &RecipeBook::index(const model::PodPtr &pod, const Member &member)
{
    base::FingerprintBuilder key;
    member.incremental->addKey(key.add(member.plugin->name().text()), *pod, m_bare.inventory());
    std::unique_ptr<framework::PodIndex> &index = m_indexes[keyOf(key.finish())];
    if (!index) {
        index = member.incremental->makeIndex(pod, m_census);
        if (index->columns() > 0) {
            m_following.push_back(index.get());
            m_indexColumns += index->columns();
        }
    }
    return *index;
}

void RecipeBook::group(Recipe &recipe, std::vector<framework::Topology *> &keys)
{
    if (recipe.groups && recipe.keys == keys) {
        return;
    }
    recipe.keys = keys;
    std::unique_ptr<Groups> &groups = m_groups[std::pair(recipe.rules, keys)];
    if (!groups) {
        groups = std::make_unique<Groups>(*recipe.rules, keys, m_nodes);
    }
    recipe.groups = groups.get();
    std::unique_ptr<Board> &board = m_boards[std::pair(recipe.groups, recipe.load)];
    if (!board) {
        board = std::make_unique<Board>(*groups, *recipe.load, m_nodes);
    }
    recipe.board = board.get();
}

} // namespace binnacle::engine
