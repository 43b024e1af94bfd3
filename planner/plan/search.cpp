// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/search.h"

#include <algorithm>
#include <tuple>

namespace binnacle::plan {

namespace {

std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}
/// Who is where, for a hash of all: they are combined by XOR, so that order does not matter.
std::uint64_t placeHash(bool queued, int who, int node)
{
    return mixed((static_cast<std::uint64_t>(who) << 33) ^ (static_cast<std::uint64_t>(node + 2) << 1)
        ^ (queued ? 0x9e3779b97f4a7c15ULL : 0x7f4a7c159e3779b9ULL));
}

} // namespace

Search::Search(
    const Problem &problem, const Ranks &ranks, World &world, Movables &movables, Limits limits, Orderable orderable)
    : m_problem(problem),
      m_ranks(ranks),
      m_world(world),
      m_movables(movables),
      m_limits(std::move(limits)),
      m_orderable(std::move(orderable)),
      m_options(world, movables, m_limits.whole,
          [this] {
              ++m_steps;
              return mayGoOn();
          }),
      m_admitted(ranks.count, 0)
{
}

std::optional<Moves> Search::run(const std::vector<const Unit *> &units)
{
    m_all.assign(m_admitted.size(), 0);
    for (const Unit *unit : units) {
        for (const int pod : unit->pods) {
            m_order.emplace_back(pod, unit);
            ++m_all[m_ranks.of[static_cast<std::size_t>(pod)]];
        }
    }
    m_hopeful = m_all;
    for (m_limit = 0; m_limit <= m_limits.moves && !m_stopped && !m_outOfSteps; ++m_limit) {
        m_seen.clear();
        explore();
        if (m_best && m_bestAdmitted == m_all) {
            m_allWithoutMoves = m_best->moves.empty();
            break;
        }
    }
    return std::move(m_best);
}

bool Search::mayGoOn()
{
    m_outOfSteps = m_outOfSteps || m_steps >= m_limits.steps;
    m_stopped = m_stopped || (m_limits.stop && m_limits.stop());
    m_leftOut = m_leftOut || m_outOfSteps || m_stopped;
    return !m_outOfSteps && !m_stopped;
}

bool Search::better(const std::vector<std::int64_t> &admitted, std::int64_t cost) const
{
    if (!m_best || admitted != m_bestAdmitted) {
        return !m_best || admitted > m_bestAdmitted;
    }
    const auto moves = static_cast<std::int64_t>(m_best->moves.size());
    return m_moves < moves || (m_moves == moves && cost < m_best->cost);
}

/// Whether something better than what is known can come of this.
bool Search::worthwhile() const { return better(m_hopeful, m_cost); }

bool Search::seen()
{
    std::uint64_t all = m_state ^ mixed(m_next + 1);
    return !m_seen.insert(all).second;
}

void Search::explore()
{
    if (!mayGoOn() || !worthwhile() || seen()) {
        return;
    }
    ++m_steps;
    if (!m_homeless.empty()) {
        exploreHomeless();
    } else if (m_next == m_order.size()) {
        record();
    } else {
        exploreQueue();
    }
}

/// The largest first: it has the least choice.
void Search::exploreHomeless()
{
    const auto largest =
        std::max_element(m_homeless.begin(), m_homeless.end(), [](const Homeless &a, const Homeless &b) {
            const model::Resources &x = a.pod->request;
            const model::Resources &y = b.pod->request;
            return std::tuple(x.scalars().size(), x.cpuMilli, x.memoryBytes)
                < std::tuple(y.scalars().size(), y.cpuMilli, y.memoryBytes);
        });
    const Homeless pod = *largest;
    const auto at = largest - m_homeless.begin();
    m_homeless.erase(largest);
    branch(pod, m_options.of(pod, movesLeft()));
    // It may stay away only where every pod that is let in is more important than it.
    if (m_limits.evict && pod.movable >= 0) {
        const std::int64_t extra = m_movables.of(pod.movable).cost * (evictionFactor - 1);
        m_cost += extra;
        m_moved.emplace_back(pod.movable, -1);
        m_state ^= placeHash(false, pod.movable, -1);
        explore();
        m_state ^= placeHash(false, pod.movable, -1);
        m_moved.pop_back();
        m_cost -= extra;
    }
    m_homeless.insert(m_homeless.begin() + at, pod);
}

