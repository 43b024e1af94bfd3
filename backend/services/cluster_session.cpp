// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/cluster_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace binnacle::services {

namespace {

constexpr base::Duration tickPace = std::chrono::milliseconds(100);
/// More wait in the queue until these are decided: each holds its whole trace.
constexpr std::int64_t mostOpenProposals = 200;
constexpr base::Duration prunePace = std::chrono::hours(1);
constexpr base::Duration fragmentationPace = std::chrono::seconds(5);

} // namespace

ClusterSession::ClusterSession(SessionOptions options) : m_options(std::move(options)) { }

absl::StatusOr<std::unique_ptr<ClusterSession>> ClusterSession::open(SessionOptions options)
{
    std::unique_ptr<ClusterSession> session(new ClusterSession(std::move(options)));
    if (const absl::Status started = session->start(); !started.ok())
        return started;
    return session;
}

absl::Status ClusterSession::start()
{
    if (const absl::Status made = startPolicy(); !made.ok())
        return made;
    if (m_options.recording != Recording::None) {
        absl::StatusOr<std::unique_ptr<AuditDesk>> audit = AuditDesk::open(
            m_options.places, m_options.profile.id, m_clock, m_state, m_options.recording == Recording::Read);
        if (audit.ok())
            m_audit = *std::move(audit);
        else if (m_options.lookWithoutLog)
            m_auditOpened = audit.status();
        else
            return audit.status();
    }
    if (m_options.setSpeed)
        m_speed = 1.0;
    m_scheduling = std::make_unique<SchedulingDesk>(schedulingSurroundings());
    m_placement = std::make_unique<PlacementDesk>(placementSurroundings());
    m_planning = std::make_unique<PlanDesk>(m_state);
    m_scenarios = std::make_unique<ScenarioDesk>(m_clock);
    m_lastTick = m_clock.now();
    onState([this] { m_policy->start(); });
    m_options.port->start(m_state, *this);
    m_ticker = std::make_unique<Ticker>(tickPace, [this] { onState([this] { tick(); }); });
    return absl::OkStatus();
}

ClusterSession::~ClusterSession()
{
    m_ticker.reset();
    if (m_options.port)
        m_options.port->stop();
    m_state.stop(); // from here on nothing posted to it runs
    m_policy.reset();
    if (m_scheduling)
        m_scheduling->stop();
    if (m_planning)
        m_planning->stop();
    if (m_scenarios)
        m_scenarios->stop();
    m_audit.reset(); // finishes writing what was queued
}

PlacementDesk::Surroundings ClusterSession::placementSurroundings()
{
    PlacementDesk::Surroundings around;
    around.state = &m_state;
    around.clock = &m_clock;
    around.port = m_options.port.get();
    around.audit = m_audit.get();
    around.proposalLife = m_options.proposalLife;
    around.mayNote = [this] { return mayNote(); };
    around.pod = [this](const model::PodKey &key) {
        const auto found = m_pods.find(key);
        return found == m_pods.end() ? nullptr : found->second;
    };
    around.stillFits = [this](const model::Decision &decision) {
        const auto found = m_pods.find(decision.pod);
        return m_scheduling->stillFits(decision, found == m_pods.end() ? nullptr : found->second);
    };
    around.bindingNeeds = [this](const model::Decision &decision) {
        const auto found = m_pods.find(decision.pod);
        return m_scheduling->bindingNeeds(found == m_pods.end() ? nullptr : found->second);
    };
    around.assume = [this](const model::PodPtr &pod, base::Symbol node) {
        m_scheduling->assume(pod, node);
        m_updates.touchNode(node);
    };
    around.forget = [this](const model::PodKey &key, const std::string &uid) {
        m_scheduling->forget(key, uid);
        m_updates.touch();
    };
    around.requeue = [this](const model::PodKey &key, Requeue how) {
        if (const auto found = m_pods.find(key); found != m_pods.end())
            m_scheduling->requeue(found->second, how);
    };
    around.changed = [this] { m_updates.touchProposals(); };
    around.confirmed = [this](const api::Proposal &) { m_placements.add(m_clock.now()); };
    return around;
}

