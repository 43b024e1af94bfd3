// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "backend/store/merkle.h"
#include "backend/store/sqlite.h"
#include "backend/store/tree_head.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>

namespace binnacle::store {

/// Layout of the database, in PRAGMA user_version. A step of the layout adds a migration from the one before.
inline constexpr std::int64_t kSchemaVersion = 1;

/// Checks that the file is an audit database of a known layout; a new file of a writer gets the layout, in one transaction.
/// kFailedPrecondition: written by a newer version, or another application's; kDataLoss: damaged or not a database.
/// Each message names the file and what to do.
[[nodiscard]] absl::Status prepareWriter(Database &database, const std::string &cluster);
/// As above; creates nothing. kNotFound for a file without a layout.
[[nodiscard]] absl::Status prepareReader(Database &database);

[[nodiscard]] absl::StatusOr<std::string> metaText(Database &database, std::string_view key);
[[nodiscard]] absl::StatusOr<std::int64_t> metaNumber(Database &database, std::string_view key);
[[nodiscard]] absl::Status setMeta(Database &database, std::string_view key, std::int64_t value);

/// Reads stored leaf and inner hashes. The database must outlive it.
[[nodiscard]] NodeReader nodesOf(Database &database);

/// The newest head kept in the database; nothing while the log is empty. Its signature is not checked.
[[nodiscard]] absl::StatusOr<std::optional<TreeHead>> newestHead(Database &database);

/// The actor of such a leaf is the one who decided.
[[nodiscard]] constexpr bool decides(api::DecisionState state)
{
    using enum api::DecisionState;
    return state == Approved || state == Denied || state == Expired || state == Superseded;
}

} // namespace binnacle::store
