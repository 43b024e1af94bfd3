// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/catalog.h"

#include <array>

namespace binnacle::sim {

namespace {

constexpr std::string_view gpu = "nvidia.com/gpu";
constexpr std::string_view fpga = "xilinx.com/fpga-u250";
constexpr std::string_view dpu = "nvidia.com/bf_sf";

constexpr PoolMask general = maskOf(Pool::General);
constexpr PoolMask spot = maskOf(Pool::GeneralSpot);
constexpr PoolMask compute = maskOf(Pool::Compute);
constexpr PoolMask memory = maskOf(Pool::Memory);
constexpr PoolMask a100 = maskOf(Pool::GpuA100);
constexpr PoolMask l4 = maskOf(Pool::GpuL4);
constexpr PoolMask t4 = maskOf(Pool::GpuT4);
constexpr PoolMask edge = maskOf(Pool::Edge);
constexpr PoolMask anyCpu = general | compute | memory;

constexpr int high = 100'000;
constexpr int low = -100;
constexpr int nodeCritical = 2'000'001'000;

constexpr std::array<PoolSpec, 10> pools{{
    {Pool::General, "general", "m8.3xlarge", 340, 12, 48, 110, "amd64", false, "", 0, "", "", 0, "", ""},
    {Pool::GeneralSpot, "general-spot", "m8.3xlarge", 130, 12, 48, 110, "amd64", true, "", 0, "", "", 0,
        "capacity-type", "spot"},
    {Pool::Compute, "compute", "c8.4xlarge", 150, 16, 32, 110, "amd64", false, "", 0, "", "", 0, "", ""},
    {Pool::Memory, "memory", "r8.4xlarge", 100, 16, 128, 110, "amd64", false, "", 0, "", "", 0, "", ""},
    {Pool::GpuA100, "gpu-a100", "p4.24xlarge", 40, 96, 1152, 110, "amd64", false, gpu, 8, "NVIDIA-A100-SXM4-80GB",
        "ampere", 81920, gpu, "present"},
    {Pool::GpuL4, "gpu-l4", "g6.12xlarge", 60, 48, 192, 110, "amd64", false, gpu, 4, "NVIDIA-L4", "ada-lovelace", 23034,
        gpu, "present"},
    {Pool::GpuT4, "gpu-t4-spot", "g4.8xlarge", 50, 32, 128, 110, "amd64", true, gpu, 2, "Tesla-T4", "turing", 15360,
        gpu, "present"},
    {Pool::Fpga, "fpga", "f2.6xlarge", 25, 24, 192, 110, "amd64", false, fpga, 2, "", "", 0, "xilinx.com/fpga",
        "present"},
    {Pool::Dpu, "dpu", "d3.8xlarge", 25, 32, 128, 110, "amd64", false, dpu, 16, "", "", 0, "nvidia.com/dpu", "present"},
    {Pool::Edge, "edge", "a4.xlarge", 80, 4, 16, 40, "arm64", false, "", 0, "", "", 0, "node-role.kubernetes.io/edge",
        ""},
}};

constexpr std::array<WorkloadSpec, 36> workloads{{
    {"storefront", "web", "ReplicaSet", 250, 384, "", 0, general | spot, 100, 0, true},
    {"storefront", "cart", "ReplicaSet", 200, 512, "", 0, general | spot, 60, 0, true},
    {"storefront", "catalog-api", "ReplicaSet", 300, 768, "", 0, anyCpu, 60, 0, true},
    {"storefront", "checkout", "ReplicaSet", 500, 768, "", 0, anyCpu, 40, high, true},
    {"payments", "ledger", "ReplicaSet", 500, 1024, "", 0, anyCpu, 30, high, true},
    {"payments", "fraud-scorer", "ReplicaSet", 500, 1024, "", 0, compute, 30, high, false},
    {"payments", "gateway", "ReplicaSet", 250, 256, "", 0, general, 30, high, true},
    {"identity", "auth", "ReplicaSet", 300, 512, "", 0, general, 30, high, true},
    {"identity", "session-cache", "StatefulSet", 500, 6144, "", 0, memory, 20, 0, false},
    {"search", "query", "ReplicaSet", 500, 4096, "", 0, memory, 45, 0, true},
    {"search", "indexer", "ReplicaSet", 1500, 6144, "", 0, memory | compute, 20, 0, false},
    {"streaming", "kafka", "StatefulSet", 1500, 8192, "", 0, memory, 12, high, false},
    {"streaming", "ingest", "ReplicaSet", 500, 1024, "", 0, anyCpu, 60, 0, false},
    {"analytics", "spark-executor", "Job", 1500, 4096, "", 0, spot | compute, 40, low, false},
    {"analytics", "notebook", "StatefulSet", 500, 2048, "", 0, general, 20, 0, false},
    {"analytics", "warehouse", "StatefulSet", 2000, 32768, "", 0, memory, 6, 0, false},
    {"ci", "runner", "Job", 1000, 2048, "", 0, spot, 60, low, false},
    {"monitoring", "prometheus", "StatefulSet", 1000, 8192, "", 0, memory | general, 6, high, false},
    {"monitoring", "alert-router", "ReplicaSet", 100, 128, "", 0, general, 6, 0, false},
    {"ingress", "proxy", "ReplicaSet", 500, 512, "", 0, general | compute, 30, high, false},
    {"video", "transcoder", "ReplicaSet", 2000, 2048, "", 0, compute | spot, 30, 0, false},
    {"batch", "report", "Job", 500, 1024, "", 0, spot | general, 40, low, false},
    {"batch", "settlement", "Job", 1000, 2048, "", 0, general, 20, 0, false},
    {"recommendation", "feature-store", "ReplicaSet", 1000, 4096, "", 0, memory, 20, 0, true},
    {"recommendation", "candidate-api", "ReplicaSet", 750, 1536, "", 0, compute | general, 30, 0, true},
    {"ml-serving", "chat-l4", "ReplicaSet", 6000, 24576, gpu, 1, l4, 8, high, false},
    {"ml-serving", "embedder", "ReplicaSet", 4000, 16384, gpu, 1, l4 | t4, 6, 0, false},
    {"ml-serving", "vision-t4", "ReplicaSet", 4000, 12288, gpu, 1, t4, 4, 0, false},
    {"ml-training", "finetune", "Job", 20000, 196608, gpu, 2, a100, 3, 0, false},
    {"ml-training", "pretrain-shard", "Job", 44000, 524288, gpu, 4, a100, 2, 0, false},
    {"ml-training", "sweep", "Job", 10000, 98304, gpu, 1, a100, 4, low, false},
    {"genomics", "aligner", "Job", 6000, 32768, fpga, 1, maskOf(Pool::Fpga), 3, 0, false},
    {"network", "packet-gateway", "ReplicaSet", 4000, 8192, dpu, 4, maskOf(Pool::Dpu), 4, high, false},
    {"edge-gateway", "collector", "ReplicaSet", 200, 256, "", 0, edge, 24, 0, false},
    {"edge-gateway", "inference-lite", "ReplicaSet", 800, 1536, "", 0, edge, 8, 0, false},
    {"edge-gateway", "cache", "StatefulSet", 400, 2048, "", 0, edge, 8, 0, false},
}};

constexpr std::array<WorkloadSpec, 2> daemons{{
    {"kube-system", "cni-agent", "DaemonSet", 100, 128, "", 0, ~PoolMask{0}, 0, nodeCritical, false},
    {"monitoring", "node-exporter", "DaemonSet", 50, 64, "", 0, ~PoolMask{0}, 0, nodeCritical, false},
}};

/// Each is refused by another rule: memory, GPUs on one node, node affinity, taints, node selector, and two that need
/// rules which are not decided here.
constexpr std::array<WorkloadSpec, 6> misfits{{
    {"analytics", "graph-rebuild", "Job", 8000, 3 * 1024 * 1024, "", 0, memory, 1, 0, false},
    {"ml-training", "pretrain-full", "Job", 90000, 524288, gpu, 16, a100, 1, high, false},
    {"payments", "ledger-onprem", "ReplicaSet", 500, 1024, "", 0, general, 1, high, false},
    {"video", "fpga-encoder", "ReplicaSet", 2000, 4096, fpga, 1, general, 1, 0, false},
    {"streaming", "archive", "StatefulSet", 1000, 4096, "", 0, general, 1, 0, false},
    {"search", "spread-cache", "ReplicaSet", 500, 2048, "", 0, general, 1, 0, false},
}};

constexpr std::array<std::string_view, 3> regions{"eu-north", "us-east", "ap-south"};

} // namespace

std::span<const PoolSpec> poolSpecs() { return pools; }
std::span<const WorkloadSpec> workloadSpecs() { return workloads; }
std::span<const WorkloadSpec> daemonSpecs() { return daemons; }
std::span<const WorkloadSpec> misfitSpecs() { return misfits; }
std::span<const std::string_view> regionNames() { return regions; }

} // namespace binnacle::sim
