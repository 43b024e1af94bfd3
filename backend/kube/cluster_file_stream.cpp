// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/cluster_file_stream.h"

#include "backend/kube/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace binnacle::kube {

namespace {

constexpr std::size_t windowBytes = std::size_t{1} << 20;

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Finds the end of one JSON value, over as many buffers as it takes.
class EndFinder {
public:
    /// Bytes of `text` that belong to the value; `done` says whether it ends there. Begins anew from the offset `from`.
    std::size_t scan(std::string_view text, std::size_t from)
    {
        const char *at = text.data() + from;
        const char *const end = text.data() + text.size();
        while (at < end) {
            if (m_inString) {
                at = skipString(at, end);
                if (m_inString) {
                    break;
                }
                if (m_depth == 0) {
                    return ended(at + 1, text);
                }
            } else if (m_depth == 0 && endsScalar(*at)) {
                return ended(at, text);
            } else if (*at == '"') {
                m_inString = true;
            } else if (*at == '{' || *at == '[') {
                ++m_depth;
            } else if ((*at == '}' || *at == ']') && --m_depth == 0) {
                return ended(at + 1, text);
            }
            ++at;
        }
        return text.size();
    }
    bool done = false;

private:
    std::size_t ended(const char *at, std::string_view text)
    {
        done = true;
        return static_cast<std::size_t>(at - text.data());
    }
    static bool endsScalar(char c) { return c == ',' || c == ':' || c == '}' || c == ']' || isSpace(c); }

    /// The closing quote; the end while there is none yet.
    const char *skipString(const char *at, const char *end)
    {
        for (; at < end; ++at) {
            if (m_escaped) {
                m_escaped = false;
            } else if (*at == '\\') {
                m_escaped = true;
            } else if (*at == '"') {
                m_inString = false;
                break;
            }
        }
        return at;
    }

    std::size_t m_depth = 0;
    bool m_inString = false;
    bool m_escaped = false;
};

} // namespace

JsonListStream::JsonListStream(std::string_view source, ByteSource bytes, std::size_t itemBytes)
    : m_source(source), m_bytes(std::move(bytes)), m_itemBytes(itemBytes)
{
    m_buffer.resize(windowBytes + JsonReader::padding);
}

absl::Status JsonListStream::malformed(std::string_view what) const
{
    return errorAt(m_source, m_position, fmt::format("no valid JSON: {}", what));
}

absl::StatusOr<bool> JsonListStream::refill()
{
    if (m_at > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_at, m_filled - m_at);
        m_filled -= m_at;
        m_at = 0;
    }
    if (m_buffer.size() - JsonReader::padding - m_filled < windowBytes / 2) {
        m_buffer.resize(m_buffer.size() * 2);
    }
    auto got = m_bytes(m_buffer.data() + m_filled, m_buffer.size() - JsonReader::padding - m_filled);
    if (!got.ok()) {
        return got.status();
    }
    m_filled += *got;
    return *got > 0;
}

void JsonListStream::advance(std::size_t count, bool keep)
{
    const std::string_view passed(m_buffer.data() + m_at, count);
    if (keep) {
        m_header.append(passed);
    }
    m_position.line += static_cast<std::uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
    const std::size_t newline = passed.rfind('\n');
    m_position.column = newline == std::string_view::npos ? m_position.column + static_cast<std::uint32_t>(count)
                                                          : static_cast<std::uint32_t>(count - newline);
    m_at += count;
}

absl::StatusOr<char> JsonListStream::peek()
{
    for (;;) {
        std::size_t count = 0;
        while (m_at + count < m_filled && isSpace(m_buffer[m_at + count])) {
            ++count;
        }
        advance(count, true);
        if (m_at < m_filled) {
            return m_buffer[m_at];
        }
        auto more = refill();
        if (!more.ok()) {
            return more.status();
        }
        if (!*more) {
            return '\0';
        }
    }
}

