// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/random.h"
#include "planner/plan/layout.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace binnacle::plan {

/// For a class of pods the best node now, and how much worse the second best is. Kept up to date with the world's changes. Not
/// thread-safe.
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
        /// Of these nodes and those, which come after them: of equal ones the first is the best.
        void include(const Offer &later);
    };
    /// `pod` stands for its class. `exact` also asks anew where that is dear (pods that look beyond their node).
    [[nodiscard]] const Offer &of(int podClass, const model::Pod &pod, bool exact);
    /// The best node when every gain is off by up to `noise`, drawn by `random`.
    [[nodiscard]] int blurred(int podClass, const model::Pod &pod, std::int64_t noise, base::SeededRandom &random);

private:
    struct Table {
        std::vector<std::int64_t> gains; ///< by node
        std::vector<Offer> blocks; ///< of so many nodes each, so that a change is soon taken in
        std::uint64_t seen = 0; ///< version of the world
        Offer offer;
    };
    Table &table(int podClass);
    void refresh(Table &table, int podClass, const model::Pod &pod, bool exact);
    void askAll(Table &table, int podClass, const model::Pod &pod);
    void askChanged(Table &table, int podClass, const model::Pod &pod);
    void rankBlock(Table &table, std::size_t block);

    World &m_world;
    Layout &m_layout;
    std::vector<std::unique_ptr<Table>> m_tables; ///< by class
};

} // namespace binnacle::plan
