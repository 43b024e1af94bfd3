// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/selector_lexer.h"

#include <absl/strings/charconv.h>

#include <array>
#include <charconv>

namespace binnacle::plugins::selector {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

int hexValue(char c)
{
    if (isDigit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool appendUtf8(std::string &out, std::uint32_t point)
{
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) {
        return false;
    }
    if (point < 0x80) {
        out.push_back(static_cast<char>(point));
        return true;
    }
    const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static constexpr std::array<unsigned, 4> lead{0, 0xc0, 0xe0, 0xf0};
    out.push_back(static_cast<char>(lead[static_cast<std::size_t>(more)] | (point >> (6 * more))));
    for (int i = more - 1; i >= 0; --i) {
        out.push_back(static_cast<char>(0x80 | ((point >> (6 * i)) & 0x3f)));
    }
    return true;
}

} // namespace

void Lexer::skipSpaces()
{
    for (;;) {
        const char c = peek();
        if (c != '\0' && std::string_view(" \t\r\n\f").find(c) != std::string_view::npos) {
            ++m_at;
        } else if (c == '/' && peek(1) == '/') {
            while (m_at < m_text.size() && m_text[m_at] != '\n') {
                ++m_at;
            }
        } else {
            return;
        }
    }
}

Token Lexer::next()
{
    skipSpaces();
    if (m_at >= m_text.size()) {
        return {Token::Kind::End, {}, {}, 0, 0, m_at};
    }
    const char c = peek();
    if (c == '"' || c == '\'') {
        return string(false);
    }
    if ((c == 'r' || c == 'R') && (peek(1) == '"' || peek(1) == '\'')) {
        ++m_at;
        return string(true);
    }
    if ((c == 'b' || c == 'B') && (peek(1) == '"' || peek(1) == '\'')) {
        return fault("bytes");
    }
    if (isWordStart(c)) {
        return word();
    }
    return isDigit(c) || (c == '.' && isDigit(peek(1))) ? number() : sign();
}

Token Lexer::word()
{
    const std::size_t begin = m_at;
    while (isWordStart(peek()) || isDigit(peek())) {
        ++m_at;
    }
    return {Token::Kind::Word, m_text.substr(begin, m_at - begin), {}, 0, 0, begin};
}

Token Lexer::number()
{
    const std::size_t begin = m_at;
    const bool hex = peek() == '0' && peek(1) == 'x';
    m_at += hex ? 2 : 0;
    const std::size_t digits = m_at;
    bool real = false;
    while (hex ? hexValue(peek()) >= 0 : isDigit(peek())) {
        ++m_at;
    }
    if (!hex && peek() == '.' && isDigit(peek(1))) {
        real = true;
        ++m_at;
        while (isDigit(peek())) {
            ++m_at;
        }
    }
    if (!hex && (peek() == 'e' || peek() == 'E')) {
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if (!isDigit(peek(1 + sign))) {
            return fault("a number");
        }
        real = true;
        m_at += 1 + sign;
        while (isDigit(peek())) {
            ++m_at;
        }
    }
    Token token{real ? Token::Kind::Double : Token::Kind::Integer, {}, {}, 0, 0, begin};
    if (isWordStart(peek())) {
        return fault("a number"); // an unsigned one, or none
    }
    const char *const end = m_text.data() + m_at;
    bool read = false;
    if (real) {
        const auto result = absl::from_chars(m_text.data() + begin, end, token.number);
        read = result.ec == std::errc() && result.ptr == end;
    } else {
        const auto result = std::from_chars(m_text.data() + digits, end, token.magnitude, hex ? 16 : 10);
        read = result.ec == std::errc() && result.ptr == end;
    }
    return read ? token : fault("a number");
}

Token Lexer::string(bool raw)
{
    Token token{Token::Kind::String, {}, {}, 0, 0, m_at};
    const char quote = peek();
    const bool triple = peek(1) == quote && peek(2) == quote;
    m_at += triple ? 3 : 1;
    for (;;) {
        if (m_at >= m_text.size()) {
            return fault("a string without its end");
        }
        const char c = peek();
        if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
            m_at += triple ? 3 : 1;
            return token;
        }
        if (!triple && (c == '\n' || c == '\r')) {
            return fault("a string without its end");
        }
        if (c == '\\' && !raw) {
            if (!escape(token.string)) {
                return fault("an escape");
            }
            continue;
        }
        token.string.push_back(c);
        ++m_at;
    }
}

bool Lexer::escape(std::string &out)
{
    static constexpr std::string_view simple = "\\'\"`?abfnrtv";
    static constexpr std::string_view meaning = "\\'\"`?\a\b\f\n\r\t\v";
    const char kind = peek(1);
    if (const std::size_t which = simple.find(kind); kind != '\0' && which != std::string_view::npos) {
        out.push_back(meaning[which]);
        m_at += 2;
        return true;
    }
    const bool octal = kind >= '0' && kind <= '3';
    const int digits = octal ? 3 : (kind == 'x' || kind == 'X') ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    const std::size_t begin = octal ? 1 : 2;
    std::uint32_t point = 0;
    for (int i = 0; i < digits; ++i) {
        const int value = hexValue(peek(begin + static_cast<std::size_t>(i)));
        if (value < 0 || (octal && value > 7)) {
            return false;
        }
        point = point * (octal ? 8U : 16U) + static_cast<std::uint32_t>(value);
    }
    m_at += begin + static_cast<std::size_t>(digits);
    return digits > 0 && appendUtf8(out, point);
}

Token Lexer::sign()
{
    static constexpr std::array<std::string_view, 24> signs{"&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "-", "+",
        "*", "/", "%", "?", ":", ".", ",", "(", ")", "[", "]", "{", "}"};
    for (const std::string_view text : signs) {
        if (m_text.substr(m_at).starts_with(text)) {
            const Token token{Token::Kind::Sign, text, {}, 0, 0, m_at};
            m_at += text.size();
            return token;
        }
    }
    return fault("a character");
}

} // namespace binnacle::plugins::selector
