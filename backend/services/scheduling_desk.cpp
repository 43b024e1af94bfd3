// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/scheduling_desk.h"

#include "backend/kube/give_way.h"
#include "backend/services/policy_trial.h"
#include "planner/engine/decide.h"
#include "planner/engine/explain.h"
#include "planner/engine/fragmentation.h"
#include "planner/model/preemption.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace binnacle::services {

namespace {

constexpr base::Duration adviceAge =
    std::chrono::seconds(30); ///< older advice is given again when the cluster has changed

std::string verdictText(const engine::Recheck &recheck)
{
    if (recheck.verdict.reasons.empty())
        return std::string(recheck.plugin.text());
    const model::Reason &reason = recheck.verdict.reasons.front();
    return fmt::format("{}: {} {}", recheck.plugin.text(), model::codeName(reason.code), reason.subject.text());
}

/// Of the reasons that refuse nodes, the one that refuses most.
void mainReason(const model::Decision &decision, api::PendingPod &out)
{
    std::map<std::pair<model::ReasonCode, std::string_view>, std::int32_t> counts;
    out.mainReason = model::ReasonCode::None;
    out.mainSubject = {};
    out.nodesByMainReason = 0;
    for (const model::RejectedNode &node : decision.rejected) {
        if (node.reasons.empty())
            continue;
        const model::Reason &reason = node.reasons.front();
        const std::int32_t count = ++counts[{reason.code, reason.subject.text()}];
        if (count > out.nodesByMainReason) {
            out.nodesByMainReason = count;
            out.mainReason = reason.code;
            out.mainSubject = reason.subject;
        }
    }
}

/// The plugins that refused a node, each once.
std::vector<base::Symbol> refusers(const model::Decision &decision)
{
    std::vector<base::Symbol> plugins;
    for (const model::RejectedNode &node : decision.rejected) {
        if (std::find(plugins.begin(), plugins.end(), node.plugin) == plugins.end())
            plugins.push_back(node.plugin);
    }
    return plugins;
}

/// What makes a decision without a node news: its outcome, the rules, the kinds of reasons and whether evicting would help; not
/// how many nodes each refuses.
std::string answerWithoutNode(const model::Decision &decision)
{
    std::set<std::pair<std::string_view, std::string_view>> reasons;
    for (const model::RejectedNode &node : decision.rejected) {
        for (const model::Reason &reason : node.reasons)
            reasons.emplace(model::codeName(reason.code), reason.subject.text());
    }
    base::FingerprintBuilder builder;
    builder.add(std::int64_t{static_cast<int>(decision.outcome)}).add(std::int64_t{decision.undecided});
    for (const auto &[code, subject] : reasons)
        builder.add(code).add(subject);
    if (decision.preemption)
        builder.add(model::kindName(decision.preemption->kind));
    return builder.finish().hex().substr(0, 16);
}

} // namespace

SchedulingDesk::SchedulingDesk(Surroundings around)
    : m_around(std::move(around)), m_policies(std::make_shared<const framework::Policies>(std::move(m_around.policies)))
{
    m_queue.setPolicies(*m_policies);
    m_work.post([] { kube::giveWay(); });
}

SchedulingDesk::~SchedulingDesk() { stop(); }

void SchedulingDesk::stop()
{
    m_life.reset();
    m_work.stop();
}

bool SchedulingDesk::isOurs(const model::Pod &pod) const { return pod.schedulerName == schedulerName; }

void SchedulingDesk::apply(const model::ClusterDelta &delta)
{
    const engine::CacheEvents events = m_cache.apply(delta);
    if (events.any())
        clusterChanged(events);
}

model::SnapshotPtr SchedulingDesk::snapshot() { return m_cache.snapshot(); }

void SchedulingDesk::podSeen(const model::PodPtr &pod)
{
    if (pod->assigned() || pod->finished() || pod->deletionTimestamp)
        return podGone(pod->key);
    const base::TimePoint now = m_around.clock->now();
    Entry &entry = m_pending[pod->key];
    const bool same = entry.shown.pod && entry.shown.pod->uid == pod->uid;
    if (!same)
        entry = Entry{};
    if (!same || entry.shown.pod->signature != pod->signature) {
        entry.nextAdvice = now;
        entry.deniedUntil = {};
    }
    if (!same)
        entry.shown.since = pod->created == base::TimePoint{} ? now : pod->created;
    entry.shown.pod = pod;
    place(entry);
}

