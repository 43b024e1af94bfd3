// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/cycle.h"
#include "planner/engine/decide.h"
#include "planner/model/snapshot.h"

#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// What the nodes are to one decision, by index in the snapshot.
struct StabilityInput {
    const model::Snapshot &snapshot;
    const Cycle &cycle; ///< scoring has begun
    /// Nodes that every plugin but those that read amounts lets in, ascending: whether they fit may differ by world.
    const std::vector<std::int32_t> &allowed;
    /// Nodes of the best total, all of them allowed.
    const std::vector<std::int32_t> &winners;
};

/// In how many of the perturbed worlds one of the winners has the best total. Filters and scores that read amounts are
/// evaluated anew in each; the winners lose a world in which another node's total is higher, or in which none of them fits.
/// With options.prune nodes that cannot matter to a world are not looked at; the count is the same.
[[nodiscard]] std::int32_t stableWorlds(const StabilityInput &input, const DecideOptions &options);

} // namespace binnacle::engine
