// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace binnacle::base {

/// A 128-bit fingerprint of a value, the same on every machine and in every run. For equality of snapshots, requests
/// and signatures; not a defence against forgery (the audit log's SHA-256 is). Adding fingerprints is commutative,
/// so that a snapshot's fingerprint is kept by adding and subtracting those of its nodes.
struct Fingerprint {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend bool operator==(const Fingerprint &, const Fingerprint &) = default;
    Fingerprint &operator+=(const Fingerprint &other);
    Fingerprint &operator-=(const Fingerprint &other);
    [[nodiscard]] std::string hex() const; ///< 32 lower-case digits
};

/// Builds a fingerprint from typed fields in order; each field is length- or type-delimited, so that no two
/// sequences of fields share an encoding.
class FingerprintBuilder {
public:
    FingerprintBuilder &add(std::string_view text);
    FingerprintBuilder &add(std::int64_t value);
    FingerprintBuilder &add(const Fingerprint &value);
    [[nodiscard]] Fingerprint finish() const;

private:
    void mix(std::uint64_t word);

    std::uint64_t m_a = 0x6a09e667f3bcc908ULL;
    std::uint64_t m_b = 0xbb67ae8584caa73bULL;
    std::uint64_t m_count = 0;
};

} // namespace binnacle::base
