// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/search.h"

#include <optional>
#include <vector>

namespace binnacle::plan {

/// Puts moves in an order in which every pod is let in at its step, asking every plugin over the cluster as it stands then. Places come as
/// soon as they can; a pod is moved in one go where its new node has room, else evicted first. No pod that is more important than
/// the least of those that it makes room for is left without a node in between, or for good: then there is no order.
class Sequencer {
public:
    Sequencer(const Problem &problem, World &world, Movables &movables, const Intake &intake)
        : m_problem(problem), m_world(world), m_movables(movables), m_intake(intake)
    {
    }

    /// The world is left as it was, or as it is afterwards with `keep`. Nothing when there is no order.
    [[nodiscard]] std::optional<std::vector<model::PlanStep>> order(const Moves &moves, bool keep);

private:
    struct Change {
        model::PodPtr pod;
        int node = 0;
        bool came = false;
    };
    void come(const model::PodPtr &pod, int node);
    void go(const model::PodPtr &pod, int node);
    void back(std::size_t to);
    [[nodiscard]] bool letsIn(const model::Pod &pod, int node) { return m_world.ask(pod, node).verdict.ok(); }

    bool placeOne(const Moves &moves);
    bool moveOne(const Moves &moves);
    bool returnOne(const Moves &moves);
    bool evictOne(const Moves &moves);
    [[nodiscard]] model::PlanStep leaving(const Moves::Move &move, model::PlanStep::Kind kind);

    const Problem &m_problem;
    World &m_world;
    Movables &m_movables;
    const Intake &m_intake;
    std::vector<Change> m_changes;
    std::vector<model::PlanStep> m_steps;
    std::vector<bool> m_placed; ///< by index in Moves::places
    enum class Stage : std::uint8_t { Running, Evicted, Done };
    std::vector<Stage> m_stages; ///< by index in Moves::moves
    std::int32_t m_least = 0; ///< priority of the least important pod that is placed
};

} // namespace binnacle::plan
