// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/audit_log.h"
#include "backend/store/audit_query.h"
#include "backend/store/audit_verify.h"
#include "backend/store/schema.h"

#include <fmt/format.h>

#include <filesystem>
#include <sqlite3.h>
#include <system_error>
#include <utility>

namespace binnacle::store {

namespace {

namespace fs = std::filesystem;
using Result = api::AuditVerification::Result;

constexpr std::size_t kMaxHeadsBytes = 64U << 20;

absl::Status failed(const std::string &path, const std::error_code &error)
{
    return absl::ErrnoToStatus(error.value(), path);
}

/// Copies a database, pages and all, while others use it; the copy is one file without a write-ahead log.
absl::Status copyDatabase(Database &from, const std::string &to)
{
    if (absl::Status made = makePrivateFile(to); !made.ok())
        return made;
    absl::StatusOr<Database> target = Database::open(to, Database::Mode::ReadWrite);
    if (!target.ok())
        return target.status();
    sqlite3_backup *backup = sqlite3_backup_init(target->handle(), "main", from.handle(), "main");
    if (!backup)
        return target->statusOf(sqlite3_errcode(target->handle()));
    int code = SQLITE_OK;
    // All pages in one step: a copy in parts starts again whenever the writer commits.
    for (int attempt = 0; attempt < 100; ++attempt) {
        code = sqlite3_backup_step(backup, -1);
        if (code != SQLITE_BUSY && code != SQLITE_LOCKED)
            break;
        sqlite3_sleep(20);
    }
    const int finished = sqlite3_backup_finish(backup);
    if (code != SQLITE_DONE)
        return target->statusOf(code);
    if (finished != SQLITE_OK)
        return target->statusOf(finished);
    return target->run("PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL");
}

absl::Status move(const std::string &from, const std::string &to)
{
    std::error_code error;
    fs::rename(from, to, error);
    return error ? failed(from, error) : absl::OkStatus();
}

void removeSideFiles(const std::string &database)
{
    std::error_code ignored;
    fs::remove(database + "-wal", ignored);
    fs::remove(database + "-shm", ignored);
}

absl::StatusOr<PublicKey> readPublicKey(FilePort &files, const std::string &path)
{
    const absl::StatusOr<std::string> text = files.read(path, 4096);
    if (!text.ok())
        return text.status();
    PublicKey key{};
    if (text->size() != 65 || !fromHex(std::string_view(*text).substr(0, 64), key.data(), key.size()))
        return absl::DataLossError(fmt::format("{}: not a public key", path));
    return key;
}

/// A backup is taken only when all of it verifies, against its own heads and key.
absl::StatusOr<std::uint64_t> verifyBackup(
    const AuditOptions &options, const std::string &directory, Database &database)
{
    const absl::StatusOr<PublicKey> key = readPublicKey(*options.files, directory + "/audit.pub");
    if (!key.ok())
        return key.status();
    HeadsFile heads(*options.files, directory + "/audit.heads");
    const absl::StatusOr<api::AuditVerification> verdict = verifyLog(database, {options.cluster, &heads, *key});
    if (!verdict.ok())
        return verdict.status();
    if (verdict->result != Result::Sound)
        return absl::DataLossError(fmt::format("{}: the backup does not verify: {}", directory, verdict->detail));
    return verdict->leaves;
}

/// Refuses when the heads or the log in place know of leaves that the backup lacks.
absl::Status refuseOlder(const AuditOptions &options, Database &backup, std::uint64_t leaves)
{
    const auto refuse = [&](std::uint64_t there) {
        return absl::FailedPreconditionError(fmt::format("{}: this log holds or vouches for {} leaves, the backup for "
                                                         "{} of them at most; restoring gives up the rest",
            options.paths.dataDirectory, there, leaves));
    };
    HeadsFile heads(*options.files, options.paths.heads());
    if (absl::Status loaded = heads.load(); !loaded.ok())
        return loaded;
    const std::vector<TreeHead> outside = heads.current();
    if (!outside.empty()) {
        if (outside.back().size > leaves)
            return refuse(outside.back().size);
        const absl::StatusOr<Digest> root = rootAt(outside.back().size, nodesOf(backup));
        if (!root.ok() || *root != outside.back().root)
            return refuse(outside.back().size);
    }
    std::error_code error;
    if (!fs::exists(options.paths.database(), error))
        return absl::OkStatus();
    absl::StatusOr<Database> current = Database::open(options.paths.database(), Database::Mode::ReadOnly);
    // What cannot be read is what a restore is for.
    const absl::StatusOr<std::uint64_t> there =
        current.ok() && prepareReader(*current).ok() ? leafCount(*current) : absl::StatusOr<std::uint64_t>(0);
    return there.ok() && *there > leaves ? refuse(*there) : absl::OkStatus();
}

/// The old file is kept beside the new one.
absl::Status putInPlace(const AuditOptions &options, Database &backup)
{
    const std::string target = options.paths.database();
    const std::string fresh = target + ".restoring";
    std::error_code ignored;
    fs::remove(fresh, ignored);
    if (absl::Status copied = copyDatabase(backup, fresh); !copied.ok())
        return copied;
    if (fs::exists(target, ignored)) {
        // Fold a write-ahead log in, so that the file put aside is whole; a damaged one is put aside as it is.
        if (absl::StatusOr<Database> old = Database::open(target, Database::Mode::ReadWrite); old.ok())
            old->run("PRAGMA journal_mode=DELETE").IgnoreError();
        const std::string aside =
            fmt::format("{}.before-restore-{}", target, options.clock->now().time_since_epoch().count());
        if (absl::Status moved = move(target, aside); !moved.ok())
            return moved;
        removeSideFiles(target);
    }
    return move(fresh, target);
}

} // namespace

absl::StatusOr<AuditRecord> AuditLog::acceptHistory(std::string actor, std::string reason)
{
    absl::MutexLock lock(&m_writeMutex);
    if (m_options.readOnly)
        return absl::FailedPreconditionError("the audit log is open read-only");
    if (absl::Status read = reload(); !read.ok())
        return read;
    if (absl::Status read = m_heads.load(); absl::IsDataLoss(read)) {
        const std::string aside =
            fmt::format("{}.damaged-{}", m_heads.path(), m_options.clock->now().time_since_epoch().count());
        std::error_code error;
        std::filesystem::rename(m_heads.path(), aside, error);
        if (error)
            return absl::UnavailableError(fmt::format("{}: {}", m_heads.path(), error.message()));
        read = m_heads.load();
    } else if (!read.ok()) {
        return read;
    }
    const std::optional<TreeHead> outside = m_heads.newest();
    Job job;
    job.record.kind = RecordKind::Restore;
    job.record.actor = std::move(actor);
    job.record.message = std::move(reason);
    job.record.details = {{"fromSize", std::to_string(outside ? outside->size : 0)},
        {"fromRoot", outside ? toHex(outside->root) : ""}, {"cause", std::string(m_health.message())}};
    job.record.details["keptSize"] = std::to_string(m_tree.size());
    if (absl::Status settled = settleTables(); !settled.ok())
        return settled;
    if (absl::Status written = writeAll({&job}); !written.ok())
        return written;
    if (!job.accepted)
        return job.result.status();
    const HistoryBreak jump = m_key->signBreak(m_options.cluster, outside ? outside->size : 0,
        outside ? outside->root : Digest{}, m_tree.size(), m_tree.root(), m_options.clock->now());
    absl::Status written = m_heads.append(jump);
    written.Update(written.ok() ? m_heads.append(*m_head) : written);
    if (!written.ok())
        return written;
    m_headOwed = m_unchecked = m_gapOwed = false;
    m_health = m_fault = absl::OkStatus();
    return job.record;
}

absl::Status AuditLog::settleTables()
{
    const auto size = static_cast<std::int64_t>(m_tree.size());
    absl::Status status = m_database->run("BEGIN IMMEDIATE");
    status.Update(m_database->statement("DELETE FROM heads WHERE size > ?1").bind(size).run());
    status.Update(m_database->statement("DELETE FROM nodes WHERE (idx + 1) << level > ?1").bind(size).run());
    status.Update(status.ok() ? rebuildDecisions() : status);
    status.Update(status.ok() ? m_database->run("COMMIT") : status);
    if (!status.ok()) {
        rollBack();
        return status;
    }
    return reload();
}

absl::Status AuditLog::rebuildDecisions()
{
    if (absl::Status emptied = m_database->statement("DELETE FROM decisions").run(); !emptied.ok())
        return emptied;
    Statement query = m_database->statement("SELECT record FROM leaves WHERE record IS NOT NULL ORDER BY idx");
    for (;;) {
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok() || !*row)
            return row.status();
        const absl::StatusOr<AuditRecord> record = decodeCanonical(query.text(0));
        if (!record.ok() || !record->state)
            continue; // an altered leaf: verification names it
        if (absl::Status put = putDecision(*record); !put.ok() && !absl::IsAlreadyExists(put))
            return put;
    }
}

