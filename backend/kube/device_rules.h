// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"

#include <absl/status/statusor.h>

#include <string_view>
#include <vector>

/// What the words of resource.k8s.io mean, for the decoders of either wire format.
namespace binnacle::kube {

[[nodiscard]] model::TaintEffect deviceTaintEffect(std::string_view text); ///< None for what keeps nobody away
[[nodiscard]] model::DeviceToleration::Operator deviceTolerationOperator(std::string_view text);
[[nodiscard]] model::DeviceRequest::Mode allocationMode(std::string_view text); ///< ExactCount when not given

/// A quantity; one beyond 128 bits is the largest there is.
[[nodiscard]] absl::StatusOr<base::Quantity> deviceQuantity(std::string_view text);

/// Condition types that are true of a device, as its status has them.
using TrueConditions = std::vector<std::string_view>;
/// How far a device is made ready, by its allocation and by its status (null: it has none).
[[nodiscard]] model::DeviceBinding deviceBinding(
    const std::vector<std::string> &conditions, const std::vector<std::string> &failures, const TrueConditions *status);

/// A requirement that no node can have and that every reader takes for a fault: in place of one with an unknown operator.
[[nodiscard]] model::Requirement malformedRequirement();

} // namespace binnacle::kube
