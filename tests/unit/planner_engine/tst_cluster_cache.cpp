// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/cluster_cache.h"

#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

#include <map>

namespace binnacle::engine {
namespace {

using namespace testing;

model::ClusterDelta nodes(std::vector<model::NodePtr> list)
{
    model::ClusterDelta delta;
    delta.nodes = std::move(list);
    return delta;
}
model::ClusterDelta pods(std::vector<model::PodPtr> list)
{
    model::ClusterDelta delta;
    delta.pods = std::move(list);
    return delta;
}
model::ClusterDelta gone(const model::PodPtr &pod)
{
    model::ClusterDelta delta;
    delta.removedPods.emplace_back(pod->key, pod->uid);
    return delta;
}

std::int64_t cpuOn(ClusterCache &cache, std::string_view node)
{
    const model::NodeInfo *info = cache.snapshot()->find(symbol(node));
    return info ? info->requested().cpuMilli : -1;
}

PodBuilder onA(std::string_view name) { return makePod(name).req("cpu", "1").node("a"); }

TEST(ClusterCache, CountsPodsWhereTheServerSaysTheyAre)
{
    ClusterCache cache;
    EXPECT_TRUE(cache.apply(nodes({makeNode("a").obj(), makeNode("b").obj()})).nodeAdded);
    cache.apply(pods({onA("p").obj()}));
    EXPECT_EQ(cpuOn(cache, "a"), 1000);
    EXPECT_TRUE(cache.apply(pods({makePod("p").req("cpu", "1").node("b").resourceVersion("2").obj()})).podFreed);
    EXPECT_EQ(cpuOn(cache, "a"), 0);
    EXPECT_EQ(cpuOn(cache, "b"), 1000);
    EXPECT_TRUE(cache.apply(pods({makePod("p").node("b").phase(model::PodPhase::Succeeded).resourceVersion("3").obj()}))
                    .podFreed);
    EXPECT_EQ(cpuOn(cache, "b"), 0);
    EXPECT_EQ(cache.podCount(), 0);
}

TEST(ClusterCache, AnUnchangedEchoChangesNothing)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj()}));
    cache.apply(pods({onA("p").obj()}));
    const auto before = cache.snapshot();
    EXPECT_FALSE(cache.apply(pods({onA("p").obj()})).any());
    EXPECT_EQ(cache.snapshot(), before);
}

TEST(ClusterCache, KeepsAnAssumptionUntilItIsConfirmedOrForgotten)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj(), makeNode("b").obj()}));
    const auto pod = makePod("p").req("cpu", "1").obj();
    EXPECT_TRUE(cache.assume(pod, symbol("a")));
    EXPECT_FALSE(cache.assume(pod, symbol("b"))) << "counted already";
    EXPECT_EQ(cpuOn(cache, "a"), 1000);
    cache.apply(pods({makePod("p").req("cpu", "1").resourceVersion("2").obj()})); // an update that is not the bind
    EXPECT_TRUE(cache.isAssumed(pod->uid));
    EXPECT_EQ(cpuOn(cache, "a"), 1000);
    EXPECT_TRUE(cache.forget(pod->uid));
    EXPECT_FALSE(cache.forget(pod->uid));
    EXPECT_EQ(cpuOn(cache, "a"), 0);

    EXPECT_TRUE(cache.assume(pod, symbol("a")));
    cache.apply(pods({onA("p").resourceVersion("3").obj()}));
    EXPECT_FALSE(cache.isAssumed(pod->uid)) << "confirmed";
    EXPECT_FALSE(cache.forget(pod->uid)) << "what the server confirmed is not forgotten";
    EXPECT_EQ(cpuOn(cache, "a"), 1000);
}

TEST(ClusterCache, APodAssumedHereButBoundThereIsCountedThere)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj(), makeNode("b").obj()}));
    cache.assume(makePod("p").req("cpu", "1").obj(), symbol("a"));
    cache.apply(pods({makePod("p").req("cpu", "1").node("b").resourceVersion("2").obj()}));
    EXPECT_EQ(cpuOn(cache, "a"), 0);
    EXPECT_EQ(cpuOn(cache, "b"), 1000);
}

