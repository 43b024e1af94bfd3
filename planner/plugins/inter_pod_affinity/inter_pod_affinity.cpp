// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/inter_pod_affinity/inter_pod_affinity.h"

#include "planner/framework/pod_table.h"
#include "planner/plugins/inter_pod_affinity/affinity_index.h"
#include "planner/plugins/inter_pod_affinity/own_terms.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace binnacle::plugins {

namespace {

using framework::NodeLoad;
using model::AffinityTerm;
using model::Pod;

/// A sum for every part of a topology: for a label key, by the label's value. Values are texts of the snapshot's nodes.
class TopologySums {
public:
    struct Part {
        std::int64_t sum = 0;
        const Pod *cause = nullptr; ///< one of the pods that were counted
    };

    /// Nothing for a node without the label.
    void add(const model::Node &node, base::Symbol key, std::int64_t by, const Pod &cause)
    {
        if (const std::string *value = node.labels.find(key)) {
            Part &part = parts(key)[*value];
            part.sum += by;
            part.cause = &cause;
        }
    }
    [[nodiscard]] const Part *find(const model::Node &node, base::Symbol key) const
    {
        const auto byKey =
            std::find_if(m_keys.begin(), m_keys.end(), [&](const auto &one) { return one.first == key; });
        const std::string *value = byKey == m_keys.end() ? nullptr : node.labels.find(key);
        if (!value) {
            return nullptr;
        }
        const auto part = byKey->second.find(*value);
        return part == byKey->second.end() ? nullptr : &part->second;
    }
    [[nodiscard]] bool empty() const { return m_keys.empty(); }
    /// Parts of all topologies.
    [[nodiscard]] std::size_t size() const
    {
        std::size_t parts = 0;
        for (const auto &[key, ofKey] : m_keys) {
            parts += ofKey.size();
        }
        return parts;
    }
    template <typename Each> void forEachKey(Each each) const
    {
        for (const auto &[key, parts] : m_keys) {
            each(key);
        }
    }

private:
    using Parts = absl::flat_hash_map<std::string_view, Part>;
    Parts &parts(base::Symbol key)
    {
        for (auto &[known, parts] : m_keys) {
            if (known == key) {
                return parts;
            }
        }
        return m_keys.emplace_back(key, Parts()).second;
    }

    std::vector<std::pair<base::Symbol, Parts>> m_keys; ///< few
};

/// What PreFilter counts: for Filter, and, since it looks at the same pods, for Score as well.
struct Neighbours {
    TopologySums near; ///< pods that all required affinity terms of the pod select, by each term's key
    TopologySums away; ///< pods that a required anti-affinity term of the pod selects
    TopologySums unwelcome; ///< pods of which a required anti-affinity term selects the pod
    bool selectsItself = false; ///< all required affinity terms of the pod do
    TopologySums scores;
    std::shared_ptr<const OwnTerms> own;
    const model::Labels *namespaceLabels = nullptr; ///< of the pod's namespace
};

/// Of a trial: how much more there is in the parts that its node is in.
struct NeighboursTrial {
    TopologySums near;
    TopologySums away;
    TopologySums unwelcome;
};

/// A sum of PreFilter's with what a trial adds.
class TrialSums {
public:
    TrialSums(const TopologySums &counted, const TopologySums *more) : m_counted(counted), m_more(more) { }

