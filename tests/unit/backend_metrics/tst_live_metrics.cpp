// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Against a real API server that serves metrics.k8s.io, whose kubeconfig is named by BINNACLE_TEST_KUBECONFIG.

#include "backend/kube/credentials.h"
#include "backend/kube/kubeconfig.h"
#include "backend/kube/live_cluster.h"
#include "backend/metrics/metrics_api.h"
#include "tests/unit/backend_kube/live_fixture.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace binnacle::metrics {
namespace {

using kube::testing::Collector;

TEST(LiveClusterTest, whatIsMeasuredArrivesInTheUnitsOfTheNodesAndWhatIsNotIsAbsent)
{
    const char *path = std::getenv("BINNACLE_TEST_KUBECONFIG");
    if (path == nullptr) {
        GTEST_SKIP() << "BINNACLE_TEST_KUBECONFIG is not set";
    }
    const auto config = kube::loadKubeconfig({path}).resolve("");
    ASSERT_TRUE(config.ok()) << config.status();
    auto endpoint = kube::endpointFor(*config, {});
    ASSERT_TRUE(endpoint.ok()) << endpoint.status();
    kube::HttpLoop loop;
    Collector sink;
    base::Sequence executor{"test"};
    kube::LiveCluster::Options options;
    options.usage = metricsApiSource({std::chrono::milliseconds(200), std::chrono::milliseconds(200)});
    kube::LiveCluster cluster(loop, *endpoint, options);
    cluster.start(executor, sink);
    // The test's source leaves out one node, as one whose kubelet does not answer.
    const bool complete = sink.waitFor(
        [](const Collector::View &view) {
            return view.status.state == model::FeedState::Synced && !view.usage.empty()
                && view.usage.back().source == model::UsageReport::Source::Available
                && view.usage.back().nodes.size() + 1 == view.nodes.size() && !view.usage.back().pods.empty();
        },
        std::chrono::seconds(60));
    const Collector::View view = sink.view();
    cluster.stop();
    ASSERT_TRUE(complete) << (view.usage.empty() ? "no report" : view.usage.back().detail);
    for (const auto &[name, usage] : view.usage.back().nodes) {
        const auto node = view.nodes.find(std::string(name.text()));
        ASSERT_NE(node, view.nodes.end()) << name.text();
        ASSERT_TRUE(usage.cpuNano && usage.memoryBytes) << name.text();
        EXPECT_GT(*usage.cpuNano, 0);
        EXPECT_LE(*usage.cpuNano / 1'000'000, node->second->capacity.cpuMilli) << "in the units of the node";
        EXPECT_LE(*usage.memoryBytes, node->second->capacity.memoryBytes);
    }
    for (const auto &[key, usage] : view.usage.back().pods) {
        EXPECT_TRUE(view.pods.contains(key)) << key.text();
    }
}

} // namespace
} // namespace binnacle::metrics
