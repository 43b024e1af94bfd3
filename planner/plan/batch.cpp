// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/random.h"
#include "planner/plan/layout.h"
#include "planner/plan/reasons.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace binnacle::plan {

namespace {

/// Puts units in, the one that would lose most by waiting first.
class Insertion {
public:
    Insertion(World &world, Layout &layout, Offers &offers, const Control &control)
        : m_world(world), m_layout(layout), m_offers(offers), m_control(control)
    {
    }

    /// The units that found no room stay out. `random`: gains are off by up to `noise`. False when it was stopped.
    bool insert(std::vector<const Unit *> units, base::SeededRandom *random, std::int64_t noise)
    {
        m_random = random;
        m_noise = noise;
        std::stable_sort(
            units.begin(), units.end(), [](const Unit *a, const Unit *b) { return a->priority > b->priority; });
        for (auto from = units.begin(); from != units.end();) {
            const auto to =
                std::find_if(from, units.end(), [&](const Unit *unit) { return unit->priority != (*from)->priority; });
            if (!insertAlike({from, to})) {
                return false;
            }
            from = to;
        }
        return true;
    }

private:
    /// Units that count as one when the next is chosen: pods of a class, or one gang.
    struct Kind {
        std::vector<const Unit *> units; ///< the next one last
        bool hopeless = false; ///< no room as far as is known
    };

    /// Of one priority.
    bool insertAlike(const std::vector<const Unit *> &units)
    {
        std::vector<Kind> kinds = kindsOf(units);
        m_anyPut = true; // what was put in before these may help them as well
        while (true) {
            if (m_control.stop && m_control.stop()) {
                return false;
            }
            Kind *best = nullptr;
            std::int64_t most = Layout::refused;
            for (Kind &kind : kinds) {
                if (kind.hopeless || kind.units.empty()) {
                    continue;
                }
                const std::int64_t regret = regretOf(*kind.units.back(), false);
                kind.hopeless = regret == Layout::refused;
                if (regret > most) {
                    most = regret;
                    best = &kind;
                }
            }
            if (!best && !secondHope(kinds)) {
                return true;
            }
            if (best) {
                best->hopeless = !putUnit(*best->units.back());
                if (!best->hopeless) {
                    best->units.pop_back();
                }
            }
        }
    }

    [[nodiscard]] std::vector<Kind> kindsOf(const std::vector<const Unit *> &units) const
    {
        std::vector<Kind> kinds;
        std::map<int, std::size_t> byClass;
        for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
            if (!(*unit)->gang.empty()) {
                kinds.push_back({{*unit}});
                continue;
            }
            const auto [it, isNew] = byClass.try_emplace(m_layout.podClass((*unit)->pods.front()), kinds.size());
            if (isNew) {
                kinds.emplace_back();
            }
            kinds[it->second].units.push_back(*unit);
        }
        return kinds;
    }

    /// Pods that look beyond their node may fit now that others are placed.
    bool secondHope(std::vector<Kind> &kinds)
    {
        bool any = false;
        if (!std::exchange(m_anyPut, false)) {
            return false;
        }
        for (Kind &kind : kinds) {
            const bool looksBeyond = !kind.units.empty()
                && std::any_of(kind.units.back()->pods.begin(), kind.units.back()->pods.end(),
                    [&](int pod) { return !m_world.local(m_layout.podClass(pod)); });
            if (looksBeyond && regretOf(*kind.units.back(), true) != Layout::refused) {
                kind.hopeless = false;
                any = true;
            }
        }
        return any;
    }

    /// Of a gang: the most of its members that have a node now.
    std::int64_t regretOf(const Unit &unit, bool exact)
    {
        std::int64_t most = Layout::refused;
        for (const int pod : unit.pods) {
            most = std::max(most, m_offers.of(m_layout.podClass(pod), *m_layout.pod(pod), exact).regret());
        }
        return most;
    }

