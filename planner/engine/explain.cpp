// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/explain.h"

#include "planner/engine/change_search.h"
#include "planner/engine/cycle.h"
#include "planner/engine/decide.h"
#include "planner/engine/trial.h"

#include <utility>

namespace binnacle::engine {

Explanation explain(
    const model::SnapshotPtr &snapshot, const model::Pod &pod, base::Symbol node, const framework::Policy &policy)
{
    Explanation explanation;
    explanation.node = node;
    explanation.undecided = undecidedRules(*snapshot, pod, policy);
    const model::NodeInfo *info = snapshot->find(node);
    if (!info) {
        explanation.filters.push_back(
            {{}, false, {{.code = model::ReasonCode::NodeNotFound, .subject = node, .detail = {}}}});
        explanation.search = model::ChangeSearch::NoneKnown;
        return explanation;
    }
    explanation.feasible = true;
    for (const Cycle::Refusal &word : wordsWithNominated(Cycle(*snapshot, pod, policy), *info)) {
        explanation.feasible = explanation.feasible && word.verdict.ok();
        const model::Reasons &reasons = word.verdict.reasons;
        explanation.filters.push_back({word.plugin, word.verdict.ok(), {reasons.begin(), reasons.end()}});
    }
    if (!explanation.feasible) {
        FoundChanges found = findChanges(snapshot, pod, node, policy);
        explanation.changes = std::move(found.sets);
        explanation.search = found.search;
        explanation.unliftable = found.unliftable;
    }
    return explanation;
}

} // namespace binnacle::engine
