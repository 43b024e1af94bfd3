// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/render.h"

#include "planner/model/preemption.h"
#include "planner/model/rule_names.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace binnacle::ctl {

namespace {

template <typename T> Json orNull(const std::optional<T> &value) { return value ? Json(*value) : Json(nullptr); }

Json labelsJson(const model::Labels &labels)
{
    Json out = Json::object();
    for (const auto &[key, value] : labels.entries())
        out[std::string(key.text())] = value;
    return out;
}

Json resourcesJson(const model::Resources &resources)
{
    Json out = {{"cpuMilli", resources.cpuMilli}, {"memoryBytes", resources.memoryBytes}};
    if (resources.ephemeralStorageBytes)
        out["ephemeralStorageBytes"] = resources.ephemeralStorageBytes;
    if (resources.pods)
        out["pods"] = resources.pods;
    for (const auto &[name, amount] : resources.scalars())
        out[std::string(name.text())] = amount;
    return out;
}

Json usageJson(const model::Usage *usage)
{
    if (!usage)
        return nullptr;
    return {{"cpuNano", orNull(usage->cpuNano)}, {"memoryBytes", orNull(usage->memoryBytes)}};
}

} // namespace

Json reasonJson(const model::Reason &reason)
{
    Json out = {{"code", model::codeName(reason.code)}};
    if (!reason.subject.empty())
        out["subject"] = reason.subject.text();
    if (!reason.detail.empty())
        out["detail"] = reason.detail;
    if (reason.asked || reason.capacity || reason.used) {
        out["asked"] = reason.asked;
        out["used"] = reason.used;
        out["capacity"] = reason.capacity;
    }
    return out;
}

std::string_view stateName(api::DecisionState state)
{
    constexpr std::array<std::string_view, 10> names{"Proposed", "Approved", "Denied", "Expired", "Superseded", "Bound",
        "BindFailed", "Unknown", "Confirmed", "NoNode"};
    return names.at(static_cast<std::size_t>(state));
}

std::string_view outcomeName(model::DecisionOutcome outcome)
{
    constexpr std::array<std::string_view, 4> names{"Placed", "NoNodeFits", "NotDecidable", "Gated"};
    return names.at(static_cast<std::size_t>(outcome));
}

std::string iso(base::TimePoint at)
{
    if (at == base::TimePoint{})
        return {};
    const auto seconds = std::chrono::floor<std::chrono::seconds>(at);
    const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(at - seconds).count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds.time_since_epoch().count()), millis);
}

std::string cores(std::int64_t milli) { return fmt::format("{:.2f}", static_cast<double>(milli) / 1000.0); }

std::string gibibytes(std::int64_t bytes)
{
    return fmt::format("{:.1f}", static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0));
}

Json nodeJson(const model::NodeInfo &info, const api::UsageTable &usage)
{
    const model::Node &node = info.node();
    const auto used = usage.nodes.find(node.name);
    Json taints = Json::array();
    for (const model::Taint &taint : node.taints)
        taints.push_back(
            {{"key", taint.key.text()}, {"value", taint.value}, {"effect", model::effectName(taint.effect)}});
    return {{"name", node.name.text()}, {"ready", node.ready}, {"unschedulable", node.unschedulable},
        {"pool", node.pool.text()}, {"region", node.region.text()}, {"zone", node.zone.text()},
        {"instanceType", node.instanceType.text()}, {"allocatable", resourcesJson(node.allocatable)},
        {"requested", resourcesJson(info.requested())},
        {"used", usageJson(used == usage.nodes.end() ? nullptr : &used->second)}, {"pods", info.pods().size()},
        {"taints", taints}, {"labels", labelsJson(node.labels)}, {"created", iso(node.created)}};
}

Json podJson(const model::Pod &pod, const api::UsageTable &usage)
{
    const auto used = usage.pods.find(pod.key);
    return {{"namespace", pod.key.ns}, {"name", pod.key.name}, {"uid", pod.uid}, {"phase", model::phaseName(pod.phase)},
        {"node", pod.nodeName.text()}, {"schedulerName", pod.schedulerName}, {"priority", pod.priority},
        {"request", resourcesJson(pod.request)},
        {"used", usageJson(used == usage.pods.end() ? nullptr : &used->second)},
        {"undecided", model::ruleNames(pod.undecided)}, {"created", iso(pod.created)}};
}

namespace {

Json preemptionJson(const model::PreemptionAdvice &advice)
{
    Json victims = Json::array();
    for (const model::PreemptionVictim &victim : advice.victims)
        victims.push_back({{"pod", victim.pod.text()}, {"uid", victim.uid}, {"priority", victim.priority},
            {"startTime", victim.startTime ? Json(iso(*victim.startTime)) : Json(nullptr)},
            {"violatesBudget", victim.violatesBudget}});
    Json equal = Json::array();
    for (const base::Symbol node : advice.equal)
        equal.push_back(node.text());
    return {{"advice", model::kindName(advice.kind)},
        {"node", advice.node.empty() ? Json(nullptr) : Json(advice.node.text())}, {"victims", std::move(victims)},
        {"budgetViolations", advice.budgetViolations}, {"equal", std::move(equal)}, {"candidates", advice.candidates}};
}

} // namespace

