// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/cluster_generator.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <memory>
#include <set>

namespace binnacle::sim {

namespace {

using namespace std::chrono_literals;

constexpr PoolMask plainPools = maskOf(Pool::General) | maskOf(Pool::Compute) | maskOf(Pool::Memory);
constexpr PoolMask everyPool = ~PoolMask{0};

PoolMask poolsOf(Profile profile) { return profile == Profile::Plain ? plainPools : everyPool; }

/// An age between `least` and `most`, in whole seconds.
base::Duration age(base::SeededRandom &random, std::chrono::seconds least, std::chrono::seconds most)
{
    return least + std::chrono::seconds(random.below(static_cast<std::uint64_t>((most - least).count())));
}

/// How many of `nodes` go to each pool, by its share; rounding goes to the first.
std::vector<int> nodesOfPools(int nodes, PoolMask pools)
{
    int shares = 0;
    for (const PoolSpec &pool : poolSpecs()) {
        shares += (pools & maskOf(pool.pool)) != 0 ? pool.share : 0;
    }
    std::vector<int> counts;
    int given = 0;
    for (const PoolSpec &pool : poolSpecs()) {
        counts.push_back(
            (pools & maskOf(pool.pool)) != 0 ? static_cast<int>(std::int64_t{nodes} * pool.share / shares) : 0);
        given += counts.back();
    }
    counts.front() += nodes - given;
    return counts;
}

void addNodes(const ClusterShape &shape, base::SeededRandom &random, Population &population)
{
    const std::vector<int> counts = nodesOfPools(shape.nodes, poolsOf(shape.profile));
    const int zones = static_cast<int>(regionNames().size()) * zonesPerRegion;
    for (std::size_t pool = 0; pool < counts.size(); ++pool) {
        for (int i = 0; i < counts[pool]; ++i) {
            const int place = (i + static_cast<int>(pool)) % zones;
            const PoolSpec &spec = poolSpecs()[pool];
            model::Node node = buildNode(spec, place / zonesPerRegion, place % zonesPerRegion, 1 + i / zones,
                shape.now - age(random, 1h, 24h * (spec.spot ? 3 : 90)));
            if (random.below(150) == 0) { // cordoned for maintenance
                node.unschedulable = true;
                node.taints.push_back(
                    {base::Symbol("node.kubernetes.io/unschedulable"), {}, model::TaintEffect::NoSchedule});
                node.finish();
            }
            population.fleet.add(std::make_shared<const model::Node>(std::move(node)), spec);
        }
    }
}

void settle(Population &population, model::Pod pod, const WorkloadSpec &workload, std::size_t host,
    base::SeededRandom &random, base::TimePoint now)
{
    const base::TimePoint nodeCreated = population.fleet.hosts()[host].node->created;
    const auto oldest = std::chrono::duration_cast<std::chrono::seconds>(now - nodeCreated);
    pod.created = now - age(random, 60s, std::max(oldest, std::chrono::seconds(61)));
    pod.startTime = pod.created + 2s;
    pod.phase = model::PodPhase::Running;
    pod.nodeName = population.fleet.hosts()[host].node->name;
    pod.restarts = random.below(25) == 0 ? static_cast<std::int32_t>(1 + random.below(9)) : 0;
    pod.sign();
    population.fleet.charge(host, pod.request);
    const bool daemon = workload.ownerKind == "DaemonSet";
    population.residents.push_back({std::make_shared<const model::Pod>(std::move(pod)), &workload, host, daemon});
}

model::Pod draft(
    const WorkloadSpec &workload, std::string_view scheduler, Population &population, base::SeededRandom &random)
{
    model::Pod pod = buildPod(workload, {++population.nextVersion, {}, scheduler}, random);
    pod.finish();
    return pod;
}

void addDaemons(const ClusterShape &shape, base::SeededRandom &random, Population &population)
{
    for (const WorkloadSpec &daemon : daemonSpecs()) {
        if (population.residents.size() + static_cast<std::size_t>(shape.nodes)
            > static_cast<std::size_t>(shape.pods)) {
            return;
        }
        for (std::size_t host = 0; host < population.fleet.hosts().size(); ++host) {
            settle(population, draft(daemon, defaultScheduler, population, random), daemon, host, random, shape.now);
        }
    }
}

void addWorkloads(const ClusterShape &shape, base::SeededRandom &random, Population &population)
{
    const PoolMask pools = poolsOf(shape.profile);
    const auto wanted = static_cast<std::size_t>(shape.pods);
    constexpr int triesInARow = 200; // then the cluster is full
    for (int failures = 0; population.residents.size() < wanted && failures < triesInARow;) {
        const WorkloadSpec &workload = drawWorkload(pools, random);
        const std::string_view scheduler = random.below(4) == 0 ? ourScheduler : defaultScheduler;
        model::Pod pod = draft(workload, scheduler, population, random);
        const auto host = population.fleet.choose(pod, workload.pools & pools, random);
        if (!host) {
            ++failures;
            continue;
        }
        failures = 0;
        settle(population, std::move(pod), workload, *host, random, shape.now);
    }
}

} // namespace

const WorkloadSpec &drawWorkload(PoolMask pools, base::SeededRandom &random)
{
    int total = 0;
    for (const WorkloadSpec &workload : workloadSpecs()) {
        total += (workload.pools & pools) != 0 ? workload.weight : 0;
    }
    assert(total > 0);
    auto ticket = static_cast<int>(random.below(static_cast<std::uint64_t>(total)));
    for (const WorkloadSpec &workload : workloadSpecs()) {
        ticket -= (workload.pools & pools) != 0 ? workload.weight : 0;
        if (ticket < 0) {
            return workload;
        }
    }
    return workloadSpecs().front();
}

model::InventoryPtr demoInventory()
{
    std::set<std::string> names{"default", "kube-node-lease", "kube-public", "kube-system"};
    for (const WorkloadSpec &workload : workloadSpecs()) {
        names.emplace(workload.ns);
    }
    std::vector<model::NamespaceInfoPtr> namespaces;
    for (const std::string &name : names) {
        auto info = std::make_shared<model::NamespaceInfo>();
        info->name = name;
        info->labels = model::Labels({{base::Symbol("kubernetes.io/metadata.name"), name}});
        info->finish();
        namespaces.push_back(std::move(info));
    }
    return std::make_shared<const model::Inventory>(model::Inventory::Known{true, true, true}, std::move(namespaces));
}

Population populate(const ClusterShape &shape, base::SeededRandom &random)
{
    Population population;
    population.residents.reserve(static_cast<std::size_t>(shape.pods));
    population.nextVersion = 1000;
    addNodes(shape, random, population);
    addDaemons(shape, random, population);
    addWorkloads(shape, random, population);
    return population;
}

GeneratedCluster makeCluster(const ClusterShape &shape)
{
    base::SeededRandom random(shape.seed);
    Population population = populate(shape, random);
    GeneratedCluster cluster;
    cluster.inventory = demoInventory();
    for (const Fleet::Host &host : population.fleet.hosts()) {
        cluster.nodes.push_back(host.node);
    }
    for (Population::Resident &resident : population.residents) {
        cluster.pods.push_back(std::move(resident.pod));
    }
    for (int i = 0; i < shape.pending; ++i) {
        model::Pod pod = draft(drawWorkload(poolsOf(shape.profile), random), ourScheduler, population, random);
        pod.created = shape.now;
        pod.sign();
        cluster.pods.push_back(std::make_shared<const model::Pod>(std::move(pod)));
    }
    return cluster;
}

} // namespace binnacle::sim
