// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/world.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace binnacle::sim {

using namespace std::chrono_literals;

namespace {

constexpr double oursShare = 0.45; ///< of the arrivals
constexpr double misfitShare = 0.03;
constexpr double longOutage = 60; ///< seconds after which pods are evicted from a node

const base::Symbol &unreachable()
{
    static const base::Symbol key("node.kubernetes.io/unreachable");
    return key;
}

const base::Symbol &ready()
{
    static const base::Symbol type("Ready");
    return type;
}

void setReady(model::Node &node, model::ConditionStatus status, const char *reason, base::TimePoint since)
{
    for (model::NodeCondition &condition : node.conditions) {
        if (condition.type == ready()) {
            condition.status = status;
            condition.reason = reason;
            condition.since = since;
        }
    }
}

} // namespace

base::Duration World::between(double leastSeconds, double mostSeconds)
{
    const double seconds = leastSeconds + (mostSeconds - leastSeconds) * m_random.unit();
    return std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>(seconds));
}

void World::plan(EventKind kind, base::Duration in, std::size_t subject)
{
    m_events.push({m_elapsed + in, m_nextOrder++, kind, subject});
}

/// The next of a Poisson process.
void World::planRandom(EventKind kind, double perMinute)
{
    if (perMinute > 0) {
        const double minutes = -std::log1p(-m_random.unit()) / perMinute;
        plan(kind, std::chrono::duration_cast<base::Duration>(std::chrono::duration<double, std::ratio<60>>(minutes)));
    }
}

void World::handle(const Event &event)
{
    switch (event.kind) {
    case EventKind::Arrive:
        return arrive();
    case EventKind::Retire:
        return retire();
    case EventKind::Crash:
        return crash();
    case EventKind::FailNode:
        return failNode();
    case EventKind::Report:
        return; // made by advance()
    case EventKind::Schedule:
        return schedule(event.subject);
    case EventKind::Start:
        return startPod(event.subject);
    case EventKind::Finish:
        return finishPod(event.subject);
    case EventKind::Remove:
        return removePod(event.subject);
    case EventKind::Evict:
        return evict(event.subject);
    case EventKind::Recover:
        return recover(event.subject);
    }
}

void World::arrive()
{
    planRandom(EventKind::Arrive, m_options.arrivalsPerMinute);
    const double kind = m_random.unit();
    if (kind < misfitShare) {
        const std::size_t which = m_random.below(misfitSpecs().size());
        const std::size_t record = addPending(misfitSpecs()[which], ourScheduler, m_stamp);
        plan(EventKind::Remove, between(300, 900), record); // its owner gives up
        return;
    }
    if (kind < misfitShare + oursShare && m_waiting < m_options.pendingLimit) {
        addPending(drawPlain(), ourScheduler, m_stamp);
        return;
    }
    const WorkloadSpec &workload = drawWorkload(~PoolMask{0}, m_random);
    const std::size_t record = addPending(workload, defaultScheduler, m_stamp);
    plan(EventKind::Schedule, between(0.2, 2), record);
}

std::optional<std::size_t> World::randomRunning()
{
    constexpr int tries = 8;
    for (int i = 0; i < tries && !m_movable.empty(); ++i) {
        const std::size_t record = m_movable[m_random.below(m_movable.size())];
        const model::Pod &pod = *m_records[record].pod;
        if (pod.phase == model::PodPhase::Running && !pod.deletionTimestamp) {
            return record;
        }
    }
    return std::nullopt;
}

/// Owners scale down and jobs end, a little faster while there are more pods than at the start.
void World::retire()
{
    const double pressure = m_movable.size() > m_targetMovable ? 1.3 : 0.6;
    planRandom(EventKind::Retire, m_options.arrivalsPerMinute * pressure);
    const std::optional<std::size_t> record = randomRunning();
    if (!record) {
        return;
    }
    if (m_records[*record].workload->ownerKind == "Job") {
        finishPod(*record);
        return;
    }
    change(*record, [&](model::Pod &pod) { pod.deletionTimestamp = m_stamp; });
    plan(EventKind::Remove, between(2, 20), *record);
}

