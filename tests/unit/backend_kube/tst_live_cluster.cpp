// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Against a real API server, whose kubeconfig is named by BINNACLE_TEST_KUBECONFIG.

#include "backend/kube/credentials.h"
#include "backend/kube/kubeconfig.h"
#include "backend/kube/live_cluster.h"
#include "tests/unit/backend_kube/live_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <future>

namespace binnacle::kube {
namespace {

using model::AccessReview;
using model::FeedState;
using testing::Collector;

class LiveClusterTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        const char *path = std::getenv("BINNACLE_TEST_KUBECONFIG");
        if (path == nullptr) {
            GTEST_SKIP() << "BINNACLE_TEST_KUBECONFIG is not set";
        }
        const auto config = loadKubeconfig({path}).resolve("");
        ASSERT_TRUE(config.ok()) << config.status();
        auto endpoint = endpointFor(*config, {});
        ASSERT_TRUE(endpoint.ok()) << endpoint.status();
        m_cluster = std::make_unique<LiveCluster>(m_loop, *endpoint, LiveCluster::Options{});
        m_cluster->start(m_executor, m_sink);
    }
    void TearDown() override
    {
        if (m_cluster) {
            m_cluster->stop();
        }
    }

    bool synced()
    {
        return m_sink.waitFor([](const Collector::View &view) { return view.status.state == FeedState::Synced; },
            std::chrono::seconds(60));
    }

    HttpLoop m_loop;
    Collector m_sink;
    base::Sequence m_executor{"test"};
    std::unique_ptr<LiveCluster> m_cluster;
};

TEST_F(LiveClusterTest, becomesSyncedWithNodesPodsNamespacesAndRights)
{
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) {
        return view.access.has_value() && view.inventory && !view.inventory->namespaces().empty()
            && !view.status.serverVersion.empty();
    }));
    const Collector::View view = m_sink.view();
    EXPECT_FALSE(view.nodes.empty());
    EXPECT_FALSE(view.pods.empty());
    EXPECT_EQ(view.status.nodesListed, static_cast<std::int64_t>(view.nodes.size()));
    EXPECT_EQ(view.access->listPods, AccessReview::Answer::Allowed);
    EXPECT_FALSE(view.access->user.empty());
    for (const auto &[name, node] : view.nodes) {
        EXPECT_GT(node->allocatable.cpuMilli, 0) << name;
    }
}

TEST_F(LiveClusterTest, bindsOnceAndTellsTheRefusalsApart)
{
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) { return view.access.has_value(); }));
    Collector::View view = m_sink.view();
    if (view.access->bindPods != AccessReview::Answer::Allowed) {
        GTEST_SKIP() << "this user may not bind";
    }
    const auto pending = std::find_if(view.pods.begin(), view.pods.end(),
        [](const auto &entry) { return !entry.second->assigned() && entry.second->schedulerName == "binnacle"; });
    ASSERT_NE(pending, view.pods.end()) << "no pending pod";
    const auto bind = [&](framework::BindRequest request) {
        std::promise<framework::BindResult> promise;
        m_cluster->bind(
            std::move(request), [&](framework::BindResult result) { promise.set_value(std::move(result)); });
        return promise.get_future().get();
    };
    const model::Pod &pod = *pending->second;
    const std::string node = view.nodes.begin()->first;
    using Kind = framework::BindResult::Kind;

    const auto otherUid = bind({pod.key, "00000000-0000-0000-0000-000000000000", pod.resourceVersion, node});
    EXPECT_EQ(otherUid.kind, Kind::Refused);
    EXPECT_TRUE(absl::IsAborted(otherUid.status)) << otherUid.status;
    const auto oldVersion = bind({pod.key, pod.uid, "1", node});
    EXPECT_EQ(oldVersion.kind, Kind::Refused);
    EXPECT_TRUE(absl::IsAborted(oldVersion.status)) << oldVersion.status;
    const auto absent = bind({{pod.key.ns, "no-such-pod"}, pod.uid, pod.resourceVersion, node});
    EXPECT_TRUE(absl::IsNotFound(absent.status)) << absent.status;

    const auto bound = bind({pod.key, pod.uid, pod.resourceVersion, node});
    EXPECT_EQ(bound.kind, Kind::Bound) << bound.status;
    const auto again = bind({pod.key, pod.uid, pod.resourceVersion, node});
    EXPECT_TRUE(absl::IsAborted(again.status)) << again.status;
    EXPECT_TRUE(m_sink.waitFor([&](const Collector::View &now) {
        const auto found = now.pods.find(pod.key);
        return found != now.pods.end() && found->second->nodeName.text() == node;
    })) << "the watch does not show the pod on its node";

    std::promise<absl::StatusOr<model::PodPtr>> read;
    m_cluster->readPod(pod.key, [&](absl::StatusOr<model::PodPtr> result) { read.set_value(std::move(result)); });
    const auto result = read.get_future().get();
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ((*result)->nodeName.text(), node);
    EXPECT_FALSE((*result)->containers.empty());

    std::promise<absl::Status> noted;
    m_cluster->note({framework::PodNote::Kind::Scheduled, pod.key, pod.uid, pod.resourceVersion, node, ""},
        [&](absl::Status status) { noted.set_value(std::move(status)); });
    const absl::Status status = noted.get_future().get();
    EXPECT_TRUE(status.ok()) << status;
}

