// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/executor.h"

#include <condition_variable>
#include <deque>
#include <mutex>
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

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_tasks; // guarded by m_mutex
    bool m_stopping = false;                   // guarded by m_mutex
    std::string m_name;                        // constant after construction
    std::thread m_thread;                      // last: starts when the rest is ready
};

} // namespace binnacle::base
