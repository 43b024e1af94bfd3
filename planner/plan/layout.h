// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/intake.h"
#include "planner/plan/world.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <limits>
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

} // namespace binnacle::plan
