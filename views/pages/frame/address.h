// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

#include <optional>

namespace binnacle::pages {

/// Where one is in the console: binnacle://prod-eu/nodes/gpu-a12?tab=profile&filter=gpu. Parts are percent-encoded in the
/// text form and plain here. An empty cluster means the open one.
struct Address {
    QString cluster;
    QString page;
    QString object; ///< may hold slashes: "ml/train-7f9c"
    QString tab;
    std::optional<QString> filter; ///< absent: leave the page's filter as it is
    friend bool operator==(const Address &, const Address &) = default;

    /// Absolute (binnacle://…) or within the cluster ("pods/ml/train?tab=why"; "whatif?pod=ml/train" names the object by its
    /// kind). Nothing when it is neither, or longer than 2,048 characters.
    [[nodiscard]] static std::optional<Address> parse(const QString &text);
    [[nodiscard]] QString text() const; ///< absolute
};

} // namespace binnacle::pages
