// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/plugin.h"
#include "planner/framework/post_filter.h"
#include "planner/framework/queueing_hint.h"
#include "planner/framework/registry.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::framework {

/// A program that the cluster's scheduler asks as well. What it would say is not known here: the pods that it concerns are
/// not decidable. After IsInterested of kube-scheduler's extender.go (v1.36).
struct Extender {
    std::vector<base::Symbol> managedResources{}; ///< empty: it concerns every pod

    /// Else those with a container, of init containers too, that requests or limits one of them (if only to zero).
    [[nodiscard]] bool concerns(const model::Pod &pod) const;
};

/// Deviations from the defaults of every plugin: settings, weights of those that score (0 switches the score off), and those
/// that refuse no node.
struct PolicyChanges {
    std::map<std::string, Settings, std::less<>> settings; ///< by plugin name
    std::map<std::string, std::int32_t, std::less<>> weights; ///< 0..1000
    std::vector<Extender> extenders{};
    /// Their PreFilter, Filter and PostFilter are not called; nor may they score.
    std::set<std::string, std::less<>> withoutFilter{};
    std::string name{}; ///< of the policy file and its number: "gpu-first/12"; empty: none
    std::string autonomy{}; ///< the most that the file allows; decides nothing here, and is part of what it is
};

/// What differs from the defaults when `over` is said after `base`: where both say something of the same, `over` counts.
[[nodiscard]] PolicyChanges merged(PolicyChanges base, const PolicyChanges &over);

/// The plugins that decide, with their weights: immutable, shared by every decision made under it. Two policies of equal
/// version() decide alike.
class Policy {
public:
    struct Filter {
        const Plugin *plugin = nullptr;
        const PreFilterPlugin *preFilter = nullptr; ///< null when it has none
        const FilterPlugin *filter = nullptr;
        const LoadFilterPlugin *load = nullptr; ///< the same, when it reads amounts
        const QueueingHintPlugin *hint = nullptr; ///< null when any event may help
        const PodMovesPlugin *moves = nullptr; ///< null when its Filter reads no pods that PreFilter counted
    };
    struct Score {
        const Plugin *plugin = nullptr;
        std::int32_t weight = 1;
        const PreScorePlugin *preScore = nullptr; ///< null when it has none
        const NodeScorePlugin *node = nullptr; ///< this or `load`
        const LoadScorePlugin *load = nullptr;
    };

    /// kInvalidArgument: an unknown plugin, option or value, or a weight out of range.
    [[nodiscard]] static absl::StatusOr<std::shared_ptr<const Policy>> make(
        const Registry &registry, const PolicyChanges &changes);
    /// The policy that has that text(); kInvalidArgument when there is none.
    [[nodiscard]] static absl::StatusOr<std::shared_ptr<const Policy>> ofVersion(
        const Registry &registry, std::string_view text);

    [[nodiscard]] const std::vector<Filter> &filters() const { return m_filters; }
    [[nodiscard]] const std::vector<Score> &scores() const { return m_scores; }
    [[nodiscard]] const PostFilterPlugin *postFilter() const { return m_postFilter; } ///< null when there is none
    /// Whether an extender concerns the pod.
    [[nodiscard]] bool extended(const model::Pod &pod) const;
    /// What decisions are marked with: the text(), or of a named one its name and the hash of that text:
    /// "gpu-first/12@9f3c52e07a1bd845".
    [[nodiscard]] const std::string &version() const { return m_version; }
    /// Whether a plugin reads what nodes were measured to use.
    [[nodiscard]] bool readsMeasuredUse() const { return m_readsMeasuredUse; }
    /// The deviations in a canonical text, "default" when there are none: "default" or
    /// "NodePorts.filter=off;NodeResourcesFit.scoringStrategy=MostAllocated;TaintToleration.weight=5;extenders=nvidia.com/gpu";
    /// extenders "*": every pod. A named one begins with its name: "policy=gpu-first/12;TaintToleration.weight=5".
    [[nodiscard]] const std::shared_ptr<const std::string> &text() const { return m_text; }

private:
    Policy() = default;
    void add(std::unique_ptr<const Plugin> plugin, std::int32_t weight, bool filters);

    std::vector<std::unique_ptr<const Plugin>> m_plugins;
    std::vector<Filter> m_filters;
    std::vector<Score> m_scores;
    const PostFilterPlugin *m_postFilter = nullptr;
    std::vector<Extender> m_extenders;
    std::string m_version;
    std::shared_ptr<const std::string> m_text; ///< never null
    bool m_readsMeasuredUse = false;
};

using PolicyPtr = std::shared_ptr<const Policy>;

/// The policy of each scheduler's pods: a profile of that name, else the one for all others. Plain value.
struct Policies {
    PolicyPtr others;
    std::map<std::string, PolicyPtr, std::less<>> profiles{};

    [[nodiscard]] const PolicyPtr &of(std::string_view schedulerName) const
    {
        const auto it = profiles.find(schedulerName);
        return it == profiles.end() ? others : it->second;
    }
};

} // namespace binnacle::framework
