// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/store/sha256.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace binnacle::store {

// The hash tree of RFC 6962 section 2.1: SHA-256, leaf prefix 0x00, node prefix 0x01, left subtrees perfect.
// Leaves are numbered from 0; a tree of size n holds leaves 0 … n-1.

[[nodiscard]] Digest leafHash(std::string_view record);
[[nodiscard]] Digest nodeHash(const Digest &left, const Digest &right);
[[nodiscard]] Digest emptyRoot();

/// Reads the hash of a stored perfect subtree: leaves [index << level, (index + 1) << level). Level 0 is a leaf's hash.
using NodeReader = std::function<absl::StatusOr<Digest>(unsigned level, std::uint64_t index)>;

/// Root of the first `size` leaves.
[[nodiscard]] absl::StatusOr<Digest> rootAt(std::uint64_t size, const NodeReader &read);
/// The path from a leaf to the root of the tree of `size` leaves; kOutOfRange unless index < size.
[[nodiscard]] absl::StatusOr<std::vector<Digest>> inclusionProof(
    std::uint64_t index, std::uint64_t size, const NodeReader &read);
/// Shows that the tree of `first` leaves is a prefix of the tree of `second`; kOutOfRange unless 0 < first <= second.
[[nodiscard]] absl::StatusOr<std::vector<Digest>> consistencyProof(
    std::uint64_t first, std::uint64_t second, const NodeReader &read);

// Checks as in RFC 9162 sections 2.1.3.2 and 2.1.4.2.
[[nodiscard]] bool verifyInclusion(
    const Digest &leaf, std::uint64_t index, std::uint64_t size, const std::vector<Digest> &proof, const Digest &root);
[[nodiscard]] bool verifyConsistency(std::uint64_t first, std::uint64_t second, const Digest &firstRoot,
    const Digest &secondRoot, const std::vector<Digest> &proof);

/// The right edge of a growing tree: one perfect subtree for each bit of the size, so that appending and the root cost
/// O(log n) hashes and no reads. Not thread-safe.
class CompactTree {
public:
    using OnNode = std::function<void(unsigned level, std::uint64_t index, const Digest &hash)>;

    /// The edge of a stored tree.
    [[nodiscard]] static absl::StatusOr<CompactTree> load(std::uint64_t size, const NodeReader &read);

    /// Calls onNode for every inner node that the leaf completes, lowest first.
    void append(const Digest &leaf, const OnNode &onNode = {});
    [[nodiscard]] Digest root() const;
    [[nodiscard]] std::uint64_t size() const { return m_size; }

private:
    std::uint64_t m_size = 0;
    std::vector<Digest> m_edge; ///< largest subtree first
};

} // namespace binnacle::store
