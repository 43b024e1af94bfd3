// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/decide.h"
#include "planner/plan/movables.h"
#include "planner/plan/problem.h"
#include "tests/plan/replay.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace binnacle::plan::testing {

/// Every legal sequence of steps of a tiny defragmentation, tried out to the end: what the best plan is worth, by the rules of
/// docs/planning.md and the plugins' word alone.
class Exhaustive {
public:
    struct Worth {
        std::vector<std::int64_t> admitted; ///< by falling priority
        std::int64_t moves = 0;
        std::int64_t cost = 0;
        /// Better ones compare greater.
        friend bool operator<(const Worth &a, const Worth &b)
        {
            return std::tuple(a.admitted, -a.moves, -a.cost) < std::tuple(b.admitted, -b.moves, -b.cost);
        }
        friend bool operator==(const Worth &, const Worth &) = default;
    };

    explicit Exhaustive(const Problem &problem) : m_problem(problem)
    {
        const auto &nodes = problem.snapshot->nodes();
        for (int node = 0; problem.budgetsKnown && node < static_cast<int>(nodes.size()); ++node) {
            for (const model::PodPtr &pod : nodes[static_cast<std::size_t>(node)]->pods()) {
                addRunning(pod, node);
            }
        }
        for (const model::PodPtr &pod : problem.queue) {
            m_ranks.insert(pod->priority);
        }
    }

    [[nodiscard]] std::size_t movables() const { return m_running.size(); }
    [[nodiscard]] std::size_t states() const { return m_seen.size(); }

    Worth best()
    {
        State start;
        start.running.assign(m_running.size(), home);
        start.queued.assign(m_problem.queue.size(), out);
        start.left = budgets();
        visit(start, m_problem.snapshot);
        return *m_best;
    }

private:
    static constexpr int out = -1; ///< of a pod of the queue: it waits; of a running one: evicted
    static constexpr int home = -2;
    struct Running {
        model::PodPtr pod;
        model::PodPtr successor;
        int node = 0;
        std::int64_t cost = 0;
        std::vector<std::size_t> budgets;
    };
    struct State {
        std::vector<int> running;
        std::vector<int> queued;
        std::vector<std::int64_t> left; ///< of the budgets
        std::optional<std::int32_t> mostReturned; ///< the highest priority of those that came back after an eviction
        friend bool operator<(const State &a, const State &b)
        {
            return std::tie(a.running, a.queued, a.mostReturned) < std::tie(b.running, b.queued, b.mostReturned);
        }
    };

    void addRunning(const model::PodPtr &pod, int node)
    {
        if (pod->ownerKind.empty() || pod->ownerKind == "DaemonSet" || pod->ownerKind == "Node"
            || pod->deletionTimestamp) {
            return;
        }
        Running one{pod, withoutNode(*pod), node, moveCost(*pod), {}};
        for (std::size_t b = 0; b < m_problem.budgets.size(); ++b) {
            const Budget &budget = m_problem.budgets[b];
            if (budget.ns == pod->key.ns && budget.budget.selects(pod->labels)) {
                one.budgets.push_back(b);
            }
        }
        if (one.budgets.size() <= 1) {
            m_running.push_back(std::move(one));
        }
    }
    [[nodiscard]] std::vector<std::int64_t> budgets() const
    {
        std::vector<std::int64_t> left;
        for (const Budget &budget : m_problem.budgets) {
            left.push_back(budget.budget.disruptionsAllowed);
        }
        return left;
    }

    [[nodiscard]] base::Symbol nameOf(int node) const
    {
        return m_problem.snapshot->nodes()[static_cast<std::size_t>(node)]->node().name;
    }
    [[nodiscard]] bool admits(const model::SnapshotPtr &now, const model::Pod &pod, int node) const
    {
        return engine::recheck(*now, pod, nameOf(node), *m_problem.policies.of(pod.schedulerName)).verdict.ok();
    }
    [[nodiscard]] model::SnapshotPtr with(const model::SnapshotPtr &now, const model::PodPtr &pod, int node) const
    {
        model::Overlay overlay(now);
        overlay.assume(pod, nameOf(node));
        return overlay.commit();
    }
    [[nodiscard]] model::SnapshotPtr without(const model::SnapshotPtr &now, const Running &one) const
    {
        model::Overlay overlay(now);
        overlay.forget(nameOf(one.node), one.pod->uid);
        return overlay.commit();
    }

