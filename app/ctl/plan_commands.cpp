// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/commands.h"
#include "app/ctl/render.h"
#include "backend/api/plan.h"
#include "planner/model/rule_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace binnacle::ctl {

namespace {

using model::PlanStep;

Json optionalText(base::Symbol text) { return text.empty() ? Json(nullptr) : Json(std::string(text.text())); }

Json stepJson(const PlanStep &step)
{
    Json out = {{"step", model::stepName(step.kind)}, {"pod", step.pod.text()}, {"uid", step.podUid},
        {"priority", step.priority}, {"from", optionalText(step.from)}, {"to", optionalText(step.to)}};
    if (!step.makesRoomFor.name.empty()) {
        out["makesRoomFor"] = step.makesRoomFor.text();
        out["lacked"] = reasonJson(step.lacked);
    }
    if (step.kind == PlanStep::Kind::Place)
        out["score"] = step.score;
    else if (step.kind != PlanStep::Kind::Return)
        out["cost"] = step.cost;
    if (!step.gang.empty())
        out["gang"] = step.gang;
    return out;
}

Json leftOverJson(const model::PlanLeftOver &left)
{
    Json out = {{"pod", left.pod.text()}, {"priority", left.priority}, {"why", model::refusalName(left.why)}};
    if (!left.gang.empty())
        out["gang"] = left.gang;
    if (left.undecided != 0)
        out["undecided"] = model::ruleNames(left.undecided);
    if (left.reason.code != model::ReasonCode::None) {
        out["reason"] = reasonJson(left.reason);
        out["nodes"] = left.nodesByReason;
    }
    return out;
}

Json figuresJson(const model::PlanFigures &figures)
{
    return {{"placed", figures.placed}, {"pending", figures.pending}, {"fragmentation", figures.fragmentation},
        {"cpuMilli", figures.cpuMilli}, {"memoryBytes", figures.memoryBytes}};
}

Json planJson(const model::Plan &plan)
{
    Json steps = Json::array();
    for (const PlanStep &step : plan.steps)
        steps.push_back(stepJson(step));
    Json left = Json::array();
    for (const model::PlanLeftOver &pod : plan.leftOver)
        left.push_back(leftOverJson(pod));
    Json priorities = Json::array();
    for (const model::Plan::Priority &one : plan.priorities)
        priorities.push_back({{"priority", one.priority}, {"placed", one.placed}, {"of", one.of}});
    return {{"kind", model::planKindName(plan.kind)}, {"steps", std::move(steps)}, {"leftOver", std::move(left)},
        {"priorities", std::move(priorities)}, {"moves", plan.moves}, {"cost", plan.cost}, {"score", plan.score},
        {"proven", plan.proven}, {"budgetsKnown", plan.budgetsKnown}, {"ended", model::planEndName(plan.ended)},
        {"stepsTaken", plan.stepsTaken}, {"before", figuresJson(plan.before)}, {"after", figuresJson(plan.after)},
        {"snapshot", plan.snapshotHash.hex()}, {"policy", plan.policyVersion}, {"seed", plan.seed},
        {"plan", plan.fingerprint().hex()}};
}

std::string reasonWord(const model::Reason &reason)
{
    if (reason.code == model::ReasonCode::None)
        return {};
    return fmt::format(
        "{}{}{}", model::codeName(reason.code), reason.subject.empty() ? "" : " ", reason.subject.text());
}

void printPlan(const model::Plan &plan, std::ostream &out)
{
    Table table({{"", true}, {"STEP"}, {"POD"}, {"FROM"}, {"TO"}, {"MAKES ROOM FOR"}, {"THAT LACKED"}, {"COST", true},
        {"SCORE", true}});
    int number = 0;
    for (const PlanStep &step : plan.steps) {
        const bool place = step.kind == PlanStep::Kind::Place;
        table.add({fmt::format("{}", ++number), std::string(model::stepName(step.kind)), step.pod.text(),
            std::string(step.from.text()), std::string(step.to.text()),
            step.makesRoomFor.name.empty() ? "" : step.makesRoomFor.text(), reasonWord(step.lacked),
            place || step.kind == PlanStep::Kind::Return ? "" : fmt::format("{}", step.cost),
            place ? fmt::format("{}", step.score) : ""});
    }
    if (!plan.steps.empty())
        table.print(out);
    for (const model::PlanLeftOver &left : plan.leftOver) {
        out << printable(left.pod.text()) << ": " << model::refusalName(left.why);
        if (left.undecided != 0)
            out << ' ' << fmt::format("{}", fmt::join(model::ruleNames(left.undecided), ", "));
        if (left.reason.code != model::ReasonCode::None)
            out << printable(fmt::format(" ({} on {} nodes)", reasonWord(left.reason), left.nodesByReason));
        if (!left.gang.empty())
            out << printable(fmt::format(", gang {}", left.gang));
        out << '\n';
    }
    out << fmt::format("{} of {} placed, {} moves of cost {}, fragmentation {:.3f} -> {:.3f}; {}\n", plan.after.placed,
        plan.after.placed + plan.after.pending, plan.moves, plan.cost, plan.before.fragmentation,
        plan.after.fragmentation,
        plan.proven                                    ? "no plan within the limits is better"
            : plan.ended == model::PlanEnd::Stopped    ? "stopped: the best found in time"
            : plan.ended == model::PlanEnd::StepBudget ? "the best found within the steps"
                                                       : "the best found");
    if (!plan.budgetsKnown && plan.kind == model::PlanKind::Defragmentation)
        out << "disruption budgets may not be listed here: nothing was moved; grant list on "
               "poddisruptionbudgets.policy\n";
}

/// "NAME=POD,POD".
absl::StatusOr<model::Gang> gangOf(
    const std::string &text, const std::function<absl::StatusOr<model::PodKey>(std::string)> &named)
{
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
        return absl::InvalidArgumentError(fmt::format("--gang {}: say NAME=POD,POD", text));
    model::Gang gang{text.substr(0, equals), {}};
    for (std::size_t from = equals + 1; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const absl::StatusOr<model::PodKey> key = named(text.substr(from, comma - from));
        if (!key.ok())
            return key.status();
        gang.members.push_back(*key);
        from = comma + 1;
    }
    return gang;
}

} // namespace

