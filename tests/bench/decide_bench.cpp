// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// One decision on a large cluster: 5,000 nodes of five sizes, 50,000 pods, full trace, stability over 200 worlds.

#include "planner/base/random.h"
#include "planner/engine/decide.h"
#include "planner/engine/fragmentation.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"
#include "tests/bench/bench.h"

#include <ctime>
#include <string>

namespace {

using namespace binnacle;
using namespace binnacle::model::testing;

constexpr int nodeCount = 5000;
constexpr int podCount = 50000;

model::NodePtr node(int index, base::SeededRandom &random)
{
    static const char *const cpus[] = {"4", "8", "16", "32", "64"};
    static const char *const memories[] = {"16Gi", "32Gi", "64Gi", "128Gi", "256Gi"};
    const auto size = random.below(5);
    char name[32];
    std::snprintf(name, sizeof name, "node-%05d", index);
    NodeBuilder builder = makeNode(name);
    builder.allocatable("cpu", cpus[size])
        .allocatable("memory", memories[size])
        .allocatable("ephemeral-storage", "200Gi");
    builder.label("topology.kubernetes.io/zone", "zone-" + std::to_string(random.below(6)));
    builder.label("kubernetes.io/hostname", name)
        .label("kubernetes.io/arch", "amd64")
        .label("kubernetes.io/os", "linux");
    builder.label("node.kubernetes.io/instance-type", std::string("type-") + cpus[size]);
    if (random.below(10) == 0) {
        builder.allocatable("nvidia.com/gpu", "8").taint("nvidia.com/gpu", "present");
    }
    if (random.below(8) == 0) {
        builder.taint("spot", "true", model::TaintEffect::PreferNoSchedule);
    }
    if (random.below(50) == 0) {
        builder.unschedulable();
    }
    return builder.obj();
}

PodBuilder pod(const std::string &name, base::SeededRandom &random)
{
    static const char *const cpus[] = {"100m", "250m", "500m", "1", "2", "4"};
    static const char *const memories[] = {"128Mi", "512Mi", "1Gi", "2Gi", "4Gi", "8Gi"};
    PodBuilder builder = makePod(name);
    builder.label("app", name).req("cpu", cpus[random.below(6)]).req("memory", memories[random.below(6)]);
    return builder;
}

model::SnapshotPtr cluster(base::SeededRandom &random)
{
    std::vector<std::shared_ptr<model::NodeInfo>> infos;
    for (int i = 0; i < nodeCount; ++i) {
        infos.push_back(std::make_shared<model::NodeInfo>(node(i, random)));
    }
    for (int placed = 0; placed < podCount;) {
        const model::PodPtr one = pod("load/pod-" + std::to_string(placed), random).obj();
        model::NodeInfo &info = *infos[random.below(nodeCount)];
        if (info.requested().cpuMilli + one->request.cpuMilli <= info.node().allocatable.cpuMilli
            && info.requested().memoryBytes + one->request.memoryBytes <= info.node().allocatable.memoryBytes) {
            info.addPod(one);
            ++placed;
        }
    }
    return makeSnapshot({infos.begin(), infos.end()});
}

/// Pods of many kinds: plain, tolerant of GPUs, choosy about labels, large.
std::vector<model::PodPtr> waiting(base::SeededRandom &random)
{
    std::vector<model::PodPtr> pods;
    for (int i = 0; i < 200; ++i) {
        PodBuilder builder = pod("wait/pod-" + std::to_string(i), random);
        if (i % 5 == 1) {
            builder.req("nvidia.com/gpu", "1").tolerationExists("nvidia.com/gpu");
        }
        if (i % 5 == 2) {
            builder.preferredNodeTerm(50, {in("topology.kubernetes.io/zone", {"zone-1", "zone-2"})});
        }
        if (i % 5 == 3) {
            builder.requiredNodeTerm({in("topology.kubernetes.io/zone", {"zone-3"}), exists("kubernetes.io/arch")});
        }
        if (i % 5 == 4) {
            builder.req("cpu", "12").req("memory", "48Gi");
        }
        pods.push_back(builder.obj());
    }
    return pods;
}

/// Time that this thread itself has computed: on a busy machine the wall clock also counts waiting for a processor.
double cpuMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

void measure(bench::Bench &bench, const std::string &figure, const model::Snapshot &snapshot,
    const std::vector<model::PodPtr> &pods, const framework::Policy &policy)
{
    std::vector<double> times;
    std::vector<double> computed;
    double stability = 0;
    for (int round = 0; round < 3; ++round) {
        for (const model::PodPtr &pod : pods) {
            const double before = cpuMilliseconds();
            times.push_back(bench::milliseconds(
                [&] { stability += engine::decide(snapshot, pod, policy, {.seed = 42}).confidence.stability; }));
            computed.push_back(cpuMilliseconds() - before);
        }
    }
    bench.report(figure + "p50_ms", bench::percentile(times, 0.5), "ms", 5);
    bench.report(figure + "p99_ms", bench::percentile(times, 0.99), "ms", 5);
    bench.report(figure + "cpu_p50_ms", bench::percentile(computed, 0.5), "ms");
    bench.report(figure + "cpu_p99_ms", bench::percentile(computed, 0.99), "ms");
    bench.report(
        figure + "mean_stability", stability / static_cast<double>(times.size()), "share", {}, bench::Better::Higher);
}

/// 5,000 nodes that 50 pods of falling priority fill: a pod that fits nowhere, and whom to evict for it.
void measurePreemption(bench::Bench &bench)
{
    constexpr int podsPerNode = 50;
    std::vector<model::NodeInfoPtr> nodes;
    for (int i = 0; i < nodeCount; ++i) {
        const std::string name = "node-" + std::to_string(i);
        std::vector<model::PodPtr> pods;
        for (int j = 0; j < podsPerNode; ++j) {
            pods.push_back(makePod("load/" + name + "-" + std::to_string(j))
                               .req("cpu", "500m")
                               .req("memory", "1Gi")
                               .priority((i + j) % 20)
                               .label("app", "a" + std::to_string(j % 10))
                               .started(base::TimePoint(std::chrono::minutes((i * 7 + j) % 1000)))
                               .obj());
        }
        nodes.push_back(
            makeNodeInfo(makeNode(name).allocatable("cpu", "25").allocatable("memory", "64Gi").obj(), pods));
    }
    auto ns = std::make_shared<model::NamespaceInfo>();
    ns->name = "load";
    ns->budgets = {{"guard", selecting({in("app", {"a1", "a2"})}), 1, {}}};
    ns->finish();
    const model::SnapshotPtr snapshot = makeSnapshot(std::move(nodes), 1,
        std::make_shared<const model::Inventory>(
            model::Inventory::Known{true, true, true}, std::vector<model::NamespaceInfoPtr>{ns}));
    const auto advise = [&](const char *figure, const model::PodPtr &pod) {
        std::vector<double> times;
        for (int round = 0; round < 5; ++round) {
            times.push_back(bench::milliseconds(
                [&] { (void)engine::decide(*snapshot, pod, *plugins::defaultPolicy(), {.seed = 42}); }));
        }
        bench.report(figure, bench::percentile(times, 0.5), "ms", 1000);
    };
    advise("preemption_everywhere_ms", makePod("wait/urgent").priority(100).req("cpu", "4").obj());
    advise("preemption_nowhere_ms", makePod("wait/low").priority(1).req("cpu", "20").obj());
}

} // namespace

