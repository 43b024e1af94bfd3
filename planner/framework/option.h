// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/placement_rules.h"
#include "planner/model/pod.h"

#include <absl/status/status.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::framework {

/// One setting of a plugin, explaining itself: what kind of text it takes, within which bounds, what holds when it is not
/// given, and in which unit it counts.
struct Option {
    enum class Kind : std::uint8_t {
        Switch, ///< "true" or "false"
        Choice, ///< one of `choices`
        Number, ///< a whole number within the bounds
        Names, ///< names, separated by commas; may be empty
        Weights, ///< "name=number,…", the numbers within the bounds
        Points, ///< "x=y,…": x rising within 0..100, y within the bounds
        NodeTerms, ///< node selector terms as parseNodeTerms reads them; may be empty
        WeightedNodeTerms, ///< the same with weights
        SpreadTerms, ///< spread constraints as parseSpreadTerms reads them; may be empty
        PlacementRules, ///< rules as parsePlacementRules reads them; may be empty
    };
    std::string_view name;
    Kind kind = Kind::Switch;
    std::string_view byDefault;
    std::vector<std::string_view> choices; ///< of a Choice
    std::int64_t minimum = 0; ///< of the numbers
    std::int64_t maximum = 0;
    std::string_view unit; ///< of the numbers; empty when they are plain counts
};

/// Settings that differ from the defaults, by option name; goes into the audit row as it is.
using Settings = std::map<std::string, std::string, std::less<>>;

/// A name with its number, as Weights and Points are read.
struct NamedNumber {
    std::string name;
    std::int64_t number = 0;
};

/// Reads the values of one plugin's options. Every getter takes the name of an option in `options`.
class OptionValues {
public:
    /// kInvalidArgument names the setting that no option has, or whose text is not of its kind or out of its bounds.
    [[nodiscard]] static absl::Status check(const std::vector<Option> &options, const Settings &settings);

    OptionValues(const std::vector<Option> &options, const Settings &settings);
    [[nodiscard]] bool isOn(std::string_view name) const { return text(name) == "true"; }
    [[nodiscard]] std::string_view text(std::string_view name) const;
    [[nodiscard]] std::int64_t number(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names(std::string_view name) const;
    [[nodiscard]] std::vector<NamedNumber> numbers(std::string_view name) const;
    [[nodiscard]] std::vector<model::PreferredNodeTerm> nodeTerms(std::string_view name) const;
    [[nodiscard]] std::vector<model::SpreadConstraint> spreadTerms(std::string_view name) const;
    [[nodiscard]] std::vector<PlacementRule> placementRules(std::string_view name) const;

private:
    const std::vector<Option> &m_options;
    const Settings &m_settings;
};

} // namespace binnacle::framework
