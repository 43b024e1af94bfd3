// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "backend/store/audit_record.h"
#include "backend/store/sqlite.h"

#include <absl/container/flat_hash_set.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::store {

// Reading the audit database. Text filters match ASCII letters in either case; `text` looks at the id, pod, UID, node,
// actor, message, policy, model and snapshot hash. `actors` means who decided: the proposer until somebody approved,
// denied or superseded, then that one. The page is by the index of the decision's first leaf, newest first; counts and
// the timeline (60 equal buckets) are over everything that matches, whatever the page. A limit above 1,000 counts as 1,000.

[[nodiscard]] absl::StatusOr<api::AuditPage> queryDecisions(Database &database, const api::AuditFilter &filter);
/// The page alone, and the count alone: for reading on without counting again.
[[nodiscard]] absl::StatusOr<std::vector<api::AuditDecision>> queryRows(
    Database &database, const api::AuditFilter &filter);
[[nodiscard]] absl::StatusOr<std::uint64_t> countMatching(Database &database, const api::AuditFilter &filter);
/// Of each of these pods (UIDs) its newest decision whose latest state is that one, newest first. Reads on until all are
/// found or the log ends, so that no pod's answer depends on how many other pods have one.
[[nodiscard]] absl::StatusOr<std::vector<api::AuditDecision>> newestOfPods(
    Database &database, api::DecisionState state, absl::flat_hash_set<std::string> uids);
/// kNotFound when there is no such decision, or it was pruned.
[[nodiscard]] absl::StatusOr<api::AuditDecision> loadDecision(Database &database, const std::string &id);
[[nodiscard]] absl::StatusOr<std::vector<api::AuditDecision>> loadOpenDecisions(Database &database);
[[nodiscard]] absl::StatusOr<std::vector<api::AuditEntry>> loadLeaves(
    Database &database, std::optional<std::uint64_t> before, std::size_t limit);
[[nodiscard]] absl::StatusOr<AuditRecord> loadRecord(Database &database, std::uint64_t index);
[[nodiscard]] absl::StatusOr<std::uint64_t> leafCount(Database &database);

} // namespace binnacle::store
