// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/codec.h"
#include "planner/engine/decide.h"
#include "planner/model/preemption.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace binnacle::engine {
namespace {

using namespace testing;
using model::Decision;
using model::DecisionOutcome;
using model::PreemptionAdvice;
using Kind = model::PreemptionAdvice::Kind;
using ::testing::ElementsAre;

base::TimePoint at(int hour) { return base::TimePoint(std::chrono::hours(hour)); }

NodeBuilder sized(std::string_view name) { return makeNode(name).allocatable("cpu", "4").allocatable("memory", "8Gi"); }

PodBuilder victim(std::string_view name, std::int32_t priority, std::string_view cpu = "2")
{
    return makePod(name).priority(priority).req("cpu", cpu).started(at(1)).label("app", "v");
}

PodBuilder urgent(std::string_view cpu = "2") { return makePod("urgent").priority(100).req("cpu", cpu); }

model::InventoryPtr budgets(std::vector<model::DisruptionBudget> list)
{
    auto ns = std::make_shared<model::NamespaceInfo>();
    ns->name = "default";
    ns->budgets = std::move(list);
    ns->finish();
    return std::make_shared<const model::Inventory>(
        model::Inventory::Known{true, true, true}, std::vector<model::NamespaceInfoPtr>{ns});
}

model::DisruptionBudget budget(std::string name, model::LabelSelector selector, std::int32_t allowed)
{
    return {std::move(name), std::move(selector), allowed, {}};
}

Decision decideOn(std::vector<model::NodeInfoPtr> nodes, const model::PodPtr &pod,
    const model::InventoryPtr &inventory = budgets({}), std::uint64_t seed = 42)
{
    return decide(*makeSnapshot(std::move(nodes), 1, inventory), pod, *plugins::defaultPolicy(), {.seed = seed});
}

PreemptionAdvice adviceOf(const Decision &decision)
{
    EXPECT_EQ(decision.outcome, DecisionOutcome::NoNodeFits);
    EXPECT_TRUE(decision.chosen.empty());
    return decision.preemption ? *decision.preemption : PreemptionAdvice();
}

std::vector<std::string> names(const PreemptionAdvice &advice)
{
    std::vector<std::string> out;
    for (const model::PreemptionVictim &pod : advice.victims) {
        out.push_back(pod.pod.name);
    }
    return out;
}

TEST(Preemption, TheFewestThatHaveToGoAndTheMostImportantAreSpared)
{
    const Decision decision =
        decideOn({makeNodeInfo(sized("n").obj(),
                     {victim("low", 1, "1").obj(), victim("mid", 5, "2").obj(), victim("high", 9, "1").obj()})},
            urgent("2").obj());
    const PreemptionAdvice advice = adviceOf(decision);
    EXPECT_EQ(advice.kind, Kind::Evict);
    EXPECT_EQ(advice.node.text(), "n");
    // high stays, mid cannot stay beside it, low can.
    EXPECT_THAT(names(advice), ElementsAre("mid"));
    EXPECT_EQ(advice.victims[0].priority, 5);
    EXPECT_EQ(advice.candidates, 1);
}

TEST(Preemption, OfEqualPriorityTheOlderIsSpared)
{
    const auto nodes = [](int first, int second) {
        return std::vector<model::NodeInfoPtr>{makeNodeInfo(
            sized("n").obj(), {victim("a", 1).started(at(first)).obj(), victim("b", 1).started(at(second)).obj()})};
    };
    EXPECT_THAT(names(adviceOf(decideOn(nodes(1, 2), urgent().obj()))), ElementsAre("b"));
    EXPECT_THAT(names(adviceOf(decideOn(nodes(2, 1), urgent().obj()))), ElementsAre("a"));
}

TEST(Preemption, NobodyOfEqualOrHigherPriorityGoes)
{
    const PreemptionAdvice advice =
        adviceOf(decideOn({makeNodeInfo(sized("n").obj(), {victim("a", 100, "3").obj()})}, urgent().obj()));
    EXPECT_EQ(advice.kind, Kind::NotHelpful);
    EXPECT_EQ(advice.candidates, 0);
}

TEST(Preemption, APodMaySayThatItEvictsNobody)
{
    const PreemptionAdvice advice = adviceOf(
        decideOn({makeNodeInfo(sized("n").obj(), {victim("a", 1, "3").obj()})}, urgent().neverPreempts().obj()));
    EXPECT_EQ(advice.kind, Kind::Never);
}

TEST(Preemption, WhatEvictionCannotResolveIsNoCandidate)
{
    const Decision decision =
        decideOn({makeNodeInfo(sized("tainted").taint("t").obj(), {victim("a", 1, "4").obj()}),
                     makeNodeInfo(sized("small").allocatable("cpu", "1").obj(), {victim("b", 1, "1").obj()})},
            urgent().obj());
    EXPECT_EQ(adviceOf(decision).kind, Kind::NotHelpful);
}

TEST(Preemption, TheBestNodeByEachCriterionInTurn)
{
    const auto on = [](std::vector<std::pair<const char *, std::vector<model::PodPtr>>> nodes,
                        const model::InventoryPtr &inventory = budgets({})) {
        std::vector<model::NodeInfoPtr> infos;
        for (const auto &[name, pods] : nodes) {
            infos.push_back(makeNodeInfo(sized(name).obj(), pods));
        }
        return std::string(adviceOf(decideOn(std::move(infos), urgent("4").obj(), inventory)).node.text());
    };
    const auto used = budgets({budget("b", selecting({in("app", {"v"})}), 0)});
    EXPECT_EQ(on({{"guarded", {victim("a", 1, "4").obj()}},
                     {"open", {makePod("b").priority(50).req("cpu", "4").label("app", "w").obj()}}},
                  used),
        "open");
    EXPECT_EQ(
        on({{"high", {victim("a", 9, "4").obj()}}, {"low", {victim("b", 8, "2").obj(), victim("c", 8, "2").obj()}}}),
        "low");
    EXPECT_EQ(on({{"more", {victim("a", 8, "2").obj(), victim("b", 7, "2").obj()}},
                  {"less", {victim("c", 8, "2").obj(), victim("d", 1, "2").obj()}}}),
        "less");
    EXPECT_EQ(
        on({{"old", {victim("a", 8, "4").started(at(1)).obj()}}, {"new", {victim("b", 8, "4").started(at(2)).obj()}}}),
        "new");
}

TEST(Preemption, EqualNodesAreNamedAndOneIsDrawnBySeed)
{
    std::map<std::string, int> drawn;
    for (std::uint64_t seed = 0; seed < 32; ++seed) {
        const Decision decision = decideOn({makeNodeInfo(sized("a").obj(), {victim("x", 1, "4").obj()}),
                                               makeNodeInfo(sized("b").obj(), {victim("y", 1, "4").obj()}),
                                               makeNodeInfo(sized("c").obj(), {victim("z", 2, "4").obj()})},
            urgent().obj(), budgets({}), seed);
        const PreemptionAdvice advice = adviceOf(decision);
        EXPECT_EQ(advice.equal.size(), 2u);
        EXPECT_EQ(advice.equal[0], advice.node);
        EXPECT_EQ(advice.candidates, 3);
        ++drawn[std::string(advice.node.text())];
    }
    EXPECT_EQ(drawn.size(), 2u);
    EXPECT_FALSE(drawn.contains("c"));
}

TEST(Preemption, ThoseWhoseBudgetIsUsedUpAreSparedFirst)
{
    const auto inventory = budgets({budget("web", selecting({in("app", {"web"})}), 0)});
    const std::vector<model::NodeInfoPtr> nodes{makeNodeInfo(sized("n").obj(),
        {victim("guarded", 1).label("app", "web").obj(), makePod("open").priority(9).req("cpu", "2").obj()})};
    const Decision decision = decideOn(nodes, urgent().obj(), inventory);
    EXPECT_THAT(names(adviceOf(decision)), ElementsAre("open")) << "although it is the more important one";
    EXPECT_EQ(adviceOf(decision).budgetViolations, 0);
}

TEST(Preemption, ABudgetThatMustGiveWayIsCounted)
{
    const auto inventory = budgets({budget("web", selecting({in("app", {"web"})}), 1)});
    const std::vector<model::NodeInfoPtr> nodes{makeNodeInfo(
        sized("n").obj(), {victim("a", 1).label("app", "web").obj(), victim("b", 1).label("app", "web").obj()})};
    const PreemptionAdvice both = adviceOf(decideOn(nodes, urgent("4").obj(), inventory));
    EXPECT_EQ(both.victims.size(), 2u);
    EXPECT_EQ(both.budgetViolations, 1);
    EXPECT_FALSE(both.victims[0].violatesBudget) << "the budget's one disruption goes to the more important pod";
    EXPECT_TRUE(both.victims[1].violatesBudget);
}

TEST(Preemption, WhatABudgetSelectsAsKubeSchedulerReadsIt)
{
    const auto violations = [](model::DisruptionBudget one) {
        const std::vector<model::NodeInfoPtr> nodes{
            makeNodeInfo(sized("n").obj(), {makePod("v").priority(1).req("cpu", "4").label("app", "web").obj()})};
        return adviceOf(decideOn(nodes, urgent("4").obj(), budgets({std::move(one)}))).budgetViolations;
    };
    EXPECT_EQ(violations(budget("matches", selecting({in("app", {"web"})}), 0)), 1);
    EXPECT_EQ(violations(budget("others", selecting({in("app", {"db"})}), 0)), 0);
    EXPECT_EQ(violations(budget("empty selects nothing", selecting(), 0)), 0);
    EXPECT_EQ(violations(budget("absent selects nothing", {}, 0)), 0);
    model::DisruptionBudget underWay = budget("its eviction is under way", selecting({in("app", {"web"})}), 0);
    underWay.disruptedPods = {"v"};
    EXPECT_EQ(violations(underWay), 0);
}

TEST(Preemption, WithoutTheBudgetsItIsSaidThatEvictingWouldHelpAndNotWhom)
{
    for (const model::InventoryPtr &inventory : {model::InventoryPtr(),
             std::make_shared<const model::Inventory>(
                 model::Inventory::Known{true, true, false}, std::vector<model::NamespaceInfoPtr>())}) {
        const Decision decision = decideOn({makeNodeInfo(sized("a").obj(), {victim("x", 1, "4").obj()}),
                                               makeNodeInfo(sized("b").obj(), {victim("y", 100, "4").obj()})},
            urgent().obj(), inventory);
        const PreemptionAdvice advice = adviceOf(decision);
        EXPECT_EQ(advice.kind, Kind::BudgetsUnknown);
        EXPECT_EQ(advice.candidates, 1);
        EXPECT_TRUE(advice.node.empty());
        EXPECT_TRUE(advice.victims.empty());
    }
}

TEST(Preemption, ItWaitsForVictimsThatAreStillLeaving)
{
    const auto on = [](const model::PodPtr &pod, const model::PodPtr &leaving) {
        return adviceOf(decideOn({makeNodeInfo(sized("n").obj(), {leaving})}, pod)).kind;
    };
    const model::PodPtr pod = urgent().nominated("n").obj();
    const auto running = [] { return victim("v", 1, "4"); };
    EXPECT_EQ(on(pod, running().deleting().preempted().obj()), Kind::AwaitsVictims);
    EXPECT_EQ(on(pod, running().deleting().obj()), Kind::Evict) << "it goes for a reason of its own";
    EXPECT_EQ(on(pod, running().preempted().obj()), Kind::Evict) << "it does not go yet";
    EXPECT_EQ(on(urgent().nominated("elsewhere").obj(), running().deleting().preempted().obj()), Kind::Evict);
}

TEST(Preemption, RoomIsKeptForPodsThatAreNominatedForANode)
{
    const auto node = std::make_shared<model::NodeInfo>(*makeNodeInfo(sized("n").obj(), {victim("v", 1, "4").obj()}));
    node->nominate(makePod("first").priority(200).req("cpu", "3").obj());
    EXPECT_EQ(adviceOf(decideOn({node}, urgent("2").obj())).kind, Kind::NotHelpful);
    EXPECT_EQ(adviceOf(decideOn({node}, urgent("1").obj())).kind, Kind::Evict);
}

TEST(Preemption, ItGoesThroughAntiAffinityAndSpread)
{
    using Term = model::AffinityTerm::Kind;
    const auto apart = affinityTo(Term::RequiredAntiAffinity, "kubernetes.io/hostname", selecting({in("app", {"v"})}));
    const auto host = [](const char *name) {
        return sized(name).label("kubernetes.io/hostname", name).label("zone", name);
    };
    EXPECT_THAT(names(adviceOf(decideOn(
                    {makeNodeInfo(host("n").obj(), {victim("a", 1, "1").obj(), makePod("b").priority(1).obj()})},
                    urgent("1").affinityTerm(apart).obj()))),
        ElementsAre("a"));
    const auto spread = spreadOver("zone", 1, true, selecting({in("app", {"v"})}));
    EXPECT_THAT(
        names(adviceOf(decideOn({makeNodeInfo(host("x").obj(), {victim("a", 1, "1").obj(), victim("b", 2, "1").obj()}),
                                    makeNodeInfo(host("y").unschedulable().obj())},
            urgent("1").label("app", "v").spread(spread).obj()))),
        ElementsAre("b", "a"))
        << "with one of them left the skew would be two";
}

TEST(Preemption, APolicyCanLeaveItOut)
{
    const framework::PolicyPtr without = framework::Policy::make(
        plugins::registry(), {.settings = {}, .weights = {}, .withoutFilter = {"DefaultPreemption"}})
                                             .value();
    EXPECT_EQ(without->version(), "DefaultPreemption.filter=off");
    const Decision decision = decide(
        *makeSnapshot({makeNodeInfo(sized("n").obj(), {victim("v", 1, "4").obj()})}), urgent().obj(), *without, {});
    EXPECT_EQ(decision.preemption, nullptr);
}

// ---- against every set of victims ----------------------------------------------------------------------------------

struct World {
    model::SnapshotPtr snapshot;
    model::PodPtr pod;
};

World randomWorld(std::uint64_t seed)
{
    base::SeededRandom random(seed);
    std::vector<model::NodeInfoPtr> nodes;
    int serial = 0;
    for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
        std::vector<model::PodPtr> pods;
        for (std::uint64_t j = random.below(6); j > 0; --j) {
            const std::string name = "v" + std::to_string(serial++);
            PodBuilder one = makePod(name).priority(static_cast<std::int32_t>(random.below(4)) - 1);
            one.req("cpu", pick(random, {"500m", "1", "1", "2"})).label("app", pick(random, {"a", "b"}));
            if (random.below(4) != 0) {
                one.started(at(static_cast<int>(1 + random.below(2))));
            }
            if (random.below(6) == 0) {
                one.hostPort(80);
            }
            pods.push_back(one.obj());
        }
        const auto node = std::make_shared<model::NodeInfo>(
            *makeNodeInfo(sized("n" + std::to_string(i)).allocatable("cpu", pick(random, {"2", "3"})).obj(), pods));
        if (random.below(3) == 0) {
            node->nominate(makePod("w" + std::to_string(serial++))
                               .priority(static_cast<std::int32_t>(random.below(4)))
                               .req("cpu", "1")
                               .obj());
        }
        nodes.push_back(node);
    }
    std::vector<model::DisruptionBudget> list;
    for (std::uint64_t i = random.below(3); i > 0; --i) {
        list.push_back(budget("b" + std::to_string(i), selecting({in("app", {pick(random, {"a", "b"})})}),
            static_cast<std::int32_t>(random.below(3))));
    }
    PodBuilder pod = makePod("asked").priority(static_cast<std::int32_t>(random.below(3)) + 1);
    pod.req("cpu", pick(random, {"1", "2", "3"}));
    if (random.below(3) == 0) {
        pod.hostPort(80);
    }
    return {makeSnapshot(std::move(nodes), 1, budgets(std::move(list))), pod.obj()};
}

