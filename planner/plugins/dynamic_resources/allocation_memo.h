// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/hash.h"
#include "planner/plugins/dynamic_resources/allocator.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace binnacle::plugins {

/// What allocate() said of nodes before, for as long as nothing that it read has changed: between two decisions mostly the
/// devices of one node are taken. It decides nothing: an answer is that of allocate(), only sooner. One a thread.
class AllocationMemo {
public:
    [[nodiscard]] static AllocationMemo &ofThread();

    /// `wanted` stands for what the claims want (ResourceClaim::wanted of each, in order).
    [[nodiscard]] std::shared_ptr<const Allocation> allocate(const std::shared_ptr<const model::Devices> &devices,
        const model::Node &node, const base::Fingerprint &wanted,
        const std::vector<const model::ResourceClaim *> &claims, std::int64_t steps);

private:
    struct Known {
        base::Fingerprint wanted;
        base::Fingerprint taken; ///< of the node's pools
        std::shared_ptr<const Allocation> allocation;
    };
    struct OfNode {
        base::Fingerprint node;
        std::optional<std::vector<DevicePool>> pools;
        std::vector<Known> known; ///< the last few
        std::size_t next = 0;
    };

    base::Fingerprint m_offered{};
    std::shared_ptr<const model::Devices> m_devices; ///< what the pools point into
    absl::flat_hash_map<base::Symbol, OfNode> m_nodes;
};

} // namespace binnacle::plugins
