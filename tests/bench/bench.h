// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What every benchmark program prints: one JSON object a figure on standard output, a table for people on standard error.
namespace binnacle::bench {

enum class Better : bool { Lower, Higher };

/// Collects the figures of one program. report() as soon as each is known.
class Bench {
public:
    explicit Bench(std::string name) : m_name(std::move(name))
    {
        std::fprintf(stderr, "%-24s %-32s %14s %14s\n", "bench", "figure", "value", "target");
    }

    void report(const std::string &figure, double value, const std::string &unit, std::optional<double> target = {},
        Better better = Better::Lower)
    {
        const std::string bound = target ? number(*target) : "null";
        std::printf(
            "{\"bench\":\"%s\",\"figure\":\"%s\",\"value\":%s,\"unit\":\"%s\",\"target\":%s,\"better\":\"%s\"}\n",
            m_name.c_str(), figure.c_str(), number(value).c_str(), unit.c_str(), bound.c_str(),
            better == Better::Lower ? "lower" : "higher");
        std::fflush(stdout);
        const bool held = !target || (better == Better::Lower ? value <= *target : value >= *target);
        m_allHeld = m_allHeld && held;
        const std::string shown =
            target ? (better == Better::Lower ? "<= " : ">= ") + number(*target) + ' ' + unit : "";
        std::fprintf(stderr, "%-24s %-32s %14s %14s%s\n", m_name.c_str(), figure.c_str(),
            (number(value) + ' ' + unit).c_str(), shown.c_str(), held ? "" : "  MISSED");
    }

    /// Whether every figure with a target holds it.
    [[nodiscard]] bool allHeld() const { return m_allHeld; }

private:
    static std::string number(double value)
    {
        char text[32];
        std::snprintf(text, sizeof text, "%.6g", value);
        return text;
    }

    std::string m_name;
    bool m_allHeld = true;
};

/// Wall time of one call, in milliseconds.
template <typename Work> double milliseconds(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// The value that a share (0..1) of the samples does not exceed.
inline double percentile(std::vector<double> samples, double share)
{
    if (samples.empty()) {
        return 0;
    }
    const auto last = static_cast<double>(samples.size() - 1);
    const auto rank = static_cast<std::ptrdiff_t>(share * last + 0.5);
    std::nth_element(samples.begin(), samples.begin() + rank, samples.end());
    return samples[static_cast<std::size_t>(rank)];
}

} // namespace binnacle::bench