TEST_F(LiveClusterTest, writesTheConditionOfAPodThatFitsNowhere)
{
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    Collector::View view = m_sink.view();
    const auto pending = std::find_if(view.pods.begin(), view.pods.end(),
        [](const auto &entry) { return !entry.second->assigned() && entry.second->schedulerName == "binnacle"; });
    ASSERT_NE(pending, view.pods.end()) << "no pending pod";
    const model::Pod &pod = *pending->second;
    std::promise<absl::Status> noted;
    m_cluster->note(
        {framework::PodNote::Kind::FailedScheduling, pod.key, pod.uid, pod.resourceVersion, "", "0/3 nodes fit \"it\""},
        [&](absl::Status status) { noted.set_value(std::move(status)); });
    const absl::Status status = noted.get_future().get();
    if (absl::IsPermissionDenied(status)) {
        GTEST_SKIP() << "this user may not write";
    }
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_TRUE(m_sink.waitFor([&](const Collector::View &now) {
        const auto found = now.pods.find(pod.key);
        return found != now.pods.end() && found->second->scheduledMessage == "0/3 nodes fit \"it\"";
    }));
}

TEST_F(LiveClusterTest, aConditionForOneVersionKeepsAnEarlierBindFromLanding)
{
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    const auto note = [&](const framework::PodNote &what) {
        std::promise<absl::Status> noted;
        m_cluster->note(what, [&](absl::Status status) { noted.set_value(std::move(status)); });
        return noted.get_future().get();
    };
    const Collector::View view = m_sink.view();
    const auto pending = std::find_if(view.pods.begin(), view.pods.end(),
        [](const auto &entry) { return !entry.second->assigned() && entry.second->schedulerName == "binnacle"; });
    ASSERT_NE(pending, view.pods.end()) << "no pending pod";
    const model::Pod &pod = *pending->second;
    framework::PodNote fence{
        framework::PodNote::Kind::FailedScheduling, pod.key, pod.uid, "1", "", "binding was not answered", true};
    EXPECT_TRUE(absl::IsAborted(note(fence))) << "for another version than the pod has it is refused";
    fence.podResourceVersion = pod.resourceVersion;
    const absl::Status written = note(fence);
    ASSERT_TRUE(written.ok()) << written;
    std::promise<framework::BindResult> bound;
    m_cluster->bind({pod.key, pod.uid, pod.resourceVersion, view.nodes.begin()->first},
        [&](framework::BindResult result) { bound.set_value(std::move(result)); });
    const framework::BindResult late = bound.get_future().get();
    EXPECT_EQ(late.kind, framework::BindResult::Kind::Refused);
    EXPECT_TRUE(absl::IsAborted(late.status)) << late.status;
}

/// With BINNACLE_TEST_APISERVER_PID the server is stopped as a process for a while, its sockets alive.
TEST_F(LiveClusterTest, noticesARealServerThatHangs)
{
    const char *text = std::getenv("BINNACLE_TEST_APISERVER_PID");
    const int pid = text != nullptr ? std::atoi(text) : 0;
    if (pid <= 1) {
        GTEST_SKIP() << "BINNACLE_TEST_APISERVER_PID is not set";
    }
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    ASSERT_EQ(::kill(pid, SIGSTOP), 0);
    const bool stale =
        m_sink.waitFor([](const Collector::View &view) { return view.status.state == FeedState::Stale; });
    ::kill(pid, SIGCONT);
    ASSERT_TRUE(stale) << m_sink.view().status.detail;
    EXPECT_EQ(m_sink.view().status.fault, model::FaultKind::Timeout);
    EXPECT_TRUE(synced()) << m_sink.view().status.detail;
}

} // namespace
} // namespace binnacle::kube
