// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/binder.h"
#include "backend/kube/events.h"
#include "backend/kube/live_cluster.h"
#include "backend/kube/proto/events.pb.h"
#include "tests/unit/backend_kube/fake_api.h"
#include "tests/unit/backend_kube/live_fixture.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <future>

namespace binnacle::kube {
namespace {

using framework::BindResult;
using framework::PodNote;
using testing::FakeApi;
using testing::FaultReply;
using testing::FaultRequest;
using testing::FaultServer;

class BinderTest : public ::testing::Test {
protected:
    ~BinderTest() override { m_cluster->stop(); }
    void SetUp() override
    {
        ApiEndpoint endpoint;
        endpoint.server = m_server.url();
        m_cluster = std::make_unique<LiveCluster>(m_loop, endpoint, LiveCluster::Options{});
        m_cluster->start(m_executor, m_sink);
    }
    void answerBinds(const FaultReply &reply)
    {
        m_api.interfere([=, this](const FaultRequest &request) -> std::optional<FaultReply> {
            if (!request.has("/binding")) {
                return std::nullopt;
            }
            m_body = request.body;
            return reply;
        });
    }
    BindResult bind(framework::BindRequest request = {{"default", "a"}, "uid-a", "5", "n1"})
    {
        std::promise<BindResult> promise;
        m_cluster->bind(std::move(request), [&](BindResult result) { promise.set_value(std::move(result)); });
        return promise.get_future().get();
    }

