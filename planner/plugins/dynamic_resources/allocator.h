// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/devices.h"
#include "planner/model/node.h"
#include "planner/plugins/dynamic_resources/pools.h"

#include <cstdint>
#include <string>
#include <vector>

namespace binnacle::plugins {

/// A device chosen for a claim.
struct ChosenDevice {
    std::string request; ///< "request" or "request/alternative"
    model::DeviceId id;
    friend bool operator==(const ChosenDevice &, const ChosenDevice &) = default;
};

/// How a search for devices ended. Failed: what the claims ask for cannot be evaluated, which fails the pod everywhere.
/// Undecided: a selector uses what is not built here, or the search was longer than it may be.
struct Allocation {
    enum class Kind : std::uint8_t { Allocated, NoDevices, PoolInvalid, Failed, Undecided };
    Kind kind = Kind::NoDevices;
    std::vector<std::vector<ChosenDevice>> claims{}; ///< parallel to those asked for, when allocated
    std::string detail{}; ///< of Failed and Undecided: the selector, or else what failed
};

/// The devices that kube-scheduler would allocate to the claims on that node: the first whole choice, claim by claim, request
/// by request and device by device, in the order of the pools. At most `steps` devices are tried. Pure, callable from any
/// thread. After structured/internal/incubating (v0.36), which v1.36 takes with the gates of DRA at their defaults.
[[nodiscard]] Allocation allocate(const model::Devices &devices, const model::Node &node,
    const std::vector<const model::ResourceClaim *> &claims, std::int64_t steps);
/// The same with what gatherPools() said.
[[nodiscard]] Allocation allocate(const model::Devices &devices, const model::Node &node,
    const std::optional<std::vector<DevicePool>> &pools, const std::vector<const model::ResourceClaim *> &claims,
    std::int64_t steps);

} // namespace binnacle::plugins
