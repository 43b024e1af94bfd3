// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/dynamic_resources/allocator.h"

#include "planner/model/testing/devices.h"

#include <gtest/gtest.h>

namespace binnacle::plugins {
namespace {

using namespace model::testing;
using Kind = Allocation::Kind;

const model::NodePtr n1 = makeNode("n1").label("zone", "a").obj();

Allocation allocated(std::vector<model::ResourceSlicePtr> slices, const std::vector<model::ResourceClaimPtr> &wanted,
    std::vector<model::DeviceClassPtr> classes = {makeClass("gpu")}, std::vector<model::ResourceClaimPtr> others = {},
    std::int64_t steps = 10'000)
{
    const model::Devices devices(std::move(slices), std::move(classes), std::move(others));
    std::vector<const model::ResourceClaim *> claims;
    for (const model::ResourceClaimPtr &claim : wanted) {
        claims.push_back(claim.get());
    }
    return allocate(devices, *n1, claims, steps);
}

/// "pool/device pool/device; pool/device" of the claims, or how it ended.
std::string words(const Allocation &allocation)
{
    static const char *const names[] = {"", "no devices", "pool invalid", "failed", "undecided"};
    std::string out = names[static_cast<int>(allocation.kind)];
    for (const std::vector<ChosenDevice> &claim : allocation.claims) {
        out += out.empty() ? "" : "; ";
        for (std::size_t i = 0; i < claim.size(); ++i) {
            out += (i > 0 ? " " : "") + std::string(claim[i].id.pool.text()) + '/'
                + std::string(claim[i].id.device.text());
        }
    }
    return out;
}

model::ResourceClaimPtr claimOf(std::int64_t count) { return makeClaim("c").request(asking("gpu", count)).obj(); }

TEST(DeviceAllocator, TakesTheFirstDevicesByPoolSliceAndPlace)
{
    const std::vector<model::ResourceSlicePtr> slices{makeSlice("b", "n1").device("x").device("y").obj(),
        makeSlice("a", "n1").device("z").obj(), makeSlice("0", "n2").device("w").obj()};
    EXPECT_EQ(words(allocated(slices, {claimOf(1)})), "a/z");
    EXPECT_EQ(words(allocated(slices, {claimOf(3)})), "a/z b/x b/y");
    EXPECT_EQ(words(allocated(slices, {claimOf(4)})), "no devices");
    EXPECT_EQ(words(allocated(slices, {claimOf(1), claimOf(1)})), "a/z; b/x");
}

TEST(DeviceAllocator, LeavesAlonePoolsThatAreIncompleteOrInvalid)
{
    EXPECT_EQ(words(allocated({makeSlice("a", "n1").pool("a", 2).device("x").obj()}, {claimOf(1)})), "no devices");
    EXPECT_EQ(words(allocated({makeSlice("a", "n1").device("x").device("x").obj()}, {claimOf(1)})), "pool invalid");
    EXPECT_EQ(
        words(allocated({makeSlice("a", "n1").device("x").device("x").obj(), makeSlice("b", "n1").device("y").obj()},
            {claimOf(1)})),
        "b/y");
    auto all = asking("gpu");
    all.mode = model::DeviceRequest::Mode::All;
    EXPECT_EQ(
        words(allocated({makeSlice("a", "n1").pool("a", 2).device("x").obj()}, {makeClaim("c").request(all).obj()})),
        "failed")
        << "all devices cannot be known yet";
}

TEST(DeviceAllocator, GoesByTheNewestGenerationOfAPool)
{
    const auto older = makeSlice("s1", "n1").pool("p", 1, 1).device("old").obj();
    const auto newer = makeSlice("s2", "n1").pool("p", 1, 2).device("new").obj();
    EXPECT_EQ(words(allocated({older, newer}, {claimOf(1)})), "p/new");
    const auto elsewhere = makeSlice("s2", "n2").pool("p", 1, 2).device("new").obj();
    EXPECT_EQ(words(allocated({older, elsewhere}, {claimOf(1)})), "p/old") << "as far as the node sees";
    const auto part = makeSlice("s1", "n1").pool("p", 2, 1).device("old").obj();
    EXPECT_EQ(words(allocated({part, elsewhere}, {claimOf(1)})), "no devices") << "the old one is being replaced";
}

TEST(DeviceAllocator, KnowsDevicesOfTheNodeOfAllNodesAndOfSomeNodes)
{
    EXPECT_EQ(words(allocated({makeSlice("a").allNodes().device("x").obj()}, {claimOf(1)})), "a/x");
    EXPECT_EQ(words(allocated({makeSlice("a").nodes({in("zone", {"a"})}).device("x").obj()}, {claimOf(1)})), "a/x");
    EXPECT_EQ(
        words(allocated({makeSlice("a").nodes({in("zone", {"b"})}).device("x").obj()}, {claimOf(1)})), "no devices");
    EXPECT_EQ(
        words(allocated({makeSlice("a").perDevice().device("x").on("n2").device("y").on("n1").obj()}, {claimOf(1)})),
        "a/y");
    EXPECT_EQ(words(allocated({makeSlice("a").nodes({in("zone", {})}).device("x").obj()}, {claimOf(1)})), "failed")
        << "a malformed selector";
}

TEST(DeviceAllocator, TakesOnlyWhatClassAndRequestSelect)
{
    const auto slice = makeSlice("a", "n1")
                           .device("x")
                           .attribute("model", "t4")
                           .device("y")
                           .attribute("model", "a100")
                           .device("z")
                           .attribute("model", "a100")
                           .attribute("big", true)
                           .obj();
    const std::string a100 = R"(device.attributes["gpu.example.com"].model == "a100")";
    const std::string big = R"(device.attributes["gpu.example.com"].?big.orValue(false))";
    EXPECT_EQ(words(allocated({slice}, {claimOf(1)}, {makeClass("gpu", {a100})})), "a/y");
    EXPECT_EQ(
        words(allocated({slice}, {makeClaim("c").request(asking("gpu", 1, {big})).obj()}, {makeClass("gpu", {a100})})),
        "a/z");
    const std::string fails = R"(device.attributes["gpu.example.com"].big)";
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(asking("gpu", 1, {fails})).obj()})), "failed");
    EXPECT_EQ(allocated({slice}, {makeClaim("c").request(asking("gpu", 1, {"device.x"})).obj()}).kind, Kind::Undecided);
}