void SchedulingDesk::place(Entry &entry)
{
    entry.shown.ours = isOurs(*entry.shown.pod);
    entry.ours = entry.shown.ours && m_around.proposes();
    if (m_around.busy(entry.shown.pod->key)) {
        entry.shown.wait = api::PendingPod::Wait::AwaitingApproval;
        m_queue.remove(entry.shown.pod->key);
    } else if (entry.ours && entry.deniedUntil > m_around.clock->now()) {
        m_queue.remove(entry.shown.pod->key);
        entry.shown.wait = api::PendingPod::Wait::Denied;
    } else if (entry.ours && !entry.shown.pod->schedulingGates.empty()) {
        m_queue.add(entry.shown.pod, m_around.clock->now());
        entry.shown.outcome = model::DecisionOutcome::Gated;
        entry.shown.wait = api::PendingPod::Wait::Gated;
    } else if (entry.ours) {
        entry.deniedUntil = {};
        m_queue.add(entry.shown.pod, m_around.clock->now());
        using enum api::PendingPod::Wait;
        if (entry.shown.wait == Gated)
            entry.shown.outcome.reset();
        const bool elsewhere =
            entry.shown.wait == AwaitingApproval || entry.shown.wait == Denied || entry.shown.wait == Advice;
        if (!entry.shown.outcome || elsewhere)
            entry.shown.wait = Queued; // else the answer that it waits with still stands
    } else {
        m_queue.remove(entry.shown.pod->key);
        entry.shown.wait = api::PendingPod::Wait::Advice;
    }
    m_around.changed(entry.shown.pod->key);
}

void SchedulingDesk::podGone(const model::PodKey &pod)
{
    m_queue.remove(pod);
    if (m_pending.erase(pod) > 0)
        m_around.changed(pod);
}

void SchedulingDesk::assume(const model::PodPtr &pod, base::Symbol node)
{
    m_cache.assume(pod, node);
    if (const auto found = m_pending.find(pod->key); found != m_pending.end())
        place(found->second);
}

void SchedulingDesk::forget(const model::PodKey &, const std::string &uid)
{
    if (m_cache.forget(uid)) {
        engine::CacheEvents freed;
        freed.podFreed = true;
        clusterChanged(freed);
    }
}

void SchedulingDesk::clusterChanged(const engine::CacheEvents &events)
{
    m_meanwhile += events;
    m_queue.clusterChanged(events, m_around.clock->now(), *m_cache.inventory());
}

void SchedulingDesk::notRecorded(const model::PodKey &pod)
{
    if (const auto found = m_pending.find(pod); found != m_pending.end())
        found->second.recorded.clear();
}

void SchedulingDesk::requeue(const model::PodPtr &pod, Requeue how)
{
    const auto found = m_pending.find(pod->key);
    if (found == m_pending.end() || pod->assigned())
        return;
    Entry &entry = found->second;
    entry.shown.decision.reset();
    if (how == Requeue::Denied)
        keepBack(entry, m_around.clock->now() + m_around.deniedFor);
    place(entry);
    if (how != Requeue::Later || !entry.ours)
        return;
    // A failed attempt waits out its backoff instead of being tried at once.
    const base::TimePoint now = m_around.clock->now();
    m_queue.remove(pod->key);
    engine::SchedulingQueue::Entry back;
    back.pod = pod;
    back.attempts = std::max<std::int32_t>(1, entry.shown.attempts);
    back.since = entry.shown.since;
    m_queue.giveBack(std::move(back), false, now);
    entry.shown.wait = api::PendingPod::Wait::Backoff;
}

void SchedulingDesk::setDenied(const model::PodKey &pod, std::optional<base::Fingerprint> was, base::TimePoint at)
{
    const auto found = m_pending.find(pod);
    if (found == m_pending.end() || (was && *was != found->second.shown.pod->signature))
        return;
    // A clock that was set back does not make it last longer.
    keepBack(found->second, std::min(at, m_around.clock->now()) + m_around.deniedFor);
    place(found->second);
}

void SchedulingDesk::keepBack(Entry &entry, base::TimePoint until)
{
    entry.deniedUntil = until;
    const auto before = std::upper_bound(m_denied.begin(), m_denied.end(), until,
        [](base::TimePoint time, const auto &denied) { return time < denied.first; });
    m_denied.emplace(before, until, entry.shown.pod->key);
}

void SchedulingDesk::regroup()
{
    for (auto &[key, entry] : m_pending)
        place(entry);
}

model::PodPtr SchedulingDesk::nextAdvice()
{
    const base::TimePoint now = m_around.clock->now();
    const base::Fingerprint hash = m_cache.snapshot()->hash();
    const Entry *best = nullptr;
    for (const auto &[key, entry] : m_pending) {
        if (entry.ours || m_around.busy(key) || entry.nextAdvice > now)
            continue;
        if (entry.shown.outcome && entry.advisedOn == hash)
            continue;
        if (!best || std::tie(entry.nextAdvice, key) < std::tie(best->nextAdvice, best->shown.pod->key))
            best = &entry;
    }
    return best ? best->shown.pod : nullptr;
}

