// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/cluster_session.h"

#include "app/ctl/client.h"
#include "fake_cluster.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace binnacle::services {
namespace {

using api::DecisionState;
using ctl::Client;
using model::testing::makeNode;
using model::testing::makePod;
using std::chrono::seconds;

class ClusterSessionTest : public ::testing::Test {
protected:
    ClusterSessionTest()
    {
        absl::MutexLock lock(&server->mutex);
        server->nodes = {
            makeNode("n1").allocatable("cpu", "4").allocatable("memory", "8Gi").allocatable("pods", "110").obj(),
            makeNode("n2").allocatable("cpu", "2").allocatable("memory", "4Gi").allocatable("pods", "110").obj()};
    }
    ~ClusterSessionTest() override { std::filesystem::remove_all(folder); }

    void add(const model::PodPtr &pod)
    {
        absl::MutexLock lock(&server->mutex);
        server->pods[pod->key] = pod;
    }

    std::unique_ptr<Client> open(
        api::Autonomy autonomy, api::Protection protection = api::Protection::Normal, SessionOptions options = {})
    {
        options.profile.id = "test";
        options.profile.name = "test";
        options.profile.autonomy = autonomy;
        options.profile.protection = protection;
        options.places = {folder + "/data", folder + "/state"};
        auto port = std::make_unique<FakeCluster>(server);
        cluster = port.get();
        options.port = std::move(port);
        auto session = ClusterSession::open(std::move(options));
        EXPECT_TRUE(session.ok()) << session.status();
        auto client = std::make_unique<Client>(*std::move(session));
        EXPECT_TRUE(client->waitSynced(seconds(10)).ok());
        return client;
    }

    static const api::Proposal *proposalOf(const api::ClusterState &state, const std::string &pod)
    {
        for (const api::Proposal &proposal : state.proposals) {
            if (proposal.decision->pod.text() == pod)
                return &proposal;
        }
        return nullptr;
    }
    static const api::PendingPod *pendingOf(const api::ClusterState &state, const std::string &pod)
    {
        for (const api::PendingPod &pending : state.pending) {
            if (pending.pod->key.text() == pod)
                return &pending;
        }
        return nullptr;
    }
    static std::string proposed(Client &client, const std::string &pod)
    {
        EXPECT_TRUE(
            client.waitFor([&](const api::ClusterState &s) { return proposalOf(s, pod) != nullptr; }, seconds(10)));
        const api::Proposal *proposal = proposalOf(client.state(), pod);
        return proposal ? proposal->id : "";
    }
    static absl::Status approve(Client &client, const std::string &id, const std::string &typed = {})
    {
        return client.tell([&](api::Done done) { client.service().approve(id, "anna", typed, std::move(done)); });
    }
    std::vector<std::string> binds()
    {
        absl::MutexLock lock(&server->mutex);
        return server->binds;
    }
    static bool decided(Client &client, const std::string &pod)
    {
        return client.waitFor(
            [&](const api::ClusterState &s) {
                const api::PendingPod *pending = pendingOf(s, pod);
                return pending && pending->outcome.has_value();
            },
            seconds(10));
    }

