// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/exact.h"
#include "planner/plan/improvement.h"
#include "planner/plan/insertion.h"
#include "planner/plan/layout.h"
#include "planner/plan/reasons.h"

#include <numeric>
#include <utility>
#include <vector>

namespace binnacle::plan {

namespace {

class Batch {
public:
    Batch(const Problem &problem, const Control &control)
        : m_problem(problem),
          m_control(control),
          m_intake(takeIn(problem)),
          m_world(problem.snapshot, problem.policies, problem.queue),
          m_layout(m_world, problem, m_intake),
          m_offers(m_world, m_layout),
          m_insertion(m_world, m_layout, m_offers, control),
          m_exact(m_world, m_layout, control),
          m_plan(planFor(problem, model::PlanKind::Batch))
    {
    }

    model::Plan make()
    {
        for (const Unit &unit : m_intake.units) {
            m_all.push_back(&unit);
        }
        const bool whole = m_insertion.insert(m_all, {});
        // As they were put in each was let in; where pods look beyond their node that order matters.
        m_inserted = m_layout.puts();
        if (!whole) {
            m_plan.ended = model::PlanEnd::Stopped;
        } else if (!m_intake.units.empty() && m_world.nodes() > 0) {
            improve();
        }
        settle();
        write();
        return std::move(m_plan);
    }

private:
    [[nodiscard]] const Unit &unitOf(int pod) const
    {
        return m_intake.units[static_cast<std::size_t>(m_intake.unitOf[static_cast<std::size_t>(pod)])];
    }

    void improve()
    {
        if (small() && placeAll()) {
            return;
        }
        const std::int64_t budget = m_problem.steps > 0 ? m_problem.steps : batchSteps;
        Improvement improvement(m_problem, m_control, m_intake, m_world, m_layout, m_insertion, m_exact);
        m_plan.ended = improvement.run(budget) ? model::PlanEnd::StepBudget : model::PlanEnd::Stopped;
        m_plan.stepsTaken += improvement.steps();
    }

    [[nodiscard]] bool small() const
    {
        std::size_t pods = 0;
        for (const Unit *unit : m_all) {
            pods += unit->pods.size();
        }
        return pods <= Exact::mostPods && static_cast<std::size_t>(m_world.nodes()) <= Exact::mostNodes;
    }

    /// All in the best way. Whether that, or a stop, is the end of it.
    bool placeAll()
    {
        const Worth was = m_layout.worth();
        m_layout.replay({});
        std::vector<int> nodes(static_cast<std::size_t>(m_world.nodes()));
        std::iota(nodes.begin(), nodes.end(), 0);
        const Exact::Answer answer = m_exact.place(m_all, nodes);
        ++m_plan.stepsTaken;
        if (m_layout.worth() < was) {
            m_layout.replay(m_inserted);
        }
        if (answer == Exact::Answer::Stopped) {
            m_plan.ended = model::PlanEnd::Stopped;
        }
        return answer != Exact::Answer::Good;
    }

    /// Decides between what was inserted and what became of it, by scores with everything in place.
    void settle()
    {
        m_puts = m_layout.puts();
        std::int64_t beyond = 0;
        for (const Layout::Put &put : m_puts) {
            beyond += m_world.fixedScores(m_layout.podClass(put.pod)) ? 0 : 1;
        }
        if (beyond == 0 || beyond * m_world.nodes() > affordable || m_puts == m_inserted) {
            return;
        }
        const Worth now{m_layout.worth().placed, scoreInPlace()};
        m_layout.replay(m_inserted);
        const Worth then{m_layout.worth().placed, scoreInPlace()};
        if (now < then) {
            m_puts = m_inserted;
        } else {
            m_layout.replay(m_puts);
        }
    }
    std::int64_t scoreInPlace()
    {
        std::int64_t sum = 0;
        for (int pod = 0; pod < static_cast<int>(m_problem.queue.size()); ++pod) {
            if (const int node = m_layout.at(pod); node != Layout::nowhere) {
                sum += m_world.scoreInPlace(m_layout.pod(pod), node);
            }
        }
        return sum;
    }

    // ---- the plan --------------------------------------------------------------------------------

    void write()
    {
        std::vector<bool> placed(m_problem.queue.size(), false);
        Scores scores(m_world);
        for (const auto &[pod, node] : m_puts) {
            model::PlanStep step;
            step.kind = model::PlanStep::Kind::Place;
            step.pod = m_layout.pod(pod)->key;
            step.podUid = m_layout.pod(pod)->uid;
            step.priority = m_layout.pod(pod)->priority;
            step.to = m_world.nameOf(node);
            step.score = scores.of(m_layout.pod(pod), node);
            step.gang = unitOf(pod).gang;
            placed[static_cast<std::size_t>(pod)] = true;
            m_plan.steps.push_back(std::move(step));
        }
        Reasons reasons(m_world);
        const bool stopped = m_plan.ended == model::PlanEnd::Stopped && m_plan.stepsTaken == 0;
        for (std::size_t pod = 0; pod < m_problem.queue.size(); ++pod) {
            if (m_intake.refused[pod]) {
                m_plan.leftOver.push_back(*m_intake.refused[pod]);
            } else if (!placed[pod]) {
                m_plan.leftOver.push_back(
                    reasons.leftOver(m_problem.queue[pod], unitOf(static_cast<int>(pod)).gang, stopped));
            }
        }
        summarise(m_problem, placed, *m_world.snapshot(), m_plan);
    }

    const Problem &m_problem;
    const Control &m_control;
    Intake m_intake;
    World m_world;
    Layout m_layout;
    Offers m_offers;
    Insertion m_insertion;
    Exact m_exact;
    model::Plan m_plan;
    std::vector<const Unit *> m_all;
    std::vector<Layout::Put> m_inserted;
    std::vector<Layout::Put> m_puts; ///< the plan
};

} // namespace

absl::StatusOr<model::Plan> planBatch(const Problem &problem, const Control &control)
{
    if (const absl::Status status = checkLimits(problem); !status.ok()) {
        return status;
    }
    return Batch(problem, control).make();
}

} // namespace binnacle::plan
