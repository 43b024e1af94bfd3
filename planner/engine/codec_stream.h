// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/symbol.h"
#include "planner/model/labels.h"
#include "planner/model/pod.h"

#include <absl/status/status.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The bytes beneath codec.h, and the values that several kinds of blobs hold: each is written and read in the same order.
namespace binnacle::engine::codec {

inline constexpr std::size_t longestText = 64 * 1024;
inline constexpr std::size_t longestList = 65536;
inline constexpr std::size_t largestBlob = 16 * 1024 * 1024;

/// Writes one blob, which begins with its kind and version.
class Writer {
public:
    explicit Writer(std::string_view magic) : m_bytes(magic) { }

    void number(std::uint64_t value)
    {
        while (value >= 0x80) {
            m_bytes.push_back(static_cast<char>(value | 0x80));
            value >>= 7;
        }
        m_bytes.push_back(static_cast<char>(value));
    }
    void value(std::int64_t value)
    {
        number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
    }
    void value(bool value) { number(value ? 1 : 0); }
    void value(std::string_view text)
    {
        number(text.size());
        m_bytes += text;
    }
    void value(const std::string &text) { value(std::string_view(text)); }
    void value(base::Symbol symbol) { value(symbol.text()); }
    template <typename T, typename Each> void list(const std::vector<T> &items, Each each)
    {
        number(items.size());
        for (const T &item : items) {
            each(item);
        }
    }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads what Writer wrote. After the first fault every value is empty, and fault() says where it was.
class Reader {
public:
    Reader(std::string_view bytes, std::string_view magic) : m_left(bytes), m_size(bytes.size())
    {
        if (bytes.size() > largestBlob) {
            fail("blob too large");
        } else if (!bytes.starts_with(magic)) {
            fail("not a blob of this kind and version");
        } else {
            m_left.remove_prefix(magic.size());
        }
    }

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (m_left.empty()) {
                return fail("cut short");
            }
            const auto byte = static_cast<unsigned char>(m_left.front());
            m_left.remove_prefix(1);
            if (shift == 63 && byte > 1) {
                return fail("number too large");
            }
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) {
                return byte == 0 && shift > 0 ? fail("number not in its shortest form") : value;
            }
        }
        return fail("number too long");
    }
    std::int64_t integer()
    {
        const std::uint64_t folded = number();
        return static_cast<std::int64_t>(folded >> 1) ^ -static_cast<std::int64_t>(folded & 1);
    }
    template <typename T> T bounded(std::int64_t minimum, std::int64_t maximum)
    {
        const std::int64_t value = integer();
        if (value < minimum || value > maximum) {
            fail("number out of range");
            return static_cast<T>(minimum);
        }
        return static_cast<T>(value);
    }
    bool flag()
    {
        const std::uint64_t value = number();
        return value > 1 ? fail("not a flag") != 0 : value == 1;
    }
    std::string text()
    {
        const std::uint64_t size = number();
        if (size > longestText || size > m_left.size()) {
            fail(size > longestText ? "text too long" : "cut short");
            return {};
        }
        std::string out(m_left.substr(0, size));
        m_left.remove_prefix(size);
        return out;
    }
    base::Symbol symbol() { return base::Symbol(text()); }
    template <typename T, typename Each> std::vector<T> list(Each each)
    {
        const std::uint64_t size = number();
        std::vector<T> items;
        // Every item takes a byte at least: a list cannot be longer than what is left.
        if (size > longestList || size > m_left.size()) {
            fail(size > longestList ? "list too long" : "cut short");
            return items;
        }
        for (std::uint64_t i = 0; i < size && m_fault.empty(); ++i) {
            items.push_back(each());
        }
        return items;
    }
    std::uint64_t fail(std::string_view what)
    {
        if (m_fault.empty()) {
            m_fault = std::string(what) + " at byte " + std::to_string(m_size - m_left.size());
        }
        m_left = {};
        return 0;
    }
    absl::Status finish()
    {
        if (!m_left.empty()) {
            fail("bytes left over");
        }
        return m_fault.empty() ? absl::OkStatus() : absl::InvalidArgumentError(m_fault);
    }

private:
    std::string_view m_left;
    std::size_t m_size;
    std::string m_fault;
};

inline void write(Writer &out, const std::vector<model::Labels::Entry> &entries)
{
    out.list(entries, [&](const model::Labels::Entry &entry) {
        out.value(entry.first);
        out.value(entry.second);
    });
}

inline std::vector<model::Labels::Entry> readEntries(Reader &in)
{
    return in.list<model::Labels::Entry>([&] {
        const base::Symbol key = in.symbol();
        return model::Labels::Entry{key, in.text()};
    });
}

inline void write(Writer &out, const std::vector<model::Requirement> &requirements)
{
    out.list(requirements, [&](const model::Requirement &requirement) {
        out.value(requirement.key);
        out.value(static_cast<std::int64_t>(requirement.op));
        out.list(requirement.values, [&](const std::string &value) { out.value(value); });
    });
}

inline std::vector<model::Requirement> readRequirements(Reader &in)
{
    return in.list<model::Requirement>([&] {
        model::Requirement requirement;
        requirement.key = in.symbol();
        requirement.op =
            in.bounded<model::Requirement::Operator>(0, static_cast<std::int64_t>(model::Requirement::Operator::Lt));
        requirement.values = in.list<std::string>([&] { return in.text(); });
        return requirement;
    });
}

inline void write(Writer &out, const model::LabelSelector &selector)
{
    out.value(selector.present);
    write(out, selector.requirements);
}

inline model::LabelSelector readSelector(Reader &in)
{
    model::LabelSelector selector;
    selector.present = in.flag();
    selector.requirements = readRequirements(in);
    return selector;
}

inline void write(Writer &out, const model::NodeSelectorTerm &term)
{
    write(out, term.matchExpressions);
    write(out, term.matchFields);
}

inline model::NodeSelectorTerm readTerm(Reader &in)
{
    model::NodeSelectorTerm term;
    term.matchExpressions = readRequirements(in);
    term.matchFields = readRequirements(in);
    return term;
}

} // namespace binnacle::engine::codec
