// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plan/reasons.h"

#include "planner/plan/intake.h"

#include <map>
#include <utility>

namespace binnacle::plan {

const Reasons::Main &Reasons::mainOf(const model::PodPtr &pod)
{
    const int podClass = m_world.classOf(pod);
    const auto [it, isNew] = m_known.try_emplace(podClass);
    Main &main = it->second;
    m_left -= isNew ? m_world.nodes() : 0;
    if (!isNew || m_left < 0) {
        return main;
    }
    const engine::Cycle cycle(*m_world.snapshot(), *pod, m_world.policyOf(*pod));
    std::map<std::pair<model::ReasonCode, std::string_view>, std::int32_t> counts;
    main.never = m_world.nodes() > 0;
    for (int node = 0; node < m_world.nodes(); ++node) {
        const engine::Cycle::Refusal refusal = cycle.filter(m_world.load(node));
        main.anyFits = main.anyFits || refusal.verdict.ok();
        // A pod that it must be near may come yet: that is no final word.
        main.never = main.never && pod->affinityTerms.empty()
            && refusal.verdict.kind == model::VerdictKind::UnschedulableAndUnresolvable;
        if (refusal.verdict.reasons.empty()) {
            continue;
        }
        const model::Reason &reason = refusal.verdict.reasons.front();
        if (const std::int32_t count = ++counts[{reason.code, reason.subject.text()}]; count > main.nodes) {
            main.nodes = count;
            main.reason = reason;
        }
    }
    return main;
}

model::PlanLeftOver Reasons::leftOver(const model::PodPtr &pod, const std::string &gang, bool stopped)
{
    using model::PlanRefusal;
    const Main &main = mainOf(pod);
    model::PlanLeftOver out = plan::leftOver(*pod,
        main.never          ? PlanRefusal::NeverFits
            : stopped       ? PlanRefusal::Stopped
            : !gang.empty() ? PlanRefusal::GangWithoutRoom
                            : PlanRefusal::NoRoom,
        gang);
    out.reason = main.reason;
    out.nodesByReason = main.nodes;
    return out;
}

std::int64_t Scores::of(const model::PodPtr &pod, int node)
{
    const int podClass = m_world.classOf(pod);
    const bool fixed = m_world.fixedScores(podClass);
    m_left -= fixed ? 0 : m_world.nodes();
    if (fixed || m_left >= 0) {
        return m_world.scoreInPlace(pod, node);
    }
    return m_world.ruleScore(podClass, node) + m_world.loadScore(podClass, m_world.loadWithout(node, *pod, m_scratch));
}

} // namespace binnacle::plan
