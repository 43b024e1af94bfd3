// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/layout.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace binnacle::plan {

/// Puts a few units on a few nodes in the best way there is. Every set of pods that a node takes is listed with what it is worth there;
/// dynamic programming over the nodes puts sets together. Where pods look beyond their node that is only a bound: a search along it
/// then asks for each set again with those of the other nodes in place. Not thread-safe.
class Exact {
public:
    /// `control` must outlive it.
    Exact(World &world, Layout &layout, const Control &control) : m_world(world), m_layout(layout), m_control(control)
    {
    }

    static constexpr std::size_t mostPods = 12;
    static constexpr std::size_t mostNodes = 8;

    enum class Answer : std::uint8_t {
        Best, ///< there is no better way
        Good, ///< there may be one
        Stopped, ///< the layout is as it was before
    };
    /// The units, which are nowhere, go where the objective is best; those for which there is no room stay out. At most mostPods pods
    /// and mostNodes nodes.
    [[nodiscard]] Answer place(const std::vector<const Unit *> &units, const std::vector<int> &nodes);

private:
    using Value =
        __int128; ///< pods by priority in the upper half, the more important above the others; the score in the lower
    using Set = std::uint32_t; ///< of pods, a bit each
    static constexpr Value none = -(Value{1} << 126);
    struct Column {
        Set pods = 0;
        Value value = 0;
    };

    void begin(const std::vector<const Unit *> &units);
    void grow(int node, std::size_t from, Set pods, Value value, std::vector<Column> &columns);
    void joinNodes();
    void boundSets();
    [[nodiscard]] bool wholeGangs(Set pods) const;
    [[nodiscard]] Set all() const { return (Set{1} << m_pods.size()) - 1; }
    void follow(Set pods);
    void descend(std::size_t at, Set used, Value value);
    [[nodiscard]] bool putSet(Set pods, int node);
    void back(std::size_t to);
    [[nodiscard]] bool stop();

    World &m_world;
    Layout &m_layout;
    const Control &m_control;
    std::vector<int> m_pods; ///< by place in the queue
    std::vector<Value> m_weights; ///< of one pod more, by index in m_pods
    std::vector<Set> m_gangs;
    std::vector<int> m_nodes;
    std::vector<std::vector<Column>> m_columns; ///< by node
    std::vector<std::vector<Value>>
        m_joined; ///< by node and set: the most for just that set on this node and those after it
    std::vector<std::vector<Value>> m_bounds; ///< the same for any part of the set
    std::vector<Layout::Put> m_put;
    std::vector<Layout::Put> m_best;
    Value m_bestValue = none;
    std::int64_t m_left = 0; ///< pods that may yet be tried out
    bool m_stopped = false;
};

} // namespace binnacle::plan
