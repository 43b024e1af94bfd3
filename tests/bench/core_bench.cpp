// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// The core alone, on one thread: pods placed one after another, each counted before the next, exact, without traces and
// stability. The workloads are shaped like those of kube-scheduler's own scheduler_perf: nodes of 4 CPU and 32 GiB, pods of
// 100m and 500 MiB, the affinities and constraints of its templates. Growth is the exponent of the time of one decision when
// nodes, or pods, are four times as many: 0 is constant, 1 linear.
// With arguments only the cases of those names are run.

#include "planner/base/random.h"
#include "planner/engine/decide.h"
#include "planner/engine/placer.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"
#include "tests/bench/bench.h"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <unistd.h>

namespace {

using namespace binnacle;
using namespace binnacle::model::testing;
using engine::Placer;

constexpr const char *zoneKey = "topology.kubernetes.io/zone";
constexpr const char *hostKey = "kubernetes.io/hostname";

std::string nodeName(int index)
{
    char name[32];
    std::snprintf(name, sizeof name, "node-%06d", index);
    return name;
}

NodeBuilder plainNode(int index, int zones)
{
    NodeBuilder builder = makeNode(nodeName(index));
    builder.allocatable("cpu", "4").allocatable("memory", "32Gi").allocatable("ephemeral-storage", "100Gi");
    return builder.label(hostKey, nodeName(index)).label(zoneKey, "zone-" + std::to_string(index % zones));
}

/// Five sizes, some with taints, GPUs or cordons.
NodeBuilder mixedNode(int index, base::SeededRandom &random)
{
    static const char *const cpus[] = {"4", "8", "16", "32", "64"};
    static const char *const memories[] = {"16Gi", "32Gi", "64Gi", "128Gi", "256Gi"};
    const auto size = random.below(5);
    NodeBuilder builder = plainNode(index, 6);
    builder.allocatable("cpu", cpus[size]).allocatable("memory", memories[size]);
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
    return builder;
}

using MakeNode = std::function<model::NodePtr(int index)>;
using MakePod = std::function<model::PodPtr(int index)>;

model::SnapshotPtr emptyCluster(int nodes, const MakeNode &make)
{
    std::vector<model::NodeInfoPtr> infos;
    infos.reserve(static_cast<std::size_t>(nodes));
    for (int i = 0; i < nodes; ++i) {
        infos.push_back(makeNodeInfo(make(i)));
    }
    return makeSnapshot(std::move(infos));
}

PodBuilder plainPod(const std::string &prefix, int index)
{
    PodBuilder builder = makePod("load/" + prefix + std::to_string(index));
    builder.req("cpu", "100m").req("memory", "500Mi");
    return builder;
}

/// Thirty-six sizes, of so many applications.
PodBuilder mixedPod(const std::string &prefix, int index, int applications, base::SeededRandom &random)
{
    static const char *const cpus[] = {"100m", "250m", "500m", "1", "150m", "200m"};
    static const char *const memories[] = {"128Mi", "512Mi", "1Gi", "2Gi", "256Mi", "300Mi"};
    PodBuilder builder = makePod("load/" + prefix + std::to_string(index));
    builder.label("app", "app-" + std::to_string(index % applications));
    builder.req("cpu", cpus[random.below(6)]).req("memory", memories[random.below(6)]);
    return builder;
}

double cpuMicroseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

struct Run {
    double perSecond = 0;
    double p99Micro = 0;
    double meanMicro = 0;
    int placed = 0;
};

Run place(Placer &placer, const std::vector<model::PodPtr> &pods)
{
    Run run;
    std::vector<double> times;
    times.reserve(pods.size());
    const double start = cpuMicroseconds();
    double last = start;
    for (const model::PodPtr &pod : pods) {
        run.placed += placer.place(pod).placed() ? 1 : 0;
        const double now = cpuMicroseconds();
        times.push_back(now - last);
        last = now;
    }
    run.meanMicro = (last - start) / static_cast<double>(pods.size());
    run.perSecond = 1e6 / run.meanMicro;
    run.p99Micro = bench::percentile(std::move(times), 0.99);
    return run;
}

std::vector<model::PodPtr> manyPods(int from, int count, const MakePod &make)
{
    std::vector<model::PodPtr> pods;
    pods.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        pods.push_back(make(from + i));
    }
    return pods;
}