    int nodeFor(int pod)
    {
        const int podClass = m_layout.podClass(pod);
        return m_random ? m_offers.blurred(podClass, *m_layout.pod(pod), m_noise, *m_random)
                        : m_offers.of(podClass, *m_layout.pod(pod), true).node;
    }

    bool putUnit(const Unit &unit)
    {
        std::vector<int> waiting = unit.pods;
        while (!waiting.empty()) {
            int chosen = -1;
            std::int64_t most = Layout::refused;
            for (const int pod : waiting) {
                const std::int64_t regret =
                    m_offers.of(m_layout.podClass(pod), *m_layout.pod(pod), waiting.size() > 1).regret();
                if (regret > most) {
                    most = regret;
                    chosen = pod;
                }
            }
            const int node = chosen < 0 ? Layout::nowhere : nodeFor(chosen);
            if (node == Layout::nowhere) {
                for (const int pod : unit.pods) {
                    if (m_layout.at(pod) != Layout::nowhere) {
                        m_layout.take(pod);
                    }
                }
                return false;
            }
            m_layout.put(chosen, node);
            std::erase(waiting, chosen);
        }
        m_anyPut = true;
        return true;
    }

    World &m_world;
    Layout &m_layout;
    Offers &m_offers;
    const Control &m_control;
    base::SeededRandom *m_random = nullptr;
    std::int64_t m_noise = 0;
    bool m_anyPut = false; ///< since the last hope
};

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
          m_random(problem.seed),
          m_plan(planFor(problem, model::PlanKind::Batch))
    {
    }

    model::Plan make()
    {
        std::vector<const Unit *> all;
        for (const Unit &unit : m_intake.units) {
            all.push_back(&unit);
        }
        const bool whole = m_insertion.insert(all, nullptr, 0);
        // In the order of insertion each was let in; where pods look beyond their node that order matters.
        const std::vector<int> inserted = m_layout.whole();
        m_order = orderOf();
        if (!whole) {
            m_plan.ended = model::PlanEnd::Stopped;
        } else if (!m_intake.units.empty() && m_world.nodes() > 0) {
            improve();
        }
        settle(inserted);
        write();
        return std::move(m_plan);
    }

