// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"

namespace binnacle::sim {

/// How busy a region is at a moment, about 0.25 (night) to 1.0 (afternoon by its own clock), with a second, smaller peak
/// in the evening and quieter weekends.
[[nodiscard]] double loadAt(base::TimePoint at, int region);

} // namespace binnacle::sim
