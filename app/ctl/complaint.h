// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/cluster.h"

#include <absl/status/status.h>

#include <string>
#include <string_view>

namespace binnacle::ctl {

/// What is wrong, where, and what to do about it, for a person at a terminal: the codes that the layers below answer with
/// ("observing", "file:3:1: error: BadToken: user a") become sentences; anything else stays as it is. Safe to print.
[[nodiscard]] std::string complaintOf(std::string_view message);
[[nodiscard]] std::string complaintOf(const absl::Status &status);
/// What to do about a cluster that cannot be reached; empty when there is nothing better than trying again.
[[nodiscard]] std::string_view adviceOn(model::FaultKind fault);

} // namespace binnacle::ctl