    /// One of the pods that make it positive; null when it is not.
    [[nodiscard]] const Pod *cause(const model::Node &node, base::Symbol key) const
    {
        const TopologySums::Part *counted = m_counted.find(node, key);
        const TopologySums::Part *more = m_more ? m_more->find(node, key) : nullptr;
        if ((counted ? counted->sum : 0) + (more ? more->sum : 0) <= 0) {
            return nullptr;
        }
        return counted ? counted->cause : more->cause;
    }
    /// Whether no part of any topology has any, as far as the node's own parts have changed.
    [[nodiscard]] bool empty(const model::Node &node) const
    {
        if (!m_more) {
            return m_counted.empty();
        }
        std::size_t parts = m_counted.size();
        m_more->forEachKey([&](base::Symbol key) {
            const TopologySums::Part *counted = m_counted.find(node, key);
            parts -= counted ? 1 : 0;
            parts += cause(node, key) ? 1 : 0;
        });
        return parts == 0;
    }
    template <typename Each> void forEachKey(Each each) const
    {
        m_counted.forEachKey(each);
        if (m_more) {
            m_more->forEachKey(each);
        }
    }

private:
    const TopologySums &m_counted;
    const TopologySums *m_more;
};

/// Counts what the running pods are to the pod, each with its node.
class Census {
public:
    Census(const Pod &pod, const model::Snapshot &snapshot, std::int64_t hardWeight, bool ignorePreferred)
        : m_pod(pod),
          m_ownTerms(std::make_shared<const OwnTerms>(pod, snapshot.inventory())),
          m_own(*m_ownTerms),
          m_namespaceLabels(snapshot.inventory().labelsOf(pod.key.ns)),
          m_hardWeight(hardWeight),
          m_scoresRunning(!ignorePreferred || m_own.prefers())
    {
        m_found.own = m_ownTerms;
        m_found.namespaceLabels = &m_namespaceLabels;
        // Without terms of its own only those of running pods matter.
        if (pod.affinityTerms.empty() && snapshot.nodesWithAffinityTerms().empty()) {
            return;
        }
        m_found.selectsItself = m_own.allAffinitySelect(pod);
        const framework::PodTable &table = framework::PodTable::of(snapshot);
        framework::AskedOnce asked(table);
        for (std::size_t i = 0; i < snapshot.nodes().size(); ++i) {
            count(*snapshot.nodes()[i], table.on(i), asked);
        }
    }
    [[nodiscard]] Neighbours take() { return std::move(m_found); }

private:
    void count(
        const model::NodeInfo &info, absl::Span<const framework::PodTable::Class> classes, framework::AskedOnce &asked)
    {
        for (std::size_t i = 0; i < classes.size(); ++i) {
            const Pod &running = *info.pods()[i];
            if (asked.ask(classes[i], [&] { return matters(running); }) && running.uid != m_pod.uid) {
                countOwn(info.node(), running);
                countTheirs(info.node(), running);
            }
        }
    }

    /// Whether there is anything to count of such a pod.
    [[nodiscard]] bool matters(const Pod &running) const
    {
        bool selected = m_own.allAffinitySelect(running);
        m_own.forEachSelecting(running, [&](const AffinityTerm &) { selected = true; });
        return selected
            || std::any_of(running.affinityTerms.begin(), running.affinityTerms.end(),
                [&](const AffinityTerm &term) { return term.selects(m_pod.key.ns, m_namespaceLabels, m_pod.labels); });
    }

    void countOwn(const model::Node &node, const Pod &running)
    {
        if (m_own.allAffinitySelect(running)) {
            m_own.forEachAffinity(
                [&](const AffinityTerm &term) { m_found.near.add(node, term.topologyKey, 1, running); });
        }
        m_own.forEachSelecting(running, [&](const AffinityTerm &term) {
            if (term.kind == AffinityTerm::Kind::RequiredAntiAffinity) {
                m_found.away.add(node, term.topologyKey, 1, running);
            } else {
                m_found.scores.add(node, term.topologyKey, term.anti() ? -term.weight : term.weight, running);
            }
        });
    }

    void countTheirs(const model::Node &node, const Pod &running)
    {
        for (const AffinityTerm &term : running.affinityTerms) {
            if (!term.selects(m_pod.key.ns, m_namespaceLabels, m_pod.labels)) {
                continue;
            }
            if (term.kind == AffinityTerm::Kind::RequiredAntiAffinity) {
                m_found.unwelcome.add(node, term.topologyKey, 1, running);
            } else if (m_scoresRunning && (m_hardWeight > 0 || !term.required())) {
                m_found.scores.add(node, term.topologyKey, weightOf(term), running);
            }
        }
    }

