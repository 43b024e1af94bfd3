// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/intake.h"

#include "planner/engine/decide.h"
#include "planner/engine/fragmentation.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/strings/str_cat.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace binnacle::plan {

using model::PlanRefusal;

namespace {

absl::Status within(const char *name, std::int64_t value, std::int64_t most)
{
    return value >= 0 && value <= most
        ? absl::OkStatus()
        : absl::InvalidArgumentError(absl::StrCat("plan: ", name, " ", value, ": 0 to ", most));
}

constexpr auto groupRule = static_cast<model::UndecidedRules>(model::UndecidedRule::WorkloadGroup);

/// Why a pod cannot be planned for by itself.
std::optional<PlanRefusal> ownRefusal(const model::Pod &pod, model::UndecidedRules undecided, bool anyNodes)
{
    if (pod.assigned() || pod.finished() || pod.deletionTimestamp) {
        return PlanRefusal::NotPending;
    }
    if (!anyNodes) {
        return PlanRefusal::NoNodes;
    }
    if (!pod.schedulingGates.empty()) {
        return PlanRefusal::Gated;
    }
    return undecided != 0 ? std::optional(PlanRefusal::NotDecidable) : std::nullopt;
}

class Sorting {
public:
    explicit Sorting(const Problem &problem) : m_problem(problem)
    {
        m_out.refused.resize(problem.queue.size());
        m_out.unitOf.assign(problem.queue.size(), -1);
        m_gangOf.assign(problem.queue.size(), -1);
        nameAll();
        joinGangs();
        refuseRunning();
        refuseSingly();
        spreadRefusals();
        makeUnits();
    }
    Intake take() { return std::move(m_out); }

private:
    void refuse(int pod, PlanRefusal why, model::UndecidedRules undecided = 0)
    {
        const auto at = static_cast<std::size_t>(pod);
        if (!m_out.refused[at]) {
            m_out.refused[at] = leftOver(*m_problem.queue[at], why, gangName(pod));
            m_out.refused[at]->undecided = undecided;
        }
    }
    [[nodiscard]] std::string gangName(int pod) const
    {
        const int gang = m_gangOf[static_cast<std::size_t>(pod)];
        return gang < 0 ? std::string() : m_problem.gangs[static_cast<std::size_t>(gang)].name;
    }

    void nameAll()
    {
        absl::flat_hash_set<std::string_view> uids;
        for (std::size_t i = 0; i < m_problem.queue.size(); ++i) {
            const model::Pod &pod = *m_problem.queue[i];
            const bool newKey = m_byKey.try_emplace(pod.key, static_cast<int>(i)).second;
            if (!newKey || !uids.insert(pod.uid).second) {
                refuse(static_cast<int>(i), PlanRefusal::Duplicate);
            }
        }
    }

    /// Pods are told apart by their UID: one that is on a node already does not wait.
    void refuseRunning()
    {
        absl::flat_hash_map<std::string_view, int> waiting;
        for (std::size_t i = 0; i < m_problem.queue.size(); ++i) {
            waiting.try_emplace(m_problem.queue[i]->uid, static_cast<int>(i));
        }
        for (const model::NodeInfoPtr &info : m_problem.snapshot->nodes()) {
            for (const model::PodPtr &pod : info->pods()) {
                if (const auto found = waiting.find(pod->uid); found != waiting.end()) {
                    refuse(found->second, PlanRefusal::NotPending);
                }
            }
        }
    }

    void joinGangs()
    {
        m_members.resize(m_problem.gangs.size());
        m_broken.assign(m_problem.gangs.size(), {});
        for (std::size_t g = 0; g < m_problem.gangs.size(); ++g) {
            for (const model::PodKey &key : m_problem.gangs[g].members) {
                const auto found = m_byKey.find(key);
                if (found == m_byKey.end()) {
                    m_broken[g] = PlanRefusal::GangIncomplete;
                    continue;
                }
                int &gang = m_gangOf[static_cast<std::size_t>(found->second)];
                if (gang >= 0) {
                    m_broken[g] = PlanRefusal::GangContradiction;
                    m_broken[static_cast<std::size_t>(gang)] = PlanRefusal::GangContradiction;
                    m_members[g].push_back(found->second); // in both: neither can be judged alone
                    continue;
                }
                gang = static_cast<int>(g);
                m_members[g].push_back(found->second);
            }
        }
    }

    void refuseSingly()
    {
        const bool anyNodes = !m_problem.snapshot->nodes().empty();
        for (std::size_t i = 0; i < m_problem.queue.size(); ++i) {
            const model::Pod &pod = *m_problem.queue[i];
            model::UndecidedRules undecided =
                engine::undecidedRules(*m_problem.snapshot, pod, *m_problem.policies.of(pod.schedulerName));
            if (m_gangOf[i] >= 0) {
                undecided &= ~groupRule; // what a group asks for is done here
            }
            if (const auto why = ownRefusal(pod, undecided, anyNodes)) {
                refuse(static_cast<int>(i), *why, undecided);
            }
        }
    }

    void spreadRefusals()
    {
        for (std::size_t g = 0; g < m_members.size(); ++g) {
            const bool lacksOne = std::any_of(m_members[g].begin(), m_members[g].end(),
                [&](int pod) { return m_out.refused[static_cast<std::size_t>(pod)].has_value(); });
            if (!m_broken[g] && lacksOne) {
                m_broken[g] = PlanRefusal::GangIncomplete;
            }
            if (m_broken[g]) {
                for (const int pod : m_members[g]) {
                    refuse(pod, *m_broken[g]);
                }
            }
        }
    }

