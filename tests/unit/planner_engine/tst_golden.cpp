// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Whole decisions as text, one case a plugin, compared with tests/golden. After a change that is meant, run this program
// once with BINNACLE_UPDATE_GOLDEN=1 and look at the difference.

#include "planner/engine/decide.h"
#include "planner/model/preemption.h"
#include "planner/model/testing/devices.h"

#include "planner/model/testing/storage.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>

namespace binnacle::engine {
namespace {

using namespace testing;
using model::Decision;

std::string text(const model::Reason &reason)
{
    std::ostringstream out;
    out << model::codeName(reason.code);
    if (!reason.subject.empty()) {
        out << ' ' << reason.subject.text();
    }
    if (!reason.detail.empty()) {
        out << " \"" << reason.detail << '"';
    }
    if (reason.asked != 0) {
        out << " asked " << reason.asked << " used " << reason.used << " of " << reason.capacity;
    }
    return out.str();
}

std::string text(const Decision &decision)
{
    std::ostringstream out;
    static const char *const outcomes[] = {"placed", "no node fits", "not decidable", "gated"};
    out << "pod " << decision.pod.text() << ": " << outcomes[static_cast<int>(decision.outcome)];
    if (!decision.chosen.empty()) {
        out << " on " << decision.chosen.text() << ", score " << decision.score;
        out << ", margin " << (decision.margin ? std::to_string(*decision.margin) : "-");
        out << ", tied " << decision.tied.size() << ", stability " << decision.confidence.stability;
    }
    out << "\npolicy " << decision.policyVersion << ", seed " << decision.seed << ", snapshot "
        << decision.snapshotHash.hex() << '\n';
    for (const model::FeasibleNode &node : decision.feasible) {
        out << "  + " << node.node.text() << ' ' << node.total << '\n';
        for (std::size_t i = 0; i < node.raw.size(); ++i) {
            out << "      " << decision.scorePlugins[i].name.text() << " raw " << node.raw[i] << " normalised "
                << node.normalised[i] << " x " << decision.scorePlugins[i].weight << '\n';
        }
    }
    for (const model::RejectedNode &node : decision.rejected) {
        out << "  - " << node.node.text() << ' ' << node.plugin.text() << (node.resolvable ? "" : " (unresolvable)")
            << '\n';
        for (const model::Reason &reason : node.reasons) {
            out << "      " << text(reason) << '\n';
        }
    }
    if (decision.preemption) {
        out << "  preemption " << model::kindName(decision.preemption->kind) << " on "
            << decision.preemption->node.text() << ", candidates " << decision.preemption->candidates << ", equal "
            << decision.preemption->equal.size() << '\n';
        for (const model::PreemptionVictim &victim : decision.preemption->victims) {
            out << "      " << victim.pod.text() << " priority " << victim.priority
                << (victim.violatesBudget ? " violates its budget" : "") << '\n';
        }
    }
    return out.str();
}

NodeBuilder sized(std::string_view name)
{
    return makeNode(name)
        .allocatable("cpu", "8")
        .allocatable("memory", "32Gi")
        .allocatable("ephemeral-storage", "100Gi");
}

model::PodPtr load(std::string_view name, std::string_view cpu, std::string_view memory)
{
    return makePod(std::string("load/") + std::string(name)).req("cpu", cpu).req("memory", memory).obj();
}

/// Three nodes with different loads beside the one that a case adds.
std::vector<model::NodeInfoPtr> around(model::NodeInfoPtr added)
{
    return {makeNodeInfo(sized("light").obj(), {load("a", "1", "4Gi")}),
        makeNodeInfo(sized("lopsided").obj(), {load("b", "4", "2Gi")}),
        makeNodeInfo(sized("heavy").obj(), {load("c", "6", "24Gi")}), std::move(added)};
}

PodBuilder pod() { return makePod("shop/cart").req("cpu", "1").req("memory", "4Gi"); }

struct Case {
    std::string file;
    std::function<Decision()> decide;
};

Decision decideOn(std::vector<model::NodeInfoPtr> nodes, const model::PodPtr &pod,
    const framework::PolicyPtr &policy = plugins::defaultPolicy())
{
    return decide(*makeSnapshot(std::move(nodes)), pod, *policy, {.seed = 42});
}

constexpr std::string_view zone = "topology.kubernetes.io/zone";

/// One node a zone beside the usual ones.
Decision decideWith(const Storage &storage, std::vector<model::PodVolume> volumes)
{
    std::vector<model::NodeInfoPtr> nodes = around(makeNodeInfo(sized("east").label(zone, "east").obj(),
        {withVolumes(load("old", "1", "4Gi"),
            {inlineVolume(model::VolumeSource::Kind::GcePersistentDisk, "disk", true), claimVolume("old-data")})}));
    nodes.push_back(makeNodeInfo(sized("west").label(zone, "west").obj()));
    return decide(*makeSnapshot(std::move(nodes), 1, storage.inventory()), withVolumes(pod().obj(), std::move(volumes)),
        *plugins::defaultPolicy(), {.seed = 42});
}

Storage bound(const model::PersistentVolume &volume)
{
    return Storage().add(boundClaim("shop/data", volume.name)).add(volume);
}

framework::PolicyPtr policyWith(std::string plugin, framework::Settings settings)
{
    return framework::Policy::make(
        plugins::registry(), {.settings = {{std::move(plugin), std::move(settings)}}, .weights = {}})
        .value();
}

std::vector<Case> cases()
{
    using model::TaintEffect;
    return {
        {"node_unschedulable",
            [] { return decideOn(around(makeNodeInfo(sized("cordoned").unschedulable().obj())), pod().obj()); }},
        {"node_name", [] { return decideOn(around(makeNodeInfo(sized("named").obj())), pod().node("named").obj()); }},
        {"taint_toleration",
            [] {
                auto nodes =
                    around(makeNodeInfo(sized("tainted").taint("dedicated", "batch", TaintEffect::NoExecute).obj()));
                nodes.push_back(makeNodeInfo(sized("spot")
                                                 .taint("spot", "true", TaintEffect::PreferNoSchedule)
                                                 .taint("slow", "", TaintEffect::PreferNoSchedule)
                                                 .obj()));
                nodes.push_back(makeNodeInfo(sized("slow").taint("slow", "", TaintEffect::PreferNoSchedule).obj()));
                return decideOn(std::move(nodes), pod().obj());
            }},
        {"node_affinity",
            [] {
                auto nodes = around(makeNodeInfo(sized("east").label("zone", "east").label("generation", "4").obj()));
                nodes.push_back(makeNodeInfo(sized("west").label("zone", "west").label("generation", "3").obj()));
                return decideOn(std::move(nodes),
                    pod()
                        .requiredNodeTerm({exists("zone"), greaterThan("generation", "2")})
                        .preferredNodeTerm(80, {in("zone", {"west"})})
                        .preferredNodeTerm(30, {in("zone", {"east"})})
                        .obj());
            }},
        {"node_ports",
            [] {
                return decideOn(around(makeNodeInfo(
                                    sized("taken").obj(), {makePod("load/d").hostPort(8080, "TCP", "10.0.0.1").obj()})),
                    pod().hostPort(8080).obj());
            }},
        {"node_resources_fit",
            [] {
                auto nodes = around(makeNodeInfo(sized("gpu").allocatable("nvidia.com/gpu", "2").obj(),
                    {makePod("load/d").req("nvidia.com/gpu", "1").obj()}));
                return decideOn(std::move(nodes), pod().req("cpu", "3").req("nvidia.com/gpu", "2").obj());
            }},
        {"volume_restrictions",
            [] { return decideWith({}, {inlineVolume(model::VolumeSource::Kind::GcePersistentDisk, "disk")}); }},
        {"node_volume_limits",
            [] {
                return decideWith(bound(volume("pv", "1Gi"))
                                      .add(boundClaim("load/old-data", "old-pv"))
                                      .add(volume("old-pv", "1Gi"))
                                      .add(csiNode("east", "csi.example.com", 1)),
                    {claimVolume("data")});
            }},
        {"volume_binding",
            [] {
                return decideWith(bound(volumeAt("pv", "1Gi", {}, zone, "west"))
                                      .add(waitingClaim("shop/scratch", "local", "5Gi"))
                                      .add(volumeAt("free", "10Gi", "local", zone, "west"))
                                      .add(classOf("local", std::string(model::noProvisioner))),
                    {claimVolume("data"), claimVolume("scratch")});
            }},
        {"volume_zone",
            [] {
                model::PersistentVolume volume = model::testing::volume("pv", "1Gi");
                volume.labels = model::Labels({{symbol(zone), "west__north"}});
                return decideWith(bound(volume), {claimVolume("data")});
            }},
        {"pod_topology_spread",
            [] {
                const auto web = [](std::string_view name) { return makePod(name).label("app", "web").obj(); };
                auto nodes =
                    around(makeNodeInfo(sized("east-1").label("zone", "east").obj(), {web("shop/w1"), web("shop/w2")}));
                nodes.push_back(makeNodeInfo(sized("west-1").label("zone", "west").obj(), {web("shop/w3")}));
                nodes.push_back(makeNodeInfo(sized("west-2").label("zone", "west").obj()));
                return decideOn(std::move(nodes),
                    pod()
                        .label("app", "web")
                        .spread(spreadOver("zone", 1, true, selecting({in("app", {"web"})})))
                        .spread(spreadOver("zone", 2, false, selecting({in("app", {"web"})})))
                        .obj());
            }},
        {"inter_pod_affinity",
            [] {
                using Kind = model::AffinityTerm::Kind;
                const auto apart = affinityTo(Kind::RequiredAntiAffinity, "zone", selecting({in("app", {"cart"})}));
                auto nodes = around(makeNodeInfo(sized("south").label("zone", "south").obj(),
                    {makePod("shop/shy").label("app", "db").affinityTerm(apart).obj()}));
                nodes.push_back(makeNodeInfo(
                    sized("east").label("zone", "east").obj(), {makePod("shop/d1").label("app", "db").obj()}));
                nodes.push_back(makeNodeInfo(sized("west").label("zone", "west").obj(),
                    {makePod("shop/d2").label("app", "db").obj(), makePod("shop/q").label("app", "queue").obj()}));
                return decideOn(std::move(nodes),
                    pod()
                        .label("app", "cart")
                        .affinityTerm(affinityTo(Kind::RequiredAffinity, "zone", selecting({in("app", {"db"})})))
                        .affinityTerm(
                            affinityTo(Kind::PreferredAffinity, "zone", selecting({in("app", {"queue"})}), 40))
                        .obj());
            }},
        {"default_preemption",
            [] {
                const auto held = [](std::string_view name, std::int32_t priority, std::string_view cpu) {
                    return makePod(name)
                        .priority(priority)
                        .req("cpu", cpu)
                        .label("app", std::string(name.substr(5)))
                        .obj();
                };
                const auto ns = std::make_shared<model::NamespaceInfo>();
                ns->name = "load";
                ns->budgets = {{"kept", selecting({in("app", {"kept"})}), 0, {}}};
                ns->finish();
                const auto inventory = std::make_shared<const model::Inventory>(
                    model::Inventory::Known{true, true, true}, std::vector<model::NamespaceInfoPtr>{ns});
                return decide(
                    *makeSnapshot({makeNodeInfo(sized("high").obj(), {held("load/h", 50, "8")}),
                                      makeNodeInfo(sized("mixed").obj(),
                                          {held("load/kept", 1, "3"), held("load/a", 3, "2"), held("load/b", 2, "3")}),
                                      makeNodeInfo(sized("equal").obj(), {held("load/c", 100, "8")})},
                        1, inventory),
                    makePod("shop/cart").priority(100).req("cpu", "3").obj(), *plugins::defaultPolicy(), {.seed = 42});
            }},
        {"dynamic_resources",
            [] {
                auto nodes = around(makeNodeInfo(sized("best").obj()));
                nodes.push_back(makeNodeInfo(sized("second").obj()));
                const auto card = [](const char *node, const char *model) {
                    return makeSlice(std::string(node) + "-cards", node)
                        .device("card-0")
                        .attribute("model", model)
                        .obj();
                };
                const auto of = [](const char *model) {
                    return asking(
                        "card", 1, {std::string(R"(device.attributes["gpu.example.com"].model == ")") + model + '"'});
                };
                const auto inventory = inventoryOf({card("best", "a100"), card("second", "l4"), card("light", "t4")},
                    {makeClass("card", {R"(device.driver == "gpu.example.com")"})},
                    {makeClaim("cards").firstOf({of("a100"), of("l4")}).obj()});
                return decide(*makeSnapshot(std::move(nodes), 1, inventory),
                    makePod("default/cart").req("cpu", "1").req("memory", "4Gi").claims(claimsNamed({"cards"})).obj(),
                    *plugins::defaultPolicy(), {.seed = 42});
            }},
        {"node_declared_features",
            [] {
                using Feature = model::NodeFeature;
                return decideOn(around(makeNodeInfo(
                                    sized("declares").declares(Feature::RestartAllContainersOnContainerExits).obj())),
                    pod().needs(Feature::RestartAllContainersOnContainerExits).obj());
            }},
        {"image_locality",
            [] {
                auto nodes = around(makeNodeInfo(sized("has-it").image("shop/cart:1", 900'000'000).obj()));
                nodes.push_back(makeNodeInfo(sized("has-half").image("shop/base:1", 300'000'000).obj()));
                return decideOn(std::move(nodes), pod().image("shop/cart:1").image("shop/base:1").obj());
            }},
        {"binnacle_limits",
            [] {
                auto hot = std::make_shared<model::NodeInfo>(sized("hot").obj());
                hot->setMeasured({7100, std::int64_t{31} << 30});
                return decideOn(around(std::move(hot)), pod().req("cpu", "2").obj(),
                    policyWith("BinnacleLimits",
                        {{"cpuAtMostPercent", "80"}, {"memoryFreeAtLeastBytes", "2147483648"},
                            {"latencyAtMostMilliseconds", "5"}}));
            }},
        {"binnacle_rules",
            [] {
                auto nodes = around(makeNodeInfo(sized("east").label("zone", "east").label("disk", "ssd").obj()));
                nodes.push_back(makeNodeInfo(sized("west").label("zone", "west").obj()));
                nodes.push_back(makeNodeInfo(sized("north").label("zone", "north").obj()));
                return decideOn(std::move(nodes), pod().label("app", "cart").obj(),
                    policyWith("BinnacleRules",
                        {{"rules",
                            "zoned:require:zone:shop:|closed:forbid:zone=north::app=cart|fast:prefer=40:disk=ssd::"}}));
            }},
        {"node_resources_balanced_allocation",
            [] {
                return decideOn(around(makeNodeInfo(sized("full-memory").obj(), {load("d", "1", "20Gi")})), pod().obj(),
                    policyWithStrategy("MostAllocated"));
            }},
    };
}

TEST(Golden, DecisionsAreAsRecorded)
{
    const std::string folder = std::string(BINNACLE_SOURCE_DIR) + "/tests/golden/";
    const bool update = std::getenv("BINNACLE_UPDATE_GOLDEN") != nullptr;
    for (const Case &one : cases()) {
        const std::string now = text(one.decide());
        const std::string path = folder + one.file + ".txt";
        if (update) {
            std::ofstream(path) << now;
            continue;
        }
        std::ifstream in(path);
        std::ostringstream recorded;
        recorded << in.rdbuf();
        EXPECT_EQ(recorded.str(), now) << path << ": if the change is meant, run with BINNACLE_UPDATE_GOLDEN=1";
    }
}

} // namespace
} // namespace binnacle::engine
