// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/rule_names.h"

#include <array>
#include <utility>

namespace binnacle::model {

std::vector<std::string> ruleNames(UndecidedRules rules)
{
    using enum UndecidedRule;
    static constexpr std::array<std::pair<UndecidedRule, const char *>, 10> names{{{Volumes, "Volumes"},
        {TopologySpread, "TopologySpread"}, {PodAffinity, "PodAffinity"}, {PodAntiAffinity, "PodAntiAffinity"},
        {ResourceClaims, "ResourceClaims"}, {InPlaceResize, "InPlaceResize"}, {WorkloadGroup, "WorkloadGroup"},
        {RunningPodAffinity, "RunningPodAffinity"}, {Extenders, "Extenders"}, {Unrecognised, "Unrecognised"}}};
    std::vector<std::string> out;
    for (const auto &[rule, name] : names) {
        if (rules & static_cast<UndecidedRules>(rule))
            out.emplace_back(name);
    }
    return out;
}

std::string_view effectName(TaintEffect effect)
{
    switch (effect) {
    case TaintEffect::NoSchedule:
        return "NoSchedule";
    case TaintEffect::PreferNoSchedule:
        return "PreferNoSchedule";
    case TaintEffect::NoExecute:
        return "NoExecute";
    case TaintEffect::None:
        break;
    }
    return "";
}

std::string_view phaseName(PodPhase phase)
{
    switch (phase) {
    case PodPhase::Pending:
        return "Pending";
    case PodPhase::Running:
        return "Running";
    case PodPhase::Succeeded:
        return "Succeeded";
    case PodPhase::Failed:
        return "Failed";
    case PodPhase::Unknown:
        break;
    }
    return "Unknown";
}

} // namespace binnacle::model