TEST(ClusterCache, AnotherPodOfTheSameNameTakesItsPlace)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj()}));
    const auto old = onA("p").uid("one").obj();
    cache.apply(pods({old}));
    cache.apply(pods({onA("p").uid("two").req("cpu", "2").obj()}));
    EXPECT_EQ(cpuOn(cache, "a"), 2000);
    cache.apply(gone(old)); // late news of the first one
    EXPECT_EQ(cpuOn(cache, "a"), 2000);
}

TEST(ClusterCache, CountsPodsOfANodeThatComesLater)
{
    ClusterCache cache;
    cache.apply(pods({onA("p").obj()}));
    EXPECT_EQ(cpuOn(cache, "a"), -1) << "no such node yet";
    cache.apply(nodes({makeNode("a").obj()}));
    EXPECT_EQ(cpuOn(cache, "a"), 1000);
    model::ClusterDelta delta;
    delta.removedNodes.push_back(symbol("a"));
    cache.apply(delta);
    EXPECT_EQ(cpuOn(cache, "a"), -1);
    EXPECT_EQ(cache.nodeCount(), 0);
    cache.apply(nodes({makeNode("a").obj()}));
    EXPECT_EQ(cpuOn(cache, "a"), 1000) << "its pods waited for it";
}

TEST(ClusterCache, AWholeListDropsWhatIsNotInIt)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj(), makeNode("b").obj()}));
    cache.apply(pods({onA("p").obj(), onA("q").obj()}));
    cache.assume(makePod("r").req("cpu", "1").obj(), symbol("a"));
    model::ClusterDelta list = pods({onA("q").obj(), makePod("r").req("cpu", "1").obj()});
    list.replacePods = true;
    list.replaceNodes = true;
    list.nodes = {makeNode("a").obj()};
    EXPECT_TRUE(cache.apply(list).podFreed);
    EXPECT_EQ(cpuOn(cache, "a"), 2000) << "q, and r which is still assumed";
    EXPECT_EQ(cpuOn(cache, "b"), -1);
}

TEST(ClusterCache, SnapshotsShareWhatDidNotChangeAndNeverChange)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj(), makeNode("b").obj()}));
    const auto before = cache.snapshot();
    EXPECT_EQ(cache.snapshot(), before);
    cache.apply(pods({onA("p").obj()}));
    cache.apply(pods({onA("q").obj()}));
    const auto after = cache.snapshot();
    EXPECT_GT(after->generation(), before->generation());
    EXPECT_EQ(after->nodes()[1], before->nodes()[1]);
    EXPECT_NE(after->nodes()[0], before->nodes()[0]);
    EXPECT_EQ(before->find(symbol("a"))->requested().cpuMilli, 0);
    EXPECT_EQ(after->find(symbol("a"))->requested().cpuMilli, 2000);
}

TEST(ClusterCache, SaysWhatCouldLetAWaitingPodIn)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj()}));
    EXPECT_FALSE(cache.apply(nodes({makeNode("a").obj()})).any());
    EXPECT_TRUE(cache.apply(nodes({makeNode("a").label("x", "y").obj()})).nodeChanged);
    const auto pod = onA("p").obj();
    EXPECT_TRUE(cache.apply(pods({pod})).podPlaced);
    EXPECT_FALSE(cache.apply(pods({pod})).any());
    EXPECT_TRUE(cache.apply(gone(pod)).podFreed);
    EXPECT_FALSE(cache.apply(gone(pod)).any());
}

