// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/main_thread_executor.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QThread>

namespace binnacle::models {
namespace {

constexpr qint64 kSlice = 6; // ms

QEvent::Type wakeType()
{
    static const auto type = QEvent::Type(QEvent::registerEventType());
    return type;
}

} // namespace

MainThreadExecutor::MainThreadExecutor(QObject *parent) : QObject(parent) { }

void MainThreadExecutor::post(std::function<void()> task)
{
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
    if (!m_woken)
        wake();
}

void MainThreadExecutor::wake()
{
    m_woken = true;
    QCoreApplication::postEvent(this, new QEvent(wakeType()), Qt::LowEventPriority);
}

bool MainThreadExecutor::runsHere() const { return m_running && QThread::currentThread() == thread(); }

bool MainThreadExecutor::event(QEvent *event)
{
    if (event->type() != wakeType())
        return QObject::event(event);
    run();
    return true;
}

void MainThreadExecutor::run()
{
    QElapsedTimer clock;
    clock.start();
    const bool outer = m_running;
    m_running = true;
    while (clock.elapsed() < kSlice) {
        std::function<void()> task;
        {
            const std::lock_guard lock(m_mutex);
            if (m_tasks.empty())
                break;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        task();
    }
    m_running = outer;
    const std::lock_guard lock(m_mutex);
    m_woken = false;
    if (!m_tasks.empty())
        wake();
}

} // namespace binnacle::models
