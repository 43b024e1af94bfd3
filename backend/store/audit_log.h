// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "backend/store/audit_record.h"
#include "backend/store/merkle.h"
#include "backend/store/snapshot_archive.h"
#include "backend/store/tree_head.h"
#include "planner/base/clock.h"
#include "planner/base/sequence.h"

#include <absl/base/thread_annotations.h>
#include <absl/container/flat_hash_set.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/synchronization/mutex.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::store {

/// Where a log lives: `audit.db`, `audit.key` and `audit.lock` in the data directory (of one cluster), the heads that vouch
/// for it in `audit.heads` of the state directory.
struct AuditPaths {
    std::string dataDirectory;
    std::string stateDirectory;
    [[nodiscard]] std::string database() const { return dataDirectory + "/audit.db"; }
    [[nodiscard]] std::string key() const { return dataDirectory + "/audit.key"; }
    [[nodiscard]] std::string lock() const { return dataDirectory + "/audit.lock"; }
    [[nodiscard]] std::string heads() const { return stateDirectory + "/audit.heads"; }
};

struct AuditOptions {
    AuditPaths paths;
    std::string cluster; ///< the stable id of the cluster; part of every record and signature
    bool readOnly = false;
    const base::Clock *clock = nullptr; ///< must outlive the log; needed for writing
    FilePort *files = &posixFiles();
    std::string vfs; ///< SQLite's default when empty
};

/// How much is kept. 0: no limit.
struct Retention {
    std::int64_t days = 0;
    std::int64_t bytes = 0;
    friend bool operator==(const Retention &, const Retention &) = default;
};

struct AuditSize {
    std::uint64_t leaves = 0;
    std::uint64_t pruned = 0; ///< leaves [0, pruned) are hashes only
    std::int64_t bytes = 0; ///< of the database file
    Retention retention;
};

/// The audit log of one cluster: records in a SQLite file (WAL, synchronous=FULL), their hashes a tree as in RFC 6962, its
/// heads signed and written outside the database. One writer a log (a file lock; a second gets kFailedPrecondition and can
/// open read-only).
///
/// A record is acknowledged when it is durable and the head that covers it is on disk outside the database. An error
/// means: not acknowledged, and nothing may be done on the strength of it. When only the outside head failed, the
/// record stays and no other is taken until that head is written; appending the same step again then answers with it, and
/// another step of that decision is judged by the state it left: kFailedPrecondition names it.
/// Text is kept as UTF-8: any other byte becomes U+FFFD, in what append answers too. A snapshot too large to be kept does
/// not stop its record, which then has no manifest and a detail "snapshot" that says so.
/// Codes of append: kInvalidArgument, kNotFound (no such decision), kAlreadyExists (decision id), kFailedPrecondition (an
/// illegal transition; another writer; read-only), kResourceExhausted (disk full), kUnavailable (input/output),
/// kDataLoss (the database is damaged, or older than its newest head: see acceptHistory).
///
/// Thread-safe. Writing is serialised; reads use their own connection and see what was last committed; verification has
/// one more of its own. Asynchronous appends run in order on the log's own sequence, several in one transaction when
/// they queue up. The destructor finishes what was queued.
class AuditLog {
public:
    using Appended = std::function<void(absl::StatusOr<AuditRecord>)>;
    using Progress = std::function<void(std::uint64_t done, std::uint64_t of)>;

    [[nodiscard]] static absl::StatusOr<std::unique_ptr<AuditLog>> open(AuditOptions options);
    ~AuditLog();
    AuditLog(const AuditLog &) = delete;
    AuditLog &operator=(const AuditLog &) = delete;

    /// Answers the record with its index, time, cluster and hashes filled in. Blocks for a disk write.
    [[nodiscard]] absl::StatusOr<AuditRecord> append(AuditRecord record, const ReplayInput *input = nullptr);
    /// Returns at once; `done` runs on `executor`, exactly once. The executor must outlive the log.
    void append(AuditRecord record, std::optional<ReplayInput> input, base::Executor &executor, Appended done);

