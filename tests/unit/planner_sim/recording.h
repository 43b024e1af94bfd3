// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/executor.h"
#include "planner/framework/ports.h"

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace binnacle::sim::testing {

/// Runs what was posted when the test says so, on the test's own thread.
class ManualExecutor final : public base::Executor {
public:
    void post(std::function<void()> task) override { m_tasks.push_back(std::move(task)); }
    [[nodiscard]] bool runsHere() const override { return m_running; }
    void run()
    {
        while (!m_tasks.empty()) {
            const auto task = std::move(m_tasks.front());
            m_tasks.pop_front();
            m_running = true;
            task();
            m_running = false;
        }
    }

private:
    std::deque<std::function<void()>> m_tasks;
    bool m_running = false;
};

class ManualClock final : public base::Clock {
public:
    [[nodiscard]] base::TimePoint now() const override { return m_now; }
    void pass(base::Duration elapsed) { m_now += elapsed; }

private:
    base::TimePoint m_now{std::chrono::sys_days(std::chrono::year(2026) / 3 / 4) + std::chrono::hours(9)};
};

/// Keeps what a cluster said, and the state that follows from it.
class RecordingSink : public framework::ClusterSink {
public:
    void onDelta(model::ClusterDelta delta) override
    {
        if (delta.replacePods) {
            pods.clear();
        }
        for (const model::NodePtr &node : delta.nodes) {
            nodes[std::string(node->name.text())] = node;
            history += "node " + std::string(node->name.text()) + ' ' + node->resourceVersion
                + (node->ready ? " ready\n" : " down\n");
        }
        for (const model::PodPtr &pod : delta.pods) {
            pods[pod->key] = pod;
            history += "pod " + pod->key.text() + ' ' + pod->uid + ' ' + pod->resourceVersion + ' '
                + std::string(pod->nodeName.text()) + ' ' + std::to_string(static_cast<int>(pod->phase)) + '\n';
        }
        for (const auto &[key, uid] : delta.removedPods) {
            const auto it = pods.find(key);
            if (it != pods.end() && it->second->uid == uid) {
                pods.erase(it);
            } else {
                ++removalsOfUnknownPods;
            }
            history += "gone " + key.text() + ' ' + uid + '\n';
        }
        deltas.push_back(std::move(delta));
    }
    void onStatus(model::FeedStatus status) override { statuses.push_back(std::move(status)); }
    void onUsage(model::UsageReport report) override { reports.push_back(std::move(report)); }
    void onAccess(model::AccessReview review) override { accesses.push_back(std::move(review)); }

    std::vector<model::ClusterDelta> deltas;
    std::vector<model::FeedStatus> statuses;
    std::vector<model::UsageReport> reports;
    std::vector<model::AccessReview> accesses;
    std::map<std::string, model::NodePtr> nodes;
    std::map<model::PodKey, model::PodPtr> pods;
    std::string history;
    int removalsOfUnknownPods = 0;
};

/// What is wrong with the bound pods of this state: nodes that hold more than they can. Empty when nothing is.
inline std::string overfullNodes(
    const std::map<std::string, model::NodePtr> &nodes, const std::map<model::PodKey, model::PodPtr> &pods)
{
    std::map<std::string, model::Resources> used;
    for (const auto &[key, pod] : pods) {
        if (pod->assigned() && !pod->finished()) {
            model::Resources &sum = used[std::string(pod->nodeName.text())];
            sum += pod->request;
            sum.pods += 1;
        }
    }
    std::string wrong;
    for (const auto &[name, sum] : used) {
        const auto node = nodes.find(name);
        if (node == nodes.end()) {
            wrong += name + " is no node\n";
            continue;
        }
        model::Resources room = node->second->allocatable;
        room -= sum;
        bool over = room.cpuMilli < 0 || room.memoryBytes < 0 || room.pods < 0;
        for (const auto &[resource, left] : room.scalars()) {
            over = over || left < 0;
        }
        wrong += over ? name + " is overfull\n" : "";
    }
    return wrong;
}

} // namespace binnacle::sim::testing