    const std::string folder = ::testing::TempDir() + "session-" + std::to_string(::getpid()) + "-"
        + ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::shared_ptr<FakeServer> server = std::make_shared<FakeServer>();
    FakeCluster *cluster = nullptr; // owned by the session
};

TEST_F(ClusterSessionTest, AnApprovedProposalIsBoundConfirmedAuditedAndReplays)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Approve);
    const std::string id = proposed(*client, "ml/train");
    EXPECT_TRUE(approve(*client, id).ok());
    EXPECT_TRUE(client->waitFor(
        [&](const api::ClusterState &s) { return proposalOf(s, "ml/train")->state == DecisionState::Confirmed; },
        seconds(10)));
    EXPECT_THAT(binds(), ::testing::ElementsAre("ml/train -> n1"));

    const auto row =
        client->ask<api::AuditDecision>([&](auto reply) { client->service().auditDecision(id, std::move(reply)); });
    ASSERT_TRUE(row.ok()) << row.status();
    std::vector<DecisionState> life;
    for (const api::AuditEntry &entry : row->life)
        life.push_back(*entry.state);
    EXPECT_THAT(
        life, ::testing::IsSupersetOf({DecisionState::Approved, DecisionState::Bound, DecisionState::Confirmed}));
    EXPECT_TRUE(row->decision.confidence.has_value());
    const auto replayed =
        client->ask<api::ReplayReport>([&](auto reply) { client->service().replay(id, std::move(reply)); });
    ASSERT_TRUE(replayed.ok()) << replayed.status();
    EXPECT_TRUE(replayed->equal) << replayed->detail << ' ' << replayed->was << ' ' << replayed->is;
    const auto verified = client->ask<api::AuditVerification>(
        [&](auto reply) { client->service().verifyAudit([](std::uint64_t, std::uint64_t) {}, {}, std::move(reply)); });
    ASSERT_TRUE(verified.ok());
    EXPECT_EQ(verified->result, api::AuditVerification::Result::Sound);
}

TEST_F(ClusterSessionTest, ObservingAdvisesAndProposesNothing)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Observe);
    ASSERT_TRUE(decided(*client, "ml/train"));
    EXPECT_EQ(pendingOf(client->state(), "ml/train")->wait, api::PendingPod::Wait::Advice);
    EXPECT_EQ(pendingOf(client->state(), "ml/train")->wouldGo, base::Symbol("n1"));
    EXPECT_TRUE(client->state().proposals.empty());
    EXPECT_EQ(client->state().writeBlock, api::WriteBlock::Observing);
}

TEST_F(ClusterSessionTest, APodOfAnotherSchedulerIsAdvisedOnAndNeverBound)
{
    add(makePod("web/front").scheduler("default-scheduler").req("cpu", "1").obj());
    add(makePod("ml/train").req("cpu", "100m").obj());
    const auto client = open(api::Autonomy::Automatic);
    ASSERT_TRUE(decided(*client, "web/front"));
    EXPECT_TRUE(
        client->waitFor([&](const api::ClusterState &s) { return proposalOf(s, "ml/train") != nullptr; }, seconds(10)));
    EXPECT_EQ(pendingOf(client->state(), "web/front")->wait, api::PendingPod::Wait::Advice);
    for (const std::string &bind : binds())
        EXPECT_THAT(bind, ::testing::HasSubstr("ml/train"));
}

TEST_F(ClusterSessionTest, APodThatAnUnbuiltRuleConcernsIsNeverProposed)
{
    add(makePod("ml/spread").req("cpu", "1").undecided(model::UndecidedRule::TopologySpread).obj());
    const auto client = open(api::Autonomy::Automatic);
    ASSERT_TRUE(decided(*client, "ml/spread"));
    EXPECT_EQ(pendingOf(client->state(), "ml/spread")->outcome, model::DecisionOutcome::NotDecidable);
    EXPECT_TRUE(client->state().proposals.empty());
    EXPECT_TRUE(binds().empty());
}

TEST_F(ClusterSessionTest, AGatedPodWaitsForItsGatesAndIsNoDecision)
{
    add(makePod("ml/gated").req("cpu", "1").gate("example.com/quota").obj());
    add(makePod("ml/free").req("cpu", "100m").obj());
    const auto client = open(api::Autonomy::Automatic);
    EXPECT_TRUE(
        client->waitFor([&](const api::ClusterState &s) { return proposalOf(s, "ml/free") != nullptr; }, seconds(10)));
    const api::PendingPod *gated = pendingOf(client->state(), "ml/gated");
    ASSERT_NE(gated, nullptr);
    EXPECT_EQ(gated->wait, api::PendingPod::Wait::Gated);
    EXPECT_EQ(proposalOf(client->state(), "ml/gated"), nullptr);
    for (const std::string &bind : binds())
        EXPECT_THAT(bind, ::testing::Not(::testing::HasSubstr("ml/gated")));
}

