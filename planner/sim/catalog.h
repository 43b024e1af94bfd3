// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/random.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace binnacle::sim {

/// Node pools of a simulated cluster. A set of them is a PoolMask.
enum class Pool : std::uint8_t { General, GeneralSpot, Compute, Memory, GpuA100, GpuL4, GpuT4, Fpga, Dpu, Edge };
using PoolMask = std::uint32_t;
[[nodiscard]] constexpr PoolMask maskOf(Pool pool) { return PoolMask{1} << static_cast<unsigned>(pool); }

/// One kind of node. Sizes are whole machines; a little of each is kept back for the system.
struct PoolSpec {
    Pool pool;
    std::string_view name;
    std::string_view instanceType;
    int share; ///< of the nodes, in thousandths
    int cpus;
    int memoryGibibytes;
    int podSlots;
    std::string_view architecture;
    bool spot;
    std::string_view device; ///< extended resource, empty without one
    int devices;
    std::string_view gpuProduct; ///< as GPU feature discovery labels it
    std::string_view gpuFamily;
    int gpuMemoryMebibytes;
    std::string_view taintKey; ///< NoSchedule, empty without one
    std::string_view taintValue;
};

/// One workload: where its pods live, what they ask for and where they may run.
struct WorkloadSpec {
    std::string_view ns;
    std::string_view name;
    std::string_view ownerKind; ///< ReplicaSet, StatefulSet, DaemonSet or Job
    int cpuMilli;
    int memoryMebibytes;
    std::string_view device;
    int devices;
    PoolMask pools;
    int weight; ///< share of the pods
    int priority;
    bool mesh; ///< has a proxy sidecar
};

[[nodiscard]] std::span<const PoolSpec> poolSpecs();
[[nodiscard]] std::span<const WorkloadSpec> workloadSpecs(); ///< drawn by weight
[[nodiscard]] std::span<const WorkloadSpec> daemonSpecs(); ///< one pod on every node
[[nodiscard]] std::span<const WorkloadSpec>
misfitSpecs(); ///< fit nowhere or cannot be decided, each for another reason
[[nodiscard]] std::span<const std::string_view> regionNames();
constexpr int zonesPerRegion = 3;

/// What sets one pod of a workload apart from its siblings.
struct PodIdentity {
    std::uint64_t version = 0; ///< becomes the resourceVersion
    base::TimePoint created{};
    std::string_view schedulerName;
};

[[nodiscard]] model::Node buildNode(const PoolSpec &spec, int region, int zone, int ordinal, base::TimePoint created);
/// A pending pod, not yet finished: the caller may place it and then calls finish().
[[nodiscard]] model::Pod buildPod(const WorkloadSpec &spec, const PodIdentity &identity, base::SeededRandom &random);

} // namespace binnacle::sim
