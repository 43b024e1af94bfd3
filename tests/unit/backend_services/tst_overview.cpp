// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/overview.h"

#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::services {
namespace {

using model::testing::makeNode;
using model::testing::makeSnapshot;

class TotalsTest : public ::testing::Test {
protected:
    TotalsTest()
    {
        std::vector<std::shared_ptr<const model::NodeInfo>> nodes;
        for (const auto &[name, cpu] : {std::pair("n1", "4"), std::pair("n2", "8"), std::pair("n3", "16")})
            nodes.push_back(std::make_shared<model::NodeInfo>(
                makeNode(name).allocatable("cpu", cpu).allocatable("memory", "10Gi").allocatable("pods", "9").obj()));
        snapshot = makeSnapshot(std::move(nodes));
        usage.source = model::UsageReport::Source::Available;
    }
    void measure(const char *node, std::optional<std::int64_t> cpuMilli, std::optional<std::int64_t> memoryGib)
    {
        model::Usage &use = usage.nodes[base::Symbol(node)];
        if (cpuMilli)
            use.cpuNano = *cpuMilli * 1'000'000;
        if (memoryGib)
            use.memoryBytes = *memoryGib << 30;
    }
    [[nodiscard]] api::ResourceTotal total(base::Symbol resource) const
    {
        for (const api::ResourceTotal &one : totals(*snapshot, usage)) {
            if (one.resource == resource)
                return one;
        }
        ADD_FAILURE() << "no total of " << resource.text();
        return {};
    }

    model::SnapshotPtr snapshot;
    api::UsageTable usage;
};

TEST_F(TotalsTest, UseOfTwoNodesOfThreeIsAShareOfThoseTwo)
{
    measure("n1", 1000, 2);
    measure("n2", 3000, 4);
    const api::ResourceTotal cpu = total(model::resource::cpu);
    EXPECT_EQ(cpu.capacity, 28'000);
    EXPECT_EQ(cpu.used, 4000);
    EXPECT_EQ(cpu.measuredCapacity, 12'000) << "the third node is not counted as idle";
    EXPECT_LT(cpu.measuredCapacity, cpu.capacity) << "which is how a viewer sees that it is a part";
    const api::ResourceTotal memory = total(model::resource::memory);
    EXPECT_EQ(memory.used, std::int64_t{6} << 30);
    EXPECT_EQ(memory.measuredCapacity, std::int64_t{20} << 30);
}

TEST_F(TotalsTest, EachResourceCountsTheNodesThatTellOfIt)
{
    measure("n1", 1000, std::nullopt);
    measure("n2", std::nullopt, 4);
    EXPECT_EQ(total(model::resource::cpu).measuredCapacity, 4000);
    EXPECT_EQ(total(model::resource::memory).measuredCapacity, std::int64_t{10} << 30);
}

TEST_F(TotalsTest, AnIdleNodeIsMeasuredAsZeroAndAnUnmeasuredOneIsNotThere)
{
    EXPECT_EQ(total(model::resource::cpu).used, std::nullopt);
    EXPECT_EQ(total(model::resource::cpu).measuredCapacity, 0);
    measure("n3", 0, 0);
    EXPECT_EQ(total(model::resource::cpu).used, 0);
    EXPECT_EQ(total(model::resource::cpu).measuredCapacity, 16'000);
    EXPECT_EQ(total(model::resource::pods).used, std::nullopt) << "nothing measures these";
}

TEST_F(TotalsTest, AMeasuredNodeThatIsNotThereCountsForNothing)
{
    measure("gone", 5000, 5);
    EXPECT_EQ(total(model::resource::cpu).used, std::nullopt);
}

} // namespace
} // namespace binnacle::services
