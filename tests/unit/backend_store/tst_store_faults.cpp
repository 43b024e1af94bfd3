// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/backend_store/faulting_vfs.h"
#include "tests/unit/backend_store/log_fixture.h"

#include <absl/synchronization/notification.h>
#include <absl/time/clock.h>

#include <map>
#include <set>

namespace binnacle::store::testing {
namespace {

using faulting::Fault;

/// Fails the n-th append or replacement (from 1), after writing a part of it when told to.
class FaultingFiles final : public FilePort {
public:
    absl::StatusOr<std::string> read(const std::string &path, std::size_t maxBytes) override
    {
        return posixFiles().read(path, maxBytes);
    }
    absl::Status append(const std::string &path, std::string_view bytes) override
    {
        if (!failsNow())
            return posixFiles().append(path, bytes);
        if (partly) {
            EXPECT_TRUE(posixFiles().append(path, bytes.substr(0, bytes.size() / 2)).ok());
        }
        return absl::ResourceExhaustedError("disk full");
    }
    absl::Status replace(const std::string &path, std::string_view bytes) override
    {
        return failsNow() ? absl::ResourceExhaustedError("disk full") : posixFiles().replace(path, bytes);
    }
    int failing = 0;
    bool onwards = false;
    bool partly = false;
    int count = 0;

private:
    bool failsNow()
    {
        ++count;
        return failing != 0 && (count == failing || (onwards && count > failing));
    }
};

class StoreFaults : public AuditLogTest {
protected:
    /// Two decisions with snapshots, one retention change. Answers what was acknowledged, by id and state.
    std::set<std::string> scenario(const AuditOptions &options)
    {
        std::set<std::string> acknowledged;
        absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::open(options);
        if (!log.ok())
            return acknowledged;
        for (const std::string id : {"a", "b"}) {
            ReplayInput input;
            for (int i = 0; i < 3; ++i)
                input.entries.push_back({"node-" + std::to_string(i), nullptr});
            input.encode = [&](std::size_t i) { return id + std::to_string(i) + std::string(3000, 'n'); };
            input.pod = "pod " + id;
            if ((*log)->append(proposal(id), &input).ok())
                acknowledged.insert(id + " Proposed");
            for (const DecisionState state : {DecisionState::Approved, DecisionState::Bound, DecisionState::Confirmed})
                if ((*log)->append(transitionOf(id, state, "alice")).ok())
                    acknowledged.insert(id + " " + std::string(stateName(state)));
        }
        (*log)->setRetention({90, 0}, "alice").IgnoreError();
        return acknowledged;
    }

