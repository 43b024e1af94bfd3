// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/scheduling_queue.h"

#include "planner/engine/cluster_cache.h"
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

TEST(SchedulingQueue, APodWaitsForItsGatesAndNoChangeWakesIt)
{
    SchedulingQueue queue;
    queue.add(makePod("p").gate("example.com/quota").obj(), at(0s));
    EXPECT_EQ(nextName(queue, 1h), "-");
    queue.clusterChanged({.nodeAdded = true}, at(1h));
    EXPECT_EQ(nextName(queue, 2h), "-");
    EXPECT_FALSE(queue.nextDue().has_value());
    ASSERT_EQ(queue.entries().size(), 1u);
    EXPECT_EQ(queue.entries()[0].place, SchedulingQueue::Place::Gated);
    queue.add(makePod("p").obj(), at(2h));
    EXPECT_EQ(nextName(queue, 2h), "p") << "without waiting: it was never tried";
}

// ---- by the hints of the plugins that refused ----------------------------------------------------------------------

/// A queue in which that pod was refused by those plugins; what the cluster then does.
class HintTest : public ::testing::Test {
protected:
    HintTest()
    {
        queue.setPolicies({.others = plugins::defaultPolicy()});
        cache = filled();
    }
    /// A new one each time: copies of a cache share what was edited since the last snapshot.
    static ClusterCache filled()
    {
        ClusterCache out;
        model::ClusterDelta delta;
        delta.nodes = {node().obj()};
        delta.pods = {running("r").obj()};
        out.apply(delta);
        return out;
    }
    static NodeBuilder node()
    {
        return makeNode("n").allocatable("cpu", "4").label("zone", "x").taint("t").unschedulable();
    }
    static PodBuilder running(std::string_view name)
    {
        return makePod(name).node("n").req("cpu", "2").label("app", "a").hostPort(80);
    }
    bool wakes(const PodBuilder &waiting, const char *plugin, const CacheEvents &events)
    {
        const model::PodPtr pod = waiting.obj();
        queue.remove(pod->key);
        queue.add(pod, at(0s));
        SchedulingQueue::Entry entry = *queue.pop(at(0s));
        entry.refusedBy = {symbol(plugin)};
        queue.giveBack(std::move(entry), true, at(0s));
        queue.clusterChanged(events, at(1min), *cache.inventory());
        const bool woken = queue.find(pod->key)->place == SchedulingQueue::Place::Active;
        queue.remove(pod->key);
        return woken;
    }
    CacheEvents nodeBecomes(const NodeBuilder &builder)
    {
        model::ClusterDelta delta;
        delta.nodes = {builder.obj()};
        return filled().apply(delta);
    }
    CacheEvents podBecomes(const model::PodPtr &pod)
    {
        model::ClusterDelta delta;
        delta.pods = {pod};
        return filled().apply(delta);
    }
    static CacheEvents goneFrom(ClusterCache &from, const model::PodPtr &pod)
    {
        model::ClusterDelta delta;
        delta.removedPods = {{pod->key, pod->uid}};
        return from.apply(delta);
    }
    static CacheEvents podGoes(const model::PodPtr &pod)
    {
        ClusterCache from = filled();
        return goneFrom(from, pod);
    }
    NodeBuilder other() { return makeNode("other").allocatable("cpu", "4").label("zone", "y"); }

    SchedulingQueue queue;
    ClusterCache cache;
};

TEST_F(HintTest, RoomHelpsWhoLackedRoom)
{
    const PodBuilder pod = makePod("p").req("cpu", "3");
    EXPECT_TRUE(wakes(pod, "NodeResourcesFit", podGoes(running("r").obj())));
    EXPECT_TRUE(wakes(pod, "NodeResourcesFit", podBecomes(running("r").req("cpu", "1").resourceVersion("2").obj())));
    EXPECT_FALSE(wakes(pod, "NodeResourcesFit", podBecomes(running("r").label("x", "y").resourceVersion("2").obj())));
    EXPECT_TRUE(wakes(pod, "NodeResourcesFit", nodeBecomes(node().allocatable("cpu", "8"))));
    EXPECT_FALSE(wakes(pod, "NodeResourcesFit", nodeBecomes(node().label("new", "label"))));
    EXPECT_TRUE(wakes(pod, "NodeResourcesFit", nodeBecomes(other())));
    EXPECT_FALSE(wakes(pod, "NodeResourcesFit", nodeBecomes(other().allocatable("cpu", "2")))) << "it is too small";
    EXPECT_FALSE(wakes(pod, "NodeAffinity", podGoes(running("r").obj())));
    EXPECT_FALSE(wakes(pod, "TaintToleration", podGoes(running("r").obj())));
}

TEST_F(HintTest, ALabelATaintOrACordonHelpsWhoWasRefusedForIt)
{
    const PodBuilder pod = makePod("p").nodeSelector("disk", "ssd");
    EXPECT_TRUE(wakes(pod, "NodeAffinity", nodeBecomes(node().label("disk", "ssd"))));
    EXPECT_FALSE(wakes(pod, "NodeAffinity", nodeBecomes(node().label("disk", "hdd"))));
    EXPECT_FALSE(wakes(pod, "NodeAffinity", nodeBecomes(other())));
    const NodeBuilder clean = makeNode("n").allocatable("cpu", "4").label("zone", "x");
    EXPECT_TRUE(wakes(pod, "TaintToleration", nodeBecomes(clean)));
    EXPECT_FALSE(wakes(pod, "TaintToleration", nodeBecomes(node().label("a", "b"))));
    EXPECT_TRUE(wakes(pod, "NodeUnschedulable", nodeBecomes(clean)));
    EXPECT_FALSE(wakes(pod, "NodeUnschedulable", nodeBecomes(other().unschedulable())));
    EXPECT_TRUE(wakes(pod, "NodeName", nodeBecomes(other())));
    EXPECT_FALSE(wakes(pod, "NodeName", nodeBecomes(clean)));
}

