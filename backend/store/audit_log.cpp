// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/audit_log.h"

#include "backend/store/audit_query.h"
#include "backend/store/audit_verify.h"
#include "backend/store/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace binnacle::store {

namespace {

constexpr std::size_t kMaxBatch = 128;
/// One head in this many stays in the database; the rest make way for the next.
constexpr std::uint64_t kKeepHeadEach = 1024;

std::string_view viewOf(const PublicKey &key) { return {reinterpret_cast<const char *>(key.data()), key.size()}; }

std::string_view viewOf(const Signature &signature)
{
    return {reinterpret_cast<const char *>(signature.data()), signature.size()};
}

} // namespace

struct AuditLog::Queued {
    Job job;
    std::optional<ReplayInput> input;
    base::Executor *executor = nullptr;
    Appended done;
};

AuditLog::AuditLog(AuditOptions options)
    : m_options(std::move(options)), m_heads(*m_options.files, m_options.paths.heads())
{
}

AuditLog::~AuditLog()
{
    if (m_writer)
        m_writer->drain();
}

absl::StatusOr<std::unique_ptr<AuditLog>> AuditLog::open(AuditOptions options)
{
    if (!options.readOnly && !options.clock)
        return absl::InvalidArgumentError("an audit log that is written needs a clock");
    options.cluster = asUtf8(options.cluster); // as the records have it
    std::unique_ptr<AuditLog> log(new AuditLog(std::move(options)));
    absl::Status opened = log->m_options.readOnly ? absl::OkStatus() : log->openWriter();
    opened.Update(opened.ok() ? log->openReader() : opened);
    if (!opened.ok())
        return opened;
    log->m_writer = std::make_unique<base::Sequence>("audit writer");
    return log;
}

absl::Status AuditLog::openReader()
{
    std::error_code error;
    if (!std::filesystem::exists(m_options.paths.database(), error))
        return absl::NotFoundError(fmt::format("{}: no audit log yet", m_options.paths.database()));
    absl::StatusOr<Database> database =
        Database::open(m_options.paths.database(), Database::Mode::ReadOnly, m_options.vfs);
    if (!database.ok())
        return database.status();
    if (absl::Status prepared = prepareReader(*database); !prepared.ok())
        return prepared;
    absl::MutexLock lock(&m_readMutex);
    m_reader.emplace(*std::move(database));
    return absl::OkStatus();
}

absl::Status AuditLog::openWriter()
{
    absl::MutexLock lock(&m_writeMutex);
    for (const std::string &directory : {m_options.paths.dataDirectory, m_options.paths.stateDirectory})
        if (absl::Status made = makeDirectory(directory); !made.ok())
            return made;
    absl::StatusOr<FileLock> taken = FileLock::take(m_options.paths.lock());
    if (!taken.ok())
        return taken.status();
    m_lock.emplace(*std::move(taken));
    if (absl::Status made = makePrivateFile(m_options.paths.database()); !made.ok())
        return made;
    absl::StatusOr<Database> database =
        Database::open(m_options.paths.database(), Database::Mode::ReadWrite, m_options.vfs);
    if (!database.ok())
        return database.status();
    if (absl::Status prepared = prepareWriter(*database, m_options.cluster); !prepared.ok())
        return prepared;
    m_database.emplace(*std::move(database));
    m_archive.emplace(*m_database);
    absl::StatusOr<SigningKey> key = SigningKey::loadOrCreate(*m_options.files, m_options.paths.key());
    if (!key.ok())
        return key.status();
    m_key.emplace(*std::move(key));
    // From here on the log opens whatever it finds, so that it can be read, verified and repaired; but it may not be written.
    m_fault = ready();
    return absl::OkStatus();
}

absl::Status AuditLog::check()
{
    absl::Status status = reload();
    status.Update(status.ok() ? m_heads.load() : status);
    status.Update(status.ok() ? m_heads.repair() : status);
    status.Update(status.ok() ? agreesWithHeads() : status);
    if (absl::IsDataLoss(status)) { // stays so until something is done about it; anything else may pass
        m_health = status;
        m_unchecked = false;
    } else if (status.ok()) {
        m_gapOwed = m_tree.size() != 0 && !m_heads.newest();
        m_unchecked = false;
    }
    return status;
}