/// The order in which kube-scheduler spares: those that violate a budget first, then by priority and age.
std::vector<std::pair<model::PodPtr, bool>> inOrderOfSparing(
    const model::NodeInfo &node, const model::Pod &pod, const model::Inventory &inventory)
{
    std::vector<model::PodPtr> lower;
    for (const model::PodPtr &one : node.pods()) {
        if (one->priority < pod.priority) {
            lower.push_back(one);
        }
    }
    std::sort(lower.begin(), lower.end(), [](const model::PodPtr &a, const model::PodPtr &b) {
        const auto start = [](const model::PodPtr &p) {
            return p->startTime ? p->startTime->time_since_epoch().count() : INT64_MAX;
        };
        if (a->priority != b->priority) {
            return a->priority > b->priority;
        }
        return start(a) != start(b) ? start(a) < start(b) : a->uid < b->uid;
    });
    std::map<std::string, std::int64_t> left;
    std::vector<std::pair<model::PodPtr, bool>> violating;
    std::vector<std::pair<model::PodPtr, bool>> others;
    for (const model::PodPtr &one : lower) {
        bool violates = false;
        for (const model::DisruptionBudget &each : inventory.find("default")->budgets) {
            if (each.selector.selects(one->labels)) {
                const auto [it, isNew] = left.emplace(each.name, each.disruptionsAllowed);
                violates = --it->second < 0 || violates;
            }
        }
        (violates ? violating : others).emplace_back(one, violates);
    }
    violating.insert(violating.end(), others.begin(), others.end());
    return violating;
}

