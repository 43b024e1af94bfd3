// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/policy.h"

#include "planner/base/hash.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace binnacle::framework {

namespace {

constexpr std::int32_t maxWeight = 1000;
constexpr std::size_t hashDigits = 16;
constexpr std::size_t longestName = 96;

/// "gpu-first/12": what a policy's text can hold, and nothing that separates its parts.
bool isName(std::string_view text)
{
    return text.size() <= longestName && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
            || c == '.' || c == '/';
    });
}

/// Whether one of the settings is not the default.
bool changesAny(const Registration &entry, const Settings &settings)
{
    const Settings none;
    return std::any_of(settings.begin(), settings.end(),
        [&](const auto &setting) { return OptionValues(entry.options, none).text(setting.first) != setting.second; });
}

absl::Status check(const Registry &registry, const PolicyChanges &changes)
{
    for (const auto &[name, settings] : changes.settings) {
        const Registration *entry = registry.find(name);
        if (!entry) {
            return absl::InvalidArgumentError("unknown plugin " + name);
        }
        if (absl::Status status = OptionValues::check(entry->options, settings); !status.ok()) {
            return absl::InvalidArgumentError(name + ": " + std::string(status.message()));
        }
    }
    for (const auto &[name, weight] : changes.weights) {
        const Registration *entry = registry.find(name);
        if (!entry || entry->weight == 0) {
            return absl::InvalidArgumentError("no scoring plugin " + name);
        }
        if (weight < 0 || weight > maxWeight) {
            return absl::InvalidArgumentError(
                "weight of " + name + " out of 0.." + std::to_string(maxWeight) + ": " + std::to_string(weight));
        }
    }
    if (!isName(changes.name) || !isName(changes.autonomy) || (changes.name.empty() && !changes.autonomy.empty())) {
        return absl::InvalidArgumentError("a name of a policy cannot have that");
    }
    for (const std::string &name : changes.withoutFilter) {
        const Registration *entry = registry.find(name);
        if (!entry) {
            return absl::InvalidArgumentError("unknown plugin " + name);
        }
        const auto weight = changes.weights.find(name);
        if ((weight == changes.weights.end() ? entry->weight : weight->second) != 0) {
            return absl::InvalidArgumentError(name + " cannot score without its filter");
        }
    }
    return absl::OkStatus();
}

/// The resources that extenders manage, by name; "*" where one concerns every pod.
std::string extendersText(const std::vector<Extender> &extenders)
{
    std::set<std::string_view> names;
    for (const Extender &extender : extenders) {
        if (extender.managedResources.empty()) {
            return "*";
        }
        for (const base::Symbol resource : extender.managedResources) {
            names.insert(resource.text());
        }
    }
    std::string text;
    for (const std::string_view name : names) {
        text.append(text.empty() ? "" : ",").append(name);
    }
    return text;
}

/// In the registry's order, only what differs from the defaults.
std::string textOfChanges(const Registry &registry, const PolicyChanges &changes)
{
    std::string version;
    const auto append = [&](std::string_view plugin, std::string_view what, std::string_view value) {
        version.append(version.empty() ? "" : ";").append(plugin).append(".").append(what).append("=").append(value);
    };
    const Settings none;
    for (const Registration &entry : registry.entries()) {
        if (changes.withoutFilter.contains(entry.name)) {
            append(entry.name, "filter", "off");
        }
        if (const auto it = changes.settings.find(entry.name); it != changes.settings.end()) {
            for (const auto &[option, text] : it->second) {
                if (OptionValues(entry.options, none).text(option) != text) {
                    append(entry.name, option, text);
                }
            }
        }
        if (const auto it = changes.weights.find(entry.name);
            it != changes.weights.end() && it->second != entry.weight) {
            append(entry.name, "weight", std::to_string(it->second));
        }
    }
    if (!changes.extenders.empty()) {
        version.append(version.empty() ? "" : ";").append("extenders=").append(extendersText(changes.extenders));
    }
    if (!changes.name.empty()) {
        return "policy=" + changes.name + (changes.autonomy.empty() ? "" : ";autonomy=" + changes.autonomy)
            + (version.empty() ? "" : ";") + version;
    }
    return version.empty() ? "default" : version;
}

/// Calls visit for each part of the text between separators.
template <typename Visit> void split(std::string_view text, char separator, Visit visit)
{
    for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
        end = std::min(text.find(separator), text.size());
        visit(text.substr(0, end));
    }
}

