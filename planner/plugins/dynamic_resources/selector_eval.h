// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/plugins/dynamic_resources/selector.h"
#include "planner/plugins/dynamic_resources/selector_tree.h"

namespace binnacle::plugins::selector {

/// What a checked expression says of a device, within mostSteps.
[[nodiscard]] Match evaluate(const Tree &tree, const DeviceView &device);

} // namespace binnacle::plugins::selector
