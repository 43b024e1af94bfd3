// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// A placer keeps between decisions what decide() works out from the beginning: after any events both must say the same.

#include "planner/engine/placer.h"

#include "planner/engine/decide.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>

namespace binnacle::engine {
namespace {

using namespace testing;
using Kind = model::AffinityTerm::Kind;

/// The same cluster, from which every snapshot is built anew.
class Reference {
public:
    explicit Reference(const model::Snapshot &snapshot) : m_inventory(snapshot.inventoryPtr())
    {
        for (const model::NodeInfoPtr &info : snapshot.nodes()) {
            m_nodes.emplace(info->node().name.text(), Held{info->nodePtr(), info->pods()});
        }
    }

    [[nodiscard]] model::SnapshotPtr snapshot() const
    {
        std::vector<model::NodeInfoPtr> infos;
        for (const auto &[name, held] : m_nodes) {
            infos.push_back(makeNodeInfo(held.node, held.pods));
        }
        return makeSnapshot(std::move(infos), 1, m_inventory);
    }
    void add(const model::PodPtr &pod, base::Symbol node) { m_nodes.at(std::string(node.text())).pods.push_back(pod); }
    void setNode(const model::NodePtr &node) { m_nodes[std::string(node->name.text())].node = node; }
    void removeNode(base::Symbol node) { m_nodes.erase(std::string(node.text())); }
    void setInventory(model::InventoryPtr inventory) { m_inventory = std::move(inventory); }
    /// Any pod that is on a node, taken away; null when there is none.
    std::pair<model::PodPtr, base::Symbol> takeAny(base::SeededRandom &random)
    {
        std::vector<Held *> withPods;
        for (auto &[name, held] : m_nodes) {
            if (!held.pods.empty()) {
                withPods.push_back(&held);
            }
        }
        if (withPods.empty()) {
            return {};
        }
        Held &held = *withPods[random.below(withPods.size())];
        const auto it = held.pods.begin() + static_cast<std::ptrdiff_t>(random.below(held.pods.size()));
        model::PodPtr pod = *it;
        held.pods.erase(it);
        return {pod, held.node->name};
    }
    [[nodiscard]] std::vector<base::Symbol> names() const
    {
        std::vector<base::Symbol> names;
        for (const auto &[name, held] : m_nodes) {
            names.push_back(held.node->name);
        }
        return names;
    }

private:
    struct Held {
        model::NodePtr node;
        std::vector<model::PodPtr> pods;
    };
    std::map<std::string, Held> m_nodes;
    model::InventoryPtr m_inventory;
};

model::AffinityTerm randomTerm(base::SeededRandom &random)
{
    const Kind kinds[] = {
        Kind::RequiredAffinity, Kind::RequiredAntiAffinity, Kind::PreferredAffinity, Kind::PreferredAntiAffinity};
    model::AffinityTerm term =
        affinityTo(kinds[random.below(4)], pick(random, {"zone", "zone", "kubernetes.io/hostname", "fast"}),
            selecting({in("app", {pick(random, {"a", "b", "c"})})}), static_cast<std::int32_t>(1 + random.below(100)));
    if (random.below(5) == 0) {
        term.namespaces.push_back(pick(random, {"default", "other"}));
    }
    if (random.below(6) == 0) {
        term.namespaceSelector = selecting({in("team", {pick(random, {"x", "y"})})});
    }
    if (random.below(8) == 0) {
        term.selector = selecting();
    }
    return term;
}

model::SpreadConstraint randomConstraint(base::SeededRandom &random)
{
    model::SpreadConstraint constraint = spreadOver(pick(random, {"zone", "zone", "kubernetes.io/hostname", "fast"}),
        static_cast<std::int32_t>(1 + random.below(4)), random.below(2) == 0,
        random.below(10) == 0 ? selecting() : selecting({in("app", {pick(random, {"a", "b"})})}));
    constraint.honorAffinity = random.below(3) != 0;
    constraint.honorTaints = random.below(3) == 0;
    constraint.minDomains = static_cast<std::int32_t>(1 + random.below(4));
    if (random.below(4) == 0) {
        constraint.matchLabelKeys.push_back(symbol("rev"));
    }
    return constraint;
}

/// A pod of any family: plain, choosy about nodes, with ports, spread, near or away from others; some alike, some not.
model::PodPtr richPod(base::SeededRandom &random, const std::string &name)
{
    PodBuilder builder = makePod((random.below(4) == 0 ? "other/" : "default/") + name);
    builder.label("app", pick(random, {"a", "b", "c"}));
    if (random.below(3) == 0) {
        builder.label("rev", pick(random, {"1", "2"}));
    }
    if (random.below(20) == 0) {
        builder.label("unique", name);
    }
    if (random.below(6) != 0) {
        builder.req("cpu", pick(random, {"100m", "300m", "500m", "1"}));
        builder.req("memory", pick(random, {"64Mi", "300Mi", "1Gi"}));
    }
    if (random.below(8) == 0) {
        builder.req("example.com/device", pick(random, {"1", "2"}));
    }
    if (random.below(10) == 0) {
        builder.req("ephemeral-storage", pick(random, {"1Gi", "7Gi"}));
    }
    if (random.below(8) == 0) {
        builder.hostPort(static_cast<std::int32_t>(8000 + random.below(3)));
    }
    if (random.below(3) == 0) {
        builder.tolerationExists(pick(random, {"soft", "hard", ""}));
    }
    if (random.below(5) == 0) {
        builder.preferredNodeTerm(static_cast<std::int32_t>(1 + random.below(100)), {in("zone", {"x"})});
        builder.preferredNodeTerm(static_cast<std::int32_t>(1 + random.below(100)), {exists("fast")});
    }
    if (random.below(8) == 0) {
        builder.requiredNodeTerm({notIn("zone", {"z"})});
    }
    if (random.below(15) == 0) {
        builder.requiredNodeTerm({}, {in("metadata.name", {"n" + std::to_string(random.below(30))})});
    }
    for (std::uint64_t i = random.below(4) == 0 ? 1 + random.below(2) : 0; i > 0; --i) {
        builder.spread(randomConstraint(random));
    }
    for (std::uint64_t i = random.below(4) == 0 ? 1 + random.below(3) : 0; i > 0; --i) {
        builder.affinityTerm(randomTerm(random));
    }
    if (random.below(3) != 0) {
        builder.image(pick(random, {"web:1", "db:1", "rare:1"}));
    }
    if (random.below(4) == 0) {
        builder.owner("ReplicaSet", pick(random, {"set-a", "set-b"}));
    }
    if (random.below(10) == 0) {
        builder.deleting();
    }
    return builder.obj();
}

/// Two namespaces, with services and controllers by which pods are spread that have no constraints of their own.
model::InventoryPtr randomInventory(base::SeededRandom &random)
{
    std::vector<model::NamespaceInfoPtr> namespaces;
    for (const char *name : {"default", "other"}) {
        auto info = std::make_shared<model::NamespaceInfo>();
        info->name = name;
        info->labels = model::Labels({{symbol("team"), pick(random, {"x", "y"})}});
        if (random.below(2) == 0) {
            info->workloads.push_back(
                {model::Workload::Kind::Service, "service", selecting({in("app", {pick(random, {"a", "b"})})})});
        }
        info->workloads.push_back({model::Workload::Kind::ReplicaSet, "set-a", selecting({in("app", {"a"})})});
        info->finish();
        namespaces.push_back(info);
    }
    return std::make_shared<const model::Inventory>(
        model::Inventory::Known{random.below(8) != 0, true}, std::move(namespaces));
}

framework::PolicyPtr policyOf(framework::PolicyChanges changes)
{
    return framework::Policy::make(plugins::registry(), changes).value();
}

std::vector<framework::PolicyPtr> everyPolicy()
{
    std::vector<framework::PolicyPtr> all = policies();
    all.push_back(policyOf({.settings = {{"InterPodAffinity",
                                {{"hardPodAffinityWeight", "0"}, {"ignorePreferredTermsOfExistingPods", "true"}}}},
        .weights = {{"PodTopologySpread", 5}, {"ImageLocality", 3}}}));
    all.push_back(policyOf(
        {.settings = {{"PodTopologySpread", {{"defaulting", "List"}, {"defaultConstraints", "zone=2:ScheduleAnyway"}}}},
            .weights = {{"InterPodAffinity", 0}}}));
    return all;
}

/// One long history with a placer beside the reference.
class History {
public:
    History(std::uint64_t seed, framework::PolicyPtr policy, std::uint64_t nodes)
        : m_seed(seed), m_random(seed), m_policy(std::move(policy)), m_nodes(nodes)
    {
        const model::SnapshotPtr first = randomCluster(m_random, nodes)->withInventory(1, randomInventory(m_random));
        m_reference.emplace(*first);
        m_placer.emplace(first, m_policy, seed);
    }

