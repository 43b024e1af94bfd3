// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <vector>

namespace binnacle::plugins {

/// Whether one of the tolerations covers the taint, as Toleration.ToleratesTaint (core/v1, v1.36): an empty effect covers
/// every effect, an empty key every key. Gt and Lt compare decimal integers, taint against toleration, and cover nothing
/// unless `comparisons` is on (feature gate TaintTolerationComparisonOperators, off by default).
[[nodiscard]] bool tolerates(
    const std::vector<model::Toleration> &tolerations, const model::Taint &taint, bool comparisons);

} // namespace binnacle::plugins
