// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/schema.h"

#include <fmt/format.h>

#include <algorithm>

namespace binnacle::store {

namespace {

constexpr std::int64_t kApplicationId = 0x424e6c67; // "BNlg"

// leaves: one row a leaf; record is NULL once pruned. The columns beside hash and record repeat the record for searching, and
// verification compares them with it. decisions: one row a decision, its first leaf's fields and the latest of its
// life; `actor` is who decided: the proposer until somebody approved, denied or superseded it.
constexpr const char *kLayout = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE leaves(
  idx INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, decision TEXT NOT NULL, state INTEGER,
  hash BLOB NOT NULL, record BLOB);
CREATE INDEX leaves_decision ON leaves(decision, idx) WHERE decision <> '';
CREATE TABLE nodes(level INTEGER, idx INTEGER, hash BLOB NOT NULL, PRIMARY KEY(level, idx)) WITHOUT ROWID;
CREATE TABLE heads(
  size INTEGER PRIMARY KEY, root BLOB NOT NULL, at INTEGER NOT NULL, key BLOB NOT NULL, signature BLOB NOT NULL);
CREATE TABLE decisions(
  first INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, last INTEGER NOT NULL, state INTEGER NOT NULL, at INTEGER NOT NULL,
  actor TEXT NOT NULL, ns TEXT NOT NULL, pod TEXT NOT NULL, uid TEXT NOT NULL, node TEXT NOT NULL, confidence INTEGER,
  policy TEXT NOT NULL, model TEXT NOT NULL, snapshot TEXT NOT NULL, message TEXT NOT NULL);
CREATE INDEX decisions_state ON decisions(state, first);
CREATE INDEX decisions_facets ON decisions(at, state, actor, ns);
CREATE TABLE manifests(
  id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, base INTEGER, depth INTEGER NOT NULL, body BLOB NOT NULL,
  last INTEGER NOT NULL);
CREATE TABLE blobs(digest BLOB PRIMARY KEY, body BLOB NOT NULL, last INTEGER NOT NULL);
)sql";

absl::Status named(const absl::Status &status, const std::string &advice)
{
    if (status.ok() || !absl::IsDataLoss(status))
        return status;
    return absl::DataLossError(fmt::format("{}; {}", messageOf(status), advice));
}

constexpr const char *kDamaged = "the audit database is damaged: restore it from a backup (binnaclectl store restore)";

absl::Status checkVersion(Database &database, std::int64_t version)
{
    const absl::StatusOr<std::int64_t> application = database.integer("PRAGMA application_id");
    if (!application.ok())
        return named(application.status(), kDamaged);
    if (*application != kApplicationId)
        return absl::FailedPreconditionError(fmt::format(
            "{}: a database of another application; move it away or choose another directory", database.file()));
    if (version > kSchemaVersion)
        return absl::FailedPreconditionError(
            fmt::format("{}: written by a newer version (layout {}, this version knows {}); update Binnacle",
                database.file(), version, kSchemaVersion));
    return absl::OkStatus();
}

absl::Status create(Database &database, const std::string &cluster)
{
    absl::Status status = database.run("BEGIN IMMEDIATE");
    status.Update(database.run(kLayout));
    if (status.ok())
        status.Update(
            database
                .statement(
                    "INSERT INTO meta VALUES('cluster', ?1), ('pruned', 0), ('retainDays', 0), ('retainBytes', 0)")
                .bind(std::string_view(cluster))
                .run());
    status.Update(database.run(
        fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId, kSchemaVersion).c_str()));
    status.Update(status.ok() ? database.run("COMMIT") : status);
    if (!status.ok() && database.inTransaction())
        database.run("ROLLBACK").IgnoreError();
    return status;
}

} // namespace

