// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/policy_file.h"

#include "backend/kube/policy_rules.h"
#include "backend/kube/scheduler_profile.h"
#include "backend/kube/yaml.h"
#include "planner/base/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

namespace binnacle::kube {

namespace {

constexpr DocumentLimits limits{largestPolicyFile, 24, 20'000, 50'000};
constexpr std::int64_t largestNumber = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t largestWeight = 1000;
constexpr std::int64_t mostFreeMemory = std::int64_t{1} << 50;
constexpr std::size_t longestDescription = 1024;
constexpr std::string_view limitsPlugin = "BinnacleLimits";
constexpr std::string_view rulesPlugin = "BinnacleRules";

/// One reading of a policy.
class PolicyReader {
public:
    PolicyReader(const framework::Registry &registry, Value root) : m_registry(registry), m_root(root) { }

    PolicyReading read(std::string_view text)
    {
        if (readHead()) {
            readMetadata();
            readPlugins();
            readConstraints();
            readRules();
            readAutonomy();
            checkWeights();
        }
        if (!m_faults.empty()) {
            return {nullptr, std::move(m_faults).sorted()};
        }
        if (const absl::Status made = framework::Policy::make(m_registry, m_file.changes).status(); !made.ok()) {
            m_faults.add(m_root.position(), std::string(made.message()));
            return {nullptr, std::move(m_faults).sorted()};
        }
        m_file.text = text;
        return {std::make_shared<const PolicyFile>(std::move(m_file)), {}};
    }

private:
    /// Runs a reader of some fields with a fault of its own.
    template <typename Read> void scope(Value value, std::string_view name, Read read)
    {
        absl::Status status;
        read(Fields(value, name, status));
        m_faults.take(status);
    }

    bool readHead()
    {
        absl::Status status;
        const Fields root(m_root, "policy", status);
        const std::string_view version = root.text("apiVersion");
        const std::string_view kind = root.text("kind");
        if (status.ok() && version != "binnacle/v1") {
            root.fail(m_root["apiVersion"] ? m_root["apiVersion"] : m_root,
                version.empty()
                    ? "apiVersion: is missing; write apiVersion: binnacle/v1"
                    : fmt::format("apiVersion: \"{}\" is not read here, only binnacle/v1", shownInError(version)));
        } else if (status.ok() && kind != "Policy") {
            root.fail(m_root["kind"] ? m_root["kind"] : m_root,
                kind.empty() ? "kind: is missing; write kind: Policy"
                             : fmt::format("kind: \"{}\" is not read here, only Policy", shownInError(kind)));
        }
        const bool readable = status.ok();
        onlyKnown(root, "policy", {"apiVersion", "kind", "metadata", "plugins", "constraints", "rules", "autonomy"});
        m_faults.take(status);
        return readable;
    }

    void readMetadata()
    {
        scope(m_root["metadata"], "metadata", [&](const Fields &metadata) {
            onlyKnown(metadata, "metadata", {"name", "version", "description"});
            m_file.name = metadata.text("name");
            m_file.number = metadata.integer("version", 1, largestNumber);
            m_file.description = metadata.text("description");
            const auto missing = [&](std::string_view key, std::string_view what) {
                const Value value = metadata.value()[key];
                metadata.fail(value ? value : metadata ? metadata.value() : m_root, what);
            };
            if (!isPolicyWord(m_file.name)) {
                missing("name", "metadata.name: give one of letters, digits, '-', '_' and '.', at most 63 of them");
            }
            if (m_file.number == 0) {
                missing("version", "metadata.version: is missing; count it up from 1 with each change");
            }
            if (m_file.description.size() > longestDescription) {
                missing("description", fmt::format("metadata.description: longer than {} bytes", longestDescription));
            }
        });
        m_file.changes.name = fmt::format("{}/{}", m_file.name, m_file.number);
    }

    void readPlugins()
    {
        std::set<std::string_view> seen;
        std::size_t index = 0;
        Value list;
        scope(m_root, "policy", [&](const Fields &root) { list = root.list("plugins"); });
        for (const Entry entry : list) {
            const std::string at = fmt::format("plugins[{}]", index++);
            scope(entry.value, at, [&](const Fields &plugin) {
                if (!entry.value) {
                    return plugin.fail(entry.value, at + ": expected a mapping, found nothing");
                }
                readPlugin(plugin, at, seen);
            });
        }
    }

