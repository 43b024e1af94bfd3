// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// A whole LiveCluster against a server that misbehaves as told.

#include "backend/kube/live_cluster.h"
#include "backend/kube/live_cluster_batch.h"
#include "backend/kube/reflector.h"
#include "tests/unit/backend_kube/fake_api.h"
#include "tests/unit/backend_kube/live_fixture.h"

#include <absl/time/clock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace binnacle::kube {
namespace {

using model::FaultKind;
using model::FeedState;
using testing::Collector;
using testing::FakeApi;
using testing::FaultReply;
using testing::FaultRequest;
using testing::FaultServer;
using testing::wirePod;

class ReflectorTest : public ::testing::Test {
protected:
    ~ReflectorTest() override
    {
        if (m_cluster) {
            m_cluster->stop();
        }
    }

    void connect(const CredentialSource &credential = {})
    {
        ApiEndpoint endpoint;
        endpoint.server = m_server->url();
        endpoint.credential = credential;
        LiveCluster::Options options;
        options.seed = 7;
        m_cluster = std::make_unique<LiveCluster>(m_loop, endpoint, options);
        m_cluster->start(m_executor, m_sink);
    }
    bool synced()
    {
        return m_sink.waitFor([](const Collector::View &view) { return view.status.state == FeedState::Synced; });
    }
    bool saw(FaultKind fault)
    {
        return m_sink.waitFor([fault](const Collector::View &view) {
            return std::find(view.faults.begin(), view.faults.end(), fault) != view.faults.end();
        });
    }
    bool hasPods(const std::vector<std::string> &names)
    {
        return m_sink.waitFor([&](const Collector::View &view) {
            std::vector<std::string> now;
            for (const auto &[key, pod] : view.pods) {
                now.push_back(key.name);
            }
            return now == names;
        });
    }
    /// Answers the first `times` requests whose target holds the text with that reply.
    void firstTimes(int times, const std::string &text, const FaultReply &reply)
    {
        auto left = std::make_shared<std::atomic<int>>(times);
        m_api.interfere([=](const FaultRequest &request) -> std::optional<FaultReply> {
            return request.has(text) && left->fetch_sub(1) > 0 ? std::optional(reply) : std::nullopt;
        });
    }
    /// A bookmark holds a version and nothing else.
    static wire::Pod bookmark(const std::string &version)
    {
        wire::Pod pod;
        pod.mutable_metadata()->set_resourceversion(version);
        return pod;
    }
    int podLists() const { return m_api.seen("/api/v1/pods?limit=500"); }

    FakeApi m_api;
    std::unique_ptr<FaultServer> m_server =
        std::make_unique<FaultServer>([this](const FaultRequest &r) { return m_api(r); });
    HttpLoop m_loop;
    Collector m_sink;
    base::Sequence m_executor{"test"};
    std::unique_ptr<LiveCluster> m_cluster;
};

TEST_F(ReflectorTest, listsInPagesThenWatchesFromTheListsVersion)
{
    connect();
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    EXPECT_TRUE(hasPods({"a", "b", "c"}));
    const Collector::View view = m_sink.view();
    EXPECT_EQ(view.states, (std::vector<FeedState>{FeedState::Connecting, FeedState::Synced}));
    EXPECT_EQ(view.status.podsListed, 3);
    EXPECT_EQ(view.status.nodesListed, 2);
    EXPECT_EQ(view.replacedPods, 0);
    EXPECT_EQ(podLists(), 1);
    EXPECT_EQ(m_api.seen("/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=100"), 1);
    EXPECT_TRUE(m_sink.waitFor([](const Collector::View &v) { return v.access && v.access->user == "somebody"; }));
}

TEST_F(ReflectorTest, appliesTheChangesOfAWatch)
{
    firstTimes(1, "/api/v1/pods?watch",
        FakeApi::watch(testing::watchFrame("ADDED", "Pod", wirePod("d", "101"))
            + testing::watchFrame("MODIFIED", "Pod", wirePod("a", "102"))
            + testing::watchFrame("DELETED", "Pod", wirePod("b", "103"))));
    connect();
    ASSERT_TRUE(hasPods({"a", "c", "d"}));
    EXPECT_EQ(m_sink.view().pods.at({"default", "a"})->resourceVersion, "102");
}

TEST_F(ReflectorTest, anExpiredPageTokenListsFromTheStart)
{
    firstTimes(1, "continue=second", FakeApi::failure(410, "Expired"));
    connect();
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    EXPECT_TRUE(hasPods({"a", "b", "c"}));
    EXPECT_EQ(podLists(), 2);
    EXPECT_EQ(m_sink.view().replacedPods, 1) << "rows of the broken list may be gone from the server";
}

TEST_F(ReflectorTest, aLongListIsAskedForInOneNotOlderThanItsFirstPage)
{
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        FaultReply reply;
        if (request.has("/api/v1/pods?limit")) {
            reply.body = testing::listBody("PodList",
                {wirePod("a").SerializeAsString(), wirePod("b").SerializeAsString()}, "100", "token", 50'000);
            return reply;
        }
        if (request.has("/api/v1/pods?resourceVersionMatch=NotOlderThan&resourceVersion=100")) {
            reply.body = testing::listBody(
                "PodList", {wirePod("a").SerializeAsString(), wirePod("c").SerializeAsString()}, "120");
            return reply;
        }
        return std::nullopt;
    });
    connect();
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    EXPECT_TRUE(hasPods({"a", "c"})) << "b went between the two versions";
    EXPECT_EQ(m_api.seen("continue="), 0);
    EXPECT_EQ(m_api.seen("/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=120"), 1);
}