    void visit(const State &state, const model::SnapshotPtr &now)
    {
        if (!m_seen.insert(state).second) {
            return;
        }
        judge(state);
        const int nodes = static_cast<int>(m_problem.snapshot->nodes().size());
        for (std::size_t q = 0; q < state.queued.size(); ++q) {
            for (int node = 0; state.queued[q] == out && node < nodes; ++node) {
                if (admits(now, *m_problem.queue[q], node)) {
                    State next = state;
                    next.queued[q] = node;
                    visit(next, with(now, m_problem.queue[q], node));
                }
            }
        }
        for (std::size_t r = 0; r < state.running.size(); ++r) {
            const Running &one = m_running[r];
            if (state.running[r] == home && mayLeave(state, one)) {
                leave(state, now, r);
            }
            for (int node = 0; state.running[r] == out && node < nodes; ++node) {
                if (node != one.node && admits(now, *one.successor, node)) {
                    State next = state;
                    next.running[r] = node;
                    next.mostReturned = std::max(state.mostReturned.value_or(one.pod->priority), one.pod->priority);
                    visit(next, with(now, one.successor, node));
                }
            }
        }
    }

    [[nodiscard]] bool mayLeave(const State &state, const Running &one) const
    {
        const auto moved = std::count_if(state.running.begin(), state.running.end(), [](int at) { return at != home; });
        return moved < m_problem.moves && std::all_of(one.budgets.begin(), one.budgets.end(), [&](std::size_t budget) {
            return state.left[budget] > 0;
        });
    }

    void leave(const State &state, const model::SnapshotPtr &now, std::size_t r)
    {
        const Running &one = m_running[r];
        const model::SnapshotPtr gone = without(now, one);
        State next = state;
        for (const std::size_t budget : one.budgets) {
            --next.left[budget];
        }
        next.running[r] = out;
        visit(next, gone);
        for (int node = 0; node < static_cast<int>(m_problem.snapshot->nodes().size()); ++node) {
            if (node != one.node && admits(gone, *one.successor, node)) {
                next.running[r] = node;
                visit(next, with(gone, one.successor, node));
            }
        }
    }

    /// As the end of a plan.
    void judge(const State &state)
    {
        Worth worth;
        std::int32_t least = std::numeric_limits<std::int32_t>::max();
        for (auto rank = m_ranks.rbegin(); rank != m_ranks.rend(); ++rank) {
            worth.admitted.push_back(0);
            for (std::size_t q = 0; q < state.queued.size(); ++q) {
                if (m_problem.queue[q]->priority == *rank && state.queued[q] != out) {
                    ++worth.admitted.back();
                    least = *rank;
                }
            }
        }
        if (state.mostReturned && *state.mostReturned > least) {
            return;
        }
        for (std::size_t r = 0; r < state.running.size(); ++r) {
            if (state.running[r] == home) {
                continue;
            }
            const bool forGood = state.running[r] == out;
            if (forGood && (!m_problem.evict || m_running[r].pod->priority >= least)) {
                return;
            }
            ++worth.moves;
            worth.cost += m_running[r].cost * (forGood ? evictionFactor : 1);
        }
        if (wholeGangs(state) && (!m_best || *m_best < worth)) {
            m_best = worth;
        }
    }

    [[nodiscard]] bool wholeGangs(const State &state) const
    {
        return std::all_of(m_problem.gangs.begin(), m_problem.gangs.end(), [&](const model::Gang &gang) {
            std::size_t there = 0;
            for (std::size_t q = 0; q < state.queued.size(); ++q) {
                const bool member =
                    std::find(gang.members.begin(), gang.members.end(), m_problem.queue[q]->key) != gang.members.end();
                there += member && state.queued[q] != out ? 1 : 0;
            }
            return there == 0 || there == gang.members.size();
        });
    }

    const Problem &m_problem;
    std::vector<Running> m_running;
    std::set<std::int32_t> m_ranks;
    std::set<State> m_seen;
    std::optional<Worth> m_best;
};

} // namespace binnacle::plan::testing
