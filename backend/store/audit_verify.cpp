// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/audit_verify.h"

#include "backend/store/audit_query.h"
#include "backend/store/audit_record.h"
#include "backend/store/merkle.h"
#include "backend/store/schema.h"

#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sqlite3.h>
#include <utility>
#include <vector>

namespace binnacle::store {

namespace {

using Result = api::AuditVerification::Result;

struct KnownHead {
    TreeHead head;
    bool outside = false;
};

/// One pass over a log. Every check answers false once the verdict is in `m_out`.
class Verifier {
public:
    Verifier(Database &database, const VerifyAgainst &against, api::AuditVerification &out)
        : m_database(database), m_against(against), m_out(out)
    {
    }

    absl::Status run(const std::function<void(std::uint64_t, std::uint64_t)> &progress, const std::stop_token &stop)
    {
        if (absl::Status prepared = prepare(); !prepared.ok())
            return prepared;
        if (absl::Status read = checkLeaves(progress, stop); !read.ok() || m_decided)
            return read;
        if (absl::Status read = checkDecisionCount(); !read.ok() || m_decided)
            return read;
        if (!checkTail() || !checkBreak())
            return absl::OkStatus();
        return checkFile(stop);
    }

private:
    bool broken(std::uint64_t index, std::string detail, Result result = Result::Broken)
    {
        m_out.result = result;
        m_out.firstBad = index;
        m_out.detail = std::move(detail);
        m_decided = true;
        return false;
    }

    absl::Status prepare();
    absl::Status checkLeaves(
        const std::function<void(std::uint64_t, std::uint64_t)> &progress, const std::stop_token &stop);
    bool checkLeaf(const Statement &row, std::uint64_t index);
    bool checkPruned(const Statement &row, std::uint64_t index);
    bool checkRecord(const Statement &row, std::uint64_t index, const AuditRecord &record);
    bool checkDecision(std::uint64_t index, const AuditRecord &record);
    bool checkNodes(std::uint64_t index);
    bool checkHeads(std::uint64_t size);
    absl::Status checkDecisionCount();
    bool checkTail();
    bool checkBreak();
    absl::Status checkFile(const std::stop_token &stop);

    Database &m_database;
    const VerifyAgainst &m_against;
    api::AuditVerification &m_out;
    absl::Status m_fault; ///< a read that failed inside a check
    bool m_decided = false;

    CompactTree m_tree;
    std::vector<KnownHead> m_known; ///< by size
    std::size_t m_nextHead = 0;
    std::uint64_t m_lastGood = 0; ///< size of the last head that held
    std::vector<std::pair<unsigned, std::uint64_t>> m_mismatched;
    std::uint64_t m_pruned = 0;
    bool m_pruneNamed = false;
    std::uint64_t m_decisions = 0;
    std::uint64_t m_lastLeaves = 0;
    std::optional<TreeHead> m_newest; ///< outside
    std::optional<AuditRecord> m_restore;
    std::optional<std::pair<std::string, std::string>> m_retention;
};

absl::Status Verifier::prepare()
{
    const absl::StatusOr<std::uint64_t> leaves = leafCount(m_database);
    const absl::StatusOr<std::int64_t> pruned = metaNumber(m_database, "pruned");
    if (!leaves.ok() || !pruned.ok())
        return leaves.ok() ? pruned.status() : leaves.status();
    m_out.leaves = *leaves;
    m_pruned = static_cast<std::uint64_t>(*pruned);
    m_pruneNamed = m_pruned == 0;
    for (const TreeHead &head : m_against.heads->current())
        m_known.push_back({head, true});
    if (!m_known.empty())
        m_newest = m_known.back().head;
    Statement query = m_database.statement("SELECT size, root, at, key, signature FROM heads");
    for (;;) {
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok())
            return row.status();
        if (!*row)
            break;
        KnownHead known;
        known.head.size = static_cast<std::uint64_t>(query.integer(0));
        known.head.at = base::TimePoint(base::Duration(query.integer(2)));
        // A field of the wrong length is one that no signature fits.
        known.head.root = digestFromBytes(query.text(1)).value_or(Digest{});
        if (query.text(3).size() == known.head.key.size())
            std::copy_n(query.text(3).begin(), known.head.key.size(), known.head.key.begin());
        if (query.text(4).size() == known.head.signature.size())
            std::copy_n(query.text(4).begin(), known.head.signature.size(), known.head.signature.begin());
        m_known.push_back(known);
    }
    std::stable_sort(m_known.begin(), m_known.end(),
        [](const KnownHead &a, const KnownHead &b) { return a.head.size < b.head.size; });
    return absl::OkStatus();
}

absl::Status Verifier::checkLeaves(
    const std::function<void(std::uint64_t, std::uint64_t)> &progress, const std::stop_token &stop)
{
    Statement query =
        m_database.statement("SELECT idx, at, kind, decision, state, hash, record FROM leaves ORDER BY idx");
    for (std::uint64_t index = 0;; ++index) {
        if (index % 1024 == 0) {
            if (stop.stop_requested())
                return absl::CancelledError("verification was stopped");
            if (progress)
                progress(index, m_out.leaves);
        }
        m_out.checked = index;
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok() || !*row)
            return row.status();
        if (static_cast<std::uint64_t>(query.integer(0)) != index) {
            broken(index, "the leaf is missing");
            return absl::OkStatus();
        }
        if (!checkLeaf(query, index) || !checkNodes(index) || !checkHeads(index + 1))
            return m_fault;
    }
}

