// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/policy.h"
#include "planner/framework/policy.h"
#include "planner/model/snapshot.h"

#include <functional>
#include <memory>
#include <vector>

namespace binnacle::services {

/// What a trial starts from: immutable values, for any thread.
struct TrialInput {
    model::SnapshotPtr snapshot;
    std::shared_ptr<const api::UsageTable> usage;
    std::vector<model::PodPtr> pods; ///< in the order of the queue
    framework::Policies before;
    framework::Policies after;
    std::uint64_t seed = 0;
};

/// Places the pods under both policies, each on a copy of the snapshot, and compares. Fills the outcomes and their counts.
/// Gives up, with what it has, when `stop` says so. Pure; as long as it takes.
void tryOnQueue(const TrialInput &input, const std::function<bool()> &stop, api::PolicyTrial &trial);

/// Whether one of the policies reads what nodes were measured to use.
[[nodiscard]] bool readMeasuredUse(const framework::Policies &policies);
/// A node's use as the planner keeps it; absent values stay absent.
[[nodiscard]] model::MeasuredUse measuredUse(const api::UsageTable &usage, base::Symbol node);

} // namespace binnacle::services
