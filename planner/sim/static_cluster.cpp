// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/static_cluster.h"

#include <absl/container/flat_hash_map.h>

namespace binnacle::sim {

using framework::BindResult;
using model::AccessReview;

struct StaticCluster::Content {
    std::vector<model::NodePtr> nodes;
    std::vector<model::PodPtr> pods;
    model::InventoryPtr inventory;
    absl::flat_hash_map<model::PodKey, model::PodPtr> byKey;
    std::string description;
    base::TimePoint at;

    [[nodiscard]] model::FeedStatus status(model::FeedState state) const
    {
        model::FeedStatus status;
        status.state = state;
        status.lastContact = at;
        status.nodesListed = static_cast<std::int64_t>(nodes.size());
        status.podsListed = static_cast<std::int64_t>(pods.size());
        status.serverVersion = description;
        return status;
    }
    [[nodiscard]] model::ClusterDelta whole() const
    {
        model::ClusterDelta delta;
        delta.replaceNodes = true;
        delta.replacePods = true;
        delta.nodes = nodes;
        delta.pods = pods;
        delta.inventory = inventory;
        return delta;
    }
};

namespace {

absl::Status readOnly() { return absl::FailedPreconditionError("the cluster was read from a file"); }

/// A file may be looked at, and nothing else.
AccessReview lookOnly()
{
    AccessReview review;
    review.listNodes = AccessReview::Answer::Allowed;
    review.listPods = AccessReview::Answer::Allowed;
    review.bindPods = AccessReview::Answer::Denied;
    review.createEvents = AccessReview::Answer::Denied;
    review.patchPodStatus = AccessReview::Answer::Denied;
    review.readMetrics = AccessReview::Answer::Denied;
    return review;
}

} // namespace

StaticCluster::StaticCluster(std::vector<model::NodePtr> nodes, std::vector<model::PodPtr> pods,
    model::InventoryPtr inventory, std::string description, base::TimePoint at)
    : m_content([&] {
          auto content = std::make_shared<Content>();
          content->nodes = std::move(nodes);
          content->pods = std::move(pods);
          content->description = std::move(description);
          content->at = at;
          content->inventory = std::move(inventory);
          for (const model::PodPtr &pod : content->pods) {
              content->byKey.emplace(pod->key, pod);
          }
          return content;
      }())
{
}

StaticCluster::~StaticCluster() { stop(); }

std::shared_ptr<ExecutorLink> StaticCluster::link() const
{
    const std::lock_guard lock(m_mutex);
    return m_link;
}

void StaticCluster::start(base::Executor &executor, framework::ClusterSink &sink)
{
    stop();
    auto link = std::make_shared<ExecutorLink>(executor, sink);
    {
        const std::lock_guard lock(m_mutex);
        m_link = link;
    }
    ExecutorLink::post(link, [content = m_content](ExecutorLink &to) {
        to.status(content->status(model::FeedState::Connecting));
        to.access(lookOnly());
        to.delta(content->whole());
        to.status(content->status(model::FeedState::Synced));
        to.usage({}); // no source: unknown, not zero
    });
}

void StaticCluster::stop()
{
    const std::lock_guard lock(m_mutex);
    if (m_link) {
        m_link->open.store(false, std::memory_order_release);
        m_link.reset();
    }
}

void StaticCluster::bind(framework::BindRequest, std::function<void(BindResult)> done)
{
    if (const auto to = link()) {
        ExecutorLink::post(to, [done = std::move(done)](ExecutorLink &) {
            done({BindResult::Kind::Refused, readOnly()});
        });
    }
}

void StaticCluster::readPod(model::PodKey pod, std::function<void(absl::StatusOr<model::PodPtr>)> done)
{
    if (const auto to = link()) {
        ExecutorLink::post(to, [content = m_content, pod = std::move(pod), done = std::move(done)](ExecutorLink &) {
            const auto it = content->byKey.find(pod);
            done(it != content->byKey.end() ? absl::StatusOr<model::PodPtr>(it->second)
                                            : absl::NotFoundError(pod.text()));
        });
    }
}

void StaticCluster::note(framework::PodNote, std::function<void(absl::Status)> done)
{
    if (const auto to = link()) {
        ExecutorLink::post(to, [done = std::move(done)](ExecutorLink &) { done(readOnly()); });
    }
}

} // namespace binnacle::sim
