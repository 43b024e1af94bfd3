// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/scheduling_desk.h"

#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"

#include <absl/synchronization/mutex.h>
#include <gtest/gtest.h>

#include <deque>

namespace binnacle::services {
namespace {

using model::testing::makeNode;
using model::testing::makePod;

/// Holds what the scheduling sequence answers until the test lets it in.
class HeldExecutor final : public base::Executor {
public:
    void post(std::function<void()> task) override
    {
        absl::MutexLock lock(&m_mutex);
        m_tasks.push_back(std::move(task));
    }
    [[nodiscard]] bool runsHere() const override { return true; }
    void awaitOne()
    {
        absl::MutexLock lock(&m_mutex);
        m_mutex.Await(absl::Condition(
            +[](std::deque<std::function<void()>> *tasks) { return !tasks->empty(); }, &m_tasks));
    }
    void run()
    {
        for (;;) {
            std::function<void()> task;
            {
                absl::MutexLock lock(&m_mutex);
                if (m_tasks.empty())
                    return;
                task = std::move(m_tasks.front());
                m_tasks.pop_front();
            }
            task();
        }
    }

private:
    absl::Mutex m_mutex;
    std::deque<std::function<void()>> m_tasks;
};

class ManualClock final : public base::Clock {
public:
    [[nodiscard]] base::TimePoint now() const override { return at; }
    base::TimePoint at{std::chrono::hours(1000)};
};

class SchedulingDeskTest : public ::testing::Test {
protected:
    SchedulingDeskTest() : desk(surroundings())
    {
        see(makeNode("n1").allocatable("cpu", "2").allocatable("pods", "9").obj());
    }
    ~SchedulingDeskTest() override { desk.stop(); }

    SchedulingDesk::Surroundings surroundings()
    {
        SchedulingDesk::Surroundings around;
        around.state = &state;
        around.clock = &clock;
        around.policies.others = plugins::defaultPolicy();
        around.mayDecide = [] { return true; };
        around.mayPropose = [this] { return room; };
        around.proposes = [] { return true; };
        around.busy = [](const model::PodKey &) { return false; };
        around.placed = [this](const model::SnapshotPtr &, const model::DecisionPtr &decision) {
            placed.push_back(decision->pod.text());
        };
        around.unplaced = [this](const model::SnapshotPtr &, const model::DecisionPtr &, const std::string &answer) {
            news.push_back(!answer.empty());
            last = answer.empty() ? last : answer;
        };
        around.changed = [](const model::PodKey &) {};
        around.decidedOne = [] {};
        return around;
    }
    void see(const model::NodePtr &node)
    {
        model::ClusterDelta delta;
        delta.nodes = {node};
        desk.apply(delta);
    }
    void decide()
    {
        desk.kick();
        state.awaitOne();
        state.run();
    }

