// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/audit_query.h"

#include "backend/store/merkle.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace binnacle::store {

namespace {

constexpr std::size_t kMaxPage = 1000;
constexpr std::int64_t kBuckets = 60;

using Argument = std::variant<std::int64_t, std::string>;

/// The conditions of a filter, joined by AND, with their arguments in order.
struct Conditions {
    std::string sql = "1";
    std::vector<Argument> arguments;

    void add(std::string_view condition, Argument argument)
    {
        sql += fmt::format(" AND {}", condition);
        arguments.push_back(std::move(argument));
    }
    template <typename Values, typename Convert>
    void addList(std::string_view column, const Values &values, Convert convert)
    {
        if (values.empty())
            return;
        sql += fmt::format(" AND {} IN (", column);
        for (std::size_t i = 0; i < values.size(); ++i) {
            sql += i == 0 ? "?" : ",?";
            arguments.push_back(convert(values[i]));
        }
        sql += ")";
    }
    void bindTo(Statement &statement) const
    {
        for (const Argument &argument : arguments) {
            if (const auto *number = std::get_if<std::int64_t>(&argument))
                statement.bind(*number);
            else
                statement.bind(std::string_view(std::get<std::string>(argument)));
        }
    }
};

/// A LIKE pattern that finds the text anywhere, its wildcards taken literally.
std::string containing(std::string_view text)
{
    std::string out = "%";
    for (const char c : asUtf8(text)) {
        if (c == '%' || c == '_' || c == '\\')
            out.push_back('\\');
        out.push_back(c);
    }
    return out + "%";
}

Conditions conditionsOf(const api::AuditFilter &filter)
{
    Conditions out;
    if (filter.from)
        out.add("at >= ?", filter.from->time_since_epoch().count());
    if (filter.to)
        out.add("at < ?", filter.to->time_since_epoch().count());
    if (!filter.pod.empty())
        out.add("pod LIKE ? ESCAPE '\\'", containing(filter.pod));
    if (!filter.node.empty())
        out.add("node LIKE ? ESCAPE '\\'", containing(filter.node));
    if (!filter.text.empty())
        out.add("(id || ' ' || pod || ' ' || uid || ' ' || node || ' ' || actor || ' ' || message || ' ' || policy || "
                "' ' || model || ' ' "
                "|| snapshot) LIKE ? ESCAPE '\\'",
            containing(filter.text));
    out.addList(
        "state", filter.states, [](api::DecisionState state) { return Argument(static_cast<std::int64_t>(state)); });
    out.addList("actor", filter.actors, [](const std::string &actor) { return Argument(asUtf8(actor)); });
    out.addList("ns", filter.namespaces, [](const std::string &ns) { return Argument(asUtf8(ns)); });
    if (filter.minConfidence)
        out.add("confidence >= ?", toMillionths(*filter.minConfidence));
    if (filter.maxConfidence)
        out.add("confidence <= ?", toMillionths(*filter.maxConfidence));
    return out;
}

absl::StatusOr<api::AuditEntry> entryAt(const Statement &row, const Database &database)
{
    // Columns: idx, hash, record.
    const std::optional<Digest> hash = digestFromBytes(row.text(1));
    absl::StatusOr<AuditRecord> record = decodeCanonical(row.text(2));
    if (!record.ok() || !hash)
        return absl::DataLossError(fmt::format("{}: leaf {} cannot be read ({}); verify the log", database.file(),
            row.integer(0), messageOf(record.status())));
    record->index = static_cast<std::uint64_t>(row.integer(0));
    return entryOf(*record, *hash);
}

absl::Status loadLife(Database &database, api::AuditDecision &out, const std::string &id)
{
    Statement query =
        database.statement("SELECT idx, hash, record FROM leaves WHERE decision=?1 AND decision <> '' ORDER BY idx");
    query.bind(std::string_view(id));
    for (bool first = true;; first = false) {
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok())
            return row.status();
        if (!*row)
            return first ? absl::NotFoundError(fmt::format("{}: no decision {}", database.file(), id))
                         : absl::OkStatus();
        absl::StatusOr<api::AuditEntry> entry = entryAt(query, database);
        if (!entry.ok())
            return entry.status();
        if (entry->state)
            out.state = *entry->state;
        if (first) {
            out.canonical = std::string(query.text(2));
            out.decision = std::move(*entry);
        } else {
            out.life.push_back(std::move(*entry));
        }
    }
}

