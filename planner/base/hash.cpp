// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/hash.h"

#include <bit>
#include <cstring>

namespace binnacle::base {

namespace {

/// What kind of field follows: keeps an integer apart from a text of the same bytes.
enum FieldTag : std::uint64_t { TextField = 0x74, IntegerField = 0x69, FingerprintField = 0x66 };

std::uint64_t littleEndian(const char *bytes, std::size_t count)
{
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, bytes, count);
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
        }
    }
    return word;
}

/// The finaliser of SplitMix64: every bit of the input reaches every bit of the output.
std::uint64_t avalanche(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

Fingerprint &Fingerprint::operator+=(const Fingerprint &other)
{
    high += other.high;
    low += other.low;
    return *this;
}

Fingerprint &Fingerprint::operator-=(const Fingerprint &other)
{
    high -= other.high;
    low -= other.low;
    return *this;
}

std::string Fingerprint::hex() const
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(32, '0');
    for (int i = 0; i < 16; ++i) {
        text[static_cast<std::size_t>(i)] = digits[(high >> (60 - 4 * i)) & 15];
        text[static_cast<std::size_t>(16 + i)] = digits[(low >> (60 - 4 * i)) & 15];
    }
    return text;
}

void FingerprintBuilder::mix(std::uint64_t word)
{
    m_a = std::rotl(m_a ^ (word * 0x9e3779b97f4a7c15ULL), 29) * 0xc2b2ae3d27d4eb4fULL + 0x165667b19e3779f9ULL;
    m_b = (std::rotl(m_b + word * 0xd6e8feb86659fd93ULL, 37) * 0xa0761d6478bd642fULL) ^ (m_a >> 32);
    ++m_count;
}

FingerprintBuilder &FingerprintBuilder::add(std::string_view text)
{
    mix(TextField | (static_cast<std::uint64_t>(text.size()) << 8));
    while (text.size() >= 8) {
        mix(littleEndian(text.data(), 8));
        text.remove_prefix(8);
    }
    if (!text.empty()) {
        mix(littleEndian(text.data(), text.size()));
    }
    return *this;
}

FingerprintBuilder &FingerprintBuilder::add(std::int64_t value)
{
    mix(IntegerField);
    mix(static_cast<std::uint64_t>(value));
    return *this;
}

FingerprintBuilder &FingerprintBuilder::add(const Fingerprint &value)
{
    mix(FingerprintField);
    mix(value.high);
    mix(value.low);
    return *this;
}

Fingerprint FingerprintBuilder::finish() const
{
    const std::uint64_t high = avalanche(m_a ^ std::rotl(m_b, 17) ^ m_count);
    return {high, avalanche(m_b + (high ^ m_count * 0x9e3779b97f4a7c15ULL))};
}

} // namespace binnacle::base
