// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/decide.h"

#include "planner/base/random.h"
#include "planner/engine/cycle.h"
#include "planner/engine/stability.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace binnacle::engine {

namespace {

using model::Decision;
using model::NodeInfoPtr;

constexpr auto bit(model::UndecidedRule rule) { return static_cast<model::UndecidedRules>(rule); }

bool mayConcern(const model::NodeInfo &node, const model::Pod &pod)
{
    const auto concerns = [&](const model::PodPtr &running) {
        return running->uid != pod.uid
            && std::any_of(running->affinityTerms.begin(), running->affinityTerms.end(),
                [&](const model::AffinityTerm &term) { return term.mayConcern(pod.key, pod.labels); });
    };
    const std::vector<model::PodPtr> &pods = node.podsWithAffinityTerms();
    return std::any_of(pods.begin(), pods.end(), concerns);
}

/// A node that passed every Filter, before its score is normalised.
struct Scored {
    std::int32_t node = 0;
    Cycle::Scores raw;
};

/// The nodes of a snapshot under one cycle, in the order of the snapshot.
struct Sorted {
    std::vector<std::int32_t> feasible;
    std::vector<std::int32_t> allowed; ///< by every plugin that reads no amounts
};

Sorted filterAll(const model::Snapshot &snapshot, const Cycle &cycle, Decision &decision)
{
    Sorted sorted;
    const std::vector<NodeInfoPtr> &nodes = snapshot.nodes();
    sorted.feasible.reserve(nodes.size());
    sorted.allowed.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto index = static_cast<std::int32_t>(i);
        Cycle::Refusal refusal = cycle.filter(*nodes[i]);
        if (refusal.verdict.ok()) {
            sorted.feasible.push_back(index);
            sorted.allowed.push_back(index);
            continue;
        }
        if (refusal.byLoad && cycle.rulesAllow(*nodes[i])) {
            sorted.allowed.push_back(index);
        }
        decision.rejected.push_back({nodes[i]->node().name, refusal.plugin,
            refusal.verdict.kind == model::VerdictKind::Unschedulable, std::move(refusal.verdict.reasons)});
    }
    return sorted;
}

