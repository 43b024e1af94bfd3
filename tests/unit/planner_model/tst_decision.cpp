// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/decision.h"
#include "planner/model/testing/builders.h"

#include <gtest/gtest.h>

namespace binnacle::model {
namespace {

using testing::symbol;

Decision decision()
{
    Decision value;
    value.pod = {"web", "a"};
    value.outcome = DecisionOutcome::Placed;
    value.chosen = symbol("n1");
    value.score = 300;
    value.margin = 20;
    value.tied = {symbol("n1")};
    value.scorePlugins = {{symbol("Fit"), 1}};
    value.feasible = {{symbol("n1"), {90}, {100}, 100}, {symbol("n2"), {80}, {80}, 80}};
    value.rejected = {
        {symbol("n3"), symbol("Taint"), true, {{ReasonCode::TaintNotTolerated, symbol("gpu"), "v", 0, 0, 0}}}};
    value.confidence.stability = 0.97;
    return value;
}

TEST(ReasonCode, EveryCodeHasANameThatReadsBack)
{
    for (int code = 0; code <= static_cast<int>(ReasonCode::UndecidableRule); ++code) {
        const auto value = static_cast<ReasonCode>(code);
        EXPECT_EQ(reasonCodeFromName(codeName(value)), value);
    }
    EXPECT_EQ(codeName(ReasonCode::TaintNotTolerated), "TaintNotTolerated");
    EXPECT_EQ(reasonCodeFromName("Nonsense"), std::nullopt);
}

TEST(DecisionFingerprint, IsOfTheAnswerAndNotOfIdsAndTimes)
{
    Decision replayed = decision();
    replayed.id = "other";
    replayed.podUid = "other";
    replayed.snapshotGeneration = 99;
    replayed.decidedAt = base::TimePoint(base::Duration(5));
    EXPECT_EQ(replayed.fingerprint(), decision().fingerprint());
}

TEST(DecisionFingerprint, ChangesWithEveryPartOfTheAnswer)
{
    const base::Fingerprint plain = decision().fingerprint();
    const auto changed = [&](auto edit) {
        Decision other = decision();
        edit(other);
        return other.fingerprint() != plain;
    };
    EXPECT_TRUE(changed([](Decision &d) { d.chosen = symbol("n2"); }));
    EXPECT_TRUE(changed([](Decision &d) { d.score = 1; }));
    EXPECT_TRUE(changed([](Decision &d) { d.margin.reset(); }));
    EXPECT_TRUE(changed([](Decision &d) { d.tied.push_back(symbol("n2")); }));
    EXPECT_TRUE(changed([](Decision &d) { d.feasible[1].raw[0] = 81; }));
    EXPECT_TRUE(changed([](Decision &d) { d.rejected[0].reasons[0].detail = "w"; }));
    EXPECT_TRUE(changed([](Decision &d) { d.rejected[0].plugin = symbol("Fit"); }));
    EXPECT_TRUE(changed([](Decision &d) { d.scorePlugins[0].weight = 2; }));
    EXPECT_TRUE(changed([](Decision &d) { d.confidence.stability = 0.96; }));
    EXPECT_TRUE(changed([](Decision &d) { d.outcome = DecisionOutcome::NotDecidable; }));
    EXPECT_TRUE(changed([](Decision &d) { d.undecided = 1; }));
}

} // namespace
} // namespace binnacle::model
