// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/world.h"

#include "planner/sim/load.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace binnacle::sim {

using framework::BindResult;
using namespace std::chrono_literals;

namespace {

constexpr base::Duration reportPeriod = 15s;

ClusterShape shapeOf(const DemoOptions &options, base::TimePoint now)
{
    ClusterShape shape;
    shape.nodes = options.nodes;
    shape.pods = options.pods;
    shape.seed = options.seed;
    shape.now = now;
    return shape;
}

bool isMisfit(const WorkloadSpec &workload)
{
    return &workload >= misfitSpecs().data() && &workload < misfitSpecs().data() + misfitSpecs().size();
}

} // namespace

World::World(const DemoOptions &options, base::TimePoint start)
    : m_options(options),
      m_start(start),
      m_stamp(start),
      m_random(options.seed),
      m_bindRandom(options.seed ^ 0x62696e64),
      m_loadRandom(options.seed ^ 0x6c6f6164)
{
    Population population = populate(shapeOf(options, start), m_random);
    m_fleet = std::move(population.fleet);
    m_version = population.nextVersion;
    m_onHost.resize(m_fleet.hosts().size());
    m_nodeChanged.resize(m_fleet.hosts().size());
    m_records.reserve(population.residents.size() * 2);
    m_byKey.reserve(population.residents.size() * 2);
    for (Population::Resident &resident : population.residents) {
        const std::size_t record = addRecord(std::move(resident.pod), *resident.workload);
        m_records[record].daemon = resident.daemon;
        occupy(record, resident.host);
    }
    m_targetMovable = m_movable.size();
    for (const WorkloadSpec &misfit : misfitSpecs()) {
        addPending(misfit, ourScheduler, start - between(60, 1200));
    }
    for (int i = 0; i < options.pendingAtStart; ++i) {
        addPending(drawPlain(), ourScheduler, start - between(5, 300));
    }
    planRandom(EventKind::Arrive, options.arrivalsPerMinute);
    planRandom(EventKind::Retire, options.arrivalsPerMinute);
    planRandom(EventKind::Crash, options.crashesPerMinute);
    planRandom(EventKind::FailNode, options.nodeFailuresPerHour / 60);
    plan(EventKind::Report, reportPeriod);
}

void World::advance(base::Duration simulated, base::TimePoint stamp)
{
    m_stamp = stamp;
    const base::Duration until = m_elapsed + std::max(simulated, base::Duration::zero());
    while (!m_events.empty() && m_events.top().at <= until) {
        const Event event = m_events.top();
        m_events.pop();
        m_elapsed = event.at;
        if (event.kind == EventKind::Report) {
            m_reports.push_back(report(stamp));
            plan(EventKind::Report, reportPeriod);
        } else {
            handle(event);
        }
    }
    m_elapsed = until;
}

model::ClusterDelta World::takeWhole()
{
    static_cast<void>(takeDelta());
    model::ClusterDelta delta;
    delta.replaceNodes = true;
    delta.replacePods = true;
    delta.inventory = demoInventory();
    for (const Fleet::Host &host : m_fleet.hosts()) {
        delta.nodes.push_back(host.node);
    }
    for (Record &record : m_records) {
        if (!record.gone) {
            record.announced = true;
            delta.pods.push_back(record.pod);
        }
    }
    return delta;
}

model::ClusterDelta World::takeDelta()
{
    model::ClusterDelta delta;
    for (const std::size_t host : m_changedNodes) {
        m_nodeChanged[host] = false;
        delta.nodes.push_back(m_fleet.hosts()[host].node);
    }
    for (const std::size_t index : m_changedPods) {
        Record &record = m_records[index];
        record.changed = false;
        if (!record.gone) {
            record.announced = true;
            delta.pods.push_back(record.pod);
        } else if (record.pod) {
            if (record.announced) {
                delta.removedPods.emplace_back(record.pod->key, record.pod->uid);
            }
            record.pod.reset();
        }
    }
    m_changedNodes.clear();
    m_changedPods.clear();
    return delta;
}

std::vector<model::UsageReport> World::takeReports() { return std::exchange(m_reports, {}); }

std::optional<BindResult> World::refusal(const framework::BindRequest &request) const
{
    const auto refuse = [](absl::Status status) { return BindResult{BindResult::Kind::Refused, std::move(status)}; };
    const auto found = m_byKey.find(request.pod);
    if (found == m_byKey.end()) {
        return refuse(absl::NotFoundError("pod"));
    }
    const model::Pod &pod = *m_records[found->second].pod;
    if (pod.uid != request.podUid) {
        return refuse(absl::AbortedError("uid"));
    }
    if (pod.assigned()) {
        return refuse(absl::AbortedError("pod is already assigned to a node"));
    }
    if (pod.deletionTimestamp) {
        return refuse(absl::AbortedError("pod is being deleted"));
    }
    if (!request.podResourceVersion.empty() && pod.resourceVersion != request.podResourceVersion) {
        return refuse(absl::AbortedError("resourceVersion"));
    }
    if (!m_fleet.find(base::Symbol(request.nodeName))) {
        return refuse(absl::NotFoundError("node"));
    }
    return std::nullopt;
}