bool Verifier::checkLeaf(const Statement &row, std::uint64_t index)
{
    const std::optional<Digest> stored = digestFromBytes(row.text(5));
    if (!stored)
        return broken(index, "its hash is damaged");
    if (row.isNull(6)) {
        if (!checkPruned(row, index))
            return false;
    } else {
        if (leafHash(row.text(6)) != *stored)
            return broken(index, "the record does not hash to what was stored");
        const absl::StatusOr<AuditRecord> record = decodeCanonical(row.text(6));
        if (!record.ok())
            return broken(index, std::string(record.status().message()));
        if (!checkRecord(row, index, *record))
            return false;
    }
    m_mismatched.clear();
    absl::Status status;
    m_tree.append(*stored, [&](unsigned level, std::uint64_t at, const Digest &hash) {
        const absl::StatusOr<Digest> kept = nodesOf(m_database)(level, at);
        if (!kept.ok() && !absl::IsDataLoss(kept.status()))
            status.Update(kept.status());
        if (!kept.ok() || *kept != hash)
            m_mismatched.emplace_back(level, at);
    });
    m_fault = status;
    return status.ok();
}

bool Verifier::checkPruned(const Statement &row, std::uint64_t index)
{
    if (index >= m_pruned)
        return broken(index, "the record is gone and no pruning covers it");
    if (!row.text(2).empty() || !row.text(3).empty() || !row.isNull(4) || row.integer(1) != 0)
        return broken(index, "a pruned leaf with columns filled in");
    return true;
}

bool Verifier::checkRecord(const Statement &row, std::uint64_t index, const AuditRecord &record)
{
    const bool state =
        record.state ? !row.isNull(4) && row.integer(4) == static_cast<std::int64_t>(*record.state) : row.isNull(4);
    if (record.index != index || record.cluster != m_against.log)
        return broken(index, "the record belongs to another place or another log");
    if (row.integer(1) != record.at.time_since_epoch().count() || row.text(2) != kindName(record.kind)
        || row.text(3) != record.decisionId || !state)
        return broken(index, "a search column differs from the record");
    if (record.kind == RecordKind::Prune) {
        const auto below = record.details.find("below");
        m_pruneNamed = m_pruneNamed || (below != record.details.end() && below->second == std::to_string(m_pruned));
    }
    if (record.kind == RecordKind::Restore)
        m_restore = record;
    if (record.kind == RecordKind::Setting && record.details.contains("days") && record.details.contains("bytes"))
        m_retention.emplace(record.details.at("days"), record.details.at("bytes"));
    // Rows of decisions below the bound go with the pruning, a chunk at a time.
    return !record.state || index < m_pruned || checkDecision(index, record);
}

