// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plan/movables.h"
#include "planner/plan/world.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace binnacle::plan {

/// A pod that needs a node.
struct Homeless {
    model::PodPtr pod;
    int podClass = 0;
    int from = -1; ///< not there again
    int movable = -1; ///< -1: one of the queue
    int queued = -1; ///< its place in the queue
};

/// A node for it, and who leaves first.
struct Option {
    int node = 0;
    std::vector<int> out; ///< movables
    std::int64_t cost = 0;
    std::int64_t slack = 0; ///< room left afterwards, in thousandths of the node
};

/// Where a pod could go: nodes that let it in as things are, then nodes that would if some pods left, the fewest and cheapest first. A set
/// of pods is named when every plugin lets the pod in without them, and not without fewer of them. Leaves the world as it was.
class Options {
public:
    /// `mayAsk`: asked before a set is tried out where that is dear (the pod's Filters look beyond the node).
    Options(World &world, Movables &movables, bool whole, std::function<bool()> mayAsk)
        : m_world(world), m_movables(movables), m_whole(whole), m_mayAsk(std::move(mayAsk))
    {
    }

    /// `moves`: at most so many leave.
    [[nodiscard]] std::vector<Option> of(const Homeless &pod, std::int64_t moves);
    /// Whether some may not have been looked at: there are too many, or a pod was asked for whose Filters look beyond the node, so that
    /// what is in its way may be anywhere.
    [[nodiscard]] bool leftOut() const { return m_leftOut; }

private:
    /// CPU, memory, pod slots and the devices together are short by so much on a node, and a pod that leaves gives so much back. It is
    /// a bound: what suffices is asked of the plugins.
    using Amounts = std::array<__int128, 3>;

    void direct(const Homeless &pod, std::vector<Option> &options);
    void ejecting(const Homeless &pod, std::vector<Option> &options);
    [[nodiscard]] Amounts missing(const model::Pod &pod, const model::NodeInfo &info) const;
    [[nodiscard]] Amounts given(int movable, int node);
    [[nodiscard]] std::int64_t fewestOut(const Homeless &pod, int node);
    [[nodiscard]] std::vector<int> candidatesAt(const Homeless &pod, int node);
    void addAcross(const Homeless &pod, int node, std::vector<int> &out);
    void subsets(const Homeless &pod, int node, std::size_t from, const Amounts &missing);
    void tryOut(const Homeless &pod, int node, bool &fits);
    [[nodiscard]] bool alike(int a, int b);
    [[nodiscard]] std::int64_t slackOf(const model::Pod &pod, int node) const;

    World &m_world;
    Movables &m_movables;
    bool m_whole;
    std::function<bool()> m_mayAsk;
    bool m_leftOut = false;
    std::int64_t m_moves = 0;
    // Of the node that is looked at.
    std::vector<int> m_candidates;
    std::vector<int> m_out;
    std::vector<Option> *m_options = nullptr;
    std::size_t m_most = 0;
};

} // namespace binnacle::plan