/// The next head would vouch for whatever is here: leaves a trace of the gap first.
absl::Status AuditLog::noteMissingHeads()
{
    Job job;
    job.record.kind = RecordKind::Session;
    job.record.actor = "system";
    job.record.details = {{"event", "no-tree-head-outside"}};
    if (absl::Status written = writeAll({&job}); !written.ok())
        return written;
    m_gapOwed = false;
    return publish({&job});
}

absl::Status AuditLog::reload()
{
    m_stale = true;
    m_archive->forget();
    const absl::StatusOr<std::uint64_t> size = leafCount(*m_database);
    if (!size.ok())
        return size.status();
    absl::StatusOr<CompactTree> tree = CompactTree::load(*size, nodesOf(*m_database));
    if (!tree.ok())
        return tree.status();
    absl::StatusOr<std::optional<TreeHead>> head = newestHead(*m_database);
    if (!head.ok())
        return head.status();
    m_tree = *std::move(tree);
    m_head = *head;
    m_stale = false;
    return absl::OkStatus();
}

absl::Status AuditLog::agreesWithHeads()
{
    const std::string &file = m_database->file();
    const auto lost = [&](std::string_view what) {
        return absl::DataLossError(
            fmt::format("{}: {}; verify it, then restore a newer backup or accept this history", file, what));
    };
    const std::uint64_t size = m_tree.size();
    if (m_head ? m_head->size != size || m_head->root != m_tree.root() : size != 0)
        return lost("the leaves do not agree with the newest head in the database");
    if (m_head && (m_head->key != m_key->publicKey() || !signatureHolds(*m_head, m_options.cluster)))
        return lost("its newest head is not signed with this log's key");
    const std::vector<TreeHead> outside = m_heads.current();
    if (outside.empty())
        return absl::OkStatus(); // ready() answers
    const TreeHead &newest = outside.back();
    if (newest.key != m_key->publicKey() || !signatureHolds(newest, m_options.cluster))
        return absl::DataLossError(fmt::format(
            "{}: the newest head is not signed with this log's key; verify the log, then accept this history",
            m_heads.path()));
    if (newest.size > size)
        return lost(
            fmt::format("it holds {} leaves but the newest head in {} covers {}", size, m_heads.path(), newest.size));
    const absl::StatusOr<Digest> root = rootAt(newest.size, nodesOf(*m_database));
    if (!root.ok())
        return root.status();
    if (*root != newest.root)
        return lost(fmt::format(
            "its first {} leaves are not those that the newest head in {} covers", newest.size, m_heads.path()));
    m_headOwed = newest.size < size;
    return absl::OkStatus();
}

absl::Status AuditLog::health()
{
    absl::MutexLock lock(&m_writeMutex);
    if (m_options.readOnly)
        return absl::FailedPreconditionError("the audit log is open read-only");
    if (!m_health.ok() || m_fault.ok())
        return m_health;
    // Where a fault keeps everybody from appending, nothing else would notice that it is over.
    const base::TimePoint now = m_options.clock->now();
    if (!m_probing && (now >= m_probedAt + std::chrono::seconds(1) || now < m_probedAt)) {
        m_probing = true;
        m_probedAt = now;
        m_writer->post([this] { probe(); });
    }
    return m_fault;
}

void AuditLog::probe()
{
    absl::MutexLock lock(&m_writeMutex);
    m_probing = false;
    if (m_fault.ok())
        return;
    m_fault = ready();
    if (!m_fault.ok())
        return;
    m_fault = m_database->run("BEGIN IMMEDIATE");
    if (m_fault.ok())
        m_fault = m_database
                      ->statement("INSERT INTO meta VALUES('probed', ?1) "
                                  "ON CONFLICT(key) DO UPDATE SET value=excluded.value")
                      .bind(m_probedAt.time_since_epoch().count())
                      .run();
    if (m_fault.ok())
        m_fault = m_database->run("COMMIT");
    if (!m_fault.ok())
        rollBack();
}

