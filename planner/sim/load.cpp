// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/load.h"

#include <array>
#include <chrono>
#include <cmath>

namespace binnacle::sim {

namespace {

using namespace std::chrono_literals;

/// Local time less UTC: Stockholm, New York, Mumbai.
constexpr std::array<base::Duration, 3> offsets{1h, -5h, 5h + 30min};

/// A bell over the day, 1 at `peak` (hours), `width` hours wide.
double bell(double hour, double peak, double width)
{
    double distance = std::fabs(hour - peak);
    distance = std::fmin(distance, 24.0 - distance);
    return std::exp(-distance * distance / (2 * width * width));
}

} // namespace

double loadAt(base::TimePoint at, int region)
{
    const base::TimePoint local = at + offsets[static_cast<std::size_t>(region) % offsets.size()];
    const auto day = std::chrono::floor<std::chrono::days>(local);
    const double hour = std::chrono::duration<double, std::ratio<3600>>(local - day).count();
    const double busy = 0.25 + 0.75 * std::fmax(bell(hour, 14.5, 3.6), 0.7 * bell(hour, 20.5, 1.8));
    const unsigned weekday = std::chrono::weekday(day).c_encoding();
    return weekday == 0 || weekday == 6 ? 0.7 * busy : busy;
}

} // namespace binnacle::sim
