// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/scheduling_queue.h"

#include <algorithm>
#include <utility>

namespace binnacle::engine {

namespace {

/// What can change of a pod that waits and may let it in: its labels, its tolerations, that it asks for less.
bool faresBetter(const model::Pod &before, const model::Pod &now)
{
    return before.labels != now.labels || before.tolerations != now.tolerations
        || now.request.cpuMilli < before.request.cpuMilli || now.request.memoryBytes < before.request.memoryBytes
        || now.request.ephemeralStorageBytes < before.request.ephemeralStorageBytes
        || now.request.scalars() != before.request.scalars();
}

std::int64_t ticks(base::TimePoint time) { return time.time_since_epoch().count(); }

base::TimePoint time(std::int64_t ticks) { return base::TimePoint(base::Duration(ticks)); }

} // namespace

SchedulingQueue::Rank SchedulingQueue::rank(const Entry &entry)
{
    switch (entry.place) {
    case Place::Active:
        return {-std::int64_t{entry.pod->priority}, ticks(entry.since), entry.pod->key};
    case Place::Backoff:
        return {ticks(entry.readyAt), ticks(entry.since), entry.pod->key};
    case Place::Unschedulable:
    case Place::Gated:
        break;
    }
    return {ticks(entry.movedAt), ticks(entry.since), entry.pod->key};
}

base::Duration SchedulingQueue::backoff(const Entry &entry)
{
    base::Duration wait = firstBackoff;
    for (std::int32_t attempt = 1; attempt < entry.attempts && wait < longestBackoff; ++attempt) {
        wait *= 2;
    }
    return entry.attempts == 0 ? base::Duration::zero() : std::min(wait, longestBackoff);
}

std::set<SchedulingQueue::Rank> &SchedulingQueue::ranksOf(Place place)
{
    switch (place) {
    case Place::Active:
        return m_active;
    case Place::Backoff:
        return m_backoff;
    case Place::Gated:
        return m_gated;
    case Place::Unschedulable:
        break;
    }
    return m_unschedulable;
}

void SchedulingQueue::put(Entry entry)
{
    ranksOf(entry.place).insert(rank(entry));
    m_entries.insert_or_assign(model::PodKey(entry.pod->key), std::move(entry));
}

void SchedulingQueue::remove(const model::PodKey &pod)
{
    const auto it = m_entries.find(pod);
    if (it != m_entries.end()) {
        ranksOf(it->second.place).erase(rank(it->second));
        m_entries.erase(it);
    }
}

void SchedulingQueue::add(const model::PodPtr &pod, base::TimePoint now)
{
    const bool gated = !pod->schedulingGates.empty();
    const auto it = m_entries.find(pod->key);
    if (it == m_entries.end() || it->second.pod->uid != pod->uid) {
        remove(pod->key);
        put({pod, gated ? Place::Gated : Place::Active, 0, now, now, {}});
        return;
    }
    Entry entry = it->second;
    if (gated != (entry.place == Place::Gated)) { // a gate cannot come later: but what a cluster says is believed
        remove(pod->key);
        entry.pod = pod;
        entry.place = gated ? Place::Gated : Place::Active;
        entry.movedAt = now;
        put(std::move(entry));
        return;
    }
    const bool mayFareBetter = entry.place == Place::Unschedulable && faresBetter(*entry.pod, *pod);
    remove(pod->key);
    entry.pod = pod;
    put(std::move(entry));
    if (mayFareBetter) {
        move(pod->key, now);
    }
}

/// Out of the unschedulable ones: to backoff while it lasts, counted from the last attempt.
void SchedulingQueue::move(const model::PodKey &pod, base::TimePoint now)
{
    Entry entry = m_entries.at(pod);
    remove(pod);
    entry.readyAt = entry.movedAt + backoff(entry);
    entry.place = entry.readyAt > now ? Place::Backoff : Place::Active;
    entry.movedAt = now;
    put(std::move(entry));
}

void SchedulingQueue::moveDue(base::TimePoint now)
{
    while (!m_backoff.empty() && m_backoff.begin()->first <= ticks(now)) {
        Entry entry = m_entries.at(m_backoff.begin()->pod);
        remove(entry.pod->key);
        entry.place = Place::Active;
        entry.movedAt = now;
        put(std::move(entry));
    }
    while (!m_unschedulable.empty() && m_unschedulable.begin()->first + longestUnschedulable.count() <= ticks(now)) {
        move(model::PodKey(m_unschedulable.begin()->pod), now);
    }
}

std::optional<SchedulingQueue::Entry> SchedulingQueue::pop(base::TimePoint now)
{
    moveDue(now);
    if (m_active.empty()) {
        return std::nullopt;
    }
    Entry entry = m_entries.at(m_active.begin()->pod);
    remove(entry.pod->key);
    ++entry.attempts;
    return entry;
}

void SchedulingQueue::giveBack(Entry entry, bool unschedulable, base::TimePoint now)
{
    entry.movedAt = now;
    entry.readyAt = now + backoff(entry);
    entry.place = unschedulable ? Place::Unschedulable : Place::Backoff;
    remove(entry.pod->key);
    put(std::move(entry));
}

bool SchedulingQueue::mayHelp(const CacheEvents &events, const model::Pod &pod,
    const std::vector<base::Symbol> &refusedBy, const model::Inventory &inventory) const
{
    const framework::PolicyPtr &policy = m_policies.of(pod.schedulerName);
    return policy ? events.mayHelp(pod, refusedBy, *policy, inventory) : events.mayHelp(pod);
}

void SchedulingQueue::clusterChanged(const CacheEvents &events, base::TimePoint now, const model::Inventory &inventory)
{
    if (!events.any()) {
        return;
    }
    std::vector<model::PodKey> waiting;
    waiting.reserve(m_unschedulable.size());
    for (const Rank &rank : m_unschedulable) {
        const Entry &entry = m_entries.at(rank.pod);
        if (mayHelp(events, *entry.pod, entry.refusedBy, inventory)) {
            waiting.push_back(rank.pod);
        }
    }
    for (const model::PodKey &pod : waiting) {
        move(pod, now);
    }
}

std::optional<base::TimePoint> SchedulingQueue::nextDue() const
{
    std::optional<base::TimePoint> due;
    if (!m_backoff.empty()) {
        due = time(m_backoff.begin()->first);
    }
    if (!m_unschedulable.empty()) {
        const base::TimePoint flush = time(m_unschedulable.begin()->first) + longestUnschedulable;
        due = due ? std::min(*due, flush) : flush;
    }
    return due;
}

const SchedulingQueue::Entry *SchedulingQueue::find(const model::PodKey &pod) const
{
    const auto it = m_entries.find(pod);
    return it == m_entries.end() ? nullptr : &it->second;
}

std::vector<SchedulingQueue::Entry> SchedulingQueue::entries() const
{
    std::vector<Entry> all;
    all.reserve(m_entries.size());
    for (const std::set<Rank> *ranks : {&m_active, &m_backoff, &m_unschedulable, &m_gated}) {
        for (const Rank &rank : *ranks) {
            all.push_back(m_entries.at(rank.pod));
        }
    }
    return all;
}

} // namespace binnacle::engine
