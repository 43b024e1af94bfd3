// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/status/status.h>

#include <sys/types.h>

#include <string>
#include <string_view>

namespace binnacle::kube {

/// Puts a file in place of any old one, whole or not at all: a new file beside it with that mode, fsync, rename, fsync of
/// the folder. A fault leaves the old file as it was and no other behind. Blocking.
[[nodiscard]] absl::Status writeFileAtomically(const std::string &path, std::string_view content, mode_t mode);

} // namespace binnacle::kube