absl::Status JsonListStream::expect(char wanted)
{
    auto next = peek();
    if (!next.ok()) {
        return next.status();
    }
    if (*next != wanted) {
        return malformed(*next == '\0' ? fmt::format("it ends where '{}' belongs", wanted)
                                       : fmt::format("'{}' belongs here", wanted));
    }
    advance(1, true);
    return absl::OkStatus();
}

absl::StatusOr<JsonListStream::Slice> JsonListStream::value()
{
    if (auto first = peek(); !first.ok()) {
        return first.status();
    }
    EndFinder finder;
    std::size_t scanned = 0;
    for (;;) {
        scanned = finder.scan({m_buffer.data() + m_at, m_filled - m_at}, scanned);
        if (scanned > m_itemBytes) {
            return limitError(m_source, m_position, "itemBytes", m_itemBytes);
        }
        if (finder.done) {
            break;
        }
        auto more = refill();
        if (!more.ok()) {
            return more.status();
        }
        if (!*more) {
            return malformed("it ends within a value");
        }
    }
    if (scanned == 0) {
        return malformed("a value belongs here");
    }
    const Slice slice{{m_buffer.data() + m_at, scanned}, m_position};
    advance(scanned, false);
    return slice;
}

absl::Status JsonListStream::elements(const SliceSink &item)
{
    if (auto status = expect('['); !status.ok()) {
        return status;
    }
    for (bool first = true;; first = false) {
        auto next = peek();
        if (!next.ok()) {
            return next.status();
        }
        if (*next == ']' && first) {
            return expect(']');
        }
        auto element = value();
        if (!element.ok()) {
            return element.status();
        }
        if (auto status = item(*element); !status.ok()) {
            return status;
        }
        next = peek();
        if (!next.ok()) {
            return next.status();
        }
        if (*next == ']') {
            return expect(']');
        }
        // Nothing of the elements is kept in the header, not even their commas.
        if (*next != ',') {
            return malformed("',' or ']' belongs here");
        }
        advance(1, false);
    }
}

absl::Status JsonListStream::member(const SliceSink &item)
{
    auto key = peek();
    if (!key.ok()) {
        return key.status();
    }
    if (*key != '"') {
        return malformed("a key in quotes belongs here");
    }
    auto name = value();
    if (!name.ok()) {
        return name.status();
    }
    const bool isItems = name->text == "\"items\"";
    m_header.append(name->text);
    if (auto status = expect(':'); !status.ok()) {
        return status;
    }
    auto next = peek();
    if (!next.ok()) {
        return next.status();
    }
    if (isItems && *next == '[') {
        return elements(item);
    }
    auto rest = value();
    if (rest.ok()) {
        m_header.append(rest->text);
    }
    if (m_header.size() > m_itemBytes) {
        return limitError(m_source, m_position, "itemBytes", m_itemBytes);
    }
    return rest.status();
}

absl::StatusOr<bool> JsonListStream::next(const SliceSink &item, const SliceSink &header)
{
    auto first = peek();
    if (!first.ok()) {
        return first.status();
    }
    if (*first == '\0' && m_at == m_filled) {
        return false;
    }
    m_header.clear();
    m_headerStart = m_position;
    if (auto status = expect('{'); !status.ok()) {
        return status;
    }
    for (bool open = true; open;) {
        auto next = peek();
        if (!next.ok()) {
            return next.status();
        }
        if (*next != '}') {
            if (auto status = member(item); !status.ok()) {
                return status;
            }
            next = peek();
            if (!next.ok()) {
                return next.status();
            }
        }
        open = *next == ',';
        if (auto status = expect(open ? ',' : '}'); !status.ok()) {
            return status;
        }
    }
    const std::size_t size = m_header.size();
    m_header.append(JsonReader::padding, ' ');
    if (auto status = header({std::string_view(m_header).substr(0, size), m_headerStart}); !status.ok()) {
        return status;
    }
    return true;
}

} // namespace binnacle::kube
