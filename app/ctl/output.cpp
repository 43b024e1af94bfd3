// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/output.h"

#include <algorithm>
#include <cstdint>

namespace binnacle::ctl {

namespace {

/// Code points; wide (CJK) ones count two.
std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) == 0x80U)
            continue;
        width += byte >= 0xE3 && byte <= 0xED ? 2 : 1;
    }
    return width;
}

void yamlScalar(const Json &value, std::ostream &out)
{
    out << value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void yamlBlock(const Json &value, std::ostream &out, int indent);

void yamlChild(const Json &value, std::ostream &out, int indent)
{
    if (value.is_structured() && !value.empty()) {
        out << '\n';
        yamlBlock(value, out, indent);
        return;
    }
    out << ' ';
    yamlScalar(value, out);
    out << '\n';
}

void yamlBlock(const Json &value, std::ostream &out, int indent)
{
    const std::string pad(static_cast<std::size_t>(indent), ' ');
    if (value.is_object()) {
        for (const auto &[key, child] : value.items()) {
            out << pad << Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) << ':';
            yamlChild(child, out, indent + 2);
        }
    } else {
        for (const Json &child : value) {
            out << pad << '-';
            yamlChild(child, out, indent + 2);
        }
    }
}

} // namespace

std::string printable(std::string_view text)
{
    std::string out(text);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto byte = static_cast<unsigned char>(out[i]);
        // C0, DEL, and C1 controls in UTF-8 (C2 80 … C2 9F).
        if (byte < 0x20 || byte == 0x7F)
            out[i] = '?';
        else if (byte == 0xC2 && i + 1 < out.size() && static_cast<unsigned char>(out[i + 1]) < 0xA0)
            out[i] = out[i + 1] = '?';
    }
    return out;
}

void Table::add(std::vector<std::string> cells)
{
    for (std::string &cell : cells)
        cell = printable(cell);
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

void Table::print(std::ostream &out) const
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
        std::size_t width = displayWidth(m_columns[c].title);
        for (const auto &row : m_rows)
            width = std::max(width, displayWidth(row[c]));
        widths.push_back(width);
    }
    const auto line = [&](const auto &cellOf) {
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
            const std::string &cell = cellOf(c);
            const std::string pad(widths[c] - displayWidth(cell), ' ');
            const bool last = c + 1 == m_columns.size();
            out << (m_columns[c].right ? pad + cell : last ? cell : cell + pad) << (last ? "\n" : "  ");
        }
    };
    line([&](std::size_t c) -> const std::string & { return m_columns[c].title; });
    for (const auto &row : m_rows)
        line([&](std::size_t c) -> const std::string & { return row[c]; });
}

void printYaml(const Json &value, std::ostream &out)
{
    if (value.is_structured() && !value.empty()) {
        yamlBlock(value, out, 0);
        return;
    }
    yamlScalar(value, out);
    out << '\n';
}

void print(const Json &value, Format format, std::ostream &out)
{
    if (format == Format::Yaml)
        printYaml(value, out);
    else
        out << value.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

} // namespace binnacle::ctl
