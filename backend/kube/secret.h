// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace binnacle::kube {

/// A text that must not be shown: it has no conversion, no printing and no comparison with texts, and its bytes are
/// overwritten when it goes. Whoever calls reveal() hands it only to a header, a TLS handshake or a child's environment.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string text) : m_text(std::move(text)) { wipe(text); }
    Secret(const Secret &other) = default;
    Secret(Secret &&other) noexcept { m_text.swap(other.m_text); }
    Secret &operator=(const Secret &other);
    Secret &operator=(Secret &&other) noexcept;
    ~Secret() { clear(); }

    [[nodiscard]] bool empty() const { return m_text.empty(); }
    [[nodiscard]] const std::string &reveal() const { return m_text; }
    void clear();

    /// Overwrites a text, all of its buffer, and empties it.
    static void wipe(std::string &text);

private:
    std::string m_text;
};

} // namespace binnacle::kube