absl::StatusOr<std::vector<api::AuditDecision>> loadAll(Database &database, Statement &ids)
{
    std::vector<api::AuditDecision> out;
    for (;;) {
        const absl::StatusOr<bool> row = ids.step();
        if (!row.ok())
            return row.status();
        if (!*row)
            return out;
        if (absl::Status loaded = loadLife(database, out.emplace_back(), std::string(ids.text(0))); !loaded.ok())
            return loaded;
    }
}

struct Span {
    std::int64_t start = 0;
    std::int64_t width = 1;
};

/// The filter's range, open ends closed by what matches, in equal buckets.
absl::StatusOr<Span> timelineOf(Database &database, const api::AuditFilter &filter, const Conditions &conditions)
{
    Statement query = database.prepare(fmt::format("SELECT min(at), max(at) FROM decisions WHERE {}", conditions.sql));
    conditions.bindTo(query);
    const absl::StatusOr<bool> row = query.step();
    if (!row.ok())
        return row.status();
    const std::int64_t start = filter.from ? filter.from->time_since_epoch().count() : query.integer(0);
    const std::int64_t last = filter.to ? filter.to->time_since_epoch().count() - 1 : query.integer(1);
    const auto length =
        static_cast<std::int64_t>(std::min(static_cast<__int128>(last) - start, static_cast<__int128>(INT64_MAX)));
    return Span{start, std::max<std::int64_t>(length, 0) / kBuckets + 1};
}

absl::Status count(
    Database &database, const api::AuditFilter &filter, const Conditions &conditions, api::AuditPage &page)
{
    const absl::StatusOr<Span> span = timelineOf(database, filter, conditions);
    if (!span.ok())
        return span.status();
    Statement query = database.prepare(fmt::format("SELECT state, actor, ns, (at - {}) / {} AS bucket, count(*) FROM "
                                                   "decisions WHERE {} GROUP BY state, actor, ns, bucket",
        span->start, span->width, conditions.sql));
    conditions.bindTo(query);
    std::vector<api::AuditPage::Bucket> timeline(static_cast<std::size_t>(kBuckets));
    for (std::int64_t i = 0; i < kBuckets; ++i)
        timeline[static_cast<std::size_t>(i)].start = base::TimePoint(base::Duration(span->start + i * span->width));
    for (;;) {
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok())
            return row.status();
        if (!*row)
            break;
        const auto state = static_cast<api::DecisionState>(query.integer(0));
        const auto number = static_cast<std::uint64_t>(query.integer(4));
        page.matching += number;
        page.byState[state] += number;
        page.byActor[std::string(query.text(1))] += number;
        page.byNamespace[std::string(query.text(2))] += number;
        const std::int64_t bucket = std::clamp<std::int64_t>(query.integer(3), 0, kBuckets - 1);
        timeline[static_cast<std::size_t>(bucket)].count[state] += number;
    }
    if (page.matching > 0)
        page.timeline = std::move(timeline);
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<api::AuditPage> queryDecisions(Database &database, const api::AuditFilter &filter)
{
    api::AuditPage page;
    const absl::StatusOr<std::uint64_t> leaves = leafCount(database);
    if (!leaves.ok())
        return leaves.status();
    page.leaves = *leaves;
    if (absl::Status counted = count(database, filter, conditionsOf(filter), page); !counted.ok())
        return counted;
    absl::StatusOr<std::vector<api::AuditDecision>> rows = queryRows(database, filter);
    if (!rows.ok())
        return rows.status();
    page.rows = *std::move(rows);
    return page;
}

absl::StatusOr<std::vector<api::AuditDecision>> queryRows(Database &database, const api::AuditFilter &filter)
{
    Conditions conditions = conditionsOf(filter);
    if (filter.beforeIndex)
        conditions.add("first < ?", static_cast<std::int64_t>(std::min<std::uint64_t>(*filter.beforeIndex, INT64_MAX)));
    // Without an index SQLite stays on the rows' own order: the newest matches come first and the limit ends the search.
    Statement ids =
        database.prepare(fmt::format("SELECT id FROM decisions NOT INDEXED WHERE {} ORDER BY first DESC LIMIT {}",
            conditions.sql, std::min(filter.limit, kMaxPage)));
    conditions.bindTo(ids);
    return loadAll(database, ids);
}

