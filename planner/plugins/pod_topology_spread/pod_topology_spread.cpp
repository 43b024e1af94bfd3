// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/pod_topology_spread/pod_topology_spread.h"

#include "planner/framework/pod_table.h"
#include "planner/plugins/node_affinity/node_selector.h"
#include "planner/plugins/pod_key.h"
#include "planner/plugins/pod_topology_spread/spread_constraints.h"
#include "planner/plugins/pod_topology_spread/spread_index.h"
#include "planner/plugins/taint_toleration/taint_toleration.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace binnacle::plugins {

namespace {

using framework::NodeLoad;
using model::Pod;
using model::SpreadConstraint;

/// By the value of a topology's label: a text of one of the snapshot's nodes. "" also stands for nodes without the label.
using CountsByValue = absl::flat_hash_map<std::string_view, std::int64_t>;

std::string_view valueOf(const model::Node &node, base::Symbol key)
{
    const std::string *value = node.labels.find(key);
    return value ? std::string_view(*value) : std::string_view();
}

bool hasEveryKey(const model::Node &node, const std::vector<SpreadConstraint> &constraints)
{
    return std::all_of(constraints.begin(), constraints.end(),
        [&](const SpreadConstraint &constraint) { return node.labels.find(constraint.topologyKey) != nullptr; });
}

/// Whether the constraint of a pod in that namespace counts that one: not on its way out, in the same namespace, and selected.
/// A selector that selects everything counts nothing (v1.36).
bool counts(const SpreadConstraint &constraint, const std::string &ns, const Pod &running)
{
    return !constraint.selector.selectsEverything() && !running.deletionTimestamp && running.key.ns == ns
        && constraint.selector.selects(running.labels);
}

/// Counts for one constraint the pods on nodes, by index in the snapshot.
class Counter {
public:
    Counter(const SpreadConstraint &constraint, const Pod &pod, const model::Snapshot &snapshot)
        : m_constraint(constraint),
          m_pod(pod),
          m_snapshot(snapshot),
          m_table(framework::PodTable::of(snapshot)),
          m_asked(m_table)
    {
    }
    [[nodiscard]] std::int64_t on(std::size_t node)
    {
        const std::vector<model::PodPtr> &pods = m_snapshot.nodes()[node]->pods();
        const absl::Span<const framework::PodTable::Class> classes = m_table.on(node);
        std::int64_t count = 0;
        for (std::size_t i = 0; i < classes.size(); ++i) {
            count += m_asked.ask(classes[i], [&] { return counts(m_constraint, m_pod.key.ns, *pods[i]); })
                    && pods[i]->uid != m_pod.uid
                ? 1
                : 0;
        }
        return count;
    }

private:
    const SpreadConstraint &m_constraint;
    const Pod &m_pod;
    const model::Snapshot &m_snapshot;
    const framework::PodTable &m_table;
    framework::AskedOnce m_asked;
};

/// Whether the constraint's policies let the node count.
bool includes(const SpreadConstraint &constraint, const Pod &pod, const model::Node &node, bool comparisons)
{
    return (!constraint.honorAffinity || hasWhatPodRequires(pod, node))
        && (!constraint.honorTaints || toleratesHardTaints(pod, node, comparisons));
}

/// Matching pods by value, one map for each constraint; over the nodes that have every key (where `everyKey`), and that the
/// constraint's policies include.
std::vector<CountsByValue> countMatching(const std::vector<SpreadConstraint> &constraints, const Pod &pod,
    const model::Snapshot &snapshot, bool everyKey, bool comparisons)
{
    std::vector<CountsByValue> sums(constraints.size());
    std::vector<Counter> counters;
    counters.reserve(constraints.size());
    for (const SpreadConstraint &constraint : constraints) {
        counters.emplace_back(constraint, pod, snapshot);
    }
    for (std::size_t index = 0; index < snapshot.nodes().size(); ++index) {
        const model::Node &node = snapshot.nodes()[index]->node();
        if (everyKey && !hasEveryKey(node, constraints)) {
            continue;
        }
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            const SpreadConstraint &constraint = constraints[i];
            if (!includes(constraint, pod, node, comparisons)) {
                continue;
            }
            sums[i][valueOf(node, constraint.topologyKey)] += counters[i].on(index);
        }
    }
    return sums;
}

