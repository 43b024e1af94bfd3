// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/inter_pod_affinity/affinity_index.h"

#include "planner/plugins/inter_pod_affinity/own_terms.h"
#include "planner/plugins/pod_key.h"

#include <algorithm>
#include <memory>

namespace binnacle::plugins {

using framework::Census;
using framework::PodCounter;
using framework::RunningTerm;
using framework::Slot;
using framework::Topology;
using framework::TopologySums;
using model::AffinityTerm;

AffinityIndex::AffinityIndex(
    const model::PodPtr &pod, std::int64_t hardWeight, bool ignorePreferredOfRunning, Census &census)
    : m_census(census),
      m_class(census.classOf(pod)),
      m_hardWeight(hardWeight),
      m_scoresRunning(!ignorePreferredOfRunning)
{
    if (!pod->affinityTerms.empty()) {
        addOwn(pod);
    }
}

void AffinityIndex::addOwn(const model::PodPtr &pod)
{
    const auto own = std::make_shared<const OwnTerms>(*pod, m_census.inventory());
    m_scoresRunning = m_scoresRunning || own->prefers();
    m_selectsItself = own->allAffinitySelect(*pod);
    PodCounter *near = nullptr;
    base::FingerprintBuilder nearName;
    nearName.add("near");
    for (const AffinityTerm &term : pod->affinityTerms) {
        if (term.kind == AffinityTerm::Kind::RequiredAffinity) {
            addReach(nearName, term);
        }
    }
    for (std::size_t i = 0; i < pod->affinityTerms.size(); ++i) {
        const AffinityTerm &term = pod->affinityTerms[i];
        if (term.kind == AffinityTerm::Kind::RequiredAffinity) {
            if (!near) {
                near = &m_census.counter(nearName.finish(),
                    [pod, own](const model::Pod &running) { return own->allAffinitySelect(running); });
            }
            m_near.push_back(&m_census.sums(*near, term.topologyKey));
            continue;
        }
        base::FingerprintBuilder name;
        name.add("term");
        addReach(name, term);
        PodCounter &counter = m_census.counter(
            name.finish(), [pod, own, i](const model::Pod &running) { return own->selects(i, running); });
        const TopologySums *sums = &m_census.sums(counter, term.topologyKey);
        if (term.required()) {
            m_away.push_back(sums);
        } else {
            m_own.push_back({sums, term.anti() ? -term.weight : term.weight});
        }
    }
}

void AffinityIndex::addKey(Topology *key)
{
    if (std::find(m_reads.keys.begin(), m_reads.keys.end(), key) == m_reads.keys.end()) {
        m_reads.keys.push_back(key);
    }
}

const AffinityIndex::Reads &AffinityIndex::begin(const model::Pod &)
{
    m_unwelcome.clear();
    m_theirs.clear();
    m_reads.keys.clear();
    for (const std::uint32_t index : m_census.termsSelecting(m_class)) {
        const RunningTerm &running = m_census.runningTerms()[index];
        if (running.population == 0) {
            continue;
        }
        if (running.term.kind == AffinityTerm::Kind::RequiredAntiAffinity) {
            m_unwelcome.push_back(&running.pods);
        } else if (m_scoresRunning && (m_hardWeight > 0 || !running.term.required())) {
            const std::int64_t weight = running.term.required() ? m_hardWeight : running.term.weight;
            m_theirs.push_back({&running.pods, running.term.anti() ? -weight : weight});
        } else {
            continue;
        }
        addKey(running.pods.topology);
    }
    for (const std::vector<const TopologySums *> *sums : {&m_near, &m_away}) {
        for (const TopologySums *one : *sums) {
            addKey(one->topology);
        }
    }
    for (const Pull &pull : m_own) {
        addKey(pull.pods->topology);
    }
    m_mayStartAnywhere = m_selectsItself
        && std::all_of(m_near.begin(), m_near.end(), [](const TopologySums *near) { return near->total == 0; });
    m_reads.filters = !m_near.empty() || !m_away.empty() || !m_unwelcome.empty();
    m_reads.scores = !m_own.empty() || !m_theirs.empty();
    return m_reads;
}

void AffinityIndex::filter(std::vector<Slot> &nodes) const
{
    for (const TopologySums *near : m_near) {
        std::erase_if(nodes, [&](Slot slot) {
            return near->topology->valueAt(slot) == Topology::absent || (!m_mayStartAnywhere && near->at(slot) == 0);
        });
    }
    for (const std::vector<const TopologySums *> *refusing : {&m_away, &m_unwelcome}) {
        for (const TopologySums *sums : *refusing) {
            std::erase_if(nodes, [&](Slot slot) { return sums->at(slot) > 0; });
        }
    }
}

void AffinityIndex::score(absl::Span<const Slot> nodes, std::int64_t *raw)
{
    std::fill_n(raw, nodes.size(), 0);
    for (const std::vector<Pull> *pulls : {&m_own, &m_theirs}) {
        for (const Pull &pull : *pulls) {
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                raw[i] += pull.weight * pull.pods->at(nodes[i]);
            }
        }
    }
}

} // namespace binnacle::plugins