TEST_F(HintTest, APortHelpsWhoNeedsIt)
{
    EXPECT_TRUE(wakes(makePod("p").hostPort(80), "NodePorts", podGoes(running("r").obj())));
    EXPECT_FALSE(wakes(makePod("p").hostPort(81), "NodePorts", podGoes(running("r").obj())));
}

TEST_F(HintTest, OtherPodsHelpWhoMustBeNearThemOrApart)
{
    using Kind = model::AffinityTerm::Kind;
    const auto term = [](Kind kind, const char *app) {
        return makePod("p").affinityTerm(affinityTo(kind, "zone", selecting({in("app", {app})})));
    };
    const model::PodPtr b = makePod("b").node("n").label("app", "b").obj();
    EXPECT_TRUE(wakes(term(Kind::RequiredAffinity, "b"), "InterPodAffinity", podBecomes(b)));
    EXPECT_FALSE(wakes(term(Kind::RequiredAffinity, "c"), "InterPodAffinity", podBecomes(b)));
    EXPECT_FALSE(wakes(term(Kind::RequiredAntiAffinity, "b"), "InterPodAffinity", podBecomes(b)));
    EXPECT_TRUE(wakes(term(Kind::RequiredAntiAffinity, "a"), "InterPodAffinity", podGoes(running("r").obj())));
    EXPECT_FALSE(wakes(term(Kind::RequiredAntiAffinity, "b"), "InterPodAffinity", podGoes(running("r").obj())));
    EXPECT_TRUE(
        wakes(term(Kind::RequiredAntiAffinity, "a"), "InterPodAffinity", nodeBecomes(node().label("zone", "z"))));
    EXPECT_FALSE(wakes(term(Kind::RequiredAntiAffinity, "a"), "InterPodAffinity", nodeBecomes(node().label("k", "v"))));
}

TEST_F(HintTest, OtherPodsHelpWhoMustSpreadWithThem)
{
    const auto spread = [](const char *app) {
        return makePod("p").spread(spreadOver("zone", 1, true, selecting({in("app", {app})})));
    };
    EXPECT_TRUE(wakes(spread("a"), "PodTopologySpread", podGoes(running("r").obj())));
    EXPECT_FALSE(wakes(spread("b"), "PodTopologySpread", podGoes(running("r").obj())));
    EXPECT_TRUE(wakes(spread("a"), "PodTopologySpread", podBecomes(running("r2").obj())));
    EXPECT_FALSE(
        wakes(spread("a"), "PodTopologySpread", podBecomes(makePod("web/r2").node("n").label("app", "a").obj())));
    EXPECT_TRUE(
        wakes(spread("a"), "PodTopologySpread", podBecomes(running("r").label("app", "c").resourceVersion("2").obj())));
    EXPECT_TRUE(wakes(spread("a"), "PodTopologySpread", nodeBecomes(node().label("zone", "z"))));
    EXPECT_FALSE(wakes(spread("a"), "PodTopologySpread", nodeBecomes(node().allocatable("cpu", "8"))));
    model::ClusterDelta gone;
    gone.removedNodes = {symbol("n")};
    EXPECT_TRUE(wakes(spread("a"), "PodTopologySpread", filled().apply(gone)));
    EXPECT_FALSE(wakes(makePod("p"), "NodeResourcesFit", filled().apply(gone)));
}

TEST_F(HintTest, WhatAWaitingPodHeldForItselfHelpsWhenItGoes)
{
    const model::PodPtr waits = makePod("w").req("cpu", "2").nominated("n").obj();
    model::ClusterDelta delta;
    delta.pods = {waits};
    cache.apply(delta);
    EXPECT_TRUE(wakes(makePod("p").req("cpu", "3"), "NodeResourcesFit", goneFrom(cache, waits)));
}

TEST_F(HintTest, SoManyEventsThatNobodyTellsThemApartWakeByTheirKind)
{
    CacheEvents many;
    for (int i = 0; i < 300; ++i) {
        many += nodeBecomes(node().label("k", std::to_string(i)));
    }
    EXPECT_TRUE(many.each.empty());
    EXPECT_TRUE(many.nodeChanged);
    EXPECT_TRUE(wakes(makePod("p"), "NodeName", many));
}

TEST(SchedulingQueue, OfTheWaitingPodItselfOnlyWhatMayHelpWakesIt)
{
    const auto woken = [](const model::PodPtr &now) {
        SchedulingQueue queue;
        queue.add(makePod("p").req("cpu", "2").obj(), at(0s));
        queue.giveBack(*queue.pop(at(0s)), true, at(0s));
        queue.add(now, at(1min));
        return queue.find(now->key)->place == SchedulingQueue::Place::Active;
    };
    EXPECT_TRUE(woken(makePod("p").req("cpu", "1").obj()));
    EXPECT_TRUE(woken(makePod("p").req("cpu", "2").label("a", "b").obj()));
    EXPECT_TRUE(woken(makePod("p").req("cpu", "2").tolerationExists("t").obj()));
    EXPECT_FALSE(woken(makePod("p").req("cpu", "2").nominated("n").obj()));
    EXPECT_FALSE(woken(makePod("p").req("cpu", "3").obj()));
}

} // namespace
} // namespace binnacle::engine
