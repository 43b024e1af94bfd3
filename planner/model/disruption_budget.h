// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/labels.h"

#include <cstdint>
#include <string>
#include <vector>

namespace binnacle::model {

/// A PodDisruptionBudget (policy/v1): how many of the pods that it selects in its namespace may be disrupted now, as the
/// disruption controller counted them last. A selector that is absent, empty or not understood selects no pod here, as in
/// kube-scheduler's preemption (v1.36.3).
struct DisruptionBudget {
    std::string name;
    LabelSelector selector;
    std::int32_t disruptionsAllowed = 0;
    std::vector<std::string> disruptedPods; ///< names, sorted: their eviction is under way and was counted already

    [[nodiscard]] bool selects(const Labels &labels) const
    {
        return !labels.empty() && !selector.requirements.empty() && selector.selects(labels);
    }
    friend bool operator==(const DisruptionBudget &, const DisruptionBudget &) = default;
};

} // namespace binnacle::model