Json decisionJson(const model::Decision &decision)
{
    Json feasible = Json::object();
    for (const model::FeasibleNode &node : decision.feasible) {
        Json plugins = Json::object();
        for (std::size_t i = 0; i < decision.scorePlugins.size() && i < node.raw.size(); ++i) {
            plugins[std::string(decision.scorePlugins[i].name.text())] = {
                {"raw", node.raw[i]}, {"normalised", node.normalised[i]}, {"weight", decision.scorePlugins[i].weight}};
        }
        feasible[std::string(node.node.text())] = {{"plugins", std::move(plugins)}, {"total", node.total}};
    }
    Json rejected = Json::object();
    for (const model::RejectedNode &node : decision.rejected) {
        Json reasons = Json::array();
        for (const model::Reason &reason : node.reasons)
            reasons.push_back(reasonJson(reason));
        rejected[std::string(node.node.text())] = {{"plugin", node.plugin.text()},
            {"reason", node.reasons.empty() ? "" : model::codeName(node.reasons.front().code)},
            {"resolvable", node.resolvable}, {"reasons", std::move(reasons)}};
    }
    const bool placed = decision.outcome == model::DecisionOutcome::Placed;
    Json needs = Json::array();
    for (const model::Reason &need : decision.bindingNeeds)
        needs.push_back(reasonJson(need));
    return {{"pod", decision.pod.text()}, {"uid", decision.podUid}, {"outcome", outcomeName(decision.outcome)},
        {"node", placed ? Json(decision.chosen.text()) : Json(nullptr)},
        {"score", placed ? Json(decision.score) : Json(nullptr)}, {"margin", orNull(decision.margin)},
        {"stability", placed ? Json(decision.confidence.stability) : Json(nullptr)},
        {"confidence", placed ? Json(decision.confidence.value) : Json(nullptr)},
        {"calibrated", decision.confidence.calibrated}, {"calibratedOn", decision.confidence.calibratedOn},
        {"worlds", decision.confidence.worlds}, {"undecided", model::ruleNames(decision.undecided)},
        {"bindingNeeds", std::move(needs)}, {"gates", decision.gates},
        {"nominated", decision.nominated.empty() ? Json(nullptr) : Json(decision.nominated.text())},
        {"preemption", decision.preemption ? preemptionJson(*decision.preemption) : Json(nullptr)},
        {"feasible", std::move(feasible)}, {"rejected", std::move(rejected)}, {"snapshot", decision.snapshotHash.hex()},
        {"policy", decision.policyVersion}, {"model", decision.modelVersion}, {"seed", decision.seed}};
}

Json entryJson(const api::AuditEntry &entry)
{
    return {{"index", entry.index}, {"at", iso(entry.at)}, {"kind", entry.kind}, {"decision", entry.decisionId},
        {"state", entry.state ? Json(stateName(*entry.state)) : Json(nullptr)}, {"actor", entry.actor},
        {"operation", entry.operation}, {"pod", entry.pod}, {"podUid", entry.podUid}, {"node", entry.node},
        {"score", orNull(entry.score)}, {"margin", orNull(entry.margin)}, {"stability", orNull(entry.stability)},
        {"confidence", orNull(entry.confidence)}, {"calibrated", entry.calibrated},
        {"calibratedOn", entry.calibratedOn}, {"snapshot", entry.snapshotHash}, {"policy", entry.policyVersion},
        {"model", entry.modelVersion}, {"seed", entry.seed}, {"message", entry.message}, {"details", entry.details},
        {"leafHash", entry.leafHash}};
}

std::string decidedBy(const api::AuditDecision &row)
{
    using enum api::DecisionState;
    std::string by = row.decision.actor;
    for (const api::AuditEntry &entry : row.life) {
        if (entry.state == Approved || entry.state == Denied)
            return entry.actor;
        if (entry.state == Superseded || entry.state == Expired)
            by = entry.actor;
    }
    return by;
}

Json auditJson(const api::AuditDecision &row)
{
    Json out = entryJson(row.decision);
    out["state"] = stateName(row.state);
    out["decidedBy"] = decidedBy(row);
    out["life"] = Json::array();
    for (const api::AuditEntry &entry : row.life)
        out["life"].push_back(entryJson(entry));
    return out;
}

std::string_view verificationName(api::AuditVerification::Result result)
{
    constexpr std::array<std::string_view, 7> names{
        "Sound", "SoundWithoutTrustedHead", "Broken", "CutTail", "OlderThanHead", "HeadForged", "Unreadable"};
    return names.at(static_cast<std::size_t>(result));
}

