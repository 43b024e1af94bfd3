// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/groups.h"
#include "planner/framework/incremental.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace binnacle::engine {

/// How pods of one signature are decided: by which columns and indexes. Owned by a RecipeBook.
struct Recipe {
    struct Index {
        framework::PodIndex *index = nullptr;
        bool filters = false;
        const framework::NodeScorePlugin *score = nullptr; ///< null when it does not score
        std::int32_t weight = 1;
        const framework::PodIndex::Reads *reads = nullptr; ///< of the decision that is made
    };
    bool general = false; ///< a plugin cannot say what it reads: nothing below is set
    model::UndecidedRules undecided = 0; ///< of the pod's own
    LoadColumn *load = nullptr;
    RuleColumn *rules = nullptr;
    std::vector<Index> indexes;
    // those of the last decision
    std::vector<framework::Topology *> keys;
    Groups *groups = nullptr;
    Board *board = nullptr;
};

/// Recipes with all that they share, made when they are asked for. Pods of different signatures share a column when what its
/// plugins read of them is equal. Not thread-safe.
class RecipeBook {
public:
    RecipeBook(const framework::Policy &policy, NodeSlots &nodes, framework::Census &census);

    /// Valid until forget(). Its columns are not up to date yet.
    [[nodiscard]] Recipe &of(const model::PodPtr &pod);
    /// Fills groups and board for these keys.
    void group(Recipe &recipe, std::vector<framework::Topology *> &keys);
    /// Drops everything, and the census with it.
    void forget(const model::InventoryPtr &inventory);
    /// Drops everything when it has grown beyond what is worth keeping.
    void forgetIfLarge();

    /// The node came, went or is described anew; after the census was told.
    void nodeChanged(framework::Slot slot);

private:
    using Key = std::pair<std::uint64_t, std::uint64_t>;
    /// A plugin of the policy at both of its places.
    struct Member {
        const framework::Plugin *plugin = nullptr;
        const framework::IncrementalPlugin *incremental = nullptr; ///< null when it cannot say what it reads
        const framework::Policy::Filter *filter = nullptr;
        const framework::Policy::Score *score = nullptr;
        std::size_t scoreIndex = 0;
    };
    using Scope = framework::IncrementalPlugin::Scope;
    struct Sorted; ///< the members by scope for one pod
    [[nodiscard]] std::unique_ptr<Recipe> make(const model::PodPtr &pod);
    [[nodiscard]] LoadColumn &loadColumn(const model::PodPtr &pod, const Sorted &sorted);
    [[nodiscard]] RuleColumn &ruleColumn(const model::PodPtr &pod, const Sorted &sorted);
    [[nodiscard]] framework::PodIndex &index(const model::PodPtr &pod, const Member &member);

    NodeSlots &m_nodes;
    framework::Census &m_census;
    std::vector<Member> m_members;
    model::Snapshot m_bare; ///< without nodes, with the inventory
    const framework::Policy &m_policy;
    absl::flat_hash_map<Key, std::unique_ptr<Recipe>> m_recipes; ///< by signature
    absl::flat_hash_map<Key, std::unique_ptr<LoadColumn>> m_loads;
    absl::flat_hash_map<Key, std::unique_ptr<RuleColumn>> m_rules;
    absl::flat_hash_map<Key, std::unique_ptr<framework::PodIndex>> m_indexes;
    std::vector<framework::PodIndex *> m_following; ///< of them, those that keep something for each node
    std::size_t m_indexColumns = 0; ///< what they keep
    absl::flat_hash_map<std::pair<const RuleColumn *, std::vector<framework::Topology *>>, std::unique_ptr<Groups>>
        m_groups;
    absl::flat_hash_map<std::pair<const Groups *, const LoadColumn *>, std::unique_ptr<Board>> m_boards;
};

} // namespace binnacle::engine