void SchedulingDesk::kick()
{
    if (m_deciding || !m_around.mayDecide())
        return;
    endDenials();
    while (m_around.mayPropose()) {
        std::optional<engine::SchedulingQueue::Entry> next = m_queue.pop(m_around.clock->now());
        if (!next)
            break;
        if (m_around.busy(next->pod->key) || !m_pending.contains(next->pod->key))
            continue;
        const model::PodPtr pod = next->pod;
        return decideOn(pod, std::move(next));
    }
    if (const model::PodPtr pod = nextAdvice())
        decideOn(pod, std::nullopt);
}

void SchedulingDesk::endDenials()
{
    const base::TimePoint now = m_around.clock->now();
    while (!m_denied.empty() && m_denied.front().first <= now) {
        const auto found = m_pending.find(m_denied.front().second);
        m_denied.pop_front();
        // It may have changed, and been denied again, since.
        if (found != m_pending.end() && found->second.deniedUntil != base::TimePoint{})
            place(found->second);
    }
}

void SchedulingDesk::setPolicies(framework::Policies policies)
{
    m_policies = std::make_shared<const framework::Policies>(std::move(policies));
    m_queue.setPolicies(*m_policies);
    for (auto &[key, entry] : m_pending) {
        entry.nextAdvice = m_around.clock->now();
        entry.advisedOn = {};
    }
    engine::CacheEvents all;
    all.nodeAdded = all.nodeChanged = all.podFreed = all.podPlaced = all.inventoryChanged = true;
    clusterChanged(all);
    kick();
}

void SchedulingDesk::setMeasured(const api::UsageTable &usage)
{
    const bool wanted = readMeasuredUse(*m_policies);
    if (!wanted && !m_measured)
        return;
    m_measured = wanted;
    engine::CacheEvents events;
    for (const model::NodeInfoPtr &info : m_cache.snapshot()->nodes()) {
        const base::Symbol node = info->node().name;
        events.nodeChanged |= m_cache.setMeasured(node, wanted ? measuredUse(usage, node) : model::MeasuredUse{});
    }
    if (events.any())
        clusterChanged(events);
}

std::shared_ptr<model::Decision> SchedulingDesk::decide(
    const model::Snapshot &snapshot, const model::PodPtr &pod, const framework::Policies &policies) const
{
    engine::DecideOptions options;
    options.seed = m_around.seed;
    options.decidedAt = m_around.clock->now();
    return std::make_shared<model::Decision>(engine::decide(snapshot, pod, *policies.of(pod->schedulerName), options));
}

void SchedulingDesk::decideOn(const model::PodPtr &pod, std::optional<engine::SchedulingQueue::Entry> queued)
{
    m_deciding = true;
    m_meanwhile = {};
    const model::SnapshotPtr snapshot = m_cache.snapshot();
    m_work.post([this, pod, queued = std::move(queued), snapshot, policies = m_policies,
                    life = std::weak_ptr(m_life)]() mutable {
        std::shared_ptr<model::Decision> decision = decide(*snapshot, pod, *policies);
        m_around.state->post(
            [this, pod, queued = std::move(queued), snapshot, decision = std::move(decision), life]() mutable {
                if (life.expired())
                    return;
                m_deciding = false;
                decided(pod, std::move(queued), snapshot, decision);
                kick();
            });
    });
}

void SchedulingDesk::show(Entry &entry, const model::Decision &decision, const model::SnapshotPtr &snapshot)
{
    entry.shown.outcome = decision.outcome;
    entry.shown.wouldGo = decision.chosen;
    entry.shown.wouldFreeOn = decision.preemption && decision.preemption->kind == model::PreemptionAdvice::Kind::Evict
        ? decision.preemption->node
        : base::Symbol();
    entry.shown.stability = decision.confidence.stability;
    entry.shown.feasibleNodes = static_cast<std::int64_t>(decision.feasible.size());
    entry.shown.undecided = decision.undecided;
    ++entry.shown.attempts;
    entry.advisedOn = snapshot->hash();
    entry.nextAdvice = m_around.clock->now() + adviceAge;
    mainReason(decision, entry.shown);
}

std::string SchedulingDesk::nextId(const model::Pod &pod)
{
    return fmt::format(
        "{}-{:x}-{}", pod.uid.substr(0, 8), m_around.clock->now().time_since_epoch().count(), ++m_decisionSerial);
}

