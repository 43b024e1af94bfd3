// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/pod_topology_spread/spread_index.h"

#include "planner/framework/plugin.h"
#include "planner/plugins/node_affinity/node_selector.h"
#include "planner/plugins/pod_key.h"
#include "planner/plugins/pod_topology_spread/spread_constraints.h"

#include <algorithm>
#include <limits>
#include <string>

namespace binnacle::plugins {

namespace {

using framework::Census;
using framework::PodCounter;
using framework::Slot;
using framework::Topology;
using model::SpreadConstraint;

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// The pods that the constraint counts for a pod of that namespace; null when it counts none.
PodCounter *counterOf(const SpreadConstraint &constraint, const std::string &ns, Census &census)
{
    if (constraint.selector.selectsEverything()) {
        return nullptr;
    }
    base::FingerprintBuilder name;
    name.add("spread").add(ns);
    addSelector(name, constraint.selector);
    return &census.counter(name.finish(), [ns, selector = constraint.selector](const model::Pod &running) {
        return !running.deletionTimestamp && running.key.ns == ns && selector.selects(running.labels);
    });
}

/// As std::llround, of what is not negative.
std::int64_t rounded(double value)
{
    const auto whole = static_cast<std::int64_t>(value);
    return whole + (value - static_cast<double>(whole) >= 0.5 ? 1 : 0);
}

} // namespace

SpreadIndex::Part::Part(const SpreadConstraint &wanted, Topology &over, PodCounter *counted)
    : constraint(wanted),
      topology(&over),
      counter(counted),
      byHost(!wanted.filters && wanted.topologyKey == hostnameKey()),
      emptyValue(over.numberOf(""))
{
}

void SpreadIndex::Part::counted(Slot slot, std::int64_t by)
{
    if (slot < counts.size() && counts[slot] != nowhere) {
        pods[counts[slot]] += by;
    }
}

void SpreadIndex::Part::move(Slot slot, std::uint32_t part)
{
    if (slot >= counts.size()) {
        counts.resize(slot + 1, nowhere);
    }
    const auto add = [&](std::uint32_t where, std::int32_t by) {
        if (where >= pods.size()) {
            pods.resize(topology->width());
            nodes.resize(topology->width());
        }
        pods[where] += by * podsOn(slot);
        nodes[where] += by;
    };
    if (counts[slot] != nowhere) {
        add(counts[slot], -1);
    }
    if (part != nowhere) {
        add(part, 1);
    }
    counts[slot] = part;
}

std::uint32_t SpreadIndex::Part::partOf(Slot slot) const
{
    const std::uint32_t value = topology->valueAt(slot);
    return value == Topology::absent ? emptyValue : value;
}

/// Of the parts with nodes that count; 0 where there are fewer than minDomains.
std::int64_t SpreadIndex::Part::fewestPods() const
{
    std::int64_t least = std::numeric_limits<std::int32_t>::max();
    std::int64_t parts = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i] > 0) {
            ++parts;
            least = std::min(least, pods[i]);
        }
    }
    return parts < constraint.minDomains ? 0 : least;
}

SpreadIndex::SpreadIndex(const model::PodPtr &pod, const std::vector<SpreadConstraint> &constraints, bool everyKey,
    bool comparisons, Census &census)
    : m_pod(pod), m_everyKey(everyKey), m_comparisons(comparisons), m_census(census)
{
    for (const SpreadConstraint &constraint : constraints) {
        std::deque<Part> &parts = constraint.filters ? m_filters : m_scores;
        PodCounter *counter = counterOf(constraint, pod->key.ns, census);
        Part &part = parts.emplace_back(constraint, census.topology(constraint.topologyKey), counter);
        m_reads.keys.push_back(part.topology);
        m_reads.everyNode = m_reads.everyNode || part.byHost;
    }
    m_reads.filters = !m_filters.empty();
    m_reads.scores = !m_scores.empty();
    for (Slot slot = 0; slot < census.nodes().size(); ++slot) {
        if (census.nodes()[slot].info) {
            settle(slot);
        }
    }
    for (std::deque<Part> *parts : {&m_filters, &m_scores}) {
        for (Part &part : *parts) {
            if (part.counter && !part.byHost) {
                part.counter->listeners.push_back(&part);
            }
        }
    }
}