absl::Status prepareWriter(Database &database, const std::string &cluster)
{
    absl::Status pragmas = database.run(
        "PRAGMA auto_vacuum=INCREMENTAL; PRAGMA cell_size_check=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA journal_size_limit=4194304; PRAGMA cache_size=-16384; PRAGMA mmap_size=0");
    if (!pragmas.ok())
        return named(pragmas, kDamaged);
    const absl::StatusOr<std::int64_t> version = database.integer("PRAGMA user_version");
    const absl::StatusOr<std::int64_t> tables = database.integer("SELECT count(*) FROM sqlite_schema");
    if (!version.ok() || !tables.ok())
        return named(version.ok() ? tables.status() : version.status(), kDamaged);
    if (*version == 0 && *tables == 0)
        return create(database, cluster);
    if (absl::Status known = checkVersion(database, *version); !known.ok())
        return known;
    const absl::StatusOr<std::string> owner = metaText(database, "cluster");
    if (!owner.ok())
        return named(owner.status(), kDamaged);
    if (*owner != cluster)
        return absl::FailedPreconditionError(
            fmt::format("{}: the audit log of another cluster, {}", database.file(), *owner));
    return absl::OkStatus();
}

absl::Status prepareReader(Database &database)
{
    if (absl::Status pragmas =
            database.run("PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA cache_size=-16384");
        !pragmas.ok())
        return named(pragmas, kDamaged);
    const absl::StatusOr<std::int64_t> version = database.integer("PRAGMA user_version");
    const absl::StatusOr<std::int64_t> tables = database.integer("SELECT count(*) FROM sqlite_schema");
    if (!version.ok() || !tables.ok())
        return named(version.ok() ? tables.status() : version.status(), kDamaged);
    if (*version == 0 && *tables == 0)
        return absl::NotFoundError(fmt::format("{}: no audit log yet", database.file()));
    return checkVersion(database, *version);
}

absl::StatusOr<std::string> metaText(Database &database, std::string_view key)
{
    Statement query = database.statement("SELECT value FROM meta WHERE key=?1");
    const absl::StatusOr<bool> row = query.bind(key).step();
    if (!row.ok())
        return row.status();
    if (!*row)
        return absl::DataLossError(fmt::format("{}: {} is missing in meta; {}", database.file(), key, kDamaged));
    return std::string(query.text(0));
}

absl::StatusOr<std::int64_t> metaNumber(Database &database, std::string_view key)
{
    Statement query = database.statement("SELECT value FROM meta WHERE key=?1");
    const absl::StatusOr<bool> row = query.bind(key).step();
    if (!row.ok())
        return row.status();
    if (!*row)
        return absl::DataLossError(fmt::format("{}: {} is missing in meta; {}", database.file(), key, kDamaged));
    return query.integer(0);
}

absl::Status setMeta(Database &database, std::string_view key, std::int64_t value)
{
    return database.statement("UPDATE meta SET value=?2 WHERE key=?1").bind(key).bind(value).run();
}

NodeReader nodesOf(Database &database)
{
    return [&database](unsigned level, std::uint64_t index) -> absl::StatusOr<Digest> {
        Statement query = level == 0 ? database.statement("SELECT hash FROM leaves WHERE idx=?1")
                                     : database.statement("SELECT hash FROM nodes WHERE idx=?1 AND level=?2");
        query.bind(static_cast<std::int64_t>(index));
        if (level != 0)
            query.bind(static_cast<std::int64_t>(level));
        const absl::StatusOr<bool> row = query.step();
        if (!row.ok())
            return row.status();
        const std::optional<Digest> digest = *row ? digestFromBytes(query.text(0)) : std::nullopt;
        if (!digest)
            return absl::DataLossError(
                fmt::format("{}: hash {} of level {} is missing", database.file(), index, level));
        return *digest;
    };
}

absl::StatusOr<std::optional<TreeHead>> newestHead(Database &database)
{
    Statement query = database.statement("SELECT size, root, at, key, signature FROM heads ORDER BY size DESC LIMIT 1");
    const absl::StatusOr<bool> row = query.step();
    if (!row.ok())
        return row.status();
    if (!*row)
        return std::optional<TreeHead>();
    const std::optional<Digest> root = digestFromBytes(query.text(1));
    if (!root || query.text(3).size() != sizeof(PublicKey) || query.text(4).size() != sizeof(Signature))
        return absl::DataLossError(fmt::format("{}: the newest tree head is damaged", database.file()));
    TreeHead head{
        static_cast<std::uint64_t>(query.integer(0)), *root, base::TimePoint(base::Duration(query.integer(2))), {}, {}};
    std::copy_n(query.text(3).begin(), head.key.size(), head.key.begin());
    std::copy_n(query.text(4).begin(), head.signature.size(), head.signature.begin());
    return std::optional(head);
}

} // namespace binnacle::store
