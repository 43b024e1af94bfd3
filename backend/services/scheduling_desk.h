// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/services/requeue.h"
#include "planner/base/clock.h"
#include "planner/base/sequence.h"
#include "planner/engine/cluster_cache.h"
#include "planner/engine/scheduling_queue.h"
#include "planner/framework/policy.h"
#include "planner/plan/problem.h"

#include <absl/container/flat_hash_map.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::services {

/// Pods of this scheduler name are ours to bind; all others are only advised on.
inline constexpr const char *schedulerName = "binnacle";

/// Keeps the cluster cache and the queue, and decides: one pod at a time on the scheduling sequence, over an immutable
/// snapshot, ours first, then advice on other schedulers' pods when there is nothing else to do. What-ifs and
/// explanations run there too, between decisions. Owned by the session's state sequence; answers arrive on it.
class SchedulingDesk {
public:
    struct Surroundings {
        base::Executor *state = nullptr;
        const base::Clock *clock = nullptr;
        framework::Policies policies;
        std::uint64_t seed = 42;
        std::function<bool()> mayDecide; ///< synced and reconciled
        std::function<bool()> mayPropose; ///< there is room for one more open proposal
        std::function<bool()> proposes; ///< ours become proposals; else they too are advised on
        std::function<bool(const model::PodKey &)> busy; ///< a proposal of this pod is open
        /// One of ours can be placed.
        std::function<void(model::SnapshotPtr, model::DecisionPtr)> placed;
        /// One of ours cannot be. `answer` names the outcome and its reasons; empty when the log has it already.
        std::function<void(model::SnapshotPtr, model::DecisionPtr, std::string answer)> unplaced;
        std::function<void(const model::PodKey &)> changed; ///< a pending pod's entry changed
        std::function<void()> decidedOne;
        base::Duration deniedFor = std::chrono::minutes(5);
    };

    explicit SchedulingDesk(Surroundings around);
    ~SchedulingDesk();

    void apply(const model::ClusterDelta &delta);
    [[nodiscard]] model::SnapshotPtr snapshot();
    /// Decisions that begin from now on are made under these, and what waits for a change may try again. A decision under way
    /// ends under those that it began with.
    void setPolicies(framework::Policies policies);
    [[nodiscard]] const framework::Policies &policies() const { return *m_policies; }
    /// What every node was measured to use, or nothing; kept only while a policy reads it.
    void setMeasured(const api::UsageTable &usage);
    void setVariation(base::Symbol node, const model::Variation &variation) { m_cache.setVariation(node, variation); }
    void podSeen(const model::PodPtr &pod); ///< after apply
    void podGone(const model::PodKey &pod);
    void assume(const model::PodPtr &pod, base::Symbol node);
    void forget(const model::PodKey &pod, const std::string &uid);
    void requeue(const model::PodPtr &pod, Requeue how);
    /// The log did not take the last answer without a node: the next one is news.
    void notRecorded(const model::PodKey &pod);
    /// What the log holds of earlier runs: the last answer without a node, by the pod's UID.
    void setRecorded(absl::flat_hash_map<std::string, std::string> answers) { m_recorded = std::move(answers); }
    /// A person denied a placement of this pod in an earlier run: it is kept back for the rest of the time, unless it has
    /// changed since (`was`: its signature then).
    void setDenied(const model::PodKey &pod, std::optional<base::Fingerprint> was, base::TimePoint at);
    /// Autonomy changed: ours move between queue and advice.
    void regroup();
    /// Starts the next decision when none is under way. Call after anything that could make one due, and each second.
    void kick();
    void stop(); ///< joins the scheduling sequence

    [[nodiscard]] std::vector<api::PendingPod> pending() const; ///< ours first, by priority then age
    /// The pods that hold no place: pending, and not assumed on a node for an open proposal.
    [[nodiscard]] std::vector<model::PodPtr> waiting() const;
    [[nodiscard]] std::int64_t pendingCount() const { return static_cast<std::int64_t>(m_pending.size()); }

    /// Runs Filter for one node on the newest snapshot, the pod's own assumption aside. Blocks for microseconds.
    [[nodiscard]] absl::Status stillFits(const model::Decision &decision, const model::PodPtr &now);
    /// What has to be written before the pod may be bound, as things are now.
    [[nodiscard]] std::vector<model::Reason> bindingNeeds(const model::PodPtr &now);
    void whatIf(model::PodPtr pod, api::Reply<model::DecisionPtr> reply);
    void whatIf(std::vector<model::PodPtr> pods, api::Reply<std::vector<model::DecisionPtr>> reply);
    void explain(model::PodPtr pod, base::Symbol node, api::Reply<api::NodeExplanation> reply);
    /// Every pod that waits, over the newest snapshot without those of them that are assumed.
    [[nodiscard]] plan::Problem problem();
    void fragmentation(std::function<void(api::Fragmentation)> reply);
    /// Runs a parse or another job on the scheduling sequence.
    void run(std::function<void()> job) { m_work.post(std::move(job)); }

private:
    struct Entry {
        api::PendingPod shown;
        bool ours = false; ///< to be queued, not only advised on
        base::TimePoint deniedUntil{};
        base::TimePoint nextAdvice{};
        base::Fingerprint advisedOn{}; ///< snapshot hash
        std::string recorded; ///< the last answer without a node that went into the log
    };

    [[nodiscard]] bool isOurs(const model::Pod &pod) const;
    void place(Entry &entry);
    void clusterChanged(const engine::CacheEvents &events);
    void keepBack(Entry &entry, base::TimePoint until);
    void endDenials();
    [[nodiscard]] model::PodPtr nextAdvice();
    /// `queued` is empty for advice.
    void decideOn(const model::PodPtr &pod, std::optional<engine::SchedulingQueue::Entry> queued);
    void decided(const model::PodPtr &pod, std::optional<engine::SchedulingQueue::Entry> queued,
        const model::SnapshotPtr &snapshot, const std::shared_ptr<model::Decision> &decision);
    [[nodiscard]] std::string nextId(const model::Pod &pod);
    void show(Entry &entry, const model::Decision &decision, const model::SnapshotPtr &snapshot);
    [[nodiscard]] model::SnapshotPtr without(const model::Pod &pod); ///< newest snapshot without that pod
    [[nodiscard]] std::shared_ptr<model::Decision> decide(
        const model::Snapshot &snapshot, const model::PodPtr &pod, const framework::Policies &policies) const;

    Surroundings m_around;
    std::shared_ptr<const framework::Policies> m_policies; ///< never null
    engine::ClusterCache m_cache;
    engine::SchedulingQueue m_queue;
    absl::flat_hash_map<model::PodKey, Entry> m_pending;
    std::deque<std::pair<base::TimePoint, model::PodKey>> m_denied; ///< until when; the first to end first
    absl::flat_hash_map<std::string, std::string> m_recorded;
    bool m_deciding = false;
    bool m_measured = false; ///< the cache holds what was measured
    engine::CacheEvents m_meanwhile; ///< since the decision under way began
    std::uint64_t m_decisionSerial = 0;
    std::shared_ptr<int> m_life = std::make_shared<int>(0);
    base::Sequence m_work{"scheduling"};
};

} // namespace binnacle::services
