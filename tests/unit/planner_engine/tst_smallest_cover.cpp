// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/smallest_cover.h"

#include "planner/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace binnacle::engine {
namespace {

bool covers(const std::vector<Quantities> &parts, const Quantities &needs, const std::vector<std::size_t> &chosen)
{
    for (std::size_t d = 0; d < needs.size(); ++d) {
        std::int64_t sum = 0;
        for (const std::size_t i : chosen) {
            sum += parts[i][d];
        }
        if (sum < needs[d]) {
            return false;
        }
    }
    return true;
}

TEST(SmallestCover, TakesTheFewestAndOfThoseTheFirst)
{
    EXPECT_EQ(smallestCover({{1}, {2}, {3}, {3}}, {3}, 9).chosen, (std::vector<std::size_t>{2}));
    EXPECT_EQ(smallestCover({{1}, {2}, {3}, {3}}, {5}, 9).chosen, (std::vector<std::size_t>{1, 2}));
    EXPECT_TRUE(smallestCover({{1}, {2}}, {4}, 9).chosen.empty());
    EXPECT_TRUE(smallestCover({{1}, {1}, {1}}, {3}, 2).chosen.empty());
}

TEST(SmallestCover, IsAsSmallAsTryingEverySet)
{
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        base::SeededRandom random(seed);
        const auto amount = [&] { return static_cast<std::int64_t>(random.below(6)); };
        std::vector<Quantities> parts(1 + random.below(9));
        for (Quantities &part : parts) {
            part = {amount(), amount(), amount()};
        }
        const Quantities needs{amount() * 2, amount(), amount() + 1};
        int fewest = -1;
        for (unsigned set = 0; set < (1U << parts.size()); ++set) {
            std::vector<std::size_t> chosen;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                if ((set >> i & 1U) != 0) {
                    chosen.push_back(i);
                }
            }
            const int size = std::popcount(set);
            if (covers(parts, needs, chosen) && (fewest < 0 || size < fewest)) {
                fewest = size;
            }
        }
        const Cover cover = smallestCover(parts, needs, 99);
        ASSERT_EQ(static_cast<int>(cover.chosen.size()), std::max(fewest, 0));
        if (fewest > 0) {
            EXPECT_TRUE(cover.smallest);
            EXPECT_TRUE(covers(parts, needs, cover.chosen));
        }
    }
}

TEST(SmallestCover, WithoutTimeToTryItStillCoversAndSaysThatFewerMayDo)
{
    std::vector<Quantities> parts(60, Quantities{1, 2});
    parts[40] = {9, 9};
    const Cover cover = smallestCover(parts, {30, 5}, 64, 10);
    EXPECT_FALSE(cover.smallest);
    EXPECT_TRUE(covers(parts, {30, 5}, cover.chosen));
    EXPECT_EQ(cover.chosen.size(), 22U);
}

} // namespace
} // namespace binnacle::engine
