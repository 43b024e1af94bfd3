// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/log_fixture.h"

namespace binnacle::store::testing {
namespace {

TEST(AuditRecord, canonicalFormIsSortedJsonOfIntegersAndStrings)
{
    AuditRecord record;
    record.kind = RecordKind::Transition;
    record.index = 7;
    record.at = base::TimePoint(std::chrono::nanoseconds(1234));
    record.decisionId = "d1";
    record.state = DecisionState::Approved;
    record.actor = "a\"b\\\n";
    record.stability = 0.5;
    record.details = {{"b", "2"}, {"a", "1"}};
    EXPECT_EQ(encodeCanonical(record),
        R"({"actor":"a\"b\\\u000a","at":1234,"decision":"d1","details":{"a":"1","b":"2"},"index":7,"kind":"transition","stability":500000,"state":"Approved","v":1})");
}

TEST(AuditRecord, everyFieldComesBack)
{
    AuditRecord record = proposal("x");
    record.at = base::TimePoint(std::chrono::nanoseconds(-5));
    record.cluster = "demo";
    record.manifestHash = std::string(64, 'c');
    record.podHash = std::string(64, 'd');
    record.calibrated = true;
    record.calibratedOn = 900;
    record.modelVersion = "m";
    record.errorCode = "UNAVAILABLE";
    record.message = "größer 大 🚀";
    record.margin = -3;
    record.details = {{"k", "v"}, {"", ""}};
    const absl::StatusOr<AuditRecord> back = decodeCanonical(encodeCanonical(record));
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(*back, record);
}

TEST(AuditRecord, bytesThatAreNotUtf8AreReplacedAndStillDecode)
{
    AuditRecord record;
    record.message = std::string("\xff\xc0\xaf ok \xed\xa0\x80 \xf4\x90\x80\x80") + '\0' + "end";
    const absl::StatusOr<AuditRecord> back = decodeCanonical(encodeCanonical(record));
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_TRUE(back->message.starts_with("\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ok ")) << back->message;
    EXPECT_TRUE(back->message.ends_with("end"));
}

TEST(AuditRecord, everyShareOfTwoHundredSurvivesTheMillionths)
{
    for (int i = 0; i <= 200; ++i) {
        AuditRecord record;
        record.stability = i / 200.0;
        EXPECT_EQ(decodeCanonical(encodeCanonical(record))->stability, record.stability);
    }
}

TEST(AuditRecord, anythingElseIsRefused)
{
    for (const char *text :
        {"", "{}", "[]", "{\"v\":1}", "{\"at\":1,\"index\":0,\"kind\":\"decision\",\"v\":1,\"stranger\":2}",
            "{\"at\":1.5,\"index\":0,\"kind\":\"decision\",\"v\":1}",
            "{\"at\":1,\"index\":-1,\"kind\":\"decision\",\"v\":1}",
            "{\"at\":1,\"index\":0,\"kind\":\"party\",\"v\":1}",
            "{\"at\":9223372036854775808,\"index\":0,\"kind\":\"session\",\"v\":1}"})
        EXPECT_TRUE(absl::IsDataLoss(decodeCanonical(text).status())) << text;
    EXPECT_TRUE(
        absl::IsFailedPrecondition(decodeCanonical("{\"at\":1,\"index\":0,\"kind\":\"session\",\"v\":2}").status()));
}

TEST(AuditRecord, statesFollowTheLifeOfADecision)
{
    using enum DecisionState;
    const std::vector<std::pair<DecisionState, std::vector<DecisionState>>> legal = {
        {Proposed, {Approved, Denied, Expired, Superseded}}, {Approved, {Bound, BindFailed, Unknown}},
        {Unknown, {Bound, BindFailed, Confirmed}}, {Bound, {Confirmed, Superseded}}, {Denied, {}}, {Expired, {}},
        {Superseded, {}}, {BindFailed, {}}, {Confirmed, {}}, {NoNode, {}}};
    for (const auto &[from, allowed] : legal) {
        EXPECT_EQ(isFinal(from), allowed.empty());
        for (const DecisionState to :
            {Proposed, Approved, Denied, Expired, Superseded, Bound, BindFailed, Unknown, Confirmed, NoNode})
            EXPECT_EQ(legalTransition(from, to), std::find(allowed.begin(), allowed.end(), to) != allowed.end())
                << stateName(from) << " to " << stateName(to);
    }
}

} // namespace
} // namespace binnacle::store::testing
