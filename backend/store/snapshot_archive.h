// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/store/sha256.h"
#include "backend/store/sqlite.h"

#include <absl/container/flat_hash_map.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::store {

/// One entry of a snapshot to keep. Entries of equal, non-null identity have equal bytes, and are then neither encoded nor
/// hashed again (a snapshot shares its unchanged nodes with the one before).
struct SnapshotEntry {
    std::string name;
    std::shared_ptr<const void> identity;
};

/// What a replay needs: the entries of the snapshot, ordered by name without duplicates, the bytes of each on demand, and the pod.
struct ReplayInput {
    std::vector<SnapshotEntry> entries;
    std::function<std::string(std::size_t index)> encode; ///< called on the audit writer
    std::string pod; ///< empty: none
};

using NamedBlobs = std::vector<std::pair<std::string, std::string>>;

/// Snapshots by content, in the audit database: each distinct entry once, by its SHA-256, and for each snapshot a manifest
/// (names and digests) of which only the difference to the one before is stored, a whole one every 64. A snapshot is
/// named by the SHA-256 of its whole manifest, which the audit record holds, so that reading it back finds any change.
/// Writes join the transaction of their caller, who calls forget() after a roll-back. Not thread-safe: owned by the
/// audit writer. Limits: 1 MiB an entry, 200,000 entries; a snapshot past them is kOutOfRange, and nothing refers to what was
/// written of it.
class SnapshotArchive {
public:
    explicit SnapshotArchive(Database &database) : m_database(database) { }

    /// `leaf` is the audit leaf that refers to it; pruning goes by it.
    [[nodiscard]] absl::StatusOr<Digest> putSnapshot(const ReplayInput &input, std::uint64_t leaf);
    [[nodiscard]] absl::StatusOr<Digest> putBlob(std::string_view bytes, std::uint64_t leaf);
    void forget();

    /// kNotFound when pruned or never kept, kDataLoss when what is stored does not hash to its name.
    [[nodiscard]] static absl::StatusOr<NamedBlobs> getSnapshot(Database &database, const Digest &manifest);
    [[nodiscard]] static absl::StatusOr<std::string> getBlob(Database &database, const Digest &digest);

    /// Deletes what only leaves below `leaf` refer to. In the caller's transaction.
    [[nodiscard]] static absl::Status prune(Database &database, std::uint64_t leaf);

private:
    struct Known {
        std::string name;
        std::shared_ptr<const void> identity;
        Digest digest{};
    };
    [[nodiscard]] absl::StatusOr<std::vector<Known>> digestEntries(const ReplayInput &input, std::uint64_t leaf);
    [[nodiscard]] bool stillTooLong(const ReplayInput &input);
    [[nodiscard]] absl::Status putManifest(const Digest &digest, const std::vector<Known> &entries, std::uint64_t leaf);

    Database &m_database;
    std::vector<Known> m_last; ///< of the newest manifest; empty: none known
    Digest m_lastDigest{};
    std::int64_t m_lastId = 0;
    std::int64_t m_lastDepth = 0;
    SnapshotEntry m_tooLong; ///< the entry for which the last snapshot was refused
};

} // namespace binnacle::store
