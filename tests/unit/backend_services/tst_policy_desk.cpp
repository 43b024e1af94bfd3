// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/policy_desk.h"

#include "backend/services/scheduling_desk.h"
#include "backend/services/ticker.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"

#include <absl/synchronization/mutex.h>
#include <absl/time/time.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace binnacle::services {
namespace {

using model::testing::makeNode;
using model::testing::makeNodeInfo;
using model::testing::makePod;

std::string text(int version, const std::string &rest = {})
{
    return "apiVersion: binnacle/v1\nkind: Policy\nmetadata: {name: a, version: " + std::to_string(version) + "}\n"
        + rest;
}
kube::PolicyFilePtr file(int version, const std::string &rest = {})
{
    const kube::PolicyReading reading = kube::parsePolicyFile(plugins::registry(), text(version, rest));
    EXPECT_TRUE(reading.file) << kube::faultsText("policy", reading.faults);
    return reading.file;
}
std::string forbidden(std::string_view zone)
{
    return "rules:\n- {name: z, action: forbid, nodes: {matchLabels: {zone: " + std::string(zone) + "}}}\n";
}

/// Runs what is posted to it when the test says so.
class Held final : public base::Executor {
public:
    void post(std::function<void()> task) override
    {
        absl::MutexLock lock(&m_mutex);
        m_tasks.push_back(std::move(task));
    }
    [[nodiscard]] bool runsHere() const override { return true; }
    /// Until `done`; false when nothing is posted for long.
    bool runUntil(const std::function<bool()> &done)
    {
        while (!done()) {
            std::function<void()> task;
            {
                absl::MutexLock lock(&m_mutex);
                const auto any = [this]() ABSL_SHARED_LOCKS_REQUIRED(m_mutex) { return !m_tasks.empty(); };
                if (!m_mutex.AwaitWithTimeout(absl::Condition(&any), absl::Seconds(20)))
                    return false;
                task = std::move(m_tasks.front());
                m_tasks.pop_front();
            }
            task();
        }
        return true;
    }

private:
    absl::Mutex m_mutex;
    std::deque<std::function<void()>> m_tasks ABSL_GUARDED_BY(m_mutex);
};

class PolicyDeskTest : public ::testing::Test {
protected:
    PolicyDesk::Surroundings surroundings()
    {
        PolicyDesk::Surroundings around;
        around.state = &state;
        around.clock = &clock;
        around.ours = schedulerName;
        around.path = "policy.yaml";
        around.adopt = [this](const framework::Policies &policies) { adopted.push_back(policies.others->version()); };
        around.record = [this](const PolicyDesk::Change &change, const std::function<void(absl::Status)> &done) {
            rows.push_back(change.how + " by " + change.actor + ": " + shown(change.from) + " -> " + shown(change.to));
            done(log);
        };
        around.recordReload = [](api::PolicyReload, const std::string &, const api::Done &done) {
            done(absl::OkStatus());
        };
        around.trialInput = [this] {
            TrialInput input;
            input.snapshot = model::testing::makeSnapshot(
                {makeNodeInfo(makeNode("n1").allocatable("cpu", "4").label("zone", "a").obj()),
                    makeNodeInfo(makeNode("n2").allocatable("cpu", "4").label("zone", "b").obj())});
            input.usage = usage;
            input.pods = {makePod("ml/p").req("cpu", "1").obj(), makePod("ml/large").req("cpu", "9").obj()};
            return input;
        };
        around.usageMeasured = [this] { return measured; };
        around.userAutonomy = [this] { return user; };
        around.changed = [] {};
        return around;
    }
    void open(kube::PolicyFilePtr first = nullptr, api::PolicyReload reload = api::PolicyReload::Ask)
    {
        PolicyDesk::Surroundings around = surroundings();
        around.reload = reload;
        auto made = PolicyDesk::make(std::move(around), std::move(first));
        ASSERT_TRUE(made.ok()) << made.status();
        desk = *std::move(made);
    }
    static std::string shown(const std::string &version) { return version.substr(0, version.find('@')); }
    absl::Status applied(const std::string &hash)
    {
        absl::Status out;
        desk->apply(hash, "anna", [&](const absl::Status &status) { out = status; });
        return out;
    }
    api::PolicyTrial tried(const std::string &of)
    {
        std::optional<api::PolicyTrial> out;
        desk->tryPolicy(of, [&](absl::StatusOr<api::PolicyTrial> trial) { out = *std::move(trial); });
        EXPECT_TRUE(state.runUntil([&] { return out.has_value(); }));
        return out.value_or(api::PolicyTrial());
    }

