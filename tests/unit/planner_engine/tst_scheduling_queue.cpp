// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/scheduling_queue.h"

#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

namespace binnacle::engine {
namespace {

using namespace testing;
using namespace std::chrono_literals;

base::TimePoint at(base::Duration since) { return base::TimePoint(since + std::chrono::hours(1)); }

std::string nextName(SchedulingQueue &queue, base::Duration now)
{
    const auto entry = queue.pop(at(now));
    return entry ? entry->pod->key.name : "-";
}

TEST(SchedulingQueue, GivesByPriorityThenByArrival)
{
    SchedulingQueue queue;
    queue.add(makePod("late").obj(), at(2s));
    queue.add(makePod("early").obj(), at(1s));
    queue.add(makePod("urgent").priority(100).obj(), at(3s));
    queue.add(makePod("background").priority(-5).obj(), at(0s));
    EXPECT_EQ(nextName(queue, 4s), "urgent");
    EXPECT_EQ(nextName(queue, 4s), "early");
    EXPECT_EQ(nextName(queue, 4s), "late");
    EXPECT_EQ(nextName(queue, 4s), "background");
    EXPECT_EQ(nextName(queue, 4s), "-");
}

TEST(SchedulingQueue, BacksOffFromOneSecondToTen)
{
    SchedulingQueue queue;
    queue.add(makePod("p").obj(), at(0s));
    base::Duration now = 0s;
    for (const base::Duration wait : {1s, 2s, 4s, 8s, 10s, 10s}) {
        auto entry = queue.pop(at(now));
        ASSERT_TRUE(entry.has_value());
        queue.giveBack(*entry, false, at(now));
        EXPECT_EQ(queue.nextDue(), at(now + wait));
        EXPECT_EQ(nextName(queue, now + wait - 1ms), "-");
        now += wait;
    }
}

TEST(SchedulingQueue, AnUnschedulablePodWaitsForAChange)
{
    SchedulingQueue queue;
    queue.add(makePod("p").obj(), at(0s));
    queue.giveBack(*queue.pop(at(0s)), true, at(0s));
    EXPECT_EQ(nextName(queue, 20s), "-");
    queue.clusterChanged({}, at(20s));
    EXPECT_EQ(nextName(queue, 20s), "-") << "no event of use";
    queue.clusterChanged({.podFreed = true}, at(20s));
    EXPECT_EQ(nextName(queue, 20s), "p") << "its backoff was over";
}

TEST(SchedulingQueue, AChangeWithinTheBackoffWaitsItOut)
{
    SchedulingQueue queue;
    queue.add(makePod("p").obj(), at(0s));
    queue.giveBack(*queue.pop(at(0s)), true, at(0s));
    queue.clusterChanged({.nodeAdded = true}, at(200ms));
    EXPECT_EQ(nextName(queue, 999ms), "-");
    EXPECT_EQ(nextName(queue, 1s), "p");
}

TEST(SchedulingQueue, FlushesTheUnschedulableAfterFiveMinutes)
{
    SchedulingQueue queue;
    queue.add(makePod("p").obj(), at(0s));
    queue.giveBack(*queue.pop(at(0s)), true, at(0s));
    EXPECT_EQ(queue.nextDue(), at(5min));
    EXPECT_EQ(nextName(queue, 5min - 1ms), "-");
    EXPECT_EQ(nextName(queue, 5min), "p");
}

TEST(SchedulingQueue, AnUpdateThatMattersLetsAnUnschedulablePodTryAgain)
{
    SchedulingQueue queue;
    queue.add(makePod("p").req("cpu", "4").obj(), at(0s));
    queue.giveBack(*queue.pop(at(0s)), true, at(0s));
    queue.add(makePod("p").req("cpu", "4").resourceVersion("2").obj(), at(10s));
    EXPECT_EQ(nextName(queue, 10s), "-") << "only its status changed";
    queue.add(makePod("p").req("cpu", "4").tolerationExists("x").resourceVersion("3").obj(), at(11s));
    const auto entry = queue.pop(at(11s));
    ASSERT_TRUE(entry.has_value());
    EXPECT_EQ(entry->pod->resourceVersion, "3");
    EXPECT_EQ(entry->attempts, 2);
}

TEST(SchedulingQueue, AnotherUidIsAnotherPod)
{
    SchedulingQueue queue;
    queue.add(makePod("p").uid("one").obj(), at(0s));
    queue.giveBack(*queue.pop(at(0s)), true, at(0s));
    queue.add(makePod("p").uid("two").obj(), at(1s));
    const auto entry = queue.pop(at(1s));
    ASSERT_TRUE(entry.has_value());
    EXPECT_EQ(entry->attempts, 1);
    EXPECT_EQ(entry->since, at(1s));
}

TEST(SchedulingQueue, WhatIsRemovedIsGone)
{
    SchedulingQueue queue;
    const auto pod = makePod("p").obj();
    queue.add(pod, at(0s));
    queue.remove(pod->key);
    queue.remove(pod->key);
    EXPECT_EQ(nextName(queue, 1s), "-");
    EXPECT_EQ(queue.size(), 0);
    EXPECT_EQ(queue.find(pod->key), nullptr);
    EXPECT_FALSE(queue.nextDue().has_value());
}

TEST(SchedulingQueue, ShowsEveryPlaceInOrder)
{
    SchedulingQueue queue;
    for (const char *name : {"a", "b", "c"}) {
        queue.add(makePod(name).obj(), at(0s));
    }
    queue.giveBack(*queue.pop(at(0s)), true, at(0s));
    queue.giveBack(*queue.pop(at(0s)), false, at(0s));
    const auto entries = queue.entries();
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_EQ(entries[0].pod->key.name, "c");
    EXPECT_EQ(entries[1].place, SchedulingQueue::Place::Backoff);
    EXPECT_EQ(entries[2].place, SchedulingQueue::Place::Unschedulable);
}

} // namespace
} // namespace binnacle::engine