    void makeUnits()
    {
        std::vector<bool> seen(m_problem.gangs.size(), false);
        for (std::size_t i = 0; i < m_problem.queue.size(); ++i) {
            const int gang = m_gangOf[i];
            if (m_out.refused[i] || (gang >= 0 && seen[static_cast<std::size_t>(gang)])) {
                continue;
            }
            Unit unit;
            if (gang >= 0) {
                seen[static_cast<std::size_t>(gang)] = true;
                unit.pods = m_members[static_cast<std::size_t>(gang)];
                unit.gang = m_problem.gangs[static_cast<std::size_t>(gang)].name;
            } else {
                unit.pods = {static_cast<int>(i)};
            }
            unit.priority = priorityOf(unit);
            m_out.units.push_back(std::move(unit));
        }
        std::stable_sort(m_out.units.begin(), m_out.units.end(),
            [](const Unit &a, const Unit &b) { return a.priority > b.priority; });
        for (std::size_t u = 0; u < m_out.units.size(); ++u) {
            for (const int pod : m_out.units[u].pods) {
                m_out.unitOf[static_cast<std::size_t>(pod)] = static_cast<int>(u);
            }
        }
    }

    [[nodiscard]] std::int32_t priorityOf(const Unit &unit) const
    {
        std::int32_t highest = m_problem.queue[static_cast<std::size_t>(unit.pods.front())]->priority;
        for (const int pod : unit.pods) {
            highest = std::max(highest, m_problem.queue[static_cast<std::size_t>(pod)]->priority);
        }
        return highest;
    }

    const Problem &m_problem;
    Intake m_out;
    absl::flat_hash_map<model::PodKey, int> m_byKey;
    std::vector<int> m_gangOf; ///< by place in the queue; -1: none
    std::vector<std::vector<int>> m_members; ///< by gang
    std::vector<std::optional<PlanRefusal>> m_broken; ///< by gang
};

model::PlanFigures figuresOf(
    const Problem &problem, const model::Snapshot &snapshot, const std::vector<engine::PodShape> &shapes)
{
    model::PlanFigures figures;
    figures.pending = static_cast<std::int64_t>(problem.queue.size());
    figures.fragmentation = engine::fragmentation(snapshot, shapes).total;
    model::Resources sum;
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        sum += info->requested();
    }
    figures.cpuMilli = sum.cpuMilli;
    figures.memoryBytes = sum.memoryBytes;
    return figures;
}

} // namespace

absl::Status checkLimits(const Problem &problem)
{
    if (!problem.snapshot || !problem.policies.others) {
        return absl::InvalidArgumentError("plan: no snapshot or no policy");
    }
    absl::Status status = within("pods", static_cast<std::int64_t>(problem.queue.size()), mostPods);
    status.Update(within("gangs", static_cast<std::int64_t>(problem.gangs.size()), mostGangs));
    std::size_t members = 0;
    for (const model::Gang &gang : problem.gangs) {
        members += gang.members.size();
    }
    status.Update(within("members of gangs", static_cast<std::int64_t>(members), mostPods));
    status.Update(within("steps", problem.steps, mostSteps));
    status.Update(within("moves", problem.moves, mostMoves));
    return status;
}

Ranks::Ranks(const Problem &problem)
{
    std::map<std::int32_t, std::size_t, std::greater<>> ranks;
    for (const model::PodPtr &pod : problem.queue) {
        ranks.emplace(pod->priority, 0);
    }
    for (auto &[priority, rank] : ranks) {
        rank = count++;
    }
    of.reserve(problem.queue.size());
    for (const model::PodPtr &pod : problem.queue) {
        of.push_back(ranks[pod->priority]);
    }
}

Intake takeIn(const Problem &problem) { return Sorting(problem).take(); }

model::PlanLeftOver leftOver(const model::Pod &pod, PlanRefusal why, const std::string &gang)
{
    model::PlanLeftOver out;
    out.pod = pod.key;
    out.priority = pod.priority;
    out.why = why;
    out.gang = gang;
    return out;
}

model::Plan planFor(const Problem &problem, model::PlanKind kind)
{
    model::Plan plan;
    plan.kind = kind;
    plan.snapshotHash = problem.snapshot->hash();
    plan.policyVersion = problem.policies.others->version();
    plan.seed = problem.seed;
    plan.budgetsKnown = problem.budgetsKnown;
    return plan;
}

void summarise(const Problem &problem, const std::vector<bool> &placed, const model::Snapshot &after, model::Plan &plan)
{
    const std::vector<engine::PodShape> shapes = engine::podShapes(*problem.snapshot, problem.queue);
    plan.before = figuresOf(problem, *problem.snapshot, shapes);
    plan.after = figuresOf(problem, after, shapes);
    std::map<std::int32_t, model::Plan::Priority, std::greater<>> priorities;
    for (std::size_t i = 0; i < problem.queue.size(); ++i) {
        model::Plan::Priority &share = priorities[problem.queue[i]->priority];
        share.priority = problem.queue[i]->priority;
        ++share.of;
        share.placed += placed[i] ? 1 : 0;
        plan.after.placed += placed[i] ? 1 : 0;
    }
    plan.after.pending -= plan.after.placed;
    for (const auto &[priority, share] : priorities) {
        plan.priorities.push_back(share);
    }
    plan.moves = plan.cost = plan.score = 0;
    for (const model::PlanStep &step : plan.steps) {
        const bool leaves = step.kind != model::PlanStep::Kind::Place && step.kind != model::PlanStep::Kind::Return;
        plan.moves += leaves ? 1 : 0;
        plan.cost += step.cost;
        plan.score += step.kind == model::PlanStep::Kind::Place ? step.score : 0;
    }
}

} // namespace binnacle::plan
