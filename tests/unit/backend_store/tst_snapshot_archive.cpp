// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/log_fixture.h"

#include <map>

namespace binnacle::store::testing {
namespace {

class SnapshotArchiveTest : public AuditLogTest {
protected:
    /// Nodes by name; the value's identity is its own.
    using Nodes = std::map<std::string, std::shared_ptr<const std::string>>;

    static ReplayInput inputOf(const Nodes &nodes, int *encoded = nullptr)
    {
        ReplayInput input;
        std::vector<std::shared_ptr<const std::string>> values;
        for (const auto &[name, value] : nodes) {
            input.entries.push_back({name, value});
            values.push_back(value);
        }
        input.encode = [values, encoded](std::size_t i) {
            if (encoded)
                ++*encoded;
            return *values[i];
        };
        input.pod = "a pod";
        return input;
    }
    static Nodes nodesUpTo(int count)
    {
        Nodes nodes;
        for (int i = 0; i < count; ++i)
            nodes["node-" + std::to_string(i)] =
                std::make_shared<const std::string>("state of " + std::to_string(i) + std::string(400, '.'));
        return nodes;
    }
    void expectSame(AuditLog &log, const std::string &manifest, const Nodes &nodes)
    {
        const absl::StatusOr<NamedBlobs> back = log.snapshot(manifest);
        ASSERT_TRUE(back.ok()) << back.status();
        ASSERT_EQ(back->size(), nodes.size());
        auto it = nodes.begin();
        for (const auto &[name, blob] : *back) {
            EXPECT_EQ(name, it->first);
            EXPECT_EQ(blob, *it->second);
            ++it;
        }
    }
    std::int64_t count(const std::string &table)
    {
        absl::StatusOr<Database> database = Database::open(folder.paths().database(), Database::Mode::ReadOnly);
        return *database->integer("SELECT count(*) FROM " + table);
    }
};

TEST_F(SnapshotArchiveTest, twoHundredSnapshotsOfSmallChangesComeBackEachAsItWas)
{
    const auto log = open();
    Nodes nodes = nodesUpTo(200);
    std::vector<std::pair<std::string, Nodes>> kept;
    int encoded = 0;
    for (int i = 0; i < 200; ++i) {
        const ReplayInput input = inputOf(nodes, &encoded);
        const auto record = log->append(proposal("d" + std::to_string(i)), &input);
        ASSERT_TRUE(record.ok()) << record.status();
        kept.emplace_back(record->manifestHash, nodes);
        nodes["node-" + std::to_string(i % 150)] =
            std::make_shared<const std::string>("changed at " + std::to_string(i));
        if (i % 10 == 3)
            nodes.erase("node-" + std::to_string(150 + i / 10));
        if (i % 10 == 7)
            nodes["new-" + std::to_string(i)] = std::make_shared<const std::string>("new " + std::to_string(i));
    }
    // The whole once, then what changed.
    EXPECT_LE(encoded, 200 + 200 + 20);
    EXPECT_LE(count("blobs"), 200 + 200 + 20 + 1);
    for (const auto &[manifest, was] : kept)
        expectSame(*log, manifest, was);
    EXPECT_EQ(*log->pod(log->record(0)->podHash), "a pod");
}

TEST_F(SnapshotArchiveTest, theSameContentIsKeptOnceAlsoAfterRestart)
{
    std::string first;
    {
        const auto log = open();
        const ReplayInput input = inputOf(nodesUpTo(20));
        first = log->append(proposal("a"), &input)->manifestHash;
        const ReplayInput again = inputOf(nodesUpTo(20)); // other identities
        EXPECT_EQ(log->append(proposal("b"), &again)->manifestHash, first);
    }
    const auto log = open();
    const ReplayInput input = inputOf(nodesUpTo(20));
    EXPECT_EQ(log->append(proposal("c"), &input)->manifestHash, first);
    EXPECT_EQ(count("manifests"), 1);
    EXPECT_EQ(count("blobs"), 21);
}

TEST_F(SnapshotArchiveTest, whatWasAlteredIsFoundWhenReadBack)
{
    std::string manifest;
    {
        const auto log = open();
        const ReplayInput input = inputOf(nodesUpTo(20));
        manifest = log->append(proposal("a"), &input)->manifestHash;
    }
    sql(folder.paths().database(), "UPDATE blobs SET body='other' WHERE rowid=5");
    EXPECT_TRUE(absl::IsDataLoss(open()->snapshot(manifest).status()));
    sql(folder.paths().database(), "UPDATE manifests SET body=substr(body, 1, 200)");
    EXPECT_TRUE(absl::IsDataLoss(open()->snapshot(manifest).status()));
    EXPECT_TRUE(absl::IsNotFound(open()->snapshot(std::string(64, '0')).status()));
    EXPECT_TRUE(absl::IsInvalidArgument(open()->snapshot("zz").status()));
}

TEST_F(SnapshotArchiveTest, unorderedEntriesAreRefusedAndLeaveNothing)
{
    const auto log = open();
    ReplayInput input;
    input.entries = {{"b", nullptr}, {"a", nullptr}};
    input.encode = [](std::size_t) { return std::string("x"); };
    EXPECT_TRUE(absl::IsInvalidArgument(log->append(proposal("a"), &input).status()));
    EXPECT_EQ(log->size()->leaves, 0U);
    EXPECT_EQ(count("blobs"), 0);
    EXPECT_TRUE(log->append(proposal("a")).ok());
}

TEST_F(SnapshotArchiveTest, pruningKeepsHashesProofsAndOpenDecisions)
{
    const auto log = open();
    Nodes nodes = nodesUpTo(50);
    std::vector<std::string> manifests;
    for (int i = 0; i < 20; ++i) {
        const std::string id = "d" + std::to_string(i);
        nodes["node-" + std::to_string(i)] = std::make_shared<const std::string>("changed " + id);
        const ReplayInput input = inputOf(nodes);
        manifests.push_back(log->append(proposal(id), &input)->manifestHash);
        ASSERT_TRUE(log->append(transitionOf(id, DecisionState::Denied, "alice")).ok());
        if (i == 9) {
            ASSERT_TRUE(log->append(proposal("open")).ok());
            clock.advance(std::chrono::hours(24 * 40));
        }
    }
    const TreeHead before = *log->head();
    EXPECT_EQ(*log->prune("alice"), 0U) << "nothing is pruned without a retention";
    ASSERT_TRUE(log->setRetention({30, 0}, "alice").ok());
    EXPECT_EQ(log->size()->retention, (Retention{30, 0}));
    EXPECT_EQ(*log->prune("alice"), 20U);
    EXPECT_EQ(log->size()->pruned, 20U);
    EXPECT_TRUE(absl::IsNotFound(log->record(3).status()));
    EXPECT_TRUE(absl::IsNotFound(log->decision("d3").status()));
    EXPECT_TRUE(absl::IsNotFound(log->snapshot(manifests[0]).status()) || log->snapshot(manifests[0]).ok());
    expectSame(*log, manifests[19], nodes);
    EXPECT_TRUE(log->decision("open").ok());
    const TreeHead now = *log->head();
    EXPECT_TRUE(
        verifyConsistency(before.size, now.size, before.root, now.root, *log->consistencyProof(before.size, now.size)));
    EXPECT_EQ(verify().result, Result::Sound) << verify().detail;
    // The open decision holds what came after it; once it is over, pruning goes on to the leaves of the last 30 days.
    ASSERT_TRUE(log->append(transitionOf("open", DecisionState::Expired, "system")).ok());
    clock.advance(std::chrono::hours(24 * 40));
    EXPECT_GT(*log->prune("alice"), 20U);
    EXPECT_EQ(verify().result, Result::Sound) << verify().detail;
    EXPECT_EQ(count("blobs"), 0);
    sql(folder.paths().database(),
        "UPDATE leaves SET record=NULL, at=0, kind='', decision='', state=NULL WHERE idx=44");
    EXPECT_EQ(verify().firstBad, 44U) << "a record may not vanish past the bound that a Prune leaf names";
}

TEST_F(SnapshotArchiveTest, aSizeLimitPrunesTheOldestShare)
{
    const auto log = open();
    for (int i = 0; i < 200; ++i) {
        AuditRecord record = proposal("d" + std::to_string(i));
        record.message = std::string(4000, 'm');
        ASSERT_TRUE(log->append(record).ok());
        ASSERT_TRUE(log->append(transitionOf(record.decisionId, DecisionState::Denied, "alice")).ok());
    }
    const AuditSize before = *log->size();
    ASSERT_TRUE(log->setRetention({0, before.bytes / 2}, "alice").ok());
    EXPECT_GT(*log->prune("alice"), 100U);
    EXPECT_LT(log->size()->bytes, before.bytes * 7 / 10);
    EXPECT_EQ(log->verify()->result, Result::Sound) << log->verify()->detail;
}

} // namespace
} // namespace binnacle::store::testing
