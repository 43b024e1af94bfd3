// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/policy.h"

#include <string>
#include <utility>

namespace binnacle::framework {

namespace {

constexpr std::int32_t maxWeight = 1000;

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
    return absl::OkStatus();
}

/// In the registry's order, only what differs from the defaults.
std::string versionOf(const Registry &registry, const PolicyChanges &changes)
{
    std::string version;
    const auto append = [&](std::string_view plugin, std::string_view what, std::string_view value) {
        version.append(version.empty() ? "" : ";").append(plugin).append(".").append(what).append("=").append(value);
    };
    const Settings none;
    for (const Registration &entry : registry.entries()) {
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
    return version.empty() ? "default" : version;
}

} // namespace

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
        const auto weight = changes.weights.find(entry.name);
        policy->add(entry.make(values), weight == changes.weights.end() ? entry.weight : weight->second);
    }
    policy->m_version = versionOf(registry, changes);
    return policy;
}

void Policy::add(std::unique_ptr<const Plugin> plugin, std::int32_t weight)
{
    if (const auto *filter = dynamic_cast<const FilterPlugin *>(plugin.get())) {
        m_filters.push_back({plugin.get(), dynamic_cast<const PreFilterPlugin *>(plugin.get()), filter,
            dynamic_cast<const LoadFilterPlugin *>(filter)});
    }
    const auto *node = dynamic_cast<const NodeScorePlugin *>(plugin.get());
    const auto *load = dynamic_cast<const LoadScorePlugin *>(plugin.get());
    if ((node || load) && weight > 0) {
        m_scores.push_back({plugin.get(), weight, dynamic_cast<const PreScorePlugin *>(plugin.get()), node, load});
    }
    m_plugins.push_back(std::move(plugin));
}

} // namespace binnacle::framework
