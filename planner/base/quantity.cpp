// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/quantity.h"

#include <absl/strings/escaping.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace binnacle::base {

namespace {

using Nano = Quantity::Nano;
using UNano = unsigned __int128;

constexpr std::size_t maxTextLength = 256;
constexpr Nano nanoPerUnit = 1'000'000'000;
constexpr int nanoDigits = 9;
constexpr int maxDecimalDigits = 39; ///< of a 128-bit number
constexpr UNano maxMagnitude = (static_cast<UNano>(1) << 127) - 1;
constexpr std::int64_t maxUnits = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t minUnits = std::numeric_limits<std::int64_t>::min();
constexpr UNano maxBinaryNano = static_cast<UNano>(maxUnits) * static_cast<UNano>(nanoPerUnit);

/// The text as it may be shown in an error: cut and without control characters.
std::string quoted(std::string_view text)
{
    return "quantity \"" + absl::CHexEscape(absl::string_view(text.data(), std::min<std::size_t>(text.size(), 64)))
        + "\": ";
}

absl::Status malformed(std::string_view text, const char *what)
{
    return absl::InvalidArgumentError(quoted(text) + what);
}

absl::Status tooLarge(std::string_view text, const char *what) { return absl::OutOfRangeError(quoted(text) + what); }

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The text taken apart: sign, integer digits without leading zeros, fraction digits, suffix.
struct Parts {
    bool negative = false;
    bool anyDigit = false;
    std::string_view integer;
    std::string_view fraction;
    std::string_view suffix;
};

/// Nothing when the characters cannot be a quantity (a second point, a space, text after the exponent).
std::optional<Parts> split(std::string_view text)
{
    Parts parts;
    std::size_t at = 0;
    const auto skipDigits = [&] {
        const std::size_t begin = at;
        while (at < text.size() && isDigit(text[at])) {
            ++at;
        }
        parts.anyDigit = parts.anyDigit || at > begin;
        return text.substr(begin, at - begin);
    };
    if (text[0] == '+' || text[0] == '-') {
        parts.negative = text[0] == '-';
        ++at;
    }
    parts.integer = skipDigits();
    parts.integer.remove_prefix(std::min(parts.integer.find_first_not_of('0'), parts.integer.size()));
    if (at < text.size() && text[at] == '.') {
        ++at;
        parts.fraction = skipDigits();
    }
    parts.suffix = text.substr(at);
    constexpr std::string_view letters = "eEinumkKMGTP";
    while (at < text.size() && letters.find(text[at]) != std::string_view::npos) {
        ++at;
    }
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
        ++at;
    }
    while (at < text.size() && isDigit(text[at])) {
        ++at;
    }
    return at == text.size() ? std::optional(parts) : std::nullopt;
}

struct Suffix {
    std::string_view text;
    int exponent;
};
constexpr std::array<Suffix, 10> decimalSuffixes{
    {{"n", -9}, {"u", -6}, {"m", -3}, {"", 0}, {"k", 3}, {"M", 6}, {"G", 9}, {"T", 12}, {"P", 15}, {"E", 18}}};
constexpr std::array<Suffix, 6> binarySuffixes{
    {{"Ki", 10}, {"Mi", 20}, {"Gi", 30}, {"Ti", 40}, {"Pi", 50}, {"Ei", 60}}};

struct Scale {
    Quantity::Format format = Quantity::Format::DecimalSi;
    std::int32_t exponent = 0; ///< of ten, or of two for BinarySi
};

