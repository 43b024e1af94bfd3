// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/usage_history.h"

#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::services {
namespace {

using model::testing::makeNode;
using model::testing::makeSnapshot;

class UsageHistoryTest : public ::testing::Test {
protected:
    void poll(std::optional<std::int64_t> cpuMilli, std::optional<std::int64_t> memoryMib)
    {
        api::UsageTable usage;
        usage.source = model::UsageReport::Source::Available;
        if (cpuMilli || memoryMib) {
            model::Usage &node = usage.nodes[base::Symbol("n1")];
            if (cpuMilli)
                node.cpuNano = *cpuMilli * 1'000'000;
            if (memoryMib)
                node.memoryBytes = *memoryMib << 20;
        }
        at += std::chrono::seconds(15);
        history.add(at, *snapshot, usage);
    }
    [[nodiscard]] model::Variation variation() { return history.variation(base::Symbol("n1")); }

    base::TimePoint at{std::chrono::hours(1)};
    model::SnapshotPtr snapshot = makeSnapshot({std::make_shared<model::NodeInfo>(makeNode("n1").obj())});
    UsageHistory history;
};

TEST_F(UsageHistoryTest, AFewSamplesAreNoMeasurement)
{
    for (int i = 0; i < UsageHistory::fewest - 1; ++i)
        poll(1000 + 200 * (i % 2), 512);
    EXPECT_EQ(variation(), model::Variation{});
    EXPECT_EQ(history.variation(base::Symbol("unknown")), model::Variation{});
}

TEST_F(UsageHistoryTest, TheRelativeStandardDeviationIsToldInHundredths)
{
    for (int i = 0; i < 40; ++i)
        poll(i % 2 == 0 ? 800 : 1200, 512); // mean 1000, deviation 200
    EXPECT_EQ(variation().cpu, 0.20);
    EXPECT_EQ(variation().memory, 0.01) << "still, as far as the step tells";
}

TEST_F(UsageHistoryTest, WhatIsNotMeasuredIsAbsentAndGapsDoNotCount)
{
    for (int i = 0; i < 20; ++i) {
        poll(i % 2 == 0 ? 900 : 1100, std::nullopt);
        poll(std::nullopt, std::nullopt);
    }
    EXPECT_EQ(variation().cpu, 0.10);
    EXPECT_FALSE(variation().memory.has_value());
}

TEST_F(UsageHistoryTest, ASmallMoveDoesNotMakeAnotherSnapshot)
{
    for (int i = 0; i < 40; ++i)
        poll(i % 2 == 0 ? 900 : 1100, 512);
    ASSERT_EQ(variation().cpu, 0.10);
    for (int i = 0; i < 8; ++i)
        poll(i % 2 == 0 ? 880 : 1120, 512);
    EXPECT_EQ(variation().cpu, 0.10);
    for (int i = 0; i < 100; ++i)
        poll(i % 2 == 0 ? 500 : 1500, 512);
    EXPECT_GT(*variation().cpu, 0.3);
}

} // namespace
} // namespace binnacle::services
