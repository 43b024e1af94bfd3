// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/merkle.h"

#include <bit>
#include <utility>

namespace binnacle::store {

namespace {

/// Largest power of two smaller than n; n > 1.
std::uint64_t split(std::uint64_t n) { return std::bit_floor(n - 1); }

/// Hash of leaves [begin, begin + count), where begin is a multiple of the largest power of two within count.
absl::StatusOr<Digest> range(std::uint64_t begin, std::uint64_t count, const NodeReader &read)
{
    if (std::has_single_bit(count)) {
        const auto level = static_cast<unsigned>(std::countr_zero(count));
        return read(level, begin >> level);
    }
    const std::uint64_t k = split(count);
    auto left = range(begin, k, read);
    if (!left.ok())
        return left.status();
    auto right = range(begin + k, count - k, read);
    if (!right.ok())
        return right.status();
    return nodeHash(*left, *right);
}

absl::Status add(std::vector<Digest> &path, std::uint64_t begin, std::uint64_t count, const NodeReader &read)
{
    auto hash = range(begin, count, read);
    if (hash.ok())
        path.push_back(*hash);
    return hash.status();
}

} // namespace

Digest leafHash(std::string_view record) { return sha256Tagged(0, record); }

Digest nodeHash(const Digest &left, const Digest &right) { return sha256Tagged(1, bytesOf(left), bytesOf(right)); }

Digest emptyRoot() { return sha256({}); }

absl::StatusOr<Digest> rootAt(std::uint64_t size, const NodeReader &read)
{
    if (size == 0)
        return emptyRoot();
    return range(0, size, read);
}

absl::StatusOr<std::vector<Digest>> inclusionProof(std::uint64_t index, std::uint64_t size, const NodeReader &read)
{
    if (index >= size)
        return absl::OutOfRangeError("no such leaf in a tree of this size");
    // From the root down; the path is wanted from the leaf up.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> siblings;
    std::uint64_t begin = 0;
    for (std::uint64_t count = size; count > 1;) {
        const std::uint64_t k = split(count);
        if (index - begin < k) {
            siblings.emplace_back(begin + k, count - k);
            count = k;
        } else {
            siblings.emplace_back(begin, k);
            begin += k;
            count -= k;
        }
    }
    std::vector<Digest> path;
    for (auto it = siblings.rbegin(); it != siblings.rend(); ++it)
        if (absl::Status added = add(path, it->first, it->second, read); !added.ok())
            return added;
    return path;
}

absl::StatusOr<std::vector<Digest>> consistencyProof(std::uint64_t first, std::uint64_t second, const NodeReader &read)
{
    if (first == 0 || first > second)
        return absl::OutOfRangeError("a consistency proof needs 0 < first <= second");
    std::vector<std::pair<std::uint64_t, std::uint64_t>> siblings;
    std::uint64_t begin = 0;
    std::uint64_t count = second;
    bool whole = true; // the subtree in hand starts at the first leaf, so its old hash is known to the verifier
    while (first - begin != count) {
        const std::uint64_t k = split(count);
        if (first - begin <= k) {
            siblings.emplace_back(begin + k, count - k);
            count = k;
        } else {
            siblings.emplace_back(begin, k);
            begin += k;
            count -= k;
            whole = false;
        }
    }
    std::vector<Digest> path;
    if (!whole)
        siblings.emplace_back(begin, count);
    for (auto it = siblings.rbegin(); it != siblings.rend(); ++it)
        if (absl::Status added = add(path, it->first, it->second, read); !added.ok())
            return added;
    return path;
}

bool verifyInclusion(
    const Digest &leaf, std::uint64_t index, std::uint64_t size, const std::vector<Digest> &proof, const Digest &root)
{
    if (index >= size)
        return false;
    std::uint64_t node = index;
    std::uint64_t last = size - 1;
    Digest hash = leaf;
    for (const Digest &sibling : proof) {
        if (last == 0)
            return false;
        if ((node & 1) != 0 || node == last) {
            hash = nodeHash(sibling, hash);
            while ((node & 1) == 0 && node != 0) {
                node >>= 1;
                last >>= 1;
            }
        } else {
            hash = nodeHash(hash, sibling);
        }
        node >>= 1;
        last >>= 1;
    }
    return last == 0 && hash == root;
}

bool verifyConsistency(std::uint64_t first, std::uint64_t second, const Digest &firstRoot, const Digest &secondRoot,
    const std::vector<Digest> &proof)
{
    if (first == 0 || first > second)
        return false;
    if (first == second)
        return proof.empty() && firstRoot == secondRoot;
    std::uint64_t node = first - 1;
    std::uint64_t last = second - 1;
    while ((node & 1) != 0) {
        node >>= 1;
        last >>= 1;
    }
    std::size_t next = 0;
    if (!std::has_single_bit(first) && proof.empty())
        return false;
    const Digest start = std::has_single_bit(first) ? firstRoot : proof[next++];
    Digest oldHash = start;
    Digest newHash = start;
    for (; next < proof.size(); ++next) {
        if (last == 0)
            return false;
        if ((node & 1) != 0 || node == last) {
            oldHash = nodeHash(proof[next], oldHash);
            newHash = nodeHash(proof[next], newHash);
            while ((node & 1) == 0 && node != 0) {
                node >>= 1;
                last >>= 1;
            }
        } else {
            newHash = nodeHash(newHash, proof[next]);
        }
        node >>= 1;
        last >>= 1;
    }
    return last == 0 && oldHash == firstRoot && newHash == secondRoot;
}

absl::StatusOr<CompactTree> CompactTree::load(std::uint64_t size, const NodeReader &read)
{
    CompactTree tree;
    tree.m_size = size;
    std::uint64_t begin = 0;
    for (std::uint64_t rest = size; rest != 0;) {
        const std::uint64_t count = std::bit_floor(rest);
        auto hash = range(begin, count, read);
        if (!hash.ok())
            return hash.status();
        tree.m_edge.push_back(*hash);
        begin += count;
        rest -= count;
    }
    return tree;
}

void CompactTree::append(const Digest &leaf, const OnNode &onNode)
{
    Digest hash = leaf;
    for (unsigned level = 1; (m_size >> (level - 1)) & 1; ++level) {
        hash = nodeHash(m_edge.back(), hash);
        m_edge.pop_back();
        if (onNode)
            onNode(level, m_size >> level, hash);
    }
    m_edge.push_back(hash);
    ++m_size;
}

Digest CompactTree::root() const
{
    if (m_edge.empty())
        return emptyRoot();
    Digest hash = m_edge.back();
    for (auto it = m_edge.rbegin() + 1; it != m_edge.rend(); ++it)
        hash = nodeHash(*it, hash);
    return hash;
}

} // namespace binnacle::store
