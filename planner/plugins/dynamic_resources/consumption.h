// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"

namespace binnacle::plugins {

/// What a request takes of each capacity of a device that several share: what it asks for, rounded as the capacity's policy
/// says, or else the policy's default, or all there is. Sorted by name.
[[nodiscard]] model::NamedQuantities consumptionOf(const model::NamedQuantities &asked, const model::Device &device);

/// Whether the device has that much beside what is taken (by others, and by this attempt), asks for no capacity that it has
/// not, and for no amount that a policy rules out. Null: nothing is taken. After consumable_capacity.go of
/// dynamic-resource-allocation/structured (v0.36).
[[nodiscard]] bool hasCapacity(const model::NamedQuantities &asked, const model::Device &device,
    const model::NamedQuantities *taken, const model::NamedQuantities *taking);

} // namespace binnacle::plugins
