// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/plan.h"

#include <array>

namespace binnacle::model {

std::string_view refusalName(PlanRefusal refusal)
{
    constexpr std::array<std::string_view, 11> names{"NoNodes", "NoRoom", "NeverFits", "NotDecidable", "Gated",
        "NotPending", "Duplicate", "GangIncomplete", "GangContradiction", "GangWithoutRoom", "Stopped"};
    return names.at(static_cast<std::size_t>(refusal));
}

std::string_view stepName(PlanStep::Kind kind)
{
    constexpr std::array<std::string_view, 5> names{"Place", "Move", "EvictFirst", "Return", "Evict"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string_view planKindName(PlanKind kind) { return kind == PlanKind::Batch ? "Batch" : "Defragmentation"; }

std::string_view planEndName(PlanEnd end)
{
    constexpr std::array<std::string_view, 3> names{"Complete", "StepBudget", "Stopped"};
    return names.at(static_cast<std::size_t>(end));
}

base::Fingerprint Plan::fingerprint() const
{
    base::FingerprintBuilder builder;
    builder.add(static_cast<std::int64_t>(kind)).add(snapshotHash);
    for (const PlanStep &step : steps) {
        builder.add(static_cast<std::int64_t>(step.kind)).add(step.pod.text()).add(step.from.text());
        builder.add(step.to.text()).add(step.makesRoomFor.text()).add(step.cost).add(step.score);
    }
    for (const PlanLeftOver &left : leftOver) {
        builder.add(left.pod.text()).add(static_cast<std::int64_t>(left.why));
    }
    builder.add(moves).add(cost).add(score).add(std::int64_t{proven});
    return builder.finish();
}

} // namespace binnacle::model
