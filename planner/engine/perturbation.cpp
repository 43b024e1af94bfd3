// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/perturbation.h"

#include "planner/base/hash.h"
#include "planner/base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace binnacle::engine {

namespace {

constexpr int fractionBits = 20;
constexpr std::int64_t one = std::int64_t{1} << fractionBits;

std::int64_t amplitude(const std::optional<double> &measured)
{
    double deviation = measured.value_or(defaultVariation);
    if (!(deviation >= 0)) {
        deviation = defaultVariation; // not a number, or negative: not a measurement
    }
    return std::llround(std::min(deviation, largestVariation) * std::sqrt(3.0) * static_cast<double>(one));
}

/// value × (1 + delta), delta in units of 2^-20, rounded down.
std::int64_t scaled(std::int64_t value, std::int64_t delta)
{
    if (value >= 0 && value < (std::int64_t{1} << 41)) {
        return value + ((value * delta) >> fractionBits);
    }
    const __int128 result = value + ((static_cast<__int128>(value) * delta) >> fractionBits);
    return static_cast<std::int64_t>(std::min<__int128>(result, std::numeric_limits<std::int64_t>::max()));
}

/// amplitude × u, where 21 bits of the draw make u, uniform in [-1, 1].
std::int64_t delta(std::int64_t amplitude, std::uint64_t bits)
{
    const auto u = static_cast<std::int64_t>(bits & (2 * one - 1)) - one;
    return (amplitude * u) >> fractionBits;
}

framework::Amounts scaledAll(
    const framework::Amounts &amounts, std::int64_t cpu, std::int64_t memory, std::int64_t storage)
{
    return {scaled(amounts.cpuMilli, cpu), scaled(amounts.memoryBytes, memory),
        scaled(amounts.ephemeralStorageBytes, storage)};
}

} // namespace

Perturbation::Perturbation(const model::Variation &variation)
    : m_cpu(amplitude(variation.cpu)), m_memory(amplitude(variation.memory)), m_ephemeralStorage(amplitude({}))
{
}

framework::Amounts Perturbation::at(const framework::Amounts &amounts, std::uint64_t draw) const
{
    return scaledAll(amounts, delta(m_cpu, draw), delta(m_memory, draw >> 21), delta(m_ephemeralStorage, draw >> 42));
}

framework::Amounts Perturbation::low(const framework::Amounts &amounts) const
{
    return scaledAll(amounts, -m_cpu, -m_memory, -m_ephemeralStorage);
}

framework::Amounts Perturbation::high(const framework::Amounts &amounts) const
{
    return scaledAll(amounts, m_cpu, m_memory, m_ephemeralStorage);
}

std::uint64_t Perturbation::worldKey(std::uint64_t seed, std::int32_t world)
{
    return base::SeededRandom(seed ^ (static_cast<std::uint64_t>(world) * 0xd1342543de82ef95ULL)).next();
}

std::uint64_t Perturbation::nameKey(std::string_view name) { return base::FingerprintBuilder().add(name).finish().low; }

std::uint64_t Perturbation::draw(std::uint64_t worldKey, std::uint64_t nameKey)
{
    return base::SeededRandom(worldKey ^ nameKey).next();
}

} // namespace binnacle::engine