    void step(int round)
    {
        const std::uint64_t what = m_random.below(100);
        if (what < 60) {
            arrive(round);
        } else if (what < 85) {
            depart();
        } else if (what < 90) {
            const model::NodePtr node = randomNode(m_random, "n" + std::to_string(m_random.below(m_nodes)));
            m_placer->setNode(node);
            m_reference->setNode(node);
        } else if (what < 93) {
            removeNode();
        } else if (what < 98) {
            putAnywhere(round);
        } else if (what == 98) {
            const model::InventoryPtr inventory = randomInventory(m_random);
            m_placer->setInventory(inventory);
            m_reference->setInventory(inventory);
        } else {
            ASSERT_EQ(m_placer->commit()->hash(), m_reference->snapshot()->hash()) << where(round);
        }
    }

    [[nodiscard]] int placed() const { return m_placed; }
    [[nodiscard]] int decided() const { return m_decided; }
    [[nodiscard]] std::uint64_t general() const { return m_placer->generalDecisions(); }

private:
    [[nodiscard]] std::string where(int round) const
    {
        return "seed " + std::to_string(m_seed) + ", policy " + m_policy->version() + ", round "
            + std::to_string(round);
    }

    void arrive(int round)
    {
        const model::PodPtr pod = richPod(m_random, "new-" + std::to_string(round));
        const model::Decision expected =
            decide(*m_reference->snapshot(), pod, *m_policy, {.seed = m_seed, .worlds = 0});
        const bool onlyAsked = m_random.below(4) == 0;
        const Placer::Placement got = onlyAsked ? m_placer->decide(pod) : m_placer->place(pod);
        ASSERT_EQ(got.outcome, expected.outcome) << where(round);
        ASSERT_EQ(got.node.text(), expected.chosen.text()) << where(round);
        ASSERT_EQ(got.score, expected.score) << where(round);
        ASSERT_EQ(got.undecided, expected.undecided) << where(round);
        ++m_decided;
        if (got.placed() && !onlyAsked) {
            ++m_placed;
            m_reference->add(pod, got.node);
        }
    }