absl::StatusOr<AuditRecord> AuditLog::append(AuditRecord record, const ReplayInput *input)
{
    Job job;
    job.record = std::move(record);
    job.input = input;
    return writeOne(std::move(job));
}

absl::StatusOr<AuditRecord> AuditLog::writeOne(Job job)
{
    write({&job});
    return std::move(job.result);
}

void AuditLog::append(AuditRecord record, std::optional<ReplayInput> input, base::Executor &executor, Appended done)
{
    auto queued = std::make_unique<Queued>();
    queued->job.record = std::move(record);
    queued->input = std::move(input);
    queued->job.input = queued->input ? &*queued->input : nullptr;
    queued->executor = &executor;
    queued->done = std::move(done);
    {
        absl::MutexLock lock(&m_queueMutex);
        m_queue.push_back(std::move(queued));
    }
    m_writer->post([this] { writeQueued(); });
}

void AuditLog::writeQueued()
{
    std::vector<std::unique_ptr<Queued>> batch;
    {
        absl::MutexLock lock(&m_queueMutex);
        const auto count = static_cast<std::ptrdiff_t>(std::min(m_queue.size(), kMaxBatch));
        batch.assign(std::make_move_iterator(m_queue.begin()), std::make_move_iterator(m_queue.begin() + count));
        m_queue.erase(m_queue.begin(), m_queue.begin() + count);
    }
    if (batch.empty())
        return; // an earlier task took what this one was posted for
    std::vector<Job *> jobs;
    jobs.reserve(batch.size());
    for (const std::unique_ptr<Queued> &queued : batch)
        jobs.push_back(&queued->job);
    write(jobs);
    for (const std::unique_ptr<Queued> &queued : batch)
        queued->executor->post([done = std::move(queued->done), result = std::move(queued->job.result)]() mutable {
            done(std::move(result));
        });
}

absl::Status AuditLog::ready()
{
    if (m_options.readOnly)
        return absl::FailedPreconditionError("the audit log is open read-only");
    if (!m_health.ok())
        return m_health;
    if (m_unchecked)
        if (absl::Status checked = check(); !checked.ok())
            return checked;
    if (m_stale)
        if (absl::Status read = reload(); !read.ok())
            return read;
    if (m_headOwed) {
        if (absl::Status written = m_heads.append(*m_head); !written.ok())
            return written;
        m_headOwed = false;
    }
    return m_gapOwed ? noteMissingHeads() : absl::OkStatus();
}

void AuditLog::write(const std::vector<Job *> &jobs)
{
    absl::MutexLock lock(&m_writeMutex);
    if (writeTogether(jobs))
        return;
    // The fault may be that of one record: the others do not share it.
    for (Job *job : jobs)
        if (!job->late)
            (void)writeTogether({job});
}

bool AuditLog::writeTogether(const std::vector<Job *> &jobs)
{
    absl::Status status = ready();
    if (status.ok()) {
        status = writeAll(jobs);
        if (!status.ok() && jobs.size() > 1)
            return false;
    }
    const bool anything = std::any_of(jobs.begin(), jobs.end(), [](const Job *job) { return job->accepted; });
    if (status.ok() && anything)
        status = publish(jobs);
    if (status.ok() ? anything : !absl::IsInvalidArgument(status))
        m_fault = status;
    for (Job *job : jobs)
        if (!status.ok() && (job->accepted || job->result.status().code() == absl::StatusCode::kUnknown))
            job->result = status;
        else if (job->accepted)
            job->result = std::move(job->record);
    return true;
}

absl::Status AuditLog::writeAll(const std::vector<Job *> &jobs)
{
    absl::Status status = m_database->run("BEGIN IMMEDIATE");
    if (!status.ok())
        return status;
    bool anything = false;
    for (Job *job : jobs) {
        if (job->late)
            continue;
        job->accepted = false;
        absl::Status refusal = normalise(job->record);
        if (std::optional<AuditRecord> late = answeredLate(job->record)) {
            job->result = *std::move(late);
            job->late = true;
            continue;
        }
        status = refusal.ok() ? admit(job->record, refusal) : absl::OkStatus();
        if (status.ok() && !refusal.ok()) {
            job->result = refusal;
            continue;
        }
        if (status.ok())
            status = put(*job);
        if (!status.ok())
            break;
        job->accepted = true;
        anything = true;
    }
    if (status.ok())
        status = anything ? putHead() : absl::OkStatus();
    if (status.ok())
        status = m_database->run("COMMIT");
    if (!status.ok())
        rollBack();
    return status;
}

