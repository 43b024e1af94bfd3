// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/intake.h"
#include "planner/plan/movables.h"
#include "planner/plan/options.h"
#include "planner/plan/world.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace binnacle::plan {

/// A way to let pods in: who goes where. In no order yet.
struct Moves {
    struct Place {
        int pod = 0; ///< by place in the queue
        int node = 0;
    };
    struct Move {
        int movable = 0;
        int to = -1; ///< -1: evicted without a new place
        model::PodKey makesRoomFor;
        model::Reason lacked;
    };
    std::vector<Place> places;
    std::vector<Move> moves;
    std::int64_t cost = 0;
};

/// Looks for the fewest, then the cheapest moves that let in the most of some units, by branch and bound over who goes where: a pod that waits
/// goes to a node where it fits, or to one from which running pods are moved until it does; each of these then needs a node in the
/// same way. By iterative deepening in the number of moves. Works in a world that it leaves as it was.
class Search {
public:
    struct Limits {
        std::int64_t moves = 5;
        bool evict = false;
        bool whole = false; ///< every node and every set of pods; else the most promising
        std::int64_t steps = 0; ///< how many may be taken
        std::function<bool()> stop;
    };
    /// Whether there is an order of steps that does it.
    using Orderable = std::function<bool(const Moves &)>;

    Search(const Problem &problem, const Ranks &ranks, World &world, Movables &movables, Limits limits,
        Orderable orderable);

    /// The best found; nothing when none of the units can be let in. Units by falling priority.
    [[nodiscard]] std::optional<Moves> run(const std::vector<const Unit *> &units);
    [[nodiscard]] std::int64_t steps() const { return m_steps; }
    /// Whether there is nothing better within the limits: nothing was left out, or nothing is left to wish for.
    [[nodiscard]] bool proven() const { return m_allWithoutMoves || (!m_leftOut && !m_options.leftOut()); }
    [[nodiscard]] bool stopped() const { return m_stopped; }
    [[nodiscard]] bool outOfSteps() const { return m_outOfSteps; }

private:
    struct Ejection {
        model::PodKey forPod;
        model::Reason lacked;
    };

    void explore();
    void exploreHomeless();
    void exploreQueue();
    void branch(const Homeless &pod, const std::vector<Option> &options);
    void enter(const Homeless &pod, const Option &option);
    void leave(const Homeless &pod, const Option &option);
    void record();
    [[nodiscard]] bool worthwhile() const;
    [[nodiscard]] bool better(const std::vector<std::int64_t> &admitted, std::int64_t cost) const;
    [[nodiscard]] bool mayGoOn();
    [[nodiscard]] bool seen();

    [[nodiscard]] std::int64_t movesLeft() const { return m_limit - m_moves; }

    const Problem &m_problem;
    const Ranks &m_ranks;
    World &m_world;
    Movables &m_movables;
    Limits m_limits;
    Orderable m_orderable;
    Options m_options;

    std::vector<std::pair<int, const Unit *>> m_order; ///< pods of the units, by place in the queue
    std::vector<std::int64_t> m_all; ///< by priority: how many there are to let in
    // The state of the search.
    std::int64_t m_limit = 0;
    std::size_t m_next = 0; ///< in m_order
    std::vector<Homeless> m_homeless;
    std::int64_t m_moves = 0;
    std::int64_t m_cost = 0;
    std::vector<std::int64_t> m_admitted; ///< by priority
    std::vector<std::int64_t> m_hopeful; ///< the same with all that are still to come
    std::vector<Moves::Place> m_places;
    std::vector<std::pair<int, int>> m_moved; ///< movable and where to
    absl::flat_hash_map<int, Ejection> m_why; ///< by movable, of those that left
    std::uint64_t m_state = 0; ///< a hash of who is where
    absl::flat_hash_set<std::uint64_t> m_seen;

    std::optional<Moves> m_best;
    std::vector<std::int64_t> m_bestAdmitted;
    std::int64_t m_steps = 0;
    bool m_leftOut = false;
    bool m_allWithoutMoves = false; ///< all units are let in, and no pod is moved
    bool m_stopped = false;
    bool m_outOfSteps = false;
};

} // namespace binnacle::plan
