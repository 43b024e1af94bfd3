// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/policy_rules.h"

#include "backend/kube/pod_rules.h"
#include "backend/kube/scheduler_profile.h"

#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace binnacle::kube {

namespace {

using framework::PlacementRule;
using framework::RuleConflict;
using Operator = model::Requirement::Operator;

constexpr std::size_t mostRequirements = 32;
constexpr std::size_t mostValues = 64;
constexpr std::size_t mostNamespaces = 64;
constexpr std::size_t longestWord = 64; ///< that is compared

/// How many letters must be added, dropped or changed.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const bool same =
                std::tolower(static_cast<unsigned char>(a[i])) == std::tolower(static_cast<unsigned char>(b[j]));
            const std::size_t changed = diagonal + (same ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j + 1] + 1, row[j] + 1});
        }
    }
    return row.back();
}

bool isPart(std::string_view text, std::size_t most)
{
    const auto isEdge = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    return !text.empty() && text.size() <= most && isEdge(text.front()) && isEdge(text.back())
        && std::all_of(text.begin(), text.end(), [&](char c) { return isEdge(c) || c == '-' || c == '_' || c == '.'; });
}

bool isLabelKey(std::string_view text)
{
    const std::size_t slash = text.find('/');
    return slash == std::string_view::npos ? isPart(text, 63)
                                           : isPart(text.substr(0, slash), 253) && isPart(text.substr(slash + 1), 63);
}

bool isLabelValue(std::string_view text) { return text.empty() || isPart(text, 63); }

/// One rule. The first thing that is wrong stays in the fields' status.
class RuleReader {
public:
    RuleReader(const Fields &fields, const std::string &at) : m_fields(fields), m_at(at) { }

    PlacementRule read()
    {
        onlyKnown(m_fields, m_at, {"name", "action", "weight", "nodes", "pods"});
        m_rule.name = m_fields.text("name");
        if (!isPolicyWord(m_rule.name)) {
            fail("name",
                fmt::format("{}.name: {}; use letters, digits, '-', '_' and '.', at most 63 of them", m_at,
                    m_rule.name.empty() ? "is missing" : '"' + shownInError(m_rule.name) + "\" is no name"));
        }
        readAction();
        const Fields nodes = m_fields.object("nodes");
        onlyKnown(nodes, m_at + ".nodes", {"matchLabels", "matchExpressions"});
        m_rule.nodes = readSelector(nodes, m_at + ".nodes", true);
        if (m_rule.nodes.empty()) {
            fail("nodes", m_at + ".nodes: selects every node; give matchLabels or matchExpressions");
        }
        const Fields pods = m_fields.object("pods");
        onlyKnown(pods, m_at + ".pods", {"namespaces", "matchLabels", "matchExpressions"});
        readNamespaces(pods);
        m_rule.pods = readSelector(pods, m_at + ".pods", false);
        return std::move(m_rule);
    }

private:
    /// At the key's value, else at the rule.
    void fail(std::string_view key, std::string_view what) const
    {
        const Value value = m_fields.value()[key];
        m_fields.fail(value ? value : m_fields.value(), what);
    }

    void readAction()
    {
        const std::string_view action = m_fields.text("action");
        if (action == "prefer") {
            m_rule.action = PlacementRule::Action::Prefer;
        } else if (action == "require") {
            m_rule.action = PlacementRule::Action::Require;
        } else if (action == "forbid") {
            m_rule.action = PlacementRule::Action::Forbid;
        } else {
            fail("action",
                fmt::format("{}.action: {}; use prefer, require or forbid{}", m_at,
                    action.empty() ? "is missing" : '"' + shownInError(action) + "\" is none",
                    suggestion(action, {"prefer", "require", "forbid"})));
        }
        const bool prefers = m_rule.action == PlacementRule::Action::Prefer;
        const auto weight = m_fields.optionalInteger("weight", 1, 100);
        if (weight && !prefers) {
            fail("weight",
                fmt::format("{}.weight: only a rule that prefers has one; a rule to {} always holds", m_at, action));
        } else if (!weight && prefers) {
            fail("weight", m_at + ".weight: is missing; a rule that prefers has one of 1 to 100");
        }
        m_rule.weight = static_cast<std::int32_t>(weight.value_or(0));
    }

