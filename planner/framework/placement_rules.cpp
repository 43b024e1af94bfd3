// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/placement_rules.h"

#include "planner/framework/node_terms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace binnacle::framework {

namespace {

using model::Requirement;
using Requirements = std::vector<Requirement>;

constexpr std::size_t longestName = 63;
constexpr std::size_t mostNamespaces = 64;

bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= longestName && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
            || c == '.';
    });
}

/// The parts between separators; always at least one.
std::vector<std::string_view> parts(std::string_view text, char separator)
{
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = std::min(text.find(separator), text.size());
        out.push_back(text.substr(0, end));
        if (end == text.size()) {
            return out;
        }
        text.remove_prefix(end + 1);
    }
}

bool isBound(const Requirement &requirement)
{
    return requirement.op == Requirement::Operator::Gt || requirement.op == Requirement::Operator::Lt;
}

absl::StatusOr<Requirements> readSelector(std::string_view text)
{
    absl::StatusOr<std::vector<model::PreferredNodeTerm>> terms = parseNodeTerms(text, false);
    if (!terms.ok()) {
        return terms.status();
    }
    if (terms->empty()) {
        return Requirements();
    }
    if (terms->size() > 1 || !terms->front().term.matchFields.empty()) {
        return absl::InvalidArgumentError("only labels, without alternatives");
    }
    return std::move(terms->front().term.matchExpressions);
}

bool readAction(std::string_view text, PlacementRule &rule)
{
    if (text == "require" || text == "forbid") {
        rule.action = text == "require" ? PlacementRule::Action::Require : PlacementRule::Action::Forbid;
        return true;
    }
    constexpr std::string_view prefer = "prefer=";
    if (!text.starts_with(prefer)) {
        return false;
    }
    text.remove_prefix(prefer.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rule.weight);
    return error == std::errc() && end == text.data() + text.size() && rule.weight >= 1 && rule.weight <= 100;
}

absl::StatusOr<PlacementRule> readRule(std::string_view text)
{
    const std::vector<std::string_view> fields = parts(text, ':');
    const auto fault = [&](std::string_view what) {
        return absl::InvalidArgumentError(
            "rule " + std::string(fields[0].substr(0, longestName)) + ": " + std::string(what));
    };
    PlacementRule rule;
    rule.name = fields[0];
    if (fields.size() != 5 || !isName(rule.name)) {
        return fault("not name:action:nodes:namespaces:pods");
    }
    if (!readAction(fields[1], rule)) {
        return fault("the action is require, forbid or prefer=1 to 100");
    }
    absl::StatusOr<Requirements> nodes = readSelector(fields[2]);
    absl::StatusOr<Requirements> pods = readSelector(fields[4]);
    if (!nodes.ok() || nodes->empty()) {
        return fault(nodes.ok() ? std::string("no nodes") : std::string(nodes.status().message()));
    }
    if (!pods.ok() || std::any_of(pods->begin(), pods->end(), isBound)) {
        return fault(pods.ok() ? std::string("pods by greater or less") : std::string(pods.status().message()));
    }
    rule.nodes = *std::move(nodes);
    rule.pods = *std::move(pods);
    if (!fields[3].empty()) {
        for (const std::string_view ns : parts(fields[3], ',')) {
            rule.namespaces.emplace_back(ns);
        }
    }
    if (rule.namespaces.size() > mostNamespaces
        || !std::all_of(rule.namespaces.begin(), rule.namespaces.end(), isName)) {
        return fault("not a list of namespaces");
    }
    return rule;
}

std::string valuesText(const std::vector<std::string> &values)
{
    std::string text = "(";
    for (const std::string &value : values) {
        text += (text.size() > 1 ? "," : "") + (value.empty() ? std::string("''") : value);
    }
    return text + ')';
}

