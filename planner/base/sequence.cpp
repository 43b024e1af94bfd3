// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/sequence.h"

#include <future>
#include <memory>
#include <pthread.h>
#include <utility>

namespace binnacle::base {

namespace {
thread_local const Sequence *t_current = nullptr;
}

Sequence::Sequence(std::string name) : m_name(std::move(name)), m_thread([this] { run(); }) {}

Sequence::~Sequence()
{
    stop();
}

void Sequence::post(std::function<void()> task)
{
    {
        std::lock_guard lock(m_mutex);
        if (m_stopping)
            return;
        m_tasks.push_back(std::move(task));
    }
    m_wake.notify_one();
}

bool Sequence::runsHere() const
{
    return t_current == this;
}

void Sequence::drain()
{
    auto done = std::make_shared<std::promise<void>>();
    auto reached = done->get_future();
    post([done = std::move(done)] { done->set_value(); });
    try {
        reached.get();
    } catch (const std::future_error &) {
        // The sequence stopped and dropped the marker: nothing more will run.
    }
}

void Sequence::stop()
{
    std::deque<std::function<void()>> dropped;
    {
        std::lock_guard lock(m_mutex);
        m_stopping = true;
        dropped.swap(m_tasks);
    }
    m_wake.notify_one();
    dropped.clear();
    if (m_thread.joinable() && !runsHere())
        m_thread.join();
}

void Sequence::run()
{
    pthread_setname_np(pthread_self(), m_name.substr(0, 15).c_str());
    t_current = this;
    for (;;) {
        std::function<void()> task;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_stopping || !m_tasks.empty(); });
            if (m_stopping)
                return;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        task();
    }
}

} // namespace binnacle::base
