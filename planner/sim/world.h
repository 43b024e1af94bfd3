// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/random.h"
#include "planner/framework/ports.h"
#include "planner/sim/cluster_generator.h"

#include <absl/container/flat_hash_map.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <vector>

namespace binnacle::sim {

/// What a simulated cluster is like. Rates are per simulated time; shares are of all binds.
struct DemoOptions {
    std::uint64_t seed = 1;
    int nodes = 600;
    int pods = 8000;
    int pendingAtStart = 14; ///< of ours, beside one of each misfit
    int pendingLimit = 60; ///< of ours; beyond it arrivals go to the default scheduler
    double arrivalsPerMinute = 24;
    double crashesPerMinute = 4;
    double nodeFailuresPerHour = 40;
    double conflictShare = 0.03; ///< binds refused because the pod changed meanwhile
    double lostAnswerShare = 0.02; ///< binds whose answer is lost; half of them were carried out
};

/// The simulated cluster itself: nodes that fail and come back, pods that arrive, are placed by the cluster's own
/// scheduler or wait for ours, start, crash, finish and go. Deterministic: the same options, start and sequence of calls
/// give the same history. Two times: simulated time, which advance() moves, drives what happens and the daily load;
/// `stamp`, the clock's time, is what objects and reports carry. Not thread-safe.
class World {
public:
    World(const DemoOptions &options, base::TimePoint start);

    void advance(base::Duration simulated, base::TimePoint stamp);

    /// Everything, as a first list; what changed before it is in it.
    [[nodiscard]] model::ClusterDelta takeWhole();
    /// What changed since the last take.
    [[nodiscard]] model::ClusterDelta takeDelta();
    /// The reports that fell due (every 15 simulated seconds).
    [[nodiscard]] std::vector<model::UsageReport> takeReports();
    [[nodiscard]] model::UsageReport report(base::TimePoint stamp);

    framework::BindResult bind(const framework::BindRequest &request, base::TimePoint stamp);
    [[nodiscard]] absl::StatusOr<model::PodPtr> readPod(const model::PodKey &key) const;
    absl::Status note(const framework::PodNote &note);

    [[nodiscard]] std::int64_t nodeCount() const { return static_cast<std::int64_t>(m_fleet.hosts().size()); }
    [[nodiscard]] std::int64_t podCount() const { return static_cast<std::int64_t>(m_byKey.size()); }
    [[nodiscard]] const Fleet &fleet() const { return m_fleet; }

private:
    enum class EventKind : std::uint8_t {
        Arrive,
        Retire,
        Crash,
        FailNode,
        Report,
        Schedule,
        Start,
        Finish,
        Remove,
        Evict,
        Recover
    };
    struct Event {
        base::Duration at;
        std::uint64_t order; ///< of two at one time, the earlier planned goes first
        EventKind kind;
        std::size_t subject; ///< a record or a host
        friend bool operator>(const Event &a, const Event &b) { return a.at != b.at ? a.at > b.at : a.order > b.order; }
    };
    /// One pod through its life. Records are never reused, so that an event about a pod that is gone finds it gone.
    struct Record {
        model::PodPtr pod;
        const WorkloadSpec *workload = nullptr;
        std::optional<std::size_t> host; ///< while it holds resources there
        bool daemon = false;
        bool announced = false;
        bool changed = false;
        bool gone = false;
        double cpuLevel = 0; ///< typical use, as a share of the request
        double memoryLevel = 0;
        std::size_t place = 0; ///< in m_movable, while it has a host and is no daemon
    };

    // events
    void plan(EventKind kind, base::Duration in, std::size_t subject = 0);
    void planRandom(EventKind kind, double perMinute);
    void handle(const Event &event);
    void arrive();
    void retire();
    void crash();
    void failNode();
    void schedule(std::size_t record);
    void startPod(std::size_t record);
    void finishPod(std::size_t record);
    void evict(std::size_t host);
    void recover(std::size_t host);
    [[nodiscard]] base::Duration between(double leastSeconds, double mostSeconds);

    // pods
    std::size_t addRecord(model::PodPtr pod, const WorkloadSpec &workload);
    std::size_t addPending(const WorkloadSpec &workload, std::string_view scheduler, base::TimePoint created);
    [[nodiscard]] const WorkloadSpec &drawPlain();
    void change(std::size_t record, const std::function<void(model::Pod &)> &edit);
    void occupy(std::size_t record, std::size_t host);
    void vacate(std::size_t record);
    void place(std::size_t record, std::size_t host);
    void removePod(std::size_t record);
    void markChanged(std::size_t record);
    [[nodiscard]] bool waitsForUs(const Record &record) const;
    [[nodiscard]] std::optional<std::size_t> randomRunning();
    void changeNode(std::size_t host, const std::function<void(model::Node &)> &edit);
    [[nodiscard]] framework::BindResult admit(std::size_t record, std::size_t host);
    [[nodiscard]] std::optional<framework::BindResult> refusal(const framework::BindRequest &request) const;
    void measurePods(model::UsageReport &report, std::vector<model::Usage> &byHost);

    const DemoOptions m_options;
    const base::TimePoint m_start;
    base::TimePoint m_stamp;
    base::Duration m_elapsed{}; ///< simulated
    base::SeededRandom m_random; ///< life of the cluster
    base::SeededRandom m_bindRandom; ///< answers to binds
    base::SeededRandom m_loadRandom; ///< noise of measurements
    Fleet m_fleet;
    std::vector<Record> m_records;
    std::vector<std::size_t> m_movable; ///< records with a host, without daemons
    std::vector<std::vector<std::size_t>> m_onHost; ///< records by host, without daemons
    absl::flat_hash_map<model::PodKey, std::size_t> m_byKey;
    std::vector<std::size_t> m_changedPods;
    std::vector<std::size_t> m_changedNodes;
    std::vector<bool> m_nodeChanged;
    std::vector<model::UsageReport> m_reports;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
    std::uint64_t m_nextOrder = 0;
    std::uint64_t m_version = 0;
    std::size_t m_targetMovable = 0;
    int m_waiting = 0; ///< pods that wait for us
    int m_nodesDown = 0;
};

} // namespace binnacle::sim
