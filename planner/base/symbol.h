// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace binnacle::base {

/// An interned string: equal text, equal id, one copy in the process. For words that repeat (label keys, resource
/// names, taint keys, namespaces, node names), never for text that differs by pod. Symbols are never freed.
/// Ids depend on the order of interning: order and hash by text() where the result must be reproducible.
/// Thread-safe.
class Symbol {
public:
    constexpr Symbol() = default; ///< the empty string
    explicit Symbol(std::string_view text);

    [[nodiscard]] std::string_view text() const;
    [[nodiscard]] constexpr bool empty() const { return m_id == 0; }
    [[nodiscard]] constexpr std::uint32_t id() const { return m_id; }
    friend constexpr bool operator==(Symbol, Symbol) = default;

    template <typename H> friend H AbslHashValue(H h, Symbol s) { return H::combine(std::move(h), s.m_id); }

private:
    std::uint32_t m_id = 0;
};

} // namespace binnacle::base
