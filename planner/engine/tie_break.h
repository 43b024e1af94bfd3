// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/pod.h"

#include <cstddef>
#include <cstdint>

namespace binnacle::engine {

/// Which of so many equally good nodes, in the order of their names: drawn from the seed and the pod, so that pods decided at
/// once do not pile up. Below `count`, which is not zero.
[[nodiscard]] std::size_t drawWinner(std::size_t count, std::uint64_t seed, const model::Pod &pod);

} // namespace binnacle::engine
