// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/default_preemption/default_preemption.h"

#include "planner/base/random.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace binnacle::plugins {

namespace {

using framework::PostFilterInput;
using model::Pod;
using model::PodPtr;
using model::PreemptionAdvice;
using model::PreemptionVictim;

/// A pod that has not started is the newest.
base::TimePoint startOf(const std::optional<base::TimePoint> &start) { return start.value_or(base::TimePoint::max()); }

bool moreImportant(const PodPtr &a, const PodPtr &b)
{
    return std::tuple(-std::int64_t{a->priority}, startOf(a->startTime), std::string_view(a->uid))
        < std::tuple(-std::int64_t{b->priority}, startOf(b->startTime), std::string_view(b->uid));
}

PreemptionVictim victimOf(const Pod &pod, bool violates)
{
    return {pod.key, pod.uid, pod.priority, pod.startTime, violates};
}

/// The pods that have to go from a node on which the pod fits without any of them: each is put back, in the order in which
/// they are to be spared, and goes again where the pod does not fit with it.
std::vector<PreemptionVictim> spare(
    framework::NodeTrial &trial, const std::vector<PodPtr> &pods, const std::vector<bool> &violates)
{
    std::vector<bool> goes(pods.size(), false);
    for (const bool violating : {true, false}) {
        for (std::size_t i = 0; i < pods.size(); ++i) {
            if (violates[i] != violating) {
                continue;
            }
            trial.add(pods[i]);
            if (!trial.fits()) {
                trial.remove(pods[i]);
                goes[i] = true;
            }
        }
    }
    std::vector<PreemptionVictim> victims;
    for (std::size_t i = 0; i < pods.size(); ++i) {
        if (goes[i]) {
            victims.push_back(victimOf(*pods[i], violates[i]));
        }
    }
    return victims;
}

std::optional<PreemptionCandidate> candidateOn(const model::NodeInfo &node, const PostFilterInput &input, bool spares)
{
    std::vector<PodPtr> lower;
    std::vector<PodPtr> others;
    for (const PodPtr &pod : node.pods()) {
        (pod->priority < input.pod.priority ? lower : others).push_back(pod);
    }
    if (lower.empty()) {
        return std::nullopt;
    }
    const std::unique_ptr<framework::NodeTrial> trial = input.trial(node, others);
    if (!trial->fits()) {
        return std::nullopt;
    }
    std::sort(lower.begin(), lower.end(), moreImportant);
    PreemptionCandidate candidate{node.node().name, {}, 0};
    if (spares) {
        candidate.victims = spare(*trial, lower, violateBudgets(lower, input.snapshot.inventory()));
    } else {
        for (const PodPtr &pod : lower) {
            candidate.victims.push_back(victimOf(*pod, false));
        }
    }
    candidate.budgetViolations = std::count_if(candidate.victims.begin(), candidate.victims.end(),
        [](const PreemptionVictim &victim) { return victim.violatesBudget; });
    return candidate.victims.empty() ? std::nullopt : std::optional(std::move(candidate));
}

/// The smaller the better.
using Rank = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

Rank rankOf(const PreemptionCandidate &candidate)
{
    // Each priority counts from the least there is, so that more victims are never better.
    constexpr std::int64_t shift = std::int64_t{std::numeric_limits<std::int32_t>::max()} + 1;
    const std::int64_t highest = candidate.victims.front().priority;
    std::int64_t sum = 0;
    base::TimePoint earliest = base::TimePoint::max();
    for (const PreemptionVictim &victim : candidate.victims) {
        sum += victim.priority + shift;
        if (victim.priority == highest) {
            earliest = std::min(earliest, startOf(victim.startTime));
        }
    }
    return {candidate.budgetViolations, highest, sum, static_cast<std::int64_t>(candidate.victims.size()),
        -earliest.time_since_epoch().count()};
}

/// Pods that were evicted for this one and are still on the node that it is nominated for.
std::vector<PreemptionVictim> leavingVictims(const PostFilterInput &input)
{
    std::vector<PreemptionVictim> leaving;
    const base::Symbol nominated(input.pod.nominatedNodeName);
    const auto refused = std::find_if(input.rejected.begin(), input.rejected.end(),
        [&](const model::RejectedNode &node) { return node.node == nominated; });
    const model::NodeInfo *info = input.snapshot.find(nominated);
    if (refused == input.rejected.end() || !refused->resolvable || !info) {
        return leaving; // nothing that leaves could help there
    }
    for (const PodPtr &pod : info->pods()) {
        if (pod->priority < input.pod.priority && pod->deletionTimestamp && pod->preempted) {
            leaving.push_back(victimOf(*pod, false));
        }
    }
    return leaving;
}

} // namespace

