// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/document.h"

#include "backend/kube/text.h"

#include <absl/cleanup/cleanup.h>
#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace binnacle::kube {

namespace {

constexpr std::size_t fewKeys = 16;
constexpr std::size_t chunkBytes = 16 * 1024;

} // namespace

absl::Status errorAt(std::string_view source, Position position, std::string_view what, absl::StatusCode code)
{
    std::string message(source);
    if (position.line > 0) {
        message += fmt::format("{}{}:{}", message.empty() ? "" : ":", position.line, position.column);
    }
    message += fmt::format("{}{}", message.empty() ? "" : ": ", what);
    absl::Status status(code, message);
    if (position.line > 0) {
        status.SetPayload(absl::string_view(positionPayload.data(), positionPayload.size()),
            absl::Cord(fmt::format("{}:{}", position.line, position.column)));
    }
    return status;
}

absl::Status limitError(std::string_view source, Position position, std::string_view limit, std::uint64_t allowed)
{
    absl::Status status = errorAt(source, position, fmt::format("more than the allowed {} {}", allowed, limit),
        absl::StatusCode::kResourceExhausted);
    status.SetPayload(absl::string_view(limitPayload.data(), limitPayload.size()),
        absl::Cord(absl::string_view(limit.data(), limit.size())));
    return status;
}

std::string_view kindName(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Absent:
        return "nothing";
    case ValueKind::Null:
        return "null";
    case ValueKind::Bool:
        return "a boolean";
    case ValueKind::Int:
        return "an integer";
    case ValueKind::Double:
        return "a number";
    case ValueKind::String:
        return "a string";
    case ValueKind::Sequence:
        return "a list";
    case ValueKind::Mapping:
        return "a mapping";
    }
    return "";
}

namespace detail {

Arena::~Arena()
{
    for (Chunk &chunk : m_chunks) {
        if (chunk.bytes) {
            explicit_bzero(chunk.bytes.get(), chunk.size);
        }
    }
}

std::string_view Arena::keep(std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    if (m_chunks.empty() || m_chunks.back().size - m_used < text.size()) {
        const std::size_t size = std::max(chunkBytes, text.size());
        m_chunks.push_back({std::unique_ptr<char[]>(new char[size]), size});
        m_used = 0;
    }
    char *at = m_chunks.back().bytes.get() + m_used;
    std::memcpy(at, text.data(), text.size());
    m_used += text.size();
    return {at, text.size()};
}

} // namespace detail

double Value::number() const
{
    if (kind() == ValueKind::Int) {
        return static_cast<double>(node().integer);
    }
    return kind() == ValueKind::Double ? node().number : 0.0;
}

std::size_t Value::size() const { return isSequence() || isMapping() ? node().count : 0; }

Value Value::operator[](std::string_view key) const
{
    if (!isMapping()) {
        return {};
    }
    for (const Entry entry : *this) {
        if (entry.key.text() == key) {
            return entry.value;
        }
    }
    return {};
}

Value::Iterator Value::begin() const
{
    if (!isSequence() && !isMapping()) {
        return {};
    }
    return {m_tree, node().first, isMapping()};
}

Value::Iterator Value::end() const { return {}; }

Entry Value::Iterator::operator*() const
{
    if (!pairs) {
        return {Value{}, Value{tree, at}};
    }
    return {Value{tree, at}, Value{tree, tree->nodes[at].next}};
}

Value::Iterator &Value::Iterator::operator++()
{
    at = tree->nodes[at].next;
    if (pairs) {
        at = tree->nodes[at].next;
    }
    return *this;
}

TreeBuilder::TreeBuilder(std::string_view source, const DocumentLimits &limits)
    : m_tree(std::make_unique<detail::Tree>()), m_limits(limits)
{
    m_tree->source = source;
}

absl::Status TreeBuilder::expand(std::size_t nodes, Position position)
{
    m_expanded += std::min(nodes, m_limits.expandedNodes + 1);
    if (m_expanded > m_limits.expandedNodes) {
        return limitError(m_tree->source, position, "expandedNodes", m_limits.expandedNodes);
    }
    return absl::OkStatus();
}

absl::Status TreeBuilder::takeKey(std::string_view key, ValueKind kind, Position position)
{
    Frame &frame = m_stack.back();
    if (kind == ValueKind::Sequence || kind == ValueKind::Mapping) {
        return errorAt(m_tree->source, position, "a key must be a string");
    }
    bool seen = false;
    if (frame.manyKeys.empty()) {
        seen = std::find(frame.keys.begin(), frame.keys.end(), key) != frame.keys.end();
        frame.keys.push_back(key);
        if (frame.keys.size() > fewKeys) {
            frame.manyKeys.insert(frame.keys.begin(), frame.keys.end());
        }
    } else {
        seen = !frame.manyKeys.insert(key).second;
    }
    if (seen) {
        return errorAt(m_tree->source, position, fmt::format("key \"{}\" occurs twice", firstBytes(key, 64)));
    }
    return absl::OkStatus();
}

