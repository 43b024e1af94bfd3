// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/http.h"

#include "backend/kube/give_way.h"
#include "backend/kube/http_transfer.h"

#include <absl/base/thread_annotations.h>
#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>
#include <absl/time/time.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <deque>
#include <map>
#include <pthread.h>
#include <thread>
#include <utility>

namespace binnacle::kube {

namespace {
using Clock = std::chrono::steady_clock;
constexpr int maxWaitMilli = 1000;
// After bytes have come, more is waited for: a server that sends a list object by object would wake this thread, and the one
// that decodes, for each of them.
constexpr absl::Duration gatherTime = absl::Milliseconds(2);

void initialiseCurl()
{
    static const CURLcode done = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)done;
}
} // namespace

/// The I/O thread. Everything but the command queue belongs to it.
class HttpLoop::Thread {
public:
    Thread()
    {
        initialiseCurl();
        m_multi = curl_multi_init();
        curl_multi_setopt(m_multi, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_MULTIPLEX));
        m_thread = std::thread([this] { run(); });
    }

    ~Thread()
    {
        post([this] { m_stopping = true; });
        m_thread.join();
        for (auto &[id, transfer] : m_transfers) {
            curl_multi_remove_handle(m_multi, transfer->easy());
        }
        m_transfers.clear();
        curl_multi_cleanup(m_multi);
    }
    Thread(const Thread &) = delete;
    Thread &operator=(const Thread &) = delete;

    std::uint64_t nextId() { return m_nextId.fetch_add(1, std::memory_order_relaxed); }

    void post(std::function<void()> command)
    {
        {
            absl::MutexLock lock(&m_mutex);
            m_commands.push_back(std::move(command));
        }
        curl_multi_wakeup(m_multi);
    }

    void begin(CallId id, HttpRequest request, HttpHandler handler)
    {
        auto transfer = std::make_unique<HttpTransfer>(id, std::move(request), std::move(handler), m_bodyCame);
        HttpTransfer &call = *transfer;
        m_transfers.emplace(id, std::move(transfer));
        start(call, false);
    }

    void cancel(CallId id)
    {
        const auto found = m_transfers.find(id);
        if (found != m_transfers.end()) {
            curl_multi_remove_handle(m_multi, found->second->easy());
            m_transfers.erase(found);
        }
    }

    void consumed(CallId id, std::size_t bytes)
    {
        const auto found = m_transfers.find(id);
        if (found != m_transfers.end()) {
            found->second->consumed(bytes);
        }
    }

    void addTimer(TimerId id, Clock::time_point at, std::function<void()> task)
    {
        m_timers.emplace(std::pair(at, id), std::move(task));
        m_timerTimes.emplace(id, at);
    }

    void cancelTimer(TimerId id)
    {
        const auto found = m_timerTimes.find(id);
        if (found != m_timerTimes.end()) {
            m_timers.erase({found->second, id});
            m_timerTimes.erase(found);
        }
    }