    void readPlugin(const Fields &plugin, const std::string &at, std::set<std::string_view> &seen)
    {
        onlyKnown(plugin, at, {"name", "enabled", "weight", "args"});
        const std::string_view name = plugin.text("name");
        const framework::Registration *entry = m_registry.find(name);
        const Value place = plugin.value()["name"] ? plugin.value()["name"] : plugin.value();
        if (!entry || entry->name == limitsPlugin) {
            std::vector<std::string_view> known;
            for (const framework::Registration &one : m_registry.entries()) {
                known.push_back(one.name);
            }
            const std::string what = name.empty() ? "is missing"
                : entry                           ? "BinnacleLimits is set under constraints"
                        : fmt::format("there is no plugin \"{}\"{}", shownInError(name), suggestion(name, known));
            return plugin.fail(place, fmt::format("{}.name: {}", at, what));
        }
        if (!seen.insert(entry->name).second) {
            return plugin.fail(place, fmt::format("{}: {} is in the list twice", at, name));
        }
        const bool enabled = !plugin.value()["enabled"] || plugin.boolean("enabled");
        const auto weight = plugin.optionalInteger("weight", 0, largestWeight);
        const Fields args = plugin.object("args");
        if (!enabled) {
            return disable(plugin, at, *entry, weight.has_value() || args);
        }
        if (weight && entry->weight == 0) {
            return plugin.fail(plugin.value()["weight"], fmt::format("{}.weight: {} does not score", at, name));
        }
        if (weight) {
            m_file.changes.weights.emplace(name, static_cast<std::int32_t>(*weight));
        }
        if (args && entry->name == rulesPlugin) {
            return plugin.fail(args.value(), at + ".args: BinnacleRules is set under rules");
        }
        if (args) {
            framework::Settings settings = readPluginArguments(name, args, at + ".args");
            if (!settings.empty()) {
                m_file.changes.settings.emplace(name, std::move(settings));
            }
        }
    }

    void disable(const Fields &plugin, const std::string &at, const framework::Registration &entry, bool says)
    {
        if (says) {
            return plugin.fail(plugin.value()["enabled"],
                fmt::format(
                    "{}: {} is not enabled, and has a weight or arguments; take one of both out", at, entry.name));
        }
        if (entry.onlyWhenSet) {
            return plugin.fail(
                plugin.value()["enabled"], fmt::format("{}: {} takes no part anyway without rules", at, entry.name));
        }
        const framework::Settings none;
        const auto made = entry.make(framework::OptionValues(entry.options, none));
        if (dynamic_cast<const framework::FilterPlugin *>(made.get()) != nullptr) {
            m_file.changes.withoutFilter.emplace(entry.name);
        }
        if (entry.weight != 0) {
            m_file.changes.weights.emplace(entry.name, 0);
        }
    }

