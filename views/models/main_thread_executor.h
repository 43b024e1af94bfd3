// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/executor.h"

#include <QObject>

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

namespace binnacle::models {

/// Runs tasks on the thread it was made on, in the Qt event loop, in the order they were posted. A burst of tasks is one
/// Qt event; after 6 ms of them it lets the event loop breathe. `post` may be called from any thread. Tasks that wait
/// when it is destroyed are dropped.
class MainThreadExecutor : public QObject, public base::Executor {
    Q_OBJECT

public:
    explicit MainThreadExecutor(QObject *parent = nullptr);
    void post(std::function<void()> task) override;
    [[nodiscard]] bool runsHere() const override;

protected:
    bool event(QEvent *event) override;

private:
    void run();
    void wake();

    std::mutex m_mutex;
    std::deque<std::function<void()>> m_tasks; // guarded by m_mutex
    bool m_woken = false; // guarded by m_mutex: an event is on its way
    bool m_running = false; // main thread only
};

} // namespace binnacle::models