TEST_F(ReflectorTest, theNextWatchGoesOnFromABookmarksVersion)
{
    // Nothing changed, but the server says how far it has come; then the watch ends as watches do.
    FaultReply bookmarked = FakeApi::watch(testing::watchFrame("BOOKMARK", "Pod", bookmark("1500")));
    bookmarked.endAfterChunk = true;
    firstTimes(1, "/api/v1/pods?watch", bookmarked);
    connect();
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    const std::string next = "/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=1500";
    for (int i = 0; i < 2000 && m_api.seen(next) == 0; ++i) {
        absl::SleepFor(absl::Milliseconds(10));
    }
    EXPECT_EQ(m_api.seen(next), 1);
    EXPECT_EQ(m_api.seen("/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=100&"), 1);
    EXPECT_EQ(podLists(), 1) << "no second list";
    EXPECT_TRUE(hasPods({"a", "b", "c"})) << "a bookmark is no object";
}

TEST_F(ReflectorTest, aChangeAfterABookmarkCountsAsTheNewerVersion)
{
    FaultReply both = FakeApi::watch(testing::watchFrame("BOOKMARK", "Pod", bookmark("1500"))
        + testing::watchFrame("MODIFIED", "Pod", wirePod("a", "1600")));
    both.endAfterChunk = true;
    firstTimes(1, "/api/v1/pods?watch", both);
    connect();
    const std::string next = "/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=1600";
    for (int i = 0; i < 2000 && m_api.seen(next) == 0; ++i) {
        absl::SleepFor(absl::Milliseconds(10));
    }
    EXPECT_EQ(m_api.seen(next), 1);
}

TEST_F(ReflectorTest, aWatchThatIsRefusedAsTooOldListsAgain)
{
    firstTimes(1, "/api/v1/pods?watch", FakeApi::failure(410, "Expired"));
    connect();
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) { return view.replacedPods == 1; }));
    ASSERT_TRUE(synced());
    EXPECT_EQ(podLists(), 2);
}

TEST_F(ReflectorTest, anErrorEventThatSaysTooOldListsAgain)
{
    wire::Status gone;
    gone.set_code(410);
    gone.set_reason("Expired");
    firstTimes(1, "/api/v1/pods?watch", FakeApi::watch(testing::watchFrame("ERROR", "Status", gone)));
    connect();
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) { return view.replacedPods == 1; }));
    ASSERT_TRUE(synced());
    EXPECT_EQ(podLists(), 2);
}

TEST_F(ReflectorTest, anotherErrorEventOnlyWatchesAgain)
{
    wire::Status other;
    other.set_code(500);
    other.set_message("etcd has no leader");
    firstTimes(1, "/api/v1/pods?watch", FakeApi::watch(testing::watchFrame("ERROR", "Status", other)));
    connect();
    ASSERT_TRUE(saw(FaultKind::ServerError));
    ASSERT_TRUE(synced());
    EXPECT_EQ(podLists(), 1);
}

TEST_F(ReflectorTest, halfAFrameIsAFaultAndNothingIsLost)
{
    const std::string first = testing::watchFrame("ADDED", "Pod", wirePod("d", "101"));
    const std::string second = testing::watchFrame("ADDED", "Pod", wirePod("e", "102"));
    FaultReply half = FakeApi::watch(first + second.substr(0, second.size() / 2));
    half.endAfterChunk = true;
    auto left = std::make_shared<std::atomic<int>>(1);
    m_api.interfere([=](const FaultRequest &request) -> std::optional<FaultReply> {
        if (request.has("/api/v1/pods?watch") && left->fetch_sub(1) > 0) {
            return half;
        }
        return request.has("/api/v1/pods?watch") && request.has("resourceVersion=101")
            ? std::optional(FakeApi::watch(second))
            : std::nullopt;
    });
    connect();
    ASSERT_TRUE(saw(FaultKind::Protocol));
    EXPECT_TRUE(hasPods({"a", "b", "c", "d", "e"}));
    ASSERT_TRUE(synced());
    EXPECT_EQ(podLists(), 1);
}

