// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "planner/model/testing/builders.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Decisions and states for tests of models and pages, in words.
namespace binnacle::models::testing {

using model::testing::makePod;
using model::testing::symbol;

inline base::TimePoint at(std::int64_t seconds)
{
    return base::TimePoint(std::chrono::seconds(1'700'000'000 + seconds));
}

inline model::Reason shortCpu(std::int64_t asked, std::int64_t used, std::int64_t capacity)
{
    return {model::ReasonCode::InsufficientCpu, symbol("cpu"), {}, asked, used, capacity};
}

inline model::RejectedNode rejected(std::string_view node, std::string_view plugin, model::Reason reason)
{
    return {symbol(node), symbol(plugin), true, {std::move(reason)}};
}

/// Two plugins, NodeResourcesFit × 1 and NodeResourcesBalancedAllocation × 2; totals follow.
inline model::Decision makeDecision(const model::PodPtr &pod,
    const std::vector<std::pair<std::string, std::pair<int, int>>> &feasible = {},
    std::vector<model::RejectedNode> rejectedNodes = {})
{
    model::Decision d;
    d.pod = pod->key;
    d.podUid = pod->uid;
    d.podResourceVersion = pod->resourceVersion;
    d.podValue = pod;
    d.scorePlugins = {{symbol("NodeResourcesFit"), 1}, {symbol("NodeResourcesBalancedAllocation"), 2}};
    for (const auto &[node, scores] : feasible)
        d.feasible.push_back({symbol(node), {scores.first * 3, scores.second * 3}, {scores.first, scores.second},
            scores.first + 2 * scores.second});
    d.rejected = std::move(rejectedNodes);
    d.outcome = feasible.empty() ? model::DecisionOutcome::NoNodeFits : model::DecisionOutcome::Placed;
    if (!d.feasible.empty()) {
        d.chosen = d.feasible.front().node;
        d.score = d.feasible.front().total;
        d.tied = {d.chosen};
        if (d.feasible.size() > 1)
            d.margin = d.score - d.feasible[1].total;
    }
    d.confidence = {0.97, 200, false, 0.97, false, 0};
    d.snapshotHash = {0x9f3c41d700000000ULL, 1};
    d.policyVersion = "v1";
    d.seed = 42;
    return d;
}

inline model::DecisionPtr share(model::Decision d) { return std::make_shared<const model::Decision>(std::move(d)); }

inline api::PendingPod waiting(const model::PodPtr &pod, const model::DecisionPtr &decision, std::int64_t since = 0)
{
    api::PendingPod p;
    p.pod = pod;
    p.outcome = decision->outcome;
    p.undecided = decision->undecided;
    p.wouldGo = decision->chosen;
    p.feasibleNodes = std::int64_t(decision->feasible.size());
    p.wait = api::PendingPod::Wait::Unschedulable;
    p.since = at(since);
    if (!decision->rejected.empty()) {
        p.mainReason = decision->rejected.front().reasons.front().code;
        p.mainSubject = decision->rejected.front().reasons.front().subject;
        p.nodesByMainReason = int(decision->rejected.size());
    }
    return p;
}

inline std::shared_ptr<api::ClusterState> makeState()
{
    auto state = std::make_shared<api::ClusterState>();
    state->profile.id = "demo";
    state->profile.name = "demo";
    state->profile.autonomy = api::Autonomy::Approve;
    state->feed.state = model::FeedState::Synced;
    state->snapshot = std::make_shared<const model::Snapshot>();
    state->usage = std::make_shared<const api::UsageTable>();
    state->history = std::make_shared<const std::vector<api::OverviewSample>>();
    state->writeBlock = api::WriteBlock::None;
    return state;
}

} // namespace binnacle::models::testing
