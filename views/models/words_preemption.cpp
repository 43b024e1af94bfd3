// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/preemption.h"
#include "views/models/words.h"

#include <algorithm>

namespace binnacle::models {

namespace {

constexpr std::size_t shownVictims = 12;

} // namespace

Notice Words::preemption(const model::PreemptionAdvice &advice)
{
    using Kind = model::PreemptionAdvice::Kind;
    QStringList victims;
    for (std::size_t i = 0; i < std::min(advice.victims.size(), shownVictims); ++i) {
        const model::PreemptionVictim &victim = advice.victims[i];
        const QString name = plain(victim.pod.text());
        victims << (victim.violatesBudget ? tr("%1 (priority %2, against its disruption budget)")
                                          : tr("%1 (priority %2)"))
                       .arg(name, number(victim.priority));
    }
    if (advice.victims.size() > shownVictims)
        victims << tr("and %1 more").arg(advice.victims.size() - shownVictims);
    const QString whom = victims.join(tr(", "));
    switch (advice.kind) {
    case Kind::NotHelpful:
        return {tr("Evicting pods would not help"), tr("On no node would it fit without pods of lower priority.")};
    case Kind::Never:
        return {tr("It evicts nobody"), tr("Its preemptionPolicy is Never.")};
    case Kind::BudgetsUnknown:
        return {tr("Evicting pods would help on %Ln nodes", nullptr, int(advice.candidates)),
            tr("Whom to evict depends on disruption budgets, which may not be listed here: allow \"list\" and "
               "\"watch\" on "
               "poddisruptionbudgets.")};
    case Kind::AwaitsVictims:
        return {tr("It waits for pods to leave %1").arg(plain(advice.node)), tr("Still leaving: %1.").arg(whom)};
    case Kind::Evict:
        break;
    }
    QString others;
    if (advice.equal.size() > 1)
        others = QLatin1Char(' ') + tr("%Ln nodes are exactly as good.", nullptr, int(advice.equal.size()) - 1);
    return {tr("It would fit on %1 if these pods were evicted").arg(plain(advice.node)),
        tr("To evict: %1.").arg(whom) + others + QLatin1Char(' ') + tr("Binnacle evicts nothing: this is advice.")};
}

} // namespace binnacle::models
