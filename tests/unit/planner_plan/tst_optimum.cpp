// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// A share of what `./dev bench plan` measures: the same instances, fewer of them.

#include "tests/plan/instances.h"
#include "tests/plan/optimum.h"
#include "tests/plan/replay.h"

#include <gtest/gtest.h>

namespace binnacle::plan {
namespace {

using namespace testing;

TEST(Optimum, batchesAreNearTheOptimumThatCbcProves)
{
    if (!Program::available()) {
        GTEST_SKIP() << "there is no CBC here (Debian: coinor-cbc): nothing was compared with the optimum";
    }
    constexpr std::uint64_t count = 20;
    double gaps = 0;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        const Problem problem = batchInstance(seed);
        const model::Plan plan = planBatch(problem, {}).value();
        EXPECT_EQ(Replay(problem).run(plan), "") << "seed " << seed;
        const std::optional<Optimum> best = BatchProgram(problem).solve();
        ASSERT_TRUE(best) << "seed " << seed;
        const double short_ = gap(plan, *best);
        EXPECT_GE(short_, 0) << "better than the optimum: the program or the plan is wrong; seed " << seed;
        gaps += short_;
    }
    EXPECT_LE(gaps / count, 0.01);
}

TEST(Optimum, defragmentationLetsInWhatCbcProvesCanBe)
{
    if (!Program::available()) {
        GTEST_SKIP() << "there is no CBC here (Debian: coinor-cbc): nothing was compared with the optimum";
    }
    constexpr std::uint64_t count = 30;
    int asMany = 0;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        const Problem problem = defragmentationInstance(seed);
        const model::Plan plan = planDefragmentation(problem, {}).value();
        EXPECT_EQ(Replay(problem).run(plan), "") << "seed " << seed;
        const std::optional<Optimum> best = MoveProgram(problem).solve();
        ASSERT_TRUE(best) << "seed " << seed;
        const bool many = letsInAsMany(plan, *best);
        asMany += many ? 1 : 0;
        if (many) {
            EXPECT_GE(std::pair(plan.moves, plan.cost), std::pair(best->moves, best->cost))
                << "better than the optimum: the program or the plan is wrong; seed " << seed;
        }
        if (plan.proven) {
            EXPECT_TRUE(many && plan.moves == best->moves) << "proven, and not the optimum; seed " << seed;
        }
    }
    EXPECT_GE(asMany, static_cast<int>(0.95 * count));
}

} // namespace
} // namespace binnacle::plan
