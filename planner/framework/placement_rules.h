// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/pod.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::framework {

/// A policy's rule on where some pods may go: nodes whose labels match all of `nodes` are preferred, the only ones allowed, or
/// not allowed. Plain value.
struct PlacementRule {
    enum class Action : std::uint8_t { Prefer, Require, Forbid };
    std::string name; ///< letters, digits, '-', '_' and '.'; at most 63
    Action action = Action::Prefer;
    std::int32_t weight = 0; ///< 1..100, points of the score; 0 where the action is not Prefer
    std::vector<model::Requirement> nodes; ///< ANDed; at least one
    std::vector<std::string> namespaces; ///< none: pods of every namespace
    std::vector<model::Requirement> pods; ///< ANDed, over their labels, without Gt and Lt; none: every pod

    [[nodiscard]] bool concerns(const model::Pod &pod) const;
    friend bool operator==(const PlacementRule &, const PlacementRule &) = default;
};

inline constexpr std::size_t mostPlacementRules = 128;

/// Reads rules as a setting writes them, separated by '|', each in five parts separated by colons: name, action, nodes,
/// namespaces, pods: "gpu:require:pool in (a100,h100),!spot:ml,train:team=ml|cheap:prefer=50:spot::". Selectors are in the
/// words of kubectl's, as in parseNodeTerms. kInvalidArgument names the rule that is wrong.
[[nodiscard]] absl::StatusOr<std::vector<PlacementRule>> parsePlacementRules(std::string_view text);
/// What parsePlacementRules reads back as the same rules.
[[nodiscard]] std::string textOf(const std::vector<PlacementRule> &rules);
/// Requirements in the words of kubectl's selectors: "pool in (a100,h100),!spot".
[[nodiscard]] std::string textOf(const std::vector<model::Requirement> &requirements);

/// Two rules (or one, twice) that cannot both be meant: found where it follows from the selectors alone, whatever the cluster.
struct RuleConflict {
    enum class Kind : std::uint8_t {
        NoSuchNode, ///< no labels match the rule's nodes
        NoSuchPod, ///< no labels match the rule's pods
        RequiredIsForbidden, ///< all that `first` requires, `second` forbids, for some of the same pods
        RequiredApart, ///< no node has what both require, for some of the same pods
        PreferredIsForbidden, ///< all that `first` prefers, `second` forbids
    };
    Kind kind = Kind::NoSuchNode;
    std::size_t first = 0;
    std::size_t second = 0;
};
[[nodiscard]] std::optional<RuleConflict> conflictIn(const std::vector<PlacementRule> &rules);

} // namespace binnacle::framework
