// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/policy.h"
#include "backend/kube/manifest_fields.h"
#include "planner/framework/placement_rules.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Gathers what is wrong in a policy file: readers that share a scope keep the first fault of it.
class PolicyFaults {
public:
    /// Takes the fault that a scope ended with, if any.
    void take(const absl::Status &scope);
    void add(Position at, std::string what);
    [[nodiscard]] bool empty() const { return m_faults.empty(); }
    /// In the order of the text.
    [[nodiscard]] std::vector<api::PolicyFault> sorted() &&;

private:
    std::vector<api::PolicyFault> m_faults;
};

/// An error at the first key that is not one of `known`, with the one that may have been meant.
void onlyKnown(const Fields &object, std::string_view path, const std::vector<std::string_view> &known);
/// ` (did you mean "weight"?)`, or nothing when none is near.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string_view> &known);
/// Letters, digits, '-', '_' and '.', at most 63.
[[nodiscard]] bool isPolicyWord(std::string_view text);

/// The list under `rules`: each one with faults of its own, then what contradicts another.
[[nodiscard]] std::vector<framework::PlacementRule> readPlacementRules(const Fields &root, PolicyFaults &faults);

} // namespace binnacle::kube