void AuditLog::rollBack()
{
    m_database->run("ROLLBACK").IgnoreError(); // SQLite may have done so itself
    // A fault while reading back leaves the tree stale; the next append tries again.
    reload().IgnoreError();
}

absl::Status AuditLog::publish(const std::vector<Job *> &jobs)
{
    absl::Status written = m_heads.append(*m_head);
    if (written.ok())
        return written;
    m_headOwed = true;
    for (const Job *job : jobs)
        if (job->accepted)
            m_unanswered.push_back(job->record);
    return written;
}

std::optional<AuditRecord> AuditLog::answeredLate(const AuditRecord &record)
{
    const auto same = std::find_if(m_unanswered.begin(), m_unanswered.end(), [&](const AuditRecord &held) {
        return held.kind == record.kind && !held.decisionId.empty() && held.decisionId == record.decisionId
            && held.state == record.state && held.actor == record.actor;
    });
    if (same == m_unanswered.end())
        return std::nullopt;
    AuditRecord out = std::move(*same);
    m_unanswered.erase(same);
    return out;
}

absl::Status AuditLog::normalise(AuditRecord &record) const
{
    record.cluster = m_options.cluster;
    const std::string canonical = encodeCanonical(record);
    if (canonical.size() + 1024 > kMaxRecordBytes)
        return absl::InvalidArgumentError(fmt::format("an audit record of more than {} bytes", kMaxRecordBytes));
    absl::StatusOr<AuditRecord> kept = decodeCanonical(canonical);
    if (!kept.ok())
        return absl::InvalidArgumentError(kept.status().message());
    record = *std::move(kept);
    return absl::OkStatus();
}

absl::Status AuditLog::admit(const AuditRecord &record, absl::Status &refusal)
{
    const bool ofDecision = record.kind == RecordKind::Decision || record.kind == RecordKind::Transition;
    if (ofDecision != record.state.has_value() || (ofDecision && record.decisionId.empty()))
        refusal =
            absl::InvalidArgumentError("decisions and transitions, and only those, have a state and a decision id");
    if (!refusal.ok() || !ofDecision)
        return absl::OkStatus();
    Statement query = m_database->statement("SELECT state FROM decisions WHERE id=?1");
    const absl::StatusOr<bool> row = query.bind(std::string_view(record.decisionId)).step();
    if (!row.ok())
        return row.status();
    if (record.kind == RecordKind::Decision) {
        if (*row)
            refusal = absl::AlreadyExistsError(fmt::format("decision {} is in the log", record.decisionId));
        else if (record.state != DecisionState::Proposed && record.state != DecisionState::NoNode)
            refusal = absl::InvalidArgumentError("a decision starts as Proposed or NoNode");
    } else if (!*row) {
        refusal = absl::NotFoundError(fmt::format("no decision {} in the log", record.decisionId));
    } else if (const auto from = static_cast<DecisionState>(query.integer(0)); !legalTransition(from, *record.state)) {
        refusal = absl::FailedPreconditionError(fmt::format(
            "decision {} is {} and cannot become {}", record.decisionId, stateName(from), stateName(*record.state)));
    }
    return absl::OkStatus();
}

absl::Status AuditLog::putInput(const ReplayInput &input, AuditRecord &record)
{
    const absl::StatusOr<Digest> manifest = m_archive->putSnapshot(input, record.index);
    if (manifest.ok())
        record.manifestHash = toHex(*manifest);
    else if (absl::IsOutOfRange(manifest.status())) // what a decision was is worth more than its replay
        record.details["snapshot"] = "not kept: too large";
    else
        return manifest.status();
    if (input.pod.empty())
        return absl::OkStatus();
    const absl::StatusOr<Digest> pod = m_archive->putBlob(input.pod, record.index);
    if (pod.ok())
        record.podHash = toHex(*pod);
    return pod.status();
}

