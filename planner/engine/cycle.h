// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace binnacle::engine {

/// PreFilter, Filter, PreScore and Score of one pod under one policy: the steps of a decision, in the order in which they
/// must be called. Holds references: snapshot, pod and policy must outlive it. One thread writes (the constructor and beginScoring);
/// const calls may come from any thread afterwards.
class Cycle {
public:
    /// Runs PreFilter.
    Cycle(const model::Snapshot &snapshot, const model::Pod &pod, const framework::Policy &policy);

    /// What the plugins that read no amounts look at on a node for this pod.
    [[nodiscard]] framework::NodeReads reads() const;

    [[nodiscard]] std::size_t steps() const { return m_steps.size(); }
    struct Refusal {
        base::Symbol plugin;
        model::Verdict verdict;
        std::size_t step = 0; ///< which plugin in order; steps() when none refuses
    };
    /// The first plugin to refuse the node; a success when none does.
    [[nodiscard]] Refusal filter(const framework::NodeLoad &node) const;
    /// The first of those that read no amounts (the rules). The same for nodes alike in reads().
    [[nodiscard]] Refusal filterByRules(const framework::NodeLoad &node) const;
    /// Whether every plugin of the policy lets another pod wait for a node.
    [[nodiscard]] bool enqueues(const model::Pod &other) const;
    /// Whether PreFilter refuses it, before any Filter is asked.
    [[nodiscard]] bool preFilterRefuses(const framework::NodeLoad &node) const;
    /// Which of those that read amounts and come before that step is the first to refuse; steps() when none does.
    [[nodiscard]] std::size_t stepRefusedByLoad(const framework::NodeLoad &node, std::size_t before) const
    {
        for (const LoadFilter &filter : m_loadFilters) {
            if (filter.step >= before) {
                break;
            }
            if (!filter.plugin->fits(m_state, m_podLoad, node)) {
                return filter.step;
            }
        }
        return m_steps.size();
    }
    /// What the plugin of that step says of the node.
    [[nodiscard]] Refusal ask(std::size_t step, const framework::NodeLoad &node) const;
    /// On a trial: the state on top of the cycle's own in which a pod has come to the node, or gone from it.
    [[nodiscard]] const framework::CycleState &state() const { return m_state; }
    void podMoves(
        framework::CycleState &trial, const model::Pod &moved, const model::Node &node, std::int64_t by) const;
    /// filter(), filterByRules() and ask() of a trial, without what PreFilter itself refuses.
    [[nodiscard]] Refusal filterOn(const framework::CycleState &trial, const framework::NodeLoad &node) const;
    [[nodiscard]] Refusal filterByRules(const framework::NodeLoad &node, const framework::CycleState &trial) const;
    [[nodiscard]] Refusal ask(
        std::size_t step, const framework::NodeLoad &node, const framework::CycleState &trial) const;
    /// Every plugin's word, in order.
    [[nodiscard]] std::vector<Refusal> everyFilter(const framework::NodeLoad &node) const;
    [[nodiscard]] std::vector<Refusal> everyFilter(
        const framework::NodeLoad &node, const framework::CycleState &trial) const;
    /// What the plugins found that ends the decision. Once every node went through the filters.
    struct Stopped {
        base::Symbol plugin;
        framework::Stop stop;
    };
    [[nodiscard]] Stopped stopped() const;
    /// What has to be written before the pod may be bound, beside the binding.
    [[nodiscard]] std::vector<model::Reason> bindingNeeds() const;
    /// Whether every plugin that reads amounts lets the pod in when it and the node ask for these.
    [[nodiscard]] bool fits(const framework::PodLoad &pod, const framework::NodeLoad &node) const
    {
        return std::all_of(m_loadFilters.begin(), m_loadFilters.end(),
            [&](const LoadFilter &filter) { return filter.plugin->fits(m_state, pod, node); });
    }

    /// Runs PreScore, with the nodes that passed every Filter. Before any call below.
    void beginScoring(const std::vector<const framework::NodeLoad *> &feasible);
    using Scores = model::FeasibleNode::Scores;
    /// Raw scores of the plugins that read no amounts, parallel to Policy::scores(); 0 elsewhere. The same for nodes alike in
    /// reads().
    [[nodiscard]] Scores ruleScores(const framework::NodeLoad &node) const;
    /// The plugins that read amounts and score this pod, by index in Policy::scores().
    struct LoadScore {
        std::size_t index = 0;
        std::int32_t weight = 1;
        const framework::LoadScorePlugin *plugin = nullptr;
    };
    [[nodiscard]] const std::vector<LoadScore> &loadScores() const { return m_loadScores; }
    /// Their raw scores, in that order.
    void scoreLoad(const framework::NodeLoad &node, std::int64_t *raw) const
    {
        for (const LoadScore &score : m_loadScores) {
            *raw++ = score.plugin->score(m_state, m_podLoad, node);
        }
    }
    /// What the plugins that read amounts add to the total. Gives up, with no more than `enough`, once the first has spoken and
    /// it is plain that the others, which add at most `afterFirst`, do not make it more than that.
    [[nodiscard]] std::int64_t loadTotal(const framework::PodLoad &pod, const framework::NodeLoad &node,
        std::int64_t afterFirst, std::int64_t enough) const;
    [[nodiscard]] std::int64_t loadTotal(const framework::PodLoad &pod, const framework::NodeLoad &node) const
    {
        return loadTotal(pod, node, 0, std::numeric_limits<std::int64_t>::min());
    }
    /// Bounds of it.
    struct LoadRange {
        std::int64_t minimum = 0;
        std::int64_t maximum = 0;
        std::int64_t maximumAfterFirst = 0; ///< of all plugins but the first
    };
    /// Gives up, with a maximum that is no more than `enough`, once it is plain that the maximum is no more than that.
    [[nodiscard]] LoadRange loadTotalRange(const framework::PodLoad &podLow, const framework::PodLoad &podHigh,
        const framework::NodeLoad &nodeLow, const framework::NodeLoad &nodeHigh, std::int64_t enough) const;
    /// Whether the plugin of that index scores this pod.
    [[nodiscard]] bool scores(std::size_t plugin) const { return m_scores[plugin]; }
    [[nodiscard]] const framework::Policy &policy() const { return m_policy; }
    [[nodiscard]] const model::Pod &pod() const { return m_pod; }
    [[nodiscard]] const framework::PodLoad &podLoad() const { return m_podLoad; }

private:
    struct LoadFilter {
        std::size_t step = 0;
        const framework::LoadFilterPlugin *plugin = nullptr;
    };
    struct Step {
        const framework::Policy::Filter *filter = nullptr;
        bool skipped = false;
        framework::PreFilterAnswer answer; ///< a rejection here holds for every node
    };
    [[nodiscard]] Refusal preFilterRefusal(const framework::NodeLoad &node) const;

    const model::Snapshot &m_snapshot;
    const model::Pod &m_pod;
    const framework::Policy &m_policy;
    framework::PodLoad m_podLoad;
    framework::CycleState m_state;
    std::vector<Step> m_steps;
    std::vector<LoadFilter> m_loadFilters; ///< those that are not skipped
    std::vector<LoadScore> m_loadScores;
    bool m_anyPreFilterLimit = false;
    absl::InlinedVector<bool, 8> m_scores;
    std::int64_t m_loadWeights = 0; ///< sum over the plugins that read amounts and score this pod
};

} // namespace binnacle::engine
