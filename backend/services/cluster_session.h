// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "backend/services/audit_desk.h"
#include "backend/services/overview.h"
#include "backend/services/placement_desk.h"
#include "backend/services/plan_desk.h"
#include "backend/services/policy_desk.h"
#include "backend/services/scenario_desk.h"
#include "backend/services/scheduling_desk.h"
#include "backend/services/ticker.h"
#include "backend/services/update_feed.h"
#include "backend/services/usage_history.h"
#include "backend/services/workspace.h"
#include "planner/base/sequence.h"

#include <absl/container/flat_hash_map.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>

namespace binnacle::services {

/// What a session is made from.
struct SessionOptions {
    api::ClusterProfile profile;
    std::unique_ptr<framework::ClusterPort> port;
    framework::PolicyChanges policy; ///< that decides here
    std::map<std::string, framework::PolicyChanges> profiles; ///< instead of it, for the pods of these schedulers
    kube::PolicyFilePtr policyFile; ///< says more than those; null: none
    std::string policyPath; ///< that it was read from
    bool watchPolicy = false; ///< look after that file
    api::PolicyReload policyReload = api::PolicyReload::Ask;
    std::function<void(api::PolicyReload)> savePolicyReload;
    AuditDesk::Places places; ///< where the audit log and its heads live
    Recording recording = Recording::Write;
    /// A log that cannot be opened: false, opening the session fails with its status; true, the session shows the cluster
    /// and writes nothing to it (WriteBlock::AuditFailed), and its state says why.
    bool lookWithoutLog = false;
    std::uint64_t seed = 42;
    base::Duration proposalLife = std::chrono::minutes(5);
    double automaticConfidence = 0.9; ///< in autonomy Automatic, surer proposals are approved by the rule
    bool ruleApproves = true; ///< false: in autonomy Automatic too, only a person approves here
    std::string automaticActor = "automatic"; ///< who the audit log names then
    /// Moves a simulated cluster on by real time; called on the state sequence about ten times a second.
    std::function<void(base::Duration)> advance;
    std::function<void(double)> setSpeed; ///< demo only
    std::function<void(const api::ClusterProfile &)> saveProfile; ///< autonomy or protection changed
    std::function<std::vector<std::pair<std::string, std::string>>()> consentText;
    std::function<absl::Status()> grantConsent;
};

/// One open cluster: the port's deltas go into the scheduling desk's cache, decisions become proposals at the placement
/// desk, and what changed goes to the subscriber. Everything marked "state" below belongs to the state sequence; public
/// calls post to it. Destruction stops the port first, then the sequences; it must happen on the subscriber's thread.
class ClusterSession final : public api::ClusterService, private framework::ClusterSink {
public:
    [[nodiscard]] static absl::StatusOr<std::unique_ptr<ClusterSession>> open(SessionOptions options);
    ~ClusterSession() override;

    void subscribe(base::Executor &executor, std::function<void(api::ClusterUpdatePtr)> handler) override;
    void whatIf(model::PodKey pod, api::Reply<model::DecisionPtr> reply) override;
    void whatIfManifest(std::string text, api::Reply<std::vector<model::DecisionPtr>> reply) override;
    void explain(model::DecisionPtr decision, base::Symbol node, api::Reply<api::NodeExplanation> reply) override;
    void plan(api::PlanRequest request, std::function<void(std::uint64_t, std::uint64_t)> progress,
        std::stop_token stop, api::Reply<model::PlanPtr> reply) override;
    void compareScenarios(std::vector<api::Scenario> scenarios,
        std::function<void(std::int64_t, std::int64_t)> progress, std::stop_token stop,
        api::Reply<api::ScenarioComparisonPtr> reply) override;
    void approve(std::string id, std::string actor, std::string typedName, api::Done done) override;
    void deny(std::string id, std::string actor, std::string note, api::Done done) override;
    void chooseAnother(std::string id, base::Symbol node, std::string actor, api::Done done) override;
    void setAutonomy(api::Autonomy autonomy, std::string actor, api::Done done) override;
    void setProtection(api::Protection protection, std::string actor, api::Done done) override;
    void nodeHistory(base::Symbol node, api::Reply<api::NodeHistory> reply) override;
    void audit(api::AuditFilter filter, api::Reply<api::AuditPage> reply) override;
    void auditDecision(std::string id, api::Reply<api::AuditDecision> reply) override;
    void verifyAudit(std::function<void(std::uint64_t, std::uint64_t)> progress, std::stop_token stop,
        api::Reply<api::AuditVerification> reply) override;
    void exportAudit(api::AuditFilter filter, std::string format, std::string path, api::Done done) override;
    void auditStorage(api::Reply<api::AuditStorage> reply) override;
    void setAuditRetention(
        std::int64_t days, std::int64_t bytes, std::string actor, api::Reply<api::AuditStorage> reply) override;
    void replay(std::string id, api::Reply<api::ReplayReport> reply) override;
    void setDemoSpeed(double factor, api::Done done) override;
    void consentText(api::Reply<std::vector<std::pair<std::string, std::string>>> reply) override;
    void grantConsent(api::Done done) override;
    [[nodiscard]] api::PolicyService *policies() override { return m_policyRequests.get(); }

private:
    class PolicyRequests;
    explicit ClusterSession(SessionOptions options);
    absl::Status start();
    absl::Status startPolicy();
    PolicyDesk::Surroundings policySurroundings();
    [[nodiscard]] api::Autonomy autonomy() const;
    SchedulingDesk::Surroundings schedulingSurroundings();
    void refused(const model::Decision &decision);