std::string textOf(const Requirement &requirement)
{
    const std::string key(requirement.key.text());
    switch (requirement.op) {
    case Requirement::Operator::In:
        return requirement.values.size() == 1 ? key + '=' + requirement.values.front()
                                              : key + " in " + valuesText(requirement.values);
    case Requirement::Operator::NotIn:
        return requirement.values.size() == 1 ? key + "!=" + requirement.values.front()
                                              : key + " notin " + valuesText(requirement.values);
    case Requirement::Operator::Exists:
        return key;
    case Requirement::Operator::DoesNotExist:
        return '!' + key;
    case Requirement::Operator::Gt:
        return key + '>' + requirement.values.front();
    case Requirement::Operator::Lt:
        break;
    }
    return key + '<' + requirement.values.front();
}

/// What requirements leave of one label: bounds are kept aside, and count as met by any value.
struct Leaves {
    bool absent = true;
    bool present = true;
    std::optional<std::set<std::string>> only;
    std::set<std::string> excluded;
    Requirements bounds;

    void take(const Requirement &requirement)
    {
        const std::set<std::string> values(requirement.values.begin(), requirement.values.end());
        switch (requirement.op) {
        case Requirement::Operator::In:
            absent = false;
            if (only) {
                std::erase_if(*only, [&](const std::string &value) { return !values.contains(value); });
            } else {
                only = values;
            }
            break;
        case Requirement::Operator::NotIn:
            excluded.insert(values.begin(), values.end());
            break;
        case Requirement::Operator::Exists:
            absent = false;
            break;
        case Requirement::Operator::DoesNotExist:
            present = false;
            break;
        case Requirement::Operator::Gt:
        case Requirement::Operator::Lt:
            absent = false;
            bounds.push_back(requirement);
            break;
        }
    }
    [[nodiscard]] bool allows(const std::string &value) const
    {
        return present && (!only || only->contains(value)) && !excluded.contains(value);
    }
    [[nodiscard]] bool nothing() const
    {
        return !absent
            && (!present
                || (only && std::none_of(only->begin(), only->end(), [&](const std::string &v) { return allows(v); })));
    }
    /// Whether whatever this allows, the other allows too. May say no although it is so.
    [[nodiscard]] bool within(const Leaves &other) const
    {
        if (absent && !other.absent) {
            return false;
        }
        if (!present) {
            return true;
        }
        const auto isHere = [&](const Requirement &bound) {
            return std::find(bounds.begin(), bounds.end(), bound) != bounds.end();
        };
        if (!other.present || !std::all_of(other.bounds.begin(), other.bounds.end(), isHere)) {
            return false;
        }
        if (only) {
            return std::all_of(
                only->begin(), only->end(), [&](const std::string &v) { return !allows(v) || other.allows(v); });
        }
        return !other.only && std::all_of(other.excluded.begin(), other.excluded.end(), [&](const std::string &value) {
            return excluded.contains(value);
        });
    }
};

using ByLabel = std::map<std::string_view, Leaves>;

ByLabel byLabel(const Requirements &requirements)
{
    ByLabel labels;
    for (const Requirement &requirement : requirements) {
        labels[requirement.key.text()].take(requirement);
    }
    return labels;
}

bool impossible(const ByLabel &labels)
{
    return std::any_of(labels.begin(), labels.end(), [](const auto &label) { return label.second.nothing(); });
}

bool apart(const Requirements &a, const Requirements &b)
{
    Requirements both = a;
    both.insert(both.end(), b.begin(), b.end());
    return impossible(byLabel(both));
}

/// Whether everything that matches `a` matches `b`.
bool within(const Requirements &a, const Requirements &b)
{
    const ByLabel inner = byLabel(a);
    const ByLabel outer = byLabel(b);
    return std::all_of(outer.begin(), outer.end(), [&](const auto &label) {
        const auto found = inner.find(label.first);
        return found != inner.end() ? found->second.within(label.second) : Leaves().within(label.second);
    });
}

