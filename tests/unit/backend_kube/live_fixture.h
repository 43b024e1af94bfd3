// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/live_cluster.h"
#include "planner/base/sequence.h"
#include "planner/framework/ports.h"

#include <absl/synchronization/mutex.h>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace binnacle::kube::testing {

/// Keeps what a cluster says, as a session would, and lets a test wait for it.
class Collector final : public framework::ClusterSink {
public:
    struct View {
        std::map<std::string, model::NodePtr> nodes;
        std::map<model::PodKey, model::PodPtr> pods;
        model::InventoryPtr inventory; ///< null until it came
        model::FeedStatus status;
        std::vector<model::FeedState> states; ///< each change
        std::vector<model::FaultKind> faults; ///< each change
        std::optional<model::AccessReview> access;
        std::vector<model::UsageReport> usage;
        int deltas = 0;
        int replacedPods = 0;
    };

    void onDelta(model::ClusterDelta delta) override
    {
        absl::MutexLock lock(&m_mutex);
        ++m_view.deltas;
        if (delta.replaceNodes) {
            m_view.nodes.clear();
        }
        if (delta.replacePods) {
            ++m_view.replacedPods;
            m_view.pods.clear();
        }
        for (const base::Symbol name : delta.removedNodes) {
            m_view.nodes.erase(std::string(name.text()));
        }
        for (const auto &[key, uid] : delta.removedPods) {
            const auto found = m_view.pods.find(key);
            if (found != m_view.pods.end() && found->second->uid == uid) {
                m_view.pods.erase(found);
            }
        }
        for (const model::NodePtr &node : delta.nodes) {
            m_view.nodes[std::string(node->name.text())] = node;
        }
        for (const model::PodPtr &pod : delta.pods) {
            m_view.pods[pod->key] = pod;
        }
        if (delta.inventory) {
            m_view.inventory = delta.inventory;
        }
    }
    void onStatus(model::FeedStatus status) override
    {
        absl::MutexLock lock(&m_mutex);
        if (m_view.states.empty() || m_view.states.back() != status.state) {
            m_view.states.push_back(status.state);
        }
        if (m_view.faults.empty() || m_view.faults.back() != status.fault) {
            m_view.faults.push_back(status.fault);
        }
        m_view.status = std::move(status);
    }
    void onUsage(model::UsageReport report) override
    {
        absl::MutexLock lock(&m_mutex);
        m_view.usage.push_back(std::move(report));
    }
    void onAccess(model::AccessReview review) override
    {
        absl::MutexLock lock(&m_mutex);
        m_view.access = std::move(review);
    }

    /// Waits until that holds, or the time is over; says which.
    bool waitFor(const std::function<bool(const View &)> &holds, std::chrono::seconds limit = std::chrono::seconds(20))
    {
        absl::MutexLock lock(&m_mutex);
        const auto condition = [&] { return holds(m_view); };
        return m_mutex.AwaitWithTimeout(absl::Condition(&condition), absl::FromChrono(limit));
    }
    [[nodiscard]] View view() const
    {
        absl::MutexLock lock(&m_mutex);
        return m_view;
    }

private:
    mutable absl::Mutex m_mutex;
    View m_view;
};

} // namespace binnacle::kube::testing
