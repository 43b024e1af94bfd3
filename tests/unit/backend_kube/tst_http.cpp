// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/http.h"
#include "backend/kube/tls.h"
#include "tests/unit/backend_kube/fault_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace binnacle::kube {
namespace {

using model::FaultKind;
using testing::FaultReply;
using testing::FaultRequest;
using testing::FaultServer;
using testing::Identity;
using testing::TestAuthority;

struct Answer {
    HttpHead head;
    std::string body;
    HttpEnd end;
};

std::future<Answer> begin(HttpLoop &loop, HttpRequest request)
{
    auto answer = std::make_shared<Answer>();
    auto promise = std::make_shared<std::promise<Answer>>();
    HttpHandler handler;
    handler.onHead = [answer](const HttpHead &head) { answer->head = head; };
    handler.onBody = [answer](std::string_view bytes) { answer->body.append(bytes); };
    handler.onEnd = [answer, promise](const HttpEnd &end) {
        answer->end = end;
        promise->set_value(*answer);
    };
    auto future = promise->get_future();
    loop.send(std::move(request), std::move(handler));
    return future;
}

Answer fetch(HttpLoop &loop, HttpRequest request) { return begin(loop, std::move(request)).get(); }

HttpRequest get(const std::string &url)
{
    HttpRequest request;
    request.url = url;
    return request;
}

HttpRequest secureGet(const FaultServer &server, TlsMaterial tls)
{
    HttpRequest request = get(server.url() + "/x");
    request.tls = std::make_shared<TlsMaterial>(std::move(tls));
    return request;
}

FaultReply hello(const FaultRequest & /*request*/)
{
    FaultReply reply;
    reply.body = "hello";
    return reply;
}

TEST(HttpLoop, givesHeadBodyAndEnd)
{
    FaultServer server([](const FaultRequest &request) {
        FaultReply reply;
        reply.status = 429;
        reply.headers = {"Retry-After: 7", "Audit-Id: abc"};
        reply.body = request.method + " " + request.target + " " + request.body;
        return reply;
    });
    HttpLoop loop;
    HttpRequest request = get(server.url() + "/p?q=1");
    request.method = "POST";
    request.body = "content";
    const Answer answer = fetch(loop, request);
    ASSERT_TRUE(answer.end.status.ok()) << answer.end.status;
    EXPECT_EQ(answer.head.status, 429);
    EXPECT_EQ(answer.head.retryAfter, std::chrono::seconds(7));
    EXPECT_EQ(answer.head.auditId, "abc");
    EXPECT_EQ(answer.head.contentType, "application/vnd.kubernetes.protobuf");
    EXPECT_EQ(answer.body, "POST /p?q=1 content");
}

TEST(HttpLoop, trustsOnlyTheGivenAuthority)
{
    const TestAuthority authority;
    const TestAuthority other;
    FaultServer server(hello, authority.issue("api.test", std::chrono::hours(1)));
    HttpLoop loop;
    const Answer trusted = fetch(loop, secureGet(server, {authority.pem(), {}, {}, {}, false}));
    EXPECT_TRUE(trusted.end.status.ok()) << trusted.end.status;
    EXPECT_EQ(trusted.body, "hello");
    const Answer untrusted = fetch(loop, secureGet(server, {other.pem(), {}, {}, {}, false}));
    EXPECT_EQ(untrusted.end.fault, FaultKind::TlsUntrusted) << untrusted.end.status;
    EXPECT_FALSE(untrusted.end.sent);
    const Answer insecure = fetch(loop, secureGet(server, {{}, {}, {}, {}, true}));
    EXPECT_EQ(insecure.body, "hello");
}

TEST(HttpLoop, tellsAnExpiredCertificateFromAnUntrustedOne)
{
    const TestAuthority authority;
    FaultServer server(hello, authority.issue("api.test", std::chrono::hours(-24)));
    HttpLoop loop;
    const Answer answer = fetch(loop, secureGet(server, {authority.pem(), {}, {}, {}, false}));
    EXPECT_EQ(answer.end.fault, FaultKind::TlsCertificateExpired) << answer.end.status;
}

TEST(HttpLoop, verifiesTheServerNameThatIsAskedFor)
{
    const TestAuthority authority;
    FaultServer server(hello, authority.issue("api.test", std::chrono::hours(1)));
    HttpLoop loop;
    const Answer right = fetch(loop, secureGet(server, {authority.pem(), {}, {}, "api.test", false}));
    EXPECT_TRUE(right.end.status.ok()) << right.end.status;
    const Answer wrong = fetch(loop, secureGet(server, {authority.pem(), {}, {}, "other.test", false}));
    EXPECT_EQ(wrong.end.fault, FaultKind::TlsUntrusted) << wrong.end.status;
}

TEST(HttpLoop, aRefusedConnectionIsUnreachableAndHadNoEffect)
{
    HttpLoop loop;
    std::string url;
    {
        FaultServer server(hello);
        url = server.url();
    }
    const Answer answer = fetch(loop, get(url + "/"));
    EXPECT_EQ(answer.end.fault, FaultKind::Unreachable);
    EXPECT_FALSE(answer.end.sent);
}

TEST(HttpLoop, aServerThatHangsEndsInATimeOut)
{
    FaultServer server([](const FaultRequest &) {
        FaultReply reply;
        reply.hang = true;
        return reply;
    });
    HttpLoop loop;
    HttpRequest request = get(server.url() + "/");
    request.totalTimeout = std::chrono::milliseconds(300);
    const Answer answer = fetch(loop, request);
    EXPECT_EQ(answer.end.fault, FaultKind::Timeout);
    EXPECT_TRUE(answer.end.sent) << "it may have been read";
}

TEST(HttpLoop, aBodyThatDripsIsReadAndOneThatStopsIsGivenUp)
{
    std::atomic<bool> stopping{false};
    FaultServer server([&](const FaultRequest &) {
        FaultReply reply;
        reply.body = "0123456789";
        reply.drip = std::chrono::milliseconds(30);
        reply.chunked = stopping;
        return reply;
    });
    HttpLoop loop;
    EXPECT_EQ(fetch(loop, get(server.url() + "/")).body, "0123456789");
    stopping = true;
    HttpRequest request = get(server.url() + "/");
    request.idleTimeout = std::chrono::seconds(1);
    const Answer answer = fetch(loop, request);
    EXPECT_EQ(answer.end.fault, FaultKind::Timeout) << answer.end.status;
}

TEST(HttpLoop, anAnswerThatIsCutIsAFault)
{
    FaultServer server([](const FaultRequest &) {
        FaultReply reply;
        reply.body = "0123456789";
        reply.cutAfter = 5;
        return reply;
    });
    HttpLoop loop;
    const Answer answer = fetch(loop, get(server.url() + "/"));
    EXPECT_FALSE(answer.end.status.ok());
    EXPECT_EQ(answer.body, "01234");
}

TEST(HttpLoop, limitsBodiesAndHeads)
{
    FaultServer server([](const FaultRequest &request) {
        FaultReply reply;
        reply.body.assign(1 << 20, 'x');
        if (request.has("head")) {
            reply.headers.assign(400, "X-Filler: " + std::string(1000, 'y'));
        }
        return reply;
    });
    HttpLoop loop;
    HttpRequest request = get(server.url() + "/body");
    request.maxBodyBytes = 100'000;
    const Answer answer = fetch(loop, request);
    EXPECT_EQ(answer.end.status.code(), absl::StatusCode::kResourceExhausted) << answer.end.status;
    EXPECT_LE(answer.body.size(), 100'000U);
    EXPECT_FALSE(fetch(loop, get(server.url() + "/head")).end.status.ok());
}

TEST(HttpLoop, neverFollowsARedirect)
{
    FaultServer server([](const FaultRequest &) {
        FaultReply reply;
        reply.status = 302;
        reply.headers = {"Location: /elsewhere"};
        return reply;
    });
    HttpLoop loop;
    EXPECT_EQ(fetch(loop, get(server.url() + "/")).head.status, 302);
    EXPECT_EQ(server.requests(), 1);
}

TEST(HttpLoop, waitsForAConsumerThatDoesNotKeepUp)
{
    FaultServer server([](const FaultRequest &) {
        FaultReply reply;
        reply.body.assign(8 << 20, 'x');
        return reply;
    });
    HttpLoop loop;
    HttpRequest request = get(server.url() + "/");
    request.maxBacklogBytes = 100'000;
    std::atomic<std::size_t> received{0};
    std::promise<HttpEnd> ended;
    HttpHandler handler;
    handler.onBody = [&](std::string_view bytes) { received += bytes.size(); };
    handler.onEnd = [&](const HttpEnd &end) { ended.set_value(end); };
    const HttpLoop::CallId call = loop.send(request, handler);
    auto future = ended.get_future();
    EXPECT_EQ(future.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
    const std::size_t held = received;
    EXPECT_LT(held, std::size_t{4} << 20) << "the sender was not held back";
    for (int i = 0; i < 10'000 && future.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready; ++i) {
        loop.consumed(call, 1 << 20);
    }
    ASSERT_EQ(future.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    EXPECT_EQ(received, std::size_t{8} << 20);
}

TEST(HttpLoop, survivesMoreDeadPooledConnectionsThanLibcurlDoes)
{
    std::atomic<int> waiting{0};
    FaultServer server([&](const FaultRequest &request) {
        if (request.has("fill")) { // until all twelve are there, so that each has a connection of its own
            ++waiting;
            for (int i = 0; i < 1000 && waiting < 12; ++i) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        }
        FaultReply reply;
        reply.body = "ok";
        return reply;
    });
    HttpLoop loop;
    std::vector<std::future<Answer>> fill;
    for (int i = 0; i < 12; ++i) {
        fill.push_back(begin(loop, get(server.url() + "/fill")));
    }
    for (auto &future : fill) {
        ASSERT_TRUE(future.get().end.status.ok());
    }
    server.killReused();
    const Answer answer = fetch(loop, get(server.url() + "/after"));
    EXPECT_TRUE(answer.end.status.ok()) << answer.end.status;
    EXPECT_EQ(answer.body, "ok");
}

TEST(HttpLoop, neverSendsABodyTwiceThatMustNotBe)
{
    std::atomic<int> posts{0};
    FaultServer server([&](const FaultRequest &request) {
        FaultReply reply;
        reply.body = "ok";
        if (request.method == "POST") {
            ++posts;
            reply.close = true;
        }
        return reply;
    });
    HttpLoop loop;
    ASSERT_TRUE(fetch(loop, get(server.url() + "/")).end.status.ok());
    HttpRequest post = get(server.url() + "/bind");
    post.method = "POST";
    post.body = "binding";
    post.idempotent = false;
    const Answer answer = fetch(loop, post);
    EXPECT_FALSE(answer.end.status.ok());
    EXPECT_TRUE(answer.end.sent);
    EXPECT_EQ(posts, 1);
}

TEST(HttpLoop, aCancelledCallSaysNothingMore)
{
    FaultServer server([](const FaultRequest &) {
        FaultReply reply;
        reply.hang = true;
        return reply;
    });
    HttpLoop loop;
    std::atomic<bool> ended{false};
    HttpHandler handler;
    handler.onEnd = [&](const HttpEnd &) { ended = true; };
    loop.cancel(loop.send(get(server.url() + "/"), handler));
    std::promise<void> later;
    loop.after(std::chrono::milliseconds(50), [&] { later.set_value(); });
    later.get_future().wait();
    EXPECT_FALSE(ended);
}

TEST(HttpLoop, timersRunInOrderAndNotWhenCancelled)
{
    HttpLoop loop;
    std::promise<std::string> done;
    auto order = std::make_shared<std::string>();
    loop.after(std::chrono::milliseconds(60), [&, order] { done.set_value(*order); });
    const auto cancelled = loop.after(std::chrono::milliseconds(20), [order] { *order += "x"; });
    loop.after(std::chrono::milliseconds(30), [order] { *order += "b"; });
    loop.after(std::chrono::milliseconds(10), [order] { *order += "a"; });
    loop.cancelTimer(cancelled);
    EXPECT_EQ(done.get_future().get(), "ab");
}

TEST(Tls, saysWhichPartIsUnusable)
{
    const TestAuthority authority;
    const Identity one = authority.issue("one", std::chrono::hours(1));
    const Identity two = authority.issue("two", std::chrono::hours(1));
    EXPECT_TRUE(checkTls({authority.pem(), one.certificatePem, one.keyPem, {}, false}).ok());
    EXPECT_EQ(std::string(checkTls({"nonsense", {}, {}, {}, false}).message()), "certificate authority");
    EXPECT_EQ(std::string(checkTls({{}, "nonsense", one.keyPem, {}, false}).message()), "client certificate");
    EXPECT_EQ(std::string(checkTls({{}, one.certificatePem, "nonsense", {}, false}).message()), "client key");
    EXPECT_EQ(
        std::string(checkTls({{}, one.certificatePem, two.keyPem, {}, false}).message()), "client key does not match");
    const auto expiry = certificateExpiry(one.certificatePem);
    ASSERT_TRUE(expiry.has_value());
    EXPECT_GT(*expiry, std::chrono::system_clock::now());
    EXPECT_FALSE(certificateExpiry("nonsense").has_value());
}

} // namespace
} // namespace binnacle::kube
