// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"
#include "planner/model/node.h"

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <string_view>
#include <vector>

namespace binnacle::plugins {

/// Whether the choice includes the node; nothing when its selector is malformed.
[[nodiscard]] std::optional<bool> includes(const model::NodeChoice &choice, const model::Node &node);

/// A pool as one node sees it. Holds references into the devices.
struct DevicePool {
    base::Symbol driver;
    base::Symbol pool;
    bool incomplete = false; ///< some of its slices have not come yet: nothing is allocated from it
    bool invalid = false; ///< it contradicts itself: neither
    std::vector<const model::ResourceSlice *> slices; ///< with devices for the node, by name
    std::vector<const model::ResourceSlice *> elsewhere; ///< the others, whose devices may consume the same counters
    absl::flat_hash_map<std::string_view, const model::CounterSet *> counterSets;
};

/// The pools with devices for the node, in the order in which devices are tried: by driver and name, those where a device has
/// binding conditions last. Of slices of one pool only those of the newest generation count. Nothing when a node selector is
/// malformed. After GatherPools of dynamic-resource-allocation/structured (v0.36).
[[nodiscard]] std::optional<std::vector<DevicePool>> gatherPools(
    const model::Devices &devices, const model::Node &node);

} // namespace binnacle::plugins
