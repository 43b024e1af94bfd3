// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/inventory.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <cstddef>
#include <vector>

namespace binnacle::plugins {

/// The pod's own constraints, with matchLabelKeys merged into the selector as the scheduler does (v1.36): the pod's value of
/// each key that it has, unless the selector selects nothing.
[[nodiscard]] std::vector<model::SpreadConstraint> ownConstraints(const model::Pod &pod);

/// What selects the pods that belong together with this one: the merged selectors of the services that select it and of its
/// controller, as helper.DefaultSelector has them (v1.36). It selects everything where there is nothing of the kind.
[[nodiscard]] model::LabelSelector defaultSelector(const model::Pod &pod, const model::Inventory &inventory);

/// The constraints by which kube-scheduler spreads pods that have none of their own (defaultingType System): hosts with a
/// skew of 3 and zones with a skew of 5, scoring only. Without selectors.
[[nodiscard]] std::vector<model::SpreadConstraint> systemDefaultConstraints();

/// Default constraints as they hold for a pod: with its defaultSelector; none where that selects everything.
[[nodiscard]] std::vector<model::SpreadConstraint> defaultConstraints(
    const std::vector<model::SpreadConstraint> &defaults, const model::Pod &pod, const model::Inventory &inventory);

/// The topology whose parts are single nodes: scores count the pods on each.
[[nodiscard]] base::Symbol hostnameKey();

/// Whether the pod tolerates what would keep it from the node.
[[nodiscard]] bool toleratesHardTaints(const model::Pod &pod, const model::Node &node, bool comparisons);

/// ln(parts + 2): many small parts do not water down few large ones.
[[nodiscard]] double spreadWeight(std::size_t parts);

} // namespace binnacle::plugins