    [[nodiscard]] std::int64_t weightOf(const AffinityTerm &term) const
    {
        return term.required() ? m_hardWeight : term.anti() ? -term.weight : term.weight;
    }

    const Pod &m_pod;
    std::shared_ptr<const OwnTerms> m_ownTerms;
    const OwnTerms &m_own;
    const model::Labels &m_namespaceLabels;
    std::int64_t m_hardWeight;
    bool m_scoresRunning;
    Neighbours m_found;
};

model::Verdict refuse(model::ReasonCode code, base::Symbol key, const Pod *cause, bool resolvable)
{
    return model::Verdict::reject(
        {.code = code, .subject = key, .detail = cause ? cause->key.text() : std::string()}, resolvable);
}

/// Where the pod must be near others, and is not. The first of a series that wants to be together may go anywhere.
std::optional<model::Verdict> notNear(
    const TrialSums &near, bool selectsItself, const Pod &pod, const model::Node &node)
{
    std::optional<base::Symbol> lonely;
    for (const AffinityTerm &term : pod.affinityTerms) {
        if (term.kind != AffinityTerm::Kind::RequiredAffinity) {
            continue;
        }
        if (!node.labels.find(term.topologyKey)) {
            return refuse(model::ReasonCode::PodAffinityMismatch, term.topologyKey, nullptr, false);
        }
        if (!lonely && !near.cause(node, term.topologyKey)) {
            lonely = term.topologyKey;
        }
    }
    if (!lonely || (selectsItself && near.empty(node))) {
        return std::nullopt;
    }
    return refuse(model::ReasonCode::PodAffinityMismatch, *lonely, nullptr, false);
}

framework::Option option(std::string_view name, framework::Option::Kind kind, std::string_view byDefault)
{
    return {.name = name, .kind = kind, .byDefault = byDefault, .choices = {}, .minimum = 0, .maximum = 0, .unit = {}};
}

} // namespace

framework::Registration InterPodAffinity::registration()
{
    framework::Option hardWeight = option("hardPodAffinityWeight", framework::Option::Kind::Number, "1");
    hardWeight.maximum = 100;
    return {"InterPodAffinity", "inter_pod_affinity", 2,
        {hardWeight, option("ignorePreferredTermsOfExistingPods", framework::Option::Kind::Switch, "false")},
        [](const framework::OptionValues &values) { return std::make_unique<InterPodAffinity>(values); }};
}

InterPodAffinity::InterPodAffinity(const framework::OptionValues &values)
    : m_hardWeight(values.number("hardPodAffinityWeight")),
      m_ignorePreferredOfRunning(values.isOn("ignorePreferredTermsOfExistingPods"))
{
}

base::Symbol InterPodAffinity::name() const
{
    static const base::Symbol name("InterPodAffinity");
    return name;
}

framework::NodeReads InterPodAffinity::reads(const framework::CycleState &state, const Pod &pod) const
{
    framework::NodeReads reads;
    const auto add = [&](base::Symbol key) { reads.labels.push_back(key); };
    for (const AffinityTerm &term : pod.affinityTerms) {
        add(term.topologyKey);
    }
    const auto &found = state.read<Neighbours>();
    found.unwelcome.forEachKey(add);
    found.scores.forEachKey(add);
    return reads;
}

framework::PreFilterAnswer InterPodAffinity::preFilter(
    framework::CycleState &state, const Pod &pod, const model::Snapshot &snapshot) const
{
    Neighbours found = Census(pod, snapshot, m_hardWeight, m_ignorePreferredOfRunning).take();
    const bool required = std::any_of(
        pod.affinityTerms.begin(), pod.affinityTerms.end(), [](const AffinityTerm &term) { return term.required(); });
    const bool skip = !required && found.unwelcome.empty();
    state.write(std::move(found));
    return {skip ? model::Verdict::skip() : model::Verdict::success(), {}};
}