    void depart()
    {
        const auto [pod, node] = m_reference->takeAny(m_random);
        if (pod) {
            ASSERT_TRUE(m_random.below(2) == 0 ? m_placer->remove(pod->uid) : m_placer->remove(node, pod->uid));
        }
    }

    void removeNode()
    {
        const std::vector<base::Symbol> names = m_reference->names();
        if (names.size() > 2) {
            const base::Symbol name = names[m_random.below(names.size())];
            ASSERT_TRUE(m_placer->removeNode(name));
            m_reference->removeNode(name);
        }
    }

    void putAnywhere(int round)
    {
        const std::vector<base::Symbol> names = m_reference->names();
        const base::Symbol name = names[m_random.below(names.size())];
        const model::PodPtr pod = richPod(m_random, "put-" + std::to_string(round));
        ASSERT_TRUE(m_placer->add(pod, name));
        m_reference->add(pod, name);
    }

    std::uint64_t m_seed;
    base::SeededRandom m_random;
    framework::PolicyPtr m_policy;
    std::uint64_t m_nodes;
    std::optional<Reference> m_reference;
    std::optional<Placer> m_placer;
    int m_placed = 0;
    int m_decided = 0;
};

TEST(Placer, DecidesAsDecideDoesAfterAnyEvents)
{
    int placed = 0;
    int decided = 0;
    std::uint64_t general = 0;
    std::uint64_t seed = 700;
    for (const framework::PolicyPtr &policy : everyPolicy()) {
        for (const std::uint64_t nodes : {4u, 25u, 25u, 140u}) {
            History history(++seed, policy, nodes);
            for (int round = 0; round < 250; ++round) {
                history.step(round);
                if (::testing::Test::HasFatalFailure()) {
                    return;
                }
            }
            placed += history.placed();
            decided += history.decided();
            general += history.general();
        }
    }
    EXPECT_GT(placed, decided / 4);
    EXPECT_LT(general, static_cast<std::uint64_t>(decided) / 2)
        << "what is compared is mostly not the placer's own work";
}

TEST(Placer, LeavesItsSnapshotAlone)
{
    base::SeededRandom random(1);
    const model::SnapshotPtr snapshot = randomCluster(random, 10);
    const base::Fingerprint before = snapshot->hash();
    Placer placer(snapshot, plugins::defaultPolicy());
    placer.place(makePod("a").req("cpu", "100m").obj());
    const model::SnapshotPtr middle = placer.commit();
    const base::Fingerprint middleHash = middle->hash();
    placer.place(makePod("b").req("cpu", "100m").obj());
    placer.removeNode(snapshot->nodes().front()->node().name);
    EXPECT_EQ(snapshot->hash(), before);
    EXPECT_EQ(middle->hash(), middleHash);
    EXPECT_NE(placer.commit()->hash(), middleHash);
}

TEST(Placer, StartsWithNoNodeAtAll)
{
    Placer placer(makeSnapshot({}), plugins::defaultPolicy());
    const model::PodPtr pod = makePod("a").obj();
    EXPECT_FALSE(placer.place(pod).placed());
    placer.setNode(makeNode("n").allocatable("cpu", "4").allocatable("memory", "4Gi").obj());
    EXPECT_EQ(placer.place(pod).node, symbol("n"));
    EXPECT_TRUE(placer.remove(pod->uid));
    EXPECT_FALSE(placer.remove(pod->uid));
    EXPECT_FALSE(placer.add(pod, symbol("missing")));
    EXPECT_EQ(placer.commit()->nodes().size(), 1u);
}

TEST(Placer, DecidesAPodThatAnExtenderConcernsAsDecideDoes)
{
    base::SeededRandom random(2);
    const model::SnapshotPtr snapshot = randomCluster(random, 10);
    Placer placer(snapshot, policyOf({.settings = {}, .weights = {}, .extenders = {{}}}));
    EXPECT_EQ(placer.place(makePod("a").obj()).outcome, model::DecisionOutcome::NotDecidable);
}

TEST(Placer, LeavesRoomToNominatedPodsAndWaitsForGatesAsDecideDoes)
{
    auto info = std::make_shared<model::NodeInfo>(makeNode("a").allocatable("cpu", "4").obj());
    const model::PodPtr nominated = makePod("nominated").req("cpu", "3").priority(5).nominated("a").obj();
    info->nominate(nominated);
    Placer placer(makeSnapshot({info}), plugins::defaultPolicy());
    EXPECT_FALSE(placer.decide(makePod("low").req("cpu", "2").priority(5).obj()).placed());
    EXPECT_TRUE(placer.decide(makePod("high").req("cpu", "2").priority(6).obj()).placed());
    EXPECT_EQ(placer.decide(makePod("gated").gate("wait").obj()).outcome, model::DecisionOutcome::Gated);
    EXPECT_EQ(placer.place(nominated).node, symbol("a"));
    EXPECT_TRUE(placer.commit()->nodesWithNominated().empty());
    EXPECT_TRUE(placer.place(makePod("small").req("cpu", "1").obj()).placed());
}

/// A move puts a pod elsewhere and counts it once.
TEST(Placer, CountsAPodThatIsAddedTwiceWhereItWasAddedLast)
{
    Placer placer(makeSnapshot({makeNodeInfo(makeNode("a").allocatable("cpu", "4").obj()),
                      makeNodeInfo(makeNode("b").allocatable("cpu", "4").obj())}),
        plugins::defaultPolicy());
    const model::PodPtr pod = makePod("p").req("cpu", "1").obj();
    EXPECT_TRUE(placer.add(pod, symbol("a")));
    EXPECT_TRUE(placer.add(pod, symbol("b")));
    EXPECT_EQ(placer.find(symbol("a"))->pods().size(), 0u);
    EXPECT_EQ(placer.find(symbol("b"))->requested().cpuMilli, 1000);
}

} // namespace
} // namespace binnacle::engine