SchedulingDesk::Surroundings ClusterSession::schedulingSurroundings()
{
    SchedulingDesk::Surroundings around;
    around.state = &m_state;
    around.clock = &m_clock;
    around.policies = m_policy->policies();
    around.seed = m_options.seed;
    around.mayDecide = [this] { return m_feed.state == model::FeedState::Synced && (m_reconciled || !proposes()); };
    around.proposes = [this] { return proposes(); };
    around.busy = [this](const model::PodKey &key) { return m_placement && m_placement->busyWith(key); };
    around.placed = [this](model::SnapshotPtr snapshot, model::DecisionPtr decision) {
        m_placement->propose(std::move(decision), std::move(snapshot));
    };
    around.unplaced = [this](model::SnapshotPtr snapshot, model::DecisionPtr decision, std::string answer) {
        if (answer.empty())
            return refused(*decision);
        // The row first, then what others see of it.
        m_placement->record(decision, std::move(snapshot), std::move(answer), [this, decision](bool durable) {
            durable ? refused(*decision) : m_scheduling->notRecorded(decision->pod);
        });
    };
    around.mayPropose = [this] { return m_placement->unsettled() < mostOpenProposals; };
    around.deniedFor = m_options.proposalLife;
    around.changed = [this](const model::PodKey &) { m_updates.touch(); };
    around.decidedOne = [this] { m_decisions.add(m_clock.now()); };
    return around;
}

/// Ours become proposals when a log can hold them and the autonomy goes beyond looking.
bool ClusterSession::proposes() const
{
    return m_audit && m_options.recording == Recording::Write && m_options.port->writable()
        && autonomy() != api::Autonomy::Observe;
}

void ClusterSession::refused(const model::Decision &decision)
{
    if (decision.outcome != model::DecisionOutcome::NoNodeFits || !mayNote())
        return;
    std::map<std::string, std::int64_t> counts;
    for (const model::RejectedNode &node : decision.rejected) {
        if (!node.reasons.empty())
            ++counts[std::string(model::codeName(node.reasons.front().code))];
    }
    std::string message = fmt::format("0/{} nodes are available:", decision.rejected.size());
    for (const auto &[reason, count] : counts)
        message += fmt::format(" {} {},", count, reason);
    message.back() = '.';
    m_options.port->note({framework::PodNote::Kind::FailedScheduling, decision.pod, decision.podUid,
                             decision.podResourceVersion, {}, message},
        [](const absl::Status &) {});
}

void ClusterSession::onState(std::function<void()> task) { m_state.post(std::move(task)); }

// ---- what the cluster says ----------------------------------------------------------------------

void ClusterSession::takePod(const model::PodPtr &pod)
{
    model::PodPtr &known = m_pods[pod->key];
    if (known) {
        m_running -= known->phase == model::PodPhase::Running;
        if (known->assigned())
            m_updates.touchNode(known->nodeName);
        if (known->uid != pod->uid)
            m_placement->podGone(known->key, known->uid);
    }
    m_running += pod->phase == model::PodPhase::Running;
    known = pod;
    if (pod->assigned())
        m_updates.touchNode(pod->nodeName);
    m_updates.touchPod(pod);
    m_scheduling->podSeen(pod);
    m_placement->podSeen(pod);
}

void ClusterSession::dropPod(const model::PodKey &key, const std::string &uid)
{
    const auto found = m_pods.find(key);
    if (found == m_pods.end() || (!uid.empty() && found->second->uid != uid))
        return;
    const model::PodPtr pod = found->second;
    m_running -= pod->phase == model::PodPhase::Running;
    if (pod->assigned())
        m_updates.touchNode(pod->nodeName);
    m_pods.erase(found);
    m_updates.removePod(key);
    m_scheduling->podGone(key);
    m_placement->podGone(key, pod->uid);
}

void ClusterSession::takePods(const model::ClusterDelta &delta)
{
    if (delta.replacePods) {
        absl::flat_hash_set<model::PodKey> listed;
        for (const model::PodPtr &pod : delta.pods)
            listed.insert(pod->key);
        std::vector<model::PodKey> gone;
        for (const auto &[key, pod] : m_pods) {
            if (!listed.contains(key))
                gone.push_back(key);
        }
        for (const model::PodKey &key : gone)
            dropPod(key, {});
    }
    for (const model::PodPtr &pod : delta.pods)
        takePod(pod);
    for (const auto &[key, uid] : delta.removedPods)
        dropPod(key, uid);
}