TEST_F(ClusterSessionTest, WhatEvictingWouldDoIsInTheLogAndReplays)
{
    add(makePod("ml/low").priority(1).req("cpu", "4").node("n1").phase(model::PodPhase::Running).obj());
    add(makePod("ml/urgent").priority(9).req("cpu", "3").obj());
    const auto client = open(api::Autonomy::Approve);
    ASSERT_TRUE(decided(*client, "ml/urgent"));
    EXPECT_TRUE(client->state().proposals.empty()) << "advice is no proposal";
    ASSERT_TRUE(client->waitFor([](const api::ClusterState &s) { return s.auditLeaves > 0; }, seconds(10)));
    const auto page = client->ask<api::AuditPage>([&](auto reply) { client->service().audit({}, std::move(reply)); });
    ASSERT_TRUE(page.ok()) << page.status();
    ASSERT_EQ(page->rows.size(), 1U);
    // Nothing is known of disruption budgets here: whom to evict is not said.
    EXPECT_EQ(page->rows[0].decision.details.at("preemption"), "BudgetsUnknown");
    EXPECT_EQ(page->rows[0].decision.details.at("preemptionCandidates"), "1");
    EXPECT_TRUE(page->rows[0].decision.details.contains("answer"));
    const std::string id = page->rows[0].decision.decisionId;
    const auto replayed =
        client->ask<api::ReplayReport>([&](auto reply) { client->service().replay(id, std::move(reply)); });
    ASSERT_TRUE(replayed.ok()) << replayed.status();
    EXPECT_TRUE(replayed->equal) << replayed->detail;
    EXPECT_EQ(replayed->replayed.decision.details.at("preemption"), "BudgetsUnknown");
}

TEST_F(ClusterSessionTest, ADecisionThatNoNodeFitsIsAuditedOnceForEachAnswerAndReplays)
{
    add(makePod("ml/huge").req("cpu", "64").obj());
    const auto client = open(api::Autonomy::Approve);
    ASSERT_TRUE(decided(*client, "ml/huge"));
    ASSERT_TRUE(client->waitFor([](const api::ClusterState &s) { return s.auditLeaves > 0; }, seconds(10)));
    const auto page = client->ask<api::AuditPage>([&](auto reply) { client->service().audit({}, std::move(reply)); });
    ASSERT_TRUE(page.ok()) << page.status();
    ASSERT_EQ(page->rows.size(), 1U);
    EXPECT_EQ(page->rows[0].state, DecisionState::NoNode);
    EXPECT_EQ(page->rows[0].decision.pod, "ml/huge");
    EXPECT_FALSE(page->rows[0].decision.score.has_value());
    const std::string id = page->rows[0].decision.decisionId;
    const auto replayed =
        client->ask<api::ReplayReport>([&](auto reply) { client->service().replay(id, std::move(reply)); });
    ASSERT_TRUE(replayed.ok()) << replayed.status();
    EXPECT_TRUE(replayed->equal) << replayed->detail;
    // Tried again because of a node that could help: another reason is news, the same answer is not.
    const auto triedOn = [&](const model::NodePtr &node, int attempts) {
        cluster->seen(node);
        return client->waitFor(
            [&](const api::ClusterState &s) { return pendingOf(s, "ml/huge")->attempts >= attempts; }, seconds(30));
    };
    const auto tainted = [](const char *name) {
        return makeNode(name).allocatable("cpu", "99").allocatable("pods", "9").taint("spot", "true").obj();
    };
    ASSERT_TRUE(triedOn(tainted("n3"), 2));
    EXPECT_TRUE(client->waitFor([](const api::ClusterState &s) { return s.auditLeaves == 2; }, seconds(10)));
    ASSERT_TRUE(triedOn(tainted("n4"), 3));
    EXPECT_EQ(client->state().auditLeaves, 2U);
}

