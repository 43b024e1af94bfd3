// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/random.h"
#include "planner/framework/load.h"
#include "planner/model/usage.h"

#include <cstdint>
#include <string_view>

namespace binnacle::engine {

/// The relative standard deviation that holds for what was not measured.
inline constexpr double defaultVariation = 0.05;
/// A measured one counts as at most this.
inline constexpr double largestVariation = 0.5;

/// How a perturbed world scales amounts. Each of CPU, memory and ephemeral storage gets a factor of its own, uniform in
/// 1 ± √3·s, where s is the measured relative standard deviation (ephemeral storage: the default). The factors follow from
/// seed, world and the name of the node alone (the pod has the empty name), so neither the order of nodes nor the number of
/// threads bears on them. Integer arithmetic throughout: the same on every machine.
class Perturbation {
public:
    explicit Perturbation(const model::Variation &variation);

    /// The amounts in the world that `draw` names.
    [[nodiscard]] framework::Amounts at(const framework::Amounts &amounts, std::uint64_t draw) const
    {
        return scaledAll(amounts, delta(m_cpu, draw), delta(m_memory, draw >> drawBits),
            delta(m_ephemeralStorage, draw >> (2 * drawBits)));
    }
    /// The least and the largest that at() can give.
    [[nodiscard]] framework::Amounts low(const framework::Amounts &amounts) const
    {
        return scaledAll(amounts, -m_cpu, -m_memory, -m_ephemeralStorage);
    }
    [[nodiscard]] framework::Amounts high(const framework::Amounts &amounts) const
    {
        return scaledAll(amounts, m_cpu, m_memory, m_ephemeralStorage);
    }

    /// What at() takes, from a world and a name.
    [[nodiscard]] static std::uint64_t worldKey(std::uint64_t seed, std::int32_t world);
    [[nodiscard]] static std::uint64_t nameKey(std::string_view name);
    [[nodiscard]] static std::uint64_t draw(std::uint64_t worldKey, std::uint64_t nameKey)
    {
        return base::SeededRandom(worldKey ^ nameKey).next();
    }
    /// The lowest bits of a draw scale the CPU, as many above them the memory, and those above the ephemeral storage: the
    /// larger the number that they are, the larger the amount; zero gives the least.
    static constexpr int drawBits = 21;

private:
    static constexpr int fractionBits = drawBits - 1;
    static constexpr std::int64_t one = std::int64_t{1} << fractionBits;

    /// value × (1 + delta), delta in units of 2^-20, rounded down.
    static std::int64_t scaled(std::int64_t value, std::int64_t delta)
    {
        if (value >= 0 && value < (std::int64_t{1} << 41)) {
            return value + ((value * delta) >> fractionBits);
        }
        return scaledLarge(value, delta);
    }
    static std::int64_t scaledLarge(std::int64_t value, std::int64_t delta);

    /// amplitude × u, where `drawBits` bits of the draw make u, uniform in [-1, 1].
    static std::int64_t delta(std::int64_t amplitude, std::uint64_t bits)
    {
        const auto u = static_cast<std::int64_t>(bits & (2 * one - 1)) - one;
        return (amplitude * u) >> fractionBits;
    }

    static framework::Amounts scaledAll(
        const framework::Amounts &amounts, std::int64_t cpu, std::int64_t memory, std::int64_t storage)
    {
        return {scaled(amounts.cpuMilli, cpu), scaled(amounts.memoryBytes, memory),
            scaled(amounts.ephemeralStorageBytes, storage)};
    }

    std::int64_t m_cpu; ///< amplitude √3·s in units of 2^-20
    std::int64_t m_memory;
    std::int64_t m_ephemeralStorage;
};

} // namespace binnacle::engine
