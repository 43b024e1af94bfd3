// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/node_table.h"

#include "planner/engine/decide.h"
#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace binnacle::engine
