// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/intake.h"
#include "planner/plan/world.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace binnacle::plan {

/// What a batch placement is worth: more pods of the highest priority that differs is better, then a higher score.
struct Worth {
    std::vector<std::int64_t> placed; ///< by priority, falling
    std::int64_t score = 0;
    friend bool operator==(const Worth &, const Worth &) = default;
    friend bool operator<(const Worth &a, const Worth &b)
    {
        return a.placed != b.placed ? a.placed < b.placed : a.score < b.score;
    }
};

/// Where the pods of the queue are put in a World, and what that is worth. The score is that of every pod with all others in place;
/// scores that depend on pods elsewhere count as the snapshot gives them. Not thread-safe.
class Layout {
public:
    Layout(World &world, const Problem &problem, const Intake &intake);

    static constexpr int nowhere = -1;
    [[nodiscard]] int at(int pod) const { return m_at[static_cast<std::size_t>(pod)]; }
    [[nodiscard]] const std::vector<int> &whole() const { return m_at; } ///< by place in the queue
    [[nodiscard]] const std::vector<int> &podsOn(int node) const;
    [[nodiscard]] const Worth &worth() const { return m_worth; }
    [[nodiscard]] int podClass(int pod) const { return m_class[static_cast<std::size_t>(pod)]; }
    [[nodiscard]] const model::PodPtr &pod(int pod) const { return m_problem.queue[static_cast<std::size_t>(pod)]; }
    [[nodiscard]] std::size_t rank(int pod) const { return m_ranks.of[static_cast<std::size_t>(pod)]; }
    struct Put {
        int pod = 0;
        int node = 0;
        friend bool operator==(const Put &, const Put &) = default;
    };
    /// The pods that are placed, in the order in which they were put.
    [[nodiscard]] std::vector<Put> puts() const;
    [[nodiscard]] bool placed(const Unit &unit) const { return at(unit.pods.front()) != nowhere; }

    void put(int pod, int node);
    void take(int pod);
    /// Puts every pod where `whole` says.
    void become(const std::vector<int> &whole);

    /// Takes everything out, and puts these, one after the other.
    void replay(const std::vector<Put> &puts);
    /// Puts the pods where they are once more, in an order in which each is let in at its turn. False when there seems to be none.
    [[nodiscard]] bool reorder();

    /// What it would add to the score to put a pod of that class there; `refused` when it does not fit.
    [[nodiscard]] std::int64_t gain(int podClass, const model::Pod &pod, int node);
    static constexpr std::int64_t refused = std::numeric_limits<std::int64_t>::min();

private:
    [[nodiscard]] std::int64_t scoreOn(int node);

    World &m_world;
    const Problem &m_problem;
    std::vector<int> m_class; ///< by place in the queue; -1 for those refused
    Ranks m_ranks;
    std::vector<int> m_at;
    std::vector<std::uint64_t> m_putAs; ///< by place in the queue: how many had been put by then
    std::uint64_t m_puts = 0;
    absl::flat_hash_map<int, std::vector<int>> m_on;
    absl::flat_hash_map<int, std::int64_t> m_scoreOn;
    Worth m_worth;
    model::NodeInfo m_scratch;
};

/// For a class of pods the best node now, and how much worse the second best is. Kept up to date with the world's changes.
class Offers {
public:
    Offers(World &world, Layout &layout) : m_world(world), m_layout(layout) { }

    struct Offer {
        int node = Layout::nowhere;
        std::int64_t gain = Layout::refused;
        std::int64_t second = Layout::refused;
        /// How much is lost when the best is taken by another; more than any score when there is no second.
        [[nodiscard]] std::int64_t regret() const
        {
            constexpr std::int64_t only = std::int64_t{1} << 40;
            return node == Layout::nowhere ? Layout::refused : second == Layout::refused ? only + gain : gain - second;
        }
    };
    /// `pod` stands for its class. `exact` also asks anew where that is dear (pods that look beyond their node).
    [[nodiscard]] const Offer &of(int podClass, const model::Pod &pod, bool exact);
    /// The best when every gain is off by up to `noise`, drawn by `random`.
    template <typename Random>
    [[nodiscard]] int blurred(int podClass, const model::Pod &pod, std::int64_t noise, Random &random)
    {
        refresh(table(podClass), podClass, pod, true);
        const Table &known = *m_tables[static_cast<std::size_t>(podClass)];
        int best = Layout::nowhere;
        std::int64_t most = Layout::refused;
        for (std::size_t i = 0; i < known.gains.size(); ++i) {
            if (known.gains[i] == Layout::refused) {
                continue;
            }
            const std::int64_t gain =
                known.gains[i] + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(noise) + 1));
            if (gain > most) {
                most = gain;
                best = static_cast<int>(i);
            }
        }
        return best;
    }

private:
    struct Table {
        std::vector<std::int64_t> gains; ///< by node
        std::uint64_t seen = 0; ///< version of the world
        Offer offer;
        int secondNode = Layout::nowhere;
    };
    Table &table(int podClass);
    void refresh(Table &table, int podClass, const model::Pod &pod, bool exact);
    void take(Table &table, int node, std::int64_t gain);
    static void rank(Table &table);

    World &m_world;
    Layout &m_layout;
    std::vector<std::unique_ptr<Table>> m_tables;
    std::vector<int> m_changed; ///< nodes, while a table is refreshed
};

} // namespace binnacle::plan
