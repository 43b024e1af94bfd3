// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <functional>
#include <thread>

namespace binnacle::services {

/// The machine's clock, UTC.
class SystemClock final : public base::Clock {
public:
    [[nodiscard]] base::TimePoint now() const override;
};

/// Calls a function at a steady pace on a thread of its own until destroyed. The function must be quick: it posts.
/// A call that comes late is not made up for.
class Ticker {
public:
    Ticker(base::Duration pace, std::function<void()> tick);
    ~Ticker();
    Ticker(const Ticker &) = delete;
    Ticker &operator=(const Ticker &) = delete;

private:
    void run(base::Duration pace, const std::function<void()> &tick);

    absl::Mutex m_mutex;
    bool m_stopping ABSL_GUARDED_BY(m_mutex) = false;
    std::thread m_thread; // last: starts when the rest is ready
};

} // namespace binnacle::services
