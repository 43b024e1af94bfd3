// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <absl/container/flat_hash_set.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Where something stands in a text: both count from 1, columns in bytes; 0 is "nowhere".
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend bool operator==(const Position &, const Position &) = default;
};

/// What a YAML or JSON text may cost. Exceeding one is kResourceExhausted with the limit's name as payload.
struct DocumentLimits {
    std::size_t bytes = std::size_t{4} << 20;
    std::uint32_t depth = 64;
    std::size_t nodes = 500'000; ///< keys and values written in one document
    std::size_t expandedNodes = 2'000'000; ///< the same with every alias followed
};

/// Payload of a Status from here: the name of the exceeded limit ("bytes", "depth", "nodes", "expandedNodes").
inline constexpr std::string_view limitPayload = "binnacle/limit";
/// Payload of a Status from here: "line:column".
inline constexpr std::string_view positionPayload = "binnacle/position";

/// `source:line:column: what` (without the numbers that are not known), with the position as payload.
[[nodiscard]] absl::Status errorAt(std::string_view source, Position position, std::string_view what,
    absl::StatusCode code = absl::StatusCode::kInvalidArgument);
[[nodiscard]] absl::Status limitError(
    std::string_view source, Position position, std::string_view limit, std::uint64_t allowed);

enum class ValueKind : std::uint8_t { Absent, Null, Bool, Int, Double, String, Sequence, Mapping };
[[nodiscard]] std::string_view kindName(ValueKind kind); ///< "a string", "a boolean", … for errors

namespace detail {
struct Node {
    std::string_view text; ///< scalars, in the arena
    union {
        std::int64_t integer = 0;
        double number;
        bool boolean;
    };
    std::uint32_t first = 0; ///< containers: first child; aliases: the target
    std::uint32_t next = 0; ///< next sibling, 0 for none (node 0 is the root, nobody's sibling)
    std::uint32_t count = 0; ///< sequences: elements; mappings: pairs
    Position position;
    ValueKind kind = ValueKind::Null;
    bool quoted = false;
    bool alias = false;
};
/// Bytes that live as long as the document and are wiped with it: documents may hold secrets.
class Arena {
public:
    Arena() = default;
    Arena(Arena &&) = default;
    Arena &operator=(Arena &&) = delete;
    ~Arena();
    std::string_view keep(std::string_view text);

private:
    struct Chunk {
        std::unique_ptr<char[]> bytes;
        std::size_t size = 0;
    };
    std::vector<Chunk> m_chunks;
    std::size_t m_used = 0;
};
struct Tree {
    std::string source;
    std::vector<Node> nodes;
    Arena arena;
};
} // namespace detail

/// A view of one value of a Document: cheap to copy, valid while the document lives, readable from any thread.
/// An absent value (no such key) answers like an empty one; every text is untrusted.
class Value {
public:
    Value() = default;

    [[nodiscard]] ValueKind kind() const { return m_tree == nullptr ? ValueKind::Absent : node().kind; }
    /// Neither absent nor null; Kubernetes treats those two alike.
    [[nodiscard]] explicit operator bool() const { return kind() > ValueKind::Null; }
    [[nodiscard]] bool isString() const { return kind() == ValueKind::String; }
    [[nodiscard]] bool isMapping() const { return kind() == ValueKind::Mapping; }
    [[nodiscard]] bool isSequence() const { return kind() == ValueKind::Sequence; }
    /// Whether a scalar was written in quotes (or as a block, or as a JSON string).
    [[nodiscard]] bool quoted() const { return m_tree != nullptr && node().quoted; }
    /// A scalar's text, unescaped; numbers and booleans as written. Empty for all else.
    [[nodiscard]] std::string_view text() const { return m_tree == nullptr ? std::string_view{} : node().text; }
    [[nodiscard]] bool boolean() const { return kind() == ValueKind::Bool && node().boolean; }
    [[nodiscard]] std::int64_t integer() const { return kind() == ValueKind::Int ? node().integer : 0; }
    [[nodiscard]] double number() const;
    /// Where it was written; for something reached through an alias, where the anchor stands.
    [[nodiscard]] Position position() const { return m_tree == nullptr ? Position{} : node().position; }
    [[nodiscard]] std::string_view source() const { return m_tree == nullptr ? std::string_view{} : m_tree->source; }

    /// Elements of a sequence or pairs of a mapping.
    [[nodiscard]] std::size_t size() const;
    /// The value under a key of a mapping; absent when there is none or when this is no mapping.
    [[nodiscard]] Value operator[](std::string_view key) const;

