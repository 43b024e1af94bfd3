// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "backend/store/audit_log.h"

#include <absl/status/status.h>

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace binnacle::store {

enum class ExportFormat : std::uint8_t { Csv, Json };

/// Writes every decision that matches, newest first, with the proof of each of its leaves: leaf hash and inclusion proof
/// under one signed tree head, so that a reader can check the export without the log (leaf hash = SHA-256 of 0x00 and
/// the canonical record, as given). The file appears whole or not at all; pages of the filter do not apply.
///
/// CSV is RFC 4180 with one row a leaf; a cell that a spreadsheet would take for a formula (first character
/// = + - @, tab or carriage return) starts with an apostrophe, numbers of ours excepted. kCancelled when stopped,
/// kNotFound while the log is empty.
[[nodiscard]] absl::Status exportAudit(AuditLog &log, api::AuditFilter filter, ExportFormat format,
    const std::string &path, const std::function<void(std::uint64_t done, std::uint64_t of)> &progress = {},
    std::stop_token stop = {});

/// Quoted and disarmed, for a cell of untrusted text.
[[nodiscard]] std::string csvCell(std::string_view text);

} // namespace binnacle::store