TEST(DeviceAllocator, LeavesAloneWhatOtherClaimsHave)
{
    const auto slice = makeSlice("a", "n1").device("x").device("y").obj();
    auto taken = makeClaim("other").allocated("a", "x");
    EXPECT_EQ(words(allocated({slice}, {claimOf(1)}, {makeClass("gpu")}, {taken.obj()})), "a/y");
    taken.device().adminAccess = true;
    EXPECT_EQ(words(allocated({slice}, {claimOf(1)}, {makeClass("gpu")}, {taken.obj()})), "a/x")
        << "admin access takes nothing from others";
    auto watching = asking("gpu", 2);
    watching.adminAccess = true;
    const auto owned = makeClaim("other").allocated("a", "x").allocated("a", "y").obj();
    EXPECT_EQ(
        words(allocated({slice}, {makeClaim("c").request(watching).obj()}, {makeClass("gpu")}, {owned})), "a/x a/y")
        << "nor is it kept out by them";
}

TEST(DeviceAllocator, GoesBackWhenALaterRequestFindsNothing)
{
    const auto slice =
        makeSlice("a", "n1").device("x").attribute("rare", true).device("y").attribute("rare", false).obj();
    const std::string rare = R"(device.attributes["gpu.example.com"].rare)";
    EXPECT_EQ(
        words(allocated({slice}, {makeClaim("c").request(asking("gpu")).request(asking("gpu", 1, {rare})).obj()})),
        "a/y a/x");
    EXPECT_EQ(
        words(allocated({slice}, {claimOf(1), makeClaim("d").request(asking("gpu", 1, {rare})).obj()})), "a/y; a/x")
        << "over claims, too";
}

TEST(DeviceAllocator, KeepsDevicesOfAConstraintAlikeOrApart)
{
    const auto slice = makeSlice("a", "n1")
                           .device("v")
                           .device("w")
                           .attribute("numa", std::int64_t{0})
                           .device("x")
                           .attribute("numa", std::int64_t{1})
                           .device("y")
                           .attribute("numa", std::int64_t{1})
                           .obj();
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(asking("gpu", 2)).match("gpu.example.com/numa").obj()})),
        "a/x a/y");
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(asking("gpu", 3)).match("gpu.example.com/numa").obj()})),
        "no devices");
    EXPECT_EQ(words(allocated({slice},
                  {makeClaim("c")
                          .request(asking("gpu"))
                          .request(asking("gpu"))
                          .match("gpu.example.com/numa", {"r1"})
                          .obj()})),
        "a/v a/w");
    EXPECT_EQ(
        words(allocated({slice},
            {makeClaim("c").request(asking("gpu")).request(asking("gpu")).distinct("gpu.example.com/numa").obj()})),
        "a/w a/x");
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(asking("gpu")).match("other.example.com/numa").obj()})),
        "no devices");
}

