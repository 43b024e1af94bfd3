// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/exact.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace binnacle::plan {

namespace {

constexpr std::int64_t mostTrials = 20'000; ///< pods tried out where sets depend on other nodes

} // namespace

bool Exact::stop()
{
    m_stopped = m_stopped || (m_control.stop && m_control.stop());
    return m_stopped;
}

void Exact::begin(const std::vector<const Unit *> &units)
{
    m_pods.clear();
    m_gangs.clear();
    for (const Unit *unit : units) {
        const std::size_t first = m_pods.size();
        m_pods.insert(m_pods.end(), unit->pods.begin(), unit->pods.end());
        Set members = 0;
        for (std::size_t i = first; i < m_pods.size(); ++i) {
            members |= Set{1} << i;
        }
        if (unit->pods.size() > 1) {
            m_gangs.push_back(members);
        }
    }
    std::set<std::size_t, std::greater<>> ranks; // the least important first
    for (const int pod : m_pods) {
        ranks.insert(m_layout.rank(pod));
    }
    m_weights.assign(m_pods.size(), 0);
    for (std::size_t i = 0; i < m_pods.size(); ++i) {
        constexpr auto bits = 5; // enough to count mostPods
        const auto above = std::distance(ranks.begin(), ranks.find(m_layout.rank(m_pods[i])));
        m_weights[i] = Value{1} << (64 + bits * above);
    }
    m_columns.clear();
    m_put.clear();
    m_best.clear();
    m_bestValue = none;
    m_left = mostTrials;
    m_stopped = false;
}

Exact::Answer Exact::place(const std::vector<const Unit *> &units, const std::vector<int> &nodes)
{
    begin(units);
    assert(m_pods.size() <= mostPods && nodes.size() <= mostNodes);
    m_nodes = nodes;
    for (const int node : m_nodes) {
        m_columns.emplace_back(1); // nothing on it
        grow(node, 0, 0, 0, m_columns.back());
    }
    if (m_stopped) {
        return Answer::Stopped;
    }
    joinNodes();
    const auto classWith = [&](auto what) {
        return std::all_of(
            m_pods.begin(), m_pods.end(), [&](int pod) { return (m_world.*what)(m_layout.podClass(pod)); });
    };
    if (classWith(&World::local)) {
        Set best = 0;
        for (Set pods = 0; pods <= all(); ++pods) {
            best = m_joined[0][pods] > m_joined[0][best] && wholeGangs(pods) ? pods : best;
        }
        follow(best);
        return classWith(&World::fixedScores) ? Answer::Best : Answer::Good;
    }
    boundSets();
    descend(0, 0, 0);
    if (m_stopped) {
        return Answer::Stopped;
    }
    for (const Layout::Put &put : m_best) {
        m_layout.put(put.pod, put.node);
    }
    return Answer::Good;
}

/// Every set of pods from `from` on, together with those that are on the node, that it takes.
void Exact::grow(int node, std::size_t from, Set pods, Value value, std::vector<Column> &columns)
{
    for (std::size_t i = from; i < m_pods.size() && !stop(); ++i) {
        const int pod = m_pods[i];
        const std::int64_t gain = m_layout.gain(m_layout.podClass(pod), *m_layout.pod(pod), node);
        if (gain == Layout::refused) {
            continue;
        }
        const Set more = pods | (Set{1} << i);
        const Value worth = value + m_weights[i] + gain;
        columns.push_back({more, worth});
        if (i + 1 < m_pods.size()) {
            m_layout.put(pod, node);
            grow(node, i + 1, more, worth, columns);
            m_layout.take(pod);
        }
    }
}

