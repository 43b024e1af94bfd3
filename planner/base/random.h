// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace binnacle::base {

/// SplitMix64 (Steele, Lea, Flood 2014): a seeded 64-bit generator whose sequence is the same on every machine,
/// unlike the distributions of <random>. Not for secrets. Not thread-safe; copy it to fork a sequence.
class SeededRandom {
public:
    explicit constexpr SeededRandom(std::uint64_t seed) : m_state(seed) { }

    constexpr std::uint64_t next()
    {
        std::uint64_t z = (m_state += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, bound), without modulo bias worth speaking of (multiply-shift); bound > 0.
    constexpr std::uint64_t below(std::uint64_t bound)
    {
        return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
    }
    /// Uniform in [0, 1), 53 bits.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t m_state;
};

} // namespace binnacle::base
