// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/plan.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace binnacle::api {

/// What a plan is asked for. Limits out of range are kInvalidArgument.
struct PlanRequest {
    model::PlanKind kind = model::PlanKind::Batch;
    std::vector<model::PodKey> pods{}; ///< which of those that wait; none: all of them
    std::vector<model::Gang> gangs{}; ///< beside those that the pods' own labels make
    std::int64_t moves = 5; ///< defragmentation: at most so many pods leave their node, 0..64
    bool evict = false; ///< defragmentation: pods of lower priority may be evicted without a new node
    std::int64_t steps = 0; ///< of the search, up to 10,000,000; 0: the planner's own default
    std::uint64_t seed = 42;
    std::chrono::milliseconds time = std::chrono::seconds(10); ///< then it ends with the best found so far
};

} // namespace binnacle::api