BindResult World::bind(const framework::BindRequest &request, base::TimePoint stamp)
{
    m_stamp = stamp;
    if (std::optional<BindResult> refused = refusal(request)) {
        return *std::move(refused);
    }
    const std::size_t record = m_byKey.find(request.pod)->second;
    const std::size_t host = *m_fleet.find(base::Symbol(request.nodeName));
    const double fate = m_bindRandom.unit();
    if (fate < m_options.conflictShare) {
        change(record, [](model::Pod &) {}); // somebody else wrote to it first
        return {BindResult::Kind::Refused, absl::AbortedError("resourceVersion")};
    }
    if (fate < m_options.conflictShare + m_options.lostAnswerShare) {
        if (m_bindRandom.below(2) == 0) {
            static_cast<void>(admit(record, host));
        }
        return {BindResult::Kind::Unknown, absl::UnavailableError("connection lost")};
    }
    return admit(record, host);
}

/// The server binds without looking at the room; the kubelet then fails a pod that does not fit.
BindResult World::admit(std::size_t record, std::size_t host)
{
    if (m_fleet.hasRoom(host, *m_records[record].pod)) {
        place(record, host);
    } else {
        change(record, [&](model::Pod &pod) {
            pod.nodeName = m_fleet.hosts()[host].node->name;
            pod.phase = model::PodPhase::Failed;
            pod.scheduledReason.clear();
            pod.scheduledMessage.clear();
        });
        plan(EventKind::Remove, between(60, 180), record);
    }
    return {BindResult::Kind::Bound, absl::OkStatus()};
}

absl::StatusOr<model::PodPtr> World::readPod(const model::PodKey &key) const
{
    const auto found = m_byKey.find(key);
    if (found == m_byKey.end()) {
        return absl::NotFoundError(key.text());
    }
    return m_records[found->second].pod;
}

absl::Status World::note(const framework::PodNote &note)
{
    const auto found = m_byKey.find(note.pod);
    if (found == m_byKey.end() || m_records[found->second].pod->uid != note.podUid) {
        return absl::NotFoundError(note.pod.text());
    }
    const model::Pod &pod = *m_records[found->second].pod;
    constexpr std::size_t longest = 1024;
    const std::string message = note.message.substr(0, longest);
    const bool news = pod.scheduledReason.empty() || pod.scheduledMessage != message;
    if (note.kind == framework::PodNote::Kind::FailedScheduling && !pod.assigned() && news) {
        change(found->second, [&](model::Pod &changed) {
            changed.scheduledReason = "Unschedulable";
            changed.scheduledMessage = message;
        });
    }
    return absl::OkStatus();
}

model::UsageReport World::report(base::TimePoint stamp)
{
    model::UsageReport report;
    report.source = model::UsageReport::Source::Available;
    report.at = stamp;
    std::vector<model::Usage> byHost(m_fleet.hosts().size());
    measurePods(report, byHost);
    for (std::size_t host = 0; host < byHost.size(); ++host) {
        if (!byHost[host].cpuNano) {
            continue;
        }
        const model::Node &node = *m_fleet.hosts()[host].node;
        model::Usage usage = byHost[host];
        usage.cpuNano = std::min(*usage.cpuNano, node.capacity.cpuMilli * 1'000'000);
        usage.memoryBytes = std::min(*usage.memoryBytes, node.capacity.memoryBytes);
        report.nodes.emplace_back(node.name, usage);
    }
    return report;
}

