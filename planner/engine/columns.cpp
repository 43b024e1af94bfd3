// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/columns.h"

#include <algorithm>
#include <utility>

namespace binnacle::engine {

using framework::NodeLoad;
using framework::Policy;
using framework::Slot;
using model::VerdictKind;

namespace {

/// For plugins that read nothing of it.
const model::Snapshot &noSnapshot()
{
    static const model::Snapshot empty;
    return empty;
}

} // namespace

LoadColumn::LoadColumn(const model::PodPtr &pod, const std::vector<Policy::Filter> &filters,
    const std::vector<Score> &scores, const NodeSlots &nodes)
    : m_nodes(nodes), m_pod(pod), m_podLoad(framework::PodLoad::of(*pod))
{
    for (const Policy::Filter &filter : filters) {
        if (filter.preFilter) {
            const framework::PreFilterAnswer answer = filter.preFilter->preFilter(m_state, *pod, noSnapshot());
            m_refusesAll = m_refusesAll || !answer.verdict.ok();
            if (answer.verdict.kind == VerdictKind::Skip) {
                continue;
            }
        }
        m_filters.push_back(filter.load);
    }
    for (const Score &score : scores) {
        if (!score.preScore || score.preScore->preScore(m_state, *pod, noSnapshot(), {}) != VerdictKind::Skip) {
            m_scores.push_back(score);
        }
    }
}

void LoadColumn::refresh()
{
    const framework::NodeLoads &loads = m_nodes.loads();
    m_values.resize(loads.size(), refused);
    if (!m_nodes.changes().catchUp(m_read, [&](Slot slot) { m_values[slot] = valueOf(loads[slot]); })) {
        std::transform(
            loads.begin(), loads.end(), m_values.begin(), [&](const NodeLoad &node) { return valueOf(node); });
    }
}

std::int32_t LoadColumn::valueOf(const NodeLoad &node) const
{
    const bool fits = node.info && !m_refusesAll
        && std::all_of(m_filters.begin(), m_filters.end(),
            [&](const framework::LoadFilterPlugin *filter) { return filter->fits(m_state, m_podLoad, node); });
    if (!fits) {
        return refused;
    }
    std::int64_t total = 0;
    for (const Score &score : m_scores) {
        total += score.weight * score.plugin->score(m_state, m_podLoad, node);
    }
    return static_cast<std::int32_t>(total);
}

RuleColumn::RuleColumn(const model::PodPtr &pod, std::vector<Policy::Filter> filters, std::vector<Score> scores,
    Reads reads, NodeSlots &nodes)
    : m_nodes(nodes), m_pod(pod), m_allFilters(std::move(filters)), m_scores(std::move(scores)), m_reads(reads)
{
}

/// PreFilter and PreScore.
void RuleColumn::prepare()
{
    m_state = {};
    m_filters.clear();
    m_onlyNodes.clear();
    m_isScored.clear();
    m_refusesAll = false;
    for (const Policy::Filter &filter : m_allFilters) {
        if (filter.preFilter) {
            framework::PreFilterAnswer answer = filter.preFilter->preFilter(m_state, *m_pod, noSnapshot());
            m_refusesAll = m_refusesAll || !answer.verdict.ok();
            if (answer.onlyNodes) {
                m_onlyNodes.push_back(*std::move(answer.onlyNodes));
            }
            if (answer.verdict.kind == VerdictKind::Skip) {
                continue;
            }
        }
        m_filters.push_back(filter);
    }
    const model::SnapshotPtr all = m_reads.images ? m_nodes.commit() : nullptr;
    for (const Score &score : m_scores) {
        m_isScored.push_back(!score.preScore
            || score.preScore->preScore(m_state, *m_pod, all ? *all : noSnapshot(), {}) != VerdictKind::Skip);
    }
}

void RuleColumn::fill()
{
    ++m_version;
    m_raw.clear();
    m_numbers.clear();
    m_classes.assign(m_nodes.loads().size(), refused);
    const auto take = [&](Slot slot) {
        if (slot != NodeSlots::none) {
            m_classes[slot] = classOf(m_nodes.loads()[slot]);
        }
    };
    if (!m_onlyNodes.empty()) {
        for (const base::Symbol name : m_onlyNodes.front()) {
            take(m_nodes.find(name));
        }
        return;
    }
    for (Slot slot = 0; slot < m_classes.size(); ++slot) {
        take(slot);
    }
}

void RuleColumn::refresh(std::uint64_t imagesVersion)
{
    const bool first = m_version == 0;
    if (first || (m_reads.images && imagesVersion != m_imagesVersion)) {
        m_imagesVersion = imagesVersion;
        const std::vector<bool> scoredBefore = m_isScored;
        prepare();
        bool imagesCount = false;
        for (std::size_t i = 0; i < m_scores.size(); ++i) {
            imagesCount = imagesCount || (m_scores[i].images && m_isScored[i]);
        }
        if (first || imagesCount || scoredBefore != m_isScored) {
            (void)changes().catchUp(m_read, [](Slot) {});
            fill();
            return;
        }
    }
    m_classes.resize(m_nodes.loads().size(), refused);
    if (!changes().catchUp(m_read, [&](Slot slot) { m_classes[slot] = classOf(m_nodes.loads()[slot]); })) {
        fill();
    }
}

bool RuleColumn::passes(const NodeLoad &node) const
{
    return node.info && !m_refusesAll && std::all_of(m_onlyNodes.begin(), m_onlyNodes.end(), [&](const auto &only) {
        return only.contains(node.name);
    }) && std::all_of(m_filters.begin(), m_filters.end(), [&](const Policy::Filter &filter) {
        return filter.filter->filter(m_state, *m_pod, node).ok();
    });
}

std::int32_t RuleColumn::classOf(const NodeLoad &node)
{
    if (!passes(node)) {
        return refused;
    }
    Raw raw(m_scores.size(), 0);
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (m_isScored[i]) {
            raw[i] = m_scores[i].plugin->score(m_state, *m_pod, node);
        }
    }
    const auto [it, isNew] = m_numbers.try_emplace(raw, static_cast<std::int32_t>(m_raw.size()));
    if (isNew) {
        m_raw.push_back(std::move(raw));
    }
    return it->second;
}

} // namespace binnacle::engine