/// A workload: pods that are there, and pods to place.
struct Workload {
    std::string name;
    MakeNode node;
    MakePod first; ///< placed before the clock starts
    MakePod pod;
    int nodes = 5000;
    int firstPods = 0;
    int pods = 5000;
    double target = 0;
    double p99Target = 0; ///< microseconds; 0: none
};

Run run(const Workload &work, int nodes, int firstPods, int pods)
{
    Placer placer(emptyCluster(nodes, work.node), plugins::defaultPolicy(), 42);
    for (const model::PodPtr &pod : manyPods(0, firstPods, work.first)) {
        placer.place(pod);
    }
    const std::vector<model::PodPtr> waiting = manyPods(firstPods, pods, work.pod);
    Run best = place(placer, waiting);
    if (placer.generalDecisions() > 0 || best.placed < pods) {
        std::fprintf(stderr, "%s: %d of %d placed, %llu from the beginning\n", work.name.c_str(), best.placed, pods,
            static_cast<unsigned long long>(placer.generalDecisions()));
    }
    return best;
}

double exponent(double small, double large) { return std::log(large / small) / std::log(4.0); }

void measure(bench::Bench &bench, const Workload &work)
{
    const Run whole = run(work, work.nodes, work.firstPods, work.pods);
    bench.report(work.name + "_per_second", whole.perSecond, "1/s",
        work.target > 0 ? std::optional(work.target) : std::nullopt, bench::Better::Higher);
    bench.report(
        work.name + "_p99_us", whole.p99Micro, "us", work.p99Target > 0 ? std::optional(work.p99Target) : std::nullopt);
    const Run fewNodes = run(work, work.nodes / 4, work.firstPods / 4, work.pods / 4);
    bench.report(work.name + "_growth_with_nodes", exponent(fewNodes.meanMicro, whole.meanMicro), "exponent");
    const Run fewPods = run(work, work.nodes, work.firstPods / 4, work.pods / 4);
    bench.report(work.name + "_growth_with_pods", exponent(fewPods.meanMicro, whole.meanMicro), "exponent");
}

model::LabelSelector color(const char *value) { return selecting({in("color", {value})}); }

PodBuilder colored(int index, const char *value)
{
    PodBuilder builder = plainPod("c", index);
    return builder.label("color", value);
}

MakePod withTerm(model::AffinityTerm::Kind kind, const char *key, const char *value, std::int32_t weight = 0)
{
    return [=](int i) {
        PodBuilder builder = colored(i, value);
        return builder.affinityTerm(affinityTo(kind, key, color(value), weight)).obj();
    };
}