struct Best {
    std::vector<std::string> victims; ///< UIDs, sorted
    std::tuple<std::int64_t, std::int64_t, std::int64_t, std::size_t, std::int64_t> rank;
};

/// Of every set of pods that can stay, the one that keeps the most by that order: as numbers, the first pod's bit the highest.
std::optional<Best> bestOn(const World &world, const model::NodeInfo &node)
{
    const auto pods = inOrderOfSparing(node, *world.pod, world.snapshot->inventory());
    const auto fits = [&](std::uint32_t kept) {
        model::Overlay overlay(world.snapshot);
        for (std::size_t i = 0; i < pods.size(); ++i) {
            if ((kept >> (pods.size() - 1 - i) & 1) == 0) {
                overlay.forget(node.node().name, pods[i].first->uid);
            }
        }
        return recheck(*overlay.commit(), *world.pod, node.node().name, *plugins::defaultPolicy()).verdict.ok();
    };
    const std::uint32_t all = 1u << pods.size();
    for (std::uint32_t kept = all; kept-- > 0;) {
        if (pods.empty() || !fits(kept)) {
            continue;
        }
        Best best;
        std::int64_t violations = 0;
        std::int64_t highest = INT64_MIN;
        std::int64_t sum = 0;
        std::int64_t earliest = INT64_MAX;
        for (std::size_t i = 0; i < pods.size(); ++i) {
            if ((kept >> (pods.size() - 1 - i) & 1) != 0) {
                continue;
            }
            const model::Pod &gone = *pods[i].first;
            best.victims.push_back(gone.uid);
            violations += pods[i].second ? 1 : 0;
            sum += gone.priority + 2147483648LL;
            const std::int64_t start = gone.startTime ? gone.startTime->time_since_epoch().count() : INT64_MAX;
            earliest = gone.priority > highest ? start
                : gone.priority == highest     ? std::min(earliest, start)
                                               : earliest;
            highest = std::max<std::int64_t>(highest, gone.priority);
        }
        if (best.victims.empty()) {
            return std::nullopt;
        }
        std::sort(best.victims.begin(), best.victims.end());
        best.rank = {violations, highest, sum, best.victims.size(), -earliest};
        return best;
    }
    return std::nullopt;
}