TEST_F(ReflectorTest, tooManyRequestsWaitsAsToldAndGoesOnWithTheSamePage)
{
    firstTimes(1, "continue=second", FakeApi::failure(429, "TooManyRequests", {"Retry-After: 1"}));
    connect();
    ASSERT_TRUE(saw(FaultKind::TooManyRequests));
    ASSERT_TRUE(m_sink.view().status.nextTry.has_value());
    ASSERT_TRUE(synced());
    EXPECT_TRUE(hasPods({"a", "b", "c"}));
    EXPECT_EQ(podLists(), 1) << "the list was started anew";
    EXPECT_EQ(m_api.seen("continue=second"), 2);
}

TEST_F(ReflectorTest, aServerErrorIsToldAndOvercome)
{
    firstTimes(1, "/api/v1/nodes?limit", FakeApi::failure(500, "InternalError"));
    connect();
    ASSERT_TRUE(saw(FaultKind::ServerError));
    ASSERT_TRUE(synced());
}

TEST_F(ReflectorTest, aRefusedCredentialIsAskedForOnceMore)
{
    std::atomic<int> refreshes{0};
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        return request.head.find("Authorization: Bearer fresh") == std::string::npos
            ? std::optional(FakeApi::failure(401, "Unauthorized"))
            : std::nullopt;
    });
    std::atomic<bool> fresh{false};
    connect([&](bool refresh, const CredentialDone &done) {
        refreshes += refresh ? 1 : 0;
        fresh = fresh || refresh;
        ApiCredential credential;
        credential.bearerToken = fresh ? "fresh" : "old";
        done(credential);
    });
    ASSERT_TRUE(synced()) << m_sink.view().status.detail;
    EXPECT_GE(refreshes, 1);
}

TEST_F(ReflectorTest, unauthorizedAndForbiddenAreToldApart)
{
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        return request.has("/api/v1/nodes") ? std::optional(FakeApi::failure(401, "Unauthorized")) : std::nullopt;
    });
    connect();
    ASSERT_TRUE(saw(FaultKind::Unauthorized));
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        return request.has("/api/v1/nodes") ? std::optional(FakeApi::failure(403, "Forbidden")) : std::nullopt;
    });
    ASSERT_TRUE(saw(FaultKind::Forbidden));
    EXPECT_EQ(m_sink.view().status.state, FeedState::Connecting);
    EXPECT_NE(m_sink.view().status.detail.find("said the server"), std::string::npos);
}

TEST_F(ReflectorTest, aServerWhoseCertificateIsNotTrustedOrHasExpiredIsNeverSpokenTo)
{
    const testing::TestAuthority authority;
    const testing::TestAuthority other;
    struct Case {
        const testing::TestAuthority &issuer;
        std::chrono::hours validFor;
        FaultKind fault;
    };
    for (const Case &one : {Case{other, std::chrono::hours(1), FaultKind::TlsUntrusted},
             Case{authority, std::chrono::hours(-24), FaultKind::TlsCertificateExpired}}) {
        FaultServer server(
            [this](const FaultRequest &r) { return m_api(r); }, one.issuer.issue("api.test", one.validFor));
        ApiEndpoint endpoint;
        endpoint.server = server.url();
        endpoint.tls.caPem = authority.pem();
        Collector sink;
        LiveCluster cluster(m_loop, endpoint, {});
        cluster.start(m_executor, sink);
        EXPECT_TRUE(sink.waitFor([&](const Collector::View &view) { return view.status.fault == one.fault; }))
            << sink.view().status.detail;
        const Collector::View view = sink.view();
        EXPECT_EQ(view.status.state, FeedState::Connecting);
        EXPECT_TRUE(view.nodes.empty() && view.pods.empty());
        EXPECT_TRUE(view.status.nextTry.has_value()) << "it may be mended";
        EXPECT_FALSE(view.status.detail.empty());
        cluster.stop();
    }
    EXPECT_EQ(m_api.seen("/"), 0) << "no request, and so no token, left before the handshake";
}

TEST_F(ReflectorTest, namespacesThatMayNotBeListedDoNotHoldUpTheRest)
{
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        return request.has("/api/v1/namespaces") ? std::optional(FakeApi::failure(403, "Forbidden")) : std::nullopt;
    });
    connect();
    EXPECT_TRUE(synced()) << m_sink.view().status.detail;
}

