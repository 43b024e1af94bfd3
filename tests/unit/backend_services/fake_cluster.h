// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/ports.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace binnacle::services {

/// What a fake cluster holds, shared so that a test can look at it after the session that used it is gone. Thread-safe.
struct FakeServer {
    absl::Mutex mutex;
    std::vector<model::NodePtr> nodes ABSL_GUARDED_BY(mutex);
    std::map<model::PodKey, model::PodPtr> pods ABSL_GUARDED_BY(mutex);
    std::vector<std::string> binds ABSL_GUARDED_BY(mutex); ///< "pod -> node", as they came
    framework::BindResult answer ABSL_GUARDED_BY(mutex){framework::BindResult::Kind::Bound, absl::OkStatus()};
    model::AccessReview access ABSL_GUARDED_BY(mutex);

    FakeServer()
    {
        using Answer = model::AccessReview::Answer;
        access = {Answer::Allowed, Answer::Allowed, Answer::Allowed, Answer::Allowed, Answer::Allowed, Answer::Denied,
            "tester"};
    }
};

/// A cluster that answers at once, carries out binds and echoes them.
class FakeCluster final : public framework::ClusterPort {
public:
    explicit FakeCluster(std::shared_ptr<FakeServer> server) : m_server(std::move(server)) { }

    void start(base::Executor &executor, framework::ClusterSink &sink) override
    {
        m_executor = &executor;
        m_sink = &sink;
        executor.post([this] {
            model::ClusterDelta all;
            {
                absl::MutexLock lock(&m_server->mutex);
                all.replaceNodes = all.replacePods = true;
                all.nodes = m_server->nodes;
                for (const auto &[key, pod] : m_server->pods)
                    all.pods.push_back(pod);
                m_sink->onAccess(m_server->access);
            }
            m_sink->onDelta(std::move(all));
            say(model::FeedState::Synced);
        });
    }
    void stop() override { }

    void say(model::FeedState state)
    {
        model::FeedStatus status;
        status.state = state;
        m_sink->onStatus(status);
    }
    /// From the test's thread.
    void becomes(model::FeedState state)
    {
        m_executor->post([this, state] { say(state); });
    }

    /// From the test's thread: a metrics source said this.
    void measured(model::UsageReport report)
    {
        m_executor->post([this, report = std::move(report)] { m_sink->onUsage(report); });
    }
    /// From the test's thread: this node came or changed.
    void seen(model::NodePtr node)
    {
        m_executor->post([this, node = std::move(node)] {
            model::ClusterDelta delta;
            delta.nodes = {node};
            m_sink->onDelta(std::move(delta));
        });
    }

    /// From the test's thread: the watch shows that pod as the server has it.
    void seenPod(const model::PodKey &key)
    {
        model::ClusterDelta delta;
        {
            absl::MutexLock lock(&m_server->mutex);
            delta.pods = {m_server->pods.at(key)};
        }
        m_executor->post([this, delta = std::move(delta)] { m_sink->onDelta(delta); });
    }

    void bind(framework::BindRequest request, std::function<void(framework::BindResult)> done) override
    {
        framework::BindResult answer;
        model::PodPtr bound;
        {
            absl::MutexLock lock(&m_server->mutex);
            m_server->binds.push_back(request.pod.text() + " -> " + request.nodeName);
            answer = m_server->answer;
            const auto found = m_server->pods.find(request.pod);
            if (answer.kind != framework::BindResult::Kind::Refused && found != m_server->pods.end()) {
                auto copy = std::make_shared<model::Pod>(*found->second);
                copy->nodeName = base::Symbol(request.nodeName);
                copy->finish();
                found->second = bound = copy;
            }
        }
        m_executor->post([this, answer, bound, done = std::move(done)] {
            done(answer);
            if (!bound)
                return;
            model::ClusterDelta delta;
            delta.pods = {bound};
            m_sink->onDelta(std::move(delta));
        });
    }
    void readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done) override
    {
        absl::StatusOr<model::PodPtr> answer = absl::NotFoundError("gone");
        {
            absl::MutexLock lock(&m_server->mutex);
            if (const auto found = m_server->pods.find(pod); found != m_server->pods.end())
                answer = found->second;
        }
        m_executor->post([answer, done = std::move(done)] { done(answer); });
    }
    void note(framework::PodNote, std::function<void(absl::Status)> done) override
    {
        m_executor->post([done = std::move(done)] { done(absl::OkStatus()); });
    }
    [[nodiscard]] bool writable() const override { return true; }

private:
    std::shared_ptr<FakeServer> m_server;
    base::Executor *m_executor = nullptr;
    framework::ClusterSink *m_sink = nullptr;
};

} // namespace binnacle::services