TEST(DeviceAllocator, TriesAlternativesInTheirOrder)
{
    const auto slice =
        makeSlice("a", "n1").device("x").attribute("model", "l4").device("y").attribute("model", "t4").obj();
    const auto of = [](const char *name, std::int64_t count = 1) {
        return asking("gpu", count, {std::string(R"(device.attributes["gpu.example.com"].model == ")") + name + '"'});
    };
    const Allocation second = allocated({slice}, {makeClaim("c").firstOf({of("a100"), of("t4"), of("l4")}).obj()});
    EXPECT_EQ(words(second), "a/y");
    EXPECT_EQ(second.claims[0][0].request, "r0/s1");
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").firstOf({of("t4", 2), of("l4")}).obj()})), "a/x");
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").firstOf({of("a100")}).obj()})), "no devices");
}

TEST(DeviceAllocator, TakesAllDevicesOrNone)
{
    auto all = asking("gpu");
    all.mode = model::DeviceRequest::Mode::All;
    const auto claim = makeClaim("c").request(all).obj();
    const auto slice = makeSlice("a", "n1").device("x").device("y").obj();
    EXPECT_EQ(words(allocated({slice}, {claim})), "a/x a/y");
    EXPECT_EQ(words(allocated({slice}, {claim}, {makeClass("gpu")}, {makeClaim("o").allocated("a", "y").obj()})),
        "no devices");
    EXPECT_EQ(words(allocated({}, {claim})), "no devices") << "at least one";
}

TEST(DeviceAllocator, KeepsAwayFromTaintsThatAreNotTolerated)
{
    const auto slice = makeSlice("a", "n1").device("x").taint("faulty").device("y").obj();
    EXPECT_EQ(words(allocated({slice}, {claimOf(1)})), "a/y");
    auto tolerant = asking("gpu");
    tolerant.tolerations.push_back({"faulty", model::DeviceToleration::Operator::Exists, {}, {}});
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(tolerant).obj()})), "a/x");
    tolerant.tolerations.front().effect = "NoExecute";
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(tolerant).obj()})), "a/y");
    const auto harmless = makeSlice("a", "n1").device("x").taint("odd", model::TaintEffect::None).obj();
    EXPECT_EQ(words(allocated({harmless}, {claimOf(1)})), "a/x");
}

TEST(DeviceAllocator, SharesOutTheCountersOfAPool)
{
    const auto counters =
        makeSlice("a-counters", "n1").pool("a", 2).counters("card", {{"memory", quantity("80Gi")}}).obj();
    const auto part = [](SliceBuilder &slice, const char *name, const char *memory) {
        slice.device(name).consumes("card", {{"memory", quantity(memory)}});
    };
    SliceBuilder builder = makeSlice("a-devices", "n1").pool("a", 2);
    part(builder, "whole", "80Gi");
    part(builder, "half-0", "40Gi");
    part(builder, "half-1", "40Gi");
    const auto devices = builder.obj();
    EXPECT_EQ(words(allocated({counters, devices}, {claimOf(1)})), "a/whole");
    EXPECT_EQ(words(allocated({counters, devices}, {claimOf(2)})), "a/half-0 a/half-1");
    EXPECT_EQ(words(allocated({counters, devices}, {claimOf(3)})), "no devices");
    const auto half = makeClaim("o").allocated("a", "half-1").obj();
    EXPECT_EQ(words(allocated({counters, devices}, {claimOf(1)}, {makeClass("gpu")}, {half})), "a/half-0");
    EXPECT_EQ(words(allocated({devices}, {claimOf(1)})), "no devices") << "without its counters the pool is incomplete";
    const auto unknown = makeSlice("b", "n1").device("x").consumes("card", {{"memory", quantity("1")}}).obj();
    EXPECT_EQ(words(allocated({unknown}, {claimOf(1)})), "pool invalid");
}

TEST(DeviceAllocator, LetsSeveralClaimsShareADevicesCapacity)
{
    const auto slice = makeSlice("a", "n1").device("x").several().capacity("memory", "40Gi").obj();
    const auto share = [](const char *memory) {
        auto request = asking("gpu");
        request.capacity = {{"memory", quantity(memory)}};
        return makeClaim("c").request(request).obj();
    };
    EXPECT_EQ(words(allocated({slice}, {share("20Gi"), share("20Gi")})), "a/x; a/x");
    EXPECT_EQ(words(allocated({slice}, {share("20Gi"), share("21Gi")})), "no devices");
    auto other = makeClaim("o").allocated("a", "x");
    other.device().shared = true;
    other.device().consumed = {{"memory", quantity("30Gi")}};
    EXPECT_EQ(words(allocated({slice}, {share("10Gi")}, {makeClass("gpu")}, {other.obj()})), "a/x");
    EXPECT_EQ(words(allocated({slice}, {share("11Gi")}, {makeClass("gpu")}, {other.obj()})), "no devices");
    EXPECT_EQ(words(allocated({slice}, {claimOf(1)}, {makeClass("gpu")}, {other.obj()})), "no devices")
        << "whoever asks for nothing gets all";
    auto wrong = asking("gpu");
    wrong.capacity = {{"lanes", quantity("1")}};
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(wrong).obj()})), "no devices");
}