std::vector<Workload> workloads()
{
    using Kind = model::AffinityTerm::Kind;
    const MakeNode node = [](int i) { return plainNode(i, 10).obj(); };
    const MakeNode threeZones = [](int i) { return plainNode(i, 3).obj(); };
    const MakeNode oneZone = [](int i) { return plainNode(i, 1).obj(); };
    const MakePod plain = [](int i) { return plainPod("p", i).obj(); };
    const MakePod spread = [](int i) {
        return colored(i, "blue").spread(spreadOver(zoneKey, 5, true, color("blue"))).obj();
    };
    const MakePod spreadAnyway = [](int i) {
        return colored(i, "blue").spread(spreadOver(zoneKey, 5, false, color("blue"))).obj();
    };
    const MakePod spreadHosts = [](int i) {
        return colored(i, "blue")
            .spread(spreadOver(hostKey, 3, false, color("blue")))
            .spread(spreadOver(zoneKey, 5, false, color("blue")))
            .obj();
    };
    const MakePod nodeAffinity = [](int i) {
        return plainPod("p", i).requiredNodeTerm({in(zoneKey, {"zone-0", "zone-1"})}).obj();
    };
    return {
        {"basic", node, plain, plain, 5000, 0, 50000, 100000, 50},
        {"basic_1000_nodes", node, plain, plain, 1000, 0, 10000, 100000, 20},
        {"topology_spread", threeZones, plain, spread, 5000, 5000, 10000, 23000, 0},
        {"preferred_topology_spread", threeZones, plain, spreadAnyway, 5000, 5000, 10000, 23000, 0},
        {"host_and_zone_spread", threeZones, plain, spreadHosts, 5000, 5000, 10000, 0, 0},
        {"required_anti_affinity", node, withTerm(Kind::RequiredAntiAffinity, hostKey, "green"),
            withTerm(Kind::RequiredAntiAffinity, hostKey, "green"), 5000, 1000, 3000, 3000, 0},
        {"required_affinity", oneZone, withTerm(Kind::RequiredAffinity, zoneKey, "blue"),
            withTerm(Kind::RequiredAffinity, zoneKey, "blue"), 5000, 5000, 10000, 1750, 0},
        {"preferred_affinity", node, withTerm(Kind::PreferredAffinity, hostKey, "red", 1),
            withTerm(Kind::PreferredAffinity, hostKey, "red", 1), 5000, 5000, 5000, 4500, 0},
        {"preferred_anti_affinity", node, withTerm(Kind::PreferredAntiAffinity, hostKey, "yellow", 1),
            withTerm(Kind::PreferredAntiAffinity, hostKey, "yellow", 1), 5000, 5000, 5000, 4500, 0},
        {"node_affinity", oneZone, plain, nodeAffinity, 5000, 5000, 10000, 11000, 0},
    };
}

void measureMixed(bench::Bench &bench, int applications, const std::string &name)
{
    base::SeededRandom random(7);
    Workload work;
    work.name = name;
    work.node = [&](int i) { return mixedNode(i, random).obj(); };
    work.first = work.pod = [&](int i) { return mixedPod("p", i, applications, random).obj(); };
    work.pods = 50000;
    work.target = 100000;
    work.p99Target = 50;
    measure(bench, work);
}

/// Arrivals and departures in balance, and nodes that change, come and go.
class Churn {
public:
    explicit Churn(int nodes)
        : m_nodes(nodes),
          m_placer(
              emptyCluster(nodes, [&](int i) { return mixedNode(i, m_random).obj(); }), plugins::defaultPolicy(), 42)
    {
        for (int i = 0; i < nodes * 4; ++i) {
            arrive(makeNext());
        }
    }

    /// Decisions a second, of so many arrivals.
    double measure(int arrivals, double &p99Micro)
    {
        std::vector<model::PodPtr> pods;
        std::vector<model::NodePtr> changes;
        for (int i = 0; i < arrivals; ++i) {
            pods.push_back(makeNext());
        }
        for (int i = 0; i < arrivals / 25 + 2; ++i) {
            changes.push_back(
                mixedNode(static_cast<int>(m_random.below(static_cast<std::uint64_t>(m_nodes))), m_random).obj());
        }
        std::vector<double> times;
        const double start = cpuMicroseconds();
        for (int i = 0; i < arrivals; ++i) {
            const double before = cpuMicroseconds();
            arrive(pods[static_cast<std::size_t>(i)]);
            times.push_back(cpuMicroseconds() - before);
            depart();
            if (i % 25 == 0) {
                change(changes[static_cast<std::size_t>(i / 25)], i / 25);
            }
        }
        const double seconds = (cpuMicroseconds() - start) / 1e6;
        p99Micro = bench::percentile(std::move(times), 0.99);
        return arrivals / seconds;
    }

private:
    model::PodPtr makeNext() { return mixedPod("churn-", m_serial++, 200, m_random).obj(); }
    void arrive(const model::PodPtr &pod)
    {
        const Placer::Placement placement = m_placer.place(pod);
        if (placement.placed()) {
            m_running.emplace_back(pod, placement.node);
        }
    }
    void depart()
    {
        if (!m_running.empty()) {
            m_placer.remove(m_running.front().second, m_running.front().first->uid);
            m_running.pop_front();
        }
    }
    /// Every fourth time the node goes, to come back at the next.
    void change(const model::NodePtr &node, int which)
    {
        if (m_gone) {
            m_placer.setNode(m_gone);
            m_gone = nullptr;
        } else if (which % 4 == 0) {
            m_placer.removeNode(node->name);
            m_gone = node;
        } else {
            m_placer.setNode(node);
        }
    }