    void readConstraints()
    {
        scope(m_root["constraints"], "constraints", [&](const Fields &constraints) {
            onlyKnown(constraints, "constraints",
                {"cpuAtMostPercent", "memoryFreeAtLeast", "latencyAtMostMilliseconds", "values"});
            framework::Settings settings;
            for (const auto &[key, most] :
                {std::pair("cpuAtMostPercent", 100), {"latencyAtMostMilliseconds", 60'000}}) {
                if (const auto number = constraints.optionalInteger(key, 1, most)) {
                    settings.emplace(key, std::to_string(*number));
                }
            }
            m_file.limitsLatency = settings.contains("latencyAtMostMilliseconds");
            if (const Value value = constraints.value()["memoryFreeAtLeast"]) {
                readMemory(constraints, value, settings);
            }
            const std::string_view values = constraints.text("values");
            if (!values.empty() && values != "measured" && values != "requested") {
                constraints.fail(constraints.value()["values"],
                    fmt::format("constraints.values: \"{}\" is none; use measured or requested{}", shownInError(values),
                        suggestion(values, {"measured", "requested"})));
            }
            if (settings.empty() && constraints) {
                constraints.fail(constraints.value(), "constraints: sets no limit; give one, or take it out");
            }
            if (!values.empty()) {
                settings.emplace("values", values);
            }
            if (!settings.empty()) {
                m_file.changes.settings.emplace(limitsPlugin, std::move(settings));
            }
        });
    }

    static void readMemory(const Fields &constraints, Value value, framework::Settings &settings)
    {
        const bool whole = value.kind() == ValueKind::Int;
        const auto quantity =
            base::Quantity::parse(whole ? std::to_string(value.integer()) : std::string(value.text()));
        const auto fail = [&](std::string_view what) {
            constraints.fail(
                value, fmt::format("constraints.memoryFreeAtLeast: \"{}\" {}", shownInError(value.text()), what));
        };
        if ((!whole && !value.isString()) || !quantity.ok()) {
            fail("is no quantity (such as 2Gi)");
        } else if (quantity->nano() <= 0 || quantity->value() > mostFreeMemory) {
            fail("is not between 1 and 1Pi");
        } else {
            settings.emplace("memoryFreeAtLeastBytes", std::to_string(quantity->value()));
        }
    }

    void readRules()
    {
        absl::Status unused; // what is wrong with the root is told already
        const std::vector<framework::PlacementRule> rules =
            readPlacementRules(Fields(m_root, "policy", unused), m_faults);
        m_prefers = std::any_of(rules.begin(), rules.end(), [](const framework::PlacementRule &rule) {
            return rule.action == framework::PlacementRule::Action::Prefer;
        });
        if (!rules.empty()) {
            m_file.changes.settings[std::string(rulesPlugin)].emplace("rules", framework::textOf(rules));
        }
    }

    void readAutonomy()
    {
        scope(m_root, "policy", [&](const Fields &root) {
            constexpr std::array<std::string_view, 4> words{"observe", "recommend", "approve", "automatic"};
            std::string_view word = root.text("autonomy");
            word = word == "auto" ? words.back() : word;
            if (word.empty()) {
                return;
            }
            const auto *const found = std::find(words.begin(), words.end(), word);
            if (found == words.end()) {
                return root.fail(m_root["autonomy"],
                    fmt::format("autonomy: \"{}\" is none; use observe, recommend, approve or automatic{}",
                        shownInError(word), suggestion(word, {words.begin(), words.end()})));
            }
            m_file.autonomy = static_cast<api::Autonomy>(found - words.begin());
            m_file.changes.autonomy = word;
        });
    }

    /// Without any weight nothing would rank the nodes.
    void checkWeights()
    {
        const auto weightOf = [&](const framework::Registration &entry) {
            const auto set = m_file.changes.weights.find(entry.name);
            return set == m_file.changes.weights.end() ? entry.weight : set->second;
        };
        const bool any = std::any_of(
            m_registry.entries().begin(), m_registry.entries().end(), [&](const framework::Registration &entry) {
                return weightOf(entry) > 0 && (!entry.onlyWhenSet || m_prefers);
            });
        if (!any) {
            m_faults.add(m_root["plugins"].position(),
                "plugins: every weight is 0, so that nothing would rank the nodes; leave one above 0");
        }
    }

    const framework::Registry &m_registry;
    Value m_root;
    PolicyFaults m_faults;
    PolicyFile m_file;
    bool m_prefers = false;
};

} // namespace

PolicyReading parsePolicyFile(const framework::Registry &registry, std::string_view text)
{
    const absl::StatusOr<Document> document = parseDocument("", text, limits);
    PolicyFaults faults;
    if (!document.ok()) {
        faults.take(document.status());
    } else if (!document->root()) {
        faults.add({1, 1}, "is empty; write a policy (apiVersion: binnacle/v1, kind: Policy)");
    } else if (!document->root().isMapping()) {
        faults.add(
            document->root().position(), "expected a mapping, found " + std::string(kindName(document->root().kind())));
    } else {
        return PolicyReader(registry, document->root()).read(text);
    }
    return {nullptr, std::move(faults).sorted()};
}

absl::StatusOr<PolicyReading> loadPolicyFile(const framework::Registry &registry, const std::string &path)
{
    const absl::StatusOr<std::string> text = readTextFile(path, largestPolicyFile);
    if (!text.ok()) {
        return text.status();
    }
    return parsePolicyFile(registry, *text);
}

std::string faultsText(std::string_view source, const std::vector<api::PolicyFault> &faults)
{
    std::string text;
    for (const api::PolicyFault &fault : faults) {
        text += text.empty() ? "" : "\n";
        text += fault.line > 0 ? fmt::format("{}:{}:{}: {}", source, fault.line, fault.column, fault.what)
                               : fmt::format("{}: {}", source, fault.what);
    }
    return text;
}

} // namespace binnacle::kube