absl::StatusOr<detail::Node *> TreeBuilder::append(ValueKind kind, std::string_view text, Position position)
{
    if (m_tree->nodes.size() >= m_limits.nodes) {
        return limitError(m_tree->source, position, "nodes", m_limits.nodes);
    }
    if (auto status = expand(1, position); !status.ok()) {
        return status;
    }
    const std::string_view kept = m_tree->arena.keep(text);
    if (expectsKey()) {
        if (auto status = takeKey(kept, kind, position); !status.ok()) {
            return status;
        }
    }
    const auto index = static_cast<std::uint32_t>(m_tree->nodes.size());
    detail::Node &node = m_tree->nodes.emplace_back();
    node.text = kept;
    node.kind = kind;
    node.position = position;
    if (!m_stack.empty()) {
        Frame &frame = m_stack.back();
        (frame.lastChild == 0 ? m_tree->nodes[frame.index].first : m_tree->nodes[frame.lastChild].next) = index;
        frame.lastChild = index;
        if (!frame.mapping || !frame.keyed) {
            ++m_tree->nodes[frame.index].count;
        }
    }
    return &m_tree->nodes[index];
}

void TreeBuilder::valueDone()
{
    if (!m_stack.empty() && m_stack.back().mapping) {
        m_stack.back().keyed = !m_stack.back().keyed;
    }
}

absl::Status TreeBuilder::scalar(ValueKind kind, std::string_view text, Position position, bool quoted)
{
    auto node = append(kind, text, position);
    if (node.ok()) {
        (*node)->quoted = quoted;
        valueDone();
    }
    return node.status();
}

absl::Status TreeBuilder::integer(std::int64_t value, std::string_view text, Position position)
{
    auto node = append(ValueKind::Int, text, position);
    if (node.ok()) {
        (*node)->integer = value;
        valueDone();
    }
    return node.status();
}

absl::Status TreeBuilder::number(double value, std::string_view text, Position position)
{
    auto node = append(ValueKind::Double, text, position);
    if (node.ok()) {
        (*node)->number = value;
        valueDone();
    }
    return node.status();
}

absl::Status TreeBuilder::boolean(bool value, std::string_view text, Position position)
{
    auto node = append(ValueKind::Bool, text, position);
    if (node.ok()) {
        (*node)->boolean = value;
        valueDone();
    }
    return node.status();
}

absl::Status TreeBuilder::open(ValueKind kind, Position position)
{
    if (m_stack.size() >= m_limits.depth) {
        return limitError(m_tree->source, position, "depth", m_limits.depth);
    }
    auto node = append(kind, {}, position);
    if (!node.ok()) {
        return node.status();
    }
    Frame frame;
    frame.index = lastIndex();
    frame.mapping = kind == ValueKind::Mapping;
    m_stack.push_back(std::move(frame));
    return absl::OkStatus();
}

absl::Status TreeBuilder::close()
{
    if (m_stack.empty() || m_stack.back().keyed) {
        return absl::InternalError("unbalanced document");
    }
    m_stack.pop_back();
    valueDone();
    return absl::OkStatus();
}

absl::Status TreeBuilder::alias(std::uint32_t target, std::size_t expandedNodes, Position position)
{
    if (expectsKey()) {
        return errorAt(m_tree->source, position, "a key must not be an alias");
    }
    if (auto status = expand(expandedNodes, position); !status.ok()) {
        return status;
    }
    auto node = append(ValueKind::Null, {}, position);
    if (!node.ok()) {
        return node.status();
    }
    (*node)->alias = true;
    (*node)->first = target;
    valueDone();
    return absl::OkStatus();
}

absl::StatusOr<std::string> readTextFile(const std::string &path, std::size_t maxBytes)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return absl::ErrnoToStatus(errno, path);
    }
    const absl::Cleanup closing = [fd] { ::close(fd); };
    struct stat facts { };
    if (::fstat(fd, &facts) != 0) {
        return absl::ErrnoToStatus(errno, path);
    }
    if (!S_ISREG(facts.st_mode)) {
        return errorAt(path, {}, "is not a regular file", absl::StatusCode::kFailedPrecondition);
    }
    if (facts.st_size < 0 || static_cast<std::uint64_t>(facts.st_size) > maxBytes) {
        return limitError(path, {}, "bytes", maxBytes);
    }
    std::string text(static_cast<std::size_t>(facts.st_size), '\0');
    std::size_t filled = 0;
    while (filled < text.size()) {
        const ssize_t got = ::read(fd, text.data() + filled, text.size() - filled);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return absl::ErrnoToStatus(errno, path);
        }
        if (got == 0) {
            break;
        }
        filled += static_cast<std::size_t>(got);
    }
    text.resize(filled);
    return text;
}

absl::StatusOr<std::string_view> checkEncoding(std::string_view source, std::string_view text)
{
    const auto starts = [text](std::string_view mark) { return text.substr(0, mark.size()) == mark; };
    using namespace std::string_view_literals;
    if (starts("\xff\xfe"sv) || starts("\xfe\xff"sv) || starts("\0\0\xfe\xff"sv)) {
        return errorAt(source, {1, 1}, "is UTF-16 or UTF-32 text; save it as UTF-8");
    }
    if (starts("\xef\xbb\xbf"sv)) {
        text.remove_prefix(3);
    }
    const void *zero = std::memchr(text.data(), 0, text.size());
    if (zero != nullptr) {
        const auto offset = static_cast<std::size_t>(static_cast<const char *>(zero) - text.data());
        if (offset < 4) {
            return errorAt(source, {1, 1}, "is UTF-16 or UTF-32 text; save it as UTF-8");
        }
        const auto before = text.substr(0, offset);
        const auto line = std::count(before.begin(), before.end(), '\n') + 1;
        const auto column = offset - (before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1) + 1;
        return errorAt(
            source, {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)}, "holds a zero byte");
    }
    return text;
}

} // namespace binnacle::kube
