// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::plugins {

/// A semantic version (semver 2.0.0), as strictly read as the CEL function semver() of Kubernetes reads it: three numbers
/// without leading zeros, then perhaps pre-release and build. Ordered by precedence: build says nothing.
class Version {
public:
    /// Nothing for any other text.
    [[nodiscard]] static std::optional<Version> parse(std::string_view text);

    [[nodiscard]] std::uint64_t major() const { return m_major; }
    [[nodiscard]] std::uint64_t minor() const { return m_minor; }
    [[nodiscard]] std::uint64_t patch() const { return m_patch; }
    friend std::strong_ordering operator<=>(const Version &a, const Version &b);
    friend bool operator==(const Version &a, const Version &b) { return (a <=> b) == std::strong_ordering::equal; }

private:
    struct Identifier {
        bool numeric = false;
        std::uint64_t number = 0;
        std::string text;
    };
    static std::optional<Identifier> identifier(std::string_view text);

    std::uint64_t m_major = 0;
    std::uint64_t m_minor = 0;
    std::uint64_t m_patch = 0;
    std::vector<Identifier> m_preRelease;
};

} // namespace binnacle::plugins