bool Verifier::checkDecision(std::uint64_t index, const AuditRecord &record)
{
    Statement query = m_database.statement(
        "SELECT first, last, state, at, actor, ns, pod, uid, node, confidence, policy, model, snapshot, "
        "message FROM decisions WHERE id=?1");
    const absl::StatusOr<bool> row = query.bind(std::string_view(record.decisionId)).step();
    if (!row.ok()) {
        m_fault = row.status();
        return false;
    }
    if (!*row)
        return broken(index, "its decision is missing in the search table");
    const auto first = static_cast<std::uint64_t>(query.integer(0));
    const auto last = static_cast<std::uint64_t>(query.integer(1));
    const auto differs = [&] { return broken(index, "the decision's search columns differ from the record"); };
    if (index < first || index > last || (record.kind == RecordKind::Decision) != (index == first))
        return differs();
    if (index == first) {
        ++m_decisions;
        const bool confidence = record.confidence
            ? !query.isNull(9) && query.integer(9) == toMillionths(*record.confidence)
            : query.isNull(9);
        if (query.integer(3) != record.at.time_since_epoch().count() || query.text(5) != record.podNamespace
            || query.text(6) != record.pod() || query.text(7) != record.podUid || query.text(8) != record.node
            || !confidence || query.text(10) != record.policyVersion || query.text(11) != record.modelVersion
            || query.text(12) != record.snapshotHash)
            return differs();
    }
    const bool undecided = query.integer(2) == static_cast<std::int64_t>(DecisionState::Proposed);
    const bool namesActor = decides(*record.state) || (index == first && undecided);
    if (namesActor && query.text(4) != record.actor)
        return differs();
    if (index == last) {
        ++m_lastLeaves;
        if (query.integer(2) != static_cast<std::int64_t>(*record.state) || query.text(13) != record.message)
            return differs();
    }
    return true;
}

bool Verifier::checkNodes(std::uint64_t index)
{
    if (m_mismatched.empty())
        return true;
    // The lowest node that differs covers the fewest leaves. A head between them says which; checked first.
    const auto [level, at] = m_mismatched.front();
    if (!checkHeads(index + 1))
        return false;
    return broken(std::max(m_lastGood == index + 1 ? at << level : m_lastGood, at << level),
        "a leaf or an inner hash over it was altered");
}

bool Verifier::checkHeads(std::uint64_t size)
{
    for (; m_nextHead < m_known.size() && m_known[m_nextHead].head.size <= size; ++m_nextHead) {
        const KnownHead &known = m_known[m_nextHead];
        if (known.head.size != size)
            continue;
        if (known.head.root == m_tree.root()) {
            m_lastGood = size;
            continue;
        }
        if (signatureHolds(known.head, m_against.log))
            return broken(m_lastGood, fmt::format("the signed head over {} leaves does not agree", size));
        return broken(m_lastGood, fmt::format("the head over {} leaves was altered: its signature does not hold", size),
            known.outside ? Result::HeadForged : Result::Broken);
    }
    return true;
}

absl::Status Verifier::checkDecisionCount()
{
    const absl::StatusOr<std::int64_t> rows =
        m_database.integer(fmt::format("SELECT count(*) FROM decisions WHERE first >= {}", m_pruned));
    if (!rows.ok())
        return rows.status();
    const absl::StatusOr<std::int64_t> beyond = m_database.integer(
        fmt::format("SELECT count(*) FROM decisions WHERE last >= {0} OR first >= {0}", m_out.leaves));
    if (!beyond.ok())
        return beyond.status();
    const absl::StatusOr<std::int64_t> days = metaNumber(m_database, "retainDays");
    const absl::StatusOr<std::int64_t> bytes = metaNumber(m_database, "retainBytes");
    if (!days.ok() || !bytes.ok())
        return days.ok() ? bytes.status() : days.status();
    if (*beyond > 0)
        broken(m_out.leaves, "the search table knows of leaves that are gone", Result::CutTail);
    else if (static_cast<std::uint64_t>(*rows) != m_decisions || m_lastLeaves != m_decisions)
        broken(m_lastGood, "the search table holds a decision that no leaf tells of");
    else if (!m_pruneNamed)
        broken(0, "the pruning bound is not the one that a Prune leaf names");
    else if (m_retention
        && (m_retention->first != std::to_string(*days) || m_retention->second != std::to_string(*bytes)))
        broken(m_lastGood, "the retention is not the one that the last Setting leaf names");
    return absl::OkStatus();
}