/// Where pods are that the constraint counts, node by node.
using CountsByNode = absl::flat_hash_map<const model::NodeInfo *, std::int64_t>;
CountsByNode countOnNodes(const SpreadConstraint &constraint, const Pod &pod, const model::Snapshot &snapshot)
{
    CountsByNode counts;
    Counter counter(constraint, pod, snapshot);
    for (std::size_t index = 0; index < snapshot.nodes().size(); ++index) {
        if (const std::int64_t count = counter.on(index); count > 0) {
            counts.emplace(snapshot.nodes()[index].get(), count);
        }
    }
    return counts;
}

/// The constraints that score, known before any node is looked at.
struct ScoringConstraints {
    std::vector<SpreadConstraint> list;
    bool everyKey = false; ///< a node without one of the labels is not judged
};

/// The fewest matching pods in any part, and in any of the others.
struct Fewest {
    std::int64_t first = std::numeric_limits<std::int32_t>::max();
    std::int64_t second = std::numeric_limits<std::int32_t>::max();
    std::string_view of; ///< the part that has `first`
    bool fewParts = false; ///< than minDomains: then 0 counts as the fewest

    void include(std::string_view part, std::int64_t count)
    {
        if (count < first) {
            second = first;
            first = count;
            of = part;
        } else {
            second = std::min(second, count);
        }
    }
    /// When that part has so many.
    [[nodiscard]] std::int64_t with(std::string_view part, std::int64_t count) const
    {
        return fewParts ? 0 : std::min(part == of ? second : first, count);
    }
    [[nodiscard]] std::int64_t count() const { return fewParts ? 0 : first; }
};

/// What PreFilter counts.
struct SpreadFilter {
    std::vector<SpreadConstraint> constraints;
    std::vector<CountsByValue> counts;
    std::vector<Fewest> fewest;
};

/// Of a trial: how many more match in the node's part, by constraint.
struct SpreadTrial {
    std::vector<std::int64_t> more;
};

/// What PreScore counts.
struct SpreadScore {
    std::vector<CountsByValue> counts; ///< those of hosts are not looked at
    std::vector<CountsByNode> onNodes; ///< for hosts only
    std::vector<double> weights;
};

} // namespace

framework::Registration PodTopologySpread::registration()
{
    return {"PodTopologySpread", "pod_topology_spread", 2,
        {{.name = "defaulting",
             .kind = framework::Option::Kind::Choice,
             .byDefault = "System",
             .choices = {"System", "List"},
             .minimum = 0,
             .maximum = 0,
             .unit = {}},
            {.name = "defaultConstraints",
                .kind = framework::Option::Kind::SpreadTerms,
                .byDefault = "",
                .choices = {},
                .minimum = 0,
                .maximum = 0,
                .unit = {}},
            comparisonOperatorsOption()},
        [](const framework::OptionValues &values) { return std::make_unique<PodTopologySpread>(values); }};
}

PodTopologySpread::PodTopologySpread(const framework::OptionValues &values)
    : m_systemDefaults(values.text("defaulting") == "System"),
      m_defaults(m_systemDefaults ? systemDefaultConstraints() : values.spreadTerms("defaultConstraints")),
      m_comparisons(values.isOn(comparisonOperatorsOption().name))
{
}

base::Symbol PodTopologySpread::name() const
{
    static const base::Symbol name("PodTopologySpread");
    return name;
}