    int m_nodes;
    base::SeededRandom m_random{11};
    int m_serial = 0;
    Placer m_placer;
    std::deque<std::pair<model::PodPtr, base::Symbol>> m_running;
    model::NodePtr m_gone;
};

void measureChurn(bench::Bench &bench)
{
    double p99 = 0;
    const double few = Churn(1250).measure(20000, p99);
    const double many = Churn(5000).measure(40000, p99);
    bench.report("mixed_churn_per_second", many, "1/s", 35000, bench::Better::Higher);
    bench.report("mixed_churn_p99_us", p99, "us");
    bench.report("mixed_churn_growth_with_nodes", exponent(1 / few, 1 / many), "exponent");
}

double residentGibibytes()
{
    long pages = 0;
    long resident = 0;
    if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) {
            resident = 0;
        }
        std::fclose(file);
    }
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 30);
}

void measureHuge(bench::Bench &bench)
{
    base::SeededRandom random(5);
    Placer placer(
        emptyCluster(100000, [&](int i) { return mixedNode(i, random).obj(); }), plugins::defaultPolicy(), 42);
    const MakePod make = [&](int i) { return mixedPod("p", i, 2000, random).obj(); };
    for (const model::PodPtr &pod : manyPods(0, 200000, make)) {
        placer.place(pod);
    }
    const Run whole = place(placer, manyPods(200000, 100000, make));
    bench.report("huge_100000_nodes_per_second", whole.perSecond, "1/s", 20000, bench::Better::Higher);
    bench.report("huge_100000_nodes_p99_us", whole.p99Micro, "us");
    bench.report("huge_100000_nodes_resident", residentGibibytes(), "GiB", 4);
}

/// Ten pods a node.
model::SnapshotPtr loadedCluster(int nodes, const MakePod &make)
{
    base::SeededRandom random(3);
    Placer placer(emptyCluster(nodes, [&](int i) { return mixedNode(i, random).obj(); }), plugins::defaultPolicy(), 42);
    for (const model::PodPtr &pod : manyPods(0, nodes * 10, make)) {
        placer.place(pod);
    }
    return placer.commit();
}