bool Verifier::checkTail()
{
    m_out.rootHash = toHex(m_tree.root());
    const std::uint64_t size = m_tree.size();
    const TreeHead *inside = nullptr;
    for (const KnownHead &known : m_known)
        if (!known.outside)
            inside = &known.head;
    if (inside && inside->size > size)
        return broken(size, fmt::format("the database has a head over {} leaves", inside->size), Result::CutTail);
    if (m_newest) {
        m_out.headAt = m_newest->at;
        m_out.headSize = m_newest->size;
        m_out.signedBy = toHex({reinterpret_cast<const char *>(m_newest->key.data()), m_newest->key.size()});
        const bool ours = !m_against.key || m_newest->key == *m_against.key;
        if (!ours || !signatureHolds(*m_newest, m_against.log))
            return broken(0,
                ours ? "the newest head's signature does not hold" : "the newest head is signed with another key",
                Result::HeadForged);
        if (m_newest->size > size)
            return broken(size, fmt::format("the newest head covers {} leaves", m_newest->size), Result::OlderThanHead);
    }
    if (size == 0)
        return true;
    if (!inside || inside->size != size)
        return broken(inside ? inside->size : 0, "the last leaves were never signed");
    if ((m_against.key && inside->key != *m_against.key) || !signatureHolds(*inside, m_against.log))
        return broken(
            m_newest ? m_newest->size : 0, "the newest head in the database is not signed with this log's key");
    return true;
}

bool Verifier::checkBreak()
{
    const bool trusted = m_newest && m_against.key;
    m_out.result = trusted || (m_tree.size() == 0 && !m_newest) ? Result::Sound : Result::SoundWithoutTrustedHead;
    const std::optional<HistoryBreak> jump = m_against.heads->lastBreak();
    if (!jump)
        return true;
    const auto detail = [&](const char *name) {
        const auto found = m_restore ? m_restore->details.find(name) : std::map<std::string, std::string>::iterator();
        return m_restore && found != m_restore->details.end() ? found->second : std::string();
    };
    if (!signatureHolds(*jump, m_against.log))
        return broken(
            jump->to.size - 1, "the break in the heads file is not signed with this log's key", Result::HeadForged);
    const bool pruned = jump->to.size <= m_pruned;
    if (!pruned
        && (!m_restore || m_restore->index + 1 != jump->to.size
            || detail("fromSize") != std::to_string(jump->fromSize)))
        return broken(jump->to.size - 1, "the heads file tells of a restore that the log does not");
    m_out.detail = fmt::format("restored at leaf {} (the history given up had {} leaves): {}", jump->to.size - 1,
        jump->fromSize, m_restore ? m_restore->message : std::string());
    return true;
}

absl::Status Verifier::checkFile(const std::stop_token &stop)
{
    sqlite3_progress_handler(
        m_database.handle(), 100'000,
        [](void *token) { return static_cast<int>(static_cast<const std::stop_token *>(token)->stop_requested()); },
        const_cast<std::stop_token *>(&stop));
    absl::Status status;
    {
        Statement query = m_database.statement("PRAGMA integrity_check(1)");
        const absl::StatusOr<bool> row = query.step();
        status = row.status();
        if (row.ok() && *row && query.text(0) != "ok") {
            m_out.result = Result::Unreadable;
            m_out.detail = fmt::format("{}: {}", m_database.file(), query.text(0));
        }
    }
    sqlite3_progress_handler(m_database.handle(), 0, nullptr, nullptr);
    return status;
}

} // namespace

absl::StatusOr<api::AuditVerification> verifyLog(Database &database, const VerifyAgainst &against,
    const std::function<void(std::uint64_t done, std::uint64_t of)> &progress, std::stop_token stop)
{
    const auto start = std::chrono::steady_clock::now();
    api::AuditVerification out;
    absl::Status status = against.heads->load();
    const bool headsRead = status.ok();
    status.Update(status.ok() ? prepareReader(database) : status);
    status.Update(status.ok() ? database.run("BEGIN") : status);
    if (status.ok()) {
        status = Verifier(database, against, out).run(progress, stop);
        database.run("COMMIT").IgnoreError();
    }
    if (absl::IsCancelled(status))
        return status;
    if (!status.ok()) {
        out.result = headsRead || !absl::IsDataLoss(status) ? Result::Unreadable : Result::HeadForged;
        out.detail = std::string(status.message());
        if (headsRead && absl::IsDataLoss(status))
            out.firstBad = out.checked;
    }
    out.took = std::chrono::steady_clock::now() - start;
    return out;
}

} // namespace binnacle::store