void SchedulingDesk::decided(const model::PodPtr &pod, std::optional<engine::SchedulingQueue::Entry> queued,
    const model::SnapshotPtr &snapshot, const std::shared_ptr<model::Decision> &decision)
{
    m_around.decidedOne();
    const auto found = m_pending.find(pod->key);
    if (found == m_pending.end() || found->second.shown.pod->uid != pod->uid)
        return; // gone meanwhile
    Entry &entry = found->second;
    show(entry, *decision, snapshot);
    m_around.changed(pod->key);
    if (!queued)
        return;
    if (!entry.ours || entry.shown.pod->signature != pod->signature || !m_around.mayDecide()) {
        place(entry); // it changed, or may not be placed any more: decided again from the start
        return;
    }
    if (decision->outcome == model::DecisionOutcome::Placed) {
        entry.recorded.clear();
        decision->id = nextId(*pod);
        m_around.placed(snapshot, decision);
        return;
    }
    std::string answer = answerWithoutNode(*decision);
    if (const auto earlier = m_recorded.find(pod->uid); earlier != m_recorded.end()) {
        entry.recorded = std::move(earlier->second);
        m_recorded.erase(earlier);
    }
    const bool news = answer != entry.recorded;
    entry.recorded = answer;
    decision->id = nextId(*pod);
    const bool decidable = decision->outcome != model::DecisionOutcome::NotDecidable;
    entry.shown.wait = decidable ? api::PendingPod::Wait::Unschedulable : api::PendingPod::Wait::NotDecidable;
    queued->pod = entry.shown.pod;
    // What changed while it was being decided may have let it in: then it only waits out its backoff.
    queued->refusedBy = refusers(*decision);
    const bool helped = m_queue.mayHelp(m_meanwhile, *pod, queued->refusedBy, *m_cache.inventory());
    m_queue.giveBack(*std::move(queued), !helped, m_around.clock->now());
    m_around.unplaced(snapshot, decision, news ? std::move(answer) : std::string());
}

std::vector<api::PendingPod> SchedulingDesk::pending() const
{
    std::vector<const Entry *> order;
    order.reserve(m_pending.size());
    for (const auto &[key, entry] : m_pending)
        order.push_back(&entry);
    std::sort(order.begin(), order.end(), [](const Entry *a, const Entry *b) {
        if (a->ours != b->ours)
            return a->ours;
        if (a->shown.pod->priority != b->shown.pod->priority)
            return a->shown.pod->priority > b->shown.pod->priority;
        return std::tie(a->shown.since, a->shown.pod->key) < std::tie(b->shown.since, b->shown.pod->key);
    });
    std::vector<api::PendingPod> out;
    out.reserve(order.size());
    for (const Entry *entry : order)
        out.push_back(entry->shown);
    return out;
}

std::vector<model::PodPtr> SchedulingDesk::waiting() const
{
    std::vector<model::PodPtr> out;
    for (const auto &[key, entry] : m_pending) {
        if (!m_cache.isAssumed(entry.shown.pod->uid))
            out.push_back(entry.shown.pod);
    }
    return out;
}

model::SnapshotPtr SchedulingDesk::without(const model::Pod &pod)
{
    const model::SnapshotPtr newest = m_cache.snapshot();
    if (!pod.assigned() && !m_cache.isAssumed(pod.uid))
        return newest;
    const auto on = std::find_if(newest->nodes().begin(), newest->nodes().end(), [&](const model::NodeInfoPtr &info) {
        return std::any_of(info->pods().begin(), info->pods().end(),
            [&](const model::PodPtr &other) { return other->uid == pod.uid; });
    });
    if (on == newest->nodes().end())
        return newest;
    model::Overlay overlay(newest);
    overlay.forget((*on)->node().name, pod.uid);
    return overlay.commit();
}

absl::Status SchedulingDesk::stillFits(const model::Decision &decision, const model::PodPtr &now)
{
    if (!now || now->uid != decision.podUid)
        return absl::AbortedError("pod-gone");
    if (now->assigned())
        return absl::AbortedError(fmt::format("bound-by-another: {}", now->nodeName.text()));
    if (decision.podValue && now->signature != decision.podValue->signature)
        return absl::AbortedError("pod-changed");
    const engine::Recheck recheck =
        engine::recheck(*without(*now), *now, decision.chosen, *m_policies->of(now->schedulerName));
    return recheck.verdict.ok() ? absl::OkStatus() : absl::AbortedError(verdictText(recheck));
}

