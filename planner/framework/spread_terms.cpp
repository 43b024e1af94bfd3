// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/spread_terms.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace binnacle::framework {

namespace {

using model::SpreadConstraint;

constexpr std::size_t mostTerms = 64;
constexpr std::size_t longestLabel = 317; // with its prefix

bool isLabel(std::string_view text)
{
    return !text.empty() && text.size() <= longestLabel && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
    });
}

std::optional<SpreadConstraint> readTerm(std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::size_t colon = text.find(':');
    if (equals == std::string_view::npos || colon == std::string_view::npos || colon < equals
        || !isLabel(text.substr(0, equals))) {
        return std::nullopt;
    }
    SpreadConstraint out;
    out.topologyKey = base::Symbol(text.substr(0, equals));
    const std::string_view skew = text.substr(equals + 1, colon - equals - 1);
    const auto [end, error] = std::from_chars(skew.data(), skew.data() + skew.size(), out.maxSkew);
    const std::string_view when = text.substr(colon + 1);
    out.filters = when == "DoNotSchedule";
    if (error != std::errc() || end != skew.data() + skew.size() || out.maxSkew < 1
        || (!out.filters && when != "ScheduleAnyway")) {
        return std::nullopt;
    }
    return out;
}

} // namespace

absl::StatusOr<std::vector<SpreadConstraint>> parseSpreadTerms(std::string_view text)
{
    std::vector<SpreadConstraint> out;
    for (bool more = !text.empty(); more;) {
        const std::size_t comma = text.find(',');
        const std::string_view item = text.substr(0, comma);
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : text.size());
        std::optional<SpreadConstraint> term = readTerm(item);
        if (!term) {
            return absl::InvalidArgumentError("no spread constraint: " + std::string(item.substr(0, 64)));
        }
        const bool twice = std::any_of(out.begin(), out.end(), [&](const SpreadConstraint &known) {
            return known.topologyKey == term->topologyKey && known.filters == term->filters;
        });
        if (twice || out.size() == mostTerms) {
            return absl::InvalidArgumentError(
                (twice ? "twice the same: " : "too many, from ") + std::string(item.substr(0, 64)));
        }
        out.push_back(*std::move(term));
    }
    return out;
}

} // namespace binnacle::framework
