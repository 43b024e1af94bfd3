// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/smallest_change.h"

#include "views/models/decision_facts.h"

#include <memory>
#include <tuple>
#include <utility>

namespace binnacle::models {
namespace {

struct Round {
    std::size_t open = 0;
    SmallestChange best;
    std::function<void(SmallestChange)> answered;
};

} // namespace

void askSmallestChange(
    api::ClusterService &service, const model::DecisionPtr &decision, std::function<void(SmallestChange)> answered)
{
    std::vector<base::Symbol> nodes;
    if (decision && decision->feasible.empty()) {
        for (const model::RejectedNode *node : nearestNodes(*decision))
            nodes.push_back(node->node);
    }
    if (nodes.empty())
        return answered({});
    const auto round = std::make_shared<Round>();
    round->open = nodes.size();
    round->answered = std::move(answered);
    for (const base::Symbol node : nodes) {
        service.explain(decision, node, [round, node](const absl::StatusOr<api::NodeExplanation> &answer) {
            if (answer.ok() && !answer->changes.empty()) {
                const model::ChangeSet &least = answer->changes.front();
                const model::ChangeSet &best = round->best.set;
                if (best.empty() || std::tie(least.count, least.cost) < std::tie(best.count, best.cost))
                    round->best = {node, least};
            }
            if (--round->open == 0)
                round->answered(std::move(round->best));
        });
    }
}

} // namespace binnacle::models
