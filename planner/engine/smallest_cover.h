// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// Quantities, one for each thing that is short.
using Quantities = std::vector<std::int64_t>;

struct Cover {
    std::vector<std::size_t> chosen; ///< indices of `parts`, rising; empty when all together are not enough
    bool smallest = true; ///< false: the search was cut short, and fewer may do
};

/// The fewest parts whose sums reach every need; of equally few, those that come first. Tries at most `budget` sets, then
/// takes the largest ones and drops what is not needed. Needs of 0 or less are met.
[[nodiscard]] Cover smallestCover(
    const std::vector<Quantities> &parts, const Quantities &needs, std::size_t most, std::int64_t budget = 50'000);

} // namespace binnacle::engine