TEST(DeviceAllocator, RoundsAShareAsThePolicySays)
{
    model::CapacityPolicy steps;
    steps.hasRange = true;
    steps.minimum = quantity("10Gi");
    steps.step = quantity("5Gi");
    steps.maximum = quantity("30Gi");
    const auto slice = makeSlice("a", "n1").device("x").several().capacity("memory", "40Gi", steps).obj();
    const auto share = [](const char *memory) {
        auto request = asking("gpu");
        request.capacity = {{"memory", quantity(memory)}};
        return makeClaim("c").request(request).obj();
    };
    EXPECT_EQ(words(allocated({slice}, {share("1Gi"), share("26Gi")})), "a/x; a/x") << "10 and 30";
    EXPECT_EQ(words(allocated({slice}, {share("11Gi"), share("26Gi")})), "no devices") << "15 and 30";
    EXPECT_EQ(words(allocated({slice}, {share("31Gi")})), "no devices") << "beyond the maximum";
    model::CapacityPolicy values;
    values.validValues = {quantity("10Gi"), quantity("20Gi")};
    values.byDefault = quantity("10Gi");
    const auto listed = makeSlice("a", "n1").device("x").several().capacity("memory", "40Gi", values).obj();
    EXPECT_EQ(words(allocated({listed}, {share("11Gi"), share("20Gi")})), "a/x; a/x");
    EXPECT_EQ(words(allocated({listed}, {share("21Gi")})), "no devices");
    EXPECT_EQ(words(allocated({listed}, {claimOf(1), claimOf(1), claimOf(1), claimOf(1)})), "a/x; a/x; a/x; a/x");
}

TEST(DeviceAllocator, TriesDevicesWithBindingConditionsLast)
{
    EXPECT_EQ(words(allocated({makeSlice("a", "n1").device("x").binds().obj(), makeSlice("b", "n1").device("y").obj()},
                  {claimOf(1)})),
        "b/y");
}

TEST(DeviceAllocator, RefusesMoreDevicesThanAClaimMayHold)
{
    SliceBuilder builder = makeSlice("a", "n1");
    for (int i = 0; i < 40; ++i) {
        builder.device("d" + std::to_string(i));
    }
    EXPECT_EQ(allocated({builder.obj()}, {claimOf(32)}).kind, Kind::Allocated);
    EXPECT_EQ(allocated({builder.obj()}, {claimOf(33)}).kind, Kind::Failed);
    EXPECT_EQ(words(allocated({builder.obj()}, {makeClaim("c").firstOf({asking("gpu", 33), asking("gpu", 1)}).obj()})),
        "a/d0");
}

TEST(DeviceAllocator, GivesUpAfterSoManySteps)
{
    SliceBuilder builder = makeSlice("a", "n1");
    for (int i = 0; i < 30; ++i) {
        builder.device("d" + std::to_string(i)).attribute("n", std::int64_t{i});
    }
    const auto impossible =
        makeClaim("c").request(asking("gpu", 8)).request(asking("gpu", 8)).request(asking("gpu", 15)).obj();
    EXPECT_EQ(allocated({builder.obj()}, {impossible}).kind, Kind::Undecided);
    EXPECT_EQ(allocated({builder.obj()}, {makeClaim("c").request(asking("gpu", 30)).obj()}).kind, Kind::Allocated);
}

TEST(DeviceAllocator, FailsOnClaimsThatAskInAWayThatIsNotKnown)
{
    const auto slice = makeSlice("a", "n1").device("x").obj();
    auto odd = asking("gpu");
    odd.mode = model::DeviceRequest::Mode::Unknown;
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(odd).obj()})), "failed");
    auto unselected = asking("gpu");
    unselected.selectors.push_back({});
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(unselected).obj()})), "failed");
    EXPECT_EQ(words(allocated({slice}, {makeClaim("c").request(asking("gone")).obj()})), "failed");
}

} // namespace
} // namespace binnacle::plugins