void ClusterSession::onDelta(model::ClusterDelta delta)
{
    if (delta.replaceNodes)
        m_updates.touchAll();
    m_scheduling->apply(delta);
    for (const model::NodePtr &node : delta.nodes)
        m_updates.touchNode(node->name);
    for (base::Symbol name : delta.removedNodes)
        m_updates.removeNode(name);
    takePods(delta);
    m_scheduling->kick();
}

void ClusterSession::onStatus(model::FeedStatus status)
{
    m_feed = std::move(status);
    m_updates.touch();
    beginWhenSynced();
    m_scheduling->kick();
}

void ClusterSession::onUsage(model::UsageReport report)
{
    auto table = std::make_shared<api::UsageTable>();
    table->source = report.source;
    table->detail = std::move(report.detail);
    table->at = report.at;
    table->nodes.insert(report.nodes.begin(), report.nodes.end());
    table->pods.reserve(report.pods.size());
    for (auto &[key, usage] : report.pods)
        table->pods.emplace(std::move(key), usage);
    m_usage = std::move(table);
    m_usageHistory.add(report.at, *m_scheduling->snapshot(), *m_usage);
    for (const auto &[node, usage] : m_usage->nodes)
        m_scheduling->setVariation(node, m_usageHistory.variation(node));
    m_scheduling->setMeasured(*m_usage);
    m_updates.touchUsage();
}

void ClusterSession::onAccess(model::AccessReview review)
{
    m_access = std::move(review);
    m_updates.touch();
}

/// What an earlier run said of the pods that still wait, and what people said to that.
void ClusterSession::recall()
{
    AuditDesk::Uids waiting;
    absl::flat_hash_map<std::string, model::PodKey> keys;
    for (const auto &[key, pod] : m_pods) {
        if (pod->assigned() || pod->finished())
            continue;
        waiting.insert(pod->uid);
        keys.emplace(pod->uid, key);
    }
    m_audit->answersWithoutNode(waiting, [this](absl::StatusOr<AuditDesk::Answers> answers) {
        if (answers.ok())
            m_scheduling->setRecorded(*std::move(answers));
    });
    m_audit->denials(std::move(waiting),
        [this, keys = std::move(keys)](const absl::StatusOr<std::vector<AuditDesk::Denial>> &denials) {
            if (!denials.ok())
                return;
            for (const AuditDesk::Denial &denial : *denials) {
                m_placement->setDenied(denial.podUid);
                m_scheduling->setDenied(keys.at(denial.podUid), denial.podSignature, denial.at);
            }
        });
}

/// At the first sync the rows of an earlier run are settled; scheduling starts after that.
void ClusterSession::beginWhenSynced()
{
    if (m_reconciled || m_reconciling || m_feed.state != model::FeedState::Synced || !m_audit
        || m_options.recording != Recording::Write)
        return;
    m_reconciling = true;
    recall();
    m_audit->openRows([this](absl::StatusOr<std::vector<AuditDesk::OpenRow>> rows) {
        if (!rows.ok()) {
            m_reconciling = false; // tried again at the next tick
            return;
        }
        std::vector<api::AuditDecision> open;
        auto decisions = std::make_shared<absl::flat_hash_map<std::string, model::DecisionPtr>>();
        for (AuditDesk::OpenRow &row : *rows) {
            (*decisions)[row.row.decision.decisionId] = row.decision;
            open.push_back(std::move(row.row));
        }
        m_placement->reconcile(
            std::move(open),
            [decisions](const api::AuditDecision &row) { return (*decisions)[row.decision.decisionId]; },
            [this] {
                m_reconciled = true;
                m_updates.touchProposals();
                m_scheduling->kick();
            });
    });
    if (std::exchange(m_verifyAsked, true))
        return;
    m_audit->verify([](std::uint64_t, std::uint64_t) {}, {},
        [this](const absl::StatusOr<api::AuditVerification> &result) {
            if (result.ok())
                keepCheck(*result);
        });
}

