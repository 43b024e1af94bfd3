// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Forks of a large cluster: making one, draining 100 of 5,000 nodes on it, and the smallest change for a pod.

#include "planner/base/random.h"
#include "planner/engine/explain.h"
#include "planner/engine/scenario.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"
#include "tests/bench/bench.h"

#include <string>

namespace {

using namespace binnacle;
using namespace binnacle::model::testing;

constexpr int nodeCount = 5000;
constexpr int podCount = 50000;

model::NodePtr node(int index, base::SeededRandom &random)
{
    static const char *const cpus[] = {"8", "16", "32", "64"};
    static const char *const memories[] = {"32Gi", "64Gi", "128Gi", "256Gi"};
    const auto size = random.below(4);
    const std::string name = "node-" + std::to_string(index);
    NodeBuilder builder = makeNode(name);
    builder.allocatable("cpu", cpus[size]).allocatable("memory", memories[size]);
    builder.label("topology.kubernetes.io/zone", "zone-" + std::to_string(random.below(6)));
    builder.label("kubernetes.io/hostname", name);
    if (random.below(10) == 0) {
        builder.taint("nvidia.com/gpu", "present");
    }
    return builder.obj();
}

/// Of 400 Deployments; every tenth spreads its pods over the zones.
model::PodPtr pod(int index, base::SeededRandom &random)
{
    static const char *const cpus[] = {"100m", "250m", "500m", "1", "2"};
    static const char *const memories[] = {"128Mi", "512Mi", "1Gi", "2Gi", "4Gi"};
    const std::string app = "app-" + std::to_string(random.below(400));
    PodBuilder builder = makePod("load/" + app + "-" + std::to_string(index));
    builder.label("app", app)
        .owner("ReplicaSet", app + "-1")
        .req("cpu", cpus[app.back() % 5])
        .req("memory", memories[app.back() % 5]);
    if (app.back() == '0') {
        builder.spread(spreadOver("topology.kubernetes.io/zone", 5, false, selecting({in("app", {app})})));
    }
    return builder.obj();
}

model::SnapshotPtr cluster(base::SeededRandom &random)
{
    std::vector<std::shared_ptr<model::NodeInfo>> infos;
    for (int i = 0; i < nodeCount; ++i) {
        infos.push_back(std::make_shared<model::NodeInfo>(node(i, random)));
    }
    for (int placed = 0; placed < podCount;) {
        const model::PodPtr one = pod(placed, random);
        model::NodeInfo &info = *infos[random.below(nodeCount)];
        if (info.requested().cpuMilli + one->request.cpuMilli <= info.node().allocatable.cpuMilli
            && info.requested().memoryBytes + one->request.memoryBytes <= info.node().allocatable.memoryBytes) {
            info.addPod(one);
            ++placed;
        }
    }
    return makeSnapshot({infos.begin(), infos.end()});
}

} // namespace

int main()
{
    base::SeededRandom random(20261130);
    const model::SnapshotPtr snapshot = cluster(random);
    bench::Bench bench("scenario");
    std::vector<double> forks;
    for (int i = 0; i < 50; ++i) {
        forks.push_back(bench::milliseconds([&] {
            model::Overlay overlay(snapshot);
            overlay.forget(snapshot->nodes()[static_cast<std::size_t>(i)]->node().name, "none");
            (void)overlay.commit();
        }));
    }
    bench.report("fork_p50_ms", bench::percentile(forks, 0.5), "ms", 1);
    engine::ScenarioInput input;
    input.base = snapshot;
    input.policies = {plugins::defaultPolicy(), {}};
    input.seed = 42;
    engine::ScenarioEdit drain;
    for (int i = 0; i < 100; ++i) {
        drain.nodes.emplace_back("node-" + std::to_string(i * 50));
    }
    input.edits = {drain};
    std::vector<double> drains;
    double pods = 0;
    for (int i = 0; i < 5; ++i) {
        drains.push_back(
            bench::milliseconds([&] { pods = static_cast<double>((*engine::runScenario(input))->pods.size()); }));
    }
    bench.report("drain_100_of_5000_p50_ms", bench::percentile(drains, 0.5), "ms", 200);
    bench.report("drain_100_of_5000_pods", pods, "pods");
    std::vector<double> explanations;
    for (int i = 0; i < 40; ++i) {
        const auto large =
            makePod("wait/p").priority(1).label("app", "app-10").req("cpu", "20").req("memory", "60Gi").obj();
        explanations.push_back(bench::milliseconds([&] {
            (void)engine::explain(snapshot, *large, snapshot->nodes()[static_cast<std::size_t>(i * 100)]->node().name,
                *plugins::defaultPolicy());
        }));
    }
    bench.report("explain_p50_ms", bench::percentile(explanations, 0.5), "ms");
    bench.report("explain_p99_ms", bench::percentile(explanations, 0.99), "ms");
    return bench.allHeld() ? 0 : 1;
}
