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

/// √3 × the deviation, in units of 1 / `one`.
std::int64_t amplitude(const std::optional<double> &measured, std::int64_t one)
{
    double deviation = measured.value_or(defaultVariation);
    if (!(deviation >= 0)) {
        deviation = defaultVariation; // not a number, or negative: not a measurement
    }
    return std::llround(std::min(deviation, largestVariation) * std::sqrt(3.0) * static_cast<double>(one));
}

} // namespace

Perturbation::Perturbation(const model::Variation &variation)
    : m_cpu(amplitude(variation.cpu, one)),
      m_memory(amplitude(variation.memory, one)),
      m_ephemeralStorage(amplitude({}, one))
{
}

std::int64_t Perturbation::scaledLarge(std::int64_t value, std::int64_t delta)
{
    const __int128 result = value + ((static_cast<__int128>(value) * delta) >> fractionBits);
    return static_cast<std::int64_t>(std::min<__int128>(result, std::numeric_limits<std::int64_t>::max()));
}

std::uint64_t Perturbation::worldKey(std::uint64_t seed, std::int32_t world)
{
    return base::SeededRandom(seed ^ (static_cast<std::uint64_t>(world) * 0xd1342543de82ef95ULL)).next();
}

std::uint64_t Perturbation::nameKey(std::string_view name) { return base::FingerprintBuilder().add(name).finish().low; }

} // namespace binnacle::engine
