// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/audit_log.h"
#include "backend/store/audit_query.h"
#include "backend/store/audit_verify.h"
#include "backend/store/schema.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace binnacle::store {

template <typename T> absl::StatusOr<T> AuditLog::read(const std::function<absl::StatusOr<T>(Database &)> &body)
{
    absl::MutexLock lock(&m_readMutex);
    // One read transaction, so that all parts of an answer are of one moment.
    if (absl::Status begun = m_reader->run("BEGIN"); !begun.ok())
        return begun;
    absl::StatusOr<T> out = body(*m_reader);
    m_reader->run("COMMIT").IgnoreError();
    return out;
}

absl::StatusOr<api::AuditPage> AuditLog::query(const api::AuditFilter &filter)
{
    return read<api::AuditPage>([&](Database &database) { return queryDecisions(database, filter); });
}

absl::StatusOr<std::vector<api::AuditDecision>> AuditLog::rows(const api::AuditFilter &filter)
{
    return read<std::vector<api::AuditDecision>>([&](Database &database) { return queryRows(database, filter); });
}

absl::StatusOr<std::uint64_t> AuditLog::matching(const api::AuditFilter &filter)
{
    return read<std::uint64_t>([&](Database &database) { return countMatching(database, filter); });
}

absl::StatusOr<std::vector<api::AuditDecision>> AuditLog::newestOfPods(
    DecisionState state, absl::flat_hash_set<std::string> uids)
{
    return read<std::vector<api::AuditDecision>>(
        [&](Database &database) { return store::newestOfPods(database, state, std::move(uids)); });
}

absl::StatusOr<api::AuditDecision> AuditLog::decision(const std::string &id)
{
    return read<api::AuditDecision>([&](Database &database) { return loadDecision(database, id); });
}

absl::StatusOr<std::vector<api::AuditDecision>> AuditLog::openDecisions()
{
    return read<std::vector<api::AuditDecision>>([](Database &database) { return loadOpenDecisions(database); });
}

absl::StatusOr<std::vector<api::AuditEntry>> AuditLog::leaves(std::optional<std::uint64_t> before, std::size_t limit)
{
    return read<std::vector<api::AuditEntry>>([&](Database &database) { return loadLeaves(database, before, limit); });
}

absl::StatusOr<AuditRecord> AuditLog::record(std::uint64_t index)
{
    return read<AuditRecord>([&](Database &database) { return loadRecord(database, index); });
}

absl::StatusOr<NamedBlobs> AuditLog::snapshot(std::string_view manifestHash)
{
    const std::optional<Digest> digest = digestFromHex(manifestHash);
    if (!digest)
        return absl::InvalidArgumentError("not a manifest hash");
    return read<NamedBlobs>([&](Database &database) { return SnapshotArchive::getSnapshot(database, *digest); });
}

absl::StatusOr<std::string> AuditLog::pod(std::string_view podHash)
{
    const std::optional<Digest> digest = digestFromHex(podHash);
    if (!digest)
        return absl::InvalidArgumentError("not a pod hash");
    return read<std::string>([&](Database &database) { return SnapshotArchive::getBlob(database, *digest); });
}

absl::StatusOr<TreeHead> AuditLog::head()
{
    return read<TreeHead>([&](Database &database) -> absl::StatusOr<TreeHead> {
        absl::StatusOr<std::optional<TreeHead>> head = newestHead(database);
        if (!head.ok())
            return head.status();
        if (!*head)
            return absl::NotFoundError("the audit log is empty");
        return **head;
    });
}

absl::StatusOr<std::vector<Digest>> AuditLog::inclusionProof(std::uint64_t index, std::uint64_t size)
{
    return read<std::vector<Digest>>(
        [&](Database &database) { return store::inclusionProof(index, size, nodesOf(database)); });
}

absl::StatusOr<std::vector<Digest>> AuditLog::consistencyProof(std::uint64_t first, std::uint64_t second)
{
    return read<std::vector<Digest>>(
        [&](Database &database) { return store::consistencyProof(first, second, nodesOf(database)); });
}

absl::StatusOr<api::AuditVerification> AuditLog::verify(
    const Progress &progress, std::stop_token stop, std::optional<PublicKey> trustedKey)
{
    absl::StatusOr<Database> database =
        Database::open(m_options.paths.database(), Database::Mode::ReadOnly, m_options.vfs);
    if (!database.ok())
        return database.status();
    if (!trustedKey) {
        const absl::StatusOr<PublicKey> own = SigningKey::loadPublic(*m_options.files, m_options.paths.key());
        if (own.ok())
            trustedKey = *own;
    }
    HeadsFile heads(*m_options.files, m_options.paths.heads());
    return verifyLog(*database, {m_options.cluster, &heads, trustedKey}, progress, std::move(stop));
}

absl::StatusOr<AuditSize> AuditLog::size()
{
    return read<AuditSize>([](Database &database) -> absl::StatusOr<AuditSize> {
        const absl::StatusOr<std::uint64_t> leaves = leafCount(database);
        const absl::StatusOr<std::int64_t> pruned = metaNumber(database, "pruned");
        const absl::StatusOr<std::int64_t> days = metaNumber(database, "retainDays");
        const absl::StatusOr<std::int64_t> bytes = metaNumber(database, "retainBytes");
        const absl::StatusOr<std::int64_t> pages = database.integer("PRAGMA page_count");
        const absl::StatusOr<std::int64_t> pageBytes = database.integer("PRAGMA page_size");
        for (const absl::Status &status :
            {leaves.status(), pruned.status(), days.status(), bytes.status(), pages.status(), pageBytes.status()})
            if (!status.ok())
                return status;
        return AuditSize{*leaves, static_cast<std::uint64_t>(*pruned), *pages * *pageBytes, {*days, *bytes}};
    });
}

