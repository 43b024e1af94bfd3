// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>

namespace binnacle::base {

/// A point in civil time, UTC, to the nanosecond. Zero (the epoch) means "not set" where a field says so.
using TimePoint = std::chrono::sys_time<std::chrono::nanoseconds>;
using Duration = std::chrono::nanoseconds;

/// Where time comes from. The planner never reads the wall clock itself: it is handed a Clock.
/// Implementations must be callable from any thread.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual TimePoint now() const = 0;
};

} // namespace binnacle::base