absl::Status AuditLog::put(Job &job)
{
    AuditRecord &record = job.record;
    record.index = m_tree.size();
    if (record.at == base::TimePoint{})
        record.at = m_options.clock->now();
    if (job.input)
        if (absl::Status kept = putInput(*job.input, record); !kept.ok())
            return kept;
    const std::string canonical = encodeCanonical(record);
    const Digest hash = leafHash(canonical);
    Statement insert = m_database->statement(
        "INSERT INTO leaves(idx, at, kind, decision, state, hash, record) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    insert.bind(static_cast<std::int64_t>(record.index))
        .bind(record.at.time_since_epoch().count())
        .bind(kindName(record.kind));
    insert.bind(std::string_view(record.decisionId));
    if (record.state)
        insert.bind(static_cast<std::int64_t>(*record.state));
    else
        insert.bindNull();
    absl::Status status = insert.bindBlob(bytesOf(hash)).bindBlob(canonical).run();
    m_tree.append(hash, [&status, &database = *m_database](unsigned level, std::uint64_t index, const Digest &node) {
        if (status.ok())
            status = database.statement("INSERT INTO nodes(level, idx, hash) VALUES(?1, ?2, ?3)")
                         .bind(static_cast<std::int64_t>(level))
                         .bind(static_cast<std::int64_t>(index))
                         .bindBlob(bytesOf(node))
                         .run();
    });
    if (status.ok() && record.state)
        status = putDecision(record);
    if (status.ok() && job.also)
        status = job.also(*m_database);
    return status;
}

absl::Status AuditLog::putDecision(const AuditRecord &record)
{
    const auto index = static_cast<std::int64_t>(record.index);
    const auto state = static_cast<std::int64_t>(*record.state);
    if (record.kind == RecordKind::Transition)
        return m_database
            ->statement("UPDATE decisions SET last=?2, state=?3, message=?4, actor=iif(?5, ?6, actor) WHERE id=?1")
            .bind(std::string_view(record.decisionId))
            .bind(index)
            .bind(state)
            .bind(std::string_view(record.message))
            .bind(static_cast<std::int64_t>(decides(*record.state)))
            .bind(std::string_view(record.actor))
            .run();
    Statement insert = m_database->statement("INSERT INTO decisions(first, id, last, state, at, actor, ns, pod, uid, "
                                             "node, policy, model, snapshot, message, confidence) "
                                             "VALUES(?1, ?2, ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)");
    insert.bind(index).bind(std::string_view(record.decisionId)).bind(state).bind(record.at.time_since_epoch().count());
    const std::string pod = record.pod();
    for (const std::string *text : {&record.actor, &record.podNamespace, &pod, &record.podUid, &record.node,
             &record.policyVersion, &record.modelVersion, &record.snapshotHash, &record.message})
        insert.bind(std::string_view(*text));
    if (record.confidence)
        insert.bind(toMillionths(*record.confidence));
    else
        insert.bindNull();
    return insert.run();
}

absl::Status AuditLog::putHead()
{
    const TreeHead head = m_key->sign(m_options.cluster, m_tree.size(), m_tree.root(), m_options.clock->now());
    absl::Status status =
        m_database->statement("INSERT INTO heads(size, root, at, key, signature) VALUES(?1, ?2, ?3, ?4, ?5)")
            .bind(static_cast<std::int64_t>(head.size))
            .bindBlob(bytesOf(head.root))
            .bind(head.at.time_since_epoch().count())
            .bindBlob(viewOf(head.key))
            .bindBlob(viewOf(head.signature))
            .run();
    if (status.ok() && m_head && m_head->size / kKeepHeadEach == head.size / kKeepHeadEach)
        status = m_database->statement("DELETE FROM heads WHERE size=?1")
                     .bind(static_cast<std::int64_t>(m_head->size))
                     .run();
    m_head = head;
    return status;
}

} // namespace binnacle::store