    /// OK, or why nothing can be written: what is wrong with the database until something is done about it, or the fault
    /// of the last append (disk full, input/output) until one succeeds again. Appends are taken meanwhile. Asking about
    /// a fault also has the disk tried again in the background, at most once a second, so that it heals by itself.
    [[nodiscard]] absl::Status health();
    /// Goes on with the database as it is although it does not agree with the newest head outside (an older file put back, a
    /// lost key): a Restore leaf and a signed break say so for ever. What goes past the leaves is dropped and the search
    /// table made anew from them; an altered leaf stays, and verification goes on naming it. kDataLoss when the tree
    /// itself cannot be read.
    [[nodiscard]] absl::StatusOr<AuditRecord> acceptHistory(std::string actor, std::string reason);

    /// One page of decisions, newest first, with counts over everything that matches. See audit_query.h.
    [[nodiscard]] absl::StatusOr<api::AuditPage> query(const api::AuditFilter &filter);
    [[nodiscard]] absl::StatusOr<std::vector<api::AuditDecision>> rows(
        const api::AuditFilter &filter); ///< the page alone
    [[nodiscard]] absl::StatusOr<std::uint64_t> matching(const api::AuditFilter &filter);
    /// Of each of these pods its newest decision that is in that state.
    [[nodiscard]] absl::StatusOr<std::vector<api::AuditDecision>> newestOfPods(
        DecisionState state, absl::flat_hash_set<std::string> uids);
    [[nodiscard]] absl::StatusOr<api::AuditDecision> decision(const std::string &id);
    /// Decisions in no final state, oldest first: what a restart must reconcile.
    [[nodiscard]] absl::StatusOr<std::vector<api::AuditDecision>> openDecisions();
    /// Leaves of every kind below `before` (all when unset), newest first.
    [[nodiscard]] absl::StatusOr<std::vector<api::AuditEntry>> leaves(
        std::optional<std::uint64_t> before, std::size_t limit);
    /// kNotFound: no such leaf, or pruned.
    [[nodiscard]] absl::StatusOr<AuditRecord> record(std::uint64_t index);
    [[nodiscard]] absl::StatusOr<NamedBlobs> snapshot(std::string_view manifestHash);
    [[nodiscard]] absl::StatusOr<std::string> pod(std::string_view podHash);

    /// The newest signed head in the database; kNotFound while the log is empty.
    [[nodiscard]] absl::StatusOr<TreeHead> head();
    [[nodiscard]] absl::StatusOr<std::vector<Digest>> inclusionProof(std::uint64_t index, std::uint64_t size);
    [[nodiscard]] absl::StatusOr<std::vector<Digest>> consistencyProof(std::uint64_t first, std::uint64_t second);

    /// Reads and hashes everything; see audit_verify.h. `trustedKey`: instead of the key file's. kCancelled when stopped.
    [[nodiscard]] absl::StatusOr<api::AuditVerification> verify(
        const Progress &progress = {}, std::stop_token stop = {}, std::optional<PublicKey> trustedKey = std::nullopt);

    [[nodiscard]] absl::StatusOr<AuditSize> size();
    [[nodiscard]] absl::Status setRetention(Retention retention, std::string actor); ///< a Setting leaf
    /// Forgets the text of leaves past the retention (never of a decision that is still open, nor of any leaf after it),
    /// and snapshots that only they refer to; keeps every hash. A Prune leaf comes first. Answers how many leaves.
    [[nodiscard]] absl::StatusOr<std::uint64_t> prune(std::string actor);
    /// Copies the database and the heads into a new directory, while the log is in use. Never the private key.
    [[nodiscard]] absl::Status backup(const std::string &directory);

    [[nodiscard]] const std::string &cluster() const { return m_options.cluster; }

private:
    struct Job {
        AuditRecord record;
        const ReplayInput *input = nullptr;
        std::function<absl::Status(Database &)> also; ///< in the same transaction
        absl::StatusOr<AuditRecord> result = absl::UnknownError("not written");
        bool accepted = false;
        bool late = false; ///< answered with a record that an earlier append made durable
    };
    struct Queued;