void measureFork(bench::Bench &bench)
{
    base::SeededRandom random(9);
    const model::SnapshotPtr snapshot = loadedCluster(5000, [&](int i) { return mixedPod("p", i, 200, random).obj(); });
    const model::PodPtr pod = mixedPod("extra", 1, 200, random).obj();
    std::vector<double> overlays;
    std::vector<double> placers;
    for (int i = 0; i < 50; ++i) {
        overlays.push_back(bench::milliseconds([&] {
            model::Overlay overlay(snapshot);
            overlay.assume(pod, snapshot->nodes().front()->node().name);
            (void)overlay.fork();
        }));
        placers.push_back(bench::milliseconds([&] { Placer(snapshot, plugins::defaultPolicy(), 42); }));
    }
    bench.report("fork_of_5000_nodes_ms", bench::percentile(overlays, 0.5), "ms", 1);
    bench.report("placer_on_5000_nodes_ms", bench::percentile(placers, 0.5), "ms");
    const auto drain = [&] {
        Placer placer(snapshot, plugins::defaultPolicy(), 42);
        std::vector<model::PodPtr> moved;
        for (int i = 0; i < 100; ++i) {
            const model::NodeInfo &info = *snapshot->nodes()[static_cast<std::size_t>(i * 50)];
            moved.insert(moved.end(), info.pods().begin(), info.pods().end());
            model::Node cordoned = info.node();
            cordoned.unschedulable = true;
            cordoned.finish();
            for (const model::PodPtr &one : info.pods()) {
                placer.remove(cordoned.name, one->uid);
            }
            placer.setNode(std::make_shared<const model::Node>(std::move(cordoned)));
        }
        for (const model::PodPtr &one : moved) {
            placer.place(one);
        }
        (void)placer.commit();
    };
    std::vector<double> drains;
    for (int i = 0; i < 10; ++i) {
        drains.push_back(bench::milliseconds(drain));
    }
    bench.report("drain_of_100_nodes_ms", bench::percentile(drains, 0.5), "ms", 200);
}

/// One whole decision with its trace, from the beginning, by the kind of pod.
void measureDecide(bench::Bench &bench)
{
    using Kind = model::AffinityTerm::Kind;
    base::SeededRandom random(13);
    const model::SnapshotPtr snapshot = loadedCluster(5000, [&](int i) {
        PodBuilder builder = mixedPod("p", i, 200, random);
        if (i % 20 == 0) {
            builder.affinityTerm(affinityTo(
                Kind::PreferredAntiAffinity, hostKey, selecting({in("app", {"app-" + std::to_string(i % 200)})}), 10));
        }
        return builder.obj();
    });
    const auto app = selecting({in("app", {"app-0"})});
    const auto pod = [&] { return plainPod("asked", 0).label("app", "app-0"); };
    const std::pair<const char *, model::PodPtr> pods[] = {
        {"plain", pod().obj()},
        {"zone_spread", pod().spread(spreadOver(zoneKey, 1, true, app)).obj()},
        {"host_and_zone_spread",
            pod().spread(spreadOver(hostKey, 3, false, app)).spread(spreadOver(zoneKey, 5, false, app)).obj()},
        {"anti_affinity", pod().affinityTerm(affinityTo(Kind::RequiredAntiAffinity, hostKey, app)).obj()},
        {"affinity", pod().affinityTerm(affinityTo(Kind::RequiredAffinity, zoneKey, app)).obj()},
    };
    for (const auto &[name, one] : pods) {
        for (const int worlds : {0, 200}) {
            std::vector<double> times;
            for (int i = 0; i < 20; ++i) {
                const double start = cpuMicroseconds();
                (void)engine::decide(*snapshot, one, *plugins::defaultPolicy(), {.seed = 42, .worlds = worlds});
                times.push_back((cpuMicroseconds() - start) / 1000);
            }
            bench.report(std::string("decide_") + name + (worlds == 0 ? "_without_stability_ms" : "_ms"),
                bench::percentile(times, 0.5), "ms", 5);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    const std::set<std::string> wanted(argv + 1, argv + argc);
    const auto asked = [&](const std::string &name) { return wanted.empty() || wanted.count(name) > 0; };
    bench::Bench bench("core");
    for (const Workload &work : workloads()) {
        if (asked(work.name)) {
            measure(bench, work);
        }
    }
    if (asked("mixed")) {
        measureMixed(bench, 200, "mixed_sizes");
        measureMixed(bench, 1 << 30, "mixed_sizes_unique_labels");
    }
    if (asked("churn")) {
        measureChurn(bench);
    }
    if (asked("fork")) {
        measureFork(bench);
    }
    if (asked("decide")) {
        measureDecide(bench);
    }
    if (asked("huge")) {
        measureHuge(bench);
    }
    return bench.allHeld() ? 0 : 1;
}
