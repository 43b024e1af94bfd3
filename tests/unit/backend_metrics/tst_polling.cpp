// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// What a cluster's metrics.k8s.io may answer, over the wire.

#include "backend/metrics/metrics_api.h"
#include "tests/unit/backend_kube/fault_server.h"

#include <absl/synchronization/mutex.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace binnacle::metrics {
namespace {

using kube::testing::FaultReply;
using kube::testing::FaultRequest;
using kube::testing::FaultServer;
using Source = model::UsageReport::Source;

class PollingTest : public ::testing::Test {
protected:
    PollingTest()
    {
        becomes("/nodes",
            served(R"("kind":"NodeMetricsList","items":[{"metadata":{"name":"n1"},"timestamp":)"
                   R"("2026-11-30T08:00:00Z","window":"15s","usage":{"cpu":"250m","memory":"1Gi"}}])"));
        becomes("/pods",
            served(R"("kind":"PodMetricsList","items":[{"metadata":{"namespace":"web","name":"front"},)"
                   R"("containers":[{"name":"c","usage":{"cpu":"100m","memory":"64Mi"}}]}])"));
    }
    ~PollingTest() override
    {
        if (m_sequence) {
            onClient([this] { m_source.reset(); });
            m_sequence->drain();
        }
    }

    static FaultReply served(const std::string &fields)
    {
        FaultReply reply;
        reply.contentType = "application/json";
        reply.body = "{" + fields + "}";
        return reply;
    }
    static FaultReply refused(int status, const std::string &reason)
    {
        FaultReply reply = served(R"("kind":"Status","status":"Failure","reason":")" + reason
            + R"(","message":"the server says )" + reason + R"(","code":)" + std::to_string(status));
        reply.status = status;
        return reply;
    }
    /// From now on requests for that list are answered so.
    void becomes(const std::string &list, FaultReply reply)
    {
        absl::MutexLock lock(&m_mutex);
        m_replies[list] = std::move(reply);
    }
    FaultReply normal(const std::string &list)
    {
        absl::MutexLock lock(&m_mutex);
        return m_replies[list];
    }

    void start()
    {
        kube::ApiEndpoint endpoint;
        endpoint.server = m_server.url();
        m_sequence = std::make_shared<base::Sequence>("metrics test");
        m_client = std::make_shared<kube::ApiClient>(m_loop, m_sequence, endpoint);
        onClient([this] {
            m_source = metricsApiSource({std::chrono::milliseconds(20), std::chrono::milliseconds(20)})(
                m_client, [this](model::UsageReport report) {
                    absl::MutexLock lock(&m_mutex);
                    m_reports.push_back(std::move(report));
                });
            m_source->start();
        });
    }
    void onClient(std::function<void()> task) { m_sequence->post(std::move(task)); }

    /// The next report of that source that comes after now.
    std::optional<model::UsageReport> next(Source source)
    {
        absl::MutexLock lock(&m_mutex);
        const std::size_t seen = m_reports.size();
        const auto found = [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
            return std::any_of(m_reports.begin() + static_cast<std::ptrdiff_t>(seen), m_reports.end(),
                [source](const model::UsageReport &report) { return report.source == source; });
        };
        if (!m_mutex.AwaitWithTimeout(absl::Condition(&found), absl::Seconds(20))) {
            return std::nullopt;
        }
        return *std::find_if(m_reports.begin() + static_cast<std::ptrdiff_t>(seen), m_reports.end(),
            [source](const model::UsageReport &report) { return report.source == source; });
    }

private:
    FaultReply answer(const FaultRequest &request)
    {
        absl::MutexLock lock(&m_mutex);
        m_paths.push_back(request.target);
        for (const auto &[list, reply] : m_replies) {
            if (request.target == "/apis/metrics.k8s.io/v1beta1" + list) {
                return reply;
            }
        }
        return refused(404, "NotFound");
    }