private:
    void run()
    {
        pthread_setname_np(pthread_self(), "network");
        giveWay();
        // A write to a connection that the peer closed must be an error, not the end of the process.
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
        while (!m_stopping) {
            runCommands();
            runTimers();
            int running = 0;
            m_bodyCame = false;
            curl_multi_perform(m_multi, &running);
            collect();
            if (m_bodyCame) {
                gather();
            } else if (!m_stopping) {
                curl_multi_poll(m_multi, nullptr, 0, waitMilli(), nullptr);
            }
        }
    }

    void gather()
    {
        const auto commanded = [this]() ABSL_SHARED_LOCKS_REQUIRED(m_mutex) { return !m_commands.empty(); };
        absl::MutexLock lock(&m_mutex);
        m_mutex.AwaitWithTimeout(absl::Condition(&commanded), gatherTime);
    }

    void runCommands()
    {
        std::deque<std::function<void()>> commands;
        {
            absl::MutexLock lock(&m_mutex);
            commands.swap(m_commands);
        }
        for (const auto &command : commands) {
            command();
        }
    }

    void runTimers()
    {
        const Clock::time_point now = Clock::now();
        while (!m_timers.empty() && m_timers.begin()->first.first <= now) {
            auto node = m_timers.extract(m_timers.begin());
            m_timerTimes.erase(node.key().second);
            node.mapped()();
        }
    }

    [[nodiscard]] int waitMilli() const
    {
        if (m_timers.empty()) {
            return maxWaitMilli;
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_timers.begin()->first.first - Clock::now());
        return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, maxWaitMilli));
    }

    void start(HttpTransfer &call, bool freshConnection)
    {
        if (!call.prepare(freshConnection) || curl_multi_add_handle(m_multi, call.easy()) != CURLM_OK) {
            HttpEnd end;
            end.fault = model::FaultKind::Configuration;
            end.status = absl::InvalidArgumentError("the request cannot be made");
            end.sent = false;
            complete(call, end);
        }
    }

    void collect()
    {
        int left = 0;
        while (CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
            if (message->msg != CURLMSG_DONE) {
                continue;
            }
            const CURLcode code = message->data.result;
            CURL *easy = message->easy_handle;
            HttpTransfer *call = nullptr;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, &call);
            if (call->shouldRetry(code)) {
                curl_multi_remove_handle(m_multi, easy);
                start(*call, true);
                continue;
            }
            const HttpEnd end = call->endOf(code);
            curl_multi_remove_handle(m_multi, easy);
            complete(*call, end);
        }
    }

    void complete(HttpTransfer &call, const HttpEnd &end)
    {
        const auto found = m_transfers.find(call.id());
        const std::unique_ptr<HttpTransfer> owned = std::move(found->second);
        m_transfers.erase(found);
        owned->finish(end);
    }

    CURLM *m_multi = nullptr; // constant after construction; only curl_multi_wakeup is called from other threads
    std::atomic<std::uint64_t> m_nextId{1};
    absl::Mutex m_mutex;
    std::deque<std::function<void()>> m_commands ABSL_GUARDED_BY(m_mutex);

    absl::flat_hash_map<CallId, std::unique_ptr<HttpTransfer>> m_transfers;
    std::map<std::pair<Clock::time_point, TimerId>, std::function<void()>> m_timers;
    absl::flat_hash_map<TimerId, Clock::time_point> m_timerTimes;
    bool m_stopping = false;
    bool m_bodyCame = false; ///< to any transfer in the last round
    std::thread m_thread;
};

HttpLoop::HttpLoop() : m_thread(std::make_unique<Thread>()) { }
HttpLoop::~HttpLoop() = default;

HttpLoop::CallId HttpLoop::send(HttpRequest request, HttpHandler handler)
{
    const CallId id = m_thread->nextId();
    // std::function wants copies; a call is begun once.
    auto shared = std::make_shared<std::pair<HttpRequest, HttpHandler>>(std::move(request), std::move(handler));
    m_thread->post([thread = m_thread.get(), id, shared] {
        thread->begin(id, std::move(shared->first), std::move(shared->second));
    });
    return id;
}

void HttpLoop::cancel(CallId call)
{
    m_thread->post([thread = m_thread.get(), call] { thread->cancel(call); });
}

void HttpLoop::consumed(CallId call, std::size_t bytes)
{
    m_thread->post([thread = m_thread.get(), call, bytes] { thread->consumed(call, bytes); });
}

HttpLoop::TimerId HttpLoop::after(std::chrono::milliseconds delay, std::function<void()> task)
{
    const TimerId id = m_thread->nextId();
    const Clock::time_point at = Clock::now() + delay;
    m_thread->post([thread = m_thread.get(), id, at, task = std::move(task)]() mutable {
        thread->addTimer(id, at, std::move(task));
    });
    return id;
}

void HttpLoop::cancelTimer(TimerId timer)
{
    m_thread->post([thread = m_thread.get(), timer] { thread->cancelTimer(timer); });
}

} // namespace binnacle::kube