framework::NodeReads PodTopologySpread::reads(const framework::CycleState &state, const Pod &) const
{
    framework::NodeReads reads;
    if (const auto *filter = state.find<SpreadFilter>()) {
        for (const SpreadConstraint &constraint : filter->constraints) {
            reads.labels.push_back(constraint.topologyKey);
        }
    }
    for (const SpreadConstraint &constraint : state.read<ScoringConstraints>().list) {
        reads.labels.push_back(constraint.topologyKey);
        reads.everything = reads.everything || constraint.topologyKey == hostnameKey(); // its pods are counted
    }
    return reads;
}

framework::PreFilterAnswer PodTopologySpread::preFilter(
    framework::CycleState &state, const Pod &pod, const model::Snapshot &snapshot) const
{
    const bool own = !pod.spreadConstraints.empty();
    const std::vector<SpreadConstraint> all = constraintsOf(pod, snapshot.inventory());
    ScoringConstraints scoring{{}, own || !m_systemDefaults};
    SpreadFilter filter;
    for (const SpreadConstraint &constraint : all) {
        (constraint.filters ? filter.constraints : scoring.list).push_back(constraint);
    }
    state.write(std::move(scoring));
    if (filter.constraints.empty()) {
        return {model::Verdict::skip(), {}};
    }
    filter.counts = countMatching(filter.constraints, pod, snapshot, true, m_comparisons);
    for (std::size_t i = 0; i < filter.constraints.size(); ++i) {
        Fewest fewest;
        for (const auto &[value, count] : filter.counts[i]) {
            fewest.include(value, count);
        }
        fewest.fewParts = static_cast<std::int64_t>(filter.counts[i].size()) < filter.constraints[i].minDomains;
        filter.fewest.push_back(fewest);
    }
    state.write(std::move(filter));
    return {model::Verdict::success(), {}};
}

/// Unlike PreFilter it counts pods on their way out, and what a selector of everything selects (v1.36.3).
void PodTopologySpread::podMoves(
    framework::CycleState &trial, const Pod &pod, const Pod &moved, const model::Node &node, std::int64_t by) const
{
    const auto *spread = trial.find<SpreadFilter>();
    if (!spread || moved.key.ns != pod.key.ns || !hasEveryKey(node, spread->constraints)) {
        return;
    }
    for (std::size_t i = 0; i < spread->constraints.size(); ++i) {
        const SpreadConstraint &constraint = spread->constraints[i];
        if (!constraint.selector.selects(moved.labels) || !includes(constraint, pod, node, m_comparisons)) {
            continue;
        }
        auto &more = trial.edit<SpreadTrial>().more;
        more.resize(spread->constraints.size());
        more[i] += by;
    }
}

model::Verdict PodTopologySpread::filter(const framework::CycleState &state, const Pod &pod, const NodeLoad &load) const
{
    const auto *spread = state.find<SpreadFilter>();
    const auto *trial = state.find<SpreadTrial>();
    const model::Node &node = load.info->node();
    for (std::size_t i = 0; spread && i < spread->constraints.size(); ++i) {
        const SpreadConstraint &constraint = spread->constraints[i];
        const std::string *value = node.labels.find(constraint.topologyKey);
        if (!value) {
            return model::Verdict::reject(
                {.code = model::ReasonCode::TopologyLabelMissing, .subject = constraint.topologyKey, .detail = {}},
                false);
        }
        const auto counted = spread->counts[i].find(*value);
        const std::int64_t more = trial ? trial->more[i] : 0;
        const std::int64_t matching = (counted == spread->counts[i].end() ? 0 : counted->second) + more;
        const std::int64_t fewest = more == 0 ? spread->fewest[i].count() : spread->fewest[i].with(*value, matching);
        const std::int64_t there = matching + (constraint.selector.selects(pod.labels) ? 1 : 0);
        if (there - fewest > constraint.maxSkew) {
            return model::Verdict::reject({.code = model::ReasonCode::TopologySpreadSkew,
                .subject = constraint.topologyKey,
                .detail = *value,
                .asked = constraint.maxSkew,
                .used = there,
                .capacity = fewest});
        }
    }
    return model::Verdict::success();
}