TEST_F(ClusterSessionTest, ADeniedPlacementDoesNotComeBackAtOnce)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Approve);
    const std::string id = proposed(*client, "ml/train");
    ASSERT_TRUE(client->tell([&](api::Done done) { client->service().deny(id, "anna", "", std::move(done)); }).ok());
    ASSERT_TRUE(client->waitFor(
        [&](const api::ClusterState &s) { return pendingOf(s, "ml/train")->wait == api::PendingPod::Wait::Denied; },
        seconds(10)));
    EXPECT_FALSE(client->waitFor(
        [&](const api::ClusterState &s) { return proposalOf(s, "ml/train")->state == DecisionState::Proposed; },
        seconds(3)))
        << "a back-off of a second or two is no answer to a person's no";
}

TEST_F(ClusterSessionTest, ADenialOutlivesTheSession)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    add(makePod("ml/other").req("cpu", "1").obj());
    {
        const auto client = open(api::Autonomy::Approve);
        const std::string id = proposed(*client, "ml/train");
        proposed(*client, "ml/other");
        ASSERT_TRUE(
            client->tell([&](api::Done done) { client->service().deny(id, "anna", "", std::move(done)); }).ok());
    }
    const auto client = open(api::Autonomy::Approve);
    proposed(*client, "ml/other"); // so the session has settled what was, and proposes
    EXPECT_TRUE(client->waitFor(
        [&](const api::ClusterState &s) { return pendingOf(s, "ml/train")->wait == api::PendingPod::Wait::Denied; },
        seconds(10)));
    EXPECT_FALSE(
        client->waitFor([&](const api::ClusterState &s) { return proposalOf(s, "ml/train") != nullptr; }, seconds(2)))
        << "nothing about the pod has changed";
}

TEST_F(ClusterSessionTest, APodThatChangedAfterItsDenialIsProposedAgainButByNoRule)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    {
        const auto client = open(api::Autonomy::Approve);
        const std::string id = proposed(*client, "ml/train");
        ASSERT_TRUE(
            client->tell([&](api::Done done) { client->service().deny(id, "anna", "", std::move(done)); }).ok());
    }
    add(makePod("ml/train").req("cpu", "500m").obj()); // the same UID
    const auto client = open(api::Autonomy::Automatic);
    proposed(*client, "ml/train");
    EXPECT_FALSE(client->waitFor(
        [&](const api::ClusterState &s) { return proposalOf(s, "ml/train")->state != DecisionState::Proposed; },
        seconds(1)))
        << "a person said no to a placement of this pod";
    EXPECT_TRUE(binds().empty());
}

TEST_F(ClusterSessionTest, FinishedPodsHoldNothingAnywhere)
{
    add(makePod("ml/done").req("cpu", "2").node("n1").phase(model::PodPhase::Succeeded).obj());
    add(makePod("ml/dead").req("cpu", "1").node("n1").phase(model::PodPhase::Failed).obj());
    add(makePod("ml/lives").req("cpu", "500m").req("memory", "1Gi").node("n1").phase(model::PodPhase::Running).obj());
    add(makePod("ml/never").req("cpu", "1").phase(model::PodPhase::Failed).obj()); // failed without a node
    const auto client = open(api::Autonomy::Observe);
    const api::ClusterState &state = client->state();
    const auto n1 = state.snapshot->find(base::Symbol("n1"));
    ASSERT_NE(n1, nullptr);
    EXPECT_EQ(n1->requested().cpuMilli, 500);
    EXPECT_EQ(n1->requested().pods, 1);
    EXPECT_EQ(n1->pods().size(), 1U);
    const std::map<std::string_view, std::int64_t> allocated = {
        {"cpu", 500}, {"memory", std::int64_t{1} << 30}, {"pods", 1}};
    for (const api::ResourceTotal &total : state.totals) {
        if (const auto wanted = allocated.find(total.resource.text()); wanted != allocated.end()) {
            EXPECT_EQ(total.allocated, wanted->second) << wanted->first;
        }
    }
    EXPECT_EQ(state.pods, 4) << "they are still listed";
    EXPECT_EQ(state.runningPods, 1);
    EXPECT_EQ(pendingOf(state, "ml/never"), nullptr) << "and wait for nothing";
    // One that ends gives back what it held.
    {
        absl::MutexLock lock(&server->mutex);
        server->pods[{"ml", "lives"}] =
            makePod("ml/lives").req("cpu", "500m").node("n1").phase(model::PodPhase::Succeeded).obj();
    }
    cluster->seenPod({"ml", "lives"});
    EXPECT_TRUE(client->waitFor(
        [](const api::ClusterState &s) {
            return s.snapshot->find(base::Symbol("n1"))->requested().cpuMilli == 0 && s.runningPods == 0;
        },
        seconds(10)));
}

