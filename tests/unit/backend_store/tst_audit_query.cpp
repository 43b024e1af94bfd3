// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/log_fixture.h"

namespace binnacle::store::testing {
namespace {

class AuditQuery : public AuditLogTest {
protected:
    void SetUp() override
    {
        log = open();
        for (int i = 0; i < 30; ++i) {
            AuditRecord record = proposal("d" + std::to_string(i));
            record.podNamespace = i % 3 == 0 ? "shop" : "bank";
            record.node = "node-" + std::to_string(i % 5);
            record.confidence = i / 30.0;
            record.at = start + std::chrono::minutes(i);
            ASSERT_TRUE(log->append(record).ok());
            if (i % 2 == 0) {
                ASSERT_TRUE(
                    log->append(transitionOf(record.decisionId, DecisionState::Approved, i % 4 == 0 ? "alice" : "bob"))
                        .ok());
            }
            if (i % 4 == 0) {
                ASSERT_TRUE(
                    log->append(transitionOf(record.decisionId, DecisionState::Unknown, "system", "answer 100% lost"))
                        .ok());
            }
        }
    }
    std::uint64_t count(const api::AuditFilter &filter)
    {
        const absl::StatusOr<api::AuditPage> page = log->query(filter);
        EXPECT_TRUE(page.ok()) << page.status();
        return page.ok() ? page->matching : 999;
    }

    base::TimePoint start{std::chrono::hours(500'000)};
    std::unique_ptr<AuditLog> log;
};

TEST_F(AuditQuery, theNewestDecisionOfAPodIsFoundHoweverManyOthersCameAfter)
{
    for (const char *node : {"node-1", "node-2"}) {
        AuditRecord record = proposal(std::string("wanted-") + node);
        record.podUid = "uid-wanted";
        record.node = node;
        ASSERT_TRUE(log->append(record).ok());
        ASSERT_TRUE(log->append(transitionOf(record.decisionId, DecisionState::Denied, "alice")).ok());
    }
    AuditRecord waiting = proposal("wanted-waiting");
    waiting.podUid = "uid-wanted"; // newer, but in another state
    ASSERT_TRUE(log->append(waiting).ok());
    for (int i = 0; i < 1200; ++i) {
        AuditRecord record = proposal("other-" + std::to_string(i));
        ASSERT_TRUE(log->append(record).ok());
        ASSERT_TRUE(log->append(transitionOf(record.decisionId, DecisionState::Denied, "bob")).ok());
    }
    const auto found = log->newestOfPods(DecisionState::Denied, {"uid-wanted", "uid-other-7", "uid-nobody"});
    ASSERT_TRUE(found.ok()) << found.status();
    ASSERT_EQ(found->size(), 2U);
    EXPECT_EQ(found->at(0).decision.decisionId, "other-7");
    EXPECT_EQ(found->at(1).decision.node, "node-2");
    EXPECT_EQ(found->at(1).life.back().actor, "alice");
    EXPECT_TRUE(log->newestOfPods(DecisionState::Denied, {})->empty());
}

TEST_F(AuditQuery, eachFilterSelectsWhatItSays)
{
    api::AuditFilter filter;
    EXPECT_EQ(count(filter), 30U);
    filter.namespaces = {"shop"};
    EXPECT_EQ(count(filter), 10U);
    filter = {};
    filter.node = "NODE-4";
    EXPECT_EQ(count(filter), 6U);
    filter = {};
    filter.pod = "bank/web-d1";
    EXPECT_EQ(count(filter), 8U); // 1, 10, 11, 13, 14, 16, 17, 19
    filter = {};
    filter.states = {DecisionState::Unknown, DecisionState::Approved};
    EXPECT_EQ(count(filter), 15U);
    filter = {};
    filter.actors = {"alice"};
    EXPECT_EQ(count(filter), 8U);
    filter = {};
    filter.minConfidence = 0.5;
    filter.maxConfidence = 0.7;
    EXPECT_EQ(count(filter), 7U);
    filter = {};
    filter.from = start + std::chrono::minutes(10);
    filter.to = start + std::chrono::minutes(20);
    EXPECT_EQ(count(filter), 10U);
    filter = {};
    filter.text = "100%";
    EXPECT_EQ(count(filter), 8U);
    filter.text = "1__%";
    EXPECT_EQ(count(filter), 0U);
    filter.text = "'; DROP TABLE leaves; --";
    EXPECT_EQ(count(filter), 0U);
}

TEST_F(AuditQuery, pagesAreNewestFirstAndCountsSpanThemAll)
{
    api::AuditFilter filter;
    filter.limit = 7;
    std::vector<std::string> seen;
    for (;;) {
        const api::AuditPage page = *log->query(filter);
        EXPECT_EQ(page.matching, 30U);
        EXPECT_EQ(page.byState.at(DecisionState::Unknown), 8U);
        EXPECT_EQ(page.byState.at(DecisionState::Approved), 7U);
        EXPECT_EQ(page.byActor.at("system"), 15U);
        EXPECT_EQ(page.byNamespace.at("bank"), 20U);
        std::uint64_t inBuckets = 0;
        for (const auto &bucket : page.timeline)
            for (const auto &[state, number] : bucket.count)
                inBuckets += number;
        EXPECT_EQ(inBuckets, 30U);
        for (const api::AuditDecision &row : page.rows)
            seen.push_back(row.decision.decisionId);
        if (page.rows.size() < filter.limit)
            break;
        filter.beforeIndex = page.rows.back().decision.index;
    }
    ASSERT_EQ(seen.size(), 30U);
    for (std::size_t i = 0; i < seen.size(); ++i)
        EXPECT_EQ(seen[i], "d" + std::to_string(29 - i));
}

TEST_F(AuditQuery, leavesOfEveryKindAreListed)
{
    AuditRecord session;
    session.actor = "system";
    session.details = {{"event", "start"}};
    ASSERT_TRUE(log->append(session).ok());
    const auto leaves = log->leaves(std::nullopt, 3);
    ASSERT_EQ(leaves->size(), 3U);
    EXPECT_EQ((*leaves)[0].kind, "session");
    EXPECT_EQ((*leaves)[0].index, 53U);
    EXPECT_EQ(log->leaves((*leaves)[2].index, 1000)->size(), 51U);
    EXPECT_TRUE(absl::IsNotFound(log->decision("nobody").status()));
    EXPECT_TRUE(absl::IsNotFound(log->record(1000).status()));
}

} // namespace
} // namespace binnacle::store::testing
