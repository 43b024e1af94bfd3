// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/yaml_scalar.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

namespace binnacle::kube {

namespace {

using namespace std::string_view_literals;

constexpr auto trueWords = {
    "true"sv, "True"sv, "TRUE"sv, "y"sv, "Y"sv, "yes"sv, "Yes"sv, "YES"sv, "on"sv, "On"sv, "ON"sv};
constexpr auto falseWords = {
    "false"sv, "False"sv, "FALSE"sv, "n"sv, "N"sv, "no"sv, "No"sv, "NO"sv, "off"sv, "Off"sv, "OFF"sv};
constexpr auto nullWords = {""sv, "~"sv, "null"sv, "Null"sv, "NULL"sv};

template <typename List> bool contains(const List &list, std::string_view word)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

int baseOf(std::string_view &digits)
{
    if (digits.size() < 2 || digits[0] != '0') {
        return 10;
    }
    switch (digits[1]) {
    case 'x':
    case 'X':
        digits.remove_prefix(2);
        return 16;
    case 'b':
    case 'B':
        digits.remove_prefix(2);
        return 2;
    case 'o':
    case 'O':
        digits.remove_prefix(2);
        return 8;
    default:
        digits.remove_prefix(1);
        return 8;
    }
}

std::optional<std::int64_t> integerOf(std::string_view text)
{
    const bool negative = text[0] == '-';
    if (text[0] == '-' || text[0] == '+') {
        text.remove_prefix(1);
    }
    const int base = baseOf(text);
    std::uint64_t magnitude = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), magnitude, base);
    if (fault != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (magnitude > limit + (negative ? 1 : 0)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

bool isDecimalFloat(std::string_view text)
{
    std::size_t at = text[0] == '-' || text[0] == '+' ? 1 : 0;
    const auto digits = [&] {
        const std::size_t before = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
            ++at;
        }
        return at - before;
    };
    const std::size_t whole = digits();
    std::size_t fraction = 0;
    if (at < text.size() && text[at] == '.') {
        ++at;
        fraction = digits();
    }
    if (whole + fraction == 0) {
        return false;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) {
            ++at;
        }
        if (digits() == 0) {
            return false;
        }
    }
    return at == text.size();
}

} // namespace

PlainScalar typePlainScalar(std::string_view text)
{
    PlainScalar scalar;
    if (contains(nullWords, text)) {
        scalar.kind = ValueKind::Null;
        return scalar;
    }
    if (contains(trueWords, text) || contains(falseWords, text)) {
        scalar.kind = ValueKind::Bool;
        scalar.boolean = contains(trueWords, text);
        return scalar;
    }
    const bool numeric = (text[0] >= '0' && text[0] <= '9') || text[0] == '-' || text[0] == '+' || text[0] == '.';
    if (!numeric) {
        return scalar;
    }
    std::string plain(text);
    plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
    if (plain.empty()) {
        return scalar;
    }
    if (const auto integer = integerOf(plain)) {
        scalar.kind = ValueKind::Int;
        scalar.integer = *integer;
    } else if (isDecimalFloat(plain)) {
        const char *begin = plain.data() + (plain[0] == '+' ? 1 : 0);
        std::from_chars(begin, plain.data() + plain.size(), scalar.number);
        scalar.kind = ValueKind::Double;
    } else if (contains(std::initializer_list<std::string_view>{".inf", ".Inf", ".INF", "+.inf", "-.inf", ".nan",
                            ".NaN", ".NAN"},
                   plain)) {
        scalar.kind = ValueKind::Double;
        scalar.number = std::numeric_limits<double>::quiet_NaN();
    }
    return scalar;
}

} // namespace binnacle::kube
