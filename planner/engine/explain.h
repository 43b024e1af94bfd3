// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/change.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <vector>

namespace binnacle::engine {

/// Every plugin's word on one node, not only the first that refused, and what would make the node fit.
struct Explanation {
    struct Word {
        base::Symbol plugin;
        bool ok = true;
        std::vector<model::Reason> reasons;
    };
    base::Symbol node;
    bool feasible = false;
    model::UndecidedRules undecided = 0; ///< then feasible says only what the built plugins say
    std::vector<Word> filters; ///< in plugin order: the first that is not ok is the rule that decides
    /// Verified sets of changes, smallest first; none when the node fits, or when none is known.
    std::vector<model::ChangeSet> changes;
    model::ChangeSearch search = model::ChangeSearch::NotNeeded;
    base::Symbol unliftable; ///< NoneKnown: the plugin whose word no known change lifts

    [[nodiscard]] model::ChangeSet smallestChange() const
    {
        return changes.empty() ? model::ChangeSet{} : changes.front();
    }
};

/// Why, or why not, this node. An absent node is explained by ReasonCode::NodeNotFound. Pure; callable from any thread.
[[nodiscard]] Explanation explain(
    const model::SnapshotPtr &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy);

} // namespace binnacle::engine