TEST(Preemption, AReplayGivesTheSameAdvice)
{
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        const World world = randomWorld(seed);
        std::vector<model::NodeInfoPtr> nodes;
        for (const model::NodeInfoPtr &node : world.snapshot->nodes()) {
            nodes.push_back(decodeNode(encodeNode(*node)).value());
        }
        std::vector<model::NamespaceInfoPtr> namespaces;
        for (const model::NamespaceInfoPtr &ns : world.snapshot->inventory().namespaces()) {
            namespaces.push_back(decodeNamespace(encodeNamespace(*ns)).value());
        }
        const auto inventory =
            std::make_shared<const model::Inventory>(world.snapshot->inventory().known(), std::move(namespaces));
        const model::PodPtr pod = decodePod(encodePod(*world.pod)).value();
        const DecideOptions options{.seed = seed, .worlds = 0};
        const Decision first = decide(*world.snapshot, world.pod, *plugins::defaultPolicy(), options);
        const Decision again =
            decide(*makeSnapshot(std::move(nodes), 1, inventory), pod, *plugins::defaultPolicy(), options);
        EXPECT_EQ(first.fingerprint(), again.fingerprint());
        EXPECT_EQ(first.snapshotHash, again.snapshotHash);
        if (first.preemption) {
            EXPECT_EQ(*first.preemption, *again.preemption);
        }
    }
}

