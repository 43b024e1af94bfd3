// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/trial.h"

#include <algorithm>
#include <utility>

namespace binnacle::engine {

using framework::NodeLoad;
using model::PodPtr;

std::vector<PodPtr> nominatedBefore(const model::NodeInfo &node, const Cycle &cycle)
{
    const model::Pod &pod = cycle.pod();
    std::vector<PodPtr> before;
    for (const PodPtr &other : node.nominated()) {
        if (other->priority >= pod.priority && other->uid != pod.uid && cycle.enqueues(*other)) {
            before.push_back(other);
        }
    }
    return before;
}

Trial::Trial(const Cycle &cycle, const model::NodeInfo &node)
    : m_cycle(cycle), m_state(&cycle.state()), m_node(node), m_nominated(nominatedBefore(node, cycle))
{
}

Trial::Trial(const Cycle &cycle, const model::NodeInfo &node, const std::vector<PodPtr> &pods)
    : m_cycle(cycle), m_state(&cycle.state()), m_node(node.nodePtr()), m_nominated(nominatedBefore(node, cycle))
{
    // A measurement stays with the pods that it was of: then they leave one by one.
    const bool measured = node.measured() != model::MeasuredUse{};
    if (measured) {
        m_node = node;
    }
    auto kept = pods.begin();
    for (const PodPtr &pod : node.pods()) {
        if (kept != pods.end() && *kept == pod) {
            ++kept;
            if (!measured) {
                m_node.addPod(pod);
            }
        } else {
            if (measured) {
                m_node.removePod(pod->uid);
            }
            moved(*pod, -1);
        }
    }
}

void Trial::moved(const model::Pod &pod, std::int64_t by) { m_cycle.podMoves(m_state, pod, m_node.node(), by); }

void Trial::add(const PodPtr &pod)
{
    m_node.addPod(pod);
    moved(*pod, 1);
}

void Trial::remove(const PodPtr &pod)
{
    m_node.removePod(pod->uid);
    moved(*pod, -1);
}

Cycle::Refusal Trial::filter() const { return m_cycle.filterOn(m_state, NodeLoad::of(m_node)); }

bool Trial::fits() const
{
    if (!m_nominated.empty()) {
        model::NodeInfo node = m_node;
        framework::CycleState state(&m_state);
        for (const PodPtr &pod : m_nominated) {
            node.addPod(pod);
            m_cycle.podMoves(state, *pod, node.node(), 1);
        }
        if (!m_cycle.filterOn(state, NodeLoad::of(node)).verdict.ok()) {
            return false;
        }
    }
    return filter().verdict.ok();
}

Cycle::Refusal filterWithNominated(const Cycle &cycle, const model::NodeInfo &node)
{
    const NodeLoad load = NodeLoad::of(node);
    const std::vector<PodPtr> before = nominatedBefore(node, cycle);
    if (!before.empty() && !cycle.preFilterRefuses(load)) {
        Trial trial(cycle, node);
        for (const PodPtr &pod : before) {
            trial.add(pod);
        }
        if (Cycle::Refusal refusal = trial.filter(); !refusal.verdict.ok()) {
            return refusal;
        }
    }
    return cycle.filter(load);
}

std::vector<Cycle::Refusal> wordsWithNominated(const Cycle &cycle, const model::NodeInfo &node)
{
    std::vector<Cycle::Refusal> words = cycle.everyFilter(NodeLoad::of(node));
    const std::vector<PodPtr> before = nominatedBefore(node, cycle);
    if (before.empty()) {
        return words;
    }
    Trial trial(cycle, node);
    for (const PodPtr &pod : before) {
        trial.add(pod);
    }
    std::vector<Cycle::Refusal> beside = cycle.everyFilter(NodeLoad::of(trial.node()), trial.state());
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].verdict.ok()) {
            words[i] = std::move(beside[i]);
        }
    }
    return words;
}

Nominated::Nominated(const Cycle &cycle, const model::NodeInfo &node, const std::vector<PodPtr> &pods)
    : m_cycle(cycle), m_trial(std::make_unique<Trial>(cycle, node))
{
    for (const PodPtr &pod : pods) {
        m_trial->add(pod);
    }
    m_load = NodeLoad::of(m_trial->node());
    m_byRules = cycle.filterByRules(m_load, m_trial->state());
}

} // namespace binnacle::engine
