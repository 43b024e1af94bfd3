// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/model/pod.h"

#include <vector>

/// Parts of a pod as parts of a key: IncrementalPlugin::addKey is made of them. Equal parts, equal keys.
namespace binnacle::plugins {

void addTolerations(base::FingerprintBuilder &key, const model::Pod &pod);
void addTerm(base::FingerprintBuilder &key, const model::NodeSelectorTerm &term);
/// nodeSelector and the required terms of node affinity.
void addRequiredNodes(base::FingerprintBuilder &key, const model::Pod &pod);
void addSelector(base::FingerprintBuilder &key, const model::LabelSelector &selector);
void addConstraint(base::FingerprintBuilder &key, const model::SpreadConstraint &constraint);
/// Where a term looks for which pods.
void addReach(base::FingerprintBuilder &key, const model::AffinityTerm &term);

} // namespace binnacle::plugins
