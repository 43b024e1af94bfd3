// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace binnacle::store {

using Digest = std::array<std::uint8_t, 32>;

/// SHA-256 (FIPS 180-4) by OpenSSL. Thread-safe.
[[nodiscard]] Digest sha256(std::string_view bytes);
/// SHA-256 of a tag byte followed by the parts, without joining them first.
[[nodiscard]] Digest sha256Tagged(std::uint8_t tag, std::string_view first, std::string_view second = {});

[[nodiscard]] std::string_view bytesOf(const Digest &digest);
[[nodiscard]] std::optional<Digest> digestFromBytes(std::string_view bytes);

[[nodiscard]] std::string toHex(std::string_view bytes); ///< lower case
[[nodiscard]] inline std::string toHex(const Digest &digest) { return toHex(bytesOf(digest)); }
/// Exactly 2 × size lower-case digits, or nothing.
[[nodiscard]] bool fromHex(std::string_view hex, std::uint8_t *out, std::size_t size);
[[nodiscard]] std::optional<Digest> digestFromHex(std::string_view hex);

} // namespace binnacle::store
