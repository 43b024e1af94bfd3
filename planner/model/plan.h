// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/model/decision.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::model {

/// Pods that are placed all or none. Plain value.
struct Gang {
    std::string name;
    std::vector<PodKey> members;
};

/// One thing to do. Done in order, every pod is let in by every plugin at its step.
struct PlanStep {
    enum class Kind : std::uint8_t {
        Place, ///< a pod of the queue goes to `to`
        Move, ///< a running pod is evicted from `from`, and its successor placed on `to` before the next step
        EvictFirst, ///< evicted from `from` before there is room on its new node; a Return follows
        Return, ///< the successor of a pod evicted before goes to `to`
        Evict, ///< evicted from `from`, and not placed again by this plan
    };
    Kind kind = Kind::Place;
    PodKey pod;
    std::string podUid;
    std::int32_t priority = 0;
    base::Symbol from; ///< empty for a Place and a Return
    base::Symbol to; ///< empty for an eviction
    PodKey makesRoomFor; ///< of a Move or an eviction: the pod that goes where this one was; empty when none is
    Reason lacked; ///< what that pod lacked on `from` before
    std::int64_t cost = 0; ///< of a Move or an eviction (docs/planning.md)
    std::int64_t score =
        0; ///< of a Place: what the policy's plugins make of the node, everything else of the plan in place
    std::string gang; ///< of a Place
};

/// Why a pod of the queue is not in the plan, typed. Names are stable: they go into JSON.
enum class PlanRefusal : std::uint8_t {
    NoNodes, ///< the cluster has none
    NoRoom, ///< no way was found within the plan's limits; `reason` is why most nodes refuse it then
    NeverFits, ///< no node would take it even without every pod that may be moved
    NotDecidable, ///< a rule that is not built yet concerns it
    Gated, ///< it has scheduling gates
    NotPending, ///< it is on a node, finished or being deleted
    Duplicate, ///< a pod of the same name or UID stands before it in the queue
    GangIncomplete, ///< its gang names a pod that is not in the queue or cannot be planned for
    GangContradiction, ///< it is in two gangs, or twice in one
    GangWithoutRoom, ///< there is no room for every pod of its gang at once
    Stopped, ///< the plan was stopped before it was looked at
};
[[nodiscard]] std::string_view refusalName(PlanRefusal refusal);
[[nodiscard]] std::string_view stepName(PlanStep::Kind kind);

struct PlanLeftOver {
    PodKey pod;
    std::int32_t priority = 0;
    PlanRefusal why = PlanRefusal::NoRoom;
    std::string gang;
    UndecidedRules undecided = 0;
    Reason reason; ///< None when there is none to name
    std::int32_t nodesByReason = 0;
};

/// The cluster before and after, as far as a plan changes it.
struct PlanFigures {
    std::int64_t placed = 0; ///< pods of the queue that are on a node
    std::int64_t pending = 0; ///< those that are not
    double fragmentation = 0; ///< 0..1, as engine::fragmentation
    std::int64_t cpuMilli = 0; ///< requested on all nodes
    std::int64_t memoryBytes = 0;
};

enum class PlanKind : std::uint8_t { Batch, Defragmentation };
enum class PlanEnd : std::uint8_t {
    Complete, ///< nothing was left to try
    StepBudget, ///< the steps it was given are used up
    Stopped, ///< its caller stopped it: cancelled, or out of time
};
[[nodiscard]] std::string_view planKindName(PlanKind kind);
[[nodiscard]] std::string_view planEndName(PlanEnd end);

/// What to do with a whole queue, over one snapshot. The same snapshot content, queue, policy, limits and seed give the same plan,
/// unless it was stopped. Nothing of it is written anywhere.
struct Plan {
    PlanKind kind = PlanKind::Batch;
    std::vector<PlanStep> steps;
    std::vector<PlanLeftOver> leftOver; ///< in queue order
    /// By falling priority: how many of the queue's pods are placed. The objective, before moves, cost and score.
    struct Priority {
        std::int32_t priority = 0;
        std::int64_t placed = 0;
        std::int64_t of = 0;
        friend bool operator==(const Priority &, const Priority &) = default;
    };
    std::vector<Priority> priorities;
    std::int64_t moves = 0; ///< pods that leave their node
    std::int64_t cost = 0; ///< of the moves
    std::int64_t score = 0; ///< of the places
    bool budgetsKnown = true; ///< false: disruption budgets may not be listed, and nothing is moved
    bool proven = false; ///< the search left nothing out: no plan within the limits is better
    PlanEnd ended = PlanEnd::Complete;
    std::int64_t stepsTaken = 0; ///< of the search
    PlanFigures before;
    PlanFigures after;
    base::Fingerprint snapshotHash{};
    std::string policyVersion; ///< of pods without a profile of their own
    std::uint64_t seed = 0;

    /// Of what it says to do, not of how long it took: equal for the same plan.
    [[nodiscard]] base::Fingerprint fingerprint() const;
};
using PlanPtr = std::shared_ptr<const Plan>;

} // namespace binnacle::model
