// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/draft.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// One way to lift a refusal: mostly one step, several where only all of them together do.
using Way = std::vector<Step>;

struct Ways {
    std::vector<Way> ways; ///< cheapest first within each kind
    bool exact = true; ///< false: a set of pods was chosen that may not be the smallest
};

/// What could lift a refusal of the draft's node, by the reasons' codes. None for a code that is not known here: a change
/// that cannot be tried is not proposed. `base` is the snapshot that the draft is of.
[[nodiscard]] Ways waysToLift(
    const Cycle::Refusal &refusal, const Draft &draft, const model::Snapshot &base, std::size_t mostPods);

/// A bound of how many changes the draft still needs, and of their cost, from what no change can lift along with another:
/// each label of a nodeSelector, each taint, the cordon, and what is short.
struct LeastLeft {
    std::int64_t count = 0;
    std::int64_t cost = 0;
};
[[nodiscard]] LeastLeft leastLeft(
    const std::vector<Cycle::Refusal> &words, const Draft &draft, const model::Snapshot &base);

/// What the kinds of changes cost; see model::ChangeSet.
[[nodiscard]] std::int64_t costOf(model::ChangeKind kind);

} // namespace binnacle::engine
