// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/client.h"

#include "app/ctl/complaint.h"

#include <absl/time/clock.h>
#include <absl/time/time.h>

#include <algorithm>
#include <map>

namespace binnacle::ctl {

void PumpExecutor::post(std::function<void()> task)
{
    absl::MutexLock lock(&m_mutex);
    m_tasks.push_back(std::move(task));
}

bool PumpExecutor::runUntil(const std::function<bool()> &done, std::chrono::milliseconds limit)
{
    const absl::Time end = absl::Now() + absl::FromChrono(limit);
    while (!done()) {
        std::function<void()> task;
        {
            absl::MutexLock lock(&m_mutex);
            if (!m_mutex.AwaitWithDeadline(absl::Condition(this, &PumpExecutor::any), end))
                return false;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        task();
    }
    return true;
}

namespace {

bool byKey(const model::PodPtr &a, const model::PodPtr &b) { return a->key < b->key; }

/// Faults that waiting does not mend.
bool final(model::FaultKind fault)
{
    using enum model::FaultKind;
    switch (fault) {
    case TlsUntrusted:
    case TlsCertificateExpired:
    case Unauthorized:
    case Forbidden:
    case CredentialPlugin:
    case ConsentNeeded:
    case Configuration:
        return true;
    default:
        return false;
    }
}

} // namespace

Client::Client(std::unique_ptr<api::ClusterService> service) : m_service(std::move(service))
{
    auto empty = std::make_shared<api::ClusterState>();
    empty->snapshot = std::make_shared<model::Snapshot>();
    empty->usage = std::make_shared<api::UsageTable>();
    m_state = std::move(empty);
    m_service->subscribe(m_pump, [this](const api::ClusterUpdatePtr &update) {
        m_state = update->state;
        if (update->reset)
            m_pods.clear();
        std::map<model::PodKey, model::PodPtr> changed;
        for (const model::PodPtr &pod : update->pods)
            changed[pod->key] = pod;
        for (const model::PodKey &key : update->removedPods)
            changed[key] = nullptr;
        std::erase_if(m_pods, [&](const model::PodPtr &pod) { return changed.contains(pod->key); });
        for (const auto &[key, pod] : changed) {
            if (pod)
                m_pods.push_back(pod);
        }
        std::sort(m_pods.begin(), m_pods.end(), byKey);
    });
}

absl::Status Client::waitSynced(std::chrono::milliseconds limit)
{
    const bool settled = m_pump.runUntil(
        [&] { return m_state->feed.state == model::FeedState::Synced || final(m_state->feed.fault); }, limit);
    if (m_state->feed.state == model::FeedState::Synced)
        return absl::OkStatus();
    std::string what = m_state->feed.detail.empty() ? "the cluster did not answer in time" : m_state->feed.detail;
    const std::string_view advice = adviceOn(m_state->feed.fault);
    what +=
        advice.empty() ? "; try again, with a longer --timeout if the cluster is large" : "; " + std::string(advice);
    return settled ? absl::FailedPreconditionError(what) : absl::DeadlineExceededError(what);
}

bool Client::waitFor(const std::function<bool(const api::ClusterState &)> &condition, std::chrono::milliseconds limit)
{
    return m_pump.runUntil([&] { return condition(*m_state); }, limit);
}

absl::Status Client::tell(const std::function<void(api::Done)> &call, std::chrono::milliseconds limit)
{
    auto answer = std::make_shared<std::optional<absl::Status>>();
    call([answer](absl::Status status) { *answer = std::move(status); });
    if (!m_pump.runUntil([&] { return answer->has_value(); }, limit))
        return absl::DeadlineExceededError("no answer in time");
    return **answer;
}

} // namespace binnacle::ctl