absl::Status AuditLog::backup(const std::string &directory)
{
    std::error_code error;
    if (fs::exists(directory, error))
        return absl::AlreadyExistsError(fmt::format("{}: exists; name a new directory", directory));
    const std::string partial = directory + ".partial";
    fs::remove_all(partial, error);
    if (absl::Status made = makeDirectory(partial); !made.ok())
        return made;
    // Heads first: the database may then only go further than they do.
    const absl::StatusOr<std::string> heads = m_options.files->read(m_options.paths.heads(), kMaxHeadsBytes);
    if (!heads.ok() && !absl::IsNotFound(heads.status()))
        return heads.status();
    absl::StatusOr<PublicKey> key = SigningKey::loadPublic(*m_options.files, m_options.paths.key());
    if (!key.ok())
        return key.status();
    absl::StatusOr<Database> source =
        Database::open(m_options.paths.database(), Database::Mode::ReadOnly, m_options.vfs);
    if (!source.ok())
        return source.status();
    absl::Status status = copyDatabase(*source, partial + "/audit.db");
    if (status.ok() && heads.ok())
        status = m_options.files->replace(partial + "/audit.heads", heads->substr(0, heads->rfind('\n') + 1));
    if (status.ok())
        status = m_options.files->replace(
            partial + "/audit.pub", toHex({reinterpret_cast<const char *>(key->data()), key->size()}) + "\n");
    if (status.ok())
        status = move(partial, directory);
    if (!status.ok())
        fs::remove_all(partial, error);
    return status;
}