TEST_F(ClusterSessionTest, TwoSettingsChangedAtOnceBothHold)
{
    const auto client = open(api::Autonomy::Observe);
    client->service().setProtection(api::Protection::ReadOnly, "anna", [](const absl::Status &) {});
    client->service().setAutonomy(api::Autonomy::Approve, "anna", [](const absl::Status &) {});
    EXPECT_TRUE(client->waitFor(
        [](const api::ClusterState &s) {
            return s.profile.autonomy == api::Autonomy::Approve && s.profile.protection == api::Protection::ReadOnly;
        },
        seconds(10)));
}

TEST_F(ClusterSessionTest, MeasuredUseIsWhatStabilityIsComputedWithin)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Observe);
    const auto ask = [&] {
        return client->ask<model::DecisionPtr>([&](auto reply) {
            client->service().whatIf({"ml", "train"}, std::move(reply));
        });
    };
    const auto before = ask();
    ASSERT_TRUE(before.ok()) << before.status();
    EXPECT_FALSE((*before)->confidence.measuredVariation);
    for (int i = 0; i < UsageHistory::fewest; ++i) {
        model::UsageReport report;
        report.source = model::UsageReport::Source::Available;
        report.at = base::TimePoint(std::chrono::hours(1000) + i * seconds(15));
        for (const char *node : {"n1", "n2"}) {
            model::Usage usage;
            usage.cpuNano = (i % 2 == 0 ? 900 : 1100) * std::int64_t{1'000'000};
            usage.memoryBytes = std::int64_t{1} << 30;
            report.nodes.emplace_back(base::Symbol(node), usage);
        }
        cluster->measured(std::move(report));
    }
    const auto after = ask();
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_TRUE((*after)->confidence.measuredVariation);
    EXPECT_NE((*after)->snapshotHash, (*before)->snapshotHash);
}

TEST_F(ClusterSessionTest, WhatIsKeptOfTheLogIsShownAndSet)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Approve);
    proposed(*client, "ml/train");
    const auto now =
        client->ask<api::AuditStorage>([&](auto reply) { client->service().auditStorage(std::move(reply)); });
    ASSERT_TRUE(now.ok()) << now.status();
    EXPECT_EQ(now->leaves, 1U);
    EXPECT_GT(now->bytes, 0);
    EXPECT_EQ(now->keepDays, 0);
    const auto then = client->ask<api::AuditStorage>(
        [&](auto reply) { client->service().setAuditRetention(30, 1 << 30, "anna", std::move(reply)); });
    ASSERT_TRUE(then.ok()) << then.status();
    EXPECT_EQ(then->keepDays, 30);
    EXPECT_EQ(then->keepBytes, 1 << 30);
    EXPECT_EQ(then->leaves, 2U) << "the change is an entry itself";
    const auto refused = client->ask<api::AuditStorage>(
        [&](auto reply) { client->service().setAuditRetention(-1, 0, "anna", std::move(reply)); });
    EXPECT_FALSE(refused.ok());
}