void World::measurePods(model::UsageReport &report, std::vector<model::Usage> &byHost)
{
    const auto &hosts = m_fleet.hosts();
    for (std::size_t host = 0; host < hosts.size(); ++host) {
        const bool silent = host % 83 == 7; // its metrics agent does not answer
        if (hosts[host].node->ready && !silent) {
            byHost[host] = {std::int64_t{120'000'000} + static_cast<std::int64_t>(m_loadRandom.below(80'000'000)),
                std::int64_t{600} << 20, report.at, reportPeriod};
        }
    }
    std::vector<double> load;
    for (int region = 0; region < static_cast<int>(regionNames().size()); ++region) {
        load.push_back(loadAt(m_start + m_elapsed, region));
    }
    for (const Record &record : m_records) {
        if (record.gone || !record.host || record.pod->phase != model::PodPhase::Running
            || !byHost[*record.host].cpuNano) {
            continue;
        }
        const std::string_view regionName = hosts[*record.host].node->region.text();
        const auto region = static_cast<std::size_t>(
            std::find(regionNames().begin(), regionNames().end(), regionName) - regionNames().begin());
        // Batch work runs flat out; services follow the day.
        const double busy = record.workload->ownerKind == "Job" ? 1.0 : load[region % load.size()];
        const double noise = 0.85 + 0.3 * m_loadRandom.unit();
        const double cpu = static_cast<double>(record.pod->request.cpuMilli) * 1e6 * record.cpuLevel * busy * noise;
        const double memory =
            static_cast<double>(record.pod->request.memoryBytes) * record.memoryLevel * (0.9 + 0.1 * busy);
        const model::Usage usage{
            static_cast<std::int64_t>(cpu), static_cast<std::int64_t>(memory), report.at, reportPeriod};
        *byHost[*record.host].cpuNano += *usage.cpuNano;
        *byHost[*record.host].memoryBytes += *usage.memoryBytes;
        report.pods.emplace_back(record.pod->key, usage);
    }
}

// ---- pods --------------------------------------------------------------------------------------

const WorkloadSpec &World::drawPlain()
{
    for (;;) {
        const WorkloadSpec &workload = drawWorkload(~PoolMask{0}, m_random);
        if (workload.name != "kafka") { // its anti-affinity is the cluster's own scheduler's business
            return workload;
        }
    }
}

bool World::waitsForUs(const Record &record) const
{
    return !record.gone && !record.pod->assigned() && record.pod->schedulerName == ourScheduler
        && !isMisfit(*record.workload);
}

std::size_t World::addRecord(model::PodPtr pod, const WorkloadSpec &workload)
{
    const std::size_t index = m_records.size();
    Record record;
    record.workload = &workload;
    record.cpuLevel = 0.15 + 0.75 * m_random.unit() * m_random.unit();
    record.memoryLevel = 0.45 + 0.5 * m_random.unit();
    m_byKey.emplace(pod->key, index);
    record.pod = std::move(pod);
    m_records.push_back(std::move(record));
    m_waiting += waitsForUs(m_records.back()) ? 1 : 0;
    return index;
}

std::size_t World::addPending(const WorkloadSpec &workload, std::string_view scheduler, base::TimePoint created)
{
    for (;;) {
        model::Pod pod = buildPod(workload, {++m_version, created, scheduler}, m_random);
        if (m_byKey.contains(pod.key)) {
            continue;
        }
        pod.finish();
        const std::size_t record = addRecord(std::make_shared<const model::Pod>(std::move(pod)), workload);
        markChanged(record);
        return record;
    }
}

void World::markChanged(std::size_t record)
{
    if (!m_records[record].changed) {
        m_records[record].changed = true;
        m_changedPods.push_back(record);
    }
}

void World::change(std::size_t index, const std::function<void(model::Pod &)> &edit)
{
    Record &record = m_records[index];
    m_waiting -= waitsForUs(record) ? 1 : 0;
    model::Pod pod = *record.pod;
    edit(pod);
    pod.resourceVersion = std::to_string(++m_version);
    pod.sign();
    record.pod = std::make_shared<const model::Pod>(std::move(pod));
    m_waiting += waitsForUs(record) ? 1 : 0;
    markChanged(index);
}

void World::occupy(std::size_t index, std::size_t host)
{
    Record &record = m_records[index];
    record.host = host;
    if (!record.daemon) {
        record.place = m_movable.size();
        m_movable.push_back(index);
        m_onHost[host].push_back(index);
    }
}

void World::vacate(std::size_t index)
{
    Record &record = m_records[index];
    if (!record.host) {
        return;
    }
    m_fleet.release(*record.host, record.pod->request);
    if (!record.daemon) {
        m_records[m_movable.back()].place = record.place;
        std::swap(m_movable[record.place], m_movable.back());
        m_movable.pop_back();
        std::erase(m_onHost[*record.host], index);
    }
    record.host.reset();
}

void World::place(std::size_t record, std::size_t host)
{
    m_fleet.charge(host, m_records[record].pod->request);
    occupy(record, host);
    change(record, [&](model::Pod &pod) {
        pod.nodeName = m_fleet.hosts()[host].node->name;
        pod.scheduledReason.clear();
        pod.scheduledMessage.clear();
    });
    plan(EventKind::Start, between(1, 4), record);
}

void World::removePod(std::size_t index)
{
    Record &record = m_records[index];
    if (record.gone) {
        return;
    }
    m_waiting -= waitsForUs(record) ? 1 : 0;
    vacate(index);
    m_byKey.erase(record.pod->key);
    record.gone = true;
    markChanged(index);
}

} // namespace binnacle::sim
