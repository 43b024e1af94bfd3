// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/fragmentation.h"

#include "tests/unit/planner_engine/random_cluster.h"

#include <gtest/gtest.h>

namespace binnacle::engine {
namespace {

using namespace testing;

PodShape shape(std::int64_t count, std::string_view cpu, std::string_view memory, std::string_view gpu = "0")
{
    return {makePod("p").req("cpu", cpu).req("memory", memory).req("nvidia.com/gpu", gpu).obj()->request, count};
}

model::NodeInfoPtr node(
    std::string_view name, std::string_view cpu, std::string_view memory, std::string_view gpu = "0")
{
    return makeNodeInfo(
        makeNode(name).allocatable("cpu", cpu).allocatable("memory", memory).allocatable("nvidia.com/gpu", gpu).obj());
}

TEST(Fragmentation, IsNoughtWhereEveryShapeFitsEverywhere)
{
    const Fragmentation result =
        fragmentation(*makeSnapshot({node("a", "4", "8Gi"), node("b", "4", "8Gi")}), {shape(3, "1", "1Gi")});
    EXPECT_EQ(result.cpu, 0.0);
    EXPECT_EQ(result.memory, 0.0);
    EXPECT_FALSE(result.gpu.has_value());
    EXPECT_EQ(result.total, 0.0);
}

TEST(Fragmentation, IsTheShareOfFreeRoomOutOfReachWeightedByNumber)
{
    // Free CPU 1 + 3; the large shape (1 in 4 pods) does not fit on a.
    const Fragmentation result = fragmentation(
        *makeSnapshot({node("a", "1", "8Gi"), node("b", "3", "8Gi")}), {shape(3, "1", "1Gi"), shape(1, "2", "1Gi")});
    EXPECT_DOUBLE_EQ(*result.cpu, 0.25 * 0.25);
    EXPECT_DOUBLE_EQ(*result.memory, 0.25 * 0.5);
    EXPECT_DOUBLE_EQ(result.total, (0.0625 + 0.125) / 2);
    EXPECT_EQ(result.shapes, 2);
    EXPECT_EQ(result.consideredShare, 1);
}

TEST(Fragmentation, FreeGpusWithoutCpuAreLost)
{
    const Fragmentation result = fragmentation(
        *makeSnapshot({node("a", "1", "64Gi", "6"), node("b", "64", "64Gi", "2")}), {shape(5, "4", "1Gi", "1")});
    EXPECT_DOUBLE_EQ(*result.gpu, 0.75);
}

TEST(Fragmentation, HasNoAnswerWhereNothingIsFreeOrNothingAsks)
{
    EXPECT_FALSE(fragmentation(*makeSnapshot({}), {shape(1, "1", "1Gi")}).cpu.has_value());
    EXPECT_FALSE(fragmentation(*makeSnapshot({node("a", "1", "1Gi")}), {}).cpu.has_value());
    EXPECT_EQ(fragmentation(*makeSnapshot({}), {}).total, 0);
}

TEST(Fragmentation, LooksAtTheCommonestShapesOnly)
{
    std::vector<PodShape> shapes;
    for (int i = 0; i < 300; ++i) {
        shapes.push_back(shape(1, std::to_string(i + 1) + "m", "1Mi"));
    }
    const Fragmentation result = fragmentation(*makeSnapshot({node("a", "1", "1Gi")}), shapes);
    EXPECT_EQ(result.shapes, 300);
    EXPECT_DOUBLE_EQ(result.consideredShare, 256.0 / 300.0);
}

TEST(PodShapes, AreTheDistinctRequestsOfRunningAndPendingPods)
{
    const auto small = makePod("s").req("cpu", "1").obj();
    const auto large = makePod("l").req("cpu", "2").obj();
    const auto snapshot = makeSnapshot({makeNodeInfo(makeNode("a").obj(), {small, large, small})});
    const std::vector<PodShape> shapes =
        podShapes(*snapshot, {makePod("other/s").req("cpu", "1").nodeSelector("x", "y").obj()});
    ASSERT_EQ(shapes.size(), 2u);
    EXPECT_EQ(shapes[0].count, 3);
    EXPECT_EQ(shapes[0].request.cpuMilli, 1000);
    EXPECT_EQ(shapes[1].count, 1);
}

} // namespace
} // namespace binnacle::engine