    struct Iterator;
    /// Over the elements of a sequence, or over the pairs of a mapping; nothing for other kinds.
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;

private:
    friend class Document;
    friend class TreeBuilder;
    Value(const detail::Tree *tree, std::uint32_t index) : m_tree(tree), m_index(index) { }
    [[nodiscard]] const detail::Node &node() const
    {
        const detail::Node *n = &m_tree->nodes[m_index];
        while (n->alias) {
            n = &m_tree->nodes[n->first];
        }
        return *n;
    }

    const detail::Tree *m_tree = nullptr;
    std::uint32_t m_index = 0;
};

/// One step over a container: `key` is absent in sequences.
struct Entry {
    Value key;
    Value value;
};

struct Value::Iterator {
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;

    const detail::Tree *tree = nullptr;
    std::uint32_t at = 0; ///< 0 at the end
    bool pairs = false;

    [[nodiscard]] Entry operator*() const;
    Iterator &operator++();
    friend bool operator==(const Iterator &a, const Iterator &b) { return a.at == b.at; }
};

/// An immutable tree of values with the places they were written at. Made by parseYaml and parseJson.
class Document {
public:
    Document() = default;
    explicit Document(std::unique_ptr<const detail::Tree> tree) : m_tree(std::move(tree)) { }
    [[nodiscard]] Value root() const
    {
        return m_tree == nullptr || m_tree->nodes.empty() ? Value{} : Value{m_tree.get(), 0};
    }

private:
    std::unique_ptr<const detail::Tree> m_tree;
};

/// Puts a tree together in the order of the text, within limits; refuses duplicate keys. Used by the two parsers.
/// Every call returns a Status to be passed on at once; after a fault the builder is of no further use.
class TreeBuilder {
public:
    TreeBuilder(std::string_view source, const DocumentLimits &limits);

    absl::Status scalar(ValueKind kind, std::string_view text, Position position, bool quoted);
    absl::Status integer(std::int64_t value, std::string_view text, Position position);
    absl::Status number(double value, std::string_view text, Position position);
    absl::Status boolean(bool value, std::string_view text, Position position);
    absl::Status open(ValueKind kind, Position position); ///< Sequence or Mapping
    absl::Status close();
    /// Stands for an earlier node, which must be complete; `expandedNodes` is what expanded() grew by while it was made.
    absl::Status alias(std::uint32_t target, std::size_t expandedNodes, Position position);
    /// Nodes so far, with every alias followed.
    [[nodiscard]] std::size_t expanded() const { return m_expanded; }
    [[nodiscard]] std::uint32_t lastIndex() const { return static_cast<std::uint32_t>(m_tree->nodes.size() - 1); }
    [[nodiscard]] bool complete() const { return m_stack.empty() && !m_tree->nodes.empty(); }
    /// Whether the next value is the key of a pair.
    [[nodiscard]] bool expectsKey() const
    {
        return !m_stack.empty() && m_stack.back().mapping && !m_stack.back().keyed;
    }
    [[nodiscard]] std::size_t depth() const { return m_stack.size(); }
    [[nodiscard]] Document finish() { return Document{std::move(m_tree)}; }

private:
    struct Frame {
        std::uint32_t index = 0;
        std::uint32_t lastChild = 0;
        std::vector<std::string_view> keys; ///< while they are few
        absl::flat_hash_set<std::string_view> manyKeys; ///< all of them from then on
        bool mapping = false;
        bool keyed = false; ///< a key waits for its value
    };
    absl::StatusOr<detail::Node *> append(ValueKind kind, std::string_view text, Position position);
    absl::Status takeKey(std::string_view key, ValueKind kind, Position position);
    void valueDone();
    absl::Status expand(std::size_t nodes, Position position);

    std::unique_ptr<detail::Tree> m_tree;
    DocumentLimits m_limits;
    std::vector<Frame> m_stack;
    std::size_t m_expanded = 0;
};

/// The whole text of a regular file of at most `maxBytes`. kNotFound, kPermissionDenied, kFailedPrecondition (no regular
/// file), kResourceExhausted; blocking, for a worker thread.
[[nodiscard]] absl::StatusOr<std::string> readTextFile(const std::string &path, std::size_t maxBytes);

/// kInvalidArgument for UTF-16 and UTF-32 texts (by their byte order mark or zero bytes) and for any other text with a zero
/// byte; the text without a UTF-8 byte order mark otherwise.
[[nodiscard]] absl::StatusOr<std::string_view> checkEncoding(std::string_view source, std::string_view text);

} // namespace binnacle::kube
