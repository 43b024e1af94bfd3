// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/reasons.h"
#include "planner/plan/sequence.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace binnacle::plan {

namespace {

/// Small enough to be searched whole, all units together.
constexpr std::size_t wholeUnits = 8;
constexpr int wholeNodes = 24;
constexpr std::size_t wholeMovables = 80;

/// The steps of a search that several searches share, and whoever watches.
struct Allowance {
    const Control &control;
    std::int64_t budget = 0;
    std::int64_t taken = 0;
    bool stopped = false;
    bool ranOut = false;
};

/// One plan in the making: units are let in, all together or one after the other.
class Attempt {
public:
    Attempt(const Problem &problem, const Intake &intake, Allowance &allowance)
        : m_problem(problem),
          m_intake(intake),
          m_allowance(allowance),
          m_ranks(problem),
          m_world(problem.snapshot, problem.policies, problem.queue),
          m_stage(problem.snapshot, problem.policies, problem.queue),
          m_movables(problem, m_world),
          m_sequencer(problem, m_stage, m_movables, intake),
          m_placed(problem.queue.size(), false),
          m_movesLeft(problem.moves)
    {
    }

    [[nodiscard]] bool small() const { return m_world.nodes() <= wholeNodes && m_movables.count() <= wholeMovables; }

    void together()
    {
        std::vector<const Unit *> units(m_intake.units.size());
        std::transform(
            m_intake.units.begin(), m_intake.units.end(), units.begin(), [](const Unit &unit) { return &unit; });
        m_proven = letIn(units, m_allowance.budget / 2);
    }

    void oneByOne()
    {
        // A pod that found no way finds none either where nothing has changed since.
        absl::flat_hash_map<int, std::uint64_t> failedAt;
        for (std::size_t i = 0; i < m_intake.units.size() && !m_allowance.stopped; ++i) {
            const Unit &unit = m_intake.units[i];
            if (m_evicted && leastOf(unit) <= *m_evicted) {
                continue; // what was evicted for good comes before it
            }
            const int podClass = unit.pods.size() == 1
                ? m_world.classOf(m_problem.queue[static_cast<std::size_t>(unit.pods.front())])
                : -1;
            const std::uint64_t state = m_applied * (mostMoves + 1) + static_cast<std::uint64_t>(m_movesLeft);
            if (const auto failed = failedAt.find(podClass); failed != failedAt.end() && failed->second == state) {
                continue;
            }
            const std::int64_t left = m_allowance.budget - m_allowance.taken;
            if (left <= 0) {
                m_allowance.ranOut = true;
                break;
            }
            const auto units = static_cast<std::int64_t>(m_intake.units.size() - i);
            constexpr std::int64_t least = 64;
            const std::uint64_t before = m_applied;
            letIn({&unit}, std::min(left, std::max(least, left / units)));
            if (m_applied == before && podClass >= 0) {
                failedAt[podClass] = state;
            }
        }
    }

    /// More pods let in, of the highest priority first; fewer moves; cheaper ones.
    [[nodiscard]] bool betterThan(const Attempt &other) const
    {
        const auto mine = admitted();
        const auto theirs = other.admitted();
        if (mine != theirs) {
            return mine > theirs;
        }
        return std::pair(m_problem.moves - m_movesLeft, m_cost)
            < std::pair(other.m_problem.moves - other.m_movesLeft, other.m_cost);
    }
    [[nodiscard]] bool proven() const { return m_proven; }

    void write(model::Plan &plan)
    {
        plan.steps = std::move(m_steps);
        absl::flat_hash_map<std::string, model::PodPtr> byUid;
        for (const model::PodPtr &pod : m_problem.queue) {
            byUid.try_emplace(pod->uid, pod);
        }
        Scores scores(m_stage);
        for (model::PlanStep &step : plan.steps) {
            if (step.kind == model::PlanStep::Kind::Place) {
                step.score = scores.of(byUid.at(step.podUid), m_stage.indexOf(step.to));
            }
        }
        plan.proven = m_proven;
        Reasons reasons(m_stage);
        for (std::size_t pod = 0; pod < m_problem.queue.size(); ++pod) {
            if (m_intake.refused[pod]) {
                plan.leftOver.push_back(*m_intake.refused[pod]);
            } else if (!m_placed[pod]) {
                const int unit = m_intake.unitOf[pod];
                plan.leftOver.push_back(reasons.leftOver(
                    m_problem.queue[pod], m_intake.units[static_cast<std::size_t>(unit)].gang, m_allowance.stopped));
            }
        }
        summarise(m_problem, m_placed, *m_stage.snapshot(), plan);
    }

private:
    /// True when it is sure that nothing better can be done.
    bool letIn(const std::vector<const Unit *> &units, std::int64_t steps)
    {
        Search::Limits limits;
        limits.moves = m_movesLeft;
        limits.evict = m_problem.evict;
        limits.whole = small();
        limits.steps = steps;
        std::int64_t asked = 0;
        limits.stop = [this, &asked] {
            if (m_allowance.control.progress && ++asked % 64 == 0) {
                m_allowance.control.progress(
                    std::min(m_allowance.taken + asked, m_allowance.budget), m_allowance.budget);
            }
            return m_allowance.control.stop && m_allowance.control.stop();
        };
        Search search(m_problem, m_ranks, m_world, m_movables, limits,
            [this](const Moves &moves) { return m_sequencer.order(moves, false).has_value(); });
        const std::optional<Moves> found = search.run(units);
        m_allowance.taken += search.steps();
        m_allowance.stopped = m_allowance.stopped || search.stopped();
        m_allowance.ranOut = m_allowance.ranOut || search.outOfSteps();
        if (found) {
            apply(*found);
        }
        return search.proven();
    }