/// Whether both may concern one pod.
bool meet(const PlacementRule &a, const PlacementRule &b)
{
    const bool share = a.namespaces.empty() || b.namespaces.empty()
        || std::any_of(a.namespaces.begin(), a.namespaces.end(), [&](const std::string &ns) {
               return std::find(b.namespaces.begin(), b.namespaces.end(), ns) != b.namespaces.end();
           });
    return share && !apart(a.pods, b.pods);
}

std::optional<RuleConflict::Kind> conflictOf(const PlacementRule &a, const PlacementRule &b)
{
    using Action = PlacementRule::Action;
    if (b.action == Action::Forbid && a.action != Action::Forbid && within(a.nodes, b.nodes) && meet(a, b)) {
        return a.action == Action::Require ? RuleConflict::Kind::RequiredIsForbidden
                                           : RuleConflict::Kind::PreferredIsForbidden;
    }
    if (a.action == Action::Require && b.action == Action::Require && apart(a.nodes, b.nodes) && meet(a, b)) {
        return RuleConflict::Kind::RequiredApart;
    }
    return std::nullopt;
}

} // namespace

bool PlacementRule::concerns(const model::Pod &pod) const
{
    return (namespaces.empty() || std::find(namespaces.begin(), namespaces.end(), pod.key.ns) != namespaces.end())
        && model::allHold(pods, pod.labels);
}

absl::StatusOr<std::vector<PlacementRule>> parsePlacementRules(std::string_view text)
{
    std::vector<PlacementRule> rules;
    if (text.empty()) {
        return rules;
    }
    for (const std::string_view part : parts(text, '|')) {
        if (rules.size() == mostPlacementRules) {
            return absl::InvalidArgumentError("more than " + std::to_string(mostPlacementRules) + " rules");
        }
        absl::StatusOr<PlacementRule> rule = readRule(part);
        if (!rule.ok()) {
            return rule.status();
        }
        const bool twice = std::any_of(
            rules.begin(), rules.end(), [&](const PlacementRule &known) { return known.name == rule->name; });
        if (twice) {
            return absl::InvalidArgumentError("two rules are called " + rule->name);
        }
        rules.push_back(*std::move(rule));
    }
    return rules;
}

std::string textOf(const std::vector<Requirement> &requirements)
{
    std::string text;
    for (const Requirement &requirement : requirements) {
        text += (text.empty() ? "" : ",") + textOf(requirement);
    }
    return text;
}

std::string textOf(const std::vector<PlacementRule> &rules)
{
    constexpr std::array<std::string_view, 3> actions{"prefer=", "require", "forbid"};
    std::string text;
    for (const PlacementRule &rule : rules) {
        text += (text.empty() ? "" : "|") + rule.name + ':';
        text += actions.at(static_cast<std::size_t>(rule.action));
        text += (rule.action == PlacementRule::Action::Prefer ? std::to_string(rule.weight) : "") + ':';
        text += textOf(rule.nodes) + ':';
        for (const std::string &ns : rule.namespaces) {
            text += (&ns == rule.namespaces.data() ? "" : ",") + ns;
        }
        text += ':' + textOf(rule.pods);
    }
    return text;
}

std::optional<RuleConflict> conflictIn(const std::vector<PlacementRule> &rules)
{
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (impossible(byLabel(rules[i].nodes))) {
            return RuleConflict{RuleConflict::Kind::NoSuchNode, i, i};
        }
        if (impossible(byLabel(rules[i].pods))) {
            return RuleConflict{RuleConflict::Kind::NoSuchPod, i, i};
        }
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
        for (std::size_t j = 0; j < rules.size(); ++j) {
            const bool seen = j <= i && rules[i].action == rules[j].action; // what is the same both ways
            if (const auto kind = seen ? std::nullopt : conflictOf(rules[i], rules[j])) {
                return RuleConflict{*kind, i, j};
            }
        }
    }
    return std::nullopt;
}

} // namespace binnacle::framework
