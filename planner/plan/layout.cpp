// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/layout.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace binnacle::plan {

using framework::NodeLoad;

namespace {

/// The load with one more pod. Devices are counted by the node itself and stay as they are.
NodeLoad with(NodeLoad load, const model::Pod &pod)
{
    load.requested.cpuMilli += pod.request.cpuMilli;
    load.requested.memoryBytes += pod.request.memoryBytes;
    load.requested.ephemeralStorageBytes += pod.request.ephemeralStorageBytes;
    load.nonZeroRequested.cpuMilli += pod.nonZeroRequest.cpuMilli;
    load.nonZeroRequested.memoryBytes += pod.nonZeroRequest.memoryBytes;
    load.nonZeroRequested.ephemeralStorageBytes += pod.nonZeroRequest.ephemeralStorageBytes;
    load.pods += 1;
    return load;
}

} // namespace

Layout::Layout(World &world, const Problem &problem, const Intake &intake)
    : m_world(world),
      m_problem(problem),
      m_class(problem.queue.size(), -1),
      m_ranks(problem),
      m_at(problem.queue.size(), nowhere),
      m_putAs(problem.queue.size(), 0)
{
    m_worth.placed.assign(m_ranks.count, 0);
    for (std::size_t i = 0; i < m_class.size(); ++i) {
        m_class[i] = intake.refused[i] ? -1 : world.classOf(problem.queue[i]);
    }
}

const std::vector<int> &Layout::podsOn(int node) const
{
    static const std::vector<int> none;
    const auto it = m_on.find(node);
    return it == m_on.end() ? none : it->second;
}

std::int64_t Layout::scoreOn(int node)
{
    std::int64_t sum = 0;
    for (const int one : podsOn(node)) {
        sum += m_world.ruleScore(podClass(one), node)
            + m_world.loadScore(podClass(one), m_world.loadWithout(node, *pod(one), m_scratch));
    }
    return sum;
}

void Layout::put(int one, int node)
{
    assert(at(one) == nowhere);
    m_world.place(pod(one), node);
    m_at[static_cast<std::size_t>(one)] = node;
    m_putAs[static_cast<std::size_t>(one)] = m_puts++;
    m_on[node].push_back(one);
    ++m_worth.placed[m_ranks.of[static_cast<std::size_t>(one)]];
    const std::int64_t score = scoreOn(node);
    m_worth.score += score - std::exchange(m_scoreOn[node], score);
}

void Layout::take(int one)
{
    const int node = at(one);
    m_world.remove(*pod(one), node);
    m_at[static_cast<std::size_t>(one)] = nowhere;
    std::erase(m_on[node], one);
    --m_worth.placed[m_ranks.of[static_cast<std::size_t>(one)]];
    const std::int64_t score = scoreOn(node);
    m_worth.score += score - std::exchange(m_scoreOn[node], score);
}

std::vector<Layout::Put> Layout::puts() const
{
    std::vector<Put> out;
    for (int one = 0; one < static_cast<int>(m_at.size()); ++one) {
        if (at(one) != nowhere) {
            out.push_back({one, at(one)});
        }
    }
    std::sort(out.begin(), out.end(), [&](const Put &a, const Put &b) {
        return m_putAs[static_cast<std::size_t>(a.pod)] < m_putAs[static_cast<std::size_t>(b.pod)];
    });
    return out;
}

void Layout::replay(const std::vector<Put> &puts)
{
    become(std::vector<int>(m_at.size(), nowhere));
    for (const Put &one : puts) {
        put(one.pod, one.node);
    }
}

void Layout::become(const std::vector<int> &whole)
{
    for (int one = 0; one < static_cast<int>(whole.size()); ++one) {
        if (at(one) != nowhere && at(one) != whole[static_cast<std::size_t>(one)]) {
            take(one);
        }
    }
    for (int one = 0; one < static_cast<int>(whole.size()); ++one) {
        if (whole[static_cast<std::size_t>(one)] != nowhere && at(one) == nowhere) {
            put(one, whole[static_cast<std::size_t>(one)]);
        }
    }
}

bool Layout::reorder()
{
    const std::vector<Put> before = puts();
    std::vector<Put> waiting = before;
    become(std::vector<int>(m_at.size(), nowhere));
    for (bool any = true; any && !waiting.empty();) {
        any = false;
        std::vector<Put> later;
        for (const Put &one : waiting) {
            if (m_world.admits(podClass(one.pod), one.node)) {
                put(one.pod, one.node);
                any = true;
            } else {
                later.push_back(one);
            }
        }
        waiting = std::move(later);
    }
    if (!waiting.empty()) {
        replay(before);
    }
    return waiting.empty();
}

std::int64_t Layout::gain(int podClass, const model::Pod &pod, int node)
{
    if (!m_world.admits(podClass, node)) {
        return refused;
    }
    std::int64_t sum = m_world.ruleScore(podClass, node) + m_world.loadScore(podClass, m_world.load(node));
    const std::vector<int> &others = podsOn(node);
    for (const int other : others) {
        const NodeLoad without = m_world.loadWithout(node, *this->pod(other), m_scratch);
        sum += m_world.loadScore(this->podClass(other), with(without, pod))
            + m_world.ruleScore(this->podClass(other), node);
    }
    const auto before = m_scoreOn.find(node);
    return sum - (before == m_scoreOn.end() ? 0 : before->second);
}

} // namespace binnacle::plan
