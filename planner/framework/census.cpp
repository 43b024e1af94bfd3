// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/census.h"

#include <algorithm>
#include <utility>

namespace binnacle::framework {

namespace {

std::pair<std::uint64_t, std::uint64_t> keyOf(const base::Fingerprint &fingerprint)
{
    return {fingerprint.high, fingerprint.low};
}

void add(base::FingerprintBuilder &builder, const model::LabelSelector &selector)
{
    builder.add(std::int64_t{selector.present}).add(static_cast<std::int64_t>(selector.requirements.size()));
    for (const model::Requirement &requirement : selector.requirements) {
        builder.add(requirement.key.text()).add(static_cast<std::int64_t>(requirement.op));
        builder.add(static_cast<std::int64_t>(requirement.values.size()));
        for (const std::string &value : requirement.values) {
            builder.add(value);
        }
    }
}

base::Fingerprint fingerprintOf(const model::AffinityTerm &term)
{
    base::FingerprintBuilder builder;
    builder.add(static_cast<std::int64_t>(term.kind)).add(std::int64_t{term.weight}).add(term.topologyKey.text());
    builder.add(static_cast<std::int64_t>(term.namespaces.size()));
    for (const std::string &ns : term.namespaces) {
        builder.add(ns);
    }
    add(builder, term.namespaceSelector);
    add(builder, term.selector);
    return builder.finish();
}

} // namespace

std::uint32_t Topology::numberOf(std::string_view text)
{
    return m_numbers.try_emplace(std::string(text), static_cast<std::uint32_t>(m_numbers.size()) + 1).first->second;
}

void Topology::set(Slot slot, const model::Node *node)
{
    if (slot >= m_values.size()) {
        m_values.resize(std::max<std::size_t>(slot + 1, m_values.size() * 2), absent);
    }
    const std::string *value = node ? node->labels.find(m_key) : nullptr;
    m_values[slot] = value ? numberOf(*value) : absent;
}

void Census::clear(model::InventoryPtr inventory)
{
    m_inventory = std::move(inventory);
    m_countsAll = false;
    m_doubtful = 0;
    m_classes.clear();
    m_classIndex.clear();
    m_onNode.assign(m_nodes.size(), {});
    m_counters.clear();
    m_counterIndex.clear();
    m_terms.clear();
    m_termIndex.clear();
    m_topologies.clear();
    for (Slot slot = 0; slot < m_nodes.size(); ++slot) {
        if (m_nodes[slot].info) {
            countPods(slot);
        }
    }
}

void Census::countPods(Slot slot)
{
    const model::NodeInfo &info = *m_nodes[slot].info;
    for (const model::PodPtr &pod : m_countsAll ? info.pods() : info.podsWithAffinityTerms()) {
        countClass(slot, intern(pod), 1);
    }
}

void Census::nodeAdded(Slot slot)
{
    m_onNode.resize(std::max<std::size_t>(m_onNode.size(), slot + 1));
    for (PodCounter &counter : m_counters) {
        counter.onNode.resize(std::max<std::size_t>(counter.onNode.size(), slot + 1));
    }
    for (const std::unique_ptr<Topology> &topology : m_topologies) {
        topology->set(slot, &m_nodes[slot].info->node());
    }
    countPods(slot);
}

void Census::nodeRemoved(Slot slot, const model::NodeInfo &was)
{
    for (const model::PodPtr &pod : m_countsAll ? was.pods() : was.podsWithAffinityTerms()) {
        countClass(slot, intern(pod), -1);
    }
    for (const std::unique_ptr<Topology> &topology : m_topologies) {
        topology->set(slot, nullptr);
    }
}

void Census::nodeReplaced(Slot slot)
{
    for (const std::unique_ptr<Topology> &topology : m_topologies) {
        relabel(*topology, slot);
    }
}

/// Moves what is on the node to the part that it now belongs to.
void Census::relabel(Topology &topology, Slot slot)
{
    const std::uint32_t before = topology.valueAt(slot);
    topology.set(slot, &m_nodes[slot].info->node());
    const std::uint32_t now = topology.valueAt(slot);
    if (before == now) {
        return;
    }
    const auto move = [&](TopologySums &sums, std::int64_t pods) {
        if (sums.topology == &topology && pods != 0) {
            sums.add(before, -pods);
            sums.add(now, pods);
        }
    };
    for (PodCounter &counter : m_counters) {
        for (TopologySums &sums : counter.sums) {
            move(sums, counter.onNode[slot]);
        }
    }
    for (const auto &[podClass, pods] : m_onNode[slot]) {
        for (const std::uint32_t term : m_classes[podClass].terms) {
            move(m_terms[term].pods, pods);
        }
    }
}

void Census::podAdded(Slot slot, const model::PodPtr &pod)
{
    if (m_countsAll || !pod->affinityTerms.empty()) {
        countClass(slot, intern(pod), 1);
    }
}

void Census::podRemoved(Slot slot, const model::PodPtr &pod)
{
    if (m_countsAll || !pod->affinityTerms.empty()) {
        countClass(slot, intern(pod), -1);
    }
}

Census::Class Census::classOf(const model::PodPtr &pod) { return intern(pod); }

Census::Class Census::intern(const model::PodPtr &pod)
{
    const auto [it, isNew] = m_classIndex.try_emplace(keyOf(pod->bearing), static_cast<Class>(m_classes.size()));
    if (isNew) {
        PodClass &podClass = m_classes.emplace_back();
        podClass.example = pod;
        podClass.doubtful = isDoubtful(*pod);
        for (const model::AffinityTerm &term : pod->affinityTerms) {
            podClass.terms.push_back(termOf(term));
        }
    }
    return it->second;
}

bool Census::isDoubtful(const model::Pod &pod) const
{
    const bool halfRead = (pod.undecided & static_cast<model::UndecidedRules>(model::UndecidedRule::Unrecognised)) != 0;
    return std::any_of(pod.affinityTerms.begin(), pod.affinityTerms.end(), [&](const model::AffinityTerm &term) {
        return halfRead
            || (!m_inventory->known().namespaces && term.namespaceSelector.present
                && !term.namespaceSelector.selectsEverything());
    });
}

std::uint32_t Census::termOf(const model::AffinityTerm &term)
{
    const auto [it, isNew] =
        m_termIndex.try_emplace(keyOf(fingerprintOf(term)), static_cast<std::uint32_t>(m_terms.size()));
    if (isNew) {
        m_terms.push_back({term, {&topology(term.topologyKey), {}, 0}, 0});
    }
    return it->second;
}

/// The counters that have come since the class was asked last.
void Census::askCounters(PodClass &podClass)
{
    for (; podClass.countersAsked < m_counters.size(); ++podClass.countersAsked) {
        if (m_counters[podClass.countersAsked].counts(*podClass.example)) {
            podClass.counters.push_back(static_cast<std::uint32_t>(podClass.countersAsked));
        }
    }
}

void Census::countClass(Slot slot, Class podClass, std::int32_t by)
{
    OnNode &here = m_onNode[slot];
    const auto it = std::find_if(here.begin(), here.end(), [&](const auto &one) { return one.first == podClass; });
    if (it == here.end()) {
        here.emplace_back(podClass, by);
    } else if (it->second + by == 0) {
        *it = here.back();
        here.pop_back();
    } else {
        it->second += by;
    }
    count(slot, m_classes[podClass], by);
}

void Census::count(Slot slot, PodClass &podClass, std::int64_t by)
{
    m_doubtful += podClass.doubtful ? by : 0;
    askCounters(podClass);
    for (const std::uint32_t index : podClass.counters) {
        PodCounter &counter = m_counters[index];
        counter.onNode[slot] += static_cast<std::int32_t>(by);
        for (TopologySums &sums : counter.sums) {
            sums.add(sums.topology->valueAt(slot), by);
        }
        for (CountListener *listener : counter.listeners) {
            listener->counted(slot, by);
        }
    }
    for (const std::uint32_t index : podClass.terms) {
        RunningTerm &term = m_terms[index];
        term.population += by;
        term.pods.add(term.pods.topology->valueAt(slot), by);
    }
}

Topology &Census::topology(base::Symbol key)
{
    for (const std::unique_ptr<Topology> &known : m_topologies) {
        if (known->key() == key) {
            return *known;
        }
    }
    Topology &made = *m_topologies.emplace_back(std::make_unique<Topology>(key));
    for (Slot slot = 0; slot < m_nodes.size(); ++slot) {
        made.set(slot, m_nodes[slot].info ? &m_nodes[slot].info->node() : nullptr);
    }
    return made;
}

PodCounter &Census::counter(const base::Fingerprint &name, std::function<bool(const model::Pod &)> counts)
{
    if (!m_countsAll) { // those with terms are counted already
        m_countsAll = true;
        for (Slot slot = 0; slot < m_nodes.size(); ++slot) {
            const model::NodeInfo *info = m_nodes[slot].info;
            for (std::size_t i = 0; info && i < info->pods().size(); ++i) {
                if (info->pods()[i]->affinityTerms.empty()) {
                    countClass(slot, intern(info->pods()[i]), 1);
                }
            }
        }
    }
    const auto [it, isNew] = m_counterIndex.try_emplace(keyOf(name), static_cast<std::uint32_t>(m_counters.size()));
    if (!isNew) {
        return m_counters[it->second];
    }
    PodCounter &made = m_counters.emplace_back();
    made.counts = std::move(counts);
    made.onNode.resize(m_onNode.size());
    std::vector<bool> counted(m_classes.size());
    for (Class podClass = 0; podClass < m_classes.size(); ++podClass) {
        askCounters(m_classes[podClass]);
        const std::vector<std::uint32_t> &counters = m_classes[podClass].counters;
        counted[podClass] = !counters.empty() && counters.back() == it->second;
    }
    for (Slot slot = 0; slot < m_onNode.size(); ++slot) {
        for (const auto &[podClass, pods] : m_onNode[slot]) {
            made.onNode[slot] += counted[podClass] ? pods : 0;
        }
    }
    return made;
}

TopologySums &Census::sums(PodCounter &counter, base::Symbol key)
{
    for (TopologySums &known : counter.sums) {
        if (known.topology->key() == key) {
            return known;
        }
    }
    TopologySums &made = counter.sums.emplace_back(TopologySums{&topology(key), {}, 0});
    for (Slot slot = 0; slot < counter.onNode.size(); ++slot) {
        if (m_nodes[slot].info) {
            made.add(made.topology->valueAt(slot), counter.onNode[slot]);
        }
    }
    return made;
}

const std::vector<std::uint32_t> &Census::termsSelecting(Class podClass)
{
    PodClass &asked = m_classes[podClass];
    const model::Pod &pod = *asked.example;
    if (asked.termsAsked < m_terms.size()) {
        const model::Labels &labels = m_inventory->labelsOf(pod.key.ns);
        for (; asked.termsAsked < m_terms.size(); ++asked.termsAsked) {
            if (m_terms[asked.termsAsked].term.selects(pod.key.ns, labels, pod.labels)) {
                asked.selecting.push_back(static_cast<std::uint32_t>(asked.termsAsked));
            }
        }
    }
    return asked.selecting;
}

} // namespace binnacle::framework
