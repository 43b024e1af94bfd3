// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/snapshot_archive.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace binnacle::store {

namespace {

constexpr std::size_t kMaxEntries = 200'000;
constexpr std::size_t kMaxEntryBytes = 1U << 20;
constexpr std::size_t kMaxName = 4096;
constexpr std::int64_t kWholeEach = 64;

// A manifest body is a row of items: '+' or '-', the name's length as two bytes (big endian), the name, and for '+' the digest.
void addItem(std::string &body, char sign, std::string_view name, const Digest *digest)
{
    body.push_back(sign);
    body.push_back(static_cast<char>(name.size() >> 8));
    body.push_back(static_cast<char>(name.size() & 0xff));
    body += name;
    if (digest)
        body += bytesOf(*digest);
}

/// Calls item(sign, name, digest) for each; false when the body is not well formed.
template <typename Item> bool readItems(std::string_view body, Item item)
{
    while (!body.empty()) {
        if (body.size() < 3 || (body[0] != '+' && body[0] != '-'))
            return false;
        const std::size_t name =
            static_cast<std::size_t>(static_cast<std::uint8_t>(body[1])) * 256 + static_cast<std::uint8_t>(body[2]);
        const std::size_t length = 3 + name + (body[0] == '+' ? sizeof(Digest) : 0);
        if (body.size() < length)
            return false;
        const std::optional<Digest> digest =
            digestFromBytes(body.substr(3 + name, body[0] == '+' ? sizeof(Digest) : 0));
        item(body[0], body.substr(3, name), digest.value_or(Digest{}));
        body.remove_prefix(length);
    }
    return true;
}

template <typename Entries> std::string wholeBody(const Entries &entries)
{
    std::string body;
    body.reserve(entries.size() * 64);
    for (const auto &entry : entries)
        addItem(body, '+', entry.name, &entry.digest);
    return body;
}

absl::Status damaged(const Database &database, const Digest &digest)
{
    return absl::DataLossError(fmt::format("{}: what is kept as {} has been altered", database.file(), toHex(digest)));
}

absl::Status tooLong(std::string_view entry)
{
    return absl::OutOfRangeError(fmt::format("snapshot entry {} is longer than {} bytes", entry, kMaxEntryBytes));
}

struct StoredManifest {
    std::optional<std::int64_t> base;
    std::string body;
};

absl::StatusOr<StoredManifest> loadManifest(Database &database, std::int64_t id)
{
    Statement query = database.statement("SELECT base, body FROM manifests WHERE id=?1");
    const absl::StatusOr<bool> row = query.bind(id).step();
    if (!row.ok())
        return row.status();
    if (!*row)
        return absl::DataLossError(fmt::format("{}: manifest {} is missing", database.file(), id));
    return StoredManifest{query.isNull(0) ? std::nullopt : std::optional(query.integer(0)), std::string(query.text(1))};
}

} // namespace

absl::StatusOr<std::vector<SnapshotArchive::Known>> SnapshotArchive::digestEntries(
    const ReplayInput &input, std::uint64_t leaf)
{
    std::vector<Known> out;
    out.reserve(input.entries.size());
    auto old = m_last.begin();
    for (std::size_t i = 0; i < input.entries.size(); ++i) {
        const SnapshotEntry &entry = input.entries[i];
        if (entry.name.empty() || entry.name.size() > kMaxName || (i > 0 && entry.name <= input.entries[i - 1].name))
            return absl::InvalidArgumentError("snapshot entries must have names in rising order");
        while (old != m_last.end() && old->name < entry.name)
            ++old;
        const bool same =
            old != m_last.end() && old->name == entry.name && entry.identity && old->identity == entry.identity;
        if (same) {
            out.push_back(*old);
            continue;
        }
        const std::string bytes = input.encode(i);
        if (bytes.size() > kMaxEntryBytes) {
            m_tooLong = entry;
            return tooLong(entry.name);
        }
        const absl::StatusOr<Digest> digest = putBlob(bytes, leaf);
        if (!digest.ok())
            return digest.status();
        out.push_back({entry.name, entry.identity, *digest});
    }
    return out;
}

