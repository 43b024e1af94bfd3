// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/sequence.h"

#include <gtest/gtest.h>

#include <vector>

namespace binnacle::base {
namespace {

TEST(Sequence, RunsTasksInTheOrderTheyWerePosted)
{
    Sequence sequence("test");
    std::vector<int> order;
    for (int i = 0; i < 100; ++i) {
        sequence.post([&order, i] { order.push_back(i); });
    }
    sequence.drain();
    ASSERT_EQ(order.size(), 100u);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
    }
}

TEST(Sequence, KnowsWhenItsOwnThreadIsRunning)
{
    Sequence sequence("test");
    bool inside = false;
    sequence.post([&] { inside = sequence.runsHere(); });
    sequence.drain();
    EXPECT_TRUE(inside);
    EXPECT_FALSE(sequence.runsHere());
}

TEST(Sequence, DropsTasksPostedAfterItStopped)
{
    Sequence sequence("test");
    sequence.stop();
    bool ran = false;
    sequence.post([&] { ran = true; });
    sequence.stop();
    EXPECT_FALSE(ran);
}

} // namespace
} // namespace binnacle::base
