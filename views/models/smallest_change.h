// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"

#include <functional>
#include <vector>

namespace binnacle::models {

/// The least change that would make one node take the pod, and that node; without a node when none is known.
struct SmallestChange {
    base::Symbol node;
    model::ChangeSet set;
};

/// Asks the service about the nearest nodes of a decision that found none, and answers the one that needs least: a decision
/// records only the first plugin that refused a node, so what a node needs in all is known only by asking. Answers on the
/// executor of the service, exactly once unless the service goes first. GUI thread.
void askSmallestChange(
    api::ClusterService &service, const model::DecisionPtr &decision, std::function<void(SmallestChange)> answered);

} // namespace binnacle::models