    void readNamespaces(const Fields &pods)
    {
        const Value list = pods.list("namespaces");
        if (list && (list.size() == 0 || list.size() > mostNamespaces)) {
            pods.fail(
                list, fmt::format("{}.pods.namespaces: 1 to {} of them; leave it out for all", m_at, mostNamespaces));
            return;
        }
        m_rule.namespaces = pods.texts("namespaces");
        std::size_t index = 0;
        for (const Entry entry : list) {
            if (!isPart(entry.value.text(), 63)) {
                pods.fail(entry.value,
                    fmt::format("{}.pods.namespaces[{}]: \"{}\" is no namespace", m_at, index,
                        shownInError(entry.value.text())));
            }
            ++index;
        }
    }

    std::vector<model::Requirement> readSelector(const Fields &owner, const std::string &at, bool bounds) const
    {
        std::vector<model::Requirement> out;
        const Fields labels = owner.object("matchLabels");
        for (const Entry entry : labels.value()) {
            const std::string_view key = entry.key.text();
            if (!isLabelKey(key)) {
                labels.fail(entry.key, fmt::format("{}.matchLabels: \"{}\" is no label", at, shownInError(key)));
            } else if (!entry.value.isString()) {
                labels.fail(entry.value,
                    fmt::format("{}.matchLabels.{}: expected a string, found {}; write it in quotes", at,
                        shownInError(key), kindName(entry.value.kind())));
            } else if (!isLabelValue(entry.value.text())) {
                labels.fail(entry.value,
                    fmt::format("{}.matchLabels.{}: \"{}\" is no value of a label", at, shownInError(key),
                        shownInError(entry.value.text())));
            }
            out.push_back({base::Symbol(key), Operator::In, {std::string(entry.value.text())}});
        }
        forEachField(owner, "matchExpressions", at + ".matchExpressions",
            [&](const Fields &expression, const std::string &place) {
                out.push_back(readExpression(expression, place, bounds));
            });
        if (out.size() > mostRequirements) {
            owner.fail(owner.value(), fmt::format("{}: more than {} requirements", at, mostRequirements));
        }
        return out;
    }

    static model::Requirement readExpression(const Fields &expression, const std::string &at, bool bounds)
    {
        onlyKnown(expression, at, {"key", "operator", "values"});
        const auto failAt = [&](std::string_view key, std::string_view what) {
            const Value value = expression.value()[key];
            expression.fail(value ? value : expression.value(), fmt::format("{}.{}: {}", at, key, what));
        };
        const std::string_view key = expression.text("key");
        if (!isLabelKey(key)) {
            failAt("key", key.empty() ? "is missing" : '"' + shownInError(key) + "\" is no label");
        }
        const std::string_view word = expression.text("operator");
        const auto op = bounds ? selectorOperator(word) : labelSelectorOperator(word);
        std::vector<std::string_view> known{"In", "NotIn", "Exists", "DoesNotExist"};
        if (bounds) {
            known.insert(known.end(), {"Gt", "Lt"});
        }
        if (!op) {
            failAt("operator",
                fmt::format(
                    "\"{}\" is none; use {}{}", shownInError(word), fmt::join(known, ", "), suggestion(word, known)));
            return {};
        }
        model::Requirement out{base::Symbol(key), *op, expression.texts("values")};
        checkValues(out, failAt);
        return out;
    }

    template <typename Fail> static void checkValues(const model::Requirement &requirement, Fail fail)
    {
        const std::vector<std::string> &values = requirement.values;
        std::int64_t number = 0;
        switch (requirement.op) {
        case Operator::Exists:
        case Operator::DoesNotExist:
            if (!values.empty()) {
                fail("values", "this operator takes none");
            }
            return;
        case Operator::Gt:
        case Operator::Lt:
            if (values.size() != 1 || !absl::SimpleAtoi(values[0], &number)) {
                fail("values", "this operator takes one whole number, in quotes");
            }
            return;
        case Operator::In:
        case Operator::NotIn:
            break;
        }
        if (values.empty() || values.size() > mostValues) {
            fail("values", fmt::format("this operator takes 1 to {} values", mostValues));
        }
        for (const std::string &value : values) {
            if (!isLabelValue(value)) {
                fail("values", '"' + shownInError(value) + "\" is no value of a label");
            }
        }
    }

    const Fields &m_fields;
    const std::string &m_at;
    PlacementRule m_rule;
};

