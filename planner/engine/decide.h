// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/framework/policy.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"
#include "planner/model/usage.h"

#include <cstdint>
#include <vector>

namespace binnacle::engine {

/// Everything beside snapshot (with the nodes' measured variation), pod and policy that a decision depends on.
struct DecideOptions {
    std::uint64_t seed = 0;
    std::int32_t worlds = 200; ///< perturbed worlds behind the stability; 0 leaves it out
    model::Variation podVariation{}; ///< measured spread of what pods of this kind ask for
    base::TimePoint decidedAt{}; ///< copied into the decision
    bool preempt = true; ///< false leaves out what evicting pods would do
    bool prune = true; ///< false tries every node in every world: the same answer, slower (tests compare the two)
};

/// One scheduling cycle for one pod: PreFilter, Filter, PreScore, Score, NormalizeScore, seeded tie-break, stability.
/// Pure: reads nothing else, writes nothing, callable from any thread. The decision has no id.
/// A pod with scheduling gates is answered Gated, one that a rule not yet built could concern NotDecidable: with no nodes.
[[nodiscard]] model::Decision decide(const model::Snapshot &snapshot, const model::PodPtr &pod,
    const framework::Policy &policy, const DecideOptions &options);

/// The rules not yet built that could concern this pod on this snapshot: its own, RunningPodAffinity when an affinity term
/// of a pod on a node may select it, and Extenders when one of the policy concerns it.
[[nodiscard]] model::UndecidedRules undecidedRules(
    const model::Snapshot &snapshot, const model::Pod &pod, const framework::Policy &policy);

/// Whether the pod may go to that node by every Filter: the re-check before a bind. `verdict` is that of the first plugin
/// to refuse; a pod that is not decidable, and a node that is not there, are refusals too.
struct Recheck {
    base::Symbol plugin;
    model::Verdict verdict;
};
[[nodiscard]] Recheck recheck(
    const model::Snapshot &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy);

/// Decision::bindingNeeds of the pod as things are now.
[[nodiscard]] std::vector<model::Reason> bindingNeeds(
    const model::Snapshot &snapshot, const model::Pod &pod, const framework::Policy &policy);

} // namespace binnacle::engine
