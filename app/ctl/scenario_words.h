// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/ctl/commands.h"

namespace binnacle::ctl {

/// The scenarios that the options of `whatif` describe, with the files they name read. kInvalidArgument for a word that
/// makes no sense, naming it; else what reading a file says.
[[nodiscard]] absl::StatusOr<std::vector<api::Scenario>> scenariosOf(const ScenarioWords &words);

} // namespace binnacle::ctl
