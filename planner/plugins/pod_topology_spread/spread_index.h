// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/incremental.h"

#include <deque>
#include <vector>

namespace binnacle::plugins {

/// What PodTopologySpread says of pods of one namespace with the same constraints and rules about nodes: counts by the parts
/// of each constraint's topology, kept as pods come and go.
class SpreadIndex final : public framework::PodIndex {
public:
    /// `everyKey`: a node without one of the labels is not scored.
    SpreadIndex(const model::PodPtr &pod, const std::vector<model::SpreadConstraint> &constraints, bool everyKey,
        bool comparisons, framework::Census &census);

    void nodeChanged(framework::Slot slot) override { settle(slot); }
    [[nodiscard]] std::size_t columns() const override { return 2 * (m_filters.size() + m_scores.size()); }
    [[nodiscard]] const Reads &begin(const model::Pod &pod) override;
    void filter(std::vector<framework::Slot> &nodes) const override;
    void score(absl::Span<const framework::Slot> nodes, std::int64_t *raw) override;

private:
    /// One constraint with what is counted for it.
    class Part final : public framework::CountListener {
    public:
        Part(const model::SpreadConstraint &constraint, framework::Topology &topology, framework::PodCounter *counter);
        void counted(framework::Slot slot, std::int64_t by) override;
        /// Counts the node in that part of the topology from now on, or not at all.
        void move(framework::Slot slot, std::uint32_t part);
        [[nodiscard]] std::int64_t podsOn(framework::Slot slot) const { return counter ? counter->onNode[slot] : 0; }
        [[nodiscard]] std::int64_t podsIn(std::uint32_t part) const { return part < pods.size() ? pods[part] : 0; }
        /// The part that the node is in; absent labels count as empty ones.
        [[nodiscard]] std::uint32_t partOf(framework::Slot slot) const;
        [[nodiscard]] std::int64_t fewestPods() const;

        model::SpreadConstraint constraint;
        framework::Topology *topology;
        framework::PodCounter *counter; ///< null: no pod counts
        bool byHost; ///< scored by the pods on each node
        std::uint32_t emptyValue;
        std::vector<std::uint32_t> counts; ///< by node, in which part it counts
        std::vector<std::int64_t> pods; ///< by part
        std::vector<std::int32_t> nodes; ///< by part
        // of one decision
        std::int64_t self = 0;
        std::int64_t fewest = 0;
        double weight = 0;
        std::vector<std::uint64_t> seen; ///< by part, in which decision it was seen last
    };
    [[nodiscard]] bool hasEveryKey(const std::deque<Part> &parts, framework::Slot slot) const;
    void weigh(absl::Span<const framework::Slot> nodes);
    void settle(framework::Slot slot);
    void settle(std::deque<Part> &parts, bool everyKey, framework::Slot slot);

    model::PodPtr m_pod;
    bool m_everyKey;
    bool m_comparisons;
    const framework::Census &m_census;
    std::deque<Part> m_filters;
    std::deque<Part> m_scores;
    Reads m_reads;
    std::uint64_t m_decision = 0;
    std::vector<std::uint8_t> m_isJudged; ///< by slot: whether it is scored
    std::vector<double> m_sums; ///< parallel to the nodes that are scored
};

} // namespace binnacle::plugins
