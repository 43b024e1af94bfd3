// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/sim/cluster_generator.h"
#include "tests/unit/planner_sim/recording.h"

#include <gtest/gtest.h>

#include <set>

namespace binnacle::sim {
namespace {

std::string picture(const GeneratedCluster &cluster)
{
    std::string text;
    for (const model::NodePtr &node : cluster.nodes) {
        text += node->fingerprint.hex() + node->uid + '\n';
    }
    for (const model::PodPtr &pod : cluster.pods) {
        text += pod->key.text() + pod->uid + pod->signature.hex() + '\n';
    }
    return text;
}

ClusterShape shape(int nodes, int pods, std::uint64_t seed = 1)
{
    ClusterShape value;
    value.nodes = nodes;
    value.pods = pods;
    value.seed = seed;
    value.now = testing::ManualClock().now();
    return value;
}

TEST(MakeCluster, TheSameShapeGivesTheSameClusterAndAnotherSeedAnother)
{
    EXPECT_EQ(picture(makeCluster(shape(60, 500))), picture(makeCluster(shape(60, 500))));
    EXPECT_NE(picture(makeCluster(shape(60, 500))), picture(makeCluster(shape(60, 500, 2))));
}

TEST(MakeCluster, GivesAsManyNodesAndPodsAsAskedAndNoNodeHoldsMoreThanItCan)
{
    ClusterShape wanted = shape(600, 8000);
    wanted.pending = 7;
    const GeneratedCluster cluster = makeCluster(wanted);
    EXPECT_EQ(cluster.nodes.size(), 600u);
    EXPECT_EQ(cluster.pods.size(), 8007u);
    std::map<std::string, model::NodePtr> nodes;
    std::map<model::PodKey, model::PodPtr> pods;
    std::set<std::string> uids;
    for (const model::NodePtr &node : cluster.nodes) {
        nodes.emplace(node->name.text(), node);
    }
    for (const model::PodPtr &pod : cluster.pods) {
        EXPECT_TRUE(pods.emplace(pod->key, pod).second) << pod->key.text();
        uids.insert(pod->uid);
    }
    EXPECT_EQ(nodes.size(), 600u);
    EXPECT_EQ(uids.size(), 8007u);
    EXPECT_EQ(testing::overfullNodes(nodes, pods), "");
}

TEST(MakeCluster, HasThreeRegionsAndEveryKindOfMachine)
{
    const GeneratedCluster cluster = makeCluster(shape(600, 2000));
    std::set<std::string_view> regions;
    std::set<std::string_view> zones;
    std::set<std::string_view> pools;
    std::set<std::string> products;
    std::int64_t gpus = 0;
    for (const model::NodePtr &node : cluster.nodes) {
        regions.insert(node->region.text());
        zones.insert(node->zone.text());
        pools.insert(node->pool.text());
        gpus += node->allocatable.scalar(base::Symbol("nvidia.com/gpu"));
        if (const std::string *product = node->labels.find(base::Symbol("nvidia.com/gpu.product"))) {
            products.insert(*product);
            EXPECT_EQ(*node->labels.find(base::Symbol("nvidia.com/gpu.count")),
                std::to_string(node->allocatable.scalar(base::Symbol("nvidia.com/gpu"))));
        }
    }
    EXPECT_EQ(regions.size(), 3u);
    EXPECT_EQ(zones.size(), 9u);
    EXPECT_EQ(pools.size(), poolSpecs().size());
    EXPECT_EQ(products.size(), 3u);
    EXPECT_GT(gpus, 100);
}

TEST(MakeCluster, FillsAGoodPartOfTheClusterAndLeavesRoom)
{
    const GeneratedCluster cluster = makeCluster(shape(600, 8000));
    double asked = 0;
    double room = 0;
    for (const model::NodePtr &node : cluster.nodes) {
        room += static_cast<double>(node->allocatable.cpuMilli);
    }
    for (const model::PodPtr &pod : cluster.pods) {
        asked += static_cast<double>(pod->request.cpuMilli);
    }
    EXPECT_GT(asked / room, 0.4);
    EXPECT_LT(asked / room, 0.8);
}

TEST(MakeCluster, StopsWhenTheNodesAreFull)
{
    const GeneratedCluster cluster = makeCluster(shape(5, 5000));
    EXPECT_LT(cluster.pods.size(), 1000u);
    EXPECT_EQ(cluster.nodes.size(), 5u);
}

TEST(MakeCluster, ThePlainProfileHasNoTaintsAndNoDevices)
{
    ClusterShape plain = shape(50, 200);
    plain.profile = Profile::Plain;
    const GeneratedCluster cluster = makeCluster(plain);
    EXPECT_EQ(cluster.nodes.size(), 50u);
    EXPECT_EQ(cluster.pods.size(), 200u);
    for (const model::NodePtr &node : cluster.nodes) {
        EXPECT_TRUE(node->allocatable.scalars().empty());
        EXPECT_EQ(node->taints.empty(), !node->unschedulable);
    }
}

} // namespace
} // namespace binnacle::sim