    HeldExecutor state;
    ManualClock clock;
    bool room = true;
    std::vector<std::string> placed;
    std::vector<bool> news;
    std::string last; ///< answer
    SchedulingDesk desk;
};

TEST_F(SchedulingDeskTest, ANodeThatComesWhileAPodIsDecidedIsNotMissed)
{
    desk.podSeen(makePod("ml/train").req("cpu", "8").obj());
    desk.kick();
    state.awaitOne(); // decided on the one small node, and not told yet
    see(makeNode("n2").allocatable("cpu", "16").allocatable("pods", "9").obj());
    state.run();
    ASSERT_EQ(news, std::vector<bool>{true});
    clock.at += std::chrono::seconds(2); // its backoff, and no further change
    decide();
    EXPECT_EQ(placed, std::vector<std::string>{"ml/train"});
}

TEST_F(SchedulingDeskTest, TheSameAnswerIsNewsOnce)
{
    // Nodes with room for it, so that it is tried again, and with a taint.
    const auto tainted = [](const char *name) {
        return makeNode(name).allocatable("cpu", "9").allocatable("pods", "9").taint("spot", "true").obj();
    };
    see(tainted("n2"));
    desk.podSeen(makePod("ml/train").req("cpu", "8").obj());
    decide();
    see(tainted("n3"));
    clock.at += std::chrono::seconds(20);
    decide();
    EXPECT_EQ(news, (std::vector<bool>{true, false}));
    desk.notRecorded({"ml", "train"});
    see(tainted("n4"));
    clock.at += std::chrono::seconds(20);
    decide();
    EXPECT_EQ(news.back(), true) << "the log did not take it";
}

TEST_F(SchedulingDeskTest, AnAnswerOfAnEarlierRunIsNoNews)
{
    const model::PodPtr pod = makePod("ml/train").req("cpu", "8").obj();
    desk.podSeen(pod);
    decide();
    ASSERT_EQ(news, std::vector<bool>{true});
    SchedulingDesk next(surroundings());
    model::ClusterDelta delta;
    delta.nodes = {makeNode("n1").allocatable("cpu", "2").allocatable("pods", "9").obj()};
    next.apply(delta);
    next.setRecorded({{pod->uid, last}});
    next.podSeen(pod);
    next.kick();
    state.awaitOne();
    state.run();
    EXPECT_EQ(news.back(), false);
    next.stop();
}

TEST_F(SchedulingDeskTest, ADeniedPodIsDecidedAgainWhenItChangesOrSomeTimeHasPassed)
{
    const model::PodPtr pod = makePod("ml/train").req("cpu", "1").obj();
    desk.podSeen(pod);
    decide();
    ASSERT_EQ(placed.size(), 1U);
    desk.requeue(pod, Requeue::Denied);
    EXPECT_EQ(desk.pending()[0].wait, api::PendingPod::Wait::Denied);
    clock.at += std::chrono::minutes(4);
    desk.kick();
    state.run();
    EXPECT_EQ(placed.size(), 1U);
    clock.at += std::chrono::minutes(2);
    decide();
    EXPECT_EQ(placed.size(), 2U);
    desk.requeue(pod, Requeue::Denied);
    desk.podSeen(makePod("ml/train").req("cpu", "500m").obj());
    decide();
    EXPECT_EQ(placed.size(), 3U) << "it is another request now";
}

TEST_F(SchedulingDeskTest, AnotherPodsLaterDenialHoldsNobodyBack)
{
    const model::PodPtr first = makePod("ml/first").req("cpu", "500m").obj();
    const model::PodPtr second = makePod("ml/second").req("cpu", "500m").obj();
    for (const model::PodPtr &pod : {first, second}) {
        desk.podSeen(pod);
        decide();
        desk.requeue(pod, Requeue::Denied);
    }
    clock.at += std::chrono::minutes(3);
    desk.requeue(first, Requeue::Denied); // again, for longer
    clock.at += std::chrono::minutes(3);
    decide();
    ASSERT_EQ(placed.size(), 3U);
    EXPECT_EQ(placed.back(), "ml/second");
    desk.requeue(second, Requeue::Now);
    room = false;
    desk.kick();
    for (const api::PendingPod &pending : desk.pending())
        EXPECT_EQ(pending.wait, pending.pod == first ? api::PendingPod::Wait::Denied : api::PendingPod::Wait::Queued);
}

TEST_F(SchedulingDeskTest, NothingIsProposedWhileTooManyProposalsAreOpen)
{
    room = false;
    desk.podSeen(makePod("ml/train").req("cpu", "1").obj());
    desk.kick();
    state.run();
    EXPECT_TRUE(placed.empty());
    room = true;
    decide();
    EXPECT_EQ(placed.size(), 1U);
}

TEST_F(SchedulingDeskTest, ADenialOfAnEarlierRunLastsForTheRestOfItsTime)
{
    const model::PodPtr pod = makePod("ml/train").req("cpu", "1").obj();
    desk.podSeen(pod);
    desk.setDenied(pod->key, pod->signature, clock.at - std::chrono::minutes(4));
    EXPECT_EQ(desk.pending()[0].wait, api::PendingPod::Wait::Denied);
    clock.at += std::chrono::seconds(59);
    desk.kick();
    EXPECT_EQ(desk.pending()[0].wait, api::PendingPod::Wait::Denied);
    clock.at += std::chrono::seconds(2);
    decide();
    EXPECT_EQ(placed, std::vector<std::string>{"ml/train"});
}

TEST_F(SchedulingDeskTest, ADenialOfAnEarlierRunThatIsOverOrOfAnotherPodHoldsNothingBack)
{
    const model::PodPtr pod = makePod("ml/train").req("cpu", "1").obj();
    desk.podSeen(pod);
    desk.setDenied(pod->key, makePod("ml/train").req("cpu", "2").obj()->signature, clock.at);
    EXPECT_EQ(desk.pending()[0].wait, api::PendingPod::Wait::Queued) << "the pod is not what was denied";
    desk.setDenied(pod->key, pod->signature, clock.at - std::chrono::minutes(6));
    EXPECT_EQ(desk.pending()[0].wait, api::PendingPod::Wait::Queued);
    decide();
    EXPECT_EQ(placed, std::vector<std::string>{"ml/train"});
}

TEST_F(SchedulingDeskTest, ADenialIsHeldNoLongerThanOneMadeNowWhateverTheClockSaidThen)
{
    const model::PodPtr pod = makePod("ml/train").req("cpu", "1").obj();
    desk.podSeen(pod);
    desk.setDenied(pod->key, std::nullopt, clock.at + std::chrono::hours(1000));
    clock.at += std::chrono::minutes(5);
    decide();
    EXPECT_EQ(placed, std::vector<std::string>{"ml/train"});
}

} // namespace
} // namespace binnacle::services
