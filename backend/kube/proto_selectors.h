// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/proto/meta.pb.h"
#include "planner/model/labels.h"

#include <optional>
#include <string_view>
#include <vector>

/// Labels and selectors out of their protobuf messages; used by the decoders of whole objects.
namespace binnacle::kube {

using TextPairs = google::protobuf::RepeatedPtrField<wire::TextPair>;
using WireRequirements = google::protobuf::RepeatedPtrField<wire::LabelSelectorRequirement>;
using OperatorOf = std::optional<model::Requirement::Operator> (*)(std::string_view);

[[nodiscard]] model::Labels labelsOf(const TextPairs &pairs);
/// Leaves out what has an operator that is not known, and says so by `known`: the rest selects more without it.
[[nodiscard]] std::vector<model::Requirement> requirementsOf(
    const WireRequirements &from, OperatorOf operatorOf, bool &known);
[[nodiscard]] model::LabelSelector selectorOf(const TextPairs &labels);
[[nodiscard]] model::LabelSelector selectorOf(const wire::LabelSelector &from, bool &known);

} // namespace binnacle::kube