    [[nodiscard]] std::int32_t leastOf(const Unit &unit) const
    {
        std::int32_t least = unit.priority;
        for (const int pod : unit.pods) {
            least = std::min(least, m_problem.queue[static_cast<std::size_t>(pod)]->priority);
        }
        return least;
    }

    void apply(const Moves &moves)
    {
        std::optional<std::vector<model::PlanStep>> steps = m_sequencer.order(moves, true);
        m_steps.insert(m_steps.end(), steps->begin(), steps->end());
        for (const Moves::Move &move : moves.moves) {
            const Movables::One &one = m_movables.of(move.movable);
            m_world.remove(*one.pod, one.node);
            m_movables.spend(move.movable);
            if (move.to >= 0) {
                m_world.place(m_movables.successor(move.movable), move.to);
            } else {
                m_evicted = std::max(m_evicted.value_or(one.pod->priority), one.pod->priority);
            }
        }
        for (const Moves::Place &place : moves.places) {
            m_world.place(m_problem.queue[static_cast<std::size_t>(place.pod)], place.node);
            m_placed[static_cast<std::size_t>(place.pod)] = true;
        }
        m_movesLeft -= static_cast<std::int64_t>(moves.moves.size());
        m_cost += moves.cost;
        ++m_applied;
    }

    /// By falling priority.
    [[nodiscard]] std::vector<std::int64_t> admitted() const
    {
        std::vector<std::int64_t> out(m_ranks.count, 0);
        for (std::size_t pod = 0; pod < m_placed.size(); ++pod) {
            out[m_ranks.of[pod]] += m_placed[pod] ? 1 : 0;
        }
        return out;
    }

    const Problem &m_problem;
    const Intake &m_intake;
    Allowance &m_allowance;
    Ranks m_ranks;
    World m_world; ///< the search tries things out here
    World m_stage; ///< as the plan leaves it so far
    Movables m_movables;
    Sequencer m_sequencer;
    std::vector<model::PlanStep> m_steps;
    std::vector<bool> m_placed; ///< by place in the queue
    std::int64_t m_movesLeft = 0;
    std::int64_t m_cost = 0;
    std::optional<std::int32_t> m_evicted; ///< the highest priority of the pods that were evicted for good
    std::uint64_t m_applied = 0; ///< how many searches have let something in
    bool m_proven = false;
};

} // namespace

absl::StatusOr<model::Plan> planDefragmentation(const Problem &problem, const Control &control)
{
    if (const absl::Status status = checkLimits(problem); !status.ok()) {
        return status;
    }
    const Intake intake = takeIn(problem);
    model::Plan plan = planFor(problem, model::PlanKind::Defragmentation);
    Allowance allowance{control, problem.steps > 0 ? problem.steps : defragmentationSteps};
    auto best = std::make_unique<Attempt>(problem, intake, allowance);
    if (best->small() && intake.units.size() <= wholeUnits) {
        best->together();
        if (!best->proven() && !allowance.stopped) {
            auto other = std::make_unique<Attempt>(problem, intake, allowance);
            other->oneByOne();
            if (other->betterThan(*best)) {
                best = std::move(other);
            }
        }
    } else {
        best->oneByOne();
    }
    best->write(plan);
    plan.stepsTaken = allowance.taken;
    plan.ended = allowance.stopped ? model::PlanEnd::Stopped
        : allowance.ranOut         ? model::PlanEnd::StepBudget
                                   : model::PlanEnd::Complete;
    return plan;
}

} // namespace binnacle::plan