void ClusterSession::keepCheck(const api::AuditVerification &result)
{
    m_auditCheck = std::make_shared<const api::AuditVerification>(result);
    m_updates.touch();
}

// ---- the clock ----------------------------------------------------------------------------------

void ClusterSession::tick()
{
    const base::TimePoint now = m_clock.now();
    const base::Duration passed =
        std::clamp<base::Duration>(now - m_lastTick, base::Duration::zero(), std::chrono::seconds(1));
    m_lastTick = now;
    if (m_options.advance)
        m_options.advance(passed);
    beginWhenSynced();
    m_placement->tick();
    approveByRule();
    m_scheduling->kick();
    if (now >= m_nextFragmentation && !m_fragmentationAsked && m_feed.state == model::FeedState::Synced) {
        m_fragmentationAsked = true;
        m_scheduling->fragmentation([this, now](const api::Fragmentation &found) {
            m_fragmentation = found;
            m_fragmentationAsked = false;
            m_nextFragmentation = now + fragmentationPace;
            m_updates.touch();
        });
    }
    if (m_audit && m_reconciled && now >= m_nextPrune) {
        m_nextPrune = now + prunePace;
        m_audit->prune();
    }
    sampleOverview();
    publish();
}

void ClusterSession::approveByRule()
{
    if (autonomy() != api::Autonomy::Automatic || writeBlock() != api::WriteBlock::None || !m_options.ruleApproves
        || !m_reconciled || m_options.profile.protection != api::Protection::Normal)
        return;
    for (const api::Proposal &proposal : m_placement->waiting()) {
        if (proposal.state == api::DecisionState::Proposed && proposal.decision->bindingNeeds.empty()
            && proposal.decision->confidence.value >= m_options.automaticConfidence
            && proposal.decision->confidence.worlds > 0 && !m_placement->wasDenied(proposal.decision->podUid))
            m_placement->approve(proposal.id, m_options.automaticActor, [](const absl::Status &) {});
    }
}

void ClusterSession::sampleOverview()
{
    const base::TimePoint now = m_clock.now();
    if (!m_overview.due(now) || m_feed.state != model::FeedState::Synced)
        return;
    api::OverviewSample sample;
    sample.at = now;
    for (const api::ResourceTotal &total : totals(*m_scheduling->snapshot(), *m_usage)) {
        if (total.resource != model::resource::cpu)
            continue;
        if (total.capacity > 0)
            sample.allocatedCpu = static_cast<double>(total.allocated) / static_cast<double>(total.capacity);
        if (total.used && total.measuredCapacity > 0)
            sample.usedCpu = static_cast<double>(*total.used) / static_cast<double>(total.measuredCapacity);
    }
    sample.pending = m_scheduling->pendingCount();
    sample.fragmentation = m_fragmentation.total;
    sample.decisionsPerHour = m_decisions.count(now);
    m_overview.add(sample);
    m_updates.touch();
}

void ClusterSession::publish()
{
    if (!m_updates.ready())
        return;
    m_updates.deliver(build(), [this] {
        std::vector<model::PodPtr> all;
        all.reserve(m_pods.size());
        for (const auto &[key, pod] : m_pods)
            all.push_back(pod);
        return all;
    });
}