private:
    // ---- improvement -----------------------------------------------------------------------------

    void improve()
    {
        const std::int64_t budget = m_problem.steps > 0 ? m_problem.steps : batchSteps;
        m_best = m_layout.whole();
        m_bestWorth = m_layout.worth();
        m_sinceBest = 0;
        m_plan.ended = model::PlanEnd::StepBudget;
        for (std::int64_t step = 0; step < budget; ++step) {
            if (m_control.stop && m_control.stop()) {
                m_plan.ended = model::PlanEnd::Stopped;
                break;
            }
            if (m_control.progress && step % 16 == 0) {
                m_control.progress(step, budget);
            }
            ++m_plan.stepsTaken;
            tryOne();
        }
        m_layout.become(m_best);
    }

    void tryOne()
    {
        const Worth was = m_layout.worth();
        m_taken.clear();
        destroy();
        std::vector<const Unit *> units;
        for (const Unit *unit : m_taken) {
            units.push_back(unit);
        }
        addWaiting(units);
        const std::vector<std::pair<int, int>> before = std::exchange(m_before, {});
        const std::int64_t noise = m_random.below(3) == 0 ? 40 : 0;
        const bool whole = m_insertion.insert(units, &m_random, noise);
        const bool better = whole && m_bestWorth < m_layout.worth() && legal();
        if (better) {
            m_best = m_layout.whole();
            m_bestWorth = m_layout.worth();
            m_sinceBest = 0;
            return;
        }
        ++m_sinceBest;
        if (!whole || !acceptable(was)) {
            for (const Unit *unit : units) {
                for (const int pod : unit->pods) {
                    if (m_layout.at(pod) != Layout::nowhere) {
                        m_layout.take(pod);
                    }
                }
            }
            for (const auto &[pod, node] : before) {
                m_layout.put(pod, node);
            }
        }
        if (m_sinceBest > 200) {
            m_layout.become(m_best);
            m_sinceBest = 0;
        }
    }

    /// No worse than before, or a little worse than the best: record-to-record travel (Dueck, 1993).
    [[nodiscard]] bool acceptable(const Worth &was) const
    {
        const Worth &now = m_layout.worth();
        if (!(now < was)) {
            return true;
        }
        return now.placed == m_bestWorth.placed && now.score + m_bestWorth.score / 50 >= m_bestWorth.score;
    }

    void takeUnit(const Unit &unit)
    {
        m_taken.push_back(&unit);
        for (const int pod : unit.pods) {
            m_before.emplace_back(pod, m_layout.at(pod));
            m_layout.take(pod);
        }
    }
    void takeNode(int node)
    {
        while (!m_layout.podsOn(node).empty()) {
            takeUnit(unitOf(m_layout.podsOn(node).back()));
        }
    }
    [[nodiscard]] const Unit &unitOf(int pod) const
    {
        return m_intake.units[static_cast<std::size_t>(m_intake.unitOf[static_cast<std::size_t>(pod)])];
    }
    [[nodiscard]] const Unit &anyUnit() { return m_intake.units[m_random.below(m_intake.units.size())]; }

    void destroy()
    {
        switch (m_random.below(3)) {
        case 0:
            destroySome();
            break;
        case 1:
            destroyNodes();
            break;
        default:
            makeWay();
        }
    }

    /// A few units from anywhere.
    void destroySome()
    {
        const std::uint64_t most = 1 + m_random.below(std::min<std::size_t>(8, m_intake.units.size()));
        for (std::uint64_t i = 0; i < most; ++i) {
            if (const Unit &unit = anyUnit(); m_layout.placed(unit)) {
                takeUnit(unit);
            }
        }
    }

    /// Everything of the plan that is on one node or two.
    void destroyNodes()
    {
        for (std::uint64_t i = 1 + m_random.below(2); i > 0; --i) {
            if (const Unit &unit = anyUnit(); m_layout.placed(unit)) {
                takeNode(m_layout.at(unit.pods[m_random.below(unit.pods.size())]));
            }
        }
    }

    /// A unit that waits is let in somewhere, at the cost of others that the plan put there.
    void makeWay()
    {
        const Unit &unit = anyUnit();
        if (m_layout.placed(unit)) {
            return destroyNodes();
        }
        const int pod = unit.pods[m_random.below(unit.pods.size())];
        for (int attempt = 0; attempt < 8; ++attempt) {
            const Unit &other = anyUnit();
            if (!m_layout.placed(other)) {
                continue;
            }
            const int node = m_layout.at(other.pods[m_random.below(other.pods.size())]);
            if (m_world.neverAdmits(m_layout.podClass(pod), node)) {
                continue;
            }
            while (!m_layout.podsOn(node).empty() && !m_world.admits(m_layout.podClass(pod), node)) {
                const std::vector<int> &on = m_layout.podsOn(node);
                takeUnit(unitOf(on[m_random.below(on.size())]));
            }
            return;
        }
    }

    /// Those that wait get another chance, not all at once where there are many.
    void addWaiting(std::vector<const Unit *> &units)
    {
        constexpr std::size_t few = 8;
        const std::size_t from = m_intake.units.empty() ? 0 : m_random.below(m_intake.units.size());
        std::size_t added = 0;
        for (std::size_t i = 0; i < m_intake.units.size() && added < few; ++i) {
            const Unit &unit = m_intake.units[(from + i) % m_intake.units.size()];
            if (!m_layout.placed(unit) && std::find(units.begin(), units.end(), &unit) == units.end()) {
                units.push_back(&unit);
                ++added;
            }
        }
    }

    // ---- legality --------------------------------------------------------------------------------

    [[nodiscard]] bool allLocal() const
    {
        for (int pod = 0; pod < static_cast<int>(m_problem.queue.size()); ++pod) {
            if (m_layout.at(pod) != Layout::nowhere && !m_world.local(m_layout.podClass(pod))) {
                return false;
            }
        }
        return true;
    }
    /// Where every pod looks only at its node, any order is legal.
    bool legal() { return allLocal() || orderOf().has_value(); }

    /// An order in which every pod is let in at its turn; none when there seems to be none. The layout stays as it is.
    std::optional<std::vector<int>> orderOf()
    {
        const std::vector<int> whole = m_layout.whole();
        std::vector<int> waiting;
        for (const Unit &unit : m_intake.units) {
            for (const int pod : unit.pods) {
                if (whole[static_cast<std::size_t>(pod)] != Layout::nowhere) {
                    waiting.push_back(pod);
                    m_layout.take(pod);
                }
            }
        }
        std::vector<int> order;
        for (bool any = true; any && !waiting.empty();) {
            any = false;
            std::vector<int> later;
            for (const int pod : waiting) {
                const int node = whole[static_cast<std::size_t>(pod)];
                if (m_world.admits(m_layout.podClass(pod), node)) {
                    m_layout.put(pod, node);
                    order.push_back(pod);
                    any = true;
                } else {
                    later.push_back(pod);
                }
            }
            waiting = std::move(later);
        }
        m_layout.become(whole);
        return waiting.empty() ? std::optional(std::move(order)) : std::nullopt;
    }

    /// Decides between what was inserted and what the search made of it, by scores worked out anew.
    void settle(const std::vector<int> &inserted)
    {
        const std::vector<int> best = m_layout.whole();
        std::optional<std::vector<int>> order = orderOf();
        if (order && (best == inserted || !dearer(inserted, best))) {
            m_order = std::move(order);
            return;
        }
        m_layout.become(inserted);
        if (m_order) {
            return;
        }
        // Legal as inserted, in an order that is not known any more: what cannot be put in again stays out.
        m_order.emplace();
        std::vector<const Unit *> all;
        for (const Unit &unit : m_intake.units) {
            all.push_back(&unit);
            for (const int pod : unit.pods) {
                if (m_layout.at(pod) != Layout::nowhere) {
                    m_layout.take(pod);
                }
            }
        }
        for (const Unit *unit : all) {
            const std::vector<int> before = m_layout.whole();
            m_insertion.insert({unit}, nullptr, 0);
            for (const int pod : unit->pods) {
                if (m_layout.at(pod) != Layout::nowhere && before[static_cast<std::size_t>(pod)] == Layout::nowhere) {
                    m_order->push_back(pod);
                }
            }
        }
    }

    /// Whether `inserted` is better than what is there, `best`, by scores with everything in place.
    bool dearer(const std::vector<int> &inserted, const std::vector<int> &best)
    {
        std::int64_t beyond = 0;
        for (std::size_t pod = 0; pod < best.size(); ++pod) {
            beyond += best[pod] != Layout::nowhere && !m_world.fixedScores(m_layout.podClass(static_cast<int>(pod)));
        }
        if (beyond == 0 || beyond * m_world.nodes() > affordable) {
            return false;
        }
        const Worth now{m_layout.worth().placed, scoreInPlace()};
        m_layout.become(inserted);
        const Worth then{m_layout.worth().placed, scoreInPlace()};
        m_layout.become(best);
        return now < then;
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
        for (const int pod : *m_order) {
            const int node = m_layout.at(pod);
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
    base::SeededRandom m_random;
    model::Plan m_plan;
    std::optional<std::vector<int>> m_order; ///< of the pods that are placed, by place in the queue
    std::vector<int> m_best;
    Worth m_bestWorth;
    int m_sinceBest = 0;
    std::vector<const Unit *> m_taken;
    std::vector<std::pair<int, int>> m_before; ///< pods that were taken, and from which nodes
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
