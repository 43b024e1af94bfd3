// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/change.h"
#include "planner/model/snapshot.h"

#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// How much a search may do: forks tried, sets answered, pods named by one change.
struct ChangeLimits {
    std::int32_t forks = 160;
    std::size_t sets = 4;
    std::size_t pods = 32;
};

struct FoundChanges {
    std::vector<model::ChangeSet> sets; ///< by count, then cost; each was tried
    model::ChangeSearch search = model::ChangeSearch::NoneKnown;
    base::Symbol unliftable; ///< NoneKnown: whose word nothing known lifts
};

/// What would let the pod onto the node: the sets of changes with the fewest changes and, of those, the least cost. Each plugin's
/// refusal has its own candidates (candidates.h); a best-first search combines them where several rules refuse, and every
/// set that comes out let the pod in on a fork of the snapshot. With `search` Least no smaller set of these candidates
/// exists. Pure; the same arguments give the same answer. The node must be there.
[[nodiscard]] FoundChanges findChanges(const model::SnapshotPtr &snapshot, const model::Pod &pod, base::Symbol node,
    const framework::Policy &policy, const ChangeLimits &limits = {});

} // namespace binnacle::engine
