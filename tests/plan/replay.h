// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/engine/decide.h"
#include "planner/plan/problem.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

/// Does what a plan says, step by step, and asks every plugin before each. Shares nothing with what made the plan but the problem.
namespace binnacle::plan::testing {

inline model::PodPtr withoutNode(const model::Pod &pod)
{
    auto copy = std::make_shared<model::Pod>(pod);
    copy->nodeName = {};
    copy->phase = model::PodPhase::Pending;
    copy->sign();
    return copy;
}

class Replay {
public:
    explicit Replay(const Problem &problem) : m_problem(problem), m_now(problem.snapshot)
    {
        for (const model::PodPtr &pod : problem.queue) {
            m_queue.try_emplace(pod->uid, pod);
        }
        for (const Budget &budget : problem.budgets) {
            m_left.push_back(budget.budget.disruptionsAllowed);
        }
    }

    /// What is wrong with the plan; empty when nothing is.
    std::string run(const model::Plan &plan)
    {
        m_least = std::numeric_limits<std::int32_t>::max();
        for (const model::PlanStep &step : plan.steps) {
            if (step.kind == model::PlanStep::Kind::Place) {
                m_least = std::min(m_least, step.priority);
            }
        }
        m_steps = &plan.steps;
        for (std::size_t i = 0; i < plan.steps.size(); ++i) {
            const std::string wrong = take(plan.steps[i]);
            if (!wrong.empty()) {
                return "step " + std::to_string(i + 1) + ", " + std::string(model::stepName(plan.steps[i].kind)) + ' '
                    + plan.steps[i].pod.text() + ": " + wrong;
            }
        }
        return finish(plan);
    }
    [[nodiscard]] const model::SnapshotPtr &now() const { return m_now; }

private:
    std::string take(const model::PlanStep &step)
    {
        using Kind = model::PlanStep::Kind;
        switch (step.kind) {
        case Kind::Place:
            return placeQueued(step);
        case Kind::Move:
            return move(step);
        case Kind::EvictFirst:
            return step.priority > leastAfter(step) ? "more important than what it makes room for" : evict(step);
        case Kind::Return:
            return arrive(step);
        case Kind::Evict: {
            const std::string wrong = step.priority >= m_least ? "not less important than what is placed" : evict(step);
            m_away.erase(step.podUid);
            return wrong;
        }
        }
        return "unknown";
    }

    /// Of the pod that it makes room for in the end: a pod of the queue, at the end of a chain of moves.
    std::int32_t leastAfter(const model::PlanStep &step) const
    {
        model::PodKey key = step.makesRoomFor;
        for (std::size_t hop = 0; hop <= m_steps->size(); ++hop) {
            const auto next = std::find_if(m_steps->begin(), m_steps->end(), [&](const model::PlanStep &one) {
                return one.pod == key && one.kind != model::PlanStep::Kind::Return;
            });
            if (next == m_steps->end()) {
                break;
            }
            if (next->kind == model::PlanStep::Kind::Place) {
                return next->priority;
            }
            key = next->makesRoomFor;
        }
        return std::numeric_limits<std::int32_t>::min();
    }

    std::string move(const model::PlanStep &step)
    {
        const std::string wrong = evict(step);
        return wrong.empty() ? arrive(step) : wrong;
    }

    std::string placeQueued(const model::PlanStep &step)
    {
        const auto found = m_queue.find(step.podUid);
        if (found == m_queue.end() || !m_placed.insert(step.podUid).second) {
            return "not in the queue, or placed twice";
        }
        for (const auto &[uid, away] : m_away) {
            if (away->priority > step.priority) {
                return away->key.text() + " is more important, and has no node meanwhile";
            }
        }
        return come(found->second, step.to);
    }

    std::string arrive(const model::PlanStep &step)
    {
        const auto found = m_away.find(step.podUid);
        if (found == m_away.end()) {
            return "was not evicted";
        }
        const model::PodPtr pod = found->second;
        m_away.erase(found);
        return come(pod, step.to);
    }

