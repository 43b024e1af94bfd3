// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// The plugins that read more than one node: PodTopologySpread and InterPodAffinity, each with a small map of nodes by name.
// Rules that kube-scheduler's own plugins confirm at large in the parity tests are here where they read as sentences.

#include "tests/unit/planner_plugins/plugin_fixture.h"

#include "planner/plugins/pod_topology_spread/spread_constraints.h"

#include <gtest/gtest.h>

#include <map>

namespace binnacle::plugins {
namespace {

using namespace testing;
using Kind = model::AffinityTerm::Kind;

/// What one plugin's Filter says of every node of the snapshot: the code's name, or "fits".
std::map<std::string, std::string> filtered(
    std::string_view plugin, const model::PodPtr &pod, const model::SnapshotPtr &snapshot)
{
    const framework::PolicyPtr policy = defaultPolicy();
    const framework::Policy::Filter &filter = filterOf(*policy, plugin);
    framework::CycleState state;
    const bool skipped = filter.preFilter->preFilter(state, *pod, *snapshot).verdict.kind == model::VerdictKind::Skip;
    std::map<std::string, std::string> out;
    for (const model::NodeInfoPtr &info : snapshot->nodes()) {
        const model::Verdict verdict =
            skipped ? model::Verdict::skip() : filter.filter->filter(state, *pod, framework::NodeLoad::of(*info));
        out[std::string(info->node().name.text())] =
            verdict.ok() ? "fits" : std::string(model::codeName(verdict.reasons[0].code));
    }
    return out;
}

/// Raw scores of every node; none when the plugin does not score the pod.
std::map<std::string, std::int64_t> scored(std::string_view plugin, const model::PodPtr &pod,
    const model::SnapshotPtr &snapshot, const framework::PolicyPtr &policy = defaultPolicy())
{
    framework::CycleState state;
    static_cast<void>(filterOf(*policy, plugin).preFilter->preFilter(state, *pod, *snapshot));
    std::vector<framework::NodeLoad> loads;
    for (const model::NodeInfoPtr &info : snapshot->nodes()) {
        loads.push_back(framework::NodeLoad::of(*info));
    }
    std::vector<const framework::NodeLoad *> feasible;
    for (const framework::NodeLoad &load : loads) {
        feasible.push_back(&load);
    }
    const framework::Policy::Score &score = scoreOf(*policy, plugin);
    std::map<std::string, std::int64_t> out;
    if (score.preScore->preScore(state, *pod, *snapshot, feasible) == model::VerdictKind::Skip) {
        return out;
    }
    for (const framework::NodeLoad &load : loads) {
        out[std::string(load.name.text())] = score.node->score(state, *pod, load);
    }
    return out;
}

model::NodeInfoPtr zoned(std::string_view name, std::string zone, const std::vector<model::PodPtr> &pods = {})
{
    return makeNodeInfo(
        makeNode(name).label("zone", std::move(zone)).label("kubernetes.io/hostname", std::string(name)).obj(), pods);
}

model::PodPtr web(std::string_view name) { return makePod(name).label("app", "web").obj(); }
model::LabelSelector isWeb() { return selecting({in("app", {"web"})}); }

PodBuilder spreading(std::int32_t maxSkew)
{
    return makePod("web/new").label("app", "web").spread(spreadOver("zone", maxSkew, true, isWeb()));
}

TEST(PodTopologySpread, RefusesWhereTheSkewWouldBeTooLarge)
{
    const auto snapshot =
        makeSnapshot({zoned("a", "x", {web("web/1"), web("web/2")}), zoned("b", "y", {web("web/3")})});
    EXPECT_EQ(filtered("PodTopologySpread", spreading(1).obj(), snapshot)["a"], "TopologySpreadSkew");
    EXPECT_EQ(filtered("PodTopologySpread", spreading(1).obj(), snapshot)["b"], "fits");
    EXPECT_EQ(filtered("PodTopologySpread", spreading(2).obj(), snapshot)["a"], "fits");
}

TEST(PodTopologySpread, LeavesOutPodsOfOtherNamespacesThoseOnTheirWayOutAndItself)
{
    const auto snapshot = makeSnapshot({zoned("a", "x",
                                            {web("other/1"), makePod("web/2").label("app", "web").deleting().obj(),
                                                makePod("web/new").label("app", "web").obj()}),
        zoned("b", "y")});
    EXPECT_EQ(filtered("PodTopologySpread", spreading(1).obj(), snapshot)["a"], "fits");
}

TEST(PodTopologySpread, ANodeWithoutTheLabelIsRefusedForGood)
{
    const auto snapshot = makeSnapshot({makeNodeInfo(makeNode("bare").obj()), zoned("b", "y")});
    EXPECT_EQ(filtered("PodTopologySpread", spreading(1).obj(), snapshot)["bare"], "TopologyLabelMissing");
}

TEST(PodTopologySpread, FewerPartsThanMinDomainsCountAsAnEmptyOne)
{
    model::SpreadConstraint constraint = spreadOver("zone", 1, true, isWeb());
    const auto snapshot = makeSnapshot({zoned("a", "x", {web("web/1")}), zoned("b", "y", {web("web/2")})});
    const auto pod = [&] { return makePod("web/new").label("app", "web").spread(constraint).obj(); };
    EXPECT_EQ(filtered("PodTopologySpread", pod(), snapshot)["a"], "fits");
    constraint.minDomains = 3;
    EXPECT_EQ(filtered("PodTopologySpread", pod(), snapshot)["a"], "TopologySpreadSkew");
}

TEST(PodTopologySpread, CountsOnlyNodesThatItsPoliciesInclude)
{
    model::SpreadConstraint constraint = spreadOver("zone", 1, true, isWeb());
    const auto snapshot = makeSnapshot(
        {zoned("a", "x", {web("web/1")}), makeNodeInfo(makeNode("empty").label("zone", "y").taint("dedicated").obj())});
    const auto pod = [&] { return makePod("web/new").label("app", "web").spread(constraint).obj(); };
    EXPECT_EQ(filtered("PodTopologySpread", pod(), snapshot)["a"], "TopologySpreadSkew")
        << "the tainted node's zone is the emptiest";
    constraint.honorTaints = true;
    EXPECT_EQ(filtered("PodTopologySpread", pod(), snapshot)["a"], "fits");
}

TEST(PodTopologySpread, MatchLabelKeysNarrowTheSelectorToThePodsOwnValues)
{
    model::SpreadConstraint constraint = spreadOver("zone", 1, true, isWeb());
    constraint.matchLabelKeys = {symbol("revision")};
    const auto old = makePod("web/old").label("app", "web").label("revision", "1").obj();
    const auto snapshot = makeSnapshot({zoned("a", "x", {old}), zoned("b", "y")});
    const auto pod = makePod("web/new").label("app", "web").label("revision", "2").spread(constraint).obj();
    EXPECT_EQ(filtered("PodTopologySpread", pod, snapshot)["a"], "fits");
}

TEST(PodTopologySpread, PrefersPartsWithFewerPods)
{
    const auto pod = makePod("web/new").label("app", "web").spread(spreadOver("zone", 1, false, isWeb())).obj();
    const auto scores = scored("PodTopologySpread", pod,
        makeSnapshot(
            {zoned("a", "x", {web("web/1"), web("web/2")}), zoned("b", "y"), makeNodeInfo(makeNode("c").obj())}));
    EXPECT_GT(scores.at("a"), scores.at("b")) << "the raw score counts pods";
    EXPECT_EQ(scores.at("c"), framework::notJudged);
}

TEST(PodTopologySpread, PodsOfAServiceAreSpreadOverHostsAndZonesByDefault)
{
    auto ns = std::make_shared<model::NamespaceInfo>();
    ns->name = "web";
    ns->workloads.push_back({model::Workload::Kind::Service, "web", isWeb()});
    ns->finish();
    const auto inventory = std::make_shared<const model::Inventory>(
        model::Inventory::Known{true, true}, std::vector<model::NamespaceInfoPtr>{ns});
    const std::vector<model::NodeInfoPtr> nodes{zoned("a", "x", {web("web/1")}), zoned("b", "y")};
    const auto served = makePod("web/new").label("app", "web").obj();
    const auto scores = scored("PodTopologySpread", served, makeSnapshot(nodes, 1, inventory));
    ASSERT_EQ(scores.size(), 2u);
    EXPECT_GT(scores.at("a"), scores.at("b"));
    EXPECT_TRUE(scored("PodTopologySpread", served, makeSnapshot(nodes)).empty()) << "without the service";
    const auto off = framework::Policy::make(
        registry(), {.settings = {{"PodTopologySpread", {{"defaulting", "List"}}}}, .weights = {}});
    EXPECT_TRUE(scored("PodTopologySpread", served, makeSnapshot(nodes, 1, inventory), *off).empty());
}

TEST(PodTopologySpread, ListedDefaultConstraintsAlsoRefuseNodes)
{
    auto ns = std::make_shared<model::NamespaceInfo>();
    ns->name = "web";
    ns->workloads.push_back({model::Workload::Kind::Service, "web", isWeb()});
    ns->finish();
    const auto inventory = std::make_shared<const model::Inventory>(
        model::Inventory::Known{true, true}, std::vector<model::NamespaceInfoPtr>{ns});
    const auto snapshot =
        makeSnapshot({zoned("a", "x", {web("web/1")}), zoned("b", "y"), zoned("c", "")}, 1, inventory);
    const framework::PolicyPtr policy = policyWith("PodTopologySpread",
        {{"defaulting", "List"}, {"defaultConstraints", "zone=1:DoNotSchedule,rack=1:ScheduleAnyway"}});
    const auto plugin = filterOf(*policy, "PodTopologySpread");
    framework::CycleState state;
    const auto served = makePod("web/new").label("app", "web").obj();
    ASSERT_TRUE(plugin.preFilter->preFilter(state, *served, *snapshot).verdict.ok());
    const auto fitsOn = [&](const char *node) {
        return plugin.filter->filter(state, *served, framework::NodeLoad::of(*snapshot->find(base::Symbol(node)))).ok();
    };
    EXPECT_FALSE(fitsOn("a"));
    EXPECT_TRUE(fitsOn("b"));
    EXPECT_EQ(scored("PodTopologySpread", served, snapshot, policy).at("b"), framework::notJudged)
        << "unlike with the scheduler's own, a node without the label is not judged";
    framework::CycleState alone;
    const auto other = makePod("web/new").label("app", "db").obj();
    EXPECT_EQ(plugin.preFilter->preFilter(alone, *other, *snapshot).verdict.kind, model::VerdictKind::Skip)
        << "no service selects it";
}

TEST(DefaultSelector, MergesServicesAndTheController)
{
    model::NamespaceInfo ns;
    ns.name = "web";
    ns.workloads = {{model::Workload::Kind::ReplicaSet, "web-1", selecting({in("hash", {"1"})})},
        {model::Workload::Kind::Service, "web", isWeb()}, {model::Workload::Kind::Service, "none", {}},
        {model::Workload::Kind::Service, "db", selecting({in("app", {"db"})})}};
    ns.finish();
    const model::Inventory inventory({true, true}, {std::make_shared<const model::NamespaceInfo>(ns)});
    const auto pod = makePod("web/p").label("app", "web").owner("ReplicaSet", "web-1").obj();
    EXPECT_EQ(defaultSelector(*pod, inventory), selecting({in("app", {"web"}), in("hash", {"1"})}));
    EXPECT_EQ(defaultSelector(*makePod("web/p").owner("ReplicaSet", "web-1", "argoproj.io/v1alpha1").obj(), inventory),
        selecting());
    EXPECT_TRUE(defaultSelector(*makePod("elsewhere/p").label("app", "web").obj(), inventory).selectsEverything());
}

TEST(InterPodAffinity, RequiredAffinityWantsAPodInThePart)
{
    const auto pod = makePod("web/new")
                         .affinityTerm(affinityTo(Kind::RequiredAffinity, "zone", selecting({in("app", {"db"})})))
                         .obj();
    const auto snapshot = makeSnapshot({zoned("a", "x", {makePod("web/d").label("app", "db").obj()}), zoned("a2", "x"),
        zoned("b", "y", {makePod("other/d").label("app", "db").obj()}), makeNodeInfo(makeNode("bare").obj())});
    const auto words = filtered("InterPodAffinity", pod, snapshot);
    EXPECT_EQ(words.at("a"), "fits");
    EXPECT_EQ(words.at("a2"), "fits") << "anywhere in the same part";
    EXPECT_EQ(words.at("b"), "PodAffinityMismatch") << "that pod is in another namespace";
    EXPECT_EQ(words.at("bare"), "PodAffinityMismatch");
}

TEST(InterPodAffinity, TheFirstOfAGroupMayGoAnywhereWithTheLabel)
{
    const auto together = affinityTo(Kind::RequiredAffinity, "zone", isWeb());
    const auto snapshot = makeSnapshot({zoned("a", "x"), makeNodeInfo(makeNode("bare").obj())});
    const auto first = makePod("web/new").label("app", "web").affinityTerm(together).obj();
    EXPECT_EQ(filtered("InterPodAffinity", first, snapshot).at("a"), "fits");
    EXPECT_EQ(filtered("InterPodAffinity", first, snapshot).at("bare"), "PodAffinityMismatch");
    const auto stranger = makePod("web/new").label("app", "db").affinityTerm(together).obj();
    EXPECT_EQ(filtered("InterPodAffinity", stranger, snapshot).at("a"), "PodAffinityMismatch");
}

TEST(InterPodAffinity, AntiAffinityHoldsInBothDirections)
{
    const auto apart = affinityTo(Kind::RequiredAntiAffinity, "zone", isWeb());
    const auto shy = makePod("web/new").affinityTerm(apart).obj();
    EXPECT_EQ(filtered("InterPodAffinity", shy, makeSnapshot({zoned("a", "x", {web("web/1")})})).at("a"),
        "PodAntiAffinityMismatch");
    const auto runs = makeSnapshot({zoned("a", "x", {makePod("web/shy").affinityTerm(apart).obj()}), zoned("b", "y")});
    EXPECT_EQ(filtered("InterPodAffinity", web("web/new"), runs).at("a"), "ExistingPodAntiAffinity");
    EXPECT_EQ(filtered("InterPodAffinity", web("web/new"), runs).at("b"), "fits");
    EXPECT_EQ(filtered("InterPodAffinity", web("other/new"), runs).at("a"), "fits");
}

TEST(InterPodAffinity, CountsThePreferencesOfBothSides)
{
    const auto likes =
        makePod("web/friend").affinityTerm(affinityTo(Kind::PreferredAffinity, "zone", isWeb(), 10)).obj();
    const auto needs = makePod("web/needs").affinityTerm(affinityTo(Kind::RequiredAffinity, "zone", isWeb())).obj();
    const auto snapshot = makeSnapshot({zoned("a", "x", {likes, needs}),
        zoned("b", "y", {makePod("web/noisy").label("app", "noisy").obj()}), zoned("c", "z")});
    const auto pod =
        makePod("web/new")
            .label("app", "web")
            .affinityTerm(affinityTo(Kind::PreferredAntiAffinity, "zone", selecting({in("app", {"noisy"})}), 7))
            .obj();
    EXPECT_EQ(scored("InterPodAffinity", pod, snapshot),
        (std::map<std::string, std::int64_t>{{"a", 11}, {"b", -7}, {"c", 0}}));
    EXPECT_EQ(scored("InterPodAffinity", web("web/plain"), snapshot),
        (std::map<std::string, std::int64_t>{{"a", 11}, {"b", 0}, {"c", 0}}));
    EXPECT_TRUE(scored("InterPodAffinity", makePod("web/other").obj(), snapshot).empty()) << "nobody cares";
    const auto ignoring = framework::Policy::make(registry(),
        {.settings = {{"InterPodAffinity", {{"ignorePreferredTermsOfExistingPods", "true"}}}}, .weights = {}});
    EXPECT_TRUE(scored("InterPodAffinity", web("web/plain"), snapshot, *ignoring).empty());
}

TEST(InterPodAffinity, NormalisesBetweenTheLeastAndTheMost)
{
    const framework::NodeScorePlugin &plugin = *scoreOf(*defaultPolicy(), "InterPodAffinity").node;
    EXPECT_EQ(plugin.normalise(-7, {-7, 11}), 0);
    EXPECT_EQ(plugin.normalise(0, {-7, 11}), 38);
    EXPECT_EQ(plugin.normalise(11, {-7, 11}), 100);
    EXPECT_EQ(plugin.normalise(5, {5, 5}), 0);
}

TEST(ImageLocality, CountsWhatIsThereByItsSizeAndSpread)
{
    const auto big = makeNodeInfo(makeNode("a").image("app:1", 600 << 20).obj());
    const auto snapshot = makeSnapshot({big, makeNodeInfo(makeNode("b").obj())});
    const framework::Policy::Score &score = scoreOf(*defaultPolicy(), "ImageLocality");
    const auto pod = makePod("p").image("app:1").obj();
    framework::CycleState state;
    ASSERT_EQ(score.preScore->preScore(state, *pod, *snapshot, {}), model::VerdictKind::Success);
    // half of the nodes have it: 300 MiB of the range from 23 to 1000 MiB
    EXPECT_EQ(score.node->score(state, *pod, framework::NodeLoad::of(*big)), 100 * (300 - 23) / (1000 - 23));
    EXPECT_EQ(score.node->score(state, *pod, framework::NodeLoad::of(*snapshot->nodes()[1])), 0);
    const auto other = makePod("p").image("nowhere:1").obj();
    EXPECT_EQ(score.preScore->preScore(state, *other, *snapshot, {}), model::VerdictKind::Skip);
}

} // namespace
} // namespace binnacle::plugins
