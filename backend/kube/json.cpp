// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstring>
#include <limits>
#include <string>

namespace binnacle::kube {

namespace {

namespace ondemand = simdjson::ondemand;

/// Turns places in a text into lines and columns; places must not go backwards.
class LineCursor {
public:
    LineCursor(std::string_view text, Position start)
        : m_begin(text.data()),
          m_end(text.data() + text.size()),
          m_at(text.data()),
          m_lineStart(text.data()),
          m_start(start)
    {
    }
    Position at(const char *place)
    {
        if (place < m_at || place > m_end) {
            place = m_at;
        }
        while (m_at < place) {
            const void *newline = std::memchr(m_at, '\n', static_cast<std::size_t>(place - m_at));
            if (newline == nullptr) {
                break;
            }
            m_at = static_cast<const char *>(newline) + 1;
            m_lineStart = m_at;
            ++m_lines;
        }
        m_at = place;
        const auto column = static_cast<std::uint32_t>(place - m_lineStart);
        return {m_start.line + m_lines, m_lines == 0 ? m_start.column + column : column + 1};
    }
    [[nodiscard]] const char *end() const { return m_end; }
    [[nodiscard]] const char *begin() const { return m_begin; }

private:
    const char *m_begin;
    const char *m_end;
    const char *m_at;
    const char *m_lineStart;
    Position m_start;
    std::uint32_t m_lines = 0;
};

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') {
        text.remove_suffix(1);
    }
    return text;
}

class Walk {
public:
    Walk(std::string_view source, std::string_view text, const DocumentLimits &limits, Position start)
        : m_source(source), m_cursor(text, start), m_builder(source, limits), m_last(start)
    {
    }

    absl::StatusOr<Document> run(ondemand::document &document)
    {
        ondemand::value root;
        if (bool scalar = false; document.is_scalar().get(scalar) == simdjson::SUCCESS && scalar) {
            return errorAt(m_source, m_last, "expected an object or a list, found a lone value");
        }
        if (const auto error = document.get_value().get(root); error != simdjson::SUCCESS) {
            return fault(error);
        }
        if (auto status = value(root); !status.ok()) {
            return status;
        }
        if (const auto place = document.current_location(); place.error() == simdjson::SUCCESS) {
            return errorAt(m_source, m_cursor.at(place.value_unsafe()), "something follows the end of the JSON text");
        }
        return m_builder.finish();
    }

    absl::Status fault(simdjson::error_code error)
    {
        if (error == simdjson::DEPTH_ERROR) {
            return limitError(m_source, m_last, "depth", 64);
        }
        return errorAt(m_source, m_last, fmt::format("no valid JSON: {}", simdjson::error_message(error)));
    }

private:
    absl::Status value(ondemand::value &value)
    {
        ondemand::json_type type{};
        if (const auto error = value.type().get(type); error != simdjson::SUCCESS) {
            return fault(error);
        }
        const std::string_view token = value.raw_json_token();
        m_last = m_cursor.at(token.data());
        switch (type) {
        case ondemand::json_type::object:
            return object(value);
        case ondemand::json_type::array:
            return array(value);
        case ondemand::json_type::string:
            return string(value);
        case ondemand::json_type::number:
            return number(value, trimmed(token));
        case ondemand::json_type::boolean: {
            bool truth = false;
            if (const auto error = value.get_bool().get(truth); error != simdjson::SUCCESS) {
                return fault(error);
            }
            return m_builder.boolean(truth, truth ? "true" : "false", m_last);
        }
        case ondemand::json_type::null:
            break;
        }
        bool isNull = false;
        if (const auto error = value.is_null().get(isNull); error != simdjson::SUCCESS || !isNull) {
            return fault(simdjson::N_ATOM_ERROR);
        }
        return m_builder.scalar(ValueKind::Null, {}, m_last, false);
    }