void Search::exploreQueue()
{
    const auto [queued, unit] = m_order[m_next];
    const model::PodPtr &pod = m_problem.queue[static_cast<std::size_t>(queued)];
    const Homeless waiting{pod, m_world.classOf(pod), -1, -1, queued};
    ++m_next;
    branch(waiting, m_options.of(waiting, movesLeft()));
    --m_next;
    // Or the unit stays out as a whole.
    if (unit->pods.front() == queued) {
        const std::size_t from = m_next;
        m_next += unit->pods.size();
        for (const int member : unit->pods) {
            --m_hopeful[m_ranks.of[static_cast<std::size_t>(member)]];
        }
        explore();
        for (const int member : unit->pods) {
            ++m_hopeful[m_ranks.of[static_cast<std::size_t>(member)]];
        }
        m_next = from;
    }
}

void Search::branch(const Homeless &pod, const std::vector<Option> &options)
{
    for (const Option &option : options) {
        if (m_stopped || m_outOfSteps) {
            return;
        }
        enter(pod, option);
        explore();
        leave(pod, option);
    }
}

void Search::enter(const Homeless &pod, const Option &option)
{
    Ejection why;
    if (!option.out.empty()) {
        const engine::Cycle::Refusal refusal = m_world.refusal(pod.podClass, option.node);
        why.forPod = pod.pod->key;
        why.lacked = refusal.verdict.reasons.empty() ? model::Reason{} : refusal.verdict.reasons.front();
    }
    for (const int movable : option.out) {
        const Movables::One &one = m_movables.of(movable);
        m_world.remove(*one.pod, one.node);
        m_movables.spend(movable);
        m_why[movable] = why;
        m_homeless.push_back(
            {m_movables.successor(movable), m_movables.successorClass(movable), one.node, movable, -1});
        m_state ^= placeHash(false, movable, -2);
        ++m_moves;
        m_cost += one.cost;
    }
    m_world.place(pod.pod, option.node);
    if (pod.movable >= 0) {
        m_moved.emplace_back(pod.movable, option.node);
        m_state ^= placeHash(false, pod.movable, option.node);
    } else {
        m_places.push_back({pod.queued, option.node});
        ++m_admitted[m_ranks.of[static_cast<std::size_t>(pod.queued)]];
        m_state ^= placeHash(true, pod.queued, option.node);
    }
}

void Search::leave(const Homeless &pod, const Option &option)
{
    m_world.remove(*pod.pod, option.node);
    if (pod.movable >= 0) {
        m_moved.pop_back();
        m_state ^= placeHash(false, pod.movable, option.node);
    } else {
        m_places.pop_back();
        --m_admitted[m_ranks.of[static_cast<std::size_t>(pod.queued)]];
        m_state ^= placeHash(true, pod.queued, option.node);
    }
    for (auto it = option.out.rbegin(); it != option.out.rend(); ++it) {
        const Movables::One &one = m_movables.of(*it);
        m_homeless.pop_back();
        m_world.place(one.pod, one.node);
        m_movables.restore(*it);
        m_state ^= placeHash(false, *it, -2);
        --m_moves;
        m_cost -= one.cost;
    }
}

void Search::record()
{
    if (m_places.empty() || !better(m_admitted, m_cost)) {
        return;
    }
    Moves moves;
    moves.places = m_places;
    moves.cost = m_cost;
    for (const auto &[movable, to] : m_moved) {
        const Ejection &why = m_why.at(movable);
        moves.moves.push_back({movable, to, why.forPod, why.lacked});
    }
    if (m_orderable(moves)) {
        m_best = std::move(moves);
        m_bestAdmitted = m_admitted;
    }
}

} // namespace binnacle::plan
