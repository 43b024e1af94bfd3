// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/live_cluster.h"

#include "backend/kube/give_way.h"
#include "backend/kube/live_cluster_session.h"

#include <utility>

namespace binnacle::kube {

LiveCluster::LiveCluster(HttpLoop &loop, ApiEndpoint endpoint, Options options)
    : m_loop(loop), m_endpoint(std::move(endpoint)), m_options(std::move(options))
{
}

LiveCluster::~LiveCluster() { stop(); }

void LiveCluster::start(base::Executor &executor, framework::ClusterSink &sink)
{
    absl::MutexLock lock(&m_mutex);
    if (m_session != nullptr) {
        return;
    }
    m_sequence = std::make_shared<base::Sequence>("decode");
    m_session = std::make_shared<Session>(m_loop, m_sequence, m_endpoint, m_options, executor, sink);
    m_sequence->post([session = m_session.get()] {
        giveWay();
        session->begin();
    });
}

void LiveCluster::stop()
{
    std::shared_ptr<base::Sequence> sequence;
    std::shared_ptr<Session> session;
    {
        absl::MutexLock lock(&m_mutex);
        sequence = std::move(m_sequence);
        session = std::move(m_session);
    }
    if (session == nullptr) {
        return;
    }
    session->close();
    sequence->stop(); // from here on nothing runs on it, and nobody else holds the session for longer than a look
}

void LiveCluster::bind(framework::BindRequest request, std::function<void(framework::BindResult)> done)
{
    onSession(
        [request = std::move(request), done = std::move(done)](Session &session) { session.bind(request, done); });
}

void LiveCluster::readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done)
{
    onSession([pod = std::move(pod), done = std::move(done)](Session &session) { session.readPod(pod, done); });
}

void LiveCluster::note(framework::PodNote note, std::function<void(absl::Status)> done)
{
    onSession([note = std::move(note), done = std::move(done)](Session &session) { session.note(note, done); });
}

void LiveCluster::onSession(std::function<void(Session &)> task)
{
    absl::MutexLock lock(&m_mutex);
    if (m_session != nullptr) {
        m_sequence->post([session = m_session.get(), task = std::move(task)] { task(*session); });
    }
}

} // namespace binnacle::kube
