// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <absl/container/inlined_vector.h>
#include <absl/types/span.h>

#include <vector>

namespace binnacle::engine {

/// PreFilter, Filter, PreScore and Score of one pod under one policy: the steps of a decision, in the order in which they
/// must be called. Holds references: pod and policy must outlive it. One thread writes (the constructor and beginScoring);
/// const calls may come from any thread afterwards.
class Cycle {
public:
    /// Runs PreFilter.
    Cycle(const model::Pod &pod, const framework::Policy &policy);

    struct Refusal {
        base::Symbol plugin;
        model::Verdict verdict;
        bool byLoad = false; ///< by a plugin that reads amounts: another world may think otherwise
        std::size_t step = 0; ///< which in order
    };
    /// The first plugin to refuse the node; a success when none does.
    [[nodiscard]] Refusal filter(const framework::NodeLoad &node) const;
    /// Every plugin's word, in order.
    [[nodiscard]] std::vector<Refusal> everyFilter(const framework::NodeLoad &node) const;
    /// Whether the plugins that read no amounts let the pod in, of those after the one of that step.
    [[nodiscard]] bool rulesAllowAfter(std::size_t step, const framework::NodeLoad &node) const;
    /// Whether every plugin that reads amounts lets the pod in when it and the node ask for these.
    [[nodiscard]] bool fits(const framework::PodLoad &pod, const framework::NodeLoad &node) const;

    /// Runs PreScore. Before any call below.
    void beginScoring();
    using Scores = model::FeasibleNode::Scores;
    /// Raw scores of the plugins that read no amounts, parallel to Policy::scores(); 0 elsewhere.
    [[nodiscard]] Scores ruleScores(const framework::NodeLoad &node) const;
    /// Fills in the raw scores of the plugins that read amounts.
    void addLoadScores(const framework::NodeLoad &node, absl::Span<std::int64_t> raw) const;
    /// What the plugins that read amounts add to the total, and bounds of it.
    [[nodiscard]] std::int64_t loadTotal(const framework::PodLoad &pod, const framework::NodeLoad &node) const;
    /// Gives up, with a maximum that is no more than `enough`, once it is plain that the maximum is no more than that.
    [[nodiscard]] framework::Extent loadTotalRange(const framework::PodLoad &podLow, const framework::PodLoad &podHigh,
        const framework::NodeLoad &nodeLow, const framework::NodeLoad &nodeHigh, std::int64_t enough) const;
    /// Whether the plugin of that index scores this pod.
    [[nodiscard]] bool scores(std::size_t plugin) const { return m_scores[plugin]; }
    [[nodiscard]] const framework::Policy &policy() const { return m_policy; }
    [[nodiscard]] const model::Pod &pod() const { return m_pod; }
    [[nodiscard]] const framework::PodLoad &podLoad() const { return m_podLoad; }

private:
    struct Step {
        const framework::Policy::Filter *filter = nullptr;
        bool skipped = false;
        framework::PreFilterAnswer answer; ///< a rejection here holds for every node
    };
    [[nodiscard]] Refusal preFilterRefusal(const framework::NodeLoad &node) const;

    const model::Pod &m_pod;
    const framework::Policy &m_policy;
    framework::PodLoad m_podLoad;
    framework::CycleState m_state;
    std::vector<Step> m_steps;
    bool m_anyPreFilterLimit = false;
    absl::InlinedVector<bool, 8> m_scores;
    std::int64_t m_loadWeights = 0; ///< sum over the plugins that read amounts and score this pod
};

} // namespace binnacle::engine
