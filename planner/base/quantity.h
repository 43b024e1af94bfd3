// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/status/statusor.h>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace binnacle::base {

/// A Kubernetes resource quantity, exact: a signed count of nano-units in 128 bits (± 1.7e29 units).
/// Grammar, rounding and caps as apimachinery `pkg/api/resource/quantity.go` (v0.36): decimal SI (n u m "" k M G T P E),
/// binary SI (Ki … Ei) and exponents (e/E); digits finer than nano round up, away from zero; binary values are capped at
/// 2^63-1. Exponents beyond 32 bits and magnitudes beyond 128 bits are kOutOfRange, malformed text kInvalidArgument;
/// work is bounded by the length of the text (at most 256 characters), never by the size of the exponent.
class Quantity {
public:
    enum class Format : std::uint8_t { DecimalSi, BinarySi, DecimalExponent };
    using Nano = __int128;

    constexpr Quantity() = default;
    [[nodiscard]] static absl::StatusOr<Quantity> parse(std::string_view text);
    [[nodiscard]] static Quantity fromUnits(std::int64_t units, Format format = Format::DecimalSi);
    [[nodiscard]] static Quantity fromMilli(std::int64_t milli);
    [[nodiscard]] static Quantity fromNano(Nano nano, Format format = Format::DecimalSi);

    /// Whole units rounded up as Quantity.Value() does, saturating at the limits of int64.
    [[nodiscard]] std::int64_t value() const;
    /// Thousandths rounded up as Quantity.MilliValue() does, saturating at the limits of int64.
    [[nodiscard]] std::int64_t milliValue() const;
    [[nodiscard]] double toDouble() const;
    [[nodiscard]] constexpr Nano nano() const { return m_nano; }
    [[nodiscard]] constexpr Format format() const { return m_format; }
    [[nodiscard]] constexpr bool isZero() const { return m_nano == 0; }
    /// The canonical text, as Quantity.String(): parse(text()) is equal to this.
    [[nodiscard]] std::string text() const;

    /// Sums and differences saturate at the limits of 128 bits; they never wrap.
    Quantity &operator+=(const Quantity &other);
    Quantity &operator-=(const Quantity &other);
    friend Quantity operator+(Quantity a, const Quantity &b) { return a += b; }
    friend Quantity operator-(Quantity a, const Quantity &b) { return a -= b; }
    friend constexpr auto operator<=>(const Quantity &a, const Quantity &b) { return a.m_nano <=> b.m_nano; }
    friend constexpr bool operator==(const Quantity &a, const Quantity &b) { return a.m_nano == b.m_nano; }

private:
    Nano m_nano = 0;
    Format m_format = Format::DecimalSi;
};

} // namespace binnacle::base
