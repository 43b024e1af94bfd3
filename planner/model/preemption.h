// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/symbol.h"
#include "planner/model/pod.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::model {

/// A pod that would have to go.
struct PreemptionVictim {
    PodKey pod;
    std::string uid;
    std::int32_t priority = 0;
    std::optional<base::TimePoint> startTime; ///< absent: it has not started
    bool violatesBudget = false; ///< a disruption budget does not allow it
    friend bool operator==(const PreemptionVictim &, const PreemptionVictim &) = default;
};

/// What evicting pods of lower priority would do for a pod that fits nowhere: advice, nothing is evicted. After
/// kube-scheduler's DefaultPreemption (v1.36.3), but over every node instead of a random part of them.
struct PreemptionAdvice {
    enum class Kind : std::uint8_t {
        Evict, ///< it would fit on `node` without `victims`
        NotHelpful, ///< on no node
        Never, ///< the pod preempts nobody (preemptionPolicy)
        AwaitsVictims, ///< pods that were evicted for it are still going from `node`, which it is nominated for
        BudgetsUnknown, ///< on `candidates` nodes, but whom to evict depends on disruption budgets, which may not be listed
    };
    Kind kind = Kind::NotHelpful;
    base::Symbol node;
    std::vector<PreemptionVictim> victims; ///< the most important first
    std::int64_t budgetViolations = 0; ///< of the victims
    std::vector<base::Symbol> equal; ///< nodes that are exactly as good, `node` first
    std::int64_t candidates = 0; ///< nodes where evicting would help

    friend bool operator==(const PreemptionAdvice &, const PreemptionAdvice &) = default;
};
/// Stable text of a kind, as in JSON and the audit log ("Evict").
[[nodiscard]] std::string_view kindName(PreemptionAdvice::Kind kind);

} // namespace binnacle::model
