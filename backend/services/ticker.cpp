// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/ticker.h"

#include <absl/time/time.h>
#include <pthread.h>

#include <utility>

namespace binnacle::services {

base::TimePoint SystemClock::now() const
{
    return std::chrono::time_point_cast<base::Duration>(std::chrono::system_clock::now());
}

Ticker::Ticker(base::Duration pace, std::function<void()> tick)
    : m_thread([this, pace, tick = std::move(tick)] { run(pace, tick); })
{
}

Ticker::~Ticker()
{
    {
        absl::MutexLock lock(&m_mutex);
        m_stopping = true;
    }
    m_thread.join();
}

void Ticker::run(base::Duration pace, const std::function<void()> &tick)
{
    pthread_setname_np(pthread_self(), "ticker");
    for (;;) {
        {
            absl::MutexLock lock(&m_mutex);
            if (m_mutex.AwaitWithTimeout(absl::Condition(&m_stopping), absl::FromChrono(pace)))
                return;
        }
        tick();
    }
}

} // namespace binnacle::services
