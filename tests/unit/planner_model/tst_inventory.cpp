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

TEST(Inventory, DisruptionBudgetsCountInItsHashButNotInThatOfTheRules)
{
    const auto with = [](std::int32_t allowed, bool known) {
        auto info = std::make_shared<NamespaceInfo>();
        info->name = "a";
        info->budgets = {{"b", selecting({in("app", {"x"})}), allowed, {}}};
        info->finish();
        return Inventory({.namespaces = true, .workloads = true, .budgets = known}, {info});
    };
    EXPECT_EQ(with(1, true).hash(), with(1, true).hash());
    EXPECT_NE(with(1, true).hash(), with(2, true).hash());
    EXPECT_NE(with(1, true).hash(), with(1, false).hash());
    EXPECT_EQ(with(1, true).hashOfRules(), with(2, true).hashOfRules()) << "they have no say in where a pod fits";
    EXPECT_EQ(with(1, true).hashOfRules(), with(1, false).hashOfRules());
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
    ASSERT_NE(after->findImage(symbol("a:1")), nullptr);
    EXPECT_EQ(after->findImage(symbol("a:1"))->nodes, 1);
    const auto without = after->with(4, {makeNodeInfo(makeNode("n").obj())});
    EXPECT_EQ(without->findImage(symbol("a:1")), nullptr);
    EXPECT_EQ(after->findImage(symbol("a:1"))->nodes, 1) << "the older one is untouched";
    EXPECT_EQ(after->with(5, {makeNodeInfo(makeNode("m").image("a:1", 20).obj())})->findImage(symbol("a:1"))->nodes, 2);
    EXPECT_EQ(after->with(6, {}, {symbol("n")})->findImage(symbol("a:1")), nullptr);
}

TEST(Snapshot, AnImageHasTheSizeThatTheFirstNodeByNameGivesIt)
{
    const auto having = [](std::string_view node, std::int64_t bytes) {
        return makeNodeInfo(makeNode(node).image("a:1", bytes).image("a:1", 99).obj());
    };
    const auto both = makeSnapshot({having("m", 20), having("k", 10)});
    EXPECT_EQ(both->findImage(symbol("a:1"))->nodes, 2);
    EXPECT_EQ(both->findImage(symbol("a:1"))->bytes, 10);
    EXPECT_EQ(both->with(2, {}, {symbol("k")})->findImage(symbol("a:1"))->bytes, 20);
    EXPECT_EQ(both->with(3, {makeNodeInfo(makeNode("k").obj())})->findImage(symbol("a:1"))->bytes, 20);
    EXPECT_EQ(both->with(4, {having("k", 5)})->findImage(symbol("a:1"))->bytes, 5);
    EXPECT_EQ(both->with(5, {having("a", 7), having("z", 8)})->findImage(symbol("a:1"))->bytes, 7);
    EXPECT_EQ(both->findImage(symbol("a:1"))->bytes, 10) << "the older one is untouched";
}

} // namespace
} // namespace binnacle::model