absl::StatusOr<Scale> readSuffix(std::string_view text, std::string_view suffix)
{
    for (const Suffix &known : decimalSuffixes) {
        if (suffix == known.text) {
            return Scale{Quantity::Format::DecimalSi, known.exponent};
        }
    }
    for (const Suffix &known : binarySuffixes) {
        if (suffix == known.text) {
            return Scale{Quantity::Format::BinarySi, known.exponent};
        }
    }
    if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) {
        return malformed(text, "unknown suffix");
    }
    std::string_view digits = suffix.substr(1);
    const bool negative = digits[0] == '-';
    if (digits[0] == '-' || digits[0] == '+') {
        digits.remove_prefix(1);
    }
    if (digits.empty() || !isDigit(digits[0])) {
        return malformed(text, "unknown suffix");
    }
    const std::int64_t limit = std::int64_t{std::numeric_limits<std::int32_t>::max()} + (negative ? 1 : 0);
    std::int64_t exponent = 0;
    for (const char c : digits) {
        exponent = exponent * 10 + (c - '0');
        if (exponent > limit) {
            return tooLarge(text, "exponent does not fit in 32 bits");
        }
    }
    return Scale{Quantity::Format::DecimalExponent, static_cast<std::int32_t>(negative ? -exponent : exponent)};
}

/// The digits of integer and fraction times 10^exponent in nano, rounded up; nothing beyond 128 bits.
/// The size of the exponent costs nothing: it only says how many digits count.
std::optional<UNano> decimalNano(const Parts &parts, std::int32_t exponent)
{
    std::string digits(parts.integer);
    digits += parts.fraction;
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) {
        return 0;
    }
    const std::int64_t shift = std::int64_t{exponent} + nanoDigits - static_cast<std::int64_t>(parts.fraction.size());
    const std::int64_t counted = static_cast<std::int64_t>(digits.size()) + shift;
    if (counted <= 0) {
        return 1;
    }
    if (counted > maxDecimalDigits) {
        return std::nullopt;
    }
    UNano value = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(counted); ++i) {
        const unsigned digit = i < digits.size() ? static_cast<unsigned>(digits[i] - '0') : 0;
        if (value > (maxMagnitude - digit) / 10) {
            return std::nullopt;
        }
        value = value * 10 + digit;
    }
    const auto rest = std::min(digits.size(), static_cast<std::size_t>(counted));
    if (digits.find_first_not_of('0', rest) != std::string::npos) {
        if (value == maxMagnitude) {
            return std::nullopt;
        }
        ++value;
    }
    return value;
}

/// The number times 2^exponent in nano, rounded up and capped at 2^63-1 units.
UNano binaryNano(const Parts &parts, std::int32_t exponent)
{
    if (parts.integer.size() > 19) {
        return maxBinaryNano;
    }
    UNano units = 0;
    for (const char c : parts.integer) {
        units = units * 10 + static_cast<unsigned>(c - '0');
    }
    units <<= exponent;
    if (units > static_cast<UNano>(maxUnits)) {
        return maxBinaryNano;
    }
    // 0.d1d2d3… times m, from the last digit to the first: x = (d·m + x) / 10, keeping whether anything was cut off.
    const UNano m = static_cast<UNano>(nanoPerUnit) << exponent;
    UNano x = 0;
    bool cut = false;
    for (std::size_t i = parts.fraction.size(); i-- > 0;) {
        x += static_cast<unsigned>(parts.fraction[i] - '0') * m;
        cut = cut || x % 10 != 0;
        x /= 10;
    }
    return std::min(units * static_cast<UNano>(nanoPerUnit) + x + (cut ? 1 : 0), maxBinaryNano);
}

/// The reference reads a number without any digit as zero, except where its exact path is taken.
bool digitsNeeded(const Scale &scale)
{
    return scale.format == Quantity::Format::BinarySi ? scale.exponent >= 50 : scale.exponent < -nanoDigits;
}

UNano magnitude(Nano value) { return value < 0 ? -static_cast<UNano>(value) : static_cast<UNano>(value); }

std::string decimalText(UNano value)
{
    std::array<char, 40> buffer{};
    std::size_t at = buffer.size();
    do {
        buffer[--at] = static_cast<char>('0' + static_cast<int>(value % 10));
        value /= 10;
    } while (value != 0);
    return {buffer.data() + at, buffer.size() - at};
}

std::string decimalForm(UNano nano, Quantity::Format format)
{
    int exponent = -nanoDigits;
    while (nano % 1000 == 0) {
        nano /= 1000;
        exponent += 3;
    }
    if (format != Quantity::Format::DecimalExponent) {
        for (const Suffix &suffix : decimalSuffixes) {
            if (suffix.exponent == exponent) {
                return decimalText(nano).append(suffix.text);
            }
        }
    }
    return exponent == 0 ? decimalText(nano) : decimalText(nano) + "e" + std::to_string(exponent);
}

