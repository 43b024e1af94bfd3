// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/manifest_fields.h"
#include "planner/model/pod.h"

namespace binnacle::kube {

/// Reads spec.affinity into the pod: node affinity whole, pod affinity as far as it bears on other pods. The pod's key must
/// be set. Unknown operators set UndecidedRule::Unrecognised.
void readAffinity(const Fields &affinity, model::Pod &pod);

} // namespace binnacle::kube
