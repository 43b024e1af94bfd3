// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/audit_desk.h"

#include "backend/services/snapshot_blobs.h"
#include "backend/services/ticker.h"
#include "backend/store/export.h"
#include "backend/store/merkle.h"
#include "planner/engine/codec.h"
#include "planner/engine/decide.h"
#include "planner/plugins/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <utility>

namespace binnacle::services {

namespace {

/// A decision's record carries the policy by version; the archived trace is enough to decide again.
std::optional<base::TimePoint> expiry(const api::AuditDecision &row)
{
    const auto found = row.decision.details.find("expiresAt");
    if (found == row.decision.details.end())
        return std::nullopt;
    std::int64_t nanoseconds = 0;
    const std::string &text = found->second;
    if (std::from_chars(text.data(), text.data() + text.size(), nanoseconds).ec != std::errc{})
        return std::nullopt;
    return base::TimePoint(base::Duration(nanoseconds));
}

absl::Status makeDirectory(const std::string &path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (!error)
        std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
    return error ? absl::UnavailableError(fmt::format("{}: {}", path, error.message())) : absl::OkStatus();
}

} // namespace

AuditDesk::AuditDesk(std::unique_ptr<store::AuditLog> log, base::Executor &answers)
    : m_answers(answers), m_log(std::move(log))
{
}

absl::StatusOr<std::unique_ptr<AuditDesk>> AuditDesk::open(
    const Places &places, const std::string &cluster, const base::Clock &clock, base::Executor &answers, bool readOnly)
{
    if (!readOnly) {
        for (const std::string &directory : {places.dataDirectory, places.stateDirectory}) {
            if (const absl::Status made = makeDirectory(directory); !made.ok())
                return made;
        }
    }
    store::AuditOptions options;
    options.paths = {places.dataDirectory, places.stateDirectory};
    options.cluster = cluster;
    options.readOnly = readOnly;
    options.clock = &clock;
    absl::StatusOr<std::unique_ptr<store::AuditLog>> log = store::AuditLog::open(std::move(options));
    if (!log.ok())
        return log.status();
    std::unique_ptr<AuditDesk> desk(new AuditDesk(*std::move(log), answers));
    if (const auto size = desk->m_log->size(); size.ok())
        desk->m_leaves = size->leaves;
    return desk;
}

void AuditDesk::append(
    store::AuditRecord record, std::optional<store::ReplayInput> input, api::Reply<std::uint64_t> done)
{
    m_log->append(std::move(record), std::move(input), m_answers,
        [this, done = std::move(done)](const absl::StatusOr<store::AuditRecord> &written) {
            if (!written.ok())
                return done(written.status());
            m_leaves = std::max<std::uint64_t>(m_leaves.load(), written->index + 1);
            done(written->index);
        });
}

void AuditDesk::propose(
    api::AuditEntry entry, model::DecisionPtr decision, model::SnapshotPtr snapshot, api::Reply<std::uint64_t> done)
{
    store::AuditRecord record = store::proposalOf(*decision, std::move(entry.actor));
    record.at = entry.at;
    for (auto &[name, value] : entry.details)
        record.details.insert_or_assign(name, std::move(value));
    std::optional<store::ReplayInput> input;
    if (snapshot) {
        input = replayInput(snapshot);
        if (decision->policyText)
            addPolicy(*input, decision->policyText);
        if (decision->podValue)
            input->pod = engine::encodePod(*decision->podValue);
    }
    append(std::move(record), std::move(input), std::move(done));
}

void AuditDesk::transition(api::AuditEntry entry, api::Reply<std::uint64_t> done)
{
    store::AuditRecord record = store::transitionOf(
        std::move(entry.decisionId), *entry.state, std::move(entry.actor), std::move(entry.message));
    record.at = entry.at;
    record.details = std::move(entry.details);
    append(std::move(record), std::nullopt, std::move(done));
}

void AuditDesk::setting(std::map<std::string, std::string> settings, std::string actor, api::Reply<std::uint64_t> done)
{
    store::AuditRecord record;
    record.kind = store::RecordKind::Setting;
    record.actor = std::move(actor);
    record.details = std::move(settings);
    append(std::move(record), std::nullopt, std::move(done));
}

template <typename T>
void AuditDesk::read(base::Sequence &where, std::function<absl::StatusOr<T>()> body, api::Reply<T> reply)
{
    where.post([this, body = std::move(body), reply = std::move(reply)] {
        auto answer = std::make_shared<absl::StatusOr<T>>(body());
        m_answers.post([answer, reply] { reply(std::move(*answer)); });
    });
}

void AuditDesk::page(api::AuditFilter filter, api::Reply<api::AuditPage> reply)
{
    read<api::AuditPage>(
        m_reader, [this, filter = std::move(filter)] { return m_log->query(filter); }, std::move(reply));
}

void AuditDesk::decision(std::string id, api::Reply<api::AuditDecision> reply)
{
    read<api::AuditDecision>(
        m_reader, [this, id = std::move(id)] { return m_log->decision(id); }, std::move(reply));
}

void AuditDesk::verify(std::function<void(std::uint64_t, std::uint64_t)> progress, std::stop_token stop,
    api::Reply<api::AuditVerification> reply)
{
    const auto told = [this, progress = std::move(progress)](std::uint64_t done, std::uint64_t of) {
        m_answers.post([progress, done, of] { progress(done, of); });
    };
    read<api::AuditVerification>(
        m_verifier,
        [this, told, stop = std::move(stop)] {
            std::stop_source either;
            const auto end = [&either] { either.request_stop(); };
            const std::stop_callback asked(stop, end);
            const std::stop_callback closing(m_closing.get_token(), end);
            absl::StatusOr<api::AuditVerification> found = m_log->verify(told, either.get_token());
            // The first head of a log may have been written while the look for heads was over already.
            if (found.ok() && found->result == api::AuditVerification::Result::SoundWithoutTrustedHead)
                found = m_log->verify(told, either.get_token());
            if (found.ok()) {
                found->at = SystemClock().now();
                found->around = around(*found);
            }
            return found;
        },
        std::move(reply));
}

/// The first bad entry between its neighbours.
std::vector<api::AuditEntry> AuditDesk::around(const api::AuditVerification &found) const
{
    std::vector<api::AuditEntry> entries;
    if (!found.firstBad)
        return entries;
    const std::uint64_t bad = *found.firstBad;
    for (std::uint64_t index = bad - std::min<std::uint64_t>(bad, 1); index <= bad + 1; ++index) {
        if (index >= found.leaves && index != bad)
            break;
        if (const absl::StatusOr<store::AuditRecord> record = m_log->record(index); record.ok()) {
            entries.push_back(store::entryOf(*record, store::leafHash(store::encodeCanonical(*record))));
            continue;
        } else {
            api::AuditEntry unread;
            unread.message = std::string(record.status().message());
            entries.push_back(std::move(unread));
        }
        entries.back().index = index;
    }
    return entries;
}

void AuditDesk::exportTo(api::AuditFilter filter, std::string format, std::string path, api::Done done)
{
    read<bool>(
        m_reader,
        [this, filter = std::move(filter), format = std::move(format),
            path = std::move(path)]() -> absl::StatusOr<bool> {
            if (format != "csv" && format != "json")
                return absl::InvalidArgumentError("format: csv or json");
            const store::ExportFormat as = format == "csv" ? store::ExportFormat::Csv : store::ExportFormat::Json;
            if (const absl::Status written = store::exportAudit(*m_log, filter, as, path); !written.ok())
                return written;
            return true;
        },
        [done = std::move(done)](const absl::StatusOr<bool> &written) { done(written.status()); });
}

absl::StatusOr<api::AuditStorage> AuditDesk::stored()
{
    const absl::StatusOr<store::AuditSize> size = m_log->size();
    if (!size.ok())
        return size.status();
    m_leaves = std::max<std::uint64_t>(m_leaves.load(), size->leaves);
    return api::AuditStorage{size->leaves, size->pruned, size->bytes, size->retention.days, size->retention.bytes};
}

void AuditDesk::storage(api::Reply<api::AuditStorage> reply)
{
    read<api::AuditStorage>(
        m_reader, [this] { return stored(); }, std::move(reply));
}

void AuditDesk::setRetention(
    std::int64_t days, std::int64_t bytes, std::string actor, api::Reply<api::AuditStorage> reply)
{
    read<api::AuditStorage>(
        m_reader,
        [this, days, bytes, actor = std::move(actor)]() -> absl::StatusOr<api::AuditStorage> {
            if (days < 0 || bytes < 0)
                return absl::InvalidArgumentError("retention: 0 or more");
            if (const absl::Status set = m_log->setRetention({days, bytes}, actor); !set.ok())
                return set;
            if (const absl::StatusOr<std::uint64_t> pruned = m_log->prune(actor); !pruned.ok())
                return pruned.status();
            return stored();
        },
        std::move(reply));
}

void AuditDesk::prune()
{
    m_reader.post([this] {
        const absl::StatusOr<store::AuditSize> size = m_log->size();
        if (size.ok() && (size->retention.days > 0 || size->retention.bytes > 0))
            (void)m_log->prune("system"); // a fault shows in health() as soon as something must be written
    });
}

absl::StatusOr<model::DecisionPtr> AuditDesk::decideAgain(const std::string &id) const
{
    const absl::StatusOr<api::AuditDecision> row = m_log->decision(id);
    if (!row.ok())
        return row.status();
    const absl::StatusOr<store::AuditRecord> record = m_log->record(row->decision.index);
    if (!record.ok())
        return record.status();
    if (record->manifestHash.empty())
        return absl::NotFoundError("the snapshot of this decision was not kept");
    const absl::StatusOr<store::NamedBlobs> blobs = m_log->snapshot(record->manifestHash);
    if (!blobs.ok())
        return blobs.status();
    const absl::StatusOr<std::string> podBytes = m_log->pod(record->podHash);
    if (!podBytes.ok())
        return podBytes.status();
    const absl::StatusOr<model::SnapshotPtr> snapshot = snapshotOf(*blobs, record->snapshotGeneration);
    if (!snapshot.ok())
        return snapshot.status();
    const absl::StatusOr<model::PodPtr> pod = engine::decodePod(*podBytes);
    if (!pod.ok())
        return pod.status();
    const absl::StatusOr<framework::PolicyPtr> policy =
        framework::Policy::ofVersion(plugins::registry(), policyTextOf(*blobs).value_or(record->policyVersion));
    if (!policy.ok() || (*policy)->version() != record->policyVersion)
        return absl::FailedPreconditionError(fmt::format("policy {} is not known here", record->policyVersion));
    engine::DecideOptions options;
    options.seed = record->seed;
    auto decision = std::make_shared<model::Decision>(engine::decide(**snapshot, *pod, **policy, options));
    decision->id = record->decisionId;
    decision->pod = (*pod)->key;
    decision->podUid = record->podUid;
    decision->podResourceVersion = record->podResourceVersion;
    decision->podValue = *pod;
    return decision;
}

void AuditDesk::replay(std::string id, api::Reply<api::ReplayReport> reply)
{
    read<api::ReplayReport>(
        m_reader,
        [this, id = std::move(id)]() -> absl::StatusOr<api::ReplayReport> {
            const auto begin = std::chrono::steady_clock::now();
            const absl::StatusOr<api::AuditDecision> row = m_log->decision(id);
            if (!row.ok())
                return row.status();
            const absl::StatusOr<store::AuditRecord> record = m_log->record(row->decision.index);
            if (!record.ok())
                return record.status();
            const absl::StatusOr<model::DecisionPtr> again = decideAgain(id);
            if (!again.ok())
                return again.status();
            api::ReplayReport report;
            report.decisionId = id;
            report.was = record->fingerprint;
            report.is = (*again)->fingerprint().hex();
            report.wasNode = record->node;
            report.isNode = std::string((*again)->chosen.text());
            report.equal = report.was == report.is && record->snapshotHash == (*again)->snapshotHash.hex();
            if (record->snapshotHash != (*again)->snapshotHash.hex())
                report.detail =
                    fmt::format("snapshot {} decodes to {}", record->snapshotHash, (*again)->snapshotHash.hex());
            report.recorded = *row;
            const store::AuditRecord out = store::proposalOf(**again, record->actor);
            report.replayed.canonical = store::encodeCanonical(out);
            report.replayed.decision = store::entryOf(out, store::leafHash(report.replayed.canonical));
            report.replayed.state = row->decision.state.value_or(api::DecisionState::Proposed);
            report.took = std::chrono::steady_clock::now() - begin;
            return report;
        },
        std::move(reply));
}

void AuditDesk::openRows(api::Reply<std::vector<OpenRow>> reply)
{
    read<std::vector<OpenRow>>(
        m_reader,
        [this]() -> absl::StatusOr<std::vector<OpenRow>> {
            const absl::StatusOr<std::vector<api::AuditDecision>> open = m_log->openDecisions();
            if (!open.ok())
                return open.status();
            std::vector<OpenRow> rows;
            for (const api::AuditDecision &row : *open) {
                OpenRow out{row, nullptr};
                // Only a proposal that may still be approved is worth deciding again.
                const std::optional<base::TimePoint> until = expiry(row);
                if (row.state == api::DecisionState::Proposed && until && *until > SystemClock().now()) {
                    if (absl::StatusOr<model::DecisionPtr> again = decideAgain(row.decision.decisionId);
                        again.ok() && std::string((*again)->chosen.text()) == row.decision.node)
                        out.decision = *std::move(again);
                }
                rows.push_back(std::move(out));
            }
            return rows;
        },
        std::move(reply));
}

absl::StatusOr<model::PodPtr> AuditDesk::podOf(std::uint64_t leaf) const
{
    const absl::StatusOr<store::AuditRecord> record = m_log->record(leaf);
    if (!record.ok())
        return record.status();
    const absl::StatusOr<std::string> bytes = m_log->pod(record->podHash);
    if (!bytes.ok())
        return bytes.status();
    return engine::decodePod(*bytes);
}

void AuditDesk::answersWithoutNode(Uids pods, api::Reply<Answers> reply)
{
    read<Answers>(
        m_reader,
        [this, pods = std::move(pods)]() -> absl::StatusOr<Answers> {
            const auto rows = m_log->newestOfPods(api::DecisionState::NoNode, pods);
            if (!rows.ok())
                return rows.status();
            Answers answers;
            for (const api::AuditDecision &row : *rows) {
                if (const auto found = row.decision.details.find("answer"); found != row.decision.details.end())
                    answers.emplace(row.decision.podUid, found->second);
            }
            return answers;
        },
        std::move(reply));
}

void AuditDesk::denials(Uids pods, api::Reply<std::vector<Denial>> reply)
{
    read<std::vector<Denial>>(
        m_reader,
        [this, pods = std::move(pods)]() -> absl::StatusOr<std::vector<Denial>> {
            const auto rows = m_log->newestOfPods(api::DecisionState::Denied, pods);
            if (!rows.ok())
                return rows.status();
            std::vector<Denial> out;
            for (const api::AuditDecision &row : *rows) {
                Denial denial{row.decision.podUid, row.life.empty() ? row.decision.at : row.life.back().at, {}};
                if (const absl::StatusOr<model::PodPtr> pod = podOf(row.decision.index); pod.ok())
                    denial.podSignature = (*pod)->signature;
                out.push_back(std::move(denial));
            }
            return out;
        },
        std::move(reply));
}

} // namespace binnacle::services
