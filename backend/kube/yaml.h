// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Takes the items of a list one by one, in order; an error ends the reading and is passed on.
using ItemSink = std::function<absl::Status(const Document &item)>;
/// Fills a buffer with the next bytes of a text; 0 at its end.
using ByteSource = std::function<absl::StatusOr<std::size_t>(char *buffer, std::size_t size)>;

/// Composes Documents from the events of libyaml, within limits that hold for each document (or list item) by itself.
/// Plain scalars are typed as kubectl types them (YAML 1.1 booleans such as `yes` included), so that what is refused here
/// is refused there. Refused besides malformed text: keys that occur twice or are no scalars, merge keys (`<<`), unknown
/// tags, aliases of an enclosing node, and aliases whose expansion exceeds limits.expandedNodes. One thread at a time.
class YamlComposer {
public:
    YamlComposer(std::string_view source, ByteSource bytes, const DocumentLimits &limits);
    ~YamlComposer();
    YamlComposer(const YamlComposer &) = delete;
    YamlComposer &operator=(const YamlComposer &) = delete;

    /// Moves to the next document of the stream; false at its end.
    [[nodiscard]] absl::StatusOr<bool> next();
    /// The document next() moved to.
    [[nodiscard]] absl::StatusOr<Document> compose();
    /// The same, but where its root is a mapping with a list under `items`, hands those to `sink` one by one and keeps none
    /// of them: what is returned is the rest of the mapping.
    [[nodiscard]] absl::StatusOr<Document> composeList(const ItemSink &sink);

private:
    struct Engine;
    std::unique_ptr<Engine> m_engine;
};

/// All documents of a text that is YAML, or JSON where it opens with a brace. Empty documents are left out.
[[nodiscard]] absl::StatusOr<std::vector<Document>> parseDocuments(
    std::string_view source, std::string_view text, const DocumentLimits &limits = {});
/// The only document of such a text; kInvalidArgument when there are more. One without content has an absent root.
[[nodiscard]] absl::StatusOr<Document> parseDocument(
    std::string_view source, std::string_view text, const DocumentLimits &limits = {});

} // namespace binnacle::kube
