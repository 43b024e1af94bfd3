// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// What there is to say in a policy file, and what two of them say differently.

#include "backend/kube/policy_file.h"
#include "planner/base/quantity.h"
#include "planner/framework/placement_rules.h"

#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

namespace binnacle::kube {

namespace {

using framework::PlacementRule;
using framework::PolicyChanges;

constexpr std::string_view limitsPlugin = "BinnacleLimits";
constexpr std::string_view rulesPlugin = "BinnacleRules";

/// Every setting by its path, in the order of the file.
using Described = std::vector<std::pair<std::string, std::string>>;

std::string amount(std::string_view bytes)
{
    std::int64_t value = 0;
    (void)absl::SimpleAtoi(absl::string_view(bytes.data(), bytes.size()), &value);
    for (const auto &[shift, unit] : {std::pair(40, "Ti"), {30, "Gi"}, {20, "Mi"}, {10, "Ki"}}) {
        if (value != 0 && value % (std::int64_t{1} << shift) == 0) {
            return fmt::format("{}{}", value >> shift, unit);
        }
    }
    return std::string(bytes);
}

std::string ruleText(const PlacementRule &rule)
{
    std::string text = rule.action == PlacementRule::Action::Prefer ? fmt::format("prefer {}", rule.weight)
        : rule.action == PlacementRule::Action::Require             ? "require"
                                                                    : "forbid";
    text += fmt::format(" {}", framework::textOf(rule.nodes));
    if (!rule.namespaces.empty()) {
        text += fmt::format(" namespaces {}", fmt::join(rule.namespaces, ","));
    }
    if (!rule.pods.empty()) {
        text += fmt::format(" pods {}", framework::textOf(rule.pods));
    }
    return text;
}

void describePlugin(const framework::Registration &entry, const PolicyChanges &changes, Described &out)
{
    const std::string path = fmt::format("plugins.{}", entry.name);
    out.emplace_back(path + ".enabled", changes.withoutFilter.contains(entry.name) ? "false" : "true");
    if (entry.weight != 0) {
        const auto weight = changes.weights.find(entry.name);
        out.emplace_back(
            path + ".weight", std::to_string(weight == changes.weights.end() ? entry.weight : weight->second));
    }
    const framework::Settings none;
    const auto settings = changes.settings.find(entry.name);
    const framework::OptionValues values(entry.options, settings == changes.settings.end() ? none : settings->second);
    for (const framework::Option &option : entry.options) {
        const std::string text(values.text(option.name));
        out.emplace_back(fmt::format("{}.{}", path, option.name), text.empty() ? "none" : text);
    }
}

void describeLimits(const framework::Registration &entry, const PolicyChanges &changes, Described &out)
{
    const framework::Settings none;
    const auto settings = changes.settings.find(limitsPlugin);
    const framework::OptionValues values(entry.options, settings == changes.settings.end() ? none : settings->second);
    const auto limit = [&](std::string_view option, std::string_view path, bool bytes) {
        const std::string_view text = values.text(option);
        out.emplace_back(fmt::format("constraints.{}", path),
            text == "0" ? "none"
                : bytes ? amount(text)
                        : std::string(text));
    };
    limit("cpuAtMostPercent", "cpuAtMostPercent", false);
    limit("memoryFreeAtLeastBytes", "memoryFreeAtLeast", true);
    limit("latencyAtMostMilliseconds", "latencyAtMostMilliseconds", false);
    out.emplace_back("constraints.values", values.text("values"));
}

void describeRules(const framework::Registration &entry, const PolicyChanges &changes, Described &out)
{
    const auto weight = changes.weights.find(entry.name);
    out.emplace_back(fmt::format("plugins.{}.weight", entry.name),
        std::to_string(weight == changes.weights.end() ? entry.weight : weight->second));
    const auto settings = changes.settings.find(rulesPlugin);
    if (settings == changes.settings.end()) {
        return;
    }
    const framework::OptionValues values(entry.options, settings->second);
    for (const PlacementRule &rule : values.placementRules("rules")) {
        out.emplace_back("rules." + rule.name, ruleText(rule));
    }
}

Described describe(const framework::Registry &registry, const PolicyChanges &changes)
{
    Described out;
    for (const framework::Registration &entry : registry.entries()) {
        if (entry.name == limitsPlugin) {
            describeLimits(entry, changes, out);
        } else if (entry.name == rulesPlugin) {
            describeRules(entry, changes, out);
        } else {
            describePlugin(entry, changes, out);
        }
    }
    out.emplace_back("autonomy", changes.autonomy.empty() ? "not limited" : changes.autonomy);
    return out;
}

} // namespace

std::vector<api::PolicyDifference> policyDifferences(
    const framework::Registry &registry, const PolicyChanges &from, const PolicyChanges &to)
{
    const Described before = describe(registry, from);
    const Described after = describe(registry, to);
    const std::map<std::string, std::string> was(before.begin(), before.end());
    const std::map<std::string, std::string> is(after.begin(), after.end());
    std::vector<api::PolicyDifference> out;
    std::set<std::string> seen;
    for (const Described *side : {&before, &after}) {
        for (const auto &[path, value] : *side) {
            if (!seen.insert(path).second) {
                continue;
            }
            const auto a = was.find(path);
            const auto b = is.find(path);
            api::PolicyDifference one{path, a == was.end() ? "" : a->second, b == is.end() ? "" : b->second};
            if (one.from != one.to) {
                out.push_back(std::move(one));
            }
        }
    }
    return out;
}

const std::vector<api::PolicyOption> &policyOptions()
{
    static const std::vector<api::PolicyOption> options{
        {"apiVersion", "text", "binnacle/v1", "", "required", "binnacle/v1"},
        {"kind", "text", "Policy", "", "required", "Policy"},
        {"metadata.name", "text", "1 to 63 letters, digits, '-', '_', '.'", "", "required", "gpu-first"},
        {"metadata.version", "integer", "1 to 2147483647", "", "required", "12"},
        {"metadata.description", "text", "at most 1024 bytes", "", "none", "Training goes to GPU nodes"},
        {"plugins[].name", "text", "a plugin of docs/plugins.md, each once", "", "required", "NodeResourcesFit"},
        {"plugins[].enabled", "boolean", "true, false", "", "true", "false"},
        {"plugins[].weight", "integer", "0 to 1000; only of plugins that score", "weight", "the plugin's", "5"},
        {"plugins[].args", "mapping", "as in a KubeSchedulerConfiguration", "", "the plugin's",
            "{scoringStrategy: {type: MostAllocated}}"},
        {"constraints.cpuAtMostPercent", "integer", "1 to 100", "per cent of allocatable CPU", "no limit", "90"},
        {"constraints.memoryFreeAtLeast", "quantity", "1 to 1Pi", "bytes", "no limit", "2Gi"},
        {"constraints.latencyAtMostMilliseconds", "integer", "1 to 60000", "milliseconds", "no limit", "5"},
        {"constraints.values", "text", "measured, requested", "", "measured", "requested"},
        {"rules[].name", "text", "1 to 63 letters, digits, '-', '_', '.'; each once", "", "required",
            "training-on-gpu"},
        {"rules[].action", "text", "prefer, require, forbid", "", "required", "require"},
        {"rules[].weight", "integer", "1 to 100; only with prefer", "points of the score", "required with prefer",
            "50"},
        {"rules[].nodes.matchLabels", "mapping of text", "labels, all of which match", "", "none",
            "{accelerator: a100}"},
        {"rules[].nodes.matchExpressions", "list", "key, operator, values; In, NotIn, Exists, DoesNotExist, Gt, Lt", "",
            "none", "[{key: zone, operator: In, values: [a, b]}]"},
        {"rules[].pods.namespaces", "list of text", "1 to 64 namespaces", "", "all", "[ml]"},
        {"rules[].pods.matchLabels", "mapping of text", "labels, all of which match", "", "every pod",
            "{team: vision}"},
        {"rules[].pods.matchExpressions", "list", "key, operator, values; In, NotIn, Exists, DoesNotExist", "",
            "every pod", "[{key: stage, operator: NotIn, values: [dev]}]"},
        {"autonomy", "text", "observe, recommend, approve, automatic", "", "not limited", "approve"},
    };
    return options;
}

} // namespace binnacle::kube