absl::StatusOr<AuditRecord> restoreAuditLog(
    AuditOptions options, const std::string &backupDirectory, std::string actor, bool force)
{
    if (options.readOnly || !options.clock)
        return absl::InvalidArgumentError("restoring writes, and needs a clock");
    options.cluster = asUtf8(options.cluster);
    {
        for (const std::string &directory : {options.paths.dataDirectory, options.paths.stateDirectory})
            if (absl::Status made = makeDirectory(directory); !made.ok())
                return made;
        const absl::StatusOr<FileLock> lock = FileLock::take(options.paths.lock());
        if (!lock.ok())
            return lock.status();
        absl::StatusOr<Database> backup = Database::open(backupDirectory + "/audit.db", Database::Mode::ReadOnly);
        if (!backup.ok())
            return backup.status();
        const absl::StatusOr<std::uint64_t> leaves = verifyBackup(options, backupDirectory, *backup);
        if (!leaves.ok())
            return leaves.status();
        if (absl::Status older = force ? absl::OkStatus() : refuseOlder(options, *backup, *leaves); !older.ok())
            return older;
        if (absl::Status placed = putInPlace(options, *backup); !placed.ok())
            return placed;
    }
    absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::open(std::move(options));
    if (!log.ok())
        return log.status();
    return (*log)->acceptHistory(
        std::move(actor), fmt::format("restored from {}", fs::path(backupDirectory).filename().string()));
}

} // namespace binnacle::store
