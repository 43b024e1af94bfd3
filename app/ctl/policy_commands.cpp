// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// The verbs on policy files: what can be in them, what is wrong with one, and what it would change.

#include "app/ctl/commands.h"

#include "app/ctl/render.h"
#include "backend/api/policy.h"
#include "backend/kube/policy_file.h"
#include "planner/plugins/registry.h"

#include <fmt/format.h>

#include <utility>

namespace binnacle::ctl {

namespace {

Json faultsJson(const std::vector<api::PolicyFault> &faults)
{
    Json list = Json::array();
    for (const api::PolicyFault &fault : faults)
        list.push_back({{"line", fault.line}, {"column", fault.column}, {"what", fault.what}});
    return list;
}

void sayFaults(std::ostream &out, const std::string &file, const std::vector<api::PolicyFault> &faults)
{
    for (const api::PolicyFault &fault : faults)
        out << printable(kube::faultsText(file, {fault})) << '\n';
}

/// A sound policy; else what is wrong is said, and `code` is what to exit with.
kube::PolicyFilePtr sound(const Console &console, const std::string &file, int &code)
{
    const absl::StatusOr<kube::PolicyReading> read = kube::loadPolicyFile(plugins::registry(), file);
    if (!read.ok()) {
        code = fault(console, read.status());
        return nullptr;
    }
    if (!read->file) {
        sayFaults(console.err, file, read->faults);
        code = Exit::Fault;
    }
    return read->file;
}

Json differencesJson(const std::vector<api::PolicyDifference> &differences)
{
    Json list = Json::array();
    for (const api::PolicyDifference &one : differences)
        list.push_back({{"path", one.path}, {"from", one.from}, {"to", one.to}});
    return list;
}

void printDifferences(const std::vector<api::PolicyDifference> &differences, std::ostream &out)
{
    if (differences.empty()) {
        out << "no difference\n";
        return;
    }
    Table table({{"SETTING"}, {"FROM"}, {"TO"}});
    for (const api::PolicyDifference &one : differences)
        table.add({one.path, one.from.empty() ? "–" : one.from, one.to.empty() ? "–" : one.to});
    table.print(out);
}

std::string_view noteText(api::PolicyNote note)
{
    switch (note) {
    case api::PolicyNote::LatencyWithoutSource:
        return "the limit on latency is not applied: there is no source that measures it";
    case api::PolicyNote::UseNotMeasured:
        return "limits go by requests: there is no source that measures use";
    case api::PolicyNote::AutonomyNotRaised:
        return "the autonomy is not raised beyond what is set for this cluster";
    case api::PolicyNote::AutonomyLowered:
        break;
    }
    return "the autonomy is lowered below what is set for this cluster";
}

std::string sideText(const api::PolicyOutcome::Side &side)
{
    switch (side.outcome) {
    case model::DecisionOutcome::Placed:
        return std::string(side.node.text());
    case model::DecisionOutcome::NotDecidable:
        return "not decidable";
    case model::DecisionOutcome::Gated:
        return "gated";
    case model::DecisionOutcome::NoNodeFits:
        break;
    }
    const std::string subject(side.subject.text());
    return fmt::format("pending: {}{}", model::codeName(side.reason), subject.empty() ? "" : ' ' + subject);
}

Json sideJson(const api::PolicyOutcome::Side &side)
{
    if (side.outcome == model::DecisionOutcome::Placed)
        return {{"outcome", "Placed"}, {"node", side.node.text()}};
    return {{"outcome", outcomeName(side.outcome)}, {"reason", model::codeName(side.reason)},
        {"subject", side.subject.text()}};
}

Json trialJson(const api::PolicyTrial &trial)
{
    const auto name = [](const api::PolicyName &of) {
        return of.name.empty() ? Json("built in") : Json(fmt::format("{}/{}@{}", of.name, of.number, of.hash));
    };
    Json notes = Json::array();
    for (const api::PolicyNote note : trial.notes)
        notes.push_back(noteText(note));
    Json pods = Json::array();
    for (const api::PolicyOutcome &pod : trial.pods)
        pods.push_back({{"pod", pod.pod.text()}, {"differs", pod.differs()}, {"before", sideJson(pod.before)},
            {"after", sideJson(pod.after)}});
    return {{"before", name(trial.before)}, {"after", name(trial.after)}, {"changes", differencesJson(trial.changes)},
        {"notes", notes}, {"placedBefore", trial.placedBefore}, {"placedAfter", trial.placedAfter},
        {"leftOut", trial.leftOut}, {"pods", pods}};
}

void printTrial(const api::PolicyTrial &trial, std::ostream &out)
{
    printDifferences(trial.changes, out);
    for (const api::PolicyNote note : trial.notes)
        out << "note: " << noteText(note) << '\n';
    Table table({{"POD"}, {"UNDER THE POLICY IN FORCE"}, {"UNDER THIS ONE"}});
    std::int64_t differ = 0;
    for (const api::PolicyOutcome &pod : trial.pods) {
        if (!pod.differs())
            break; // they come first
        ++differ;
        table.add({pod.pod.text(), sideText(pod.before), sideText(pod.after)});
    }
    out << '\n';
    if (differ > 0)
        table.print(out);
    out << fmt::format("{} pending pods tried: {} differ; {} placed under the policy in force, {} under this one\n",
        trial.pods.size(), differ, trial.placedBefore, trial.placedAfter);
    if (trial.leftOut > 0)
        out << fmt::format("{} more pods were left out\n", trial.leftOut);
}

} // namespace

int policySchema(const Console &console)
{
    Json list = Json::array();
    Table table({{"OPTION"}, {"TYPE"}, {"RANGE"}, {"UNIT"}, {"DEFAULT"}, {"EXAMPLE"}});
    for (const api::PolicyOption &option : kube::policyOptions()) {
        list.push_back({{"option", option.path}, {"type", option.type}, {"range", option.range}, {"unit", option.unit},
            {"default", option.byDefault}, {"example", option.example}});
        table.add({option.path, option.type, option.range, option.unit, option.byDefault, option.example});
    }
    if (console.format == Format::Table)
        table.print(console.out);
    else
        print(list, console.format, console.out);
    return Exit::Done;
}

int policyCheck(const Console &console, const std::string &file)
{
    const absl::StatusOr<kube::PolicyReading> read = kube::loadPolicyFile(plugins::registry(), file);
    if (!read.ok())
        return fault(console, read.status());
    const bool good = read->file != nullptr;
    if (console.format != Format::Table) {
        Json answer{{"file", file}, {"sound", good}, {"faults", faultsJson(read->faults)}};
        if (good)
            answer.update({{"name", read->file->name}, {"version", read->file->number}});
        print(answer, console.format, console.out);
    } else if (good) {
        console.out << fmt::format(
            "{} is sound: policy {}, version {}\n", printable(file), read->file->name, read->file->number);
        if (read->file->limitsLatency)
            console.out << "note: " << noteText(api::PolicyNote::LatencyWithoutSource) << '\n';
    } else {
        sayFaults(console.out, file, read->faults);
    }
    return good ? Exit::Done : Exit::AnswerIsNo;
}

int policyDiff(const Console &console, const std::string &file, const std::string &other)
{
    int code = Exit::Done;
    const kube::PolicyFilePtr to = sound(console, file, code);
    if (!to)
        return code;
    framework::PolicyChanges from;
    if (!other.empty()) {
        const kube::PolicyFilePtr base = sound(console, other, code);
        if (!base)
            return code;
        from = base->changes;
    }
    const auto differences = kube::policyDifferences(plugins::registry(), from, to->changes);
    if (console.format == Format::Table)
        printDifferences(differences, console.out);
    else
        print(differencesJson(differences), console.format, console.out);
    return Exit::Done;
}

int policyWhatIf(const Console &console, const Target &target, const std::string &file)
{
    int code = Exit::Done;
    const kube::PolicyFilePtr policy = sound(console, file, code);
    if (!policy)
        return code;
    const auto client = openClient(target, services::Recording::None);
    if (!client.ok())
        return fault(console, client.status());
    if (const absl::Status synced = (*client)->waitSynced(std::chrono::seconds(target.timeoutSeconds)); !synced.ok())
        return fault(console, synced);
    waitForUse(**client, target);
    const auto trial = (*client)->ask<api::PolicyTrial>(
        [&](auto reply) { (*client)->service().policies()->tryPolicy(policy->text, std::move(reply)); });
    if (!trial.ok())
        return fault(console, trial.status());
    if (!trial->faults.empty()) { // with what is in force here it does not go together
        sayFaults(console.err, file, trial->faults);
        return Exit::Fault;
    }
    if (console.format == Format::Table)
        printTrial(*trial, console.out);
    else
        print(trialJson(*trial), console.format, console.out);
    return Exit::Done;
}

} // namespace binnacle::ctl