TEST(ClusterCache, NotesWhoIsNominatedForANode)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj(), makeNode("b").obj()}));
    const auto waiting = [&](std::string_view node) {
        std::vector<std::string> names;
        for (const model::PodPtr &pod : cache.snapshot()->find(symbol(node))->nominated()) {
            names.push_back(pod->key.name);
        }
        return names;
    };
    using Names = std::vector<std::string>;
    const auto pod = makePod("p").nominated("a").obj();
    EXPECT_FALSE(cache.apply(pods({pod})).any()) << "it helps nobody";
    EXPECT_EQ(waiting("a"), Names{"p"});
    EXPECT_EQ(cache.snapshot()->nodesWithNominated().size(), 1u);
    EXPECT_TRUE(cache.apply(pods({makePod("p").nominated("b").obj()})).podFreed);
    EXPECT_EQ(waiting("a"), Names{});
    EXPECT_EQ(waiting("b"), Names{"p"});
    EXPECT_TRUE(cache.apply(pods({makePod("p").obj()})).podFreed);
    EXPECT_EQ(waiting("b"), Names{});
    cache.apply(pods({pod}));
    EXPECT_TRUE(cache.apply(gone(pod)).podFreed);
    EXPECT_TRUE(cache.snapshot()->nodesWithNominated().empty());
    cache.apply(pods({makePod("gated").gate("g").nominated("a").obj()}));
    EXPECT_EQ(waiting("a"), Names{});
}

TEST(ClusterCache, WhoIsPlacedWaitsNoMore)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj(), makeNode("b").obj()}));
    const auto pod = makePod("p").nominated("a").obj();
    cache.apply(pods({pod}));
    ASSERT_TRUE(cache.assume(pod, symbol("a")));
    EXPECT_TRUE(cache.snapshot()->find(symbol("a"))->nominated().empty());
    ASSERT_TRUE(cache.forget(pod->uid));
    EXPECT_EQ(cache.snapshot()->find(symbol("a"))->nominated().size(), 1u);
    cache.apply(pods({makePod("p").nominated("a").node("b").obj()}));
    EXPECT_TRUE(cache.snapshot()->find(symbol("a"))->nominated().empty());
    EXPECT_EQ(cache.snapshot()->find(symbol("b"))->pods().size(), 1u);
}

TEST(ClusterCache, CountsPodsWithAffinityTerms)
{
    ClusterCache cache;
    cache.apply(nodes({makeNode("a").obj()}));
    const auto pod = onA("p").affinityTerm({}).obj();
    cache.apply(pods({pod}));
    EXPECT_EQ(cache.podsWithAffinityTerms(), 1);
    cache.apply(gone(pod));
    EXPECT_EQ(cache.podsWithAffinityTerms(), 0);
}

/// After any sequence of events the sums equal those of a cache that saw only the final state.
TEST(ClusterCache, ForgetsNothingAndDoublesNothingOverRandomEvents)
{
    const std::uint64_t seed = 99;
    base::SeededRandom random(seed);
    ClusterCache cache;
    std::map<std::string, model::PodPtr> truth;
    std::map<std::string, model::NodePtr> nodesNow;
    for (int step = 0; step < 3000; ++step) {
        const std::string node = "n" + std::to_string(random.below(6));
        const std::string name = "p" + std::to_string(random.below(30));
        switch (random.below(6)) {
        case 0:
            nodesNow[node] = randomNode(random, node);
            cache.apply(nodes({nodesNow[node]}));
            break;
        case 1: {
            nodesNow.erase(node);
            model::ClusterDelta delta;
            delta.removedNodes.push_back(symbol(node));
            cache.apply(delta);
            break;
        }
        case 2:
            if (truth.contains(name)) {
                cache.apply(gone(truth[name]));
                truth.erase(name);
            }
            break;
        default: {
            auto pod = std::make_shared<model::Pod>(*randomPod(random, "x/" + name));
            pod->uid = name + std::to_string(random.below(2));
            pod->nodeName = symbol(node);
            pod->resourceVersion = std::to_string(step);
            truth[name] = pod;
            cache.apply(pods({pod}));
        }
        }
        if (step % 7 == 0) {
            (void)cache.snapshot();
        }
    }
    ClusterCache fresh;
    for (const auto &[name, node] : nodesNow) {
        fresh.apply(nodes({node}));
    }
    for (const auto &[name, pod] : truth) {
        fresh.apply(pods({pod}));
    }
    EXPECT_EQ(cache.snapshot()->hash(), fresh.snapshot()->hash()) << "seed " << seed;
    EXPECT_EQ(cache.podCount(), fresh.podCount());
    EXPECT_EQ(cache.nodeCount(), fresh.nodeCount());
}

} // namespace
} // namespace binnacle::engine
