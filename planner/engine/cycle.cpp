// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/cycle.h"

#include "planner/framework/pre_enqueue.h"

#include <algorithm>

namespace binnacle::engine {

using framework::NodeLoad;
using framework::PodLoad;
using framework::Policy;
using model::Verdict;

Cycle::Cycle(const model::Snapshot &snapshot, const model::Pod &pod, const Policy &policy)
    : m_snapshot(snapshot), m_pod(pod), m_policy(policy), m_podLoad(PodLoad::of(pod))
{
    m_steps.reserve(policy.filters().size());
    for (const Policy::Filter &filter : policy.filters()) {
        Step step{&filter, false, {}};
        if (filter.preFilter) {
            step.answer = filter.preFilter->preFilter(m_state, pod, snapshot);
            step.skipped = step.answer.verdict.kind == model::VerdictKind::Skip;
            m_anyPreFilterLimit = m_anyPreFilterLimit || !step.answer.verdict.ok() || step.answer.onlyNodes;
        }
        if (filter.load && !step.skipped) {
            m_loadFilters.push_back({m_steps.size(), filter.load});
        }
        m_steps.push_back(std::move(step));
    }
}

framework::NodeReads Cycle::reads() const
{
    framework::NodeReads all;
    const auto include = [&](const framework::Plugin &plugin) {
        framework::NodeReads reads = plugin.reads(m_state, m_pod);
        all.everything = all.everything || reads.everything;
        all.taints = all.taints || reads.taints;
        all.labels.insert(all.labels.end(), reads.labels.begin(), reads.labels.end());
        all.images.insert(all.images.end(), reads.images.begin(), reads.images.end());
    };
    for (const Policy::Filter &filter : m_policy.filters()) {
        if (!filter.load) {
            include(*filter.plugin);
        }
    }
    for (const Policy::Score &score : m_policy.scores()) {
        if (score.node) {
            include(*score.plugin);
        }
    }
    for (std::vector<base::Symbol> *names : {&all.labels, &all.images}) {
        std::sort(names->begin(), names->end(), [](base::Symbol a, base::Symbol b) { return a.id() < b.id(); });
        names->erase(std::unique(names->begin(), names->end()), names->end());
    }
    return all;
}

/// As kube-scheduler: what PreFilter excludes is refused before any Filter is asked.
Cycle::Refusal Cycle::preFilterRefusal(const NodeLoad &node) const
{
    for (const Step &step : m_steps) {
        if (!step.answer.verdict.ok()) {
            return {step.filter->plugin->name(), step.answer.verdict};
        }
    }
    for (const Step &step : m_steps) {
        if (step.answer.onlyNodes && !step.answer.onlyNodes->contains(node.name)) {
            Verdict verdict = step.filter->filter->filter(m_state, m_pod, node);
            verdict.kind = model::VerdictKind::UnschedulableAndUnresolvable;
            return {step.filter->plugin->name(), std::move(verdict)};
        }
    }
    return {{}, {}, m_steps.size()};
}

Cycle::Refusal Cycle::filter(const NodeLoad &node) const
{
    Refusal byRules = filterByRules(node);
    const std::size_t byLoad = stepRefusedByLoad(node, byRules.step);
    return byLoad < m_steps.size() ? ask(byLoad, node) : std::move(byRules);
}

Cycle::Refusal Cycle::filterByRules(const NodeLoad &node) const
{
    if (m_anyPreFilterLimit) {
        if (Refusal refusal = preFilterRefusal(node); !refusal.verdict.ok()) {
            return refusal;
        }
    }
    return filterByRules(node, m_state);
}

bool Cycle::enqueues(const model::Pod &other) const
{
    return std::all_of(m_steps.begin(), m_steps.end(), [&](const Step &step) {
        const auto *plugin = dynamic_cast<const framework::PreEnqueuePlugin *>(step.filter->plugin);
        return !plugin || plugin->enqueues(other, m_snapshot.inventory());
    });
}

bool Cycle::preFilterRefuses(const NodeLoad &node) const
{
    return m_anyPreFilterLimit && !preFilterRefusal(node).verdict.ok();
}

void Cycle::podMoves(
    framework::CycleState &trial, const model::Pod &moved, const model::Node &node, std::int64_t by) const
{
    for (const Step &step : m_steps) {
        if (step.filter->moves && !step.skipped) {
            step.filter->moves->podMoves(trial, m_pod, moved, node, by);
        }
    }
}

Cycle::Refusal Cycle::filterOn(const framework::CycleState &trial, const NodeLoad &node) const
{
    Refusal byRules = filterByRules(node, trial);
    const std::size_t byLoad = stepRefusedByLoad(node, byRules.step);
    return byLoad < m_steps.size() ? ask(byLoad, node, trial) : std::move(byRules);
}

Cycle::Refusal Cycle::filterByRules(const NodeLoad &node, const framework::CycleState &trial) const
{
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Step &step = m_steps[i];
        if (step.skipped || step.filter->load) {
            continue;
        }
        Refusal refusal = ask(i, node, trial);
        if (!refusal.verdict.ok()) {
            return refusal;
        }
    }
    return {{}, {}, m_steps.size()};
}