    std::string come(const model::PodPtr &pod, base::Symbol node)
    {
        model::PodPtr asking = pod;
        if ((pod->undecided & static_cast<model::UndecidedRules>(model::UndecidedRule::WorkloadGroup)) != 0) {
            auto copy = std::make_shared<model::Pod>(*pod);
            copy->undecided &= ~static_cast<model::UndecidedRules>(model::UndecidedRule::WorkloadGroup);
            asking = copy;
        }
        const engine::Recheck recheck =
            engine::recheck(*m_now, *asking, node, *m_problem.policies.of(pod->schedulerName));
        if (!recheck.verdict.ok()) {
            return "refused by " + std::string(recheck.plugin.text()) + " on " + std::string(node.text());
        }
        model::Overlay overlay(m_now);
        overlay.assume(pod, node);
        m_now = overlay.commit();
        return {};
    }

    std::string evict(const model::PlanStep &step)
    {
        const model::NodeInfo *info = m_now->find(step.from);
        if (!info) {
            return "no such node";
        }
        const auto found = std::find_if(info->pods().begin(), info->pods().end(),
            [&](const model::PodPtr &pod) { return pod->uid == step.podUid; });
        if (found == info->pods().end()) {
            return "not on its node";
        }
        const model::PodPtr pod = *found;
        if (pod->ownerKind.empty() || pod->ownerKind == "DaemonSet" || pod->ownerKind == "Node"
            || pod->deletionTimestamp) {
            return "may not be moved";
        }
        if (!m_evicted.insert(pod->uid).second || m_queue.contains(pod->uid)) {
            return "evicted twice, or just placed";
        }
        int budgets = 0;
        for (std::size_t i = 0; i < m_left.size(); ++i) {
            const Budget &budget = m_problem.budgets[i];
            if (budget.ns == pod->key.ns && budget.budget.selects(pod->labels)) {
                ++budgets;
                if (--m_left[i] < 0) {
                    return "more than the budget " + budget.budget.name + " allows";
                }
            }
        }
        if (budgets > 1 || !m_problem.budgetsKnown) {
            return "the eviction API would refuse it";
        }
        model::Overlay overlay(m_now);
        overlay.forget(step.from, pod->uid);
        m_now = overlay.commit();
        m_away[pod->uid] = withoutNode(*pod);
        return {};
    }

    std::string finish(const model::Plan &plan)
    {
        if (!m_away.empty()) {
            return m_away.begin()->second->key.text() + " is left without a node";
        }
        if (static_cast<std::int64_t>(m_evicted.size()) != plan.moves
            || (plan.kind == model::PlanKind::Defragmentation && plan.moves > m_problem.moves)
            || (plan.kind == model::PlanKind::Batch && plan.moves != 0)) {
            return "the number of moves is wrong";
        }
        if (m_placed.size() + plan.leftOver.size() != m_problem.queue.size()
            || plan.after.placed != static_cast<std::int64_t>(m_placed.size())) {
            return "pods of the queue are missing";
        }
        for (const model::PlanLeftOver &left : plan.leftOver) {
            for (const model::PodPtr &pod : m_problem.queue) {
                if (pod->key == left.pod && m_placed.contains(pod->uid) && left.why != model::PlanRefusal::Duplicate) {
                    return left.pod.text() + " is placed and left over";
                }
            }
        }
        return wholeGangs();
    }

    std::string wholeGangs()
    {
        for (const model::Gang &gang : m_problem.gangs) {
            std::size_t there = 0;
            for (const model::PodKey &key : gang.members) {
                there += std::any_of(m_problem.queue.begin(), m_problem.queue.end(),
                             [&](const model::PodPtr &pod) { return pod->key == key && m_placed.contains(pod->uid); })
                    ? 1
                    : 0;
            }
            if (there != 0 && there != gang.members.size()) {
                return "gang " + gang.name + " is placed in part";
            }
        }
        return {};
    }

    const Problem &m_problem;
    model::SnapshotPtr m_now;
    std::map<std::string, model::PodPtr> m_queue;
    std::vector<std::int64_t> m_left;
    std::map<std::string, model::PodPtr> m_away; ///< evicted, and not placed again yet
    std::set<std::string> m_evicted;
    std::set<std::string> m_placed;
    std::int32_t m_least = 0;
    const std::vector<model::PlanStep> *m_steps = nullptr;
};

} // namespace binnacle::plan::testing