TEST(Preemption, AgreesWithTryingEverySetOfVictims)
{
    int advised = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const World world = randomWorld(seed);
        const Decision decision =
            decide(*world.snapshot, world.pod, *plugins::defaultPolicy(), {.seed = seed, .worlds = 0});
        if (decision.outcome != DecisionOutcome::NoNodeFits) {
            continue;
        }
        std::map<std::string, Best> candidates;
        for (const model::RejectedNode &rejected : decision.rejected) {
            if (rejected.resolvable) {
                if (auto best = bestOn(world, *world.snapshot->find(rejected.node))) {
                    candidates.emplace(rejected.node.text(), *std::move(best));
                }
            }
        }
        ASSERT_NE(decision.preemption, nullptr);
        const PreemptionAdvice &advice = *decision.preemption;
        EXPECT_EQ(advice.candidates, static_cast<std::int64_t>(candidates.size()));
        EXPECT_EQ(advice.kind, candidates.empty() ? Kind::NotHelpful : Kind::Evict);
        if (candidates.empty()) {
            continue;
        }
        ++advised;
        const auto least = std::min_element(candidates.begin(), candidates.end(),
            [](const auto &a, const auto &b) { return a.second.rank < b.second.rank; });
        std::vector<std::string> equal;
        for (const auto &[node, best] : candidates) {
            if (best.rank == least->second.rank) {
                equal.push_back(node);
            }
        }
        std::vector<std::string> ours;
        for (const base::Symbol node : advice.equal) {
            ours.emplace_back(node.text());
        }
        std::sort(ours.begin(), ours.end());
        EXPECT_EQ(ours, equal);
        std::vector<std::string> victims;
        for (const model::PreemptionVictim &one : advice.victims) {
            victims.push_back(one.uid);
        }
        std::sort(victims.begin(), victims.end());
        EXPECT_EQ(victims, candidates.at(std::string(advice.node.text())).victims);
    }
    EXPECT_GT(advised, 50);
}

} // namespace
} // namespace binnacle::engine
