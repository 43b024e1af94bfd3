// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/scenario.h"
#include "planner/engine/scenario.h"

#include <absl/status/statusor.h>

#include <vector>

namespace binnacle::services {

/// What a person states as what a fork takes: manifests and policies read, kinds of workloads made canonical. Faults are
/// model::ScenarioFault statuses. `current` are the policies of the session.
[[nodiscard]] absl::StatusOr<std::vector<engine::ScenarioEdit>> editsOf(
    const api::Scenario &scenario, const framework::Policies &current);

} // namespace binnacle::services
