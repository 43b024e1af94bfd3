// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/random.h"
#include "planner/model/snapshot.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

#include <map>

namespace binnacle::model {
namespace {

using testing::makeNode;
using testing::makeNodeInfo;
using testing::makePod;
using testing::makeSnapshot;
using testing::symbol;

NodeInfoPtr node(const char *name, const char *cpu = "4")
{
    return makeNodeInfo(makeNode(name).allocatable("cpu", cpu).obj());
}

std::string names(const Snapshot &snapshot)
{
    std::string text;
    for (const NodeInfoPtr &info : snapshot.nodes()) {
        text += std::string(info->node().name.text()) + ' ';
    }
    return text;
}

TEST(Snapshot, OrdersNodesByNameAndFindsThem)
{
    const SnapshotPtr snapshot = makeSnapshot({node("c"), node("a"), node("b")});
    EXPECT_EQ(names(*snapshot), "a b c ");
    EXPECT_EQ(snapshot->indexOf(symbol("b")), 1);
    EXPECT_EQ(snapshot->indexOf(symbol("nowhere")), -1);
    EXPECT_EQ(snapshot->find(symbol("nowhere")), nullptr);
    EXPECT_EQ(snapshot->find(symbol("c"))->node().name.text(), "c");
    EXPECT_EQ(Snapshot().find(symbol("a")), nullptr);
}

TEST(Snapshot, SharesTheNodesThatDidNotChange)
{
    const SnapshotPtr before = makeSnapshot({node("a"), node("b")});
    const SnapshotPtr after = before->with(2, {node("b", "8")});
    EXPECT_EQ(after->generation(), 2u);
    EXPECT_EQ(after->nodes()[0], before->nodes()[0]);
    EXPECT_EQ(after->find(symbol("b"))->node().allocatable.cpuMilli, 8000);
    EXPECT_EQ(before->find(symbol("b"))->node().allocatable.cpuMilli, 4000);
    EXPECT_NE(after->hash(), before->hash());
}

TEST(Snapshot, AddsAndRemovesNodesInOrder)
{
    const SnapshotPtr before = makeSnapshot({node("b"), node("d")});
    const SnapshotPtr after = before->with(2, {node("c"), node("a")}, {symbol("b"), symbol("nowhere"), symbol("b")});
    EXPECT_EQ(names(*after), "a c d ");
    EXPECT_EQ(after->indexOf(symbol("d")), 2);
    EXPECT_EQ(after->indexOf(symbol("b")), -1);
    EXPECT_EQ(after->hash(), makeSnapshot({node("a"), node("c"), node("d")})->hash());
    EXPECT_EQ(before->with(3, {}, {})->hash(), before->hash());
}

TEST(Snapshot, AnyRunOfChangesHashesAsTheSameContentBuiltAfresh)
{
    constexpr std::uint64_t seed = 4242;
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    base::SeededRandom random(seed);
    SnapshotPtr snapshot = std::make_shared<const Snapshot>();
    std::map<std::string, NodeInfoPtr> content;
    for (std::uint64_t step = 1; step <= 300; ++step) {
        const std::string name = "n" + std::to_string(random.below(20));
        if (random.below(3) == 0) {
            content.erase(name);
            snapshot = snapshot->with(step, {}, {symbol(name)});
        } else {
            content[name] = node(name.c_str(), std::to_string(1 + random.below(9)).c_str());
            snapshot = snapshot->with(step, {content[name]});
        }
    }
    std::vector<NodeInfoPtr> all;
    for (const auto &[name, info] : content) {
        all.push_back(info);
    }
    const SnapshotPtr fresh = makeSnapshot(all, 9);
    EXPECT_EQ(snapshot->nodes(), fresh->nodes());
    EXPECT_EQ(snapshot->hash(), fresh->hash());
}

TEST(Overlay, AssumesAndForgetsWithoutTouchingWhatIsBeneath)
{
    const SnapshotPtr base = makeSnapshot({node("a"), node("b")});
    Overlay overlay(base);
    EXPECT_TRUE(overlay.assume(makePod("p").req("cpu", "1").obj(), symbol("a")));
    EXPECT_FALSE(overlay.assume(makePod("p").obj(), symbol("nowhere")));
    EXPECT_EQ(overlay.find(symbol("a"))->requested().cpuMilli, 1000);
    EXPECT_EQ(base->find(symbol("a"))->requested().cpuMilli, 0);
    const SnapshotPtr assumed = overlay.commit();
    EXPECT_EQ(assumed->nodes()[1], base->nodes()[1]);
    EXPECT_TRUE(overlay.forget(symbol("a"), "uid-p"));
    EXPECT_FALSE(overlay.forget(symbol("a"), "uid-p"));
    EXPECT_EQ(assumed->find(symbol("a"))->requested().cpuMilli, 1000) << "a committed snapshot stays as it was";
    EXPECT_EQ(overlay.commit()->hash(), base->hash());
}

TEST(Overlay, AForkGoesItsOwnWay)
{
    Overlay overlay(makeSnapshot({node("a")}));
    overlay.assume(makePod("p").req("cpu", "1").obj(), symbol("a"));
    Overlay fork = overlay.fork();
    fork.assume(makePod("q").req("cpu", "2").obj(), symbol("a"));
    EXPECT_EQ(fork.find(symbol("a"))->requested().cpuMilli, 3000);
    EXPECT_EQ(overlay.find(symbol("a"))->requested().cpuMilli, 1000);
}

TEST(Overlay, AddsReplacesAndRemovesNodes)
{
    const SnapshotPtr base =
        makeSnapshot({makeNodeInfo(makeNode("a").obj(), {makePod("p").req("cpu", "1").obj()}), node("b")});
    Overlay overlay(base);
    overlay.setNode(makeNode("a").unschedulable().obj());
    EXPECT_TRUE(overlay.find(symbol("a"))->node().unschedulable);
    EXPECT_EQ(overlay.find(symbol("a"))->requested().cpuMilli, 1000) << "its pods stay";
    overlay.setNode(makeNode("c").obj());
    EXPECT_TRUE(overlay.removeNode(symbol("b")));
    EXPECT_FALSE(overlay.removeNode(symbol("b")));
    EXPECT_EQ(overlay.find(symbol("b")), nullptr);
    EXPECT_EQ(names(*overlay.commit()), "a c ");
    overlay.setNode(makeNode("b").obj());
    EXPECT_TRUE(overlay.removeNode(symbol("c")));
    EXPECT_EQ(names(*overlay.commit()), "a b ");
    EXPECT_EQ(names(*base), "a b ");
}

} // namespace
} // namespace binnacle::model
