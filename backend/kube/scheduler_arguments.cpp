// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/pod_rules.h"
#include "backend/kube/scheduler_profile.h"
#include "planner/framework/node_terms.h"
#include "planner/framework/spread_terms.h"

#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
#include <utility>

namespace binnacle::kube {

namespace {

constexpr std::size_t longestList = 64; // an option's
constexpr std::size_t mostValues = 256;
constexpr std::int64_t anyNumber = std::numeric_limits<std::int32_t>::max();

bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= 317 && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
    });
}

/// Writes one plugin's arguments as its settings.
class ArgumentsReader {
public:
    ArgumentsReader(std::string_view plugin, const Fields &arguments, const std::string &at)
        : m_plugin(plugin), m_arguments(arguments), m_at(at)
    {
    }

    framework::Settings read()
    {
        if (m_plugin == "NodeResourcesFit") {
            only({"ignoredResources", "ignoredResourceGroups", "scoringStrategy"});
            readIgnored("ignoredResources");
            readIgnored("ignoredResourceGroups");
            readStrategy();
        } else if (m_plugin == "NodeResourcesBalancedAllocation") {
            only({"resources"});
            readResourceWeights(m_arguments, m_at);
        } else if (m_plugin == "NodeAffinity") {
            only({"addedAffinity"});
            readAddedAffinity();
        } else if (m_plugin == "InterPodAffinity") {
            only({"hardPodAffinityWeight", "ignorePreferredTermsOfExistingPods"});
            readInterPodAffinity();
        } else if (m_plugin == "PodTopologySpread") {
            only({"defaultingType", "defaultConstraints"});
            readSpread();
        } else {
            readOther();
        }
        return std::move(m_settings);
    }

private:
    void only(std::initializer_list<std::string_view> known) const
    {
        for (const Entry entry : m_arguments.value()) {
            const std::string_view key = entry.key.text();
            if (key != "apiVersion" && key != "kind" && std::find(known.begin(), known.end(), key) == known.end()) {
                refuse(m_arguments, m_at, key);
            }
        }
    }
    void refuse(const Fields &owner, const std::string &at, std::string_view key) const
    {
        const Value value = owner.value()[key];
        owner.fail(value ? value : owner.value(),
            fmt::format(
                "{}.{}: changes what {} does in a way that cannot be applied here, so that no answer would be right; "
                "leave the argument out or correct it",
                at, shownInError(key), shownInError(m_plugin)));
    }

    /// Plugins that are not built concern only pods that are not decidable; but an argument must not be taken for granted.
    void readOther() const
    {
        const auto isNumber = [&](std::string_view key, std::int64_t byDefault) {
            const Value value = m_arguments.value()[key];
            return value.kind() == ValueKind::Int && value.integer() == byDefault;
        };
        // How many nodes preemption looks at: here it looks at all of them.
        const auto isWithin = [&](std::string_view key, std::int64_t least, std::int64_t most) {
            const Value value = m_arguments.value()[key];
            return value.kind() == ValueKind::Int && value.integer() >= least && value.integer() <= most;
        };
        for (const Entry entry : m_arguments.value()) {
            const std::string_view key = entry.key.text();
            const std::string field = fmt::format("{}.{}", m_plugin, key);
            const bool let = key == "apiVersion" || key == "kind" || !entry.value || m_plugin == "DynamicResources"
                || (field == "DefaultPreemption.minCandidateNodesPercentage" && isWithin(key, 0, 100))
                || (field == "DefaultPreemption.minCandidateNodesAbsolute" && isWithin(key, 0, INT32_MAX))
                || (field == "VolumeBinding.bindTimeoutSeconds" && isNumber(key, 600));
            if (!let) {
                refuse(m_arguments, m_at, key);
            }
        }
    }

    void readIgnored(std::string_view key)
    {
        const std::vector<std::string> names = m_arguments.texts(key);
        std::string text;
        for (const std::string &name : names) {
            text.append(text.empty() ? "" : ",").append(name);
        }
        if (!std::all_of(names.begin(), names.end(), isName) || names.size() > longestList
            || (key == "ignoredResourceGroups" && text.find('/') != std::string::npos)) {
            refuse(m_arguments, m_at, key);
        } else if (!text.empty()) {
            m_settings.emplace(key, std::move(text));
        }
    }

