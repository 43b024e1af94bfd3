// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/sequence.h"

#include <algorithm>
#include <limits>

namespace binnacle::plan {

using model::PlanStep;

void Sequencer::come(const model::PodPtr &pod, int node)
{
    m_world.place(pod, node);
    m_changes.push_back({pod, node, true});
}

void Sequencer::go(const model::PodPtr &pod, int node)
{
    m_world.remove(*pod, node);
    m_changes.push_back({pod, node, false});
}

void Sequencer::back(std::size_t to)
{
    while (m_changes.size() > to) {
        const Change change = m_changes.back();
        m_changes.pop_back();
        if (change.came) {
            m_world.remove(*change.pod, change.node);
        } else {
            m_world.place(change.pod, change.node);
        }
    }
}

std::optional<std::vector<PlanStep>> Sequencer::order(const Moves &moves, bool keep)
{
    m_changes.clear();
    m_steps.clear();
    m_placed.assign(moves.places.size(), false);
    m_stages.assign(moves.moves.size(), Stage::Running);
    m_least = std::numeric_limits<std::int32_t>::max();
    for (const Moves::Place &place : moves.places) {
        m_least = std::min(m_least, m_problem.queue[static_cast<std::size_t>(place.pod)]->priority);
    }
    while (placeOne(moves) || returnOne(moves) || moveOne(moves) || evictOne(moves)) { }
    const bool done = std::find(m_placed.begin(), m_placed.end(), false) == m_placed.end()
        && std::all_of(m_stages.begin(), m_stages.end(), [](Stage stage) { return stage == Stage::Done; });
    if (!done || !keep) {
        back(0);
    }
    return done ? std::optional(m_steps) : std::nullopt;
}

bool Sequencer::placeOne(const Moves &moves)
{
    for (std::size_t i = 0; i < moves.places.size(); ++i) {
        const Moves::Place &place = moves.places[i];
        const model::PodPtr &pod = m_problem.queue[static_cast<std::size_t>(place.pod)];
        if (m_placed[i] || !letsIn(*pod, place.node)) {
            continue;
        }
        come(pod, place.node);
        m_placed[i] = true;
        PlanStep step;
        step.kind = PlanStep::Kind::Place;
        step.pod = pod->key;
        step.podUid = pod->uid;
        step.priority = pod->priority;
        step.to = m_world.nameOf(place.node);
        const int unit = m_intake.unitOf[static_cast<std::size_t>(place.pod)];
        step.gang = m_intake.units[static_cast<std::size_t>(unit)].gang;
        m_steps.push_back(std::move(step));
        return true;
    }
    return false;
}

PlanStep Sequencer::leaving(const Moves::Move &move, PlanStep::Kind kind)
{
    const Movables::One &one = m_movables.of(move.movable);
    PlanStep step;
    step.kind = kind;
    step.pod = one.pod->key;
    step.podUid = one.pod->uid;
    step.priority = one.pod->priority;
    step.from = m_world.nameOf(one.node);
    if (move.to >= 0) {
        step.to = m_world.nameOf(move.to);
    }
    step.makesRoomFor = move.makesRoomFor;
    step.lacked = move.lacked;
    step.cost = move.to >= 0 ? one.cost : one.cost * evictionFactor;
    return step;
}

bool Sequencer::moveOne(const Moves &moves)
{
    for (std::size_t i = 0; i < moves.moves.size(); ++i) {
        const Moves::Move &move = moves.moves[i];
        if (m_stages[i] != Stage::Running || move.to < 0) {
            continue;
        }
        const std::size_t before = m_changes.size();
        go(m_movables.of(move.movable).pod, m_movables.of(move.movable).node);
        if (letsIn(*m_movables.successor(move.movable), move.to)) {
            come(m_movables.successor(move.movable), move.to);
            m_stages[i] = Stage::Done;
            m_steps.push_back(leaving(move, PlanStep::Kind::Move));
            return true;
        }
        back(before);
    }
    return false;
}

bool Sequencer::returnOne(const Moves &moves)
{
    for (std::size_t i = 0; i < moves.moves.size(); ++i) {
        const Moves::Move &move = moves.moves[i];
        if (m_stages[i] != Stage::Evicted || !letsIn(*m_movables.successor(move.movable), move.to)) {
            continue;
        }
        come(m_movables.successor(move.movable), move.to);
        m_stages[i] = Stage::Done;
        PlanStep step = leaving(move, PlanStep::Kind::Return);
        step.from = {};
        step.makesRoomFor = {};
        step.lacked = {};
        step.cost = 0;
        m_steps.push_back(std::move(step));
        return true;
    }
    return false;
}

/// For good where it is meant so, else until its new node has room: the cheapest of those that may.
bool Sequencer::evictOne(const Moves &moves)
{
    int chosen = -1;
    for (std::size_t i = 0; i < moves.moves.size(); ++i) {
        const Moves::Move &move = moves.moves[i];
        const Movables::One &one = m_movables.of(move.movable);
        const bool may = move.to < 0 ? one.pod->priority < m_least : one.pod->priority <= m_least;
        if (m_stages[i] != Stage::Running || !may) {
            continue;
        }
        const auto rank = [&](const Moves::Move &of) {
            return std::pair(of.to >= 0, m_movables.of(of.movable).cost); // those that go anyway first
        };
        if (chosen < 0 || rank(move) < rank(moves.moves[static_cast<std::size_t>(chosen)])) {
            chosen = static_cast<int>(i);
        }
    }
    if (chosen < 0) {
        return false;
    }
    const Moves::Move &move = moves.moves[static_cast<std::size_t>(chosen)];
    go(m_movables.of(move.movable).pod, m_movables.of(move.movable).node);
    m_stages[static_cast<std::size_t>(chosen)] = move.to < 0 ? Stage::Done : Stage::Evicted;
    m_steps.push_back(leaving(move, move.to < 0 ? PlanStep::Kind::Evict : PlanStep::Kind::EvictFirst));
    return true;
}

} // namespace binnacle::plan
