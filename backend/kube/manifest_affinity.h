// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/manifest_fields.h"
#include "planner/model/pod.h"

namespace binnacle::kube {

/// Reads spec.affinity into the pod: node affinity whole, pod affinity as far as it bears on other pods. The pod's key must
/// be set. Unknown operators set UndecidedRule::Unrecognised.
void readAffinity(const Fields &affinity, model::Pod &pod);
void readSpread(const Fields &spec, model::Pod &pod);
/// A term of a node selector; unknown operators and fields set UndecidedRule::Unrecognised.
[[nodiscard]] model::NodeSelectorTerm readNodeTerm(const Fields &term, model::UndecidedRules &undecided);
/// A selector that is there; unknown operators set UndecidedRule::Unrecognised.
[[nodiscard]] model::LabelSelector readLabelSelector(const Fields &selector, model::UndecidedRules &undecided);

} // namespace binnacle::kube
