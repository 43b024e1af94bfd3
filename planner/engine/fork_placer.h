// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <cstdint>
#include <memory>

namespace binnacle::engine {

/// The answer about one pod, without its trace.
struct ForkPlacement {
    model::DecisionOutcome outcome = model::DecisionOutcome::NoNodeFits;
    base::Symbol node; ///< when placed
    base::Symbol plugin; ///< when no node fits: what refuses most nodes, first by its name text of equally many
    model::ReasonCode reason = model::ReasonCode::None;
    base::Symbol subject;
    std::int32_t nodesByReason = 0;
    model::UndecidedRules undecided = 0;
};

/// Places pods one after the other on a fork of a snapshot: each is decided as engine::decide would, with the same seed, on
/// the snapshot with all that were placed before. Not thread-safe.
class ForkPlacer {
public:
    virtual ~ForkPlacer() = default;
    /// Decides, and counts the pod on its node where it was placed.
    virtual ForkPlacement place(const model::PodPtr &pod, const framework::PolicyPtr &policy) = 0;
    /// The snapshot with everything that was placed.
    [[nodiscard]] virtual model::SnapshotPtr snapshot() = 0;
};

[[nodiscard]] std::unique_ptr<ForkPlacer> makeForkPlacer(model::SnapshotPtr fork, std::uint64_t seed);

} // namespace binnacle::engine
