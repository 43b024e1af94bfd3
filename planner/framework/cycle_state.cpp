// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/cycle_state.h"

#include <atomic>

namespace binnacle::framework {

std::size_t CycleState::nextSlot()
{
    static std::atomic<std::size_t> next{0};
    return next.fetch_add(1);
}

} // namespace binnacle::framework
