// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plugins/dynamic_resources/selector_tree.h"

#include <string>
#include <string_view>

namespace binnacle::plugins::selector {

struct Token {
    enum class Kind : std::uint8_t { End, Word, Integer, Double, String, Sign, Fault };
    Kind kind = Kind::End;
    std::string_view text{}; ///< of words and signs; what a fault is about
    std::string string{}; ///< of a string, unescaped
    std::uint64_t magnitude = 0; ///< of an integer
    double number = 0;
    std::size_t at = 0; ///< byte
};

/// Cuts an expression into tokens. What the language has and is not built here (bytes, unsigned numbers) is a fault.
class Lexer {
public:
    explicit Lexer(std::string_view text) : m_text(text) { }
    [[nodiscard]] Token next();

private:
    void skipSpaces();
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    [[nodiscard]] Token fault(std::string_view what) const { return {Token::Kind::Fault, what, {}, 0, 0, m_at}; }
    [[nodiscard]] Token word();
    [[nodiscard]] Token number();
    [[nodiscard]] Token string(bool raw);
    [[nodiscard]] bool escape(std::string &out);
    [[nodiscard]] Token sign();

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace binnacle::plugins::selector
