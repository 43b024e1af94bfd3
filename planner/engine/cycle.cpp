// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/cycle.h"

#include <algorithm>

namespace binnacle::engine {

using framework::NodeLoad;
using framework::PodLoad;
using framework::Policy;
using model::Verdict;

Cycle::Cycle(const model::Pod &pod, const Policy &policy) : m_pod(pod), m_policy(policy), m_podLoad(PodLoad::of(pod))
{
    m_steps.reserve(policy.filters().size());
    for (const Policy::Filter &filter : policy.filters()) {
        Step step{&filter, false, {}};
        if (filter.preFilter) {
            step.answer = filter.preFilter->preFilter(m_state, pod);
            step.skipped = step.answer.verdict.kind == model::VerdictKind::Skip;
            m_anyPreFilterLimit = m_anyPreFilterLimit || !step.answer.verdict.ok() || step.answer.onlyNodes;
        }
        m_steps.push_back(std::move(step));
    }
}

/// As kube-scheduler: what PreFilter excludes is refused before any Filter is asked.
Cycle::Refusal Cycle::preFilterRefusal(const NodeLoad &node) const
{
    for (const Step &step : m_steps) {
        if (!step.answer.verdict.ok()) {
            return {step.filter->plugin->name(), step.answer.verdict, false};
        }
    }
    for (const Step &step : m_steps) {
        if (step.answer.onlyNodes && !step.answer.onlyNodes->contains(node.name)) {
            Verdict verdict = step.filter->filter->filter(m_state, m_pod, node);
            verdict.kind = model::VerdictKind::UnschedulableAndUnresolvable;
            return {step.filter->plugin->name(), std::move(verdict), false};
        }
    }
    return {};
}

Cycle::Refusal Cycle::filter(const NodeLoad &node) const
{
    if (m_anyPreFilterLimit) {
        if (Refusal refusal = preFilterRefusal(node); !refusal.verdict.ok()) {
            return refusal;
        }
    }
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Step &step = m_steps[i];
        if (step.skipped || (step.filter->load && step.filter->load->fits(m_state, m_podLoad, node))) {
            continue;
        }
        Verdict verdict = step.filter->filter->filter(m_state, m_pod, node);
        if (!verdict.ok()) {
            return {step.filter->plugin->name(), std::move(verdict), step.filter->load != nullptr, i};
        }
    }
    return {};
}

std::vector<Cycle::Refusal> Cycle::everyFilter(const NodeLoad &node) const
{
    std::vector<Refusal> words;
    for (const Step &step : m_steps) {
        Verdict verdict = step.skipped ? Verdict::skip() : step.filter->filter->filter(m_state, m_pod, node);
        if (verdict.ok() && !step.answer.verdict.ok()) {
            verdict = step.answer.verdict;
        }
        words.push_back({step.filter->plugin->name(), std::move(verdict), step.filter->load != nullptr});
    }
    return words;
}

bool Cycle::rulesAllowAfter(std::size_t step, const NodeLoad &node) const
{
    return std::all_of(m_steps.begin() + static_cast<std::ptrdiff_t>(step) + 1, m_steps.end(), [&](const Step &later) {
        return later.skipped || later.filter->load || later.filter->filter->filter(m_state, m_pod, node).ok();
    });
}

bool Cycle::fits(const PodLoad &pod, const NodeLoad &node) const
{
    return std::all_of(m_steps.begin(), m_steps.end(), [&](const Step &step) {
        return step.skipped || !step.filter->load || step.filter->load->fits(m_state, pod, node);
    });
}

void Cycle::beginScoring()
{
    m_scores.assign(m_policy.scores().size(), true);
    for (std::size_t i = 0; i < m_scores.size(); ++i) {
        const Policy::Score &score = m_policy.scores()[i];
        m_scores[i] = !score.preScore || score.preScore->preScore(m_state, m_pod) != model::VerdictKind::Skip;
        m_loadWeights += score.load && m_scores[i] ? score.weight : 0;
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

void Cycle::addLoadScores(const NodeLoad &node, absl::Span<std::int64_t> raw) const
{
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (const Policy::Score &score = m_policy.scores()[i]; score.load && m_scores[i]) {
            raw[i] = score.load->score(m_state, m_podLoad, node);
        }
    }
}

std::int64_t Cycle::loadTotal(const PodLoad &pod, const NodeLoad &node) const
{
    std::int64_t total = 0;
    for (std::size_t i = 0; i < m_scores.size(); ++i) {
        if (const Policy::Score &score = m_policy.scores()[i]; score.load && m_scores[i]) {
            total += score.weight * score.load->score(m_state, pod, node);
        }
    }
    return total;
}

framework::Extent Cycle::loadTotalRange(const PodLoad &podLow, const PodLoad &podHigh, const NodeLoad &nodeLow,
    const NodeLoad &nodeHigh, std::int64_t enough) const
{
    // Plugins that have not spoken yet count as the best and the worst that any could say.
    framework::Extent total{0, m_loadWeights * framework::maxNodeScore};
    for (std::size_t i = 0; i < m_scores.size(); ++i) {
        const Policy::Score &score = m_policy.scores()[i];
        if (!score.load || !m_scores[i]) {
            continue;
        }
        const framework::Extent range = score.load->scoreRange(m_state, podLow, podHigh, nodeLow, nodeHigh);
        total.minimum += score.weight * range.minimum;
        total.maximum += score.weight * (range.maximum - framework::maxNodeScore);
        if (total.maximum <= enough) {
            break;
        }
    }
    return total;
}

} // namespace binnacle::engine