absl::Status AuditLog::setRetention(Retention retention, std::string actor)
{
    if (retention.days < 0 || retention.bytes < 0)
        return absl::InvalidArgumentError("a retention is not negative");
    Job job;
    job.record.kind = RecordKind::Setting;
    job.record.actor = std::move(actor);
    job.record.details = {
        {"setting", "retention"}, {"days", std::to_string(retention.days)}, {"bytes", std::to_string(retention.bytes)}};
    job.also = [retention](Database &database) {
        absl::Status status = setMeta(database, "retainDays", retention.days);
        status.Update(status.ok() ? setMeta(database, "retainBytes", retention.bytes) : status);
        return status;
    };
    return writeOne(std::move(job)).status();
}

absl::StatusOr<std::uint64_t> AuditLog::prunableBelow(base::TimePoint now)
{
    const absl::StatusOr<AuditSize> held = size();
    if (!held.ok())
        return held.status();
    return read<std::uint64_t>([&](Database &database) -> absl::StatusOr<std::uint64_t> {
        std::uint64_t below = held->pruned;
        if (held->retention.days > 0) {
            Statement query =
                database.statement("SELECT idx FROM leaves WHERE idx >= ?1 AND at >= ?2 ORDER BY idx LIMIT 1");
            const base::TimePoint oldest = now - std::chrono::hours(24) * held->retention.days;
            query.bind(static_cast<std::int64_t>(below)).bind(oldest.time_since_epoch().count());
            const absl::StatusOr<bool> row = query.step();
            if (!row.ok())
                return row.status();
            below = *row ? static_cast<std::uint64_t>(query.integer(0)) : held->leaves;
        }
        if (held->retention.bytes > 0 && held->bytes > held->retention.bytes) {
            // Leaves are of about equal size: drop the share of them that is too much.
            const double share =
                static_cast<double>(held->bytes - held->retention.bytes) / static_cast<double>(held->bytes);
            const auto count = static_cast<std::uint64_t>(share * static_cast<double>(held->leaves - held->pruned) + 1);
            below = std::max(below, std::min(held->leaves, held->pruned + count));
        }
        for (;;) {
            // No open decision, and none that is cut in two.
            Statement query = database.statement(
                "SELECT min(first) FROM decisions WHERE first < ?1 AND (last >= ?1 OR state IN (0, 1, 5, 7))");
            const absl::StatusOr<bool> row = query.bind(static_cast<std::int64_t>(below)).step();
            if (!row.ok())
                return row.status();
            if (query.isNull(0))
                return below;
            below = static_cast<std::uint64_t>(query.integer(0));
        }
    });
}

absl::StatusOr<std::uint64_t> AuditLog::prune(std::string actor)
{
    const absl::StatusOr<AuditSize> held = size();
    if (!held.ok())
        return held.status();
    const base::TimePoint now = m_options.clock ? m_options.clock->now() : base::TimePoint{};
    const absl::StatusOr<std::uint64_t> below = prunableBelow(now);
    if (!below.ok())
        return below.status();
    if (m_options.readOnly)
        return absl::FailedPreconditionError("the audit log is open read-only");
    if (*below > held->pruned) {
        Job job;
        job.record.kind = RecordKind::Prune;
        job.record.actor = std::move(actor);
        job.record.details = {{"below", std::to_string(*below)}};
        job.also = [below = *below](
                       Database &database) { return setMeta(database, "pruned", static_cast<std::int64_t>(below)); };
        if (const absl::StatusOr<AuditRecord> written = writeOne(std::move(job)); !written.ok())
            return written.status();
    }
    // Also finishes what a crash cut short.
    if (absl::Status forgotten = forgetBelow(*below); !forgotten.ok())
        return forgotten;
    return *below - held->pruned;
}

absl::Status AuditLog::forgetBelow(std::uint64_t leaf)
{
    constexpr std::int64_t chunk = 4096;
    const auto end = static_cast<std::int64_t>(leaf);
    for (std::int64_t begin = 0; begin < end; begin += chunk) {
        absl::MutexLock lock(&m_writeMutex);
        const std::int64_t stop = std::min(end, begin + chunk);
        absl::Status status = m_database->run("BEGIN IMMEDIATE");
        status.Update(m_database
                          ->statement("UPDATE leaves SET record=NULL, at=0, kind='', decision='', state=NULL "
                                      "WHERE idx >= ?1 AND idx < ?2 AND record IS NOT NULL")
                          .bind(begin)
                          .bind(stop)
                          .run());
        status.Update(m_database->statement("DELETE FROM decisions WHERE first >= ?1 AND first < ?2")
                          .bind(begin)
                          .bind(stop)
                          .run());
        status.Update(stop == end ? SnapshotArchive::prune(*m_database, leaf) : absl::OkStatus());
        status.Update(status.ok() ? m_database->run("COMMIT") : status);
        if (!status.ok()) {
            rollBack();
            return status;
        }
        m_archive->forget();
    }
    absl::MutexLock lock(&m_writeMutex);
    return m_database->run("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(PASSIVE)");
}

} // namespace binnacle::store
