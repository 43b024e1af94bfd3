// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/snapshot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace binnacle::engine {

/// What pods ask for, and how many ask for exactly that. Node selectors are not part of a shape.
struct PodShape {
    model::Resources request;
    std::int64_t count = 0;
};

/// The distinct requests of the pods on the snapshot's nodes and of those that wait, most numerous first.
[[nodiscard]] std::vector<PodShape> podShapes(
    const model::Snapshot &snapshot, const std::vector<model::PodPtr> &pending);

/// For each resource the share of what is free (0..1) that lies on nodes where a pod shape does not fit, averaged over
/// the shapes by their number. GPUs are all resources whose name ends in "/gpu" or names a MIG slice of NVIDIA's. Nodes
/// that take no pods (cordoned) count as they are: fragmentation is about room, not about rules. After Weng et al.,
/// "Beware of Fragmentation" (USENIX ATC 2023), with the whole free amount of a node as what a shape can or cannot use.
struct Fragmentation {
    std::optional<double> cpu; ///< absent when nothing is free
    std::optional<double> memory;
    std::optional<double> gpu; ///< absent without free GPUs
    double total = 0; ///< mean of those present
    std::int64_t shapes = 0; ///< distinct shapes
    double consideredShare =
        1; ///< share of the pods whose shape was looked at: beyond `shapeLimit` the rare ones are not
};

/// How many shapes are looked at, the most numerous first.
inline constexpr std::size_t shapeLimit = 256;

[[nodiscard]] Fragmentation fragmentation(const model::Snapshot &snapshot, const std::vector<PodShape> &shapes);

} // namespace binnacle::engine
