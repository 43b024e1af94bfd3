// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/complaint.h"
#include "app/ctl/render_scenario.h"
#include "app/ctl/scenario_words.h"

#include <algorithm>

namespace binnacle::ctl {

namespace {

/// What is wrong with the words is a usage error; what cannot be read or reached is a fault.
int refused(const Console &console, const absl::Status &status)
{
    if (absl::IsInvalidArgument(status) || model::scenarioFaultOf(status))
        return misused(console, complaintOf(status));
    return fault(console, status);
}

} // namespace

int whatIf(const Console &console, const Target &target, const ScenarioWords &words)
{
    absl::StatusOr<std::vector<api::Scenario>> scenarios = scenariosOf(words);
    if (!scenarios.ok())
        return refused(console, scenarios.status());
    const auto client = connect(target);
    if (!client.ok())
        return fault(console, client.status());
    const auto comparison = (*client)->ask<api::ScenarioComparisonPtr>(
        [&](auto reply) { (*client)->service().compareScenarios(*std::move(scenarios), {}, {}, std::move(reply)); },
        std::chrono::minutes(10));
    if (!comparison.ok())
        return refused(console, comparison.status());
    const api::ScenarioComparison &found = **comparison;
    if (!found.base.status.ok())
        return refused(console, found.base.status);
    bool places = true;
    for (const api::ScenarioResult &result : found.scenarios) {
        if (!result.status.ok())
            return refused(console, result.status);
        places = places && everyPodFindsAPlace(*found.base.outcome, *result.outcome);
    }
    if (found.scenarios.empty())
        places = found.base.outcome->pending == 0;
    if (console.format == Format::Table)
        printComparison(found, words.all ? 0 : 20, console.out);
    else
        print(comparisonJson(found), console.format, console.out);
    return places ? Exit::Done : Exit::AnswerIsNo;
}

} // namespace binnacle::ctl