    absl::Mutex m_mutex;
    std::map<std::string, FaultReply> m_replies ABSL_GUARDED_BY(m_mutex);
    std::vector<model::UsageReport> m_reports ABSL_GUARDED_BY(m_mutex);
    std::vector<std::string> m_paths ABSL_GUARDED_BY(m_mutex);
    FaultServer m_server{[this](const FaultRequest &request) { return answer(request); }};
    kube::HttpLoop m_loop;
    std::shared_ptr<base::Sequence> m_sequence;
    std::shared_ptr<kube::ApiClient> m_client;
    std::unique_ptr<kube::UsageSource> m_source;
};

TEST_F(PollingTest, aServedSourceIsAvailableWithNodesAndPods)
{
    start();
    const auto report = next(Source::Available);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->detail, "");
    ASSERT_EQ(report->nodes.size(), 1U);
    EXPECT_EQ(report->nodes[0].first.text(), "n1");
    EXPECT_EQ(report->nodes[0].second.cpuNano, 250'000'000);
    ASSERT_EQ(report->pods.size(), 1U);
    EXPECT_EQ(report->pods[0].second.memoryBytes, 64 << 20);
    EXPECT_GT(report->at.time_since_epoch().count(), 0);
}

TEST_F(PollingTest, aServerWithoutTheApiHasNoSourceUntilItIsInstalled)
{
    const FaultReply nodes = normal("/nodes");
    becomes("/nodes", refused(404, "NotFound"));
    start();
    const auto absent = next(Source::None);
    ASSERT_TRUE(absent);
    EXPECT_TRUE(absent->nodes.empty());
    EXPECT_TRUE(absent->pods.empty());
    becomes("/nodes", nodes);
    EXPECT_TRUE(next(Source::Available));
}

TEST_F(PollingTest, aFailingSourceSaysWhatTheServerSaysAndComesBack)
{
    const FaultReply nodes = normal("/nodes");
    start();
    ASSERT_TRUE(next(Source::Available));
    for (const auto &[status, reason] : {std::pair(500, "InternalError"), std::pair(503, "ServiceUnavailable")}) {
        becomes("/nodes", refused(status, reason));
        const auto failing = next(Source::Failing);
        ASSERT_TRUE(failing) << status;
        EXPECT_NE(failing->detail.find(reason), std::string::npos) << failing->detail;
        EXPECT_TRUE(failing->nodes.empty()) << "nothing old is told as new";
        EXPECT_TRUE(failing->pods.empty());
        becomes("/nodes", nodes);
        const auto back = next(Source::Available);
        ASSERT_TRUE(back) << status;
        EXPECT_EQ(back->nodes.size(), 1U);
    }
}

TEST_F(PollingTest, whoMayNotReadMetricsIsToldSoAndNotThatThereAreNone)
{
    becomes("/nodes", refused(403, "Forbidden"));
    start();
    const auto failing = next(Source::Failing);
    ASSERT_TRUE(failing);
    EXPECT_NE(failing->detail.find("Forbidden"), std::string::npos) << failing->detail;
    EXPECT_TRUE(failing->nodes.empty());
}

TEST_F(PollingTest, podsThatMayNotBeReadLeaveTheNodesKnown)
{
    becomes("/pods", refused(403, "Forbidden"));
    start();
    const auto report = next(Source::Available);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->nodes.size(), 1U);
    EXPECT_TRUE(report->pods.empty());
    EXPECT_NE(report->detail.find("Forbidden"), std::string::npos) << report->detail;
}

TEST_F(PollingTest, anAnswerThatIsNoListIsAFailureAndNotZeroUse)
{
    FaultReply cut = normal("/nodes");
    cut.cutAfter = cut.body.size() / 2;
    start();
    for (const FaultReply &bad :
        {served(R"("kind":"NodeList","items":[])"), served(R"("kind":"NodeMetricsList")"), cut}) {
        becomes("/nodes", bad);
        ASSERT_TRUE(next(Source::Failing)) << bad.body;
    }
}

} // namespace
} // namespace binnacle::metrics
