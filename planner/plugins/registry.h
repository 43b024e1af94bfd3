// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/framework/registry.h"

namespace binnacle::plugins {

/// Every built-in plugin, in kube-scheduler's order (v1.36 default profile) of those that are built; then those that only
/// policy files know.
[[nodiscard]] const framework::Registry &registry();

/// The policy without deviations: kube-scheduler's default weights and settings.
[[nodiscard]] framework::PolicyPtr defaultPolicy();

} // namespace binnacle::plugins
