// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/executor.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <deque>
#include <string>
#include <thread>

namespace binnacle::base {

/// One thread running posted tasks in order: the home of a state or scheduling sequence.
/// Destruction finishes the running task, drops the waiting ones and joins; stop() does the same early.
class Sequence final : public Executor {
public:
    explicit Sequence(std::string name);
    ~Sequence() override;
    Sequence(const Sequence &) = delete;
    Sequence &operator=(const Sequence &) = delete;

    void post(std::function<void()> task) override;
    [[nodiscard]] bool runsHere() const override;
    /// Waits until every task posted before the call has run. Must not be called from a task of this sequence.
    void drain();
    void stop();

private:
    void run();

    [[nodiscard]] bool wakeNeeded() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_mutex)
    {
        return m_stopping || !m_tasks.empty();
    }

    absl::Mutex m_mutex;
    std::deque<std::function<void()>> m_tasks ABSL_GUARDED_BY(m_mutex);
    bool m_stopping ABSL_GUARDED_BY(m_mutex) = false;
    std::string m_name; // constant after construction
    std::thread m_thread; // last: starts when the rest is ready
};

} // namespace binnacle::base