api::ClusterStatePtr ClusterSession::build()
{
    const base::TimePoint now = m_clock.now();
    auto state = std::make_shared<api::ClusterState>();
    state->profile = m_options.profile;
    state->profile.autonomy = autonomy();
    state->feed = m_feed;
    state->access = m_access;
    state->snapshot = m_scheduling->snapshot();
    state->usage = m_usage;
    state->pending = m_scheduling->pending();
    state->proposals = m_placement->waiting();
    absl::flat_hash_map<model::PodKey, const api::Proposal *> open;
    for (const api::Proposal &proposal : state->proposals)
        open.emplace(proposal.decision->pod, &proposal);
    for (api::PendingPod &pending : state->pending) {
        const auto found = open.find(pending.pod->key);
        if (pending.wait != api::PendingPod::Wait::AwaitingApproval || found == open.end())
            continue;
        const api::Proposal &proposal = *found->second;
        pending.decision = proposal.decision;
        pending.outcome = proposal.decision->outcome; // an adopted proposal was decided by an earlier session
        pending.wouldGo = proposal.decision->chosen;
        pending.stability = proposal.decision->confidence.stability;
        if (proposal.state != api::DecisionState::Proposed)
            pending.wait = api::PendingPod::Wait::Binding;
    }
    state->proposals.insert(state->proposals.end(), m_placement->decided().begin(), m_placement->decided().end());
    state->totals = totals(*state->snapshot, *m_usage);
    state->fragmentation = m_fragmentation;
    state->history = m_overview.samplesSoFar();
    state->pods = static_cast<std::int64_t>(m_pods.size());
    state->runningPods = m_running;
    state->nodesNotReady = std::count_if(state->snapshot->nodes().begin(), state->snapshot->nodes().end(),
        [](const model::NodeInfoPtr &info) { return !info->node().ready; });
    state->placedLastHour = m_placements.count(now);
    state->decisionsLastHour = m_decisions.count(now);
    state->auditLeaves = m_audit ? m_audit->leaves() : 0;
    state->auditVerified = m_auditCheck && m_auditCheck->result == api::AuditVerification::Result::Sound;
    state->auditCheck = m_auditCheck;
    state->auditFault = auditFault();
    state->writeBlock = writeBlock();
    state->policyVersion = m_policy->policies().of(schedulerName)->version();
    state->policy = m_policy->state();
    state->version = ++m_version;
    state->demoSpeed = m_speed;
    return state;
}

// ---- what may be written ------------------------------------------------------------------------

bool ClusterSession::mayNote() const
{
    return writeBlock() == api::WriteBlock::None && m_access.patchPodStatus == model::AccessReview::Answer::Allowed;
}

api::WriteBlock ClusterSession::writeBlock() const
{
    using enum api::WriteBlock;
    if (!m_options.port->writable())
        return FileCluster;
    if (m_options.profile.protection == api::Protection::ReadOnly)
        return ReadOnlyCluster;
    if (m_options.recording != Recording::Write || !auditFault().ok())
        return AuditFailed;
    if (m_feed.state != model::FeedState::Synced)
        return NotSynced;
    if (m_access.bindPods == model::AccessReview::Answer::Denied)
        return Forbidden;
    if (m_access.bindPods != model::AccessReview::Answer::Allowed)
        return AccessUnknown;
    if (autonomy() < api::Autonomy::Approve)
        return Observing;
    return None;
}

absl::Status ClusterSession::auditFault() const
{
    if (!m_auditOpened.ok() || m_options.recording != Recording::Write)
        return m_auditOpened;
    return m_audit->health();
}

absl::Status ClusterSession::mayWrite(const std::string &typedName) const
{
    switch (writeBlock()) {
    case api::WriteBlock::None:
        break;
    case api::WriteBlock::NotSynced:
        return absl::FailedPreconditionError("not-synced");
    case api::WriteBlock::Observing:
        return absl::FailedPreconditionError("observing");
    case api::WriteBlock::ReadOnlyCluster:
        return absl::FailedPreconditionError("read-only-cluster");
    case api::WriteBlock::Forbidden:
        return absl::PermissionDeniedError("forbidden: create pods/binding");
    case api::WriteBlock::AccessUnknown:
        return absl::FailedPreconditionError("access-unknown: create pods/binding");
    case api::WriteBlock::AuditFailed:
        return absl::FailedPreconditionError(fmt::format("audit-unavailable: {}",
            auditFault().ok() ? std::string("not recording") : std::string(auditFault().message())));
    case api::WriteBlock::NotOurPod:
        return absl::FailedPreconditionError("not-our-pod");
    case api::WriteBlock::FileCluster:
        return absl::FailedPreconditionError("file-cluster");
    }
    if (m_options.profile.protection == api::Protection::Protected && typedName != m_options.profile.name)
        return absl::FailedPreconditionError("protected-cluster: its name must be typed");
    return absl::OkStatus();
}

} // namespace binnacle::services