absl::StatusOr<std::uint64_t> countMatching(Database &database, const api::AuditFilter &filter)
{
    const Conditions conditions = conditionsOf(filter);
    Statement query = database.prepare(fmt::format("SELECT count(*) FROM decisions WHERE {}", conditions.sql));
    conditions.bindTo(query);
    const absl::StatusOr<bool> row = query.step();
    if (!row.ok())
        return row.status();
    return static_cast<std::uint64_t>(query.integer(0));
}

absl::StatusOr<std::vector<api::AuditDecision>> newestOfPods(
    Database &database, api::DecisionState state, absl::flat_hash_set<std::string> uids)
{
    std::vector<std::string> ids;
    Statement query = database.statement("SELECT uid, id FROM decisions WHERE state=?1 ORDER BY first DESC");
    query.bind(static_cast<std::int64_t>(state));
    while (!uids.empty()) {
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok())
            return row.status();
        if (!*row)
            break;
        if (const auto wanted = uids.find(std::string(query.text(0))); wanted != uids.end()) {
            uids.erase(wanted);
            ids.emplace_back(query.text(1));
        }
    }
    std::vector<api::AuditDecision> out;
    out.reserve(ids.size());
    for (const std::string &id : ids) {
        if (absl::Status loaded = loadLife(database, out.emplace_back(), id); !loaded.ok())
            return loaded;
    }
    return out;
}

absl::StatusOr<api::AuditDecision> loadDecision(Database &database, const std::string &id)
{
    api::AuditDecision out;
    if (absl::Status loaded = loadLife(database, out, id); !loaded.ok())
        return loaded;
    return out;
}

absl::StatusOr<std::vector<api::AuditDecision>> loadOpenDecisions(Database &database)
{
    // Proposed, Approved, Bound, Unknown.
    Statement ids = database.statement("SELECT id FROM decisions WHERE state IN (0, 1, 5, 7) ORDER BY first");
    return loadAll(database, ids);
}

absl::StatusOr<std::vector<api::AuditEntry>> loadLeaves(
    Database &database, std::optional<std::uint64_t> before, std::size_t limit)
{
    Statement query = database.statement(
        "SELECT idx, hash, record FROM leaves WHERE idx < ?1 AND record IS NOT NULL ORDER BY idx DESC LIMIT ?2");
    query.bind(static_cast<std::int64_t>(std::min<std::uint64_t>(before.value_or(INT64_MAX), INT64_MAX)))
        .bind(static_cast<std::int64_t>(std::min(limit, kMaxPage)));
    std::vector<api::AuditEntry> out;
    for (;;) {
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok())
            return row.status();
        if (!*row)
            return out;
        absl::StatusOr<api::AuditEntry> entry = entryAt(query, database);
        if (!entry.ok())
            return entry.status();
        out.push_back(*std::move(entry));
    }
}

absl::StatusOr<AuditRecord> loadRecord(Database &database, std::uint64_t index)
{
    Statement query = database.statement("SELECT record FROM leaves WHERE idx=?1");
    const absl::StatusOr<bool> row =
        query.bind(static_cast<std::int64_t>(std::min<std::uint64_t>(index, INT64_MAX))).step();
    if (!row.ok())
        return row.status();
    if (!*row || query.isNull(0))
        return absl::NotFoundError(
            fmt::format("{}: leaf {} {}", database.file(), index, *row ? "was pruned" : "does not exist"));
    absl::StatusOr<AuditRecord> record = decodeCanonical(query.text(0));
    if (!record.ok())
        return absl::Status(
            record.status().code(), fmt::format("{}: leaf {}: {}", database.file(), index, messageOf(record.status())));
    return record;
}

absl::StatusOr<std::uint64_t> leafCount(Database &database)
{
    const absl::StatusOr<std::int64_t> count = database.integer("SELECT coalesce(max(idx) + 1, 0) FROM leaves");
    if (!count.ok())
        return count.status();
    return static_cast<std::uint64_t>(*count);
}

} // namespace binnacle::store
