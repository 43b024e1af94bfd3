// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/pod.h"

#include <absl/status/statusor.h>

#include <string_view>
#include <vector>

namespace binnacle::framework {

/// Reads spread constraints as a setting writes them: "label=maxSkew:DoNotSchedule" or ScheduleAnyway, separated by commas:
/// "topology.kubernetes.io/zone=1:DoNotSchedule,kubernetes.io/hostname=3:ScheduleAnyway". They have no selector. An empty
/// text has none. kInvalidArgument says what is wrong and with which; at most 64, none twice, maxSkew from 1 to 2^31-1.
[[nodiscard]] absl::StatusOr<std::vector<model::SpreadConstraint>> parseSpreadTerms(std::string_view text);

} // namespace binnacle::framework
