// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "planner/model/preemption.h"
#include "planner/plugins/default_preemption/default_preemption.h"

#include <absl/status/statusor.h>

#include <string>
#include <string_view>
#include <vector>

namespace binnacle::parity {

/// What the planner says to a case: a decision for each pod that is asked about, in its order.
struct Planned {
    std::vector<model::Decision> decisions;
    /// Parallel to them: every node where evicting pods would help, of a pod that no node fits.
    std::vector<std::vector<plugins::PreemptionCandidate>> candidates;
    std::string skipped; ///< why nothing was decided: a feature gate without a counterpart here, sums beyond 63 bits
};

/// Decides a case, given as the oracle's line, with the product's own decoders and policy. Errors say what could not be read.
[[nodiscard]] absl::StatusOr<Planned> plan(std::string_view line);

} // namespace binnacle::parity