model::VerdictKind PodTopologySpread::preScore(framework::CycleState &state, const Pod &pod,
    const model::Snapshot &snapshot, const std::vector<const NodeLoad *> &feasible) const
{
    const auto &[constraints, everyKey] = state.read<ScoringConstraints>();
    if (constraints.empty()) {
        return model::VerdictKind::Skip;
    }
    SpreadScore score;
    std::size_t judged = 0;
    std::vector<absl::flat_hash_set<std::string_view>> parts(constraints.size());
    for (const NodeLoad *load : feasible) {
        const model::Node &node = load->info->node();
        if (everyKey && !hasEveryKey(node, constraints)) {
            continue;
        }
        ++judged;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            parts[i].insert(valueOf(node, constraints[i].topologyKey));
        }
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool hosts = constraints[i].topologyKey == hostnameKey();
        score.weights.push_back(spreadWeight(hosts ? judged : parts[i].size()));
        score.onNodes.push_back(hosts ? countOnNodes(constraints[i], pod, snapshot) : CountsByNode());
    }
    score.counts = countMatching(constraints, pod, snapshot, everyKey, m_comparisons);
    state.write(std::move(score));
    return model::VerdictKind::Success;
}

std::int64_t PodTopologySpread::score(const framework::CycleState &state, const Pod &, const NodeLoad &load) const
{
    const auto &[constraints, everyKey] = state.read<ScoringConstraints>();
    const auto &spread = state.read<SpreadScore>();
    const model::Node &node = load.info->node();
    if (everyKey && !hasEveryKey(node, constraints)) {
        return framework::notJudged;
    }
    double sum = 0;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const SpreadConstraint &constraint = constraints[i];
        const std::string *value = node.labels.find(constraint.topologyKey);
        if (!value) {
            continue;
        }
        std::int64_t count = 0;
        if (constraint.topologyKey == hostnameKey()) {
            const auto counted = spread.onNodes[i].find(load.info);
            count = counted == spread.onNodes[i].end() ? 0 : counted->second;
        } else if (const auto counted = spread.counts[i].find(*value); counted != spread.counts[i].end()) {
            count = counted->second;
        }
        sum += static_cast<double>(count) * spread.weights[i] + static_cast<double>(constraint.maxSkew - 1);
    }
    return std::llround(sum);
}

std::int64_t PodTopologySpread::normalise(std::int64_t raw, const framework::Extent &extent) const
{
    if (extent.maximum == 0) {
        return framework::maxNodeScore;
    }
    return framework::maxNodeScore * (extent.maximum + extent.minimum - raw) / extent.maximum;
}

std::vector<SpreadConstraint> PodTopologySpread::constraintsOf(const Pod &pod, const model::Inventory &inventory) const
{
    return pod.spreadConstraints.empty() ? defaultConstraints(m_defaults, pod, inventory) : ownConstraints(pod);
}

PodTopologySpread::Scope PodTopologySpread::scope(const Pod &pod, const model::Inventory &inventory) const
{
    return constraintsOf(pod, inventory).empty() ? Scope::None : Scope::Index;
}

void PodTopologySpread::addKey(base::FingerprintBuilder &key, const Pod &pod, const model::Inventory &inventory) const
{
    key.add(pod.key.ns).add(std::int64_t{pod.spreadConstraints.empty()});
    for (const SpreadConstraint &constraint : constraintsOf(pod, inventory)) {
        addConstraint(key, constraint);
    }
    addRequiredNodes(key, pod);
    addTolerations(key, pod);
}

std::unique_ptr<framework::PodIndex> PodTopologySpread::makeIndex(
    const model::PodPtr &pod, framework::Census &census) const
{
    return std::make_unique<SpreadIndex>(pod, constraintsOf(*pod, census.inventory()),
        !pod->spreadConstraints.empty() || !m_systemDefaults, m_comparisons, census);
}

} // namespace binnacle::plugins
