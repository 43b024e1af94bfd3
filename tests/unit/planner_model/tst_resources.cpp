// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/resources.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

#include <limits>

namespace binnacle::model {
namespace {

using testing::quantity;
using testing::symbol;
constexpr std::int64_t maximum = std::numeric_limits<std::int64_t>::max();

Resources make(std::initializer_list<std::pair<std::string_view, std::string_view>> amounts)
{
    Resources resources;
    for (const auto &[name, amount] : amounts) {
        resources.set(symbol(name), quantity(amount));
    }
    return resources;
}

TEST(Resources, CountsCpuInThousandthsAndTheRestInWholeUnits)
{
    const Resources all = make({{"cpu", "1.5"}, {"memory", "1Gi"}, {"ephemeral-storage", "1k"}, {"pods", "110"},
        {"nvidia.com/gpu", "2"}, {"hugepages-2Mi", "4Mi"}});
    EXPECT_EQ(all.cpuMilli, 1500);
    EXPECT_EQ(all.memoryBytes, 1 << 30);
    EXPECT_EQ(all.ephemeralStorageBytes, 1000);
    EXPECT_EQ(all.pods, 110);
    EXPECT_EQ(all.get(symbol("nvidia.com/gpu")), 2);
    EXPECT_EQ(all.get(symbol("hugepages-2Mi")), 4 << 20);
    EXPECT_EQ(all.get(symbol("cpu")), 1500);
    EXPECT_EQ(all.get(symbol("amd.com/gpu")), 0);
}

TEST(Resources, IgnoresNamesThatTheSchedulerDoesNotCount)
{
    const Resources odd = make({{"storage", "5Gi"}, {"gpu", "1"}});
    EXPECT_TRUE(odd.scalars().empty());
}

TEST(Resources, TellsAbsentFromZero)
{
    const Resources stated = make({{"cpu", "0"}, {"memory", "0"}, {"nvidia.com/gpu", "0"}});
    EXPECT_TRUE(stated.has(resource::cpu));
    EXPECT_TRUE(stated.has(resource::memory));
    EXPECT_TRUE(stated.has(symbol("nvidia.com/gpu")));
    EXPECT_FALSE(Resources().has(resource::cpu));
    EXPECT_FALSE(Resources().has(symbol("nvidia.com/gpu")));
    EXPECT_EQ(stated.fingerprint(), Resources().fingerprint());
}

TEST(Resources, SumsOfHugeNodesSaturateAndNeverTurnNegative)
{
    const Resources node = make({{"memory", "8Ei"}, {"example.com/thing", "8Ei"}});
    Resources sum;
    for (int i = 0; i < 3; ++i) {
        sum += node;
    }
    EXPECT_EQ(sum.memoryBytes, maximum);
    EXPECT_EQ(sum.scalar(symbol("example.com/thing")), maximum);
    Resources less;
    less -= node;
    less -= node;
    EXPECT_EQ(less.memoryBytes, std::numeric_limits<std::int64_t>::min());
}

TEST(Resources, KeepsScalarsSortedSoThatEqualAmountsAreEqual)
{
    const Resources one = make({{"a.com/x", "1"}, {"b.com/y", "2"}, {"c.com/z", "3"}});
    const Resources other = make({{"c.com/z", "3"}, {"a.com/x", "1"}, {"b.com/y", "2"}});
    EXPECT_EQ(one, other);
    EXPECT_EQ(one.fingerprint(), other.fingerprint());
    EXPECT_NE(one.fingerprint(), make({{"a.com/x", "2"}, {"b.com/y", "1"}, {"c.com/z", "3"}}).fingerprint());
}

TEST(Resources, TakesTheLargerOfBothResourceByResource)
{
    Resources most = make({{"cpu", "1"}, {"memory", "3Gi"}});
    most.maxWith(make({{"cpu", "2"}, {"memory", "1Gi"}, {"nvidia.com/gpu", "1"}}));
    EXPECT_EQ(most.cpuMilli, 2000);
    EXPECT_EQ(most.memoryBytes, std::int64_t{3} << 30);
    EXPECT_EQ(most.scalar(symbol("nvidia.com/gpu")), 1);
}

} // namespace
} // namespace binnacle::model