void World::crash()
{
    planRandom(EventKind::Crash, m_options.crashesPerMinute);
    if (const std::optional<std::size_t> record = randomRunning()) {
        change(*record, [](model::Pod &pod) { ++pod.restarts; });
    }
}

/// The cluster's own scheduler: places, or says so and tries again.
void World::schedule(std::size_t index)
{
    const Record &record = m_records[index];
    if (record.gone || record.pod->assigned()) {
        return;
    }
    if (const auto host = m_fleet.choose(*record.pod, record.workload->pools, m_random)) {
        place(index, *host);
        return;
    }
    if (record.pod->scheduledReason.empty()) {
        change(index, [&](model::Pod &pod) {
            pod.scheduledReason = "Unschedulable";
            pod.scheduledMessage = "0/" + std::to_string(nodeCount()) + " nodes are available.";
        });
    }
    plan(EventKind::Schedule, between(10, 20), index);
}

void World::startPod(std::size_t index)
{
    const Record &record = m_records[index];
    if (record.gone || !record.host || record.pod->phase != model::PodPhase::Pending) {
        return;
    }
    if (!m_fleet.hosts()[*record.host].node->ready) {
        plan(EventKind::Start, between(3, 6), index);
        return;
    }
    change(index, [&](model::Pod &pod) {
        pod.phase = model::PodPhase::Running;
        pod.startTime = m_stamp;
    });
    if (record.workload->ownerKind == "Job") {
        plan(EventKind::Finish, between(120, 1800), index);
    }
}

void World::finishPod(std::size_t index)
{
    const Record &record = m_records[index];
    if (record.gone || record.pod->phase != model::PodPhase::Running || record.pod->deletionTimestamp) {
        return;
    }
    vacate(index);
    const bool failed = m_random.below(20) == 0;
    change(index, [&](model::Pod &pod) { pod.phase = failed ? model::PodPhase::Failed : model::PodPhase::Succeeded; });
    plan(EventKind::Remove, between(40, 120), index);
}

void World::failNode()
{
    planRandom(EventKind::FailNode, m_options.nodeFailuresPerHour / 60);
    const int mostDown = std::max(1, static_cast<int>(nodeCount() / 50));
    const std::size_t host = m_random.below(m_fleet.hosts().size());
    if (m_nodesDown >= mostDown || !m_fleet.hosts()[host].node->ready) {
        return;
    }
    ++m_nodesDown;
    changeNode(host, [&](model::Node &node) {
        setReady(node, model::ConditionStatus::Unknown, "NodeStatusUnknown", m_stamp);
        node.taints.push_back({unreachable(), {}, model::TaintEffect::NoSchedule});
        node.taints.push_back({unreachable(), {}, model::TaintEffect::NoExecute});
    });
    const base::Duration outage = between(20, 150);
    plan(EventKind::Recover, outage, host);
    const auto patience = std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>(longOutage));
    if (outage > patience) {
        plan(EventKind::Evict, patience, host);
    }
}

/// The node did not come back in time: its pods are deleted and their owners make new ones.
void World::evict(std::size_t host)
{
    const std::vector<std::size_t> pods = m_onHost[host];
    for (const std::size_t index : pods) {
        if (m_records[index].pod->deletionTimestamp) {
            continue;
        }
        const WorkloadSpec &workload = *m_records[index].workload;
        removePod(index);
        const std::size_t successor = addPending(workload, defaultScheduler, m_stamp);
        plan(EventKind::Schedule, between(0.2, 3), successor);
    }
}

void World::recover(std::size_t host)
{
    --m_nodesDown;
    changeNode(host, [&](model::Node &node) {
        setReady(node, model::ConditionStatus::True, "KubeletReady", m_stamp);
        std::erase_if(node.taints, [](const model::Taint &taint) { return taint.key == unreachable(); });
    });
}

void World::changeNode(std::size_t host, const std::function<void(model::Node &)> &edit)
{
    model::Node node = *m_fleet.hosts()[host].node;
    edit(node);
    node.resourceVersion = std::to_string(++m_version);
    node.finish();
    m_fleet.setNode(host, std::make_shared<const model::Node>(std::move(node)));
    if (!m_nodeChanged[host]) {
        m_nodeChanged[host] = true;
        m_changedNodes.push_back(host);
    }
}

} // namespace binnacle::sim
