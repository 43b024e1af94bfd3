// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/world.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <string_view>

namespace binnacle::plan {

using framework::NodeLoad;
using framework::Policy;
using model::VerdictKind;

namespace {

template <std::size_t count> bool oneOf(std::string_view name, const std::array<std::string_view, count> &names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Filters that have a PreFilter, and still look at nothing but the node.
constexpr std::array<std::string_view, 3> nodeFilters{"NodeAffinity", "NodePorts", "NodeDeclaredFeatures"};
/// Scores by rules that no other pod moves.
constexpr std::array<std::string_view, 3> fixedScorers{"TaintToleration", "NodeAffinity", "ImageLocality"};

/// Taken away from the sums of a node with room to spare: what has saturated stays.
framework::Amounts less(const framework::Amounts &from, const model::Resources &what)
{
    return {from.cpuMilli - what.cpuMilli, from.memoryBytes - what.memoryBytes,
        from.ephemeralStorageBytes - what.ephemeralStorageBytes};
}

} // namespace

model::PodPtr successorOf(const model::Pod &pod)
{
    auto copy = std::make_shared<model::Pod>(pod);
    copy->nodeName = {};
    copy->nominatedNodeName.clear();
    copy->phase = model::PodPhase::Pending;
    copy->startTime.reset();
    copy->sign();
    return copy;
}

World::World(model::SnapshotPtr base, const framework::Policies &policies, const std::vector<model::PodPtr> &mayCome)
    : m_base(std::move(base)),
      m_policies(policies),
      m_infos(m_base->nodes()),
      m_own(m_infos.size()),
      m_touched(m_infos.size(), false),
      m_lastChange(m_infos.size(), never),
      m_snapshot(m_base),
      m_isDirty(m_infos.size(), false)
{
    m_loads.reserve(m_infos.size());
    for (const model::NodeInfoPtr &info : m_infos) {
        m_loads.push_back(NodeLoad::of(*info));
    }
    for (const model::PodPtr &pod : mayCome) {
        for (const model::AffinityTerm &term : pod->affinityTerms) {
            m_comingTerms.emplace_back(&term, pod);
        }
    }
    // A term over a label that the pod's node lacks concerns nobody, until the pod is moved to a node that has it.
    for (const model::NodeInfoPtr &info : m_infos) {
        for (const model::PodPtr &pod : info->podsWithAffinityTerms()) {
            for (const model::AffinityTerm &term : pod->affinityTerms) {
                if (!info->node().labels.find(term.topologyKey)) {
                    m_comingTerms.emplace_back(&term, pod);
                }
            }
        }
    }
}

model::NodeInfo &World::edit(int node)
{
    const auto at = static_cast<std::size_t>(node);
    if (!m_own[at]) {
        m_own[at] = std::make_shared<model::NodeInfo>(*m_infos[at]);
        m_infos[at] = m_own[at];
    }
    return *m_own[at];
}

void World::changed(int node)
{
    const auto at = static_cast<std::size_t>(node);
    m_loads[at] = NodeLoad::of(*m_infos[at]);
    m_touched[at] = true;
    m_lastChange[at] = m_version;
    m_recent[m_version++ % remembered] = node;
    if (!m_isDirty[at]) {
        m_isDirty[at] = true;
        m_dirty.push_back(node);
    }
}

void World::place(const model::PodPtr &pod, int node)
{
    edit(node).addPod(pod);
    changed(node);
}

void World::remove(const model::Pod &pod, int node)
{
    [[maybe_unused]] const bool there = edit(node).removePod(pod.uid);
    assert(there && "a pod that is not on the node");
    changed(node);
}

const model::SnapshotPtr &World::snapshot()
{
    if (m_dirty.empty()) {
        return m_snapshot;
    }
    std::vector<model::NodeInfoPtr> infos;
    infos.reserve(m_dirty.size());
    for (const int node : m_dirty) {
        const auto at = static_cast<std::size_t>(node);
        infos.push_back(m_infos[at]);
        m_own[at].reset(); // the snapshot holds it from now on
        m_isDirty[at] = false;
    }
    m_dirty.clear();
    m_snapshot = m_snapshot->with(m_base->generation(), infos);
    return m_snapshot;
}

bool World::selectedByComing(const model::Pod &pod, bool onlyRequired) const
{
    return std::any_of(m_comingTerms.begin(), m_comingTerms.end(), [&](const auto &term) {
        const bool matters = !onlyRequired || term.first->kind == model::AffinityTerm::Kind::RequiredAntiAffinity;
        return matters && term.first->selector.selects(pod.labels);
    });
}

/// Whether every Filter of the pod reads nothing but the node.
void World::judge(Class &podClass) const
{
    podClass.local = true;
    for (const Policy::Filter &filter : podClass.policy->filters()) {
        if (!filter.preFilter || filter.load) {
            continue;
        }
        framework::CycleState state;
        const framework::PreFilterAnswer answer = filter.preFilter->preFilter(state, *podClass.pod, *m_base);
        if (answer.verdict.kind == VerdictKind::Skip) {
            continue;
        }
        const std::string_view name = filter.plugin->name().text();
        podClass.local = podClass.local && oneOf(name, nodeFilters);
        podClass.nodeBound = podClass.nodeBound || name != "NodeAffinity";
    }
    podClass.local = podClass.local && !selectedByComing(*podClass.pod, true);
}

int World::classOf(const model::PodPtr &pod)
{
    const Policy &policy = policyOf(*pod);
    const auto [it, isNew] = m_classIndex.try_emplace({pod->signature, &policy}, static_cast<int>(m_classes.size()));
    if (!isNew) {
        return it->second;
    }
    auto made = std::make_unique<Class>();
    made->pod = pod;
    made->policy = &policy;
    made->cycle = std::make_unique<engine::Cycle>(*m_base, *pod, policy);
    judge(*made);
    made->rules.assign(m_infos.size(), Class::Rule::Unknown);
    m_classes.push_back(std::move(made));
    return it->second;
}

World::Class::Rule World::rule(Class &podClass, int node) const
{
    Class::Rule &known = podClass.rules[static_cast<std::size_t>(node)];
    if (known == Class::Rule::Unknown) {
        const model::NodeInfo &info = *m_base->nodes()[static_cast<std::size_t>(node)];
        const model::Verdict verdict = podClass.cycle->filterByRules(NodeLoad::of(info)).verdict;
        known = verdict.ok()                                            ? Class::Rule::Allow
            : verdict.kind == VerdictKind::UnschedulableAndUnresolvable ? Class::Rule::Never
                                                                        : Class::Rule::Refuse;
    }
    return known;
}

engine::Cycle &World::fresh(Class &podClass)
{
    if (!podClass.fresh || podClass.freshVersion != version()) {
        podClass.fresh.reset();
        podClass.freshOn = snapshot();
        podClass.fresh = std::make_unique<engine::Cycle>(*podClass.freshOn, *podClass.pod, *podClass.policy);
        podClass.freshVersion = version();
    }
    return *podClass.fresh;
}

bool World::admits(int podClass, int node)
{
    Class &of = *m_classes[static_cast<std::size_t>(podClass)];
    const auto at = static_cast<std::size_t>(node);
    if (!of.local) {
        return !neverAdmits(podClass, node) && fresh(of).filter(m_loads[at]).verdict.ok();
    }
    const engine::Cycle &cycle = *of.cycle;
    if (of.nodeBound && m_touched[at]) {
        return cycle.filter(m_loads[at]).verdict.ok();
    }
    return cycle.stepRefusedByLoad(m_loads[at], cycle.steps()) >= cycle.steps() && rule(of, node) == Class::Rule::Allow;
}

engine::Cycle::Refusal World::refusal(int podClass, int node)
{
    Class &of = *m_classes[static_cast<std::size_t>(podClass)];
    return (of.local ? *of.cycle : fresh(of)).filter(m_loads[static_cast<std::size_t>(node)]);
}

bool World::neverAdmits(int podClass, int node)
{
    Class &of = *m_classes[static_cast<std::size_t>(podClass)];
    // A pod that it must be near may come yet: that is no final word.
    return of.pod->affinityTerms.empty() && rule(of, node) == Class::Rule::Never;
}

namespace {

/// Weighted sums of the normalised scores by rules, by node; 0 where the rules refuse. Begins the cycle's scoring.
std::vector<std::int64_t> normalisedByRules(engine::Cycle &cycle, const Policy &policy,
    const std::vector<const NodeLoad *> &allowed, std::size_t width, const std::vector<int> &at)
{
    std::vector<std::int64_t> totals(width, 0);
    if (allowed.empty()) {
        return totals;
    }
    cycle.beginScoring(allowed);
    std::vector<engine::Cycle::Scores> raw;
    raw.reserve(allowed.size());
    for (const NodeLoad *load : allowed) {
        raw.push_back(cycle.ruleScores(*load));
    }
    for (std::size_t plugin = 0; plugin < policy.scores().size(); ++plugin) {
        const Policy::Score &score = policy.scores()[plugin];
        if (!score.node || !cycle.scores(plugin)) {
            continue;
        }
        framework::Extent extent = framework::Extent::none();
        for (const engine::Cycle::Scores &one : raw) {
            extent.include(one[plugin]);
        }
        for (std::size_t i = 0; i < raw.size(); ++i) {
            totals[static_cast<std::size_t>(at[i])] += score.weight * score.node->normalised(raw[i][plugin], extent);
        }
    }
    return totals;
}

} // namespace

void World::score(Class &podClass) const
{
    podClass.scored = true;
    // The loads of the base, for as long as PreScore looks at them.
    std::vector<NodeLoad> loads;
    std::vector<int> at;
    for (int node = 0; node < nodes(); ++node) {
        if (rule(podClass, node) == Class::Rule::Allow) {
            loads.push_back(NodeLoad::of(*m_base->nodes()[static_cast<std::size_t>(node)]));
            at.push_back(node);
        }
    }
    std::vector<const NodeLoad *> allowed;
    allowed.reserve(loads.size());
    for (const NodeLoad &load : loads) {
        allowed.push_back(&load);
    }
    podClass.ruleScores = normalisedByRules(*podClass.cycle, *podClass.policy, allowed, m_infos.size(), at);
    podClass.fixed =
        podClass.local && !podClass.nodeBound && !allowed.empty() && !selectedByComing(*podClass.pod, false);
    for (std::size_t i = 0; podClass.fixed && i < podClass.policy->scores().size(); ++i) {
        const Policy::Score &plugin = podClass.policy->scores()[i];
        podClass.fixed =
            !plugin.node || !podClass.cycle->scores(i) || oneOf(plugin.plugin->name().text(), fixedScorers);
    }
}

World::Class &World::scored(int podClass)
{
    Class &of = *m_classes[static_cast<std::size_t>(podClass)];
    if (!of.scored) {
        score(of);
    }
    return of;
}

std::int64_t World::ruleScore(int podClass, int node)
{
    return scored(podClass).ruleScores[static_cast<std::size_t>(node)];
}

std::int64_t World::loadScore(int podClass, const NodeLoad &others)
{
    const Class &of = scored(podClass);
    return of.cycle->loadTotal(of.cycle->podLoad(), others);
}

engine::Cycle::Refusal World::ask(const model::Pod &pod, int node)
{
    return engine::Cycle(*snapshot(), pod, policyOf(pod)).filter(NodeLoad::of(info(node)));
}

std::int64_t World::scoreInPlace(const model::PodPtr &pod, int node)
{
    model::NodeInfo scratch;
    const int known = classOf(pod);
    if (fixedScores(known)) {
        return ruleScore(known, node) + loadScore(known, loadWithout(node, *pod, scratch));
    }
    remove(*pod, node);
    engine::Cycle cycle(*snapshot(), *pod, policyOf(*pod));
    std::vector<const NodeLoad *> allowed;
    std::vector<int> at;
    for (int i = 0; i < nodes(); ++i) {
        if (i == node || cycle.filterByRules(load(i)).verdict.ok()) {
            allowed.push_back(&load(i));
            at.push_back(i);
        }
    }
    const std::vector<std::int64_t> rules =
        normalisedByRules(cycle, policyOf(*pod), allowed, static_cast<std::size_t>(nodes()), at);
    const std::int64_t total = rules[static_cast<std::size_t>(node)] + cycle.loadTotal(cycle.podLoad(), load(node));
    place(pod, node);
    return total;
}

NodeLoad World::loadWithout(int node, const model::Pod &pod, model::NodeInfo &scratch) const
{
    NodeLoad out = load(node);
    constexpr std::int64_t much = std::numeric_limits<std::int64_t>::max() / 2; // the sums may have saturated
    if (out.devices || out.nonZeroRequested.cpuMilli > much || out.nonZeroRequested.memoryBytes > much
        || out.requested.ephemeralStorageBytes > much) {
        scratch = info(node);
        scratch.removePod(pod.uid);
        return NodeLoad::of(scratch);
    }
    out.requested = less(out.requested, pod.request);
    out.nonZeroRequested = less(out.nonZeroRequested, pod.nonZeroRequest);
    out.pods -= 1;
    return out;
}

} // namespace binnacle::plan