    explicit AuditLog(AuditOptions options);
    [[nodiscard]] absl::Status openWriter();
    [[nodiscard]] absl::Status openReader();
    /// Compares the database with the heads outside.
    [[nodiscard]] absl::Status check() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status noteMissingHeads() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);

    void write(const std::vector<Job *> &jobs);
    /// False when the jobs were more than one and were rolled back together.
    [[nodiscard]] bool writeTogether(const std::vector<Job *> &jobs) ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    void writeQueued();
    void probe();
    [[nodiscard]] absl::StatusOr<AuditRecord> writeOne(Job job);
    [[nodiscard]] absl::Status ready() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status writeAll(const std::vector<Job *> &jobs) ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status publish(const std::vector<Job *> &jobs) ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] std::optional<AuditRecord> answeredLate(const AuditRecord &record)
        ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    /// Makes the text of a record what the canonical form keeps of it; refuses one that is too long.
    [[nodiscard]] absl::Status normalise(AuditRecord &record) const;
    /// Sets `refusal` when the record may not follow what is there; answers a fault otherwise.
    [[nodiscard]] absl::Status admit(const AuditRecord &record, absl::Status &refusal)
        ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status put(Job &job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status putInput(const ReplayInput &input, AuditRecord &record)
        ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status putDecision(const AuditRecord &record) ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status putHead() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    void rollBack() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status reload() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status settleTables() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status rebuildDecisions() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::Status agreesWithHeads() ABSL_EXCLUSIVE_LOCKS_REQUIRED(m_writeMutex);
    [[nodiscard]] absl::StatusOr<std::uint64_t> prunableBelow(base::TimePoint now);
    [[nodiscard]] absl::Status forgetBelow(std::uint64_t leaf);
    template <typename T>
    [[nodiscard]] absl::StatusOr<T> read(const std::function<absl::StatusOr<T>(Database &)> &body);

    const AuditOptions m_options;

    absl::Mutex m_writeMutex;
    std::optional<FileLock> m_lock ABSL_GUARDED_BY(m_writeMutex);
    std::optional<Database> m_database ABSL_GUARDED_BY(m_writeMutex);
    std::optional<SigningKey> m_key ABSL_GUARDED_BY(m_writeMutex);
    std::optional<SnapshotArchive> m_archive ABSL_GUARDED_BY(m_writeMutex);
    HeadsFile m_heads ABSL_GUARDED_BY(m_writeMutex);
    CompactTree m_tree ABSL_GUARDED_BY(m_writeMutex);
    std::optional<TreeHead> m_head ABSL_GUARDED_BY(m_writeMutex); ///< the newest in the database
    bool m_headOwed ABSL_GUARDED_BY(m_writeMutex) = false; ///< m_head is not on disk outside yet
    bool m_unchecked ABSL_GUARDED_BY(m_writeMutex) = true; ///< check() has not come to an answer yet
    bool m_gapOwed ABSL_GUARDED_BY(m_writeMutex) = false; ///< a leaf must say that there was no head outside
    bool m_stale ABSL_GUARDED_BY(m_writeMutex) = false; ///< m_tree may differ from the database
    absl::Status m_health ABSL_GUARDED_BY(m_writeMutex);
    absl::Status m_fault ABSL_GUARDED_BY(m_writeMutex); ///< of the last write
    bool m_probing ABSL_GUARDED_BY(m_writeMutex) = false; ///< a probe is on its way
    base::TimePoint m_probedAt ABSL_GUARDED_BY(m_writeMutex){};
    std::vector<AuditRecord> m_unanswered ABSL_GUARDED_BY(m_writeMutex); ///< durable, but their appends failed

    absl::Mutex m_readMutex;
    std::optional<Database> m_reader ABSL_GUARDED_BY(m_readMutex);

    absl::Mutex m_queueMutex;
    std::vector<std::unique_ptr<Queued>> m_queue ABSL_GUARDED_BY(m_queueMutex);
    std::unique_ptr<base::Sequence> m_writer; ///< last: its tasks use the rest
};

/// Puts a backup in the place of a log that nobody has open: verifies it first, keeps the old file beside the new one, and
/// writes a Restore leaf. kFailedPrecondition when the log there goes further than the backup, unless forced.
[[nodiscard]] absl::StatusOr<AuditRecord> restoreAuditLog(
    AuditOptions options, const std::string &backupDirectory, std::string actor, bool force = false);

} // namespace binnacle::store
