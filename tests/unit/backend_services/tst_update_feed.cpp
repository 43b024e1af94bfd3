// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/update_feed.h"

#include "planner/base/random.h"
#include "planner/engine/cluster_cache.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>
#include <string>

namespace binnacle::services {
namespace {

using model::testing::makeNode;
using model::testing::makePod;

/// Runs its tasks when told to.
class ByHand final : public base::Executor {
public:
    void post(std::function<void()> task) override { m_tasks.push_back(std::move(task)); }
    [[nodiscard]] bool runsHere() const override { return false; }
    bool runOne()
    {
        if (m_tasks.empty())
            return false;
        const std::function<void()> task = std::move(m_tasks.front());
        m_tasks.pop_front();
        task();
        return true;
    }
    void runAll()
    {
        while (runOne()) { }
    }

private:
    std::deque<std::function<void()>> m_tasks;
};

class UpdateFeedTest : public ::testing::Test {
protected:
    void subscribe()
    {
        feed.subscribe(sequence, subscriber, [this](const api::ClusterUpdatePtr &update) {
            updates.push_back(update);
            if (update->reset) {
                pods.clear();
                nodes.clear();
            }
            for (const model::NodeInfoPtr &info : update->nodes)
                nodes.insert(std::string(info->node().name.text()));
            for (base::Symbol name : update->removedNodes)
                nodes.erase(std::string(name.text()));
            for (const model::PodPtr &pod : update->pods)
                pods[pod->key.text()] = pod;
            for (const model::PodKey &key : update->removedPods)
                pods.erase(key.text());
        });
    }
    api::ClusterStatePtr state(model::FeedState feedState = model::FeedState::Synced)
    {
        auto made = std::make_shared<api::ClusterState>();
        made->snapshot = cache.snapshot();
        made->usage = std::make_shared<const api::UsageTable>();
        made->feed.state = feedState;
        made->writeBlock = feedState == model::FeedState::Synced ? api::WriteBlock::None : api::WriteBlock::NotSynced;
        return made;
    }
    void deliver(const api::ClusterStatePtr &what, const std::vector<model::PodPtr> &all = {})
    {
        feed.deliver(what, [&] { return all; });
    }
    void handleAll()
    {
        subscriber.runAll();
        sequence.runAll();
    }
    void setNodes(const std::vector<std::string> &names)
    {
        model::ClusterDelta delta;
        delta.replaceNodes = true;
        for (const std::string &name : names)
            delta.nodes.push_back(makeNode(name).obj());
        cache.apply(delta);
    }
    static std::vector<model::PodPtr> manyPods(int count)
    {
        std::vector<model::PodPtr> out;
        for (int i = 0; i < count; ++i)
            out.push_back(makePod("a/p" + std::to_string(i)).obj());
        return out;
    }

