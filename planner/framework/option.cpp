// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/option.h"

#include "planner/framework/node_terms.h"
#include "planner/framework/spread_terms.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace binnacle::framework {

namespace {

constexpr std::size_t maxListLength = 64;

const Option *findOption(const std::vector<Option> &options, std::string_view name)
{
    const auto it = std::find_if(options.begin(), options.end(), [&](const Option &o) { return o.name == name; });
    return it == options.end() ? nullptr : &*it;
}

std::vector<std::string_view> listed(std::string_view text)
{
    std::vector<std::string_view> items;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        items.push_back(text.substr(0, comma));
        if (comma + 1 == text.size()) {
            items.emplace_back(); // a comma at the end begins an empty item
        }
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return items;
}

bool readInteger(std::string_view text, std::int64_t &out)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
}

/// "name=number"; false when it is not that.
bool readNumber(std::string_view text, NamedNumber &out)
{
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos || equals == 0) {
        return false;
    }
    out.name = text.substr(0, equals);
    return readInteger(text.substr(equals + 1), out.number);
}

bool numbersAreLegal(const Option &option, std::string_view text)
{
    const std::vector<std::string_view> items = listed(text);
    if (items.empty() || items.size() > maxListLength) {
        return false;
    }
    std::vector<std::string> names;
    std::int64_t before = -1;
    for (const std::string_view item : items) {
        NamedNumber read;
        if (!readNumber(item, read) || read.number < option.minimum || read.number > option.maximum) {
            return false;
        }
        if (std::find(names.begin(), names.end(), read.name) != names.end()) {
            return false;
        }
        names.push_back(read.name);
        if (option.kind == Option::Kind::Points) {
            std::int64_t x = 0;
            if (!readInteger(read.name, x) || x <= before || x > 100) {
                return false;
            }
            before = x;
        }
    }
    return true;
}

bool isLegal(const Option &option, std::string_view text)
{
    switch (option.kind) {
    case Option::Kind::Switch:
        return text == "true" || text == "false";
    case Option::Kind::Choice:
        return std::find(option.choices.begin(), option.choices.end(), text) != option.choices.end();
    case Option::Kind::Number: {
        std::int64_t number = 0;
        return readInteger(text, number) && number >= option.minimum && number <= option.maximum;
    }
    case Option::Kind::Names: {
        const std::vector<std::string_view> items = listed(text);
        return items.size() <= maxListLength && std::find(items.begin(), items.end(), "") == items.end();
    }
    case Option::Kind::NodeTerms:
    case Option::Kind::WeightedNodeTerms:
        return parseNodeTerms(text, option.kind == Option::Kind::WeightedNodeTerms).ok();
    case Option::Kind::SpreadTerms:
        return parseSpreadTerms(text).ok();
    case Option::Kind::PlacementRules:
        return parsePlacementRules(text).ok();
    case Option::Kind::Weights:
    case Option::Kind::Points:
        break;
    }
    return numbersAreLegal(option, text);
}

} // namespace

absl::Status OptionValues::check(const std::vector<Option> &options, const Settings &settings)
{
    for (const auto &[name, text] : settings) {
        const Option *option = findOption(options, name);
        if (!option) {
            return absl::InvalidArgumentError("unknown option " + name);
        }
        if (!isLegal(*option, text)) {
            return absl::InvalidArgumentError("illegal value of option " + name + ": " + text.substr(0, 256));
        }
    }
    return absl::OkStatus();
}

OptionValues::OptionValues(const std::vector<Option> &options, const Settings &settings)
    : m_options(options), m_settings(settings)
{
}

std::string_view OptionValues::text(std::string_view name) const
{
    if (const auto it = m_settings.find(name); it != m_settings.end()) {
        return it->second;
    }
    const Option *option = findOption(m_options, name);
    assert(option);
    return option->byDefault;
}

std::int64_t OptionValues::number(std::string_view name) const
{
    std::int64_t number = 0;
    [[maybe_unused]] const bool isOne = readInteger(text(name), number);
    assert(isOne);
    return number;
}

std::vector<std::string> OptionValues::names(std::string_view name) const
{
    const std::vector<std::string_view> items = listed(text(name));
    return {items.begin(), items.end()};
}

std::vector<NamedNumber> OptionValues::numbers(std::string_view name) const
{
    std::vector<NamedNumber> out;
    for (const std::string_view item : listed(text(name))) {
        NamedNumber read;
        if (readNumber(item, read)) {
            out.push_back(std::move(read));
        }
    }
    return out;
}

std::vector<model::PreferredNodeTerm> OptionValues::nodeTerms(std::string_view name) const
{
    const Option *option = findOption(m_options, name);
    assert(option);
    return parseNodeTerms(text(name), option->kind == Option::Kind::WeightedNodeTerms)
        .value_or(std::vector<model::PreferredNodeTerm>());
}

std::vector<model::SpreadConstraint> OptionValues::spreadTerms(std::string_view name) const
{
    return parseSpreadTerms(text(name)).value_or(std::vector<model::SpreadConstraint>());
}

std::vector<PlacementRule> OptionValues::placementRules(std::string_view name) const
{
    return parsePlacementRules(text(name)).value_or(std::vector<PlacementRule>());
}

} // namespace binnacle::framework