/// One part of a version().
void take(const Registry &registry, std::string_view part, PolicyChanges &changes)
{
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view name = part.substr(0, equals);
    const std::string_view value = part.substr(std::min(equals + 1, part.size()));
    if (name == "policy") {
        changes.name = value;
        return;
    }
    if (name == "autonomy") {
        changes.autonomy = value;
        return;
    }
    if (name == "extenders") {
        Extender extender;
        split(value == "*" ? "" : value, ',',
            [&](std::string_view resource) { extender.managedResources.emplace_back(resource); });
        changes.extenders.push_back(std::move(extender));
        return;
    }
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string plugin(name.substr(0, dot));
    const std::string option(name.substr(std::min(dot + 1, name.size())));
    const Registration *entry = registry.find(plugin);
    const bool isOption = entry && std::any_of(entry->options.begin(), entry->options.end(), [&](const Option &one) {
        return one.name == option;
    });
    if (option == "filter" && value == "off" && !isOption) {
        changes.withoutFilter.insert(plugin);
        return;
    }
    if (option != "weight" || isOption) {
        changes.settings[plugin].emplace(option, value);
        return;
    }
    std::int32_t weight = -1; // as out of range as whatever is no number
    std::from_chars(value.data(), value.data() + value.size(), weight);
    changes.weights.emplace(plugin, weight);
}

} // namespace

absl::StatusOr<std::shared_ptr<const Policy>> Policy::ofVersion(const Registry &registry, std::string_view text)
{
    PolicyChanges changes;
    if (text != "default") {
        split(text, ';', [&](std::string_view part) { take(registry, part, changes); });
    }
    absl::StatusOr<std::shared_ptr<const Policy>> policy = make(registry, changes);
    if (policy.ok() && *(*policy)->text() != text) {
        return absl::InvalidArgumentError("it is written otherwise");
    }
    return policy;
}

absl::StatusOr<std::shared_ptr<const Policy>> Policy::make(const Registry &registry, const PolicyChanges &changes)
{
    if (absl::Status status = check(registry, changes); !status.ok()) {
        return status;
    }
    const std::shared_ptr<Policy> policy(new Policy);
    for (const Registration &entry : registry.entries()) {
        const auto settings = changes.settings.find(entry.name);
        const Settings none;
        const OptionValues values(entry.options, settings == changes.settings.end() ? none : settings->second);
        if (entry.onlyWhenSet && !(settings != changes.settings.end() && changesAny(entry, settings->second))) {
            continue;
        }
        const auto weight = changes.weights.find(entry.name);
        policy->add(entry.make(values), weight == changes.weights.end() ? entry.weight : weight->second,
            !changes.withoutFilter.contains(entry.name));
    }
    policy->m_extenders = changes.extenders;
    std::string text = textOfChanges(registry, changes);
    policy->m_version = changes.name.empty()
        ? text
        : changes.name + '@' + base::FingerprintBuilder().add(text).finish().hex().substr(0, hashDigits);
    policy->m_text = std::make_shared<const std::string>(std::move(text));
    return policy;
}

bool Extender::concerns(const model::Pod &pod) const
{
    return managedResources.empty()
        || std::any_of(managedResources.begin(), managedResources.end(),
            [&](base::Symbol resource) { return pod.request.has(resource); });
}

bool Policy::extended(const model::Pod &pod) const
{
    return std::any_of(
        m_extenders.begin(), m_extenders.end(), [&](const Extender &extender) { return extender.concerns(pod); });
}

void Policy::add(std::unique_ptr<const Plugin> plugin, std::int32_t weight, bool filters)
{
    if (const auto *filter = dynamic_cast<const FilterPlugin *>(plugin.get()); filter && filters) {
        m_filters.push_back({plugin.get(), dynamic_cast<const PreFilterPlugin *>(plugin.get()), filter,
            dynamic_cast<const LoadFilterPlugin *>(filter), dynamic_cast<const QueueingHintPlugin *>(filter),
            dynamic_cast<const PodMovesPlugin *>(filter)});
    }
    if (const auto *postFilter = dynamic_cast<const PostFilterPlugin *>(plugin.get()); postFilter && filters) {
        m_postFilter = postFilter;
    }
    const auto *node = dynamic_cast<const NodeScorePlugin *>(plugin.get());
    const auto *load = dynamic_cast<const LoadScorePlugin *>(plugin.get());
    if ((node || load) && weight > 0) {
        m_scores.push_back({plugin.get(), weight, dynamic_cast<const PreScorePlugin *>(plugin.get()), node, load});
    }
    m_readsMeasuredUse = m_readsMeasuredUse || plugin->readsMeasuredUse();
    m_plugins.push_back(std::move(plugin));
}

PolicyChanges merged(PolicyChanges base, const PolicyChanges &over)
{
    for (const auto &[plugin, settings] : over.settings) {
        for (const auto &[option, text] : settings) {
            base.settings[plugin].insert_or_assign(option, text);
        }
    }
    for (const auto &[plugin, weight] : over.weights) {
        base.weights.insert_or_assign(plugin, weight);
    }
    base.extenders.insert(base.extenders.end(), over.extenders.begin(), over.extenders.end());
    base.withoutFilter.insert(over.withoutFilter.begin(), over.withoutFilter.end());
    if (!over.name.empty()) {
        base.name = over.name;
        base.autonomy = over.autonomy;
    }
    return base;
}

} // namespace binnacle::framework
