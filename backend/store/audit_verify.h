// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "backend/store/sqlite.h"
#include "backend/store/tree_head.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace binnacle::store {

/// What a log is held against.
struct VerifyAgainst {
    std::string log; ///< cluster id, part of every signature
    HeadsFile *heads = nullptr; ///< outside the database; loaded here
    std::optional<PublicKey> key; ///< whose signatures count; unset: none is trusted
};

/// Checks a whole log, in one read transaction of its own connection, so that writing goes on meanwhile:
/// every leaf's hash from its canonical bytes (pruned leaves count as such below the bound that a Prune leaf names), every
/// search column against the record, every inner hash, the root at every signed head inside and outside, then the tail
/// against the newest head outside, the breaks, and SQLite's own integrity check.
///
/// Broken names the first bad leaf, exactly where the leaf itself shows it, else the first leaf after the last good
/// head. CutTail: rows are gone that the database itself still knows of; OlderThanHead: the database agrees with itself but
/// the newest head outside goes further; SoundWithoutTrustedHead: no head outside, or no key, vouches for it.
/// kCancelled when stopped.
[[nodiscard]] absl::StatusOr<api::AuditVerification> verifyLog(Database &database, const VerifyAgainst &against,
    const std::function<void(std::uint64_t done, std::uint64_t of)> &progress = {}, std::stop_token stop = {});

} // namespace binnacle::store