    void checkAfterwards(const std::set<std::string> &acknowledged)
    {
        // The medium is well again.
        const auto log = open();
        ASSERT_NE(log, nullptr);
        ASSERT_TRUE(log->health().ok()) << log->health();
        const absl::StatusOr<api::AuditVerification> verdict = log->verify();
        ASSERT_TRUE(verdict.ok()) << verdict.status();
        ASSERT_EQ(verdict->result, Result::Sound) << verdict->detail;
        std::set<std::string> there;
        const auto page = log->query({});
        ASSERT_TRUE(page.ok()) << page.status();
        for (const api::AuditDecision &row : page->rows) {
            there.insert(row.decision.decisionId + " Proposed");
            for (const api::AuditEntry &entry : row.life)
                there.insert(entry.decisionId + " " + std::string(stateName(*entry.state)));
            const absl::StatusOr<AuditRecord> record = log->record(row.decision.index);
            ASSERT_TRUE(record.ok());
            ASSERT_EQ(log->snapshot(record->manifestHash)->size(), 3U);
            ASSERT_TRUE(log->pod(record->podHash).ok());
        }
        for (const std::string &entry : acknowledged)
            ASSERT_TRUE(there.contains(entry)) << entry << " was acknowledged and is gone";
        // And it goes on.
        ASSERT_TRUE(log->append(proposal("afterwards")).ok());
    }
};

/// Looks at the health until it is good, or a few seconds are over. The clock of the test moves a second at each look, so
/// that each look may try.
bool heals(AuditLog &log)
{
    for (int i = 0; i < 5000; ++i) {
        if (log.health().ok())
            return true;
        absl::SleepFor(absl::Milliseconds(1));
    }
    return false;
}

TEST_F(StoreFaults, atEveryWriteOfTheDatabaseNothingAcknowledgedIsLostAndNothingIsHalfThere)
{
    AuditOptions faulty = options();
    faulty.vfs = faulting::name();
    faulting::failAt(0, Fault::Full, false);
    ASSERT_EQ(scenario(faulty).size(), 8U);
    const std::int64_t total = faulting::operations();
    ASSERT_GT(total, 30);
    std::cout << "operations in the scenario: " << total << '\n';
    int refusals = 0;
    for (const Fault fault : {Fault::Full, Fault::InputOutput, Fault::ShortWrite}) {
        for (const bool onwards : {false, true}) {
            for (std::int64_t n = 1; n <= total; ++n) {
                SCOPED_TRACE(::testing::Message()
                    << "fault " << static_cast<int>(fault) << " at " << n << (onwards ? " onwards" : ""));
                std::filesystem::remove_all(folder.paths().dataDirectory);
                std::filesystem::remove_all(folder.paths().stateDirectory);
                faulting::failAt(n, fault, onwards);
                const std::set<std::string> acknowledged = scenario(faulty);
                faulting::failAt(0, fault, false);
                refusals += acknowledged.size() < 8 ? 1 : 0;
                checkAfterwards(acknowledged);
                if (HasFatalFailure())
                    return;
            }
        }
    }
    // Most of the faults were felt (a checkpoint may fail without harm).
    EXPECT_GT(refusals, total);
}

TEST_F(StoreFaults, atEveryWriteOfTheHeadsFileNothingAcknowledgedIsLost)
{
    for (const bool partly : {false, true}) {
        for (const bool onwards : {false, true}) {
            for (int n = 1; n <= 12; ++n) {
                SCOPED_TRACE(
                    ::testing::Message() << "at " << n << (onwards ? " onwards" : "") << (partly ? " partly" : ""));
                std::filesystem::remove_all(folder.paths().dataDirectory);
                std::filesystem::remove_all(folder.paths().stateDirectory);
                FaultingFiles files;
                files.failing = n;
                files.onwards = onwards;
                files.partly = partly;
                AuditOptions faulty = options();
                faulty.files = &files;
                const std::set<std::string> acknowledged = scenario(faulty);
                ASSERT_LT(acknowledged.size(), n <= 9 ? 8U : 9U);
                checkAfterwards(acknowledged);
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

TEST_F(StoreFaults, aStepWhoseHeadFailedIsAnsweredWhenAppendedAgain)
{
    FaultingFiles files;
    AuditOptions faulty = options();
    faulty.files = &files;
    const auto log = AuditLog::open(faulty);
    ASSERT_TRUE(log.ok());
    ASSERT_TRUE((*log)->append(proposal("a")).ok());
    files.failing = files.count + 1;
    files.onwards = true;
    EXPECT_TRUE(
        absl::IsResourceExhausted((*log)->append(transitionOf("a", DecisionState::Approved, "alice")).status()));
    // Nothing else is taken while the head is owed.
    EXPECT_TRUE(absl::IsResourceExhausted((*log)->append(proposal("b")).status()));
    files.failing = 0;
    const auto again = (*log)->append(transitionOf("a", DecisionState::Approved, "alice"));
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->index, 1U);
    EXPECT_EQ((*log)->size()->leaves, 2U);
    EXPECT_TRUE(
        absl::IsFailedPrecondition((*log)->append(transitionOf("a", DecisionState::Approved, "alice")).status()));
    EXPECT_EQ((*log)->verify()->result, Result::Sound);
}

TEST_F(StoreFaults, anotherStepAfterOneWhoseHeadFailedIsToldTheStateThatIsDurable)
{
    for (const DecisionState other : {DecisionState::Denied, DecisionState::Expired, DecisionState::Superseded}) {
        const std::string id = "after-" + std::string(stateName(other));
        FaultingFiles files;
        AuditOptions faulty = options();
        faulty.files = &files;
        const auto log = AuditLog::open(faulty);
        ASSERT_TRUE(log.ok());
        ASSERT_TRUE((*log)->append(proposal(id)).ok());
        files.failing = files.count + 1;
        ASSERT_TRUE(
            absl::IsResourceExhausted((*log)->append(transitionOf(id, DecisionState::Approved, "alice")).status()));
        const std::uint64_t leaves = (*log)->size()->leaves;
        const absl::Status refused = (*log)->append(transitionOf(id, other, "system")).status();
        EXPECT_TRUE(absl::IsFailedPrecondition(refused)) << refused;
        EXPECT_NE(refused.message().find(id + " is Approved"), absl::string_view::npos) << refused;
        // Somebody else's approval is another step as well.
        EXPECT_TRUE(
            absl::IsFailedPrecondition((*log)->append(transitionOf(id, DecisionState::Approved, "bob")).status()));
        EXPECT_EQ((*log)->size()->leaves, leaves);
        EXPECT_TRUE((*log)->append(transitionOf(id, DecisionState::Approved, "alice")).ok());
        EXPECT_EQ((*log)->verify()->result, Result::Sound);
    }
}

TEST_F(StoreFaults, healthTellsOfAFaultWhileWritingUntilAnAppendSucceeds)
{
    for (const Fault fault : {Fault::Full, Fault::InputOutput}) {
        const std::string id = "d" + std::to_string(static_cast<int>(fault));
        AuditOptions faulty = options();
        faulty.vfs = faulting::name();
        faulting::failAt(0, fault, false);
        const auto log = AuditLog::open(faulty);
        ASSERT_TRUE(log.ok());
        ASSERT_TRUE((*log)->append(proposal(id)).ok());
        EXPECT_TRUE((*log)->health().ok());
        faulting::failAt(1, fault, true);
        const absl::Status failed = (*log)->append(transitionOf(id, DecisionState::Approved, "alice")).status();
        EXPECT_FALSE(failed.ok());
        EXPECT_EQ((*log)->health(), failed);
        // A refusal is an answer, not a write: it says nothing about the disk.
        EXPECT_FALSE((*log)->append(transitionOf("nobody", DecisionState::Approved, "alice")).ok());
        EXPECT_FALSE((*log)->health().ok());
        faulting::failAt(0, fault, false);
        ASSERT_TRUE((*log)->append(transitionOf(id, DecisionState::Approved, "alice")).ok());
        EXPECT_TRUE((*log)->health().ok()) << (*log)->health();
    }
}

TEST_F(StoreFaults, aFaultThatIsOverIsNoticedWithoutAnAppend)
{
    AuditOptions faulty = options();
    faulty.vfs = faulting::name();
    faulting::failAt(0, Fault::Full, false);
    const auto log = AuditLog::open(faulty);
    ASSERT_TRUE(log.ok());
    ASSERT_TRUE((*log)->append(proposal("a")).ok());
    faulting::failAt(1, Fault::Full, true);
    ASSERT_FALSE((*log)->append(proposal("b")).ok());
    for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(absl::IsResourceExhausted((*log)->health())) << (*log)->health();
    faulting::failAt(0, Fault::Full, false);
    EXPECT_TRUE(heals(**log));
    EXPECT_EQ((*log)->size()->leaves, 1U);
    EXPECT_EQ((*log)->verify()->result, Result::Sound);
}

TEST_F(StoreFaults, aLogWithoutAHeadOutsideThatOpensOnAFullDiskHealsWhenThereIsRoom)
{
    fill(1);
    for (const bool database : {true, false}) {
        SCOPED_TRACE(database ? "the database's disk is full" : "the heads' disk is full");
        std::filesystem::remove(folder.paths().heads());
        FaultingFiles files;
        AuditOptions faulty = options();
        faulty.files = &files;
        faulty.vfs = faulting::name();
        files.failing = database ? 0 : 1;
        files.onwards = !database;
        // The database opens on a full disk as long as its files need not be made: at the first operations they must.
        faulting::failAt(database ? 1 : 0, Fault::Full, true);
        absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::open(faulty);
        for (int n = 2; database && !log.ok() && n < 20; ++n) {
            faulting::failAt(n, Fault::Full, true);
            log = AuditLog::open(faulty);
        }
        ASSERT_TRUE(log.ok()) << log.status();
        EXPECT_TRUE(absl::IsResourceExhausted((*log)->health())) << (*log)->health();
        EXPECT_TRUE(absl::IsResourceExhausted((*log)->append(proposal("early")).status()));
        const std::uint64_t before = (*log)->size()->leaves;
        faulting::failAt(0, Fault::Full, false);
        files.failing = 0;
        EXPECT_TRUE(heals(**log)) << (*log)->health();
        const std::string id = database ? "first" : "second";
        ASSERT_TRUE((*log)->append(proposal(id)).ok());
        const auto leaves = (*log)->leaves(std::nullopt, 2);
        ASSERT_TRUE(leaves.ok());
        EXPECT_EQ(leaves->at(1).details.at("event"), "no-tree-head-outside") << "the gap is told before anything else";
        EXPECT_EQ((*log)->size()->leaves, before + (database ? 2 : 1)) << "and told once";
        EXPECT_EQ((*log)->verify()->result, Result::Sound);
    }
}

TEST_F(StoreFaults, headsThatEndInHalfALineAreMendedWhenThereIsRoom)
{
    fill(1);
    writeFile(folder.paths().heads(), readFile(folder.paths().heads()) + "half a li");
    FaultingFiles files;
    files.failing = 1;
    files.onwards = true;
    AuditOptions faulty = options();
    faulty.files = &files;
    const auto log = AuditLog::open(faulty);
    ASSERT_TRUE(log.ok()) << log.status();
    EXPECT_TRUE(absl::IsResourceExhausted((*log)->health())) << (*log)->health();
    files.failing = 0;
    EXPECT_TRUE(heals(**log)) << (*log)->health();
    EXPECT_TRUE((*log)->append(proposal("next")).ok());
    EXPECT_EQ((*log)->verify()->result, Result::Sound);
}

TEST_F(StoreFaults, aBatchThatFailsIsTriedOneByOne)
{
    const auto log = open();
    // Unordered entries are a fault of one record only.
    ReplayInput bad;
    bad.entries = {{"b", nullptr}, {"a", nullptr}};
    bad.encode = [](std::size_t) { return std::string("x"); };
    ASSERT_TRUE(log->append(proposal("waiting")).ok());
    base::Sequence home("home");
    absl::Notification go;
    absl::Mutex mutex;
    std::map<std::string, absl::StatusCode> codes;
    ReplayInput slow;
    slow.entries = {{"a", nullptr}};
    slow.encode = [&](std::size_t) {
        go.WaitForNotification(); // until the others stand in the queue
        return std::string("x");
    };
    const auto add = [&](const std::string &name, AuditRecord record, std::optional<ReplayInput> input) {
        log->append(std::move(record), std::move(input), home, [&, name](const absl::StatusOr<AuditRecord> &answer) {
            absl::MutexLock lock(&mutex);
            codes[name] = answer.status().code();
        });
    };
    add("slow", proposal("slow"), slow);
    add("approved", transitionOf("waiting", DecisionState::Approved, "alice"), std::nullopt);
    add("bad", proposal("bad"), bad);
    add("twice", proposal("waiting"), std::nullopt);
    add("good", proposal("good"), std::nullopt);
    go.Notify();
    const auto all = [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return codes.size() == 5; };
    {
        absl::MutexLock lock(&mutex);
        ASSERT_TRUE(mutex.AwaitWithTimeout(absl::Condition(&all), absl::Seconds(30)));
    }
    EXPECT_EQ(codes["slow"], absl::StatusCode::kOk);
    EXPECT_EQ(codes["approved"], absl::StatusCode::kOk);
    EXPECT_EQ(codes["bad"], absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(codes["twice"], absl::StatusCode::kAlreadyExists);
    EXPECT_EQ(codes["good"], absl::StatusCode::kOk);
    EXPECT_EQ(log->size()->leaves, 4U);
    EXPECT_TRUE(log->health().ok());
    EXPECT_EQ(log->verify()->result, Result::Sound);
}

TEST_F(StoreFaults, aSnapshotTooLargeToKeepDoesNotStopItsDecision)
{
    const auto log = open();
    int encoded = 0;
    const auto huge = std::make_shared<int>(1);
    ReplayInput input;
    for (const char *name : {"node-a", "node-b", "node-c"})
        input.entries.push_back({name, huge});
    input.encode = [&encoded](std::size_t i) {
        ++encoded;
        return std::string(i == 1 ? (1U << 20) + 1 : 10, 'x');
    };
    input.pod = "a pod";
    for (const std::string id : {"a", "b"}) {
        const auto record = log->append(proposal(id), &input);
        ASSERT_TRUE(record.ok()) << record.status();
        EXPECT_TRUE(record->manifestHash.empty());
        EXPECT_EQ(record->details.at("snapshot"), "not kept: too large");
        EXPECT_TRUE(log->pod(record->podHash).ok());
    }
    // The second time nothing was encoded again.
    EXPECT_EQ(encoded, 2);
    input.encode = [](std::size_t) { return std::string(10, 'x'); };
    input.entries[1].identity = std::make_shared<int>(2);
    const auto kept = log->append(proposal("c"), &input);
    ASSERT_TRUE(kept.ok());
    EXPECT_FALSE(kept->details.contains("snapshot"));
    EXPECT_EQ(log->snapshot(kept->manifestHash)->size(), 3U);
    EXPECT_EQ(log->verify()->result, Result::Sound);
}

TEST_F(StoreFaults, aPlaceThatCannotBeWrittenIsNamed)
{
    // A file where the folder should be: what a test that runs as root cannot write to either.
    for (const bool data : {true, false}) {
        AuditOptions blocked = options();
        writeFile(folder.path() + "/blocked", "");
        (data ? blocked.paths.dataDirectory : blocked.paths.stateDirectory) = folder.path() + "/blocked/log";
        const absl::Status status = AuditLog::open(blocked).status();
        EXPECT_FALSE(status.ok());
        EXPECT_NE(status.message().find(folder.path() + "/blocked/log"), absl::string_view::npos) << status;
    }
    // A database that the medium does not let be made.
    AuditOptions faulty = options();
    faulty.vfs = faulting::name();
    for (const Fault fault : {Fault::Full, Fault::InputOutput}) {
        faulting::failAt(1, fault, true);
        const absl::Status status = AuditLog::open(faulty).status();
        EXPECT_FALSE(status.ok());
        EXPECT_NE(status.message().find(folder.paths().database()), absl::string_view::npos) << status;
        faulting::failAt(0, fault, false);
    }
    EXPECT_TRUE(open()->append(proposal("afterwards")).ok()) << "nothing is left in the way";
}

TEST_F(StoreFaults, aFileOfANewerVersionOrOfAnotherApplicationIsLeftAlone)
{
    fill(1);
    sql(folder.paths().database(), "PRAGMA user_version=99");
    const absl::Status newer = AuditLog::open(options()).status();
    EXPECT_TRUE(absl::IsFailedPrecondition(newer)) << newer;
    EXPECT_NE(newer.message().find("newer"), absl::string_view::npos);
    EXPECT_NE(newer.message().find(folder.paths().database()), absl::string_view::npos);
    sql(folder.paths().database(), "PRAGMA user_version=1; PRAGMA application_id=7");
    EXPECT_TRUE(absl::IsFailedPrecondition(AuditLog::open(options()).status()));
    sql(folder.paths().database(), "PRAGMA application_id=0x424e6c67");
    AuditOptions other = options();
    other.cluster = "production";
    EXPECT_TRUE(absl::IsFailedPrecondition(AuditLog::open(other).status()));
    EXPECT_TRUE(open()->health().ok());
}

TEST_F(StoreFaults, aFileThatIsNoDatabaseIsNamed)
{
    fill(1);
    const std::string file = folder.paths().database();
    for (const std::string &bytes : {std::string(5000, 'x'), readFile(file).substr(0, 5000)}) {
        writeFile(file, bytes);
        std::filesystem::remove(file + "-wal");
        const auto log = AuditLog::open(options());
        const absl::Status status = log.ok() ? (*log)->health() : log.status();
        EXPECT_TRUE(absl::IsDataLoss(status)) << status;
        EXPECT_NE(status.message().find(file), absl::string_view::npos) << status;
    }
}

TEST_F(StoreFaults, anEmptiedFileIsNotTakenForANewLog)
{
    fill(2);
    writeFile(folder.paths().database(), "");
    const auto log = open();
    EXPECT_TRUE(absl::IsDataLoss(log->health())) << log->health();
    EXPECT_TRUE(absl::IsDataLoss(log->append(proposal("x")).status()));
    EXPECT_EQ(log->verify()->result, Result::OlderThanHead);
}

TEST_F(StoreFaults, anyFlippedByteIsEitherFoundOrWithoutEffect)
{
    fill(12);
    const std::string file = folder.paths().database();
    const std::string sound = readFile(file);
    std::vector<AuditRecord> records;
    {
        const auto log = open();
        for (std::uint64_t i = 0; i < 48; ++i)
            records.push_back(*log->record(i));
    }
    const std::uint64_t seed = 20261130;
    std::cout << "seed " << seed << '\n';
    std::uint64_t random = seed;
    int found = 0;
    for (int round = 0; round < 150; ++round) {
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        std::string bytes = sound;
        bytes[(random >> 33) % bytes.size()] ^= static_cast<char>(1 << ((random >> 20) & 7));
        writeFile(file, bytes);
        std::filesystem::remove(file + "-wal");
        std::filesystem::remove(file + "-shm");
        AuditOptions reading = options();
        reading.readOnly = true;
        const auto log = AuditLog::open(reading);
        const absl::StatusOr<api::AuditVerification> verdict = log.ok() ? (*log)->verify() : log.status();
        if (!verdict.ok() || verdict->result != Result::Sound) {
            ++found;
            continue;
        }
        for (std::uint64_t i = 0; i < 48; ++i)
            ASSERT_EQ(*(*log)->record(i), records[i]) << "seed " << seed << " round " << round;
    }
    EXPECT_GT(found, 20);
}

} // namespace
} // namespace binnacle::store::testing
