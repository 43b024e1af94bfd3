// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/random.h"
#include "planner/plan/exact.h"
#include "planner/plan/insertion.h"
#include "planner/plan/layout.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace binnacle::plan {

/// Makes a layout better, step by step: a neighbourhood is taken out and put in again, by insertion or, where it is small, in the best
/// way there is. A step is kept when it is no worse than before, or a little worse than the best. Not thread-safe.
class Improvement {
public:
    Improvement(const Problem &problem, const Control &control, const Intake &intake, World &world, Layout &layout,
        Insertion &insertion, Exact &exact);

    /// The layout must have been put in a legal order; it is the best that was found afterwards, again in a legal order. False when
    /// it was stopped.
    bool run(std::int64_t budget);
    [[nodiscard]] std::int64_t steps() const { return m_steps; }

private:
    void tryOne();
    [[nodiscard]] bool reinsert();
    [[nodiscard]] bool regroup();
    void keep();
    void restore();
    [[nodiscard]] bool legal();
    [[nodiscard]] bool acceptable(const Worth &was) const;

    void destroySome();
    void destroyNodes();
    void makeWay();
    void takeUnit(const Unit &unit);
    void takeNode(int node);
    void addWaiting(std::size_t most);
    [[nodiscard]] const Unit &unitOf(int pod) const
    {
        return m_intake.units[static_cast<std::size_t>(m_intake.unitOf[static_cast<std::size_t>(pod)])];
    }
    [[nodiscard]] const Unit &anyUnit() { return m_intake.units[m_random.below(m_intake.units.size())]; }
    [[nodiscard]] int anyNodeOf(const Unit &unit) { return m_layout.at(unit.pods[m_random.below(unit.pods.size())]); }

    const Problem &m_problem;
    const Control &m_control;
    const Intake &m_intake;
    World &m_world;
    Layout &m_layout;
    Insertion &m_insertion;
    Exact &m_exact;
    base::SeededRandom m_random;
    std::int64_t m_steps = 0;
    std::vector<int> m_best;
    std::vector<Layout::Put> m_bestPuts; ///< the same in a legal order
    Worth m_bestWorth;
    int m_sinceBest = 0;
    // Of the step that is tried:
    std::vector<const Unit *> m_units; ///< those that are put in again, or for the first time
    std::vector<std::pair<int, int>> m_before; ///< pods that were taken, and from which nodes
};

} // namespace binnacle::plan
