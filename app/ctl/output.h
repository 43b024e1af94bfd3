// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::ctl {

using Json = nlohmann::ordered_json;

enum class Format { Table, Json, Yaml };

/// Columns of text, aligned by display width; numbers right. Cells are untrusted: control characters become '?'.
class Table {
public:
    struct Column {
        std::string title;
        bool right = false;
    };
    explicit Table(std::vector<Column> columns) : m_columns(std::move(columns)) { }
    void add(std::vector<std::string> cells);
    void print(std::ostream &out) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// Untrusted text made safe for a terminal: control characters (escape sequences among them) become '?'.
[[nodiscard]] std::string printable(std::string_view text);
/// Block-style YAML of a JSON value; every string is double-quoted, so that no text changes its type.
void printYaml(const Json &value, std::ostream &out);
/// JSON with two spaces, or YAML.
void print(const Json &value, Format format, std::ostream &out);

} // namespace binnacle::ctl