    Held state;
    SystemClock clock;
    std::shared_ptr<api::UsageTable> usage = std::make_shared<api::UsageTable>();
    std::vector<std::string> adopted;
    std::vector<std::string> rows;
    absl::Status log;
    bool measured = true;
    api::Autonomy user = api::Autonomy::Approve;
    std::unique_ptr<PolicyDesk> desk;
};

TEST_F(PolicyDeskTest, AChangedFileWaitsUntilSomebodyAppliesWhatWasShown)
{
    open(file(1));
    desk->take({{file(2, forbidden("a")), {}}});
    auto seen = desk->state();
    EXPECT_EQ(seen->inForce.number, 1);
    ASSERT_TRUE(seen->waiting);
    EXPECT_EQ(seen->waiting->number, 2);
    ASSERT_EQ(seen->changes.size(), 1u);
    EXPECT_EQ(seen->changes[0].path, "rules.z");
    EXPECT_TRUE(adopted.empty());
    EXPECT_EQ(applied("other").code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_TRUE(applied(seen->waiting->hash).ok());
    seen = desk->state();
    EXPECT_EQ(seen->inForce.number, 2);
    EXPECT_EQ(seen->appliedBy, "anna");
    EXPECT_FALSE(seen->waiting);
    ASSERT_EQ(adopted.size(), 1u);
    EXPECT_EQ(adopted[0], "a/2@" + seen->inForce.hash) << "decisions are marked with the same hash";
    EXPECT_EQ(rows, std::vector<std::string>{"applied by anna: a/1 -> a/2"});
}

TEST_F(PolicyDeskTest, AtOnceNeedsNobody)
{
    open(file(1), api::PolicyReload::AtOnce);
    desk->take({{file(2), {}}});
    EXPECT_EQ(desk->state()->inForce.number, 2);
    EXPECT_EQ(rows, std::vector<std::string>{"at-once by policy file: a/1 -> a/2"});
}

TEST_F(PolicyDeskTest, WhatIsNotWrittenDownIsNotAdopted)
{
    open(file(1), api::PolicyReload::AtOnce);
    log = absl::UnavailableError("disk full");
    desk->take({{file(2), {}}});
    EXPECT_EQ(desk->state()->inForce.number, 1);
    ASSERT_TRUE(desk->state()->waiting) << "it waits for the log";
    EXPECT_TRUE(adopted.empty());
    log = absl::OkStatus();
    EXPECT_TRUE(applied(desk->state()->waiting->hash).ok());
    EXPECT_EQ(desk->state()->inForce.number, 2);
}

TEST_F(PolicyDeskTest, ABadOrAbsentFileLeavesTheLastGoodOneInForce)
{
    open(file(1));
    desk->take({kube::parsePolicyFile(plugins::registry(), text(2, "rules: 4\n"))});
    EXPECT_EQ(desk->state()->inForce.number, 1);
    ASSERT_EQ(desk->state()->faults.size(), 1u);
    EXPECT_EQ(desk->state()->faults[0].line, 4u);
    PolicyNews gone;
    gone.gone = true;
    desk->take(gone);
    EXPECT_TRUE(desk->state()->fileGone);
    EXPECT_TRUE(desk->state()->faults.empty());
    EXPECT_EQ(desk->state()->inForce.number, 1);
    desk->take({{file(1), {}}});
    EXPECT_FALSE(desk->state()->fileGone);
    EXPECT_FALSE(desk->state()->waiting) << "it decides as what is in force";
    EXPECT_TRUE(rows.empty());
}

TEST_F(PolicyDeskTest, TheWaitingOneCanBeForgottenAndAnEarlierOnePutBack)
{
    open(file(1));
    desk->take({{file(2), {}}});
    EXPECT_TRUE(applied(desk->state()->waiting->hash).ok());
    desk->take({{file(3), {}}});
    absl::Status kept = absl::UnknownError("");
    desk->keep(desk->state()->waiting->hash, [&](const absl::Status &status) { kept = status; });
    EXPECT_TRUE(kept.ok());
    EXPECT_FALSE(desk->state()->waiting);
    ASSERT_EQ(desk->state()->earlier.size(), 1u);
    desk->restore(desk->state()->earlier[0].hash, "bert", [](const absl::Status &) {});
    EXPECT_EQ(desk->state()->inForce.number, 1);
    EXPECT_EQ(desk->state()->earlier[0].number, 2);
    EXPECT_EQ(rows.back(), "restored by bert: a/2 -> a/1");
}

TEST_F(PolicyDeskTest, AFileLowersTheAutonomyAndRaisesItOnlyUpToWhatTheUserSet)
{
    open(file(1, "autonomy: observe\n"), api::PolicyReload::AtOnce);
    EXPECT_EQ(desk->allowed(user), api::Autonomy::Observe);
    EXPECT_EQ(desk->state()->notes, std::vector{api::PolicyNote::AutonomyLowered});
    desk->take({{file(2, "autonomy: automatic\n"), {}}});
    EXPECT_EQ(desk->allowed(user), api::Autonomy::Approve) << "no more than the user set";
    EXPECT_EQ(desk->state()->notes, std::vector{api::PolicyNote::AutonomyNotRaised});
    user = api::Autonomy::Automatic;
    EXPECT_EQ(desk->allowed(user), api::Autonomy::Automatic);
    EXPECT_TRUE(desk->state()->notes.empty());
}

TEST_F(PolicyDeskTest, SaysWhatOfItIsNotInForceAsWritten)
{
    open(file(1, "constraints: {cpuAtMostPercent: 90, latencyAtMostMilliseconds: 5}\n"));
    EXPECT_EQ(desk->state()->notes, std::vector{api::PolicyNote::LatencyWithoutSource});
    measured = false;
    EXPECT_EQ(
        desk->state()->notes, (std::vector{api::PolicyNote::LatencyWithoutSource, api::PolicyNote::UseNotMeasured}));
}

TEST_F(PolicyDeskTest, ATrialPlacesTheQueueUnderBothAndChangesNothing)
{
    open(file(1, forbidden("a")));
    const api::PolicyTrial trial = tried(text(2, forbidden("b")));
    EXPECT_TRUE(trial.faults.empty());
    EXPECT_EQ(trial.before.number, 1);
    EXPECT_EQ(trial.after.number, 2);
    ASSERT_EQ(trial.pods.size(), 2u);
    EXPECT_EQ(trial.pods[0].pod.text(), "ml/p");
    EXPECT_EQ(trial.pods[0].before.node.text(), "n2");
    EXPECT_EQ(trial.pods[0].after.node.text(), "n1");
    EXPECT_FALSE(trial.pods[1].differs());
    EXPECT_EQ(trial.pods[1].after.outcome, model::DecisionOutcome::NoNodeFits);
    EXPECT_EQ(trial.placedBefore, 1);
    EXPECT_EQ(trial.placedAfter, 1);
    EXPECT_EQ(desk->state()->inForce.number, 1);
    EXPECT_EQ(tried(text(2, "rules: 4\n")).faults.size(), 1u);
}

TEST_F(PolicyDeskTest, ATrialGoesByWhatWasMeasuredEvenIfTheOneInForceDoesNot)
{
    open();
    usage->nodes[base::Symbol("n1")].cpuNano = 3'500'000'000;
    usage->nodes[base::Symbol("n2")].cpuNano = 3'500'000'000;
    const api::PolicyTrial trial = tried(text(2, "constraints: {cpuAtMostPercent: 90}\n"));
    ASSERT_EQ(trial.pods.size(), 2u);
    EXPECT_EQ(trial.pods[0].before.outcome, model::DecisionOutcome::Placed);
    EXPECT_EQ(trial.pods[0].after.outcome, model::DecisionOutcome::NoNodeFits);
    EXPECT_EQ(trial.pods[0].after.reason, model::ReasonCode::PolicyCpuLimit);
}

/// Two policies that forbid each other's node: a decision made half under one and half under the other would show.
TEST(PolicyReload, UnderLoadNoDecisionIsLostOrMixed)
{
    constexpr int pods = 1500;
    const framework::PolicyPtr north =
        framework::Policy::make(plugins::registry(), file(1, forbidden("south"))->changes).value();
    const framework::PolicyPtr south =
        framework::Policy::make(plugins::registry(), file(2, forbidden("north"))->changes).value();
    Held state;
    SystemClock clock;
    std::map<std::string, std::vector<model::DecisionPtr>> decided;
    SchedulingDesk::Surroundings around;
    around.state = &state;
    around.clock = &clock;
    around.policies.others = north;
    std::set<model::PodKey> busy;
    around.mayDecide = [] { return true; };
    around.mayPropose = [] { return true; };
    around.proposes = [] { return true; };
    around.busy = [&](const model::PodKey &key) { return busy.contains(key); };
    around.unplaced = [](const model::SnapshotPtr &, const model::DecisionPtr &, const std::string &) {
        ADD_FAILURE() << "each policy leaves one node";
    };
    around.changed = [](const model::PodKey &) {};
    int flips = 0;
    SchedulingDesk *out = nullptr;
    around.placed = [&](const model::SnapshotPtr &, const model::DecisionPtr &decision) {
        decided[decision->pod.text()].push_back(decision);
        busy.insert(decision->pod);
    };
    around.decidedOne = [&] {
        if (decided.size() % 7 == 3)
            out->setPolicies({(++flips % 2 == 0 ? north : south), {}});
    };
    SchedulingDesk desk(around);
    out = &desk;
    model::ClusterDelta nodes;
    for (const char *zone : {"north", "south"})
        nodes.nodes.push_back(
            makeNode(zone).allocatable("cpu", "9000").allocatable("pods", "9000").label("zone", zone).obj());
    desk.apply(nodes);
    for (int i = 0; i < pods; ++i)
        desk.podSeen(makePod("load/p" + std::to_string(i)).req("cpu", "1m").obj());
    desk.kick();
    EXPECT_TRUE(state.runUntil([&] { return decided.size() == pods; }));
    EXPECT_GT(flips, 100);
    std::map<std::string, int> byVersion;
    for (const auto &[pod, decisions] : decided) {
        ASSERT_EQ(decisions.size(), 1u) << pod;
        const model::Decision &decision = *decisions.front();
        const bool isNorth = decision.policyVersion == north->version();
        ASSERT_TRUE(isNorth || decision.policyVersion == south->version()) << decision.policyVersion;
        ASSERT_EQ(decision.chosen.text(), isNorth ? "north" : "south") << pod;
        ASSERT_EQ(*decision.policyText, *(isNorth ? north : south)->text());
        ++byVersion[decision.policyVersion];
    }
    EXPECT_EQ(byVersion.size(), 2u);
    desk.stop();
}

} // namespace
} // namespace binnacle::services