/// What was too long is likely so in the next snapshot too: it is looked at before anything is encoded and written.
bool SnapshotArchive::stillTooLong(const ReplayInput &input)
{
    if (m_tooLong.name.empty())
        return false;
    const auto found = std::lower_bound(input.entries.begin(), input.entries.end(), m_tooLong.name,
        [](const SnapshotEntry &entry, const std::string &name) { return entry.name < name; });
    if (found != input.entries.end() && found->name == m_tooLong.name) {
        if (found->identity && found->identity == m_tooLong.identity)
            return true;
        m_tooLong.identity = found->identity;
        if (input.encode(static_cast<std::size_t>(found - input.entries.begin())).size() > kMaxEntryBytes)
            return true;
    }
    m_tooLong = {};
    return false;
}

absl::StatusOr<Digest> SnapshotArchive::putSnapshot(const ReplayInput &input, std::uint64_t leaf)
{
    if (input.entries.size() > kMaxEntries)
        return absl::OutOfRangeError(fmt::format("a snapshot of more than {} entries", kMaxEntries));
    if (stillTooLong(input))
        return tooLong(m_tooLong.name);
    absl::StatusOr<std::vector<Known>> entries = digestEntries(input, leaf);
    if (!entries.ok())
        return entries.status();
    const Digest digest = sha256(wholeBody(*entries));
    if (m_lastId != 0 && digest == m_lastDigest) {
        m_last = std::move(*entries); // the same content under new identities
        absl::Status seen = m_database.statement("UPDATE manifests SET last=?2 WHERE id=?1")
                                .bind(m_lastId)
                                .bind(static_cast<std::int64_t>(leaf))
                                .run();
        return seen.ok() ? absl::StatusOr<Digest>(digest) : seen;
    }
    if (absl::Status put = putManifest(digest, *entries, leaf); !put.ok())
        return put;
    m_last = std::move(*entries);
    m_lastDigest = digest;
    return digest;
}

absl::Status SnapshotArchive::putManifest(const Digest &digest, const std::vector<Known> &entries, std::uint64_t leaf)
{
    {
        Statement seen = m_database.statement("UPDATE manifests SET last=?2 WHERE digest=?1 RETURNING id, depth");
        const absl::StatusOr<bool> row = seen.bindBlob(bytesOf(digest)).bind(static_cast<std::int64_t>(leaf)).step();
        if (!row.ok())
            return row.status();
        if (*row) {
            m_lastId = seen.integer(0);
            m_lastDepth = seen.integer(1);
            return seen.run();
        }
    }
    const bool whole = m_lastId == 0 || m_lastDepth + 1 >= kWholeEach;
    std::string body;
    if (whole) {
        body = wholeBody(entries);
    } else {
        auto old = m_last.begin();
        for (const Known &entry : entries) {
            for (; old != m_last.end() && old->name < entry.name; ++old)
                addItem(body, '-', old->name, nullptr);
            const bool same = old != m_last.end() && old->name == entry.name && old->digest == entry.digest;
            if (!same)
                addItem(body, '+', entry.name, &entry.digest);
            if (old != m_last.end() && old->name == entry.name)
                ++old;
        }
        for (; old != m_last.end(); ++old)
            addItem(body, '-', old->name, nullptr);
    }
    const std::int64_t depth = whole ? 0 : m_lastDepth + 1;
    Statement insert = m_database.statement(
        "INSERT INTO manifests(digest, base, depth, body, last) VALUES(?1, ?2, ?3, ?4, ?5) RETURNING id");
    insert.bindBlob(bytesOf(digest));
    if (whole)
        insert.bindNull();
    else
        insert.bind(m_lastId);
    const absl::StatusOr<bool> row = insert.bind(depth).bindBlob(body).bind(static_cast<std::int64_t>(leaf)).step();
    if (!row.ok())
        return row.status();
    m_lastId = insert.integer(0);
    m_lastDepth = depth;
    return insert.run();
}

absl::StatusOr<Digest> SnapshotArchive::putBlob(std::string_view bytes, std::uint64_t leaf)
{
    const Digest digest = sha256(bytes);
    absl::Status put =
        m_database
            .statement("INSERT INTO blobs VALUES(?1, ?2, ?3) ON CONFLICT(digest) DO UPDATE SET last=excluded.last")
            .bindBlob(bytesOf(digest))
            .bindBlob(bytes)
            .bind(static_cast<std::int64_t>(leaf))
            .run();
    if (!put.ok())
        return put;
    return digest;
}

void SnapshotArchive::forget()
{
    m_last.clear();
    m_lastId = 0;
    m_lastDepth = 0;
}

