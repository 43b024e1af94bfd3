// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"

#include <memory>
#include <string_view>

namespace binnacle::kube {

/// Reads JSON texts (RFC 8259) into Documents, keeping its buffers between calls. Strict: one object or list, nothing
/// after it, no key twice, valid UTF-8. One thread at a time.
class JsonReader {
public:
    JsonReader();
    ~JsonReader();
    JsonReader(const JsonReader &) = delete;
    JsonReader &operator=(const JsonReader &) = delete;

    /// Bytes that must be readable after a text handed to parsePadded().
    static constexpr std::size_t padding = 64;

    /// `start` is where the text stands in its source. Copies the text to pad it.
    [[nodiscard]] absl::StatusOr<Document> parse(
        std::string_view source, std::string_view text, const DocumentLimits &limits, Position start = {1, 1});
    /// The same without a copy: `padding` bytes of any content must follow the text.
    [[nodiscard]] absl::StatusOr<Document> parsePadded(
        std::string_view source, std::string_view text, const DocumentLimits &limits, Position start);

private:
    struct Engine;
    std::unique_ptr<Engine> m_engine;
};

} // namespace binnacle::kube