TEST_F(ClusterSessionTest, AStaleFeedBlocksApprovalUntilItIsSyncedAgain)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Approve);
    const std::string id = proposed(*client, "ml/train");
    cluster->becomes(model::FeedState::Stale);
    EXPECT_TRUE(client->waitFor(
        [](const api::ClusterState &s) { return s.writeBlock == api::WriteBlock::NotSynced; }, seconds(10)));
    EXPECT_TRUE(absl::IsFailedPrecondition(approve(*client, id)));
    EXPECT_TRUE(binds().empty());
    cluster->becomes(model::FeedState::Synced);
    EXPECT_TRUE(
        client->waitFor([](const api::ClusterState &s) { return s.writeBlock == api::WriteBlock::None; }, seconds(10)));
    EXPECT_TRUE(approve(*client, id).ok());
}

TEST_F(ClusterSessionTest, AUserWhoMayNotBindIsToldAndNothingIsWritten)
{
    {
        absl::MutexLock lock(&server->mutex);
        server->access.bindPods = model::AccessReview::Answer::Denied;
    }
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Approve);
    const std::string id = proposed(*client, "ml/train");
    EXPECT_EQ(client->state().writeBlock, api::WriteBlock::Forbidden);
    EXPECT_TRUE(absl::IsPermissionDenied(approve(*client, id)));
    EXPECT_TRUE(binds().empty());
}

TEST_F(ClusterSessionTest, AProtectedClusterAsksForItsName)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = open(api::Autonomy::Approve, api::Protection::Protected);
    const std::string id = proposed(*client, "ml/train");
    EXPECT_TRUE(absl::IsFailedPrecondition(approve(*client, id)));
    EXPECT_TRUE(absl::IsFailedPrecondition(approve(*client, id, "tests")));
    EXPECT_TRUE(approve(*client, id, "test").ok());
}

TEST_F(ClusterSessionTest, TwoPodsThatFitOnlyOneAreNotBothPlaced)
{
    add(makePod("ml/a").req("cpu", "3").obj());
    add(makePod("ml/b").req("cpu", "3").obj());
    const auto client = open(api::Autonomy::Approve);
    EXPECT_TRUE(client->waitFor(
        [&](const api::ClusterState &s) {
            int placed = 0;
            int refused = 0;
            for (const api::PendingPod &pending : s.pending) {
                placed += pending.outcome == model::DecisionOutcome::Placed;
                refused += pending.outcome == model::DecisionOutcome::NoNodeFits;
            }
            return placed == 1 && refused == 1 && s.proposals.size() == 1;
        },
        seconds(10)));
    EXPECT_EQ(client->state().snapshot->find(base::Symbol("n1"))->requested().cpuMilli, 3000)
        << "the proposed pod is assumed";
}

TEST_F(ClusterSessionTest, AProposalOutlivesTheSessionAndCanBeApprovedInTheNext)
{
    add(makePod("ml/train").req("cpu", "1").obj());
    std::string id;
    {
        const auto client = open(api::Autonomy::Approve);
        id = proposed(*client, "ml/train");
    }
    const auto client = open(api::Autonomy::Approve);
    EXPECT_EQ(proposed(*client, "ml/train"), id);
    EXPECT_TRUE(approve(*client, id).ok());
    EXPECT_TRUE(client->waitFor(
        [&](const api::ClusterState &s) { return proposalOf(s, "ml/train")->state == DecisionState::Confirmed; },
        seconds(10)));
    EXPECT_THAT(binds(), ::testing::ElementsAre("ml/train -> n1"));
}

