// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/symbol.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace binnacle::base {
namespace {

TEST(Symbol, EqualTextIsOneSymbolAndTheEmptyTextIsTheDefault)
{
    EXPECT_EQ(Symbol("nvidia.com/gpu"), Symbol(std::string("nvidia.com/") + "gpu"));
    EXPECT_NE(Symbol("a"), Symbol("b"));
    EXPECT_EQ(Symbol(""), Symbol());
    EXPECT_TRUE(Symbol().empty());
    EXPECT_EQ(Symbol().text(), "");
    EXPECT_EQ(Symbol("zone").text(), "zone");
}

TEST(Symbol, KeepsTextsOfAnyLengthAndAnyBytes)
{
    const std::string large(300'000, 'x');
    const std::string zero("a\0b", 3);
    EXPECT_EQ(Symbol(large).text(), large);
    EXPECT_EQ(Symbol(zero).text(), zero);
    EXPECT_NE(Symbol(zero), Symbol("a"));
}

TEST(Symbol, ManyThreadsInternTheSameWordsToTheSameSymbols)
{
    constexpr int words = 20'000;
    constexpr int threads = 4;
    std::vector<std::vector<Symbol>> seen(threads);
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t) {
        running.emplace_back([&seen, t] {
            auto &mine = seen[static_cast<std::size_t>(t)];
            for (int i = 0; i < words; ++i) {
                const Symbol symbol("word-" + std::to_string(i));
                mine.push_back(symbol);
                if (symbol.text() != "word-" + std::to_string(i)) {
                    mine.clear();
                    return;
                }
            }
        });
    }
    for (std::thread &thread : running) {
        thread.join();
    }
    ASSERT_EQ(seen[0].size(), static_cast<std::size_t>(words));
    for (int t = 1; t < threads; ++t) {
        EXPECT_EQ(seen[static_cast<std::size_t>(t)], seen[0]);
    }
}

} // namespace
} // namespace binnacle::base