std::string binaryForm(UNano units)
{
    std::string_view suffix;
    for (const Suffix &next : binarySuffixes) {
        if (units % 1024 != 0) {
            break;
        }
        units /= 1024;
        suffix = next.text;
    }
    return decimalText(units).append(suffix);
}

/// value / divisor, rounded away from zero, held at the limits of int64.
std::int64_t roundedUp(Nano value, Nano divisor)
{
    Nano quotient = value / divisor;
    if (value % divisor != 0) {
        quotient += value < 0 ? -1 : 1;
    }
    if (quotient > maxUnits) {
        return maxUnits;
    }
    return quotient < minUnits ? minUnits : static_cast<std::int64_t>(quotient);
}

constexpr Nano maxNano = static_cast<Nano>(maxMagnitude);
constexpr Nano minNano = -maxNano - 1;

} // namespace

absl::StatusOr<Quantity> Quantity::parse(std::string_view text)
{
    if (text.empty()) {
        return malformed(text, "empty");
    }
    if (text.size() > maxTextLength) {
        return malformed(text, "longer than 256 characters");
    }
    const std::optional<Parts> parts = split(text);
    if (!parts) {
        return malformed(text, "not a number with a suffix");
    }
    const absl::StatusOr<Scale> scale = readSuffix(text, parts->suffix);
    if (!scale.ok()) {
        return scale.status();
    }
    if (!parts->anyDigit && digitsNeeded(*scale)) {
        return malformed(text, "no digits");
    }
    std::optional<UNano> nano;
    Format format = scale->format;
    if (format == Format::BinarySi) {
        nano = binaryNano(*parts, scale->exponent);
        if (*nano > 0 && *nano < static_cast<UNano>(nanoPerUnit)) {
            format = Format::DecimalSi;
        }
    } else {
        nano = decimalNano(*parts, scale->exponent);
    }
    if (!nano) {
        return tooLarge(text, "beyond 128 bits of nano-units");
    }
    return fromNano(parts->negative ? -static_cast<Nano>(*nano) : static_cast<Nano>(*nano), format);
}

Quantity Quantity::fromUnits(std::int64_t units, Format format) { return fromNano(units * nanoPerUnit, format); }

Quantity Quantity::fromMilli(std::int64_t milli) { return fromNano(static_cast<Nano>(milli) * 1'000'000); }

Quantity Quantity::fromNano(Nano nano, Format format)
{
    Quantity quantity;
    quantity.m_nano = nano;
    quantity.m_format = format;
    return quantity;
}

std::int64_t Quantity::value() const { return roundedUp(m_nano, nanoPerUnit); }

std::int64_t Quantity::milliValue() const { return roundedUp(m_nano, 1'000'000); }

double Quantity::toDouble() const { return static_cast<double>(m_nano) / 1e9; }

std::string Quantity::text() const
{
    if (m_nano == 0) {
        return "0";
    }
    const UNano nano = magnitude(m_nano);
    constexpr auto unit = static_cast<UNano>(nanoPerUnit);
    const bool binary = m_format == Format::BinarySi && nano >= 1024 * unit && nano % unit == 0;
    return (m_nano < 0 ? "-" : "") + (binary ? binaryForm(nano / unit) : decimalForm(nano, m_format));
}

Quantity &Quantity::operator+=(const Quantity &other)
{
    if (m_nano == 0) {
        m_format = other.m_format;
    }
    if (__builtin_add_overflow(m_nano, other.m_nano, &m_nano)) {
        m_nano = other.m_nano > 0 ? maxNano : minNano;
    }
    return *this;
}

Quantity &Quantity::operator-=(const Quantity &other)
{
    if (m_nano == 0) {
        m_format = other.m_format;
    }
    if (__builtin_sub_overflow(m_nano, other.m_nano, &m_nano)) {
        m_nano = other.m_nano > 0 ? minNano : maxNano;
    }
    return *this;
}

} // namespace binnacle::base
