// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/preemption.h"

namespace binnacle::model {

std::string_view kindName(PreemptionAdvice::Kind kind)
{
    switch (kind) {
    case PreemptionAdvice::Kind::Evict:
        return "Evict";
    case PreemptionAdvice::Kind::Never:
        return "Never";
    case PreemptionAdvice::Kind::AwaitsVictims:
        return "AwaitsVictims";
    case PreemptionAdvice::Kind::BudgetsUnknown:
        return "BudgetsUnknown";
    case PreemptionAdvice::Kind::NotHelpful:
        break;
    }
    return "NotHelpful";
}

} // namespace binnacle::model