void InterPodAffinity::podMoves(
    framework::CycleState &trial, const Pod &pod, const Pod &moved, const model::Node &node, std::int64_t by) const
{
    const auto &found = trial.read<Neighbours>();
    if (found.own->allAffinitySelect(moved)) {
        found.own->forEachAffinity([&](const AffinityTerm &term) {
            trial.edit<NeighboursTrial>().near.add(node, term.topologyKey, by, moved);
        });
    }
    found.own->forEachSelecting(moved, [&](const AffinityTerm &term) {
        if (term.kind == AffinityTerm::Kind::RequiredAntiAffinity) {
            trial.edit<NeighboursTrial>().away.add(node, term.topologyKey, by, moved);
        }
    });
    for (const AffinityTerm &term : moved.affinityTerms) {
        if (term.kind == AffinityTerm::Kind::RequiredAntiAffinity
            && term.selects(pod.key.ns, *found.namespaceLabels, pod.labels)) {
            trial.edit<NeighboursTrial>().unwelcome.add(node, term.topologyKey, by, moved);
        }
    }
}

model::Verdict InterPodAffinity::filter(const framework::CycleState &state, const Pod &pod, const NodeLoad &load) const
{
    const auto &found = state.read<Neighbours>();
    const auto *trial = state.find<NeighboursTrial>();
    const model::Node &node = load.info->node();
    const TrialSums near(found.near, trial ? &trial->near : nullptr);
    if (std::optional<model::Verdict> verdict = notNear(near, found.selectsItself, pod, node)) {
        return *std::move(verdict);
    }
    const TrialSums away(found.away, trial ? &trial->away : nullptr);
    for (const AffinityTerm &term : pod.affinityTerms) {
        if (term.kind != AffinityTerm::Kind::RequiredAntiAffinity) {
            continue;
        }
        if (const Pod *cause = away.cause(node, term.topologyKey)) {
            return refuse(model::ReasonCode::PodAntiAffinityMismatch, term.topologyKey, cause, true);
        }
    }
    std::optional<model::Verdict> verdict;
    const TrialSums unwelcome(found.unwelcome, trial ? &trial->unwelcome : nullptr);
    unwelcome.forEachKey([&](base::Symbol key) {
        if (const Pod *cause = verdict ? nullptr : unwelcome.cause(node, key)) {
            verdict = refuse(model::ReasonCode::ExistingPodAntiAffinity, key, cause, true);
        }
    });
    return verdict ? *std::move(verdict) : model::Verdict::success();
}

model::VerdictKind InterPodAffinity::preScore(
    framework::CycleState &state, const Pod &, const model::Snapshot &, const std::vector<const NodeLoad *> &) const
{
    return state.read<Neighbours>().scores.empty() ? model::VerdictKind::Skip : model::VerdictKind::Success;
}

std::int64_t InterPodAffinity::score(const framework::CycleState &state, const Pod &, const NodeLoad &node) const
{
    const TopologySums &scores = state.read<Neighbours>().scores;
    std::int64_t sum = 0;
    scores.forEachKey([&](base::Symbol key) {
        const TopologySums::Part *part = scores.find(node.info->node(), key);
        sum += part ? part->sum : 0;
    });
    return sum;
}

std::int64_t InterPodAffinity::normalise(std::int64_t raw, const framework::Extent &extent) const
{
    const std::int64_t width = extent.maximum - extent.minimum;
    if (width <= 0) {
        return 0;
    }
    return static_cast<std::int64_t>(static_cast<double>(framework::maxNodeScore)
        * (static_cast<double>(raw - extent.minimum) / static_cast<double>(width)));
}

InterPodAffinity::Scope InterPodAffinity::scope(const Pod &, const model::Inventory &) const { return Scope::Index; }

void InterPodAffinity::addKey(base::FingerprintBuilder &key, const Pod &pod, const model::Inventory &) const
{
    key.add(pod.bearing);
}

std::unique_ptr<framework::PodIndex> InterPodAffinity::makeIndex(
    const model::PodPtr &pod, framework::Census &census) const
{
    return std::make_unique<AffinityIndex>(pod, m_hardWeight, m_ignorePreferredOfRunning, census);
}

} // namespace binnacle::plugins