    engine::ClusterCache cache;
    ByHand sequence;
    ByHand subscriber;
    UpdateFeed feed;
    std::vector<api::ClusterUpdatePtr> updates;
    std::map<std::string, model::PodPtr> pods;
    std::set<std::string> nodes;
};

TEST_F(UpdateFeedTest, HandsOverVeryManyPodsInSeveralUpdates)
{
    subscribe();
    setNodes({"n1"});
    deliver(state(), manyPods(2500));
    handleAll();
    ASSERT_EQ(updates.size(), 3u);
    EXPECT_TRUE(updates[0]->reset);
    EXPECT_FALSE(updates[1]->reset);
    EXPECT_FALSE(updates[2]->reset);
    for (const api::ClusterUpdatePtr &update : updates)
        EXPECT_LE(update->pods.size(), UpdateFeed::podsAtOnce);
    EXPECT_EQ(updates[0]->nodes.size(), 1u) << "nodes come first, so that pods have a place";
    EXPECT_EQ(pods.size(), 2500u);
}

TEST_F(UpdateFeedTest, SaysSyncedOnlyWithTheLastOfThePods)
{
    subscribe();
    const api::ClusterStatePtr synced = state();
    deliver(synced, manyPods(2500));
    handleAll();
    ASSERT_EQ(updates.size(), 3u);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(updates[std::size_t(i)]->state->feed.state, model::FeedState::Connecting);
        EXPECT_EQ(updates[std::size_t(i)]->state->writeBlock, api::WriteBlock::NotSynced);
    }
    EXPECT_EQ(updates[2]->state, synced);
}

TEST_F(UpdateFeedTest, KeepsTheStateBeforeUntilTheRowsOfTheNextAreThere)
{
    subscribe();
    const api::ClusterStatePtr first = state(model::FeedState::Connecting);
    deliver(first);
    handleAll();
    for (const model::PodPtr &pod : manyPods(1500))
        feed.touchPod(pod);
    const api::ClusterStatePtr second = state();
    deliver(second);
    handleAll();
    ASSERT_EQ(updates.size(), 3u);
    EXPECT_EQ(updates[1]->state, first);
    EXPECT_EQ(updates[2]->state, second);
    EXPECT_EQ(pods.size(), 1500u);
}

TEST_F(UpdateFeedTest, IsNotReadyBeforeTheLastPartWasHandled)
{
    subscribe();
    deliver(state(), manyPods(2500));
    feed.touch();
    EXPECT_FALSE(feed.ready());
    subscriber.runOne();
    subscriber.runOne();
    sequence.runAll();
    EXPECT_FALSE(feed.ready());
    handleAll();
    EXPECT_TRUE(feed.ready());
}

TEST_F(UpdateFeedTest, DropsTheRestForASubscriberThatWasReplaced)
{
    subscribe();
    deliver(state(), manyPods(2500));
    subscriber.runOne();
    subscribe();
    subscriber.runAll();
    EXPECT_EQ(updates.size(), 1u);
    EXPECT_TRUE(feed.ready());
    deliver(state(), manyPods(3));
    handleAll();
    EXPECT_EQ(pods.size(), 3u);
}

TEST_F(UpdateFeedTest, NamesTheNodesThatAreGoneWhenAllWereReplaced)
{
    subscribe();
    setNodes({"n1", "n2", "n3"});
    deliver(state());
    handleAll();
    setNodes({"n2", "n4"});
    feed.touchAll();
    deliver(state());
    handleAll();
    EXPECT_FALSE(updates.back()->reset);
    EXPECT_EQ(nodes, (std::set<std::string>{"n2", "n4"}));
    setNodes({"n2"});
    feed.removeNode(base::Symbol("n4"));
    deliver(state());
    handleAll();
    EXPECT_EQ(nodes, (std::set<std::string>{"n2"}));
}

TEST_F(UpdateFeedTest, DestroysAnOldStateOnItsOwnSequence)
{
    subscribe();
    api::ClusterStatePtr first = state();
    const std::weak_ptr<const api::ClusterState> watched = first;
    deliver(std::exchange(first, nullptr));
    handleAll();
    updates.clear();
    feed.touch();
    deliver(state());
    subscriber.runAll();
    updates.clear();
    EXPECT_FALSE(watched.expired()) << "the subscriber let go of it, and would have had to destroy it";
    sequence.runAll();
    EXPECT_TRUE(watched.expired());
}

TEST_F(UpdateFeedTest, ManyChangesGiveWhatOneResetGives)
{
    const std::uint64_t seed = 20261130;
    SCOPED_TRACE(seed);
    base::SeededRandom random(seed);
    std::map<std::string, model::PodPtr> alive;
    subscribe();
    for (int round = 0; round < 60; ++round) {
        for (std::uint64_t i = random.below(round % 10 == 0 ? 4000 : 40); i > 0; --i) {
            const std::string key = "a/p" + std::to_string(random.below(3000));
            if (random.below(3) == 0) {
                if (const auto found = alive.find(key); found != alive.end()) {
                    feed.removePod(found->second->key);
                    alive.erase(found);
                }
            } else {
                alive[key] = makePod(key).priority(static_cast<int>(random.below(9))).obj();
                feed.touchPod(alive[key]);
            }
        }
        if (!feed.ready())
            continue;
        std::vector<model::PodPtr> all;
        for (const auto &[key, pod] : alive)
            all.push_back(pod);
        deliver(state(), all);
        if (random.below(4) != 0)
            handleAll();
    }
    handleAll();
    deliver(state());
    handleAll();
    EXPECT_EQ(pods, alive);
}

} // namespace
} // namespace binnacle::services
