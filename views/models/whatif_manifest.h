// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/status/status.h>

#include <QString>

namespace binnacle::models {

/// Why a pasted manifest was refused, and where in it: line and column count from 1, 0 is "nowhere". Columns are in
/// characters of that line. Read from a parser's "source:line:column: what"; what is said often comes in the console's language, other text as it is.
struct ManifestFault {
    int line = 0;
    int column = 0;
    QString words; ///< what is wrong, without the place; untrusted, plain text
    QString next; ///< what to do about it
};
[[nodiscard]] ManifestFault manifestFault(const absl::Status &status, const QString &manifest);

} // namespace binnacle::models
