// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/decide.h"
#include "planner/model/testing/devices.h"
#include "planner/plugins/dynamic_resources/allocator.h"
#include "planner/plugins/registry.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace binnacle::engine {
namespace {

using namespace model::testing;
using model::Decision;
using model::DecisionOutcome;
using model::ReasonCode;

model::NodeInfoPtr node(std::string_view name) { return makeNodeInfo(makeNode(name).allocatable("cpu", "8").obj()); }

Decision decided(const model::PodPtr &pod, const model::InventoryPtr &inventory,
    std::vector<model::NodeInfoPtr> nodes = {node("n1"), node("n2")})
{
    return decide(
        *makeSnapshot(std::move(nodes), 1, inventory), pod, *plugins::defaultPolicy(), {.seed = 1, .worlds = 0});
}

model::PodPtr podWith(const std::vector<std::string> &claims) { return makePod("p").claims(claimsNamed(claims)).obj(); }

/// The first reason of each refused node.
std::map<std::string, std::string> refusals(const Decision &decision)
{
    std::map<std::string, std::string> out;
    for (const model::RejectedNode &rejected : decision.rejected) {
        out[std::string(rejected.node.text())] = rejected.reasons.empty()
            ? std::string(rejected.plugin.text())
            : std::string(model::codeName(rejected.reasons.front().code));
    }
    return out;
}

std::string everywhere(const Decision &decision)
{
    const auto all = refusals(decision);
    return all.size() == 2 && all.at("n1") == all.at("n2") ? all.at("n1") : "";
}

const auto n1Slice = makeSlice("n1-gpus", "n1").device("x").obj();

TEST(Devices, PutAPodWhereItsClaimCanBeAllocated)
{
    const Decision decision = decided(
        podWith({"c"}), inventoryOf({n1Slice}, {makeClass("gpu")}, {makeClaim("c").request(asking("gpu")).obj()}));
    EXPECT_EQ(decision.chosen.text(), "n1");
    EXPECT_EQ(refusals(decision), (std::map<std::string, std::string>{{"n2", "DevicesUnavailable"}}));
    EXPECT_FALSE(decision.rejected.front().resolvable);
    ASSERT_EQ(decision.bindingNeeds.size(), 1U);
    EXPECT_EQ(decision.bindingNeeds.front().code, ReasonCode::ResourceClaimToAllocate);
    EXPECT_EQ(decision.bindingNeeds.front().detail, "c");
}

TEST(Devices, OfAnAllocatedClaimHoldThePodToTheirNodes)
{
    const auto claim = makeClaim("c").request(asking("gpu")).allocated("n1-gpus", "x", "n2");
    auto reserved = claim;
    const Decision decision = decided(podWith({"c"}), inventoryOf({n1Slice}, {makeClass("gpu")}, {claim.obj()}));
    EXPECT_EQ(decision.chosen.text(), "n2");
    EXPECT_EQ(refusals(decision)["n1"], "ResourceClaimElsewhere");
    ASSERT_EQ(decision.bindingNeeds.size(), 1U);
    EXPECT_EQ(decision.bindingNeeds.front().code, ReasonCode::ResourceClaimToReserve);
    const Decision ready =
        decided(podWith({"c"}), inventoryOf({n1Slice}, {makeClass("gpu")}, {reserved.reserved("uid-p").obj()}));
    EXPECT_EQ(ready.chosen.text(), "n2");
    EXPECT_TRUE(ready.bindingNeeds.empty());
}

TEST(Devices, OfClaimsThatAreNotRightRefuseEveryNode)
{
    const auto with = [](ClaimBuilder claim) {
        return everywhere(decided(podWith({"c"}), inventoryOf({n1Slice}, {makeClass("gpu")}, {claim.obj()})));
    };
    EXPECT_EQ(with(makeClaim("d").request(asking("gpu"))), "ResourceClaimNotFound");
    EXPECT_EQ(with(makeClaim("c").request(asking("gpu")).deleting()), "ResourceClaimDeleting");
    EXPECT_EQ(with(makeClaim("c").request(asking("gone"))), "DeviceClassNotFound");
    EXPECT_EQ(with(makeClaim("c").firstOf({asking("gpu"), asking("gone")})), "DeviceClassNotFound");
    EXPECT_EQ(with(makeClaim("c").firstOf({})), "ResourceClaimInvalid");
}

TEST(Devices, OfATemplateNeedAClaimThatWasMadeForThePod)
{
    const auto pod = [](std::vector<model::PodClaims::Generated> generated) {
        auto claims = std::make_shared<model::PodClaims>();
        claims->claims.push_back({"mine", {}, "template"});
        claims->generated = std::move(generated);
        return makePod("p").claims(claims).obj();
    };
    const auto claim = makeClaim("made").request(asking("gpu"));
    auto owned = claim;
    auto foreign = claim;
    const auto inventory = [](const ClaimBuilder &of) {
        return inventoryOf({n1Slice}, {makeClass("gpu")}, {of.obj()});
    };
    EXPECT_EQ(everywhere(decided(pod({}), inventory(claim))), "ResourceClaimNotMade");
    EXPECT_EQ(everywhere(decided(pod({{"mine", "made"}}), inventory(claim))), "ResourceClaimNotOwned");
    EXPECT_EQ(everywhere(decided(pod({{"mine", "made"}}), inventory(foreign.owner("uid-q")))), "ResourceClaimNotOwned");
    EXPECT_EQ(decided(pod({{"mine", "made"}}), inventory(owned.owner("uid-p"))).chosen.text(), "n1");
    EXPECT_EQ(decided(pod({{"mine", {}}}), inventory(claim)).feasible.size(), 2U) << "none was needed";
}

TEST(Devices, ThatCannotBeChosenFailThePodOnEveryNode)
{
    const Decision decision = decided(podWith({"c"}),
        inventoryOf({n1Slice}, {makeClass("gpu", {R"(device.attributes["gpu.example.com"].missing)"})},
            {makeClaim("c").request(asking("gpu")).obj()}));
    EXPECT_EQ(decision.outcome, DecisionOutcome::NoNodeFits);
    EXPECT_EQ(everywhere(decision), "DeviceSelectionFailed") << "on n2 there would only be no device";
    EXPECT_TRUE(decision.feasible.empty());
}

TEST(Devices, ThatCannotBeChosenAreNotHeardOfWhereAnEarlierPluginRefuses)
{
    const auto inventory =
        inventoryOf({n1Slice}, {makeClass("gpu", {R"(device.attributes["gpu.example.com"].missing)"})},
            {makeClaim("c").request(asking("gpu")).obj()});
    const auto pod = makePod("p").req("cpu", "100").claims(claimsNamed({"c"})).obj();
    EXPECT_EQ(everywhere(decided(pod, inventory)), "InsufficientCpu");
}

TEST(Devices, BySelectorsThatAreNotBuiltAreNotDecidable)
{
    const auto inventory = inventoryOf(
        {n1Slice}, {makeClass("gpu", {R"("a".matches("a"))"})}, {makeClaim("c").request(asking("gpu")).obj()});
    const Decision decision = decided(podWith({"c"}), inventory);
    EXPECT_EQ(decision.outcome, DecisionOutcome::NotDecidable);
    EXPECT_EQ(decision.undecided, static_cast<model::UndecidedRules>(model::UndecidedRule::ResourceClaims));
    EXPECT_TRUE(decision.feasible.empty() && decision.rejected.empty());
    EXPECT_EQ(
        recheck(*makeSnapshot({node("n1")}, 1, inventory), *podWith({"c"}), symbol("n1"), *plugins::defaultPolicy())
            .verdict.reasons.front()
            .code,
        ReasonCode::UndecidableRule);
}

TEST(Devices, ThatMayNotBeListedLeaveAPodWithClaimsUndecided)
{
    model::Inventory::Known known;
    known.namespaces = known.workloads = true;
    const auto blind = std::make_shared<const model::Inventory>(known, std::vector<model::NamespaceInfoPtr>{});
    EXPECT_EQ(decided(podWith({"c"}), blind).outcome, DecisionOutcome::NotDecidable);
    EXPECT_EQ(decided(makePod("p").obj(), blind).outcome, DecisionOutcome::Placed);
}

TEST(Devices, OfAPodThatAWhatIfHasPlacedAreNotGivenToAnother)
{
    const auto slice = makeSlice("n1-gpus", "n1").device("x").device("y").obj();
    const auto inventory = inventoryOf({slice}, {makeClass("gpu")},
        {makeClaim("a").request(asking("gpu")).obj(), makeClaim("b").request(asking("gpu")).obj()});
    const auto first = makePod("first").claims(claimsNamed({"a"})).obj();
    const auto placed = makeNodeInfo(makeNode("n1").allocatable("cpu", "8").obj(), {first});
    EXPECT_EQ(decided(podWith({"b"}), inventory, {placed, node("n2")}).outcome, DecisionOutcome::NotDecidable);
    EXPECT_EQ(decided(makePod("q").obj(), inventory, {placed, node("n2")}).outcome, DecisionOutcome::Placed);
    const auto running = makePod("first").claims(claimsNamed({"a"})).node("n1").obj();
    EXPECT_EQ(decided(podWith({"b"}), inventory,
                  {makeNodeInfo(makeNode("n1").allocatable("cpu", "8").obj(), {running}), node("n2")})
                  .chosen.text(),
        "n1")
        << "what runs without an allocation has no device";
}

TEST(Devices, BehindAnExtendedResourceAreNotDecidable)
{
    const auto inventory = inventoryOf({n1Slice}, {makeClass("gpu", {}, "example.com/gpu")}, {});
    const auto asks = [&](const char *name, const char *amount) {
        return decided(makePod("p").req(name, amount).obj(), inventory).outcome;
    };
    EXPECT_EQ(asks("example.com/gpu", "1"), DecisionOutcome::NotDecidable);
    EXPECT_EQ(asks("deviceclass.resource.kubernetes.io/gpu", "1"), DecisionOutcome::NotDecidable);
    EXPECT_EQ(asks("example.com/gpu", "0"), DecisionOutcome::Placed);
    EXPECT_EQ(asks("example.com/fpga", "1"), DecisionOutcome::NoNodeFits);
}

TEST(Devices, AreAwaitedAsTheirBindingConditionsSay)
{
    const auto with = [](model::DeviceBinding binding, bool timed) {
        auto claim = makeClaim("c").request(asking("gpu")).allocated("n1-gpus", "x");
        claim.device().binding = binding;
        if (timed) {
            claim.timed();
        }
        return decided(podWith({"c"}), inventoryOf({n1Slice}, {makeClass("gpu")}, {claim.obj()}));
    };
    EXPECT_EQ(with(model::DeviceBinding::Ready, true).feasible.size(), 2U);
    EXPECT_EQ(everywhere(with(model::DeviceBinding::Failed, true)), "ResourceClaimElsewhere");
    EXPECT_EQ(with(model::DeviceBinding::Pending, false).feasible.size(), 2U);
    EXPECT_EQ(with(model::DeviceBinding::Pending, true).outcome, DecisionOutcome::NotDecidable)
        << "whether it has timed out depends on the moment";
}

TEST(Devices, ScoreByThePlaceInAPrioritisedList)
{
    const auto of = [](const char *name) {
        return asking("gpu", 1, {std::string(R"(device.attributes["gpu.example.com"].model == ")") + name + '"'});
    };
    const Decision decision = decided(podWith({"c"}),
        inventoryOf({makeSlice("a", "n1").device("x").attribute("model", "t4").obj(),
                        makeSlice("b", "n2").device("x").attribute("model", "a100").obj()},
            {makeClass("gpu")}, {makeClaim("c").firstOf({of("a100"), of("l4"), of("t4")}).obj()}));
    EXPECT_EQ(decision.chosen.text(), "n2");
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> scores;
    for (const model::FeasibleNode &feasible : decision.feasible) {
        for (std::size_t i = 0; i < decision.scorePlugins.size(); ++i) {
            if (decision.scorePlugins[i].name.text() == "DynamicResources") {
                EXPECT_EQ(decision.scorePlugins[i].weight, 2);
                scores[std::string(feasible.node.text())] = {feasible.raw[i], feasible.normalised[i]};
            }
        }
    }
    EXPECT_EQ(scores["n1"], std::pair(std::int64_t{6}, std::int64_t{75}));
    EXPECT_EQ(scores["n2"], std::pair(std::int64_t{8}, std::int64_t{100}));
}

TEST(DeclaredFeatures, AreNeededOfANodeOnlyWhereThePodNeedsThem)
{
    using Feature = model::NodeFeature;
    const auto declaring = makeNodeInfo(
        makeNode("n1").allocatable("cpu", "8").declares(Feature::RestartAllContainersOnContainerExits).obj());
    const auto pod = makePod("p").needs(Feature::RestartAllContainersOnContainerExits).obj();
    const Decision decision = decided(pod, nullptr, {declaring, node("n2")});
    EXPECT_EQ(decision.chosen.text(), "n1");
    EXPECT_EQ(refusals(decision), (std::map<std::string, std::string>{{"n2", "FeatureNotDeclared"}}));
    EXPECT_FALSE(decision.rejected.front().resolvable);
    EXPECT_EQ(decided(makePod("q").obj(), nullptr, {declaring, node("n2")}).feasible.size(), 2U);
}

/// Allocating what was found, one claim after the other, never gives a device to two claims and never overdraws a counter.
TEST(Devices, AreNeverGivenTwiceHoweverClaimsFollowEachOther)
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        std::mt19937 random(seed);
        std::vector<model::ResourceSlicePtr> slices;
        for (int n = 1; n <= 2; ++n) {
            SliceBuilder slice = makeSlice("pool-" + std::to_string(n), "n" + std::to_string(n));
            for (unsigned d = 1 + random() % 4; d-- > 0;) {
                slice.device("d" + std::to_string(d)).attribute("numa", static_cast<std::int64_t>(random() % 2));
            }
            slices.push_back(slice.obj());
        }
        std::size_t devices = slices[0]->devices.size() + slices[1]->devices.size();
        std::vector<model::ResourceClaimPtr> claims;
        std::map<std::string, int> given;
        for (int i = 0; i < 12; ++i) {
            ClaimBuilder claim = makeClaim("c" + std::to_string(i)).request(asking("gpu", 1 + random() % 2));
            if (random() % 3 == 0) {
                claim.match("gpu.example.com/numa");
            }
            claims.push_back(claim.obj());
            const Decision decision =
                decided(podWith({"c" + std::to_string(i)}), inventoryOf(slices, {makeClass("gpu")}, claims));
            // What is kept between decisions says the same as what is worked out anew.
            const model::Devices now(slices, {makeClass("gpu")}, claims);
            for (int n = 1; n <= 2; ++n) {
                const std::string name = "n" + std::to_string(n);
                const auto anew = plugins::allocate(now, *makeNode(name).obj(), {claims.back().get()}, 10'000);
                EXPECT_EQ(anew.kind == plugins::Allocation::Kind::Allocated, refusals(decision).count(name) == 0)
                    << "seed " << seed << ", claim " << i << ", " << name;
            }
            if (decision.outcome != DecisionOutcome::Placed) {
                continue;
            }
            // What is allocated is not part of the decision: any free devices of the node will do here.
            const std::string number(decision.chosen.text().substr(1));
            const auto wanted = static_cast<std::size_t>(claims.back()->requests.front().exactly->count);
            std::size_t found = 0;
            for (const model::Device &device : slices[static_cast<std::size_t>(number[0] - '1')]->devices) {
                const std::string name = number + '/' + std::string(device.name.text());
                if (found < wanted && given[name] == 0) {
                    ++found;
                    ++given[name];
                    claim.allocated("pool-" + number, device.name.text(), std::string(decision.chosen.text()));
                }
            }
            ASSERT_EQ(found, wanted) << "seed " << seed << ": placed where there were too few free devices";
            claims.back() = claim.obj();
        }
        std::size_t total = 0;
        for (const auto &[name, count] : given) {
            total += static_cast<std::size_t>(count);
        }
        EXPECT_LE(total, devices) << "seed " << seed;
    }
}

} // namespace
} // namespace binnacle::engine
