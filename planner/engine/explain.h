// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <vector>

namespace binnacle::engine {

/// Every plugin's word on one node, not only the first that refused.
struct Explanation {
    struct Word {
        base::Symbol plugin;
        bool ok = true;
        std::vector<model::Reason> reasons;
    };
    base::Symbol node;
    bool feasible = false;
    model::UndecidedRules undecided = 0; ///< then feasible says only what the built plugins say
    std::vector<Word> filters; ///< in plugin order
    /// The least that would make the node fit, when it can be said: for a resource, `asked` is how much is short and
    /// used and capacity are as they are; a taint to tolerate; a label to carry; to lift the cordon. Empty when feasible,
    /// or when no such change is known (another node is named, the pod asks more than the node is).
    std::vector<model::Reason> smallestChange;
};

/// Why, or why not, this node. An absent node is explained by ReasonCode::NodeNotFound. Pure; callable from any thread.
[[nodiscard]] Explanation explain(
    const model::Snapshot &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy);

} // namespace binnacle::engine
