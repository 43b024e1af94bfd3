// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/change_search.h"

#include "planner/engine/candidates.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <memory>
#include <queue>
#include <string>
#include <tuple>
#include <utility>

namespace binnacle::engine {

namespace {

using model::Change;
using model::ChangeKind;
using model::ChangeSearch;
using model::ChangeSet;

/// A draft, how it came to be, and what its node says.
struct Try {
    Draft draft;
    ChangeSet set;
    LeastLeft left;
    std::vector<Cycle::Refusal> words;
    std::int32_t serial = 0;

    [[nodiscard]] const Cycle::Refusal *refusal() const
    {
        const auto first =
            std::find_if(words.begin(), words.end(), [](const Cycle::Refusal &word) { return !word.verdict.ok(); });
        return first == words.end() ? nullptr : &*first;
    }
    /// What it comes to at least. Of equals the one that is further is looked at first.
    [[nodiscard]] auto rank() const
    {
        return std::tuple(set.count + left.count, set.cost + left.cost, -set.count, serial);
    }
};
using TryPtr = std::shared_ptr<Try>;

struct Later {
    bool operator()(const TryPtr &a, const TryPtr &b) const { return a->rank() > b->rank(); }
};

bool before(const Change &a, const Change &b)
{
    return std::tuple(a.kind, a.subject.text(), a.detail, a.amount, a.pods)
        < std::tuple(b.kind, b.subject.text(), b.detail, b.amount, b.pods);
}

/// The same set in whatever order its changes were found.
std::string textOf(std::vector<Change> changes)
{
    std::sort(changes.begin(), changes.end(), before);
    std::string text;
    for (const Change &change : changes) {
        text.append(model::changeName(change.kind)).append("\n").append(change.subject.text()).append("\n");
        text.append(change.detail).append("\n").append(std::to_string(change.amount)).append("\n");
        for (const model::PodKey &pod : change.pods) {
            text.append(pod.text()).append("\n");
        }
    }
    return text;
}

bool changesPods(ChangeKind kind) { return kind == ChangeKind::EvictPods || kind == ChangeKind::WaitForPods; }

/// Two evictions of one set are one, as far as a reader is concerned.
void add(ChangeSet &set, const Step &step)
{
    set.count += changesPods(step.change.kind) ? static_cast<std::int64_t>(step.change.pods.size()) : 1;
    set.cost += step.cost;
    const auto same = std::find_if(set.changes.begin(), set.changes.end(),
        [&](const Change &known) { return known.kind == step.change.kind && changesPods(known.kind); });
    if (same == set.changes.end()) {
        set.changes.push_back(step.change);
        return;
    }
    same->pods.insert(same->pods.end(), step.change.pods.begin(), step.change.pods.end());
    std::sort(same->pods.begin(), same->pods.end());
}

class Search {
public:
    Search(const model::SnapshotPtr &snapshot, const framework::Policy &policy, const ChangeLimits &limits)
        : m_snapshot(snapshot), m_policy(policy), m_limits(limits)
    {
    }

    FoundChanges run(const model::Pod &pod, const model::NodeInfo &info)
    {
        tryOut(Draft(m_snapshot, pod, info), {});
        while (!m_open.empty() && m_found.sets.size() < m_limits.sets) {
            const TryPtr next = m_open.top();
            m_open.pop();
            if (const Cycle::Refusal *refusal = next->refusal()) {
                expand(*next, *refusal);
            } else {
                m_foundWithin = m_found.sets.empty() ? !m_bounded : m_foundWithin;
                m_found.sets.push_back(next->set);
            }
        }
        m_found.search = !m_found.sets.empty() ? (m_foundWithin ? ChangeSearch::Least : ChangeSearch::Bounded)
            : m_bounded                        ? ChangeSearch::Bounded
                                               : ChangeSearch::NoneKnown;
        if (m_found.search == ChangeSearch::NoneKnown) {
            m_found.unliftable = m_stuckAt;
        }
        return std::move(m_found);
    }

private:
    void expand(const Try &from, const Cycle::Refusal &refusal)
    {
        const Ways ways = waysToLift(refusal, from.draft, *m_snapshot, m_limits.pods);
        m_bounded = m_bounded || !ways.exact;
        if (ways.ways.empty() && from.set.count >= m_stuckCount) {
            m_stuckCount = from.set.count;
            m_stuckAt = refusal.plugin;
        }
        for (const Way &way : ways.ways) {
            if (m_forks >= m_limits.forks) {
                m_bounded = true;
                return;
            }
            Draft draft = from.draft;
            ChangeSet set = from.set;
            for (const Step &step : way) {
                draft.apply(step);
                add(set, step);
            }
            if (m_seen.insert(textOf(set.changes)).second) {
                tryOut(std::move(draft), std::move(set));
            }
        }
    }

    void tryOut(Draft draft, ChangeSet set)
    {
        ++m_forks;
        std::vector<Cycle::Refusal> words = draft.words(m_policy);
        const LeastLeft left = leastLeft(words, draft, *m_snapshot);
        m_open.push(std::make_shared<Try>(Try{std::move(draft), std::move(set), left, std::move(words), m_forks}));
    }

    const model::SnapshotPtr &m_snapshot;
    const framework::Policy &m_policy;
    const ChangeLimits &m_limits;
    std::priority_queue<TryPtr, std::vector<TryPtr>, Later> m_open;
    absl::flat_hash_set<std::string> m_seen;
    FoundChanges m_found;
    std::int32_t m_forks = 0;
    bool m_bounded = false;
    bool m_foundWithin = false;
    base::Symbol m_stuckAt;
    std::int64_t m_stuckCount = 0;
};

} // namespace

FoundChanges findChanges(const model::SnapshotPtr &snapshot, const model::Pod &pod, base::Symbol node,
    const framework::Policy &policy, const ChangeLimits &limits)
{
    return Search(snapshot, policy, limits).run(pod, *snapshot->find(node));
}

} // namespace binnacle::engine
