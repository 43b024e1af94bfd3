// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/node_table.h"

#include "planner/engine/decide.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

#include <optional>
#include <tuple>
#include <utility>

namespace binnacle::engine {
namespace {

using namespace testing;

TEST(NodeTable, FollowsTheSnapshotsItIsGivenInAnyOrder)
{
    const std::uint64_t seed = 31;
    base::SeededRandom random(seed);
    NodeTable table;
    std::vector<model::SnapshotPtr> snapshots{makeSnapshot({})};
    for (int round = 0; round < 200; ++round) {
        if (random.below(4) == 0) {
            snapshots.push_back(randomCluster(random, 30));
        } else {
            const std::string name = "n" + std::to_string(random.below(40));
            snapshots.push_back(
                snapshots.back()->with(static_cast<std::uint64_t>(round), {makeNodeInfo(randomNode(random, name))}));
        }
        const model::Snapshot &snapshot = *snapshots[random.below(snapshots.size())];
        const std::vector<framework::NodeLoad> &loads = table.of(snapshot);
        ASSERT_EQ(loads.size(), snapshot.nodes().size());
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const framework::NodeLoad fresh = framework::NodeLoad::of(*snapshot.nodes()[i]);
            ASSERT_EQ(loads[i].info, fresh.info) << "seed " << seed << " round " << round;
            ASSERT_EQ(loads[i].name, fresh.name);
            ASSERT_EQ(loads[i].requested, fresh.requested);
            ASSERT_EQ(loads[i].allocatable, fresh.allocatable);
            ASSERT_EQ(loads[i].tainted, fresh.tainted);
        }
    }
}

/// Whether nodes are in one class exactly when they are alike in what `key` makes of them.
template <typename Key> void expectClasses(const model::Snapshot &snapshot, const NodeClasses &classes, Key key)
{
    ASSERT_EQ(classes.of.size(), snapshot.nodes().size());
    for (std::size_t i = 0; i < classes.of.size(); ++i) {
        ASSERT_LT(classes.of[i], classes.count);
        for (std::size_t j = 0; j < i; ++j) {
            ASSERT_EQ(
                classes.of[i] == classes.of[j], key(snapshot.nodes()[i]->node()) == key(snapshot.nodes()[j]->node()));
        }
    }
}

TEST(NodeTable, PutsNodesIntoOneClassThatAreAlikeInWhatIsRead)
{
    const std::uint64_t seed = 32;
    base::SeededRandom random(seed);
    NodeTable table;
    model::SnapshotPtr snapshot = makeSnapshot({});
    const auto label = [](const model::Node &node, std::string_view key) {
        const std::string *value = node.labels.find(symbol(key));
        return value ? std::optional(*value) : std::nullopt;
    };
    for (int round = 0; round < 300; ++round) {
        const std::string name = "n" + std::to_string(random.below(40));
        if (random.below(5) == 0) {
            snapshot = snapshot->with(static_cast<std::uint64_t>(round), {}, {symbol(name)});
        } else {
            snapshot = snapshot->with(static_cast<std::uint64_t>(round), {makeNodeInfo(randomNode(random, name))});
        }
        (void)table.of(*snapshot);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        expectClasses(*snapshot, table.classes({.everything = true, .labels = {}, .images = {}}),
            [](const model::Node &node) { return node.name.text(); });
        expectClasses(*snapshot, table.classes({.taints = true, .labels = {}, .images = {}}),
            [](const model::Node &node) { return std::pair(node.unschedulable, node.taints); });
        expectClasses(*snapshot, table.classes({.labels = {symbol("zone"), symbol("fast")}, .images = {}}),
            [&](const model::Node &node) { return std::pair(label(node, "zone"), label(node, "fast")); });
        expectClasses(*snapshot, table.classes({.taints = true, .labels = {symbol("fast")}, .images = {}}),
            [&](const model::Node &node) { return std::tuple(node.unschedulable, node.taints, label(node, "fast")); });
    }
}

TEST(NodeTable, StaysRightWhenManyLabelsAreAskedForAndManyValuesPass)
{
    NodeTable table;
    model::SnapshotPtr snapshot = makeSnapshot({});
    for (int round = 0; round < 600; ++round) {
        const std::string value = std::to_string(round);
        snapshot = snapshot->with(static_cast<std::uint64_t>(round),
            {makeNodeInfo(makeNode("n" + std::to_string(round % 3)).label("stamp", value).taint("t", value).obj())});
        (void)table.of(*snapshot);
        const std::string asked = round % 2 == 0 ? "stamp" : "key" + value;
        const NodeClasses classes =
            table.classes({.taints = true, .labels = {symbol(asked), symbol("stamp")}, .images = {}});
        expectClasses(*snapshot, classes, [](const model::Node &node) { return node.name.text(); });
    }
}

} // namespace
} // namespace binnacle::engine