int main()
{
    base::SeededRandom random(20261130);
    const model::SnapshotPtr snapshot = cluster(random);
    const std::vector<model::PodPtr> pods = waiting(random);
    bench::Bench bench("decide");
    measure(bench, "", *snapshot, pods, *plugins::defaultPolicy());
    const framework::PolicyPtr packing = framework::Policy::make(plugins::registry(),
        {.settings = {{"NodeResourcesFit", {{"scoringStrategy", "MostAllocated"}}}},
            .weights = {}}).value();
    measure(bench, "packing_", *snapshot, pods, *packing);
    // A snapshot none of whose nodes this thread has seen before.
    std::vector<double> first;
    std::vector<model::SnapshotPtr> kept{snapshot};
    for (int round = 0; round < 3; ++round) {
        kept.push_back(cluster(random));
        const model::SnapshotPtr &fresh = kept.back();
        first.push_back(bench::milliseconds(
            [&] { (void)engine::decide(*fresh, pods[0], *plugins::defaultPolicy(), {.seed = 42}); }));
    }
    bench.report("first_on_new_snapshot_ms", bench::percentile(first, 0.5), "ms");
    measurePreemption(bench);
    double share = 0;
    bench.report("fragmentation_ms", bench::milliseconds([&] {
        share = engine::fragmentation(*snapshot, engine::podShapes(*snapshot, pods)).total;
    }),
        "ms");
    return bench.allHeld() && share >= 0 ? 0 : 1;
}
