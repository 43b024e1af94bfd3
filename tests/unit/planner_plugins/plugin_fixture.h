// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/policy.h"
#include "planner/model/testing/builders.h"
#include "planner/plugins/registry.h"

#include <string_view>

namespace binnacle::plugins::testing {

using namespace model::testing;

inline framework::PolicyPtr policyWith(std::string_view plugin, framework::Settings settings)
{
    return framework::Policy::make(
        registry(), {.settings = {{std::string(plugin), std::move(settings)}}, .weights = {}})
        .value();
}

inline const framework::Policy::Filter &filterOf(const framework::Policy &policy, std::string_view plugin)
{
    for (const framework::Policy::Filter &filter : policy.filters()) {
        if (filter.plugin->name().text() == plugin) {
            return filter;
        }
    }
    throw std::logic_error("no such filter");
}

inline const framework::Policy::Score &scoreOf(const framework::Policy &policy, std::string_view plugin)
{
    for (const framework::Policy::Score &score : policy.scores()) {
        if (score.plugin->name().text() == plugin) {
            return score;
        }
    }
    throw std::logic_error("no such score");
}

/// What one plugin's Filter says, PreFilter included.
inline model::Verdict verdict(std::string_view plugin, const model::PodPtr &pod, const model::NodeInfoPtr &node,
    const framework::PolicyPtr &policy = defaultPolicy())
{
    const framework::Policy::Filter &filter = filterOf(*policy, plugin);
    framework::CycleState state;
    const model::SnapshotPtr snapshot = model::testing::makeSnapshot({node});
    if (filter.preFilter) {
        framework::PreFilterAnswer answer = filter.preFilter->preFilter(state, *pod, *snapshot);
        if (answer.verdict.kind != model::VerdictKind::Success) {
            return answer.verdict;
        }
    }
    return filter.filter->filter(state, *pod, framework::NodeLoad::of(*node));
}

inline bool fits(std::string_view plugin, const model::PodPtr &pod, const model::NodeInfoPtr &node,
    const framework::PolicyPtr &policy = defaultPolicy())
{
    return verdict(plugin, pod, node, policy).ok();
}

/// What one plugin's Score says, before NormalizeScore.
inline std::int64_t rawScore(std::string_view plugin, const model::PodPtr &pod, const model::NodeInfoPtr &node,
    const framework::PolicyPtr &policy = defaultPolicy())
{
    const framework::Policy::Score &score = scoreOf(*policy, plugin);
    framework::CycleState state;
    const model::SnapshotPtr snapshot = model::testing::makeSnapshot({node});
    const framework::NodeLoad load = framework::NodeLoad::of(*node);
    for (const framework::Policy::Filter &filter : policy->filters()) {
        if (filter.preFilter && filter.plugin == score.plugin) {
            static_cast<void>(filter.preFilter->preFilter(state, *pod, *snapshot));
        }
    }
    if (score.preScore && score.preScore->preScore(state, *pod, *snapshot, {&load}) == model::VerdictKind::Skip) {
        return -1; // not scored at all
    }
    return score.node ? score.node->score(state, *pod, framework::NodeLoad::of(*node))
                      : score.load->score(state, framework::PodLoad::of(*pod), framework::NodeLoad::of(*node));
}

} // namespace binnacle::plugins::testing
