// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/pod.h"

#include <string>
#include <vector>

namespace binnacle::model {

/// The stable names of the rules in the set ("PodAffinity"), as in JSON and the audit log, in the order of their bits.
[[nodiscard]] std::vector<std::string> ruleNames(UndecidedRules rules);

} // namespace binnacle::model
