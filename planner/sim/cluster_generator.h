// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/model/inventory.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"
#include "planner/sim/catalog.h"
#include "planner/sim/fleet.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::sim {

/// Who schedules the pods of the simulator that name no other scheduler than ours.
constexpr std::string_view ourScheduler = "binnacle";
constexpr std::string_view defaultScheduler = "default-scheduler";

/// Which pools a generated cluster has: all of them, or only untainted CPU machines.
enum class Profile : std::uint8_t { Mixed, Plain };

/// What to generate. The same shape gives the same cluster.
struct ClusterShape {
    int nodes = 600;
    int pods = 8000; ///< placed ones; fewer when the nodes are full
    int pending = 0; ///< more, pending, that name our scheduler
    std::uint64_t seed = 1;
    Profile profile = Profile::Mixed;
    base::TimePoint now{};
};

/// Nodes and pods for benchmarks and tests. No pod asks for more than its node has left.
struct GeneratedCluster {
    std::vector<model::NodePtr> nodes;
    std::vector<model::PodPtr> pods;
    model::InventoryPtr inventory;
};
[[nodiscard]] GeneratedCluster makeCluster(const ClusterShape &shape);

/// The same with what the simulator needs to go on.
struct Population {
    struct Resident {
        model::PodPtr pod;
        const WorkloadSpec *workload = nullptr;
        std::size_t host = 0;
        bool daemon = false;
    };
    Fleet fleet;
    std::vector<Resident> residents;
    std::uint64_t nextVersion = 0; ///< next resourceVersion
};
[[nodiscard]] Population populate(const ClusterShape &shape, base::SeededRandom &random);
[[nodiscard]] model::InventoryPtr demoInventory();
/// Draws by weight among the workloads that may run in one of these pools; there must be one.
[[nodiscard]] const WorkloadSpec &drawWorkload(PoolMask pools, base::SeededRandom &random);

} // namespace binnacle::sim