    absl::Status string(ondemand::value &value)
    {
        std::string_view text;
        if (const auto error = value.get_string().get(text); error != simdjson::SUCCESS) {
            return fault(error);
        }
        return m_builder.scalar(ValueKind::String, text, m_last, true);
    }

    absl::Status number(ondemand::value &value, std::string_view token)
    {
        ondemand::number number;
        if (const auto error = value.get_number().get(number); error != simdjson::SUCCESS) {
            return fault(error);
        }
        if (number.is_int64()) {
            return m_builder.integer(number.get_int64(), token, m_last);
        }
        const double approximate = number.is_uint64() ? static_cast<double>(number.get_uint64()) : number.get_double();
        return m_builder.number(approximate, token, m_last);
    }

    absl::Status array(ondemand::value &value)
    {
        if (auto status = m_builder.open(ValueKind::Sequence, m_last); !status.ok()) {
            return status;
        }
        ondemand::array array;
        if (const auto error = value.get_array().get(array); error != simdjson::SUCCESS) {
            return fault(error);
        }
        for (auto element : array) {
            ondemand::value item;
            // NOLINTNEXTLINE(performance-move-const-arg): get() is for rvalues
            if (const auto error = std::move(element).get(item); error != simdjson::SUCCESS) {
                return fault(error);
            }
            if (auto status = this->value(item); !status.ok()) {
                return status;
            }
        }
        return m_builder.close();
    }

    absl::Status object(ondemand::value &value)
    {
        if (auto status = m_builder.open(ValueKind::Mapping, m_last); !status.ok()) {
            return status;
        }
        ondemand::object object;
        if (const auto error = value.get_object().get(object); error != simdjson::SUCCESS) {
            return fault(error);
        }
        for (auto entry : object) {
            ondemand::field field;
            if (const auto error = std::move(entry).get(field); error != simdjson::SUCCESS) {
                return fault(error);
            }
            m_last = m_cursor.at(field.key().raw() - 1);
            std::string_view key;
            if (const auto error = field.unescaped_key().get(key); error != simdjson::SUCCESS) {
                return fault(error);
            }
            if (auto status = m_builder.scalar(ValueKind::String, key, m_last, true); !status.ok()) {
                return status;
            }
            if (auto status = this->value(field.value()); !status.ok()) {
                return status;
            }
        }
        return m_builder.close();
    }

    std::string_view m_source;
    LineCursor m_cursor;
    TreeBuilder m_builder;
    Position m_last;
};

} // namespace

struct JsonReader::Engine {
    ondemand::parser parser;
};

JsonReader::JsonReader() : m_engine(std::make_unique<Engine>()) { }
JsonReader::~JsonReader() = default;

absl::StatusOr<Document> JsonReader::parsePadded(
    std::string_view source, std::string_view text, const DocumentLimits &limits, Position start)
{
    static_assert(padding >= simdjson::SIMDJSON_PADDING);
    if (text.size() > limits.bytes) {
        return limitError(source, start, "bytes", limits.bytes);
    }
    Walk walk(source, text, limits, start);
    ondemand::document document;
    const simdjson::padded_string_view padded(text, text.size() + padding);
    if (const auto error = m_engine->parser.iterate(padded).get(document); error != simdjson::SUCCESS) {
        return errorAt(source, start, fmt::format("no valid JSON: {}", simdjson::error_message(error)));
    }
    return walk.run(document);
}

absl::StatusOr<Document> JsonReader::parse(
    std::string_view source, std::string_view text, const DocumentLimits &limits, Position start)
{
    if (text.size() > limits.bytes) {
        return limitError(source, start, "bytes", limits.bytes);
    }
    std::string padded;
    padded.reserve(text.size() + padding);
    padded.append(text);
    padded.append(padding, ' ');
    auto document = parsePadded(source, std::string_view(padded).substr(0, text.size()), limits, start);
    explicit_bzero(padded.data(), padded.size());
    return document;
}

} // namespace binnacle::kube
