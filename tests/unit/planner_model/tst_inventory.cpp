// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::model {
namespace {

using namespace testing;

NamespaceInfoPtr ns(std::string name, std::string team, std::vector<Workload> workloads = {})
{
    auto info = std::make_shared<NamespaceInfo>();
    info->name = std::move(name);
    info->labels = Labels({{symbol("team"), std::move(team)}});
    info->workloads = std::move(workloads);
    info->finish();
    return info;
}

TEST(Inventory, FindsByNameAndKind)
{
    const Inventory inventory({true, true},
        {ns("web", "a", {{Workload::Kind::StatefulSet, "db", {}}, {Workload::Kind::Service, "db", selecting()}}),
            ns("ops", "b")});
    ASSERT_NE(inventory.find("web"), nullptr);
    EXPECT_EQ(inventory.find("nowhere"), nullptr);
    EXPECT_EQ(*inventory.labelsOf("ops").find(symbol("team")), "b");
    EXPECT_TRUE(inventory.labelsOf("nowhere").empty());
    EXPECT_TRUE(inventory.find("web")->find(Workload::Kind::Service, "db")->selector.present);
    EXPECT_FALSE(inventory.find("web")->find(Workload::Kind::StatefulSet, "db")->selector.present);
    EXPECT_EQ(inventory.find("web")->find(Workload::Kind::ReplicaSet, "db"), nullptr);
}

TEST(Inventory, EqualContentHasEqualHashWhateverTheOrder)
{
    const Inventory one({true, false}, {ns("a", "x"), ns("b", "y")});
    EXPECT_EQ(one.hash(), Inventory({true, false}, {ns("b", "y"), ns("a", "x")}).hash());
    EXPECT_NE(one.hash(), Inventory({true, true}, {ns("a", "x"), ns("b", "y")}).hash());
    EXPECT_NE(one.hash(), Inventory({true, false}, {ns("a", "x"), ns("b", "z")}).hash());
}

TEST(Inventory, ASnapshotsHashFollowsItsInventoryAndItsImages)
{
    const auto node = makeNodeInfo(makeNode("n").image("a:1", 10).obj());
    const auto before = makeSnapshot({node});
    const auto known = std::make_shared<const Inventory>(Inventory::Known{true, true}, std::vector{ns("a", "x")});
    const auto after = before->withInventory(2, known);
    EXPECT_NE(after->hash(), before->hash());
    EXPECT_EQ(after->hash(), makeSnapshot({node}, 7, known)->hash());
    EXPECT_EQ(after->withInventory(3, before->inventoryPtr())->hash(), before->hash());
    EXPECT_EQ(after->nodesWithImage(symbol("a:1")), 1);
    const auto without = after->with(4, {makeNodeInfo(makeNode("n").obj())});
    EXPECT_EQ(without->nodesWithImage(symbol("a:1")), 0);
    EXPECT_EQ(after->nodesWithImage(symbol("a:1")), 1) << "the older one is untouched";
    EXPECT_EQ(after->with(5, {makeNodeInfo(makeNode("m").image("a:1", 20).obj())})->nodesWithImage(symbol("a:1")), 2);
    EXPECT_EQ(after->with(6, {}, {symbol("n")})->nodesWithImage(symbol("a:1")), 0);
}

} // namespace
} // namespace binnacle::model