    FakeApi m_api;
    std::string m_body;
    FaultServer m_server{[this](const FaultRequest &r) { return m_api(r); }};
    HttpLoop m_loop;
    testing::Collector m_sink;
    base::Sequence m_executor{"test"};
    std::unique_ptr<LiveCluster> m_cluster;
};

TEST_F(BinderTest, sendsUidAndResourceVersionAsPreconditions)
{
    FaultReply created = FakeApi::failure(201, "");
    answerBinds(created);
    EXPECT_EQ(bind().kind, BindResult::Kind::Bound);
    const auto envelope = openEnvelope(m_body);
    ASSERT_TRUE(envelope.ok());
    EXPECT_EQ(envelope->kind, "Binding");
    wire::Binding binding;
    ASSERT_TRUE(binding.ParseFromArray(envelope->raw.data(), static_cast<int>(envelope->raw.size())));
    EXPECT_EQ(binding.metadata().uid(), "uid-a");
    EXPECT_EQ(binding.metadata().resourceversion(), "5");
    EXPECT_EQ(binding.target().name(), "n1");
}

TEST_F(BinderTest, tellsRefusalsByTheirCodes)
{
    const std::vector<std::pair<int, absl::StatusCode>> cases{{409, absl::StatusCode::kAborted},
        {404, absl::StatusCode::kNotFound}, {403, absl::StatusCode::kPermissionDenied},
        {422, absl::StatusCode::kInvalidArgument}, {429, absl::StatusCode::kResourceExhausted}};
    for (const auto &[status, code] : cases) {
        answerBinds(FakeApi::failure(status, "Reason"));
        const BindResult result = bind();
        EXPECT_EQ(result.kind, BindResult::Kind::Refused) << status;
        EXPECT_EQ(result.status.code(), code) << status;
    }
}

TEST_F(BinderTest, aLostOrDoubtfulAnswerIsUnknown)
{
    FaultReply dropped;
    dropped.close = true;
    FaultReply cut;
    cut.status = 201;
    cut.body = "0123456789";
    cut.cutAfter = 3;
    for (const FaultReply &reply :
        {dropped, cut, FakeApi::failure(500, "InternalError"), FakeApi::failure(504, "Timeout")}) {
        answerBinds(reply);
        const int before = m_api.seen("/binding");
        EXPECT_EQ(bind().kind, BindResult::Kind::Unknown);
        EXPECT_EQ(m_api.seen("/binding"), before + 1) << "it was sent again";
    }
}

TEST_F(BinderTest, refusesIncompleteRequestsAndNamesThatWouldChangeThePath)
{
    const int before = m_api.seen("/binding");
    for (const framework::BindRequest &request : std::vector<framework::BindRequest>{{{"default", "a"}, "", "5", "n1"},
             {{"default", "a"}, "u", "", "n1"}, {{"default", "a"}, "u", "5", ""}, {{"default", ".."}, "u", "5", "n1"},
             {{"default", "a/b"}, "u", "5", "n1"}, {{"", "a"}, "u", "5", "n1"}, {{"default", "a?x"}, "u", "5", "n1"}}) {
        const BindResult result = bind(request);
        EXPECT_EQ(result.kind, BindResult::Kind::Refused);
        EXPECT_TRUE(absl::IsInvalidArgument(result.status));
    }
    EXPECT_EQ(m_api.seen("/binding"), before);
}

TEST_F(BinderTest, readsAPodBackOrSaysThatItIsGone)
{
    m_api.interfere([](const FaultRequest &request) -> std::optional<FaultReply> {
        if (request.has("/pods/there")) {
            FaultReply reply;
            reply.body = sealEnvelope("v1", "Pod", testing::wirePod("there", "9"));
            return reply;
        }
        return request.has("/pods/gone") ? std::optional(FakeApi::failure(404, "NotFound")) : std::nullopt;
    });
    const auto read = [&](const std::string &name) {
        std::promise<absl::StatusOr<model::PodPtr>> promise;
        m_cluster->readPod(
            {"default", name}, [&](absl::StatusOr<model::PodPtr> pod) { promise.set_value(std::move(pod)); });
        return promise.get_future().get();
    };
    const auto there = read("there");
    ASSERT_TRUE(there.ok()) << there.status();
    EXPECT_EQ((*there)->resourceVersion, "9");
    EXPECT_TRUE(absl::IsNotFound(read("gone").status()));
}

TEST(BindResult, aRequestThatNeverLeftIsRefused)
{
    ApiEnd end;
    end.status = absl::UnavailableError("connection refused");
    end.sent = false;
    EXPECT_EQ(bindResult(end).kind, BindResult::Kind::Refused);
    end.sent = true;
    EXPECT_EQ(bindResult(end).kind, BindResult::Kind::Unknown);
}

TEST(Events, areWhatKubeSchedulerWrites)
{
    const base::TimePoint now{std::chrono::nanoseconds(1'700'000'000'123'456'789)};
    const PodNote note{PodNote::Kind::Scheduled, {"default", "web"}, "u", "5", "n1", ""};
    const std::string body = eventBody(note, now);
    const auto envelope = openEnvelope(body);
    ASSERT_TRUE(envelope.ok());
    wire::Event event;
    ASSERT_TRUE(event.ParseFromArray(envelope->raw.data(), static_cast<int>(envelope->raw.size())));
    EXPECT_EQ(event.note(), "Successfully assigned default/web to n1");
    EXPECT_EQ(event.reason(), "Scheduled");
    EXPECT_EQ(event.action(), "Binding");
    EXPECT_EQ(event.type(), "Normal");
    EXPECT_EQ(event.reportingcontroller(), "binnacle");
    EXPECT_EQ(event.eventtime().nanos(), 123'456'000);
    EXPECT_TRUE(event.metadata().name().starts_with("web."));
}

TEST(Events, longNotesAndNamesAreCutAndTheConditionIsQuoted)
{
    const base::TimePoint now{std::chrono::seconds(1'700'000'000)};
    PodNote note{
        PodNote::Kind::FailedScheduling, {"default", std::string(253, 'p')}, "u", "5", "", std::string(3000, 'x')};
    const std::string body = eventBody(note, now);
    const auto envelope = openEnvelope(body);
    wire::Event event;
    ASSERT_TRUE(event.ParseFromArray(envelope->raw.data(), static_cast<int>(envelope->raw.size())));
    EXPECT_EQ(event.note().size(), 1024U);
    EXPECT_LE(event.metadata().name().size(), 253U);
    EXPECT_EQ(event.type(), "Warning");
    note.message = "0/3 \"nodes\"\n\xff";
    const nlohmann::json patch = nlohmann::json::parse(conditionPatch(note, now), nullptr, false);
    ASSERT_FALSE(patch.is_discarded());
    EXPECT_EQ(patch["metadata"]["uid"], "u");
    const nlohmann::json &condition = patch["status"]["conditions"][0];
    EXPECT_EQ(condition["type"], "PodScheduled");
    EXPECT_EQ(condition["status"], "False");
    EXPECT_EQ(condition["reason"], "Unschedulable");
    EXPECT_EQ(condition["lastTransitionTime"], "2023-11-14T22:13:20Z");
    EXPECT_FALSE(patch["metadata"].contains("resourceVersion"));
}

TEST(Events, aConditionAfterALostBindIsForThatVersionOfThePodOnly)
{
    PodNote note{PodNote::Kind::FailedScheduling, {"default", "web"}, "u", "5", "", "no answer", true};
    const nlohmann::json patch = nlohmann::json::parse(conditionPatch(note, {}), nullptr, false);
    ASSERT_FALSE(patch.is_discarded());
    EXPECT_EQ(patch["metadata"]["uid"], "u");
    EXPECT_EQ(patch["metadata"]["resourceVersion"], "5") << "the server refuses it for any other";
    EXPECT_EQ(patch["status"]["conditions"][0]["reason"], "SchedulerError");
}

} // namespace
} // namespace binnacle::kube
