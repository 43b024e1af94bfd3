// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"

#include <cstdint>
#include <optional>

namespace binnacle::model {

/// Measured use of a node or pod. An absent value is unknown, never zero.
struct Usage {
    std::optional<std::int64_t> cpuNano; ///< nano-cores
    std::optional<std::int64_t> memoryBytes;
    base::TimePoint at{}; ///< end of the window, by the source's clock
    base::Duration window{}; ///< over which CPU was averaged
    friend bool operator==(const Usage &, const Usage &) = default;
};

/// Spread of a node's requested sums and use over the recent past, as relative standard deviations; feeds the
/// perturbations behind a decision's stability. Absent: not measured, and the stated default holds.
struct Variation {
    std::optional<double> cpu;
    std::optional<double> memory;
    friend bool operator==(const Variation &, const Variation &) = default;
};

} // namespace binnacle::model
