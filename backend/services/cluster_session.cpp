// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/cluster_session.h"

#include "backend/kube/manifest.h"
#include "backend/services/cluster_settings.h"
#include "planner/plugins/registry.h"

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
    absl::StatusOr<framework::PolicyPtr> policy = framework::Policy::make(plugins::registry(), {});
    if (!policy.ok())
        return policy.status();
    m_policy = *std::move(policy);
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
    m_lastTick = m_clock.now();
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
    if (m_scheduling)
        m_scheduling->stop();
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
    around.policy = m_policy;
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
        && m_options.profile.autonomy != api::Autonomy::Observe;
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

template <typename T> api::Reply<T> ClusterSession::toSubscriber(api::Reply<T> reply)
{
    return [this, reply = std::move(reply)](absl::StatusOr<T> value) {
        if (base::Executor *executor = m_subscriber.load())
            executor->post(
                [reply, value = std::make_shared<absl::StatusOr<T>>(std::move(value)), life = std::weak_ptr(m_life)] {
                    if (!life.expired())
                        reply(std::move(*value));
                });
    };
}

api::Done ClusterSession::toSubscriber(api::Done done)
{
    return [this, done = std::move(done)](const absl::Status &status) {
        if (base::Executor *executor = m_subscriber.load())
            executor->post([done, status, life = std::weak_ptr(m_life)] {
                if (!life.expired())
                    done(status);
            });
    };
}

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
    if (m_options.profile.autonomy != api::Autonomy::Automatic || writeBlock() != api::WriteBlock::None
        || !m_options.ruleApproves || !m_reconciled || m_options.profile.protection != api::Protection::Normal)
        return;
    for (const api::Proposal &proposal : m_placement->waiting()) {
        if (proposal.state == api::DecisionState::Proposed
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
    state->policyVersion = m_policy->version();
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
    if (m_options.profile.autonomy < api::Autonomy::Approve)
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

// ---- what the user asks -------------------------------------------------------------------------

void ClusterSession::subscribe(base::Executor &executor, std::function<void(api::ClusterUpdatePtr)> handler)
{
    m_subscriber = &executor;
    onState([this, &executor, handler = std::move(handler)]() mutable {
        m_updates.subscribe(m_state, executor, std::move(handler));
        publish();
    });
}

void ClusterSession::whatIf(model::PodKey pod, api::Reply<model::DecisionPtr> reply)
{
    onState([this, pod = std::move(pod), reply = toSubscriber(std::move(reply))] {
        const auto found = m_pods.find(pod);
        if (m_feed.state != model::FeedState::Synced)
            return reply(absl::FailedPreconditionError("not-synced"));
        if (found == m_pods.end())
            return reply(absl::NotFoundError(pod.text()));
        m_scheduling->whatIf(found->second, reply);
    });
}

void ClusterSession::whatIfManifest(std::string text, api::Reply<std::vector<model::DecisionPtr>> reply)
{
    onState([this, text = std::move(text), reply = toSubscriber(std::move(reply))] {
        if (m_feed.state != model::FeedState::Synced)
            return reply(absl::FailedPreconditionError("not-synced"));
        m_scheduling->run([this, text, reply] {
            absl::StatusOr<kube::Manifest> manifest = kube::parseManifest("manifest", text);
            auto pods = std::make_shared<std::vector<model::PodPtr>>();
            if (manifest.ok()) {
                for (const kube::ManifestPod &pod : manifest->pods)
                    pods->push_back(pod.pod);
            }
            onState([this, reply, pods, status = manifest.status()] {
                if (!status.ok())
                    return reply(status);
                if (pods->empty())
                    return reply(absl::NotFoundError("manifest: no pod in it"));
                m_scheduling->whatIf(std::move(*pods), reply);
            });
        });
    });
}

void ClusterSession::explain(model::DecisionPtr decision, base::Symbol node, api::Reply<api::NodeExplanation> reply)
{
    onState([this, decision = std::move(decision), node, reply = toSubscriber(std::move(reply))] {
        if (!decision->podValue)
            return reply(absl::FailedPreconditionError("the pod of this decision was not kept"));
        m_scheduling->explain(decision->podValue, node, reply);
    });
}

void ClusterSession::approve(std::string id, std::string actor, std::string typedName, api::Done done)
{
    onState([this, id = std::move(id), actor = std::move(actor), typedName = std::move(typedName),
                done = toSubscriber(std::move(done))] {
        if (const absl::Status may = mayWrite(typedName); !may.ok())
            return done(may);
        if (!m_reconciled)
            return done(absl::FailedPreconditionError("reconciling"));
        const api::Proposal *proposal = m_placement->find(id);
        if (proposal && proposal->decision->podValue && proposal->decision->podValue->schedulerName != schedulerName)
            return done(absl::FailedPreconditionError("not-our-pod"));
        m_placement->approve(id, actor, done);
    });
}

void ClusterSession::deny(std::string id, std::string actor, std::string note, api::Done done)
{
    onState([this, id = std::move(id), actor = std::move(actor), note = std::move(note),
                done = toSubscriber(std::move(done))] {
        m_reconciled ? m_placement->deny(id, actor, note, done) : done(absl::FailedPreconditionError("reconciling"));
    });
}

void ClusterSession::chooseAnother(std::string id, base::Symbol node, std::string actor, api::Done done)
{
    onState([this, id = std::move(id), node, actor = std::move(actor), done = toSubscriber(std::move(done))] {
        if (m_feed.state != model::FeedState::Synced) // whether the other node still has room is not known
            return done(absl::FailedPreconditionError("not-synced"));
        m_placement->chooseAnother(id, node, actor, done);
    });
}

/// Only the setting itself is changed, once it is durable: another may have been changed meanwhile.
void ClusterSession::changeProfile(std::function<void(api::ClusterProfile &)> change, std::string name,
    std::string value, std::string actor, api::Done done)
{
    if (!m_audit || m_options.recording != Recording::Write)
        return done(absl::FailedPreconditionError("audit-unavailable: not recording"));
    m_audit->setting(std::move(name), std::move(value), std::move(actor),
        [this, change = std::move(change), done = std::move(done)](const absl::StatusOr<std::uint64_t> &written) {
            if (!written.ok())
                return done(written.status());
            change(m_options.profile);
            if (m_options.saveProfile)
                m_options.saveProfile(m_options.profile);
            m_scheduling->regroup();
            m_scheduling->kick();
            m_updates.touchProposals();
            done(absl::OkStatus());
        });
}

void ClusterSession::setAutonomy(api::Autonomy autonomy, std::string actor, api::Done done)
{
    onState([this, autonomy, actor = std::move(actor), done = toSubscriber(std::move(done))] {
        changeProfile([autonomy](api::ClusterProfile &profile) { profile.autonomy = autonomy; }, "autonomy",
            autonomyName(autonomy), actor, done);
    });
}

void ClusterSession::setProtection(api::Protection protection, std::string actor, api::Done done)
{
    onState([this, protection, actor = std::move(actor), done = toSubscriber(std::move(done))] {
        changeProfile([protection](api::ClusterProfile &profile) { profile.protection = protection; }, "protection",
            protectionName(protection), actor, done);
    });
}

void ClusterSession::nodeHistory(base::Symbol node, api::Reply<api::NodeHistory> reply)
{
    onState([this, node, reply = toSubscriber(std::move(reply))] { reply(m_usageHistory.history(node)); });
}

absl::Status ClusterSession::noLog() const
{
    return m_auditOpened.ok() ? absl::FailedPreconditionError("audit-unavailable: not recording") : m_auditOpened;
}

void ClusterSession::audit(api::AuditFilter filter, api::Reply<api::AuditPage> reply)
{
    onState([this, filter = std::move(filter), reply = toSubscriber(std::move(reply))] {
        m_audit ? m_audit->page(filter, reply) : reply(noLog());
    });
}

void ClusterSession::auditDecision(std::string id, api::Reply<api::AuditDecision> reply)
{
    onState([this, id = std::move(id), reply = toSubscriber(std::move(reply))] {
        m_audit ? m_audit->decision(id, reply) : reply(noLog());
    });
}

void ClusterSession::verifyAudit(std::function<void(std::uint64_t, std::uint64_t)> progress, std::stop_token stop,
    api::Reply<api::AuditVerification> reply)
{
    onState([this, progress = std::move(progress), stop = std::move(stop), reply = toSubscriber(std::move(reply))] {
        if (!m_audit)
            return reply(noLog());
        const auto told = [this, progress, life = std::weak_ptr(m_life)](std::uint64_t done, std::uint64_t of) {
            if (base::Executor *executor = m_subscriber.load())
                executor->post([progress, done, of, life] {
                    if (!life.expired())
                        progress(done, of);
                });
        };
        m_audit->verify(told, stop, [this, reply](absl::StatusOr<api::AuditVerification> result) {
            if (result.ok())
                keepCheck(*result);
            reply(std::move(result));
        });
    });
}

void ClusterSession::exportAudit(api::AuditFilter filter, std::string format, std::string path, api::Done done)
{
    onState([this, filter = std::move(filter), format = std::move(format), path = std::move(path),
                done = toSubscriber(std::move(done))] {
        m_audit ? m_audit->exportTo(filter, format, path, done) : done(noLog());
    });
}

void ClusterSession::auditStorage(api::Reply<api::AuditStorage> reply)
{
    onState([this, reply = toSubscriber(std::move(reply))] { m_audit ? m_audit->storage(reply) : reply(noLog()); });
}

void ClusterSession::setAuditRetention(
    std::int64_t days, std::int64_t bytes, std::string actor, api::Reply<api::AuditStorage> reply)
{
    onState([this, days, bytes, actor = std::move(actor), reply = toSubscriber(std::move(reply))] {
        m_audit &&m_options.recording == Recording::Write ? m_audit->setRetention(days, bytes, actor, reply)
                                                          : reply(noLog());
    });
}

void ClusterSession::replay(std::string id, api::Reply<api::ReplayReport> reply)
{
    onState([this, id = std::move(id), reply = toSubscriber(std::move(reply))] {
        m_audit ? m_audit->replay(id, reply) : reply(noLog());
    });
}

void ClusterSession::setDemoSpeed(double factor, api::Done done)
{
    onState([this, factor, done = toSubscriber(std::move(done))] {
        if (!m_options.setSpeed)
            return done(absl::FailedPreconditionError("not-a-demo"));
        if (!(factor >= 0 && factor <= 1000))
            return done(absl::InvalidArgumentError("speed: 0 to 1000"));
        m_options.setSpeed(factor);
        m_speed = factor;
        m_updates.touch();
        done(absl::OkStatus());
    });
}

void ClusterSession::consentText(api::Reply<std::vector<std::pair<std::string, std::string>>> reply)
{
    onState([this, reply = toSubscriber(std::move(reply))] {
        if (!m_options.consentText)
            return reply(absl::FailedPreconditionError("no-consent-needed"));
        reply(m_options.consentText());
    });
}

void ClusterSession::grantConsent(api::Done done)
{
    onState([this, done = toSubscriber(std::move(done))] {
        if (!m_options.grantConsent)
            return done(absl::FailedPreconditionError("no-consent-needed"));
        const absl::Status granted = m_options.grantConsent();
        if (granted.ok() && m_feed.state == model::FeedState::Connecting) {
            // Nothing was listed yet: from the start, instead of waiting for the next attempt.
            m_options.port->stop();
            m_options.port->start(m_state, *this);
        }
        done(granted);
    });
}

} // namespace binnacle::services
