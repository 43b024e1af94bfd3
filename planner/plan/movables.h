// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/problem.h"
#include "planner/plan/world.h"

#include <cstdint>
#include <vector>

namespace binnacle::plan {

/// The running pods that a plan may move, and what is left of the disruption budgets. A pod may be moved when a controller makes it
/// again elsewhere (not a bare pod, not a DaemonSet's, not a mirror pod), it is not being deleted, every rule that concerns it is built, and
/// at most one budget selects it: the eviction API refuses a pod of two.
class Movables {
public:
    struct One {
        model::PodPtr pod;
        int node = 0; ///< where it is in the snapshot
        std::int64_t cost = 0;
        int budget = -1; ///< index; -1: none
        bool gone = false; ///< moved or evicted by what was planned before
        // Worked out when they are first needed.
        model::PodPtr successor;
        int successorClass = -1;
        bool checked = false;
        bool decidable = false;
    };

    Movables(const Problem &problem, World &world);

    [[nodiscard]] const std::vector<int> &on(int node) const
    {
        return m_on[static_cast<std::size_t>(node)];
    } ///< cheapest first
    [[nodiscard]] One &of(int movable) { return m_all[static_cast<std::size_t>(movable)]; }
    [[nodiscard]] std::size_t count() const { return m_all.size(); }
    /// Whether it may leave now.
    [[nodiscard]] bool free(int movable);
    void spend(int movable); ///< it leaves
    void restore(int movable); ///< it does not leave after all
    [[nodiscard]] const model::PodPtr &successor(int movable);
    [[nodiscard]] int successorClass(int movable);

private:
    const Problem &m_problem;
    World &m_world;
    std::vector<One> m_all;
    std::vector<std::vector<int>> m_on; ///< by node
    std::vector<std::int64_t> m_left; ///< by budget
};

/// What a move costs: how much work is lost, by the kind of controller; the memory that is warm, in GiB; the devices; the priority.
[[nodiscard]] std::int64_t moveCost(const model::Pod &pod);
/// What an eviction without a new place costs, of what a move costs.
inline constexpr std::int64_t evictionFactor = 10;

} // namespace binnacle::plan