TEST_F(ClusterSessionTest, AManifestIsPlacedOnePodAfterTheOther)
{
    const auto client = open(api::Autonomy::Observe);
    const std::string text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: x, "
                             "resources: {requests: {cpu: '3'}}}]}\n"
                             "---\napiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec: {containers: [{name: c, "
                             "image: x, resources: {requests: {cpu: '3'}}}]}\n";
    const auto answer = client->ask<std::vector<model::DecisionPtr>>(
        [&](auto reply) { client->service().whatIfManifest(text, std::move(reply)); });
    ASSERT_TRUE(answer.ok()) << answer.status();
    ASSERT_EQ(answer->size(), 2U);
    EXPECT_EQ((*answer)[0]->outcome, model::DecisionOutcome::Placed);
    EXPECT_EQ((*answer)[1]->outcome, model::DecisionOutcome::NoNodeFits);
    const auto bad = client->ask<std::vector<model::DecisionPtr>>(
        [&](auto reply) { client->service().whatIfManifest("kind: Pod\nspec: [", std::move(reply)); });
    EXPECT_FALSE(bad.ok());
}

TEST_F(ClusterSessionTest, AnAuditLogThatAnotherProgramWritesRefusesASecondWriter)
{
    const auto client = open(api::Autonomy::Approve);
    SessionOptions options;
    options.profile.id = "test";
    options.places = {folder + "/data", folder + "/state"};
    options.port = std::make_unique<FakeCluster>(server);
    const auto second = ClusterSession::open(std::move(options));
    EXPECT_TRUE(absl::IsFailedPrecondition(second.status())) << second.status();
}

/// A session that looks after a policy file.
class PolicySessionTest : public ClusterSessionTest {
protected:
    void put(int version, const std::string &rest = {}) const
    {
        std::filesystem::create_directories(folder);
        std::ofstream(folder + "/new.yaml", std::ios::trunc)
            << "apiVersion: binnacle/v1\nkind: Policy\nmetadata: {name: a, version: " << version << "}\n"
            << rest;
        std::filesystem::rename(folder + "/new.yaml", path);
    }
    std::unique_ptr<Client> openWith(api::Autonomy autonomy, api::PolicyReload reload)
    {
        SessionOptions options;
        options.policyFile = kube::loadPolicyFile(plugins::registry(), path)->file;
        options.policyPath = path;
        options.watchPolicy = true;
        options.policyReload = reload;
        return open(autonomy, api::Protection::Normal, std::move(options));
    }
    static bool waitForVersion(Client &client, std::int64_t version)
    {
        return client.waitFor(
            [&](const api::ClusterState &s) { return s.policy && s.policy->inForce.number == version; }, seconds(10));
    }

    const std::string path = folder + "/policy.yaml";
    const std::string notOnN1 = "rules:\n- {name: keep-off, action: forbid, nodes: {matchLabels: {size: large}}}\n";
};

TEST_F(PolicySessionTest, AChangedFileWaitsIsShownAndDecidesOnceApplied)
{
    {
        absl::MutexLock lock(&server->mutex);
        server->nodes[0] = makeNode("n1")
                               .allocatable("cpu", "4")
                               .allocatable("memory", "8Gi")
                               .allocatable("pods", "110")
                               .label("size", "large")
                               .obj();
    }
    put(1);
    const auto client = openWith(api::Autonomy::Observe, api::PolicyReload::Ask);
    add(makePod("ml/train").req("cpu", "1").obj());
    cluster->seenPod({"ml", "train"});
    EXPECT_TRUE(decided(*client, "ml/train"));
    EXPECT_EQ(pendingOf(client->state(), "ml/train")->wouldGo.text(), "n1");
    put(2, notOnN1);
    ASSERT_TRUE(client->waitFor(
        [](const api::ClusterState &s) { return s.policy->waiting && s.policy->waiting->number == 2; }, seconds(10)));
    EXPECT_EQ(client->state().policy->inForce.number, 1);
    const auto trial = client->ask<api::PolicyTrial>([&](auto reply) {
        client->service().policies()->tryPolicy(client->state().policy->waitingText, std::move(reply));
    });
    ASSERT_TRUE(trial.ok()) << trial.status();
    ASSERT_EQ(trial->pods.size(), 1u);
    EXPECT_EQ(trial->pods[0].after.node.text(), "n2");
    const std::string hash = client->state().policy->waiting->hash;
    EXPECT_TRUE(
        client->tell([&](api::Done done) { client->service().policies()->applyPolicy(hash, "anna", std::move(done)); })
            .ok());
    ASSERT_TRUE(waitForVersion(*client, 2));
    EXPECT_EQ(client->state().policyVersion, "a/2@" + hash);
    EXPECT_TRUE(client->waitFor(
        [](const api::ClusterState &s) { return pendingOf(s, "ml/train")->wouldGo.text() == "n2"; }, seconds(10)));
}

