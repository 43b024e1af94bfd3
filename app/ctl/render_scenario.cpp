// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/render_scenario.h"

#include "app/ctl/render.h"
#include "planner/model/rule_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace binnacle::ctl {

namespace {

using api::ScenarioResult;
using api::ScenarioStep;
using model::DecisionOutcome;
using model::PodOrigin;
using model::ScenarioOutcome;
using model::ScenarioPod;

std::string_view kindName(ScenarioStep::Kind kind)
{
    constexpr std::array<std::string_view, 8> names{
        "AddNodes", "RemoveNodes", "Cordon", "Uncordon", "Drain", "Scale", "Policy", "Arrive"};
    return names.at(static_cast<std::size_t>(kind));
}

Json stepJson(const ScenarioStep &step)
{
    using enum ScenarioStep::Kind;
    Json out = {{"kind", kindName(step.kind)}};
    if (!step.nodes.empty())
        out["nodes"] = step.nodes;
    if (step.kind == AddNodes || step.kind == Scale || step.kind == Arrive)
        out["count"] = step.count;
    if (step.kind == Scale)
        out["workload"] = step.workload.text();
    if (!step.policy.empty())
        out["policy"] = step.policy;
    if (!step.source.empty())
        out["source"] = step.source;
    return out;
}

Json shareOrNull(const std::optional<double> &share) { return share ? Json(*share) : Json(nullptr); }

Json namesJson(const std::vector<base::Symbol> &names)
{
    Json out = Json::array();
    for (const base::Symbol name : names)
        out.push_back(name.text());
    return out;
}

Json podJson(const ScenarioPod &pod)
{
    const bool placed = pod.outcome == DecisionOutcome::Placed;
    Json out = {{"pod", pod.pod->key.text()}, {"origin", model::originName(pod.origin)},
        {"outcome", outcomeName(pod.outcome)}, {"from", pod.from.empty() ? Json(nullptr) : Json(pod.from.text())},
        {"to", placed ? Json(pod.to.text()) : Json(nullptr)}};
    if (pod.outcome == DecisionOutcome::NoNodeFits)
        out["why"] = {{"plugin", pod.plugin.text()}, {"code", model::codeName(pod.reason)},
            {"subject", pod.subject.text()}, {"nodes", pod.nodesByReason}};
    if (pod.undecided != 0)
        out["undecided"] = model::ruleNames(pod.undecided);
    return out;
}

Json outcomeJson(const ScenarioOutcome &outcome)
{
    Json reasons = Json::array();
    for (const model::PendingReason &reason : outcome.pendingByReason)
        reasons.push_back({{"plugin", reason.plugin.text()}, {"code", model::codeName(reason.reason)},
            {"subject", reason.subject.text()}, {"pods", reason.pods}});
    Json resources = Json::object();
    for (const model::ScenarioResource &resource : outcome.resources)
        resources[std::string(resource.resource.text())] = {
            {"allocatable", resource.allocatable}, {"allocated", resource.allocated}};
    Json pods = Json::array();
    for (const ScenarioPod &pod : outcome.pods)
        pods.push_back(podJson(pod));
    Json lost = Json::array();
    for (const model::PodKey &pod : outcome.lost)
        lost.push_back(pod.text());
    return {{"placed", outcome.placed}, {"pending", outcome.pending}, {"pendingByReason", std::move(reasons)},
        {"moved", outcome.moved()}, {"stayed", outcome.stayed}, {"ended", outcome.ended}, {"lost", std::move(lost)},
        {"nodes", outcome.nodes}, {"cordoned", outcome.cordoned}, {"running", outcome.running},
        {"added", namesJson(outcome.added)}, {"removed", namesJson(outcome.removed)},
        {"drained", namesJson(outcome.drained)}, {"resources", std::move(resources)},
        {"fragmentation",
            {{"cpu", shareOrNull(outcome.fragmentation.cpu)}, {"memory", shareOrNull(outcome.fragmentation.memory)},
                {"gpu", shareOrNull(outcome.fragmentation.gpu)}, {"total", outcome.fragmentation.total}}},
        {"policies", outcome.policies}, {"snapshot", outcome.after ? outcome.after->hash().hex() : std::string()},
        {"pods", std::move(pods)}};
}

Json resultJson(const ScenarioResult &result)
{
    Json steps = Json::array();
    for (const ScenarioStep &step : result.scenario.steps)
        steps.push_back(stepJson(step));
    Json out = {{"name", result.scenario.name}, {"steps", std::move(steps)},
        {"milliseconds", std::chrono::duration<double, std::milli>(result.took).count()}};
    out["outcome"] = result.outcome ? outcomeJson(*result.outcome) : Json(nullptr);
    if (!result.status.ok())
        out["fault"] = std::string(result.status.message());
    return out;
}

std::string percent(double part, double whole)
{
    return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : std::string("–");
}

/// The figures that are compared, each with how it is read.
std::vector<std::pair<std::string, std::function<std::string(const ScenarioResult &)>>> figures(
    const ScenarioOutcome &base)
{
    using Of = std::function<std::string(const ScenarioResult &)>;
    std::vector<std::pair<std::string, Of>> out;
    const auto count = [&](std::string name, std::function<std::int64_t(const ScenarioOutcome &)> of) {
        out.emplace_back(std::move(name),
            [of = std::move(of)](const ScenarioResult &result) { return fmt::format("{}", of(*result.outcome)); });
    };
    count("nodes", [](const ScenarioOutcome &o) { return o.nodes; });
    count("  cordoned", [](const ScenarioOutcome &o) { return o.cordoned; });
    count("pods placed", [](const ScenarioOutcome &o) { return o.placed; });
    count("pods pending", [](const ScenarioOutcome &o) { return o.pending; });
    count("pods moved", [](const ScenarioOutcome &o) { return o.moved(); });
    count("pods lost", [](const ScenarioOutcome &o) { return static_cast<std::int64_t>(o.lost.size()); });
    count("pods ended", [](const ScenarioOutcome &o) { return o.ended; });
    for (std::size_t i = 0; i < base.resources.size(); ++i) {
        const base::Symbol name = base.resources[i].resource;
        out.emplace_back(fmt::format("{} allocated", name.text()), [name](const ScenarioResult &result) {
            for (const model::ScenarioResource &one : result.outcome->resources) {
                if (one.resource == name)
                    return percent(static_cast<double>(one.allocated), static_cast<double>(one.allocatable));
            }
            return std::string("–");
        });
    }
    out.emplace_back("fragmentation", [](const ScenarioResult &result) {
        return fmt::format("{:.1f} %", 100 * result.outcome->fragmentation.total);
    });
    out.emplace_back("decided in", [](const ScenarioResult &result) {
        return fmt::format("{:.0f} ms", std::chrono::duration<double, std::milli>(result.took).count());
    });
    return out;
}

void printFigures(const api::ScenarioComparison &comparison, std::ostream &out)
{
    std::vector<const ScenarioResult *> columns{&comparison.base};
    for (const ScenarioResult &result : comparison.scenarios)
        columns.push_back(&result);
    std::vector<Table::Column> titles{{"FIGURE"}, {"AS IT IS", true}};
    for (std::size_t i = 1; i < columns.size(); ++i)
        titles.push_back({columns[i]->scenario.name, true});
    Table table(std::move(titles));
    for (const auto &[name, of] : figures(*comparison.base.outcome)) {
        std::vector<std::string> cells{name};
        for (const ScenarioResult *result : columns)
            cells.push_back(of(*result));
        table.add(std::move(cells));
    }
    table.print(out);
}

std::string whyText(const ScenarioPod &pod)
{
    if (pod.outcome == DecisionOutcome::NotDecidable)
        return fmt::format("not decidable yet: {}", fmt::join(model::ruleNames(pod.undecided), ", "));
    return fmt::format("{} {}{}{} ({} nodes)", pod.plugin.text(), model::codeName(pod.reason),
        pod.subject.empty() ? "" : " ", pod.subject.text(), pod.nodesByReason);
}

void printPods(const std::string &title, const std::vector<const ScenarioPod *> &pods, std::size_t rows,
    const std::function<std::string(const ScenarioPod &)> &last, std::ostream &out)
{
    if (pods.empty())
        return;
    out << '\n' << title << '\n';
    Table table({{"  POD"}, {"BECAUSE"}, {"FROM"}, {"TO"}});
    const std::size_t shown = rows == 0 ? pods.size() : std::min(rows, pods.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const ScenarioPod &pod = *pods[i];
        table.add({"  " + pod.pod->key.text(), std::string(model::originName(pod.origin)),
            pod.from.empty() ? "–" : std::string(pod.from.text()), last(pod)});
    }
    table.print(out);
    if (shown < pods.size())
        out << fmt::format("  … and {} more; --all shows them\n", pods.size() - shown);
}

void printLists(const ScenarioResult &result, std::size_t rows, std::ostream &out)
{
    std::vector<const ScenarioPod *> placed;
    std::vector<const ScenarioPod *> pending;
    for (const ScenarioPod &pod : result.outcome->pods)
        (pod.outcome == DecisionOutcome::Placed ? placed : pending).push_back(&pod);
    const std::string name = printable(result.scenario.name);
    printPods(
        fmt::format("{}: {} pods would be placed", name, placed.size()), placed, rows,
        [](const ScenarioPod &pod) { return std::string(pod.to.text()); }, out);
    printPods(fmt::format("{}: {} pods would pend", name, pending.size()), pending, rows, whyText, out);
    if (!result.outcome->lost.empty()) {
        out << fmt::format(
            "\n{}: {} pods would be lost, for no controller makes them again\n", name, result.outcome->lost.size());
        const std::size_t shown = rows == 0 ? result.outcome->lost.size() : std::min(rows, result.outcome->lost.size());
        for (std::size_t i = 0; i < shown; ++i)
            out << "  " << printable(result.outcome->lost[i].text()) << '\n';
    }
}

} // namespace

Json comparisonJson(const api::ScenarioComparison &comparison)
{
    Json scenarios = Json::array();
    for (const ScenarioResult &result : comparison.scenarios)
        scenarios.push_back(resultJson(result));
    return {{"at", iso(comparison.at)}, {"snapshot", comparison.live->hash().hex()},
        {"base", resultJson(comparison.base)}, {"scenarios", std::move(scenarios)}};
}

void printComparison(const api::ScenarioComparison &comparison, std::size_t rows, std::ostream &out)
{
    printFigures(comparison, out);
    for (const ScenarioResult &result : comparison.scenarios)
        printLists(result, rows, out);
    if (comparison.scenarios.empty())
        printLists(comparison.base, rows, out);
}

bool everyPodFindsAPlace(const ScenarioOutcome &base, const ScenarioOutcome &outcome)
{
    std::int64_t waiting = 0;
    for (const ScenarioPod &pod : outcome.pods) {
        if (pod.outcome == DecisionOutcome::Placed)
            continue;
        if (pod.origin != PodOrigin::Waiting)
            return false;
        ++waiting;
    }
    return outcome.lost.empty() && waiting <= base.pending;
}

} // namespace binnacle::ctl