std::vector<bool> violateBudgets(const std::vector<PodPtr> &pods, const model::Inventory &inventory)
{
    std::vector<bool> violates(pods.size(), false);
    absl::flat_hash_map<const model::DisruptionBudget *, std::int64_t> left;
    for (std::size_t i = 0; i < pods.size(); ++i) {
        const Pod &pod = *pods[i];
        const model::NamespaceInfo *ns = pod.labels.empty() ? nullptr : inventory.find(pod.key.ns);
        if (!ns) {
            continue;
        }
        for (const model::DisruptionBudget &budget : ns->budgets) {
            if (!budget.selects(pod.labels)
                || std::binary_search(budget.disruptedPods.begin(), budget.disruptedPods.end(), pod.key.name)) {
                continue;
            }
            std::int64_t &allowed = left.try_emplace(&budget, budget.disruptionsAllowed).first->second;
            violates[i] = --allowed < 0 || violates[i];
        }
    }
    return violates;
}

std::vector<PreemptionCandidate> preemptionCandidates(const PostFilterInput &input, bool spares)
{
    std::vector<PreemptionCandidate> candidates;
    for (const model::RejectedNode &rejected : input.rejected) {
        const model::NodeInfo *node = rejected.resolvable ? input.snapshot.find(rejected.node) : nullptr;
        if (!node) {
            continue;
        }
        if (std::optional<PreemptionCandidate> candidate = candidateOn(*node, input, spares)) {
            candidates.push_back(*std::move(candidate));
        }
    }
    return candidates;
}

std::vector<const PreemptionCandidate *> bestCandidates(const std::vector<PreemptionCandidate> &candidates)
{
    std::vector<const PreemptionCandidate *> best;
    Rank lowest;
    for (const PreemptionCandidate &candidate : candidates) {
        const Rank rank = rankOf(candidate);
        if (best.empty() || rank < lowest) {
            best.clear();
            lowest = rank;
        }
        if (rank == lowest) {
            best.push_back(&candidate);
        }
    }
    return best;
}

framework::Registration DefaultPreemption::registration()
{
    return {"DefaultPreemption", "default_preemption", 0, {},
        [](const framework::OptionValues &) { return std::make_unique<DefaultPreemption>(); }};
}

base::Symbol DefaultPreemption::name() const
{
    static const base::Symbol name("DefaultPreemption");
    return name;
}

framework::NodeReads DefaultPreemption::reads(const framework::CycleState &, const Pod &) const { return {}; }

PreemptionAdvice DefaultPreemption::postFilter(const PostFilterInput &input) const
{
    PreemptionAdvice advice;
    if (input.pod.neverPreempts) {
        advice.kind = PreemptionAdvice::Kind::Never;
        return advice;
    }
    if (!input.pod.nominatedNodeName.empty()) {
        advice.victims = leavingVictims(input);
        if (!advice.victims.empty()) {
            advice.kind = PreemptionAdvice::Kind::AwaitsVictims;
            advice.node = base::Symbol(input.pod.nominatedNodeName);
            return advice;
        }
    }
    const bool budgetsKnown = input.snapshot.inventory().known().budgets;
    const std::vector<PreemptionCandidate> candidates = preemptionCandidates(input, budgetsKnown);
    advice.candidates = static_cast<std::int64_t>(candidates.size());
    if (candidates.empty() || !budgetsKnown) {
        advice.kind = candidates.empty() ? PreemptionAdvice::Kind::NotHelpful : PreemptionAdvice::Kind::BudgetsUnknown;
        return advice;
    }
    const std::vector<const PreemptionCandidate *> best = bestCandidates(candidates);
    const base::Fingerprint fingerprint =
        base::FingerprintBuilder().add(input.pod.key.text()).add(input.pod.uid).finish();
    const std::size_t drawn = base::SeededRandom(input.seed ^ fingerprint.low).below(best.size());
    advice.kind = PreemptionAdvice::Kind::Evict;
    advice.node = best[drawn]->node;
    advice.victims = best[drawn]->victims;
    advice.budgetViolations = best[drawn]->budgetViolations;
    advice.equal.push_back(advice.node);
    for (std::size_t i = 0; i < best.size(); ++i) {
        if (i != drawn) {
            advice.equal.push_back(best[i]->node);
        }
    }
    return advice;
}

} // namespace binnacle::plugins