int plan(const Console &console, const Target &target, const PlanWords &words)
{
    const auto client = connect(target);
    if (!client.ok())
        return fault(console, client.status());
    const auto named = [&](const std::string &text) { return podNamed(**client, text); };
    api::PlanRequest request;
    request.kind = words.defragment ? model::PlanKind::Defragmentation : model::PlanKind::Batch;
    request.moves = words.moves;
    request.evict = words.evict;
    request.steps = words.steps;
    request.seed = words.seed;
    request.time = std::chrono::seconds(words.timeSeconds);
    for (const std::string &pod : words.pods) {
        const absl::StatusOr<model::PodKey> key = named(pod);
        if (!key.ok())
            return misusedOrFault(console, key.status());
        request.pods.push_back(*key);
    }
    for (const std::string &text : words.gangs) {
        absl::StatusOr<model::Gang> gang = gangOf(text, named);
        if (!gang.ok())
            return misusedOrFault(console, gang.status());
        request.gangs.push_back(*std::move(gang));
    }
    const auto made = (*client)->ask<model::PlanPtr>(
        [&](auto reply) { (*client)->service().plan(request, {}, {}, std::move(reply)); },
        request.time + std::chrono::minutes(1));
    if (!made.ok())
        return misusedOrFault(console, made.status());
    if (console.format == Format::Table)
        printPlan(**made, console.out);
    else
        print(planJson(**made), console.format, console.out);
    return (*made)->leftOver.empty() ? Exit::Done : Exit::AnswerIsNo;
}

} // namespace binnacle::ctl