bool SpreadIndex::hasEveryKey(const std::deque<Part> &parts, Slot slot) const
{
    return std::all_of(
        parts.begin(), parts.end(), [&](const Part &part) { return part.topology->valueAt(slot) != Topology::absent; });
}

void SpreadIndex::settle(Slot slot)
{
    settle(m_filters, true, slot);
    settle(m_scores, m_everyKey, slot);
    m_isJudged.resize(std::max<std::size_t>(m_isJudged.size(), slot + 1));
    m_isJudged[slot] = !m_everyKey || hasEveryKey(m_scores, slot) ? 1 : 0;
}

/// In which parts the node counts by the policies of the constraints.
void SpreadIndex::settle(std::deque<Part> &parts, bool everyKey, Slot slot)
{
    const model::NodeInfo *info = m_census.nodes()[slot].info;
    const bool judged = info && (!everyKey || hasEveryKey(parts, slot));
    for (Part &part : parts) {
        const bool counts = judged && !part.byHost
            && (!part.constraint.honorAffinity || hasWhatPodRequires(*m_pod, info->node()))
            && (!part.constraint.honorTaints || toleratesHardTaints(*m_pod, info->node(), m_comparisons));
        part.move(slot, counts ? part.partOf(slot) : nowhere);
    }
}

const SpreadIndex::Reads &SpreadIndex::begin(const model::Pod &pod)
{
    for (Part &part : m_filters) {
        part.self = part.constraint.selector.selects(pod.labels) ? 1 : 0;
        part.fewest = part.fewestPods();
    }
    return m_reads;
}

void SpreadIndex::filter(std::vector<Slot> &nodes) const
{
    for (const Part &part : m_filters) {
        const std::int64_t most = part.constraint.maxSkew + part.fewest - part.self;
        std::erase_if(nodes, [&](Slot slot) {
            const std::uint32_t value = part.topology->valueAt(slot);
            return value == Topology::absent || part.podsIn(value) > most;
        });
    }
}

/// The weight of each topology among the nodes.
void SpreadIndex::weigh(absl::Span<const Slot> nodes)
{
    const auto judged = static_cast<std::size_t>(
        std::count_if(nodes.begin(), nodes.end(), [&](Slot slot) { return m_isJudged[slot] != 0; }));
    for (Part &part : m_scores) {
        if (part.byHost) {
            part.weight = spreadWeight(judged);
            continue;
        }
        ++m_decision;
        std::size_t distinct = 0;
        part.seen.resize(std::max<std::size_t>(part.seen.size(), part.topology->width()));
        for (const Slot slot : nodes) {
            std::uint64_t &seen = part.seen[part.partOf(slot)];
            if (seen != m_decision && m_isJudged[slot] != 0) {
                seen = m_decision;
                ++distinct;
            }
        }
        part.weight = spreadWeight(distinct);
    }
}

void SpreadIndex::score(absl::Span<const Slot> nodes, std::int64_t *raw)
{
    weigh(nodes);
    m_sums.assign(nodes.size(), 0);
    for (const Part &part : m_scores) {
        const auto skew = static_cast<double>(part.constraint.maxSkew - 1);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::uint32_t value = part.topology->valueAt(nodes[i]);
            if (value != Topology::absent) {
                const std::int64_t count = part.byHost ? part.podsOn(nodes[i]) : part.podsIn(value);
                m_sums[i] += static_cast<double>(count) * part.weight + skew;
            }
        }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        raw[i] = m_isJudged[nodes[i]] != 0 ? rounded(m_sums[i]) : framework::notJudged;
    }
}

} // namespace binnacle::plugins
