// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/audit_record.h"
#include "backend/store/merkle.h"

#include <gtest/gtest.h>

namespace binnacle::store {
namespace {

std::vector<Digest> leavesUpTo(std::size_t count)
{
    std::vector<Digest> out;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(leafHash("record " + std::to_string(i)));
    return out;
}

/// The definition of RFC 6962, word for word.
Digest treeHash(const std::vector<Digest> &leaves, std::size_t begin, std::size_t count)
{
    if (count == 1)
        return leaves[begin];
    std::size_t k = 1;
    while (k * 2 < count)
        k *= 2;
    return nodeHash(treeHash(leaves, begin, k), treeHash(leaves, begin + k, count - k));
}

NodeReader readerOf(const std::vector<Digest> &leaves)
{
    return [&leaves](unsigned level, std::uint64_t index) -> absl::StatusOr<Digest> {
        const std::size_t count = std::size_t{1} << level;
        if ((index + 1) * count > leaves.size())
            return absl::DataLossError("not a stored node");
        return treeHash(leaves, index * count, count);
    };
}

TEST(Merkle, knownRootsOfCertificateTransparency)
{
    // The eight leaves and roots that RFC 6962 implementations test with.
    const auto bytes = [](std::initializer_list<int> list) { return std::string(list.begin(), list.end()); };
    const std::vector<std::string> inputs = {"", bytes({0}), bytes({0x10}), bytes({0x20, 0x21}), bytes({0x30, 0x31}),
        bytes({0x40, 0x41, 0x42, 0x43}), bytes({0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57}),
        bytes({0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f})};
    CompactTree tree;
    EXPECT_EQ(toHex(tree.root()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    tree.append(leafHash(inputs[0]));
    EXPECT_EQ(toHex(tree.root()), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
    for (std::size_t i = 1; i < inputs.size(); ++i)
        tree.append(leafHash(inputs[i]));
    EXPECT_EQ(toHex(tree.root()), "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
}

TEST(Merkle, compactTreeAgreesWithTheDefinitionAndWithItsStoredSelf)
{
    const std::vector<Digest> leaves = leavesUpTo(130);
    CompactTree tree;
    for (std::size_t size = 1; size <= leaves.size(); ++size) {
        tree.append(leaves[size - 1], [&](unsigned level, std::uint64_t index, const Digest &hash) {
            EXPECT_EQ(hash, treeHash(leaves, index << level, std::size_t{1} << level));
        });
        ASSERT_EQ(tree.root(), treeHash(leaves, 0, size)) << size;
        ASSERT_EQ(*rootAt(size, readerOf(leaves)), tree.root()) << size;
        ASSERT_EQ(CompactTree::load(size, readerOf(leaves))->root(), tree.root()) << size;
    }
}

TEST(Merkle, everyInclusionProofHoldsAndNoOther)
{
    const std::vector<Digest> leaves = leavesUpTo(40);
    for (std::size_t size = 1; size <= leaves.size(); ++size) {
        const Digest root = treeHash(leaves, 0, size);
        for (std::size_t index = 0; index < size; ++index) {
            std::vector<Digest> proof = *inclusionProof(index, size, readerOf(leaves));
            ASSERT_TRUE(verifyInclusion(leaves[index], index, size, proof, root)) << index << " of " << size;
            ASSERT_FALSE(verifyInclusion(leafHash("another"), index, size, proof, root));
            ASSERT_FALSE(size > 1 && verifyInclusion(leaves[index], (index + 1) % size, size, proof, root));
            if (!proof.empty()) {
                proof.back()[5] ^= 1;
                ASSERT_FALSE(verifyInclusion(leaves[index], index, size, proof, root));
                proof.pop_back();
                ASSERT_FALSE(verifyInclusion(leaves[index], index, size, proof, root));
            }
        }
    }
    EXPECT_EQ(inclusionProof(5, 5, readerOf(leaves)).status().code(), absl::StatusCode::kOutOfRange);
}

TEST(Merkle, everyConsistencyProofHoldsAndNoOther)
{
    const std::vector<Digest> leaves = leavesUpTo(40);
    for (std::size_t second = 1; second <= leaves.size(); ++second) {
        const Digest secondRoot = treeHash(leaves, 0, second);
        for (std::size_t first = 1; first <= second; ++first) {
            std::vector<Digest> proof = *consistencyProof(first, second, readerOf(leaves));
            Digest firstRoot = treeHash(leaves, 0, first);
            ASSERT_TRUE(verifyConsistency(first, second, firstRoot, secondRoot, proof)) << first << " in " << second;
            firstRoot[0] ^= 1;
            ASSERT_FALSE(verifyConsistency(first, second, firstRoot, secondRoot, proof));
            firstRoot[0] ^= 1;
            if (!proof.empty()) {
                proof.front()[31] ^= 1;
                ASSERT_FALSE(verifyConsistency(first, second, firstRoot, secondRoot, proof));
            }
        }
    }
    EXPECT_EQ(consistencyProof(0, 5, readerOf(leaves)).status().code(), absl::StatusCode::kOutOfRange);
    EXPECT_EQ(consistencyProof(6, 5, readerOf(leaves)).status().code(), absl::StatusCode::kOutOfRange);
}

TEST(Sha256, isTheOneOfFips180)
{
    EXPECT_EQ(toHex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digestFromHex(toHex(sha256("abc"))), sha256("abc"));
    EXPECT_FALSE(digestFromHex("BA7816").has_value());
}

} // namespace
} // namespace binnacle::store
