// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/insertion.h"

#include <algorithm>
#include <map>
#include <utility>

namespace binnacle::plan {

bool Insertion::insert(std::vector<const Unit *> units, const Blur &blur)
{
    m_blur = blur;
    std::stable_sort(
        units.begin(), units.end(), [](const Unit *a, const Unit *b) { return a->priority > b->priority; });
    for (auto from = units.begin(); from != units.end();) {
        const auto to =
            std::find_if(from, units.end(), [&](const Unit *unit) { return unit->priority != (*from)->priority; });
        if (!insertAlike({from, to})) {
            return false;
        }
        from = to;
    }
    return true;
}

/// Of one priority.
bool Insertion::insertAlike(const std::vector<const Unit *> &units)
{
    std::vector<Kind> kinds = kindsOf(units);
    m_anyPut = true; // what was put in before these may help them as well
    while (true) {
        if (m_control.stop && m_control.stop()) {
            return false;
        }
        Kind *best = next(kinds);
        if (!best && !secondHope(kinds)) {
            return true;
        }
        if (best) {
            best->hopeless = !putUnit(*best->units.back());
            if (!best->hopeless) {
                best->units.pop_back();
            }
        }
    }
}

/// Null when there is none with hope.
Insertion::Kind *Insertion::next(std::vector<Kind> &kinds)
{
    Kind *best = nullptr;
    std::int64_t most = Layout::refused;
    for (Kind &kind : kinds) {
        if (kind.hopeless || kind.units.empty()) {
            continue;
        }
        std::int64_t regret = regretOf(*kind.units.back(), false);
        kind.hopeless = regret == Layout::refused;
        if (!kind.hopeless && m_blur.anyOrder) {
            constexpr std::uint64_t many = 1U << 20;
            regret = static_cast<std::int64_t>(m_blur.random->below(many));
        }
        if (regret > most) {
            most = regret;
            best = &kind;
        }
    }
    return best;
}

std::vector<Insertion::Kind> Insertion::kindsOf(const std::vector<const Unit *> &units) const
{
    std::vector<Kind> kinds;
    std::map<int, std::size_t> byClass;
    for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
        if (!(*unit)->gang.empty()) {
            kinds.push_back({{*unit}});
            continue;
        }
        const auto [it, isNew] = byClass.try_emplace(m_layout.podClass((*unit)->pods.front()), kinds.size());
        if (isNew) {
            kinds.emplace_back();
        }
        kinds[it->second].units.push_back(*unit);
    }
    return kinds;
}

/// Pods that look beyond their node may fit now that others are placed.
bool Insertion::secondHope(std::vector<Kind> &kinds)
{
    bool any = false;
    if (!std::exchange(m_anyPut, false)) {
        return false;
    }
    for (Kind &kind : kinds) {
        const bool looksBeyond = !kind.units.empty()
            && std::any_of(kind.units.back()->pods.begin(), kind.units.back()->pods.end(),
                [&](int pod) { return !m_world.local(m_layout.podClass(pod)); });
        if (looksBeyond && regretOf(*kind.units.back(), true) != Layout::refused) {
            kind.hopeless = false;
            any = true;
        }
    }
    return any;
}

/// Of a gang: the most of its members that have a node now.
std::int64_t Insertion::regretOf(const Unit &unit, bool exact)
{
    std::int64_t most = Layout::refused;
    for (const int pod : unit.pods) {
        most = std::max(most, m_offers.of(m_layout.podClass(pod), *m_layout.pod(pod), exact).regret());
    }
    return most;
}

int Insertion::nodeFor(int pod)
{
    const int podClass = m_layout.podClass(pod);
    return m_blur.random ? m_offers.blurred(podClass, *m_layout.pod(pod), m_blur.noise, *m_blur.random)
                         : m_offers.of(podClass, *m_layout.pod(pod), true).node;
}

bool Insertion::putUnit(const Unit &unit)
{
    std::vector<int> waiting = unit.pods;
    while (!waiting.empty()) {
        int chosen = -1;
        std::int64_t most = Layout::refused;
        for (const int pod : waiting) {
            const std::int64_t regret =
                m_offers.of(m_layout.podClass(pod), *m_layout.pod(pod), waiting.size() > 1).regret();
            if (regret > most) {
                most = regret;
                chosen = pod;
            }
        }
        const int node = chosen < 0 ? Layout::nowhere : nodeFor(chosen);
        if (node == Layout::nowhere) {
            for (const int pod : unit.pods) {
                if (m_layout.at(pod) != Layout::nowhere) {
                    m_layout.take(pod);
                }
            }
            return false;
        }
        m_layout.put(chosen, node);
        std::erase(waiting, chosen);
    }
    m_anyPut = true;
    return true;
}

} // namespace binnacle::plan