std::vector<framework::Extent> extentsOf(const std::vector<model::FeasibleNode> &nodes, std::size_t plugins)
{
    std::vector<framework::Extent> extents(
        plugins, {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
    for (const model::FeasibleNode &node : nodes) {
        for (std::size_t i = 0; i < plugins; ++i) {
            extents[i].minimum = std::min(extents[i].minimum, node.raw[i]);
            extents[i].maximum = std::max(extents[i].maximum, node.raw[i]);
        }
    }
    return extents;
}

/// Fills raw, normalised and total of the feasible nodes, in the order of `feasible`.
std::vector<model::FeasibleNode> scoreAll(
    const model::Snapshot &snapshot, const Cycle &cycle, const std::vector<std::int32_t> &feasible)
{
    std::vector<model::FeasibleNode> scored(feasible.size());
    for (std::size_t i = 0; i < feasible.size(); ++i) {
        const model::NodeInfo &info = *snapshot.nodes()[static_cast<std::size_t>(feasible[i])];
        scored[i].node = info.node().name;
        scored[i].raw = cycle.score(info);
    }
    const std::vector<framework::Policy::Score> &plugins = cycle.policy().scores();
    const std::vector<framework::Extent> extents = extentsOf(scored, plugins.size());
    for (model::FeasibleNode &node : scored) {
        node.normalised = node.raw;
        for (std::size_t i = 0; i < plugins.size(); ++i) {
            if (plugins[i].node && cycle.scores(i)) {
                node.normalised[i] = plugins[i].node->normalise(node.raw[i], extents[i]);
            }
            node.total += plugins[i].weight * node.normalised[i];
        }
    }
    return scored;
}

/// Best first, equal totals in the order of the snapshot, which is by name.
std::vector<std::uint32_t> ranking(const std::vector<model::FeasibleNode> &scored)
{
    std::vector<std::uint64_t> keys(scored.size());
    for (std::size_t i = 0; i < scored.size(); ++i) {
        const auto falling = static_cast<std::uint64_t>(std::numeric_limits<std::uint32_t>::max() - scored[i].total);
        keys[i] = (falling << 32) | i;
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> order(keys.size());
    std::transform(
        keys.begin(), keys.end(), order.begin(), [](std::uint64_t key) { return static_cast<std::uint32_t>(key); });
    return order;
}

/// Which of the equally good nodes: drawn from the seed and the pod, so that pods decided at once do not pile up.
std::size_t drawWinner(std::size_t count, std::uint64_t seed, const model::Pod &pod)
{
    const base::Fingerprint fingerprint = base::FingerprintBuilder().add(pod.key.text()).add(pod.uid).finish();
    return base::SeededRandom(seed ^ fingerprint.low).below(count);
}

void measureStability(const model::Snapshot &snapshot, const Cycle &cycle, const std::vector<std::int32_t> &allowed,
    const std::vector<std::int32_t> &winners, const DecideOptions &options, Decision &decision)
{
    if (options.worlds <= 0) {
        return;
    }
    const std::int32_t stable = stableWorlds({snapshot, cycle, allowed, winners}, options);
    model::Confidence &confidence = decision.confidence;
    confidence.worlds = options.worlds;
    confidence.stability = static_cast<double>(stable) / static_cast<double>(options.worlds);
    confidence.value = confidence.stability;
    if (options.variation) {
        const auto it = options.variation->find(decision.chosen);
        confidence.measuredVariation = it != options.variation->end() && it->second.cpu && it->second.memory;
    }
}

void choose(const model::Snapshot &snapshot, Cycle &cycle, const Sorted &sorted, const DecideOptions &options,
    Decision &decision)
{
    cycle.beginScoring();
    std::vector<model::FeasibleNode> scored = scoreAll(snapshot, cycle, sorted.feasible);
    const std::vector<std::uint32_t> order = ranking(scored);
    decision.feasible.reserve(scored.size());
    std::vector<std::int32_t> winners;
    for (const std::uint32_t index : order) {
        if (scored[index].total == scored[order.front()].total) {
            winners.push_back(sorted.feasible[index]);
        }
        decision.feasible.push_back(std::move(scored[index]));
    }
    const std::size_t drawn = drawWinner(winners.size(), options.seed, cycle.pod());
    decision.outcome = model::DecisionOutcome::Placed;
    decision.chosen = decision.feasible[drawn].node;
    decision.score = decision.feasible.front().total;
    if (decision.feasible.size() > 1) {
        decision.margin = decision.score - decision.feasible[1].total;
    }
    decision.tied.push_back(decision.chosen);
    for (std::size_t i = 0; i < winners.size(); ++i) {
        if (i != drawn) {
            decision.tied.push_back(decision.feasible[i].node);
        }
    }
    measureStability(snapshot, cycle, sorted.allowed, winners, options, decision);
}

} // namespace

model::UndecidedRules undecidedRules(const model::Snapshot &snapshot, const model::Pod &pod)
{
    const std::vector<NodeInfoPtr> &nodes = snapshot.nodes();
    const bool concerned =
        std::any_of(nodes.begin(), nodes.end(), [&](const NodeInfoPtr &node) { return mayConcern(*node, pod); });
    return pod.undecided | (concerned ? bit(model::UndecidedRule::RunningPodAffinity) : 0);
}

Decision decide(const model::Snapshot &snapshot, const model::PodPtr &pod, const framework::Policy &policy,
    const DecideOptions &options)
{
    Decision decision;
    decision.pod = pod->key;
    decision.podUid = pod->uid;
    decision.podResourceVersion = pod->resourceVersion;
    decision.podValue = pod;
    decision.snapshotGeneration = snapshot.generation();
    decision.snapshotHash = snapshot.hash();
    decision.policyVersion = policy.version();
    decision.seed = options.seed;
    decision.decidedAt = options.decidedAt;
    for (const framework::Policy::Score &score : policy.scores()) {
        decision.scorePlugins.push_back({score.plugin->name(), score.weight});
    }
    decision.undecided = undecidedRules(snapshot, *pod);
    if (decision.undecided != 0) {
        decision.outcome = model::DecisionOutcome::NotDecidable;
        return decision;
    }
    Cycle cycle(*pod, policy);
    const Sorted sorted = filterAll(snapshot, cycle, decision);
    if (sorted.feasible.empty()) {
        decision.outcome = model::DecisionOutcome::NoNodeFits;
    } else {
        choose(snapshot, cycle, sorted, options, decision);
    }
    return decision;
}

Recheck recheck(
    const model::Snapshot &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy)
{
    if (undecidedRules(snapshot, pod) != 0) {
        return {{},
            model::Verdict::reject({.code = model::ReasonCode::UndecidableRule, .subject = {}, .detail = {}}, false)};
    }
    const model::NodeInfo *info = snapshot.find(node);
    if (!info) {
        return {{},
            model::Verdict::reject({.code = model::ReasonCode::NodeNotFound, .subject = node, .detail = {}}, false)};
    }
    Cycle::Refusal refusal = Cycle(pod, policy).filter(*info);
    return {refusal.plugin, std::move(refusal.verdict)};
}

} // namespace binnacle::engine