std::string conflictText(const RuleConflict &conflict, const std::vector<PlacementRule> &rules, Position second)
{
    const std::string a = rules[conflict.first].name;
    const std::string b = fmt::format("{} (line {})", rules[conflict.second].name, second.line);
    switch (conflict.kind) {
    case RuleConflict::Kind::NoSuchNode:
        return fmt::format("rule {}: no node can have these labels at once", a);
    case RuleConflict::Kind::NoSuchPod:
        return fmt::format("rule {}: no pod can have these labels at once", a);
    case RuleConflict::Kind::RequiredIsForbidden:
        return fmt::format(
            "rule {} requires nodes that rule {} forbids to some of the same pods: they could go nowhere", a, b);
    case RuleConflict::Kind::RequiredApart:
        return fmt::format("rules {} and {} require nodes that no node can be at once, of some of the same pods", a, b);
    case RuleConflict::Kind::PreferredIsForbidden:
        break;
    }
    return fmt::format("rule {} prefers nodes that rule {} forbids to some of the same pods", a, b);
}

} // namespace

void PolicyFaults::add(Position at, std::string what) { m_faults.push_back({at.line, at.column, std::move(what)}); }

void PolicyFaults::take(const absl::Status &scope)
{
    if (scope.ok()) {
        return;
    }
    api::PolicyFault fault;
    fault.what = std::string(scope.message());
    if (const auto place = scope.GetPayload(absl::string_view(positionPayload.data(), positionPayload.size()))) {
        const std::string text(*place);
        const std::size_t colon = text.find(':');
        (void)absl::SimpleAtoi(text.substr(0, colon), &fault.line);
        (void)absl::SimpleAtoi(text.substr(colon + 1), &fault.column);
        const std::string prefix = text + ": "; // the source has no name here
        if (fault.what.starts_with(prefix)) {
            fault.what.erase(0, prefix.size());
        }
    }
    m_faults.push_back(std::move(fault));
}

std::vector<api::PolicyFault> PolicyFaults::sorted() &&
{
    std::stable_sort(m_faults.begin(), m_faults.end(), [](const api::PolicyFault &a, const api::PolicyFault &b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    return std::move(m_faults);
}

std::string suggestion(std::string_view word, const std::vector<std::string_view> &known)
{
    std::string_view best;
    std::size_t least = std::min<std::size_t>(3, word.size() / 2 + 1); // further off it would be a guess
    for (const std::string_view one : known) {
        const std::size_t far = word.size() > longestWord ? least : distance(word, one);
        if (far < least) {
            least = far;
            best = one;
        }
    }
    return best.empty() ? std::string() : fmt::format(" (did you mean \"{}\"?)", best);
}

void onlyKnown(const Fields &object, std::string_view path, const std::vector<std::string_view> &known)
{
    for (const Entry entry : object.value()) {
        const std::string_view key = entry.key.text();
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            object.fail(entry.key,
                fmt::format("{}: there is no field \"{}\"{}", path, shownInError(key), suggestion(key, known)));
        }
    }
}

bool isPolicyWord(std::string_view text)
{
    return !text.empty() && text.size() <= 63 && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return c < 0x80 && (std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.');
    });
}

std::vector<framework::PlacementRule> readPlacementRules(const Fields &root, PolicyFaults &faults)
{
    std::vector<PlacementRule> rules;
    std::vector<Position> places;
    absl::Status whole;
    const Fields owner(root.value(), "policy", whole);
    const Value list = owner.list("rules");
    if (list.size() > framework::mostPlacementRules) {
        owner.fail(list, fmt::format("rules: more than {}", framework::mostPlacementRules));
    }
    bool sound = whole.ok();
    std::size_t index = 0;
    for (const Entry entry : list) {
        absl::Status status;
        const std::string at = fmt::format("rules[{}]", index++);
        const Fields fields(entry.value, at, status);
        if (!entry.value) {
            fields.fail(entry.value, at + ": expected a mapping, found nothing");
        }
        PlacementRule rule = RuleReader(fields, at).read();
        const auto twice = std::find_if(
            rules.begin(), rules.end(), [&](const PlacementRule &known) { return known.name == rule.name; });
        if (twice != rules.end()) {
            fields.fail(fields.value()["name"],
                fmt::format("{}.name: the rule in line {} is called {} too", at,
                    places[static_cast<std::size_t>(twice - rules.begin())].line, shownInError(rule.name)));
        }
        sound = sound && status.ok();
        faults.take(status);
        rules.push_back(std::move(rule));
        places.push_back(entry.value.position());
        if (index > framework::mostPlacementRules) {
            break;
        }
    }
    faults.take(whole);
    if (!sound) {
        return {};
    }
    if (const auto conflict = framework::conflictIn(rules)) {
        faults.add(places[conflict->first], conflictText(*conflict, rules, places[conflict->second]));
    }
    return rules;
}

} // namespace binnacle::kube
