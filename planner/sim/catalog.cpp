// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/catalog.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <array>
#include <utility>
#include <vector>

namespace binnacle::sim {

namespace {

using base::Symbol;
using model::Requirement;
using model::Toleration;

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
constexpr std::int64_t gibibyte = std::int64_t{1} << 30;

/// The words of the simulator, interned once.
struct Words {
    Symbol app{"app"};
    Symbol templateHash{"pod-template-hash"};
    Symbol managedBy{"app.kubernetes.io/managed-by"};
    Symbol hostname{"kubernetes.io/hostname"};
    Symbol architecture{"kubernetes.io/arch"};
    Symbol system{"kubernetes.io/os"};
    Symbol region{"topology.kubernetes.io/region"};
    Symbol zone{"topology.kubernetes.io/zone"};
    Symbol instanceType{"node.kubernetes.io/instance-type"};
    Symbol pool{"karpenter.sh/nodepool"};
    Symbol capacityType{"karpenter.sh/capacity-type"};
    Symbol gpuPresent{"nvidia.com/gpu.present"};
    Symbol gpuProduct{"nvidia.com/gpu.product"};
    Symbol gpuFamily{"nvidia.com/gpu.family"};
    Symbol gpuMemory{"nvidia.com/gpu.memory"};
    Symbol gpuCount{"nvidia.com/gpu.count"};
    Symbol gpuReplicas{"nvidia.com/gpu.replicas"};
    Symbol site{"example.com/site"};
    Symbol ready{"Ready"};
    Symbol memoryPressure{"MemoryPressure"};
    Symbol diskPressure{"DiskPressure"};
    Symbol pidPressure{"PIDPressure"};
};

const Words &words()
{
    static const Words instance;
    return instance;
}

absl::string_view view(std::string_view text) { return {text.data(), text.size()}; }

std::vector<model::Labels::Entry> nodeLabels(const PoolSpec &spec, const std::string &name, int region, int zone)
{
    const std::string regionName(regionNames()[static_cast<std::size_t>(region)]);
    std::vector<model::Labels::Entry> labels{
        {words().hostname, name},
        {words().architecture, std::string(spec.architecture)},
        {words().system, "linux"},
        {words().region, regionName},
        {words().zone, absl::StrCat(regionName, "-", std::string(1, static_cast<char>('a' + zone)))},
        {words().instanceType, std::string(spec.instanceType)},
        {words().pool, std::string(spec.name)},
        {words().capacityType, spec.spot ? "spot" : "on-demand"},
    };
    if (!spec.gpuProduct.empty()) {
        labels.emplace_back(words().gpuPresent, "true");
        labels.emplace_back(words().gpuProduct, std::string(spec.gpuProduct));
        labels.emplace_back(words().gpuFamily, std::string(spec.gpuFamily));
        labels.emplace_back(words().gpuMemory, std::to_string(spec.gpuMemoryMebibytes));
        labels.emplace_back(words().gpuCount, std::to_string(spec.devices));
        labels.emplace_back(words().gpuReplicas, "1");
    }
    return labels;
}

void fillCapacity(const PoolSpec &spec, model::Node &node)
{
    node.capacity.cpuMilli = std::int64_t{1000} * spec.cpus;
    node.capacity.memoryBytes = gibibyte * spec.memoryGibibytes;
    node.capacity.ephemeralStorageBytes = gibibyte * (spec.cpus <= 4 ? 64 : 200);
    node.capacity.pods = spec.podSlots;
    if (!spec.device.empty()) {
        node.capacity.setScalar(Symbol(spec.device), spec.devices);
    }
    node.allocatable = node.capacity;
    node.allocatable.cpuMilli -= 80;
    node.allocatable.memoryBytes -= 700 * mebibyte + node.capacity.memoryBytes / 50;
    node.allocatable.ephemeralStorageBytes = node.capacity.ephemeralStorageBytes / 10 * 9;
}

std::string token(base::SeededRandom &random, int length)
{
    constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
    std::string text;
    for (int i = 0; i < length; ++i) {
        text += letters[random.below(letters.size())];
    }
    return text;
}

std::string uuid(base::SeededRandom &random)
{
    const std::uint64_t a = random.next();
    const std::uint64_t b = random.next();
    return absl::StrFormat("%08x-%04x-4%03x-%04x-%012x", a >> 32, (a >> 16) & 0xffff, a & 0xfff,
        0x8000 | ((b >> 48) & 0x3fff), b & 0xffffffffffff);
}

/// The template hash of a workload: the same for all its pods, whatever the seed.
std::string templateHash(const WorkloadSpec &spec)
{
    base::SeededRandom random(base::FingerprintBuilder().add(spec.ns).add(spec.name).finish().low);
    return token(random, 9);
}

void name(const WorkloadSpec &spec, model::Pod &pod, base::SeededRandom &random)
{
    const std::string workload(spec.name);
    const std::string hash = templateHash(spec);
    pod.key.ns = spec.ns;
    pod.ownerKind = spec.ownerKind;
    std::vector<model::Labels::Entry> labels{{words().app, workload}, {words().managedBy, "fleet"}};
    if (spec.ownerKind == "ReplicaSet") {
        pod.ownerName = absl::StrCat(workload, "-", hash);
        labels.emplace_back(words().templateHash, hash);
    } else if (spec.ownerKind == "Job") {
        pod.ownerName = absl::StrCat(workload, "-", token(random, 6));
    } else {
        pod.ownerName = workload;
    }
    pod.key.name = absl::StrCat(pod.ownerName, "-", token(random, 5));
    pod.labels = model::Labels(std::move(labels));
}

void addContainers(const WorkloadSpec &spec, model::Pod &pod)
{
    if (spec.mesh) {
        model::ContainerResources proxy{"mesh-proxy", {}, {}, true, true};
        proxy.requests.cpuMilli = 50;
        proxy.requests.memoryBytes = 64 * mebibyte;
        pod.containers.push_back(std::move(proxy));
    }
    model::ContainerResources main{std::string(spec.name), {}, {}, false, false};
    main.requests.cpuMilli = spec.cpuMilli;
    main.requests.memoryBytes = mebibyte * spec.memoryMebibytes;
    if (!spec.device.empty()) {
        main.requests.setScalar(Symbol(spec.device), spec.devices);
        main.limits.setScalar(Symbol(spec.device), spec.devices);
    }
    main.limits.memoryBytes = main.requests.memoryBytes;
    pod.containers.push_back(std::move(main));
}

/// Tolerations for the pools that the workload may use; the device pools of one workload are also told by label.
void addPlacement(const WorkloadSpec &spec, model::Pod &pod)
{
    if (spec.ownerKind == "DaemonSet") {
        pod.tolerations.push_back({Symbol(), Toleration::Operator::Exists, {}, model::TaintEffect::None, {}});
        return;
    }
    std::vector<std::string> products;
    std::vector<std::string> preferred;
    std::string_view lastTaint;
    for (const PoolSpec &pool : poolSpecs()) {
        if ((spec.pools & maskOf(pool.pool)) == 0) {
            continue;
        }
        if (!pool.taintKey.empty() && pool.taintKey != lastTaint) {
            lastTaint = pool.taintKey;
            pod.tolerations.push_back(
                {Symbol(pool.taintKey), Toleration::Operator::Exists, {}, model::TaintEffect::NoSchedule, {}});
        }
        if (!pool.gpuProduct.empty()) {
            products.emplace_back(pool.gpuProduct);
        } else {
            preferred.emplace_back(pool.name);
        }
    }
    if (!products.empty()) {
        pod.hasRequiredNodeAffinity = true;
        pod.requiredNodeTerms = {{{{words().gpuProduct, Requirement::Operator::In, products}}, {}}};
    } else if (spec.pools == maskOf(Pool::Edge)) {
        pod.nodeSelector = {{words().pool, "edge"}};
    } else if (spec.device.empty()) {
        pod.preferredNodeTerms = {{40, {{{words().pool, Requirement::Operator::In, preferred}}, {}}}};
    }
}

/// What a few workloads carry beyond the table.
void addPeculiarities(const WorkloadSpec &spec, model::Pod &pod)
{
    if (spec.name == "ledger-onprem") {
        pod.hasRequiredNodeAffinity = true;
        pod.requiredNodeTerms = {{{{words().site, Requirement::Operator::In, {"stockholm-dc1"}}}, {}}};
    } else if (spec.name == "archive") {
        pod.undecided |= static_cast<model::UndecidedRules>(model::UndecidedRule::Volumes);
    } else if (spec.name == "spread-cache") {
        model::SpreadConstraint constraint;
        constraint.maxSkew = 2;
        constraint.topologyKey = Symbol("topology.kubernetes.io/zone");
        constraint.selector = {true, {{words().app, Requirement::Operator::In, {"spread-cache"}}}};
        pod.spreadConstraints.push_back(std::move(constraint));
    } else if (spec.name == "kafka") { // one broker a node
        model::AffinityTerm apart;
        apart.kind = model::AffinityTerm::Kind::RequiredAntiAffinity;
        apart.topologyKey = Symbol("kubernetes.io/hostname");
        apart.namespaces = {pod.key.ns};
        apart.selector = {true, {{words().app, Requirement::Operator::In, {"kafka"}}}};
        pod.affinityTerms.push_back(std::move(apart));
    } else if (spec.name == "node-exporter") {
        pod.hostPorts.push_back({{}, Symbol("TCP"), 9100});
    }
}

} // namespace

model::Node buildNode(const PoolSpec &spec, int region, int zone, int ordinal, base::TimePoint created)
{
    model::Node node;
    const std::string name = absl::StrFormat(
        "%s-%c-%s-%03d", view(regionNames()[static_cast<std::size_t>(region)]), 'a' + zone, view(spec.name), ordinal);
    node.name = Symbol(name);
    base::SeededRandom random(base::FingerprintBuilder().add(name).finish().low);
    node.uid = uuid(random);
    node.resourceVersion = "1";
    node.created = created;
    node.labels = model::Labels(nodeLabels(spec, name, region, zone));
    if (!spec.taintKey.empty()) {
        node.taints.push_back({Symbol(spec.taintKey), std::string(spec.taintValue), model::TaintEffect::NoSchedule});
    }
    node.conditions = {
        {words().memoryPressure, model::ConditionStatus::False, "KubeletHasSufficientMemory", created},
        {words().diskPressure, model::ConditionStatus::False, "KubeletHasNoDiskPressure", created},
        {words().pidPressure, model::ConditionStatus::False, "KubeletHasSufficientPID", created},
        {words().ready, model::ConditionStatus::True, "KubeletReady", created},
    };
    fillCapacity(spec, node);
    node.kubeletVersion = "v1.36.3";
    node.osImage = spec.pool == Pool::Edge ? "Ubuntu 24.04.2 LTS" : "Debian GNU/Linux 12 (bookworm)";
    node.kernelVersion = "6.1.0-41";
    node.containerRuntime = "containerd://2.1.4";
    node.architecture = spec.architecture;
    node.internalIp = absl::StrFormat("10.%d.%d.%d", 16 * (region + 1) + zone, ordinal / 250, 1 + ordinal % 250);
    node.finish();
    return node;
}

model::Pod buildPod(const WorkloadSpec &spec, const PodIdentity &identity, base::SeededRandom &random)
{
    model::Pod pod;
    name(spec, pod, random);
    pod.uid = uuid(random);
    pod.resourceVersion = std::to_string(identity.version);
    pod.created = identity.created;
    pod.schedulerName = identity.schedulerName;
    pod.priority = spec.priority;
    addContainers(spec, pod);
    addPlacement(spec, pod);
    addPeculiarities(spec, pod);
    return pod;
}

} // namespace binnacle::sim
