// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/pod.h"

#include <absl/status/statusor.h>

#include <string_view>
#include <vector>

namespace binnacle::framework {

/// Reads node selector terms as a setting writes them: alternatives separated by '|', each a list of requirements in the
/// words of kubectl's selectors, separated by commas: "zone in (a,b),!spot,cores>8 | arch=arm64". '!=' and notin also hold
/// for a node without the label, and '' in brackets is the empty value. A requirement on the node's own name is "@metadata.name=node-1", or '!='. With `weighted`
/// each alternative begins with its weight and a colon: "50: zone=a | 10: gpu"; else the weights are 0. An empty text has
/// no terms. kInvalidArgument says what is wrong and where; at most 64 terms, 64 requirements a term, 256 values each.
[[nodiscard]] absl::StatusOr<std::vector<model::PreferredNodeTerm>> parseNodeTerms(
    std::string_view text, bool weighted);

} // namespace binnacle::framework
