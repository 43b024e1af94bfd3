// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ctl/output.h"
#include "backend/api/scenario.h"

namespace binnacle::ctl {

[[nodiscard]] Json comparisonJson(const api::ScenarioComparison &comparison);
/// Side by side; the lists of moves and of pods that pend have at most `rows` rows each (0: all).
void printComparison(const api::ScenarioComparison &comparison, std::size_t rows, std::ostream &out);
/// Whether a scenario leaves no pod worse off: everything that it displaces, scales up or lets arrive finds a place,
/// nothing is lost, and no more of the waiting pods pend than as it is.
[[nodiscard]] bool everyPodFindsAPlace(const model::ScenarioOutcome &base, const model::ScenarioOutcome &outcome);

} // namespace binnacle::ctl
