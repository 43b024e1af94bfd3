// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "backend/api/scenario.h"
#include "planner/base/executor.h"
#include "planner/model/change.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::model {
struct Plan;
using PlanPtr = std::shared_ptr<const Plan>;
} // namespace binnacle::model

namespace binnacle::api {

struct PlanRequest; // backend/api/plan.h

template <typename T> using Reply = std::function<void(absl::StatusOr<T>)>;
using Done = std::function<void(absl::Status)>;

/// Why one node was refused or how it scored: every plugin's word on it, not only the first that refused.
struct NodeExplanation {
    base::Symbol node;
    bool feasible = false;
    struct Word {
        base::Symbol plugin;
        bool ok = true;
        std::vector<model::Reason> reasons;
    };
    std::vector<Word> filters; ///< in plugin order
    /// What would make this node fit, each verified by deciding again on a fork: the smallest first, then others.
    std::vector<model::ChangeSet> changes;
    model::ChangeSearch search = model::ChangeSearch::NotNeeded;
    base::Symbol unliftable; ///< NoneKnown: the plugin whose word nothing known lifts

    [[nodiscard]] model::ChangeSet smallestChange() const
    {
        return changes.empty() ? model::ChangeSet{} : changes.front();
    }
};

/// A time series of one node: seconds since the epoch and value; NaN where nothing was measured.
struct Series {
    std::vector<double> at;
    std::vector<double> value;
};
struct NodeHistory {
    base::Symbol node;
    Series cpuUsed; ///< cores
    Series cpuRequested; ///< cores
    Series memoryUsed; ///< bytes
    Series memoryRequested; ///< bytes
};

class PolicyService; // backend/api/policy.h

/// One open cluster. Every call returns at once and answers on the executor of the subscriber, exactly once, unless the
/// service is destroyed first. Call from one thread (the GUI's, or the ctl's).
class ClusterService {
public:
    virtual ~ClusterService() = default;

    /// The executor on which updates and replies arrive, and the handler of updates. Updates coalesce: the next one is
    /// sent only when the last was handled. The first one is a reset.
    virtual void subscribe(base::Executor &executor, std::function<void(ClusterUpdatePtr)> handler) = 0;

    /// Where would this pod go and why; nothing is written or recorded. Fails with kFailedPrecondition unless synced.
    virtual void whatIf(model::PodKey pod, Reply<model::DecisionPtr> reply) = 0;
    /// The same for every pod or workload template of a pasted manifest (YAML or JSON), placed one after the other.
    virtual void whatIfManifest(std::string text, Reply<std::vector<model::DecisionPtr>> reply) = 0;
    virtual void explain(model::DecisionPtr decision, base::Symbol node, Reply<NodeExplanation> reply) = 0;
    /// What would become of the cluster: all scenarios on one snapshot of it, beside the cluster as it is; nothing is
    /// written or recorded. A scenario that cannot be run says so in its result. `progress` (pods decided, of how many so
    /// far known) comes on the executor of the subscriber. kCancelled after `stop`; kFailedPrecondition unless synced.
    virtual void compareScenarios(std::vector<Scenario> scenarios,
        std::function<void(std::int64_t done, std::int64_t of)> progress, std::stop_token stop,
        Reply<ScenarioComparisonPtr> reply) = 0;

    /// A plan for the pods that wait, all together: a batch placement or a defragmentation. Nothing is written or recorded. A stop
    /// ends it early with the best found so far. Fails with kFailedPrecondition unless synced.
    virtual void plan(PlanRequest request, std::function<void(std::uint64_t done, std::uint64_t of)> progress,
        std::stop_token stop, Reply<model::PlanPtr> reply) = 0;

    /// Approve or deny a waiting proposal. `typedName` is what the user typed on a protected cluster. `actor` is the
    /// operator's name. kFailedPrecondition: not waiting any more, expired, not synced, or writing is blocked.
    virtual void approve(std::string id, std::string actor, std::string typedName, Done done) = 0;
    virtual void deny(std::string id, std::string actor, std::string note, Done done) = 0;
    /// Makes a proposal for another feasible node of the same decision; the old one becomes Superseded.
    virtual void chooseAnother(std::string id, base::Symbol node, std::string actor, Done done) = 0;
    virtual void setAutonomy(Autonomy autonomy, std::string actor, Done done) = 0;
    virtual void setProtection(Protection protection, std::string actor, Done done) = 0;

    virtual void nodeHistory(base::Symbol node, Reply<NodeHistory> reply) = 0;

    virtual void audit(AuditFilter filter, Reply<AuditPage> reply) = 0;
    virtual void auditDecision(std::string id, Reply<AuditDecision> reply) = 0;
    virtual void verifyAudit(std::function<void(std::uint64_t done, std::uint64_t of)> progress, std::stop_token stop,
        Reply<AuditVerification> reply) = 0;
    /// format "csv" or "json"; writes the decisions that match, with the proof.
    virtual void exportAudit(AuditFilter filter, std::string format, std::string path, Done done) = 0;
    virtual void auditStorage(Reply<AuditStorage> reply) = 0;
    /// Sets how much is kept, in days and bytes, and forgets the rest at once, then once an hour; the hashes of what was
    /// forgotten stay, and with them the proofs. Answers what is there afterwards.
    virtual void setAuditRetention(
        std::int64_t days, std::int64_t bytes, std::string actor, Reply<AuditStorage> reply) = 0;
    virtual void replay(std::string id, Reply<ReplayReport> reply) = 0;

    /// Demo only: 0 pauses, 1 is real time. kFailedPrecondition elsewhere.
    virtual void setDemoSpeed(double factor, Done done) = 0;
    /// Live only: grants the consent that the feed asked for (FaultKind::ConsentNeeded), and connects again.
    virtual void consentText(Reply<std::vector<std::pair<std::string, std::string>>> reply) = 0;
    virtual void grantConsent(Done done) = 0;

    /// Trying and changing the policy; null where it cannot be changed. Owned by this service.
    [[nodiscard]] virtual PolicyService *policies() { return nullptr; }
};

/// A cluster that could be opened.
struct ClusterChoice {
    std::string id;
    std::string name;
    std::string origin;
    ClusterKind kind = ClusterKind::Demo;
    std::string problem; ///< why it cannot be opened; empty when it can
};

/// What the console and the ctl start from: the clusters that could be opened, and opening one. Opening starts
/// connecting at once; destroying the service disconnects.
class Workspace {
public:
    virtual ~Workspace() = default;
    [[nodiscard]] virtual std::vector<ClusterChoice> clusters() = 0;
    [[nodiscard]] virtual absl::StatusOr<std::unique_ptr<ClusterService>> open(const std::string &id) = 0;
};

} // namespace binnacle::api