    // framework::ClusterSink, on the state sequence
    void onDelta(model::ClusterDelta delta) override;
    void onStatus(model::FeedStatus status) override;
    void onUsage(model::UsageReport report) override;
    void onAccess(model::AccessReview review) override;

    // state
    PlacementDesk::Surroundings placementSurroundings();
    void tick();
    void publish();
    void takePods(const model::ClusterDelta &delta);
    void takePod(const model::PodPtr &pod);
    void dropPod(const model::PodKey &key, const std::string &uid);
    void recall();
    void beginWhenSynced();
    void approveByRule();
    void sampleOverview();
    void changeProfile(std::function<void(api::ClusterProfile &)> change, std::string name, std::string value,
        std::string actor, api::Done done);
    [[nodiscard]] bool proposes() const;
    [[nodiscard]] api::WriteBlock writeBlock() const;
    [[nodiscard]] bool mayNote() const;
    [[nodiscard]] absl::Status auditFault() const;
    [[nodiscard]] absl::Status noLog() const;
    void keepCheck(const api::AuditVerification &result);
    [[nodiscard]] absl::Status mayWrite(const std::string &typedName) const;
    [[nodiscard]] api::ClusterStatePtr build();
    /// Posts to the state sequence; `reply` is carried back to the subscriber's executor.
    void onState(std::function<void()> task);
    template <typename T> api::Reply<T> toSubscriber(api::Reply<T> reply);
    api::Done toSubscriber(api::Done done);

    SessionOptions m_options; // profile: state; the rest constant after construction
    SystemClock m_clock;
    std::atomic<base::Executor *> m_subscriber{nullptr};

    // state
    absl::flat_hash_map<model::PodKey, model::PodPtr> m_pods;
    std::int64_t m_running = 0;
    model::FeedStatus m_feed;
    model::AccessReview m_access;
    std::shared_ptr<const api::UsageTable> m_usage = std::make_shared<api::UsageTable>();
    UsageHistory m_usageHistory;
    OverviewHistory m_overview;
    LastHour m_decisions;
    LastHour m_placements;
    api::Fragmentation m_fragmentation;
    bool m_fragmentationAsked = false;
    base::TimePoint m_nextFragmentation{};
    base::TimePoint m_nextPrune{};
    bool m_verifyAsked = false;
    UpdateFeed m_updates;
    bool m_reconciling = false;
    bool m_reconciled = false;
    std::shared_ptr<const api::AuditVerification> m_auditCheck;
    std::shared_ptr<int> m_life = std::make_shared<int>(0);
    std::optional<double> m_speed;
    base::TimePoint m_lastTick{};
    std::uint64_t m_version = 0;

    std::unique_ptr<AuditDesk> m_audit; // null when not recording, or not opened
    absl::Status m_auditOpened; // constant after start
    std::unique_ptr<PolicyDesk> m_policy;
    std::unique_ptr<api::PolicyService> m_policyRequests; // constant after start
    std::unique_ptr<SchedulingDesk> m_scheduling;
    std::unique_ptr<PlacementDesk> m_placement;
    std::unique_ptr<PlanDesk> m_planning;
    std::unique_ptr<ScenarioDesk> m_scenarios;
    base::Sequence m_state{"state"};
    std::unique_ptr<Ticker> m_ticker;
};

} // namespace binnacle::services
