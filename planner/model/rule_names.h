// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <string>
#include <string_view>
#include <vector>

namespace binnacle::model {

/// The stable names of the rules in the set ("PodAffinity"), as in JSON and the audit log, in the order of their bits.
[[nodiscard]] std::vector<std::string> ruleNames(UndecidedRules rules);

/// As Kubernetes spells them; empty for none.
[[nodiscard]] std::string_view effectName(TaintEffect effect);
[[nodiscard]] std::string_view phaseName(PodPhase phase);

} // namespace binnacle::model