absl::StatusOr<NamedBlobs> SnapshotArchive::getSnapshot(Database &database, const Digest &manifest)
{
    std::int64_t id = 0;
    {
        Statement query = database.statement("SELECT id FROM manifests WHERE digest=?1");
        const absl::StatusOr<bool> row = query.bindBlob(bytesOf(manifest)).step();
        if (!row.ok())
            return row.status();
        if (!*row)
            return absl::NotFoundError(fmt::format("{}: no snapshot {}", database.file(), toHex(manifest)));
        id = query.integer(0);
    }
    std::vector<std::string> bodies; // newest first
    for (std::optional<std::int64_t> next = id; next;) {
        if (static_cast<std::int64_t>(bodies.size()) > kWholeEach)
            return damaged(database, manifest);
        absl::StatusOr<StoredManifest> stored = loadManifest(database, *next);
        if (!stored.ok())
            return stored.status();
        bodies.push_back(std::move(stored->body));
        next = stored->base;
    }
    std::map<std::string, Digest, std::less<>> entries;
    for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
        const bool wellFormed = readItems(*body, [&](char sign, std::string_view name, const Digest &digest) {
            if (sign == '+')
                entries.insert_or_assign(std::string(name), digest);
            else if (const auto gone = entries.find(name); gone != entries.end())
                entries.erase(gone);
        });
        if (!wellFormed)
            return damaged(database, manifest);
    }
    std::string whole;
    for (const auto &[name, digest] : entries)
        addItem(whole, '+', name, &digest);
    if (sha256(whole) != manifest)
        return damaged(database, manifest);
    NamedBlobs out;
    out.reserve(entries.size());
    for (const auto &[name, digest] : entries) {
        absl::StatusOr<std::string> blob = getBlob(database, digest);
        if (!blob.ok())
            return blob.status();
        out.emplace_back(name, std::move(*blob));
    }
    return out;
}

absl::StatusOr<std::string> SnapshotArchive::getBlob(Database &database, const Digest &digest)
{
    Statement query = database.statement("SELECT body FROM blobs WHERE digest=?1");
    const absl::StatusOr<bool> row = query.bindBlob(bytesOf(digest)).step();
    if (!row.ok())
        return row.status();
    if (!*row)
        return absl::NotFoundError(fmt::format("{}: nothing is kept as {}", database.file(), toHex(digest)));
    std::string body(query.text(0));
    if (sha256(body) != digest)
        return damaged(database, digest);
    return body;
}

absl::Status SnapshotArchive::prune(Database &database, std::uint64_t leaf)
{
    // A manifest that stays keeps the ones it builds on; a blob stays while a manifest or a leaf that stays names it.
    absl::Status status =
        database
            .statement(
                "WITH RECURSIVE needed(id) AS (SELECT id FROM manifests WHERE last >= ?1 UNION SELECT m.base FROM "
                "manifests m JOIN needed n ON m.id = n.id WHERE m.base IS NOT NULL) "
                "DELETE FROM manifests WHERE id NOT IN (SELECT id FROM needed)")
            .bind(static_cast<std::int64_t>(leaf))
            .run();
    if (!status.ok())
        return status;
    absl::flat_hash_set<Digest> used;
    {
        Statement all = database.statement("SELECT body FROM manifests");
        for (;;) {
            const absl::StatusOr<bool> row = all.step();
            if (!row.ok())
                return row.status();
            if (!*row)
                break;
            readItems(all.text(0), [&](char sign, std::string_view, const Digest &digest) {
                if (sign == '+')
                    used.insert(digest);
            });
        }
    }
    std::vector<std::int64_t> unused;
    {
        Statement old = database.statement("SELECT rowid, digest FROM blobs WHERE last < ?1");
        old.bind(static_cast<std::int64_t>(leaf));
        for (;;) {
            const absl::StatusOr<bool> row = old.step();
            if (!row.ok())
                return row.status();
            if (!*row)
                break;
            const std::optional<Digest> digest = digestFromBytes(old.text(1));
            if (!digest || !used.contains(*digest))
                unused.push_back(old.integer(0));
        }
    }
    for (const std::int64_t row : unused)
        if (absl::Status gone = database.statement("DELETE FROM blobs WHERE rowid=?1").bind(row).run(); !gone.ok())
            return gone;
    return absl::OkStatus();
}

} // namespace binnacle::store