std::vector<model::Reason> SchedulingDesk::bindingNeeds(const model::PodPtr &now)
{
    // Pods without claims of devices or volumes need none: that is most of them.
    if (!now || (!now->claims && !now->volumes))
        return {};
    return engine::bindingNeeds(*without(*now), *now, *m_policies->of(now->schedulerName));
}

namespace {

/// A pod as if it were still waiting: what "where would it go now" asks about.
model::PodPtr unbound(const model::PodPtr &pod)
{
    if (!pod->assigned())
        return pod;
    auto copy = std::make_shared<model::Pod>(*pod);
    copy->nodeName = {};
    copy->phase = model::PodPhase::Pending;
    copy->sign(); // the containers may be gone, the sums are there
    return copy;
}

} // namespace

void SchedulingDesk::whatIf(model::PodPtr pod, api::Reply<model::DecisionPtr> reply)
{
    const model::SnapshotPtr snapshot = without(*pod);
    m_work.post([this, pod = unbound(pod), snapshot, policies = m_policies, reply = std::move(reply)] {
        std::shared_ptr<model::Decision> decision = decide(*snapshot, pod, *policies);
        m_around.state->post([reply, decision] { reply(model::DecisionPtr(decision)); });
    });
}

void SchedulingDesk::whatIf(std::vector<model::PodPtr> pods, api::Reply<std::vector<model::DecisionPtr>> reply)
{
    const model::SnapshotPtr snapshot = m_cache.snapshot();
    m_work.post([this, pods = std::move(pods), snapshot, policies = m_policies, reply = std::move(reply)] {
        auto decisions = std::make_shared<std::vector<model::DecisionPtr>>();
        model::SnapshotPtr world = snapshot;
        for (const model::PodPtr &pod : pods) {
            decisions->push_back(decide(*world, pod, *policies));
            if (decisions->back()->outcome == model::DecisionOutcome::Placed) {
                model::Overlay overlay(world);
                overlay.assume(pod, decisions->back()->chosen);
                world = overlay.commit();
            }
        }
        m_around.state->post([reply, decisions] { reply(std::move(*decisions)); });
    });
}

void SchedulingDesk::explain(model::PodPtr pod, base::Symbol node, api::Reply<api::NodeExplanation> reply)
{
    const model::SnapshotPtr snapshot = without(*pod);
    m_work.post([this, pod = unbound(pod), node, snapshot, policies = m_policies, reply = std::move(reply)] {
        const engine::Explanation explanation =
            engine::explain(snapshot, *pod, node, *policies->of(pod->schedulerName));
        api::NodeExplanation out;
        out.node = explanation.node;
        out.feasible = explanation.feasible;
        for (const engine::Explanation::Word &word : explanation.filters)
            out.filters.push_back({word.plugin, word.ok, word.reasons});
        out.changes = explanation.changes;
        out.search = explanation.search;
        out.unliftable = explanation.unliftable;
        m_around.state->post([reply, out] { reply(out); });
    });
}

plan::Problem SchedulingDesk::problem()
{
    plan::Problem out;
    out.policies = *m_policies;
    model::SnapshotPtr snapshot = m_cache.snapshot();
    absl::flat_hash_set<std::string> assumed;
    for (const api::PendingPod &waiting : pending()) {
        out.queue.push_back(waiting.pod);
        if (m_cache.isAssumed(waiting.pod->uid))
            assumed.insert(waiting.pod->uid);
    }
    if (!assumed.empty()) {
        model::Overlay overlay(snapshot);
        for (const model::NodeInfoPtr &info : snapshot->nodes()) {
            for (const model::PodPtr &pod : info->pods()) {
                if (assumed.contains(pod->uid))
                    overlay.forget(info->node().name, pod->uid);
            }
        }
        snapshot = overlay.commit();
    }
    out.snapshot = std::move(snapshot);
    return out;
}

void SchedulingDesk::fragmentation(std::function<void(api::Fragmentation)> reply)
{
    const model::SnapshotPtr snapshot = m_cache.snapshot();
    std::vector<model::PodPtr> waiting;
    waiting.reserve(m_pending.size());
    for (const auto &[key, entry] : m_pending)
        waiting.push_back(entry.shown.pod);
    m_work.post([this, snapshot, waiting = std::move(waiting), reply = std::move(reply)] {
        const engine::Fragmentation found = engine::fragmentation(*snapshot, engine::podShapes(*snapshot, waiting));
        api::Fragmentation out;
        out.cpu = found.cpu.value_or(0);
        out.memory = found.memory.value_or(0);
        out.gpu = found.gpu;
        out.total = found.total;
        out.shapes = found.shapes;
        m_around.state->post([reply, out] { reply(out); });
    });
}

} // namespace binnacle::services
