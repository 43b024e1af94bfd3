// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/snapshot_blobs.h"

#include "planner/model/testing/devices.h"
#include "planner/model/testing/storage.h"

#include <gtest/gtest.h>

namespace binnacle::services {
namespace {

using namespace model::testing;

store::NamedBlobs kept(const model::SnapshotPtr &snapshot)
{
    const store::ReplayInput input = replayInput(snapshot);
    store::NamedBlobs blobs;
    for (std::size_t i = 0; i < input.entries.size(); ++i) {
        EXPECT_TRUE(i == 0 || blobs.back().first < input.entries[i].name) << "in order";
        blobs.emplace_back(input.entries[i].name, input.encode(i));
    }
    return blobs;
}

model::InventoryPtr inventory(model::Inventory::Known known)
{
    std::vector<model::NamespaceInfoPtr> all;
    for (const char *name : {"web", "a-b", "ops"}) {
        auto ns = std::make_shared<model::NamespaceInfo>();
        ns->name = name;
        ns->labels = model::Labels({{symbol("team"), name}});
        ns->workloads.push_back({model::Workload::Kind::Service, "s", selecting({in("app", {"x"})})});
        ns->finish();
        all.push_back(std::move(ns));
    }
    return std::make_shared<const model::Inventory>(known, std::move(all));
}

std::vector<model::NodeInfoPtr> nodes()
{
    return {makeNodeInfo(makeNode("n1").image("a:1", 5).obj(), {makePod("web/p").label("app", "x").deleting().obj()}),
        makeNodeInfo(makeNode("0-n").obj())};
}

TEST(SnapshotBlobs, ReadBackAsTheSnapshotThatWasKept)
{
    for (const model::Inventory::Known known : {model::Inventory::Known{true, true}, {true, false}, {false, false}}) {
        const auto before = makeSnapshot(nodes(), 7, inventory(known));
        const auto after = snapshotOf(kept(before), 7);
        ASSERT_TRUE(after.ok()) << after.status();
        EXPECT_EQ((*after)->hash(), before->hash());
        EXPECT_EQ((*after)->inventory().known(), known);
        ASSERT_NE((*after)->findImage(symbol("a:1")), nullptr);
    }
    const auto bare = makeSnapshot(nodes());
    EXPECT_EQ((*snapshotOf(kept(bare), 1))->hash(), bare->hash()) << "one of whose surroundings nothing is known";
}

TEST(SnapshotBlobs, KeepDevicesClassesAndClaims)
{
    auto shared = makeClaim("taken").request(asking("gpu", 2, {"true"})).match("x/y").allocated("s1", "d", "n1");
    shared.device().consumed = {{"memory", quantity("1500m")}};
    const auto before = makeSnapshot(nodes(), 7,
        inventoryOf(
            {makeSlice("s1", "n1").device("d").attribute("a", true).version("v", "1.2.3").capacity("m", "40Gi").obj(),
                makeSlice("s2").nodes({in("zone", {"a"})}).counters("c", {{"m", quantity("8E")}}).obj()},
            {makeClass("gpu", {"device.driver == 'x'"}, "example.com/gpu")},
            {shared.obj(), makeClaim("free").firstOf({asking("gpu"), asking("gpu", 2)}).owner("u").deleting().obj()}));
    const auto after = snapshotOf(kept(before), 7);
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_EQ((*after)->hash(), before->hash());
    EXPECT_EQ((*after)->inventory().devices().hash(), before->inventory().devices().hash());
    EXPECT_EQ((*after)->inventory().devices().slices().front()->devices,
        before->inventory().devices().slices().front()->devices);
    auto blobs = kept(before);
    for (std::size_t i = 0; i < blobs.size(); ++i) {
        auto damaged = blobs;
        damaged[i].second += "x";
        EXPECT_FALSE(snapshotOf(damaged, 1).ok()) << damaged[i].first;
    }
}

TEST(SnapshotBlobs, StorageIsKeptByShelvesThatItsSnapshotsShare)
{
    Storage storage;
    for (int i = 0; i < 300; ++i) {
        storage.add(boundClaim("web/data-" + std::to_string(i), "pv-" + std::to_string(i)));
        storage.add(volume("pv-" + std::to_string(i), "1Gi"));
    }
    storage.add(classOf("fast", "csi.example.com")).add(csiNode("n1", "csi.example.com", 3));
    model::Volumes::Known known = model::Volumes::Known::all();
    known.attachments = false;
    const auto before = makeSnapshot(nodes(), 7, storage.inventory(known));
    const store::NamedBlobs blobs = kept(before);
    const auto after = snapshotOf(blobs, 7);
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_EQ((*after)->hash(), before->hash());
    EXPECT_EQ((*after)->inventory().volumes().known(), known);
    ASSERT_NE((*after)->inventory().volumes().claim("web", "data-7"), nullptr);
    for (std::size_t i = 0; i < blobs.size(); ++i) {
        auto damaged = blobs;
        damaged[i].second = "x" + damaged[i].second;
        EXPECT_FALSE(snapshotOf(damaged, 1).ok()) << damaged[i].first;
    }
}

TEST(SnapshotBlobs, WhatDoesNotDecodeIsSaid)
{
    auto blobs = kept(makeSnapshot(nodes(), 1, inventory({true, true})));
    for (std::size_t i = 0; i < blobs.size(); ++i) {
        auto damaged = blobs;
        damaged[i].second = "x" + damaged[i].second;
        EXPECT_FALSE(snapshotOf(damaged, 1).ok()) << damaged[i].first;
    }
}

} // namespace
} // namespace binnacle::services