Cycle::Refusal Cycle::ask(std::size_t step, const NodeLoad &node) const { return ask(step, node, m_state); }

Cycle::Refusal Cycle::ask(std::size_t step, const NodeLoad &node, const framework::CycleState &trial) const
{
    const Policy::Filter &filter = *m_steps[step].filter;
    return {filter.plugin->name(), filter.filter->filter(trial, m_pod, node), step};
}

std::vector<Cycle::Refusal> Cycle::everyFilter(const NodeLoad &node) const { return everyFilter(node, m_state); }

std::vector<Cycle::Refusal> Cycle::everyFilter(const NodeLoad &node, const framework::CycleState &trial) const
{
    std::vector<Refusal> words;
    for (const Step &step : m_steps) {
        Verdict verdict = step.skipped ? Verdict::skip() : step.filter->filter->filter(trial, m_pod, node);
        if (verdict.ok() && !step.answer.verdict.ok()) {
            verdict = step.answer.verdict;
        }
        words.push_back({step.filter->plugin->name(), std::move(verdict)});
    }
    return words;
}

Cycle::Stopped Cycle::stopped() const
{
    for (const Step &step : m_steps) {
        if (step.skipped) {
            continue;
        }
        if (framework::Stop stop = step.filter->plugin->stop(m_state); stop.any()) {
            return {step.filter->plugin->name(), std::move(stop)};
        }
    }
    return {};
}

std::vector<model::Reason> Cycle::bindingNeeds() const
{
    std::vector<model::Reason> needs;
    for (const Step &step : m_steps) {
        if (!step.skipped) {
            step.filter->plugin->bindingNeeds(m_state, m_pod, needs);
        }
    }
    return needs;
}

void Cycle::beginScoring(const std::vector<const NodeLoad *> &feasible)
{
    m_scores.assign(m_policy.scores().size(), true);
    for (std::size_t i = 0; i < m_scores.size(); ++i) {
        const Policy::Score &score = m_policy.scores()[i];
        m_scores[i] = !score.preScore
            || score.preScore->preScore(m_state, m_pod, m_snapshot, feasible) != model::VerdictKind::Skip;
        if (score.load && m_scores[i]) {
            m_loadScores.push_back({i, score.weight, score.load});
            m_loadWeights += score.weight;
        }
    }
}

Cycle::Scores Cycle::ruleScores(const NodeLoad &node) const
{
    Scores raw(m_scores.size(), 0);
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (const Policy::Score &score = m_policy.scores()[i]; score.node && m_scores[i]) {
            raw[i] = score.node->score(m_state, m_pod, node);
        }
    }
    return raw;
}

std::int64_t Cycle::loadTotal(
    const PodLoad &pod, const NodeLoad &node, std::int64_t afterFirst, std::int64_t enough) const
{
    std::int64_t total = 0;
    for (const LoadScore &score : m_loadScores) {
        total += score.weight * score.plugin->score(m_state, pod, node);
        if (&score == m_loadScores.data() && total + afterFirst <= enough) {
            break;
        }
    }
    return total;
}

Cycle::LoadRange Cycle::loadTotalRange(const PodLoad &podLow, const PodLoad &podHigh, const NodeLoad &nodeLow,
    const NodeLoad &nodeHigh, std::int64_t enough) const
{
    // Plugins that have not spoken yet count as the best and the worst that any could say.
    LoadRange total{0, m_loadWeights * framework::maxNodeScore, 0};
    for (const LoadScore &score : m_loadScores) {
        const framework::Extent range = score.plugin->scoreRange(m_state, podLow, podHigh, nodeLow, nodeHigh);
        total.minimum += score.weight * range.minimum;
        total.maximum += score.weight * (range.maximum - framework::maxNodeScore);
        total.maximumAfterFirst += &score == m_loadScores.data() ? 0 : score.weight * range.maximum;
        if (total.maximum <= enough) {
            break;
        }
    }
    return total;
}

} // namespace binnacle::engine
