// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace binnacle::console {

/// Where the console keeps what is its own, after the XDG base directories: settings, and state (logs, locks, pictures of a
/// session). Absolute; made when missing.
[[nodiscard]] QString configFolder();
[[nodiscard]] QString stateFolder();

/// The log goes to a file of at most 3 × 4 MiB in the state folder; Qt's own messages go there too.
void startLog();

/// The operator's name for the audit log: the login name, of letters, digits and `._-`.
[[nodiscard]] QString operatorName();

} // namespace binnacle::console