void Exact::joinNodes()
{
    const std::size_t sets = std::size_t{all()} + 1;
    m_joined.assign(m_nodes.size() + 1, std::vector<Value>(sets, none));
    m_joined.back()[0] = 0;
    for (std::size_t node = m_nodes.size(); node-- > 0;) {
        const std::vector<Value> &after = m_joined[node + 1];
        std::vector<Value> &joined = m_joined[node];
        for (const Column &column : m_columns[node]) {
            const Set others = all() & ~column.pods;
            // Every part of the others, the empty one last.
            for (Set rest = others;; rest = (rest - 1) & others) {
                if (after[rest] != none) {
                    Value &known = joined[rest | column.pods];
                    known = std::max(known, column.value + after[rest]);
                }
                if (rest == 0) {
                    break;
                }
            }
        }
    }
}

bool Exact::wholeGangs(Set pods) const
{
    return std::all_of(
        m_gangs.begin(), m_gangs.end(), [&](Set gang) { return (gang & pods) == 0 || (gang & pods) == gang; });
}

/// Puts that set where the joined values came from.
void Exact::follow(Set pods)
{
    for (std::size_t node = 0; node < m_nodes.size(); ++node) {
        const auto column = std::find_if(m_columns[node].begin(), m_columns[node].end(), [&](const Column &one) {
            const bool within = (one.pods & ~pods) == 0;
            return within && m_joined[node + 1][pods & ~one.pods] != none
                && one.value + m_joined[node + 1][pods & ~one.pods] == m_joined[node][pods];
        });
        assert(column != m_columns[node].end());
        for (std::size_t i = 0; i < m_pods.size(); ++i) {
            if ((column->pods >> i) & 1U) {
                m_layout.put(m_pods[i], m_nodes[node]);
            }
        }
        pods &= ~column->pods;
    }
}

void Exact::boundSets()
{
    m_bounds = m_joined;
    for (std::vector<Value> &bounds : m_bounds) {
        for (std::size_t i = 0; i < m_pods.size(); ++i) {
            for (Set pods = 0; pods <= all(); ++pods) {
                if ((pods >> i) & 1U) {
                    bounds[pods] = std::max(bounds[pods], bounds[pods & ~(Set{1} << i)]);
                }
            }
        }
    }
}

/// The sets of node `at` and those after it, the most promising first.
void Exact::descend(std::size_t at, Set used, Value value)
{
    if (at == m_nodes.size()) {
        if (value > m_bestValue && wholeGangs(used)) {
            m_bestValue = value;
            m_best = m_put;
        }
        return;
    }
    struct Branch {
        Value bound = 0;
        const Column *column = nullptr;
    };
    std::vector<Branch> branches;
    for (const Column &column : m_columns[at]) {
        if ((column.pods & used) == 0) {
            branches.push_back({value + column.value + m_bounds[at + 1][all() & ~(used | column.pods)], &column});
        }
    }
    std::stable_sort(
        branches.begin(), branches.end(), [](const Branch &a, const Branch &b) { return a.bound > b.bound; });
    for (const Branch &branch : branches) {
        if (branch.bound <= m_bestValue || m_left <= 0 || stop()) {
            return;
        }
        const std::size_t before = m_put.size();
        if (putSet(branch.column->pods, m_nodes[at])) {
            descend(at + 1, used | branch.column->pods, value + branch.column->value);
        }
        back(before);
    }
}

/// In an order in which each is let in; false when there seems to be none. Some may be there then.
bool Exact::putSet(Set pods, int node)
{
    for (bool any = true; any && pods != 0;) {
        any = false;
        for (std::size_t i = 0; i < m_pods.size(); ++i) {
            if (((pods >> i) & 1U) == 0) {
                continue;
            }
            --m_left;
            if (m_world.admits(m_layout.podClass(m_pods[i]), node)) {
                m_layout.put(m_pods[i], node);
                m_put.push_back({m_pods[i], node});
                pods &= ~(Set{1} << i);
                any = true;
            }
        }
    }
    return pods == 0;
}

void Exact::back(std::size_t to)
{
    while (m_put.size() > to) {
        m_layout.take(m_put.back().pod);
        m_put.pop_back();
    }
}

} // namespace binnacle::plan
