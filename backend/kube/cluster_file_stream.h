// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"
#include "backend/kube/yaml.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Splits a stream of JSON texts, each an object, into the elements of the top-level list `items` and the rest, holding
/// no more of it than one element. Finds where values end; whether they are valid is for a JsonReader to say. One thread.
class JsonListStream {
public:
    /// A value's text, with JsonReader::padding readable bytes behind it, until the next call.
    struct Slice {
        std::string_view text;
        Position start;
    };
    using SliceSink = std::function<absl::Status(const Slice &)>;

    JsonListStream(std::string_view source, ByteSource bytes, std::size_t itemBytes);

    /// Reads the next text of the stream: elements of `items` go to `item` as they come; `header` then gets the text with
    /// the elements left out. False at the end of the stream.
    [[nodiscard]] absl::StatusOr<bool> next(const SliceSink &item, const SliceSink &header);

private:
    absl::StatusOr<bool> refill();
    absl::StatusOr<char> peek(); ///< next byte that is no white space; 0 at the end
    absl::Status expect(char wanted);
    absl::StatusOr<Slice> value(); ///< moves behind it
    absl::Status member(const SliceSink &item);
    absl::Status elements(const SliceSink &item);
    void advance(std::size_t count, bool keep);
    [[nodiscard]] absl::Status malformed(std::string_view what) const;

    std::string m_source;
    ByteSource m_bytes;
    std::size_t m_itemBytes;
    std::vector<char> m_buffer;
    std::size_t m_filled = 0;
    std::size_t m_at = 0;
    Position m_position{1, 1}; ///< of m_at
    std::string m_header;
    Position m_headerStart;
};

} // namespace binnacle::kube