TEST_F(PolicySessionTest, ADecisionReplaysUnderThePolicyThatItNames)
{
    put(1, "constraints: {cpuAtMostPercent: 60}\n");
    add(makePod("ml/train").req("cpu", "2").obj());
    const auto client = openWith(api::Autonomy::Approve, api::PolicyReload::AtOnce);
    const std::string id = proposed(*client, "ml/train");
    put(2, "constraints: {cpuAtMostPercent: 10}\n");
    ASSERT_TRUE(waitForVersion(*client, 2));
    const auto row =
        client->ask<api::AuditDecision>([&](auto reply) { client->service().auditDecision(id, std::move(reply)); });
    ASSERT_TRUE(row.ok()) << row.status();
    EXPECT_TRUE(row->decision.policyVersion.starts_with("a/1@")) << row->decision.policyVersion;
    const auto replayed =
        client->ask<api::ReplayReport>([&](auto reply) { client->service().replay(id, std::move(reply)); });
    ASSERT_TRUE(replayed.ok()) << replayed.status();
    EXPECT_TRUE(replayed->equal) << replayed->detail;
    EXPECT_EQ(approve(*client, id).code(), absl::StatusCode::kAborted)
        << "the filters are asked again, under the new one";
    EXPECT_TRUE(binds().empty());
}

TEST_F(PolicySessionTest, AFileLowersWhatTheSessionDoes)
{
    put(1, "autonomy: observe\n");
    add(makePod("ml/train").req("cpu", "1").obj());
    const auto client = openWith(api::Autonomy::Automatic, api::PolicyReload::AtOnce);
    EXPECT_TRUE(decided(*client, "ml/train"));
    EXPECT_EQ(client->state().profile.autonomy, api::Autonomy::Observe);
    EXPECT_EQ(client->state().policy->userAutonomy, api::Autonomy::Automatic);
    EXPECT_TRUE(client->state().proposals.empty());
    put(2, "autonomy: approve\n");
    EXPECT_FALSE(proposed(*client, "ml/train").empty()) << "up to what the user set";
    EXPECT_EQ(client->state().profile.autonomy, api::Autonomy::Approve);
}

TEST_F(PolicySessionTest, LimitsGoByWhatIsMeasuredOnceItIs)
{
    put(1, "constraints: {cpuAtMostPercent: 90}\n");
    const auto client = openWith(api::Autonomy::Observe, api::PolicyReload::AtOnce);
    model::UsageReport report;
    report.source = model::UsageReport::Source::Available;
    report.at = base::TimePoint(seconds(1000));
    for (const char *node : {"n1", "n2"}) {
        model::Usage usage;
        usage.cpuNano = 3'900'000'000;
        report.nodes.emplace_back(base::Symbol(node), usage);
    }
    cluster->measured(report);
    add(makePod("ml/train").req("cpu", "1").obj());
    cluster->seenPod({"ml", "train"});
    EXPECT_TRUE(decided(*client, "ml/train"));
    EXPECT_EQ(pendingOf(client->state(), "ml/train")->mainReason, model::ReasonCode::PolicyCpuLimit);
}

} // namespace
} // namespace binnacle::services
