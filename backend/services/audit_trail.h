// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "backend/api/cluster_service.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <absl/status/statusor.h>

#include <functional>
#include <string>

namespace binnacle::services {

/// Who did what nobody asked for.
inline const std::string systemActor = "system";

/// What the session writes down, kept as a port so that the order of writes can be tested without a disk.
/// Calls return at once; callbacks run on the session's state sequence, in the order of the calls.
class AuditTrail {
public:
    virtual ~AuditTrail() = default;

    /// A new decision with its trace, and what it was made on (null: not known any more); answers the leaf's index once it is durable.
    virtual void propose(api::AuditEntry entry, model::DecisionPtr decision, model::SnapshotPtr snapshot,
        api::Reply<std::uint64_t> done) = 0;
    /// The next state of a decision; answers the leaf's index once it is durable. kFailedPrecondition when the log says
    /// that the decision cannot go there.
    virtual void transition(api::AuditEntry entry, api::Reply<std::uint64_t> done) = 0;
};

} // namespace binnacle::services