    void readStrategy()
    {
        const Fields strategy = m_arguments.object("scoringStrategy");
        if (!strategy) {
            return;
        }
        const std::string at = m_at + ".scoringStrategy";
        onlyFields(strategy, at, {"type", "resources", "requestedToCapacityRatio"});
        const std::string_view type = strategy.text("type");
        const bool byRatio = type == "RequestedToCapacityRatio";
        if (type != "LeastAllocated" && type != "MostAllocated" && !byRatio) {
            refuse(strategy, at, "type");
        }
        m_settings.emplace("scoringStrategy", type);
        readResourceWeights(strategy, at);
        const Fields ratio = strategy.object("requestedToCapacityRatio");
        if (byRatio != static_cast<bool>(ratio)) {
            refuse(strategy, at, "requestedToCapacityRatio");
        } else if (ratio) {
            readShape(ratio, at + ".requestedToCapacityRatio");
        }
    }

    /// "resources": names with weights; 1 where none is given, CPU and memory where there are none.
    void readResourceWeights(const Fields &owner, const std::string &at)
    {
        std::string text;
        std::vector<std::string> names;
        bool legal = true;
        forEachField(owner, "resources", at + ".resources", [&](const Fields &resource, const std::string &place) {
            onlyFields(resource, place, {"name", "weight"});
            const std::string name(resource.text("name"));
            const std::int64_t weight = std::max<std::int64_t>(resource.integer("weight", 0, 100), 1);
            legal = legal && isName(name) && std::find(names.begin(), names.end(), name) == names.end();
            text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, weight);
            names.push_back(name);
        });
        if (!legal || names.size() > longestList) {
            refuse(owner, at, "resources");
        } else if (!names.empty()) {
            m_settings.emplace("resources", std::move(text));
        }
    }

    void readShape(const Fields &ratio, const std::string &at)
    {
        onlyFields(ratio, at, {"shape"});
        std::string text;
        std::size_t points = 0;
        std::int64_t before = -1;
        forEachField(ratio, "shape", at + ".shape", [&](const Fields &point, const std::string &place) {
            onlyFields(point, place, {"utilization", "score"});
            const std::int64_t use = point.integer("utilization", 0, 100);
            if (use <= before) {
                refuse(point, place, "utilization");
            }
            before = use;
            text += fmt::format("{}{}={}", points++ == 0 ? "" : ",", use, point.integer("score", 0, 10));
        });
        if (points == 0 || points > longestList) {
            refuse(ratio, at, "shape");
        }
        m_settings.emplace("shape", std::move(text));
    }

    void readInterPodAffinity()
    {
        if (const auto weight = m_arguments.optionalInteger("hardPodAffinityWeight", 0, 100)) {
            m_settings.emplace("hardPodAffinityWeight", std::to_string(*weight));
        }
        if (m_arguments.boolean("ignorePreferredTermsOfExistingPods")) {
            m_settings.emplace("ignorePreferredTermsOfExistingPods", "true");
        }
    }

    void readSpread()
    {
        const std::string_view type = m_arguments.text("defaultingType");
        std::string text;
        forEachField(m_arguments, "defaultConstraints", m_at + ".defaultConstraints",
            [&](const Fields &constraint, const std::string &at) {
                onlyFields(constraint, at, {"maxSkew", "topologyKey", "whenUnsatisfiable"});
                const std::string_view key = constraint.text("topologyKey");
                const std::string_view when = constraint.text("whenUnsatisfiable");
                if (!isName(key)) {
                    refuse(constraint, at, "topologyKey");
                }
                if (!spreadFilters(when)) {
                    refuse(constraint, at, "whenUnsatisfiable");
                }
                text += fmt::format(
                    "{}{}={}:{}", text.empty() ? "" : ",", key, constraint.integer("maxSkew", 1, anyNumber), when);
            });
        const bool listed = type == "List"; // else System, which takes no constraints beside its own
        if (!listed && (!text.empty() || (!type.empty() && type != "System"))) {
            refuse(m_arguments, m_at, "defaultingType");
        } else if (listed) {
            m_settings.emplace("defaulting", "List");
            if (!framework::parseSpreadTerms(text).ok()) {
                refuse(m_arguments, m_at, "defaultConstraints"); // one twice, or too many
            } else if (!text.empty()) {
                m_settings.emplace("defaultConstraints", std::move(text));
            }
        }
    }

    void readAddedAffinity()
    {
        const Fields added = m_arguments.object("addedAffinity");
        const std::string at = m_at + ".addedAffinity";
        constexpr std::string_view required = "requiredDuringSchedulingIgnoredDuringExecution";
        constexpr std::string_view preferred = "preferredDuringSchedulingIgnoredDuringExecution";
        onlyFields(added, at, {required, preferred});
        if (const Fields selector = added.object(required)) {
            const std::string place = fmt::format("{}.{}", at, required);
            onlyFields(selector, place, {"nodeSelectorTerms"});
            std::string text;
            forEachField(selector, "nodeSelectorTerms", place + ".nodeSelectorTerms",
                [&](const Fields &term, const std::string &where) { append(text, " | ", termText(term, where)); });
            if (text.empty() || !framework::parseNodeTerms(text, false).ok()) { // an empty term matches no node
                refuse(added, at, required);
            }
            m_settings.emplace("addedRequired", std::move(text));
        }
        std::string text;
        forEachField(
            added, preferred, fmt::format("{}.{}", at, preferred), [&](const Fields &one, const std::string &place) {
                onlyFields(one, place, {"weight", "preference"});
                const std::int64_t weight = one.integer("weight", 1, 100);
                const std::string term = termText(one.object("preference"), place + ".preference");
                append(text, " | ", term.empty() ? term : fmt::format("{}: {}", weight, term));
            });
        if (!framework::parseNodeTerms(text, true).ok()) {
            refuse(added, at, preferred);
        } else if (!text.empty()) {
            m_settings.emplace("addedPreferred", std::move(text));
        }
    }

    static void append(std::string &text, std::string_view separator, std::string_view more)
    {
        if (!more.empty()) {
            text.append(text.empty() ? "" : separator).append(more);
        }
    }

    /// As framework::parseNodeTerms reads it; empty for an empty term.
    [[nodiscard]] std::string termText(const Fields &term, const std::string &at) const
    {
        onlyFields(term, at, {"matchExpressions", "matchFields"});
        std::string text;
        for (const std::string_view list : {"matchFields", "matchExpressions"}) {
            const bool fields = list == "matchFields";
            forEachField(
                term, list, fmt::format("{}.{}", at, list), [&](const Fields &requirement, const std::string &where) {
                    append(text, ",", requirementText(requirement, where, fields));
                });
        }
        return text;
    }

    [[nodiscard]] std::string requirementText(const Fields &requirement, const std::string &at, bool field) const
    {
        onlyFields(requirement, at, {"key", "operator", "values"});
        const std::string key(requirement.text("key"));
        const std::vector<std::string> values = requirement.texts("values");
        const auto op = selectorOperator(requirement.text("operator"));
        if (!isName(key)) {
            refuse(requirement, at, "key");
        } else if (!op) {
            refuse(requirement, at, "operator");
        } else if (std::optional<std::string> text = field ? nameText(key, *op, values) : labelText(key, *op, values)) {
            return *std::move(text);
        } else {
            refuse(requirement, at, "values");
        }
        return {};
    }

    using Operator = model::Requirement::Operator;

    static std::optional<std::string> nameText(
        const std::string &key, Operator op, const std::vector<std::string> &values)
    {
        if (key != "metadata.name" || values.size() != 1 || !isName(values[0])
            || (op != Operator::In && op != Operator::NotIn)) {
            return std::nullopt;
        }
        return fmt::format("@{}{}{}", key, op == Operator::In ? "=" : "!=", values[0]);
    }

    static std::optional<std::string> labelText(
        const std::string &key, Operator op, const std::vector<std::string> &values)
    {
        switch (op) {
        case Operator::Exists:
            return values.empty() ? std::optional(key) : std::nullopt;
        case Operator::DoesNotExist:
            return values.empty() ? std::optional('!' + key) : std::nullopt;
        case Operator::Gt:
        case Operator::Lt: {
            std::int64_t number = 0;
            if (values.size() != 1 || !absl::SimpleAtoi(values[0], &number)) {
                return std::nullopt;
            }
            return fmt::format("{}{}{}", key, op == Operator::Gt ? ">" : "<", number);
        }
        case Operator::In:
        case Operator::NotIn:
            break;
        }
        std::string list;
        for (const std::string &value : values) {
            if (!value.empty() && !isName(value)) {
                return std::nullopt;
            }
            list.append(list.empty() ? "" : ",").append(value.empty() ? "''" : value);
        }
        if (values.empty() || values.size() > mostValues) {
            return std::nullopt;
        }
        return fmt::format("{} {} ({})", key, op == Operator::In ? "in" : "notin", list);
    }

    std::string_view m_plugin;
    const Fields &m_arguments;
    const std::string &m_at;
    framework::Settings m_settings;
};

} // namespace

framework::Settings readPluginArguments(std::string_view plugin, const Fields &arguments, const std::string &at)
{
    return ArgumentsReader(plugin, arguments, at).read();
}

} // namespace binnacle::kube