Json verificationJson(const api::AuditVerification &v)
{
    return {{"result", verificationName(v.result)}, {"checked", v.checked}, {"leaves", v.leaves},
        {"firstBad", orNull(v.firstBad)}, {"root", v.rootHash}, {"signedBy", v.signedBy}, {"headSize", v.headSize},
        {"headAt", v.headAt ? Json(iso(*v.headAt)) : Json(nullptr)}, {"detail", v.detail},
        {"milliseconds", std::chrono::duration_cast<std::chrono::milliseconds>(v.took).count()}};
}

namespace {

void printPreemption(const model::PreemptionAdvice &advice, std::ostream &out)
{
    using Kind = model::PreemptionAdvice::Kind;
    switch (advice.kind) {
    case Kind::NotHelpful:
        out << "  evicting pods of lower priority would not help\n";
        return;
    case Kind::Never:
        out << "  its preemptionPolicy is Never: no pod would be evicted for it\n";
        return;
    case Kind::BudgetsUnknown:
        out << fmt::format("  evicting pods of lower priority would help on {} nodes; whom is not said, as disruption "
                           "budgets may not be listed\n",
            advice.candidates);
        return;
    case Kind::AwaitsVictims:
        out << "  it waits for pods that are leaving " << printable(advice.node.text()) << ":\n";
        break;
    case Kind::Evict:
        out << "  would fit on " << printable(advice.node.text()) << " if these pods were evicted"
            << fmt::format(
                   " (of {} nodes where evicting helps, {} as good):\n", advice.candidates, advice.equal.size());
        break;
    }
    for (const model::PreemptionVictim &victim : advice.victims)
        out << "    " << printable(victim.pod.text()) << fmt::format("  priority {}", victim.priority)
            << (victim.violatesBudget ? "  against its disruption budget\n" : "\n");
}

} // namespace

void printDecision(const model::Decision &decision, std::ostream &out)
{
    if (decision.outcome == model::DecisionOutcome::NotDecidable) {
        out << printable(decision.pod.text())
            << ": not decidable yet: " << fmt::format("{}", fmt::join(model::ruleNames(decision.undecided), ", "))
            << '\n';
        return;
    }
    if (decision.outcome == model::DecisionOutcome::Gated) {
        out << printable(decision.pod.text()) << ": waits for the gates "
            << printable(fmt::format("{}", fmt::join(decision.gates, ", "))) << '\n';
        return;
    }
    struct Group {
        std::int64_t nodes = 0;
        std::string example; ///< which volume, which zone: of the first node
    };
    std::map<std::string, Group> byReason;
    for (const model::RejectedNode &node : decision.rejected) {
        const model::Reason reason = node.reasons.empty() ? model::Reason{} : node.reasons.front();
        std::string key = fmt::format("{} {}", node.plugin.text(), model::codeName(reason.code));
        if (!reason.subject.empty())
            key += fmt::format(" {}", reason.subject.text());
        Group &group = byReason[key];
        if (++group.nodes == 1 && reason.code >= model::ReasonCode::VolumeInUse
            && reason.code <= model::ReasonCode::ClaimToBind)
            group.example = reason.detail;
    }
    if (decision.outcome == model::DecisionOutcome::Placed) {
        out << printable(decision.pod.text()) << " -> " << printable(decision.chosen.text())
            << fmt::format("  score {}{}  stability {:.3f}  confidence {:.3f} ({})\n", decision.score,
                   decision.margin ? fmt::format(" (next {:+})", -*decision.margin) : std::string(),
                   decision.confidence.stability, decision.confidence.value,
                   decision.confidence.calibrated
                       ? fmt::format("calibrated on {}", decision.confidence.calibratedOn)
                       : fmt::format("uncalibrated, n = {}", decision.confidence.calibratedOn));
        for (const model::Reason &need : decision.bindingNeeds)
            out << fmt::format("  advice only: {} {} first\n", model::codeName(need.code), printable(need.detail));
        std::vector<Table::Column> columns{{"  node", false}, {"total", true}};
        for (const model::ScorePlugin &plugin : decision.scorePlugins)
            columns.push_back({fmt::format("{} x{}", plugin.name.text(), plugin.weight), true});
        Table table(std::move(columns));
        for (std::size_t n = 0; n < std::min<std::size_t>(decision.feasible.size(), 5); ++n) {
            const model::FeasibleNode &node = decision.feasible[n];
            std::vector<std::string> cells{fmt::format("  {}", node.node.text()), fmt::format("{}", node.total)};
            for (const std::int64_t score : node.normalised)
                cells.push_back(fmt::format("{}", score));
            table.add(std::move(cells));
        }
        table.print(out);
    } else {
        out << printable(decision.pod.text()) << ": no node fits\n";
    }
    out << fmt::format(
        "  {} of {} nodes fit\n", decision.feasible.size(), decision.feasible.size() + decision.rejected.size());
    for (const auto &[reason, group] : byReason)
        out << fmt::format("  {:>6}  {}{}{}\n", group.nodes, printable(reason), group.example.empty() ? "" : ": ",
            printable(group.example));
    if (decision.preemption)
        printPreemption(*decision.preemption, out);
}

} // namespace binnacle::ctl