TEST_F(ReflectorTest, disruptionBudgetsAreListedAndUnknownWhereTheyMayNotBe)
{
    connect();
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) {
        return view.inventory && view.inventory->known().budgets && view.inventory->find("default");
    }));
    const model::NamespaceInfo *ns = m_sink.view().inventory->find("default");
    ASSERT_TRUE(ns && ns->budgets.size() == 1);
    EXPECT_EQ(ns->budgets[0].disruptionsAllowed, 1);
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) { return view.access.has_value(); }));
    EXPECT_EQ(m_sink.view().access->listBudgets, model::AccessReview::Answer::Allowed);
}

TEST_F(ReflectorTest, withoutTheRightToListThemDisruptionBudgetsAreUnknown)
{
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        return request.has("poddisruptionbudgets") && !request.has("accessreviews")
            ? std::optional(FakeApi::failure(403, "Forbidden"))
            : std::nullopt;
    });
    connect();
    EXPECT_TRUE(synced()) << m_sink.view().status.detail;
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) {
        const model::Inventory::Known known = view.inventory ? view.inventory->known() : model::Inventory::Known{};
        return known.namespaces && known.workloads && !known.budgets;
    }));
}

TEST_F(ReflectorTest, anObjectWithoutANameIsNamedByItsPlace)
{
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        return request.has("/api/v1/pods?limit") ? std::optional(
                   FakeApi::list("PodList", {wirePod("a").SerializeAsString(), wirePod("").SerializeAsString()}))
                                                 : std::nullopt;
    });
    connect();
    ASSERT_TRUE(saw(FaultKind::Protocol));
    EXPECT_NE(m_sink.view().status.detail.find("item 1: a Pod without a name"), std::string::npos)
        << m_sink.view().status.detail;
}

TEST_F(ReflectorTest, aStoppedServerIsStaleAndComesBack)
{
    connect();
    ASSERT_TRUE(synced());
    const int port = m_server->port();
    m_server->stop();
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) {
        return view.status.state == FeedState::Stale && view.status.fault == FaultKind::Unreachable;
    })) << m_sink.view().status.detail;
    m_server = std::make_unique<FaultServer>([this](const FaultRequest &r) { return m_api(r); }, std::nullopt, port);
    EXPECT_TRUE(synced()) << m_sink.view().status.detail;
    EXPECT_EQ(podLists(), 1) << "a watch goes on where it was";
}

TEST_F(ReflectorTest, aServerThatHangsIsNoticedAndComesBack)
{
    connect();
    ASSERT_TRUE(synced());
    m_server->freeze(true);
    ASSERT_TRUE(m_sink.waitFor([](const Collector::View &view) {
        return view.status.state == FeedState::Stale && view.status.fault == FaultKind::Timeout;
    })) << m_sink.view().status.detail;
    m_server->freeze(false);
    EXPECT_TRUE(synced()) << m_sink.view().status.detail;
}

TEST_F(ReflectorTest, saysNothingAfterStop)
{
    connect();
    ASSERT_TRUE(synced());
    m_cluster->stop();
    m_executor.drain();
    const int deltas = m_sink.view().deltas;
    bool called = false;
    m_cluster->readPod({"default", "a"}, [&](const absl::StatusOr<model::PodPtr> &) { called = true; });
    m_executor.drain();
    EXPECT_EQ(m_sink.view().deltas, deltas);
    EXPECT_FALSE(called);
}

TEST(Backoff, doublesFromPointEightSecondsToThirtyWithJitter)
{
    Backoff backoff(1);
    std::chrono::milliseconds base{800};
    for (int i = 0; i < 10; ++i) {
        const auto delay = backoff.next();
        EXPECT_GE(delay, base);
        EXPECT_LE(delay, base * 2);
        base = std::min(base * 2, std::chrono::milliseconds(30'000));
    }
    backoff.reset();
    EXPECT_LE(backoff.next(), std::chrono::milliseconds(1'600));
}

TEST(DeltaBatch, keepsTheLastOfSeveralChangesAndForgetsWhatCameAndWent)
{
    const auto pod = [](const std::string &name, const std::string &version) {
        return *ObjectDecoder().decodePod(wirePod(name, version).SerializeAsString(), ObjectDecoder::Containers::Trim);
    };
    DeltaBatch batch;
    batch.pod(pod("a", "1"));
    batch.pod(pod("b", "1"));
    batch.pod(pod("a", "2"));
    batch.removePod({"default", "b"}, "uid-b");
    EXPECT_TRUE(batch.conflictsWithPod({"default", "b"}));
    EXPECT_FALSE(batch.conflictsWithPod({"default", "a"}));
    const model::ClusterDelta delta = batch.take();
    ASSERT_EQ(delta.pods.size(), 1U);
    EXPECT_EQ(delta.pods[0]->resourceVersion, "2");
    ASSERT_EQ(delta.removedPods.size(), 1U);
    EXPECT_EQ(delta.removedPods[0].second, "uid-b");
    EXPECT_TRUE(batch.empty());
}

} // namespace
} // namespace binnacle::kube
