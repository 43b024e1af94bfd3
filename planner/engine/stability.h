// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/cycle.h"
#include "planner/engine/decide.h"
#include "planner/engine/node_table.h"
#include "planner/model/snapshot.h"

#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// A node that every plugin lets in but perhaps those that read amounts: whether it fits may differ by world.
struct AllowedNode {
    const framework::NodeLoad *load = nullptr; ///< as it is; outlives the decision
    std::int32_t ruleClass = 0;
    bool winner = false; ///< of the best total
    std::uint32_t place = unplaced; ///< by total, the best first; of those that fit as it is
    /// With the pods that it has to leave room for (they are nominated for it): what it must fit with as well. Null: none.
    const framework::NodeLoad *room = nullptr;

    static constexpr std::uint32_t unplaced = 0xffffffff;
};

/// What the nodes are to one decision.
struct StabilityInput {
    const Cycle &cycle; ///< scoring has begun
    const std::vector<AllowedNode> &nodes;
    /// Raw scores of the plugins that read no amounts: nodes of one class have the same.
    const std::vector<Cycle::Scores> &classes;
    NodeTable &table; ///< the loads of the nodes are in it
};

/// In how many of the perturbed worlds one of the winners has the best total. Filters and scores that read amounts are
/// evaluated anew in each; the winners lose a world in which another node's total is higher, or in which none of them fits.
/// With options.prune, and while no node has to leave room, nodes that cannot matter to a world are not looked at; the count is the same.
[[nodiscard]] std::int32_t stableWorlds(const StabilityInput &input, const DecideOptions &options);
/// In how many of them that node lets the pod in, whatever the others have.
[[nodiscard]] std::int32_t worldsThatFit(
    const StabilityInput &input, const AllowedNode &node, const DecideOptions &options);

} // namespace binnacle::engine
