// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/improvement.h"

#include <algorithm>

namespace binnacle::plan {

namespace {

constexpr int patience = 200; ///< steps without a better layout before the best is taken up again
constexpr int largeCluster = 256; ///< nodes: asking about pods that look beyond their node is dear there

} // namespace

Improvement::Improvement(const Problem &problem, const Control &control, const Intake &intake, World &world,
    Layout &layout, Insertion &insertion, Exact &exact)
    : m_problem(problem),
      m_control(control),
      m_intake(intake),
      m_world(world),
      m_layout(layout),
      m_insertion(insertion),
      m_exact(exact),
      m_random(problem.seed)
{
}

bool Improvement::run(std::int64_t budget)
{
    keep();
    bool stopped = false;
    while (m_steps < budget && !stopped) {
        stopped = m_control.stop && m_control.stop();
        if (stopped) {
            break;
        }
        if (m_control.progress && m_steps % 16 == 0) {
            m_control.progress(m_steps, budget);
        }
        ++m_steps;
        tryOne();
    }
    m_layout.replay(m_bestPuts);
    return !stopped;
}

void Improvement::keep()
{
    m_best = m_layout.whole();
    m_bestPuts = m_layout.puts();
    m_bestWorth = m_layout.worth();
    m_sinceBest = 0;
}

void Improvement::tryOne()
{
    const Worth was = m_layout.worth();
    m_units.clear();
    m_before.clear();
    const bool whole = m_random.below(4) == 0 ? regroup() : reinsert();
    if (whole && m_bestWorth < m_layout.worth() && legal()) {
        keep();
        return;
    }
    ++m_sinceBest;
    if (!whole || !acceptable(was)) {
        restore();
    }
    if (m_sinceBest > patience) {
        m_layout.become(m_best);
        m_sinceBest = 0;
    }
}

/// Takes out a neighbourhood, and inserts it again with some that wait. False when it was stopped.
bool Improvement::reinsert()
{
    switch (m_random.below(3)) {
    case 0:
        destroySome();
        break;
    case 1:
        destroyNodes();
        break;
    default:
        makeWay();
    }
    constexpr std::size_t few = 8;
    addWaiting(few);
    Insertion::Blur blur{&m_random, 0, false};
    blur.noise = m_random.below(3) == 0 ? 40 : 0;
    blur.anyOrder = m_random.below(3) == 0;
    return m_insertion.insert(m_units, blur);
}

/// A few nodes with what the plan put there, and some that wait, in the best way. False when it was stopped.
bool Improvement::regroup()
{
    const std::size_t most = m_world.nodes() > largeCluster ? 5 : 8;
    std::vector<int> nodes;
    const std::uint64_t wanted = 2 + m_random.below(2);
    for (int attempt = 0; attempt < 8 && nodes.size() < wanted; ++attempt) {
        const Unit &unit = anyUnit();
        const int node = m_layout.placed(unit) && m_random.below(4) != 0
            ? anyNodeOf(unit)
            : static_cast<int>(m_random.below(static_cast<std::uint64_t>(m_world.nodes())));
        if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
            nodes.push_back(node);
        }
    }
    std::size_t pods = 0;
    for (const int node : nodes) {
        std::vector<const Unit *> here;
        for (const int pod : m_layout.podsOn(node)) {
            if (std::find(here.begin(), here.end(), &unitOf(pod)) == here.end()) {
                here.push_back(&unitOf(pod));
            }
        }
        while (!here.empty()) {
            const std::size_t at = m_random.below(here.size());
            if (m_layout.placed(*here[at]) && pods + here[at]->pods.size() <= most) {
                pods += here[at]->pods.size();
                takeUnit(*here[at]);
            }
            here.erase(here.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    addWaiting(most - pods);
    return m_exact.place(m_units, nodes) != Exact::Answer::Stopped;
}

void Improvement::restore()
{
    for (const Unit *unit : m_units) {
        for (const int pod : unit->pods) {
            if (m_layout.at(pod) != Layout::nowhere) {
                m_layout.take(pod);
            }
        }
    }
    for (const auto &[pod, node] : m_before) {
        m_layout.put(pod, node);
    }
}

/// Where every pod looks only at its node, any order is legal; else the layout is put in one that is.
bool Improvement::legal()
{
    for (int pod = 0; pod < static_cast<int>(m_problem.queue.size()); ++pod) {
        if (m_layout.at(pod) != Layout::nowhere && !m_world.local(m_layout.podClass(pod))) {
            return m_layout.reorder();
        }
    }
    return true;
}

/// No worse than before, or a little worse than the best: record-to-record travel (Dueck, 1993).
bool Improvement::acceptable(const Worth &was) const
{
    const Worth &now = m_layout.worth();
    if (!(now < was)) {
        return true;
    }
    return now.placed == m_bestWorth.placed && now.score + m_bestWorth.score / 50 >= m_bestWorth.score;
}

void Improvement::takeUnit(const Unit &unit)
{
    m_units.push_back(&unit);
    for (const int pod : unit.pods) {
        m_before.emplace_back(pod, m_layout.at(pod));
        m_layout.take(pod);
    }
}

void Improvement::takeNode(int node)
{
    while (!m_layout.podsOn(node).empty()) {
        takeUnit(unitOf(m_layout.podsOn(node).back()));
    }
}

/// A few units from anywhere.
void Improvement::destroySome()
{
    const std::uint64_t most = 1 + m_random.below(std::min<std::size_t>(8, m_intake.units.size()));
    for (std::uint64_t i = 0; i < most; ++i) {
        if (const Unit &unit = anyUnit(); m_layout.placed(unit)) {
            takeUnit(unit);
        }
    }
}

/// Everything of the plan that is on one node or two.
void Improvement::destroyNodes()
{
    for (std::uint64_t i = 1 + m_random.below(2); i > 0; --i) {
        if (const Unit &unit = anyUnit(); m_layout.placed(unit)) {
            takeNode(anyNodeOf(unit));
        }
    }
}

/// A unit that waits is let in somewhere, at the cost of others that the plan put there.
void Improvement::makeWay()
{
    const Unit &unit = anyUnit();
    if (m_layout.placed(unit)) {
        return destroyNodes();
    }
    const int pod = unit.pods[m_random.below(unit.pods.size())];
    for (int attempt = 0; attempt < 8; ++attempt) {
        const Unit &other = anyUnit();
        if (!m_layout.placed(other)) {
            continue;
        }
        const int node = anyNodeOf(other);
        if (m_world.neverAdmits(m_layout.podClass(pod), node)) {
            continue;
        }
        while (!m_layout.podsOn(node).empty() && !m_world.admits(m_layout.podClass(pod), node)) {
            const std::vector<int> &on = m_layout.podsOn(node);
            takeUnit(unitOf(on[m_random.below(on.size())]));
        }
        return;
    }
}

/// Those that wait get another chance: units of at most so many pods together.
void Improvement::addWaiting(std::size_t most)
{
    const std::size_t from = m_random.below(m_intake.units.size());
    for (std::size_t i = 0; i < m_intake.units.size() && most > 0; ++i) {
        const Unit &unit = m_intake.units[(from + i) % m_intake.units.size()];
        if (unit.pods.size() <= most && !m_layout.placed(unit)
            && std::find(m_units.begin(), m_units.end(), &unit) == m_units.end()) {
            m_units.push_back(&unit);
            most -= unit.pods.size();
        }
    }
}

} // namespace binnacle::plan
