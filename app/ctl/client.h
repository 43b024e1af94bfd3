// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "planner/base/executor.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <deque>
#include <memory>
#include <optional>

namespace binnacle::ctl {

/// An executor pumped by the thread that waits on it: the command line's stand-in for an event loop.
class PumpExecutor final : public base::Executor {
public:
    void post(std::function<void()> task) override;
    [[nodiscard]] bool runsHere() const override { return true; }
    /// Runs tasks until `done` says so or the time is up; false on the latter.
    bool runUntil(const std::function<bool()> &done, std::chrono::milliseconds limit);

private:
    [[nodiscard]] bool any() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_mutex) { return !m_tasks.empty(); }

    absl::Mutex m_mutex;
    std::deque<std::function<void()>> m_tasks ABSL_GUARDED_BY(m_mutex);
};

/// One open cluster, spoken to in plain calls that wait. Single-threaded.
class Client {
public:
    explicit Client(std::unique_ptr<api::ClusterService> service);

    /// Waits until the feed is synced; a fault that cannot heal by itself is returned at once.
    [[nodiscard]] absl::Status waitSynced(std::chrono::milliseconds limit);
    [[nodiscard]] api::ClusterService &service() { return *m_service; }
    [[nodiscard]] const api::ClusterState &state() const { return *m_state; }
    [[nodiscard]] const std::vector<model::PodPtr> &pods() const { return m_pods; } ///< by key
    /// Waits until a state satisfies the condition.
    bool waitFor(const std::function<bool(const api::ClusterState &)> &condition, std::chrono::milliseconds limit);

    /// Makes an asynchronous call and waits for its answer.
    template <typename T>
    absl::StatusOr<T> ask(
        const std::function<void(api::Reply<T>)> &call, std::chrono::milliseconds limit = std::chrono::minutes(2))
    {
        auto answer = std::make_shared<std::optional<absl::StatusOr<T>>>();
        call([answer](absl::StatusOr<T> value) { *answer = std::move(value); });
        if (!m_pump.runUntil([&] { return answer->has_value(); }, limit))
            return absl::DeadlineExceededError("no answer in time");
        return std::move(**answer);
    }
    absl::Status tell(
        const std::function<void(api::Done)> &call, std::chrono::milliseconds limit = std::chrono::minutes(2));

private:
    PumpExecutor m_pump; // outlives the service, which posts to it
    api::ClusterStatePtr m_state = std::make_shared<api::ClusterState>();
    std::vector<model::PodPtr> m_pods; // sorted by key
    std::unique_ptr<api::ClusterService> m_service;
};

} // namespace binnacle::ctl
