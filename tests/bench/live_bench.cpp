// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0
// slice: backend

// How soon a live cluster is there, and what it costs: bench_live KUBECONFIG [SECONDS], or the file in
// BINNACLE_TEST_KUBECONFIG. With SECONDS it also watches for so long and reports events and CPU time.

#include "backend/kube/credentials.h"
#include "backend/kube/kubeconfig.h"
#include "backend/kube/live_cluster.h"
#include "planner/base/sequence.h"
#include "tests/bench/bench.h"

#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace {

using namespace binnacle;
using Clock = std::chrono::steady_clock;

double cpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// A line of /proc/self/status, in MiB.
double statusMiB(const std::string &name)
{
    std::ifstream file("/proc/self/status");
    std::string word;
    for (double kib = 0; file >> word;) {
        if (word == name + ":" && file >> kib) {
            return kib / 1024;
        }
    }
    return 0;
}

/// Holds what a session holds at least: every node and pod, by name.
class Sink final : public framework::ClusterSink {
public:
    explicit Sink(Clock::time_point start) : m_start(start) { }

    void onDelta(model::ClusterDelta delta) override
    {
        for (model::NodePtr &node : delta.nodes) {
            m_nodes[node->name] = std::move(node);
        }
        if (!delta.nodes.empty() && firstNodes == 0) {
            firstNodes = seconds();
        }
        events += static_cast<long>(delta.pods.size() + delta.removedPods.size());
        if (!delta.pods.empty() && firstPods == 0) {
            firstPods = seconds();
        }
        for (model::PodPtr &pod : delta.pods) {
            m_pods[pod->key] = std::move(pod);
        }
        for (const auto &[key, uid] : delta.removedPods) {
            m_pods.erase(key);
        }
    }
    void onStatus(model::FeedStatus status) override
    {
        absl::MutexLock lock(&m_mutex);
        if (status.state == model::FeedState::Synced && synced == 0) {
            synced = seconds();
            pods = m_pods.size();
            nodes = m_nodes.size();
        }
        m_status = std::move(status);
    }
    void onUsage(model::UsageReport /*report*/) override { }
    void onAccess(model::AccessReview /*review*/) override { }

    bool waitForSync()
    {
        absl::MutexLock lock(&m_mutex);
        const auto reached = [this] { return synced > 0; };
        return m_mutex.AwaitWithTimeout(absl::Condition(&reached), absl::Minutes(2));
    }
    std::string detail()
    {
        absl::MutexLock lock(&m_mutex);
        return m_status.detail;
    }

    double firstNodes = 0;
    double firstPods = 0;
    double synced = 0;
    std::size_t pods = 0;
    std::size_t nodes = 0;
    std::atomic<long> events{0};

private:
    [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

    Clock::time_point m_start;
    absl::Mutex m_mutex;
    model::FeedStatus m_status;
    absl::flat_hash_map<base::Symbol, model::NodePtr> m_nodes;
    absl::flat_hash_map<model::PodKey, model::PodPtr> m_pods;
};

} // namespace

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : std::getenv("BINNACLE_TEST_KUBECONFIG");
    if (path == nullptr) {
        std::fprintf(stderr, "bench_live KUBECONFIG [SECONDS]\n");
        return 2;
    }
    const auto config = kube::loadKubeconfig({path}).resolve("");
    const auto endpoint = config.ok() ? kube::endpointFor(*config, {}) : config.status();
    if (!endpoint.ok()) {
        std::fprintf(stderr, "%s\n", std::string(endpoint.status().message()).c_str());
        return 3;
    }
    bench::Bench bench("live");
    kube::HttpLoop loop;
    base::Sequence executor("state");
    const double cpuBefore = cpuSeconds();
    Sink sink(Clock::now());
    kube::LiveCluster::Options options;
    if (const char *page = std::getenv("BINNACLE_BENCH_PAGE")) {
        options.page = std::atoi(page);
    }
    kube::LiveCluster cluster(loop, *endpoint, options);
    cluster.start(executor, sink);
    if (!sink.waitForSync()) {
        std::fprintf(stderr, "not synced: %s\n", sink.detail().c_str());
        return 3;
    }
    std::fprintf(stderr, "%zu nodes, %zu pods, %.2f s of CPU\n", sink.nodes, sink.pods, cpuSeconds() - cpuBefore);
    bench.report("first node rows", sink.firstNodes, "s", 1.5);
    bench.report("first pod rows", sink.firstPods, "s", 1.5);
    bench.report("synced", sink.synced, "s", 6);
    bench.report("resident memory", statusMiB("VmRSS"), "MiB", 600);
    bench.report("peak resident memory", statusMiB("VmHWM"), "MiB");
    if (argc > 2) {
        const int watch = std::atoi(argv[2]);
        const long events = sink.events;
        const double cpu = cpuSeconds();
        std::this_thread::sleep_for(std::chrono::seconds(watch));
        bench.report("pod events", static_cast<double>(sink.events - events) / watch, "1/s");
        bench.report("CPU while watching", 100 * (cpuSeconds() - cpu) / watch, "%");
        bench.report("resident memory after events", statusMiB("VmRSS"), "MiB", 600);
    }
    cluster.stop();
    return 0;
}
