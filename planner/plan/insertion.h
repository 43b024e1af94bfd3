// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/random.h"
#include "planner/plan/offers.h"

#include <cstdint>
#include <vector>

namespace binnacle::plan {

/// Puts units into a layout, the one that would lose most by waiting first: the more important before the others, and of one priority
/// by regret. Not thread-safe.
class Insertion {
public:
    Insertion(World &world, Layout &layout, Offers &offers, const Control &control)
        : m_world(world), m_layout(layout), m_offers(offers), m_control(control)
    {
    }

    /// How far an insertion strays from what looks best.
    struct Blur {
        base::SeededRandom *random = nullptr; ///< null: not at all
        std::int64_t noise = 0; ///< gains are off by up to so much
        bool anyOrder = false; ///< the units of a priority in a random order
    };
    /// The units that found no room stay out. False when it was stopped.
    bool insert(std::vector<const Unit *> units, const Blur &blur);

private:
    /// Units that count as one when the next is chosen: pods of a class, or one gang.
    struct Kind {
        std::vector<const Unit *> units; ///< the next one last
        bool hopeless = false; ///< no room as far as is known
    };

    bool insertAlike(const std::vector<const Unit *> &units);
    [[nodiscard]] std::vector<Kind> kindsOf(const std::vector<const Unit *> &units) const;
    Kind *next(std::vector<Kind> &kinds);
    bool secondHope(std::vector<Kind> &kinds);
    std::int64_t regretOf(const Unit &unit, bool exact);
    int nodeFor(int pod);
    bool putUnit(const Unit &unit);

    World &m_world;
    Layout &m_layout;
    Offers &m_offers;
    const Control &m_control;
    Blur m_blur;
    bool m_anyPut = false; ///< since the last hope
};

} // namespace binnacle::plan
