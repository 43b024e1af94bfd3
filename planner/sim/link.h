// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/ports.h"

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace binnacle::sim {

/// The way back from a cluster to whoever started it: runs tasks on the executor of start() until stop(). Shared with
/// the tasks under way, so that they outlive the cluster safely. Thread-safe.
struct ExecutorLink {
    base::Executor &executor;
    framework::ClusterSink &sink;
    std::atomic<bool> open{true};

    ExecutorLink(base::Executor &executor, framework::ClusterSink &sink) : executor(executor), sink(sink) { }

    /// Runs `task` later on the executor, unless the link was closed by then.
    template <typename Task> static void post(const std::shared_ptr<ExecutorLink> &link, Task task)
    {
        link->executor.post([link, task = std::move(task)]() mutable {
            if (link->open.load(std::memory_order_acquire)) {
                task(*link);
            }
        });
    }

    /// Delivers in the running task, unless an earlier delivery of that task led to stop().
    void status(model::FeedStatus value)
    {
        if (open.load(std::memory_order_acquire)) {
            sink.onStatus(std::move(value));
        }
    }
    void access(model::AccessReview value)
    {
        if (open.load(std::memory_order_acquire)) {
            sink.onAccess(std::move(value));
        }
    }
    void delta(model::ClusterDelta value)
    {
        if (open.load(std::memory_order_acquire) && !value.empty()) {
            sink.onDelta(std::move(value));
        }
    }
    void usage(model::UsageReport value)
    {
        if (open.load(std::memory_order_acquire)) {
            sink.onUsage(std::move(value));
        }
    }
};

} // namespace binnacle::sim
