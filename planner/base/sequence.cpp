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

Sequence::Sequence(std::string name) : m_name(std::move(name)), m_thread([this] { run(); }) { }

Sequence::~Sequence() { stop(); }

void Sequence::post(std::function<void()> task)
{
    absl::MutexLock lock(&m_mutex);
    if (!m_stopping)
        m_tasks.push_back(std::move(task));
}

bool Sequence::runsHere() const { return t_current == this; }

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
        absl::MutexLock lock(&m_mutex);
        m_stopping = true;
        dropped.swap(m_tasks);
    }
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
            absl::MutexLock lock(&m_mutex);
            m_mutex.Await(absl::Condition(this, &Sequence::wakeNeeded));
            if (m_stopping)
                return;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        task();
    }
}

} // namespace binnacle::base
