// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/engine/cluster_cache.h"
#include "planner/framework/policy.h"
#include "planner/model/pod.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace binnacle::engine {

/// The pods that wait for a decision, as kube-scheduler's queue keeps them: active (next by priority, then by arrival),
/// in backoff after a failed attempt (1 s, doubling, at most 10 s), unschedulable until something in the cluster that may
/// help changes or five minutes have passed, and gated while it has scheduling gates. Not thread-safe: the scheduling sequence owns it. Time comes only as arguments;
/// the same calls give the same order.
class SchedulingQueue {
public:
    static constexpr base::Duration firstBackoff = std::chrono::seconds(1);
    static constexpr base::Duration longestBackoff = std::chrono::seconds(10);
    static constexpr base::Duration longestUnschedulable = std::chrono::minutes(5);

    enum class Place : std::uint8_t { Active, Backoff, Unschedulable, Gated };
    struct Entry {
        model::PodPtr pod;
        Place place = Place::Active;
        std::int32_t attempts = 0; ///< decisions so far
        base::TimePoint since{}; ///< first seen
        base::TimePoint movedAt{}; ///< into this place
        base::TimePoint readyAt{}; ///< end of the backoff, when in Backoff
        std::vector<base::Symbol> refusedBy{}; ///< plugins that refused it in the last attempt; empty: not known
    };

    /// By whose hints an event is judged; without, by kinds of events alone.
    void setPolicies(framework::Policies policies) { m_policies = std::move(policies); }
    /// A new pod becomes active, one with scheduling gates gated until it comes without them. One that waits already is replaced by this value: if what the scheduler reads of it has
    /// changed it may try again (after its backoff), else it stays where it is. Another UID is another pod.
    void add(const model::PodPtr &pod, base::TimePoint now);
    /// No longer waiting: bound, deleted, finished, or taken by another scheduler.
    void remove(const model::PodKey &pod);
    /// The next pod to decide on; it leaves the queue. Moves what has become due first.
    [[nodiscard]] std::optional<Entry> pop(base::TimePoint now);
    /// Gives back an entry that was popped and not placed. Unschedulable: waits for a change. Otherwise (the attempt failed
    /// for a reason of its own, or the cluster changed meanwhile) it waits out its backoff only.
    void giveBack(Entry entry, bool unschedulable, base::TimePoint now);
    /// Something changed: the unschedulable pods that it may let in move to backoff, or to active if it is over.
    void clusterChanged(const CacheEvents &events, base::TimePoint now, const model::Inventory &inventory = {});
    /// Whether the events could let that pod in, after plugins have refused it.
    [[nodiscard]] bool mayHelp(const CacheEvents &events, const model::Pod &pod,
        const std::vector<base::Symbol> &refusedBy, const model::Inventory &inventory) const;
    /// When pop() could give more than now: the end of the first backoff or the next five-minute flush. Absent: only when
    /// something is added or the cluster changes.
    [[nodiscard]] std::optional<base::TimePoint> nextDue() const;

    [[nodiscard]] const Entry *find(const model::PodKey &pod) const;
    /// Everything that waits: active in order, then backoff by its end, then unschedulable and gated in order of arrival.
    [[nodiscard]] std::vector<Entry> entries() const;
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(m_entries.size()); }

private:
    /// Orders each place; ties are broken by the pod's text, so that the order never depends on addresses.
    struct Rank {
        std::int64_t first = 0; ///< active: priority, negated; else the time
        std::int64_t second = 0; ///< time of arrival
        model::PodKey pod;
        friend auto operator<=>(const Rank &, const Rank &) = default;
    };

    [[nodiscard]] static Rank rank(const Entry &entry);
    [[nodiscard]] static base::Duration backoff(const Entry &entry);
    std::set<Rank> &ranksOf(Place place);
    void put(Entry entry);
    void move(const model::PodKey &pod, base::TimePoint now);
    void moveDue(base::TimePoint now);

    framework::Policies m_policies;
    absl::flat_hash_map<model::PodKey, Entry> m_entries;
    std::set<Rank> m_active;
    std::set<Rank> m_backoff;
    std::set<Rank> m_unschedulable;
    std::set<Rank> m_gated;
};

} // namespace binnacle::engine
