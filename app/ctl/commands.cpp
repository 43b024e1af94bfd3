// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/commands.h"

#include "app/ctl/render.h"
#include "planner/base/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

namespace binnacle::ctl {

namespace {

using std::chrono::seconds;

absl::StatusOr<std::unique_ptr<Client>> connect(
    const Console &, const Target &target, services::Recording record = services::Recording::None)
{
    absl::StatusOr<std::unique_ptr<Client>> client = openClient(target, record);
    if (!client.ok())
        return client;
    if (const absl::Status synced = (*client)->waitSynced(seconds(target.timeoutSeconds)); !synced.ok())
        return synced;
    return client;
}

std::string used(const model::Usage *usage, bool cpu)
{
    if (!usage || (cpu ? !usage->cpuNano : !usage->memoryBytes))
        return "–";
    return cpu ? cores(*usage->cpuNano / 1'000'000) : gibibytes(*usage->memoryBytes);
}

template <typename Map, typename Key> const model::Usage *find(const Map &map, const Key &key)
{
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

/// "namespace/name", or a bare name in any namespace when it is the only one.
absl::StatusOr<model::PodKey> podNamed(const Client &client, const std::string &text)
{
    std::vector<model::PodKey> found;
    for (const model::PodPtr &pod : client.pods()) {
        if (pod->key.text() == text || pod->key.name == text)
            found.push_back(pod->key);
    }
    if (found.empty())
        return absl::NotFoundError(fmt::format("no pod {}", printable(text)));
    if (found.size() > 1)
        return absl::InvalidArgumentError(
            fmt::format("{} pods are named {}; say namespace/name", found.size(), printable(text)));
    return found.front();
}

int showDecisions(const Console &console, const std::vector<model::DecisionPtr> &decisions)
{
    if (console.format == Format::Table) {
        for (const model::DecisionPtr &decision : decisions)
            printDecision(*decision, console.out);
    } else {
        Json list = Json::array();
        for (const model::DecisionPtr &decision : decisions)
            list.push_back(decisionJson(*decision));
        print(list, console.format, console.out);
    }
    const bool all = std::all_of(
        decisions.begin(), decisions.end(), [](const auto &d) { return d->outcome == model::DecisionOutcome::Placed; });
    return all ? Exit::Done : Exit::AnswerIsNo;
}

absl::StatusOr<std::string> readAll(const std::string &path)
{
    std::ostringstream text;
    if (path == "-") {
        std::string line;
        while (std::getline(std::cin, line))
            text << line << '\n';
        return text.str();
    }
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return absl::NotFoundError(fmt::format("{}: cannot be read", path));
    text << in.rdbuf();
    return text.str();
}

absl::StatusOr<std::vector<model::DecisionPtr>> decideNamed(Client &client, const std::vector<model::PodKey> &keys)
{
    std::vector<model::DecisionPtr> out;
    for (const model::PodKey &key : keys) {
        auto decision =
            client.ask<model::DecisionPtr>([&](auto reply) { client.service().whatIf(key, std::move(reply)); });
        if (!decision.ok())
            return decision.status();
        out.push_back(*std::move(decision));
    }
    return out;
}

} // namespace

int fault(const Console &console, const absl::Status &status)
{
    console.err << "binnaclectl: " << printable(std::string(status.message())) << '\n';
    return absl::IsInvalidArgument(status) ? Exit::Usage : Exit::Fault;
}

namespace {

services::WorkspaceOptions workspaceOptions(const Target &target, services::Recording recording)
{
    services::WorkspaceOptions options;
    options.demoSeed = target.seed;
    options.demoPaused = true;
    options.kubeconfigs = target.kubeconfigs;
    options.environmentKubeconfig = !target.demo && target.clusterFile.empty();
    if (!target.clusterFile.empty())
        options.clusterFiles = {target.clusterFile};
    options.recording = recording;
    return options;
}

absl::StatusOr<std::string> idIn(api::Workspace &workspace, const Target &target)
{
    if (target.demo)
        return services::findCluster(workspace, api::ClusterKind::Demo, {});
    if (!target.clusterFile.empty())
        return services::findCluster(workspace, api::ClusterKind::File, target.clusterFile);
    return services::findCluster(workspace, api::ClusterKind::Live, target.context);
}

} // namespace

absl::StatusOr<std::string> clusterId(const Target &target)
{
    const std::unique_ptr<api::Workspace> workspace =
        services::makeWorkspace(workspaceOptions(target, services::Recording::None));
    return idIn(*workspace, target);
}

absl::StatusOr<std::unique_ptr<Client>> openClient(const Target &target, services::Recording recording)
{
    const std::unique_ptr<api::Workspace> workspace = services::makeWorkspace(workspaceOptions(target, recording));
    const absl::StatusOr<std::string> id = idIn(*workspace, target);
    if (!id.ok())
        return id.status();
    absl::StatusOr<std::unique_ptr<api::ClusterService>> service = workspace->open(*id);
    if (!service.ok())
        return service.status();
    return std::make_unique<Client>(*std::move(service));
}

int listNodes(const Console &console, const Target &target)
{
    const auto client = connect(console, target);
    if (!client.ok())
        return fault(console, client.status());
    const api::ClusterState &state = (*client)->state();
    if (console.format != Format::Table) {
        Json list = Json::array();
        for (const model::NodeInfoPtr &info : state.snapshot->nodes())
            list.push_back(nodeJson(*info, *state.usage));
        print(list, console.format, console.out);
        return Exit::Done;
    }
    Table table({{"NAME"}, {"STATE"}, {"POOL"}, {"ZONE"}, {"CPU USED", true}, {"ALLOC", true}, {"OF", true},
        {"GIB USED", true}, {"ALLOC", true}, {"OF", true}, {"PODS", true}});
    for (const model::NodeInfoPtr &info : state.snapshot->nodes()) {
        const model::Node &node = info->node();
        const model::Usage *usage = find(state.usage->nodes, node.name);
        table.add({std::string(node.name.text()),
            std::string(node.ready ? "Ready" : "NotReady") + (node.unschedulable ? ",Cordoned" : ""),
            std::string(node.pool.text()), std::string(node.zone.text()), used(usage, true),
            cores(info->requested().cpuMilli), cores(node.allocatable.cpuMilli), used(usage, false),
            gibibytes(info->requested().memoryBytes), gibibytes(node.allocatable.memoryBytes),
            fmt::format("{}", info->pods().size())});
    }
    table.print(console.out);
    return Exit::Done;
}

int listPods(const Console &console, const Target &target, bool pendingOnly)
{
    const auto client = connect(console, target);
    if (!client.ok())
        return fault(console, client.status());
    const api::ClusterState &state = (*client)->state();
    Json list = Json::array();
    Table table({{"NAMESPACE"}, {"NAME"}, {"PHASE"}, {"NODE"}, {"SCHEDULER"}, {"CPU REQ", true}, {"USED", true},
        {"GIB REQ", true}, {"USED", true}});
    for (const model::PodPtr &pod : (*client)->pods()) {
        if (pendingOnly && (pod->assigned() || pod->finished()))
            continue;
        if (console.format != Format::Table) {
            list.push_back(podJson(*pod, *state.usage));
            continue;
        }
        const model::Usage *usage = find(state.usage->pods, pod->key);
        table.add({pod->key.ns, pod->key.name, podJson(*pod, *state.usage)["phase"], std::string(pod->nodeName.text()),
            pod->schedulerName, cores(pod->request.cpuMilli), used(usage, true), gibibytes(pod->request.memoryBytes),
            used(usage, false)});
    }
    if (console.format == Format::Table)
        table.print(console.out);
    else
        print(list, console.format, console.out);
    return Exit::Done;
}

int decide(const Console &console, const Target &target, const std::vector<std::string> &pods,
    const std::string &manifest, bool all)
{
    const auto client = connect(console, target);
    if (!client.ok())
        return fault(console, client.status());
    if (!manifest.empty()) {
        const absl::StatusOr<std::string> text = readAll(manifest);
        if (!text.ok())
            return fault(console, text.status());
        const auto decisions = (*client)->ask<std::vector<model::DecisionPtr>>(
            [&](auto reply) { (*client)->service().whatIfManifest(*text, std::move(reply)); });
        if (!decisions.ok()) {
            // The manifest is a file, not a word of the command line: a bad one is a fault.
            console.err << "binnaclectl: " << printable(std::string(decisions.status().message())) << '\n';
            return Exit::Fault;
        }
        return showDecisions(console, *decisions);
    }
    std::vector<model::PodKey> keys;
    for (const std::string &name : pods) {
        const absl::StatusOr<model::PodKey> key = podNamed(**client, name);
        if (!key.ok())
            return fault(console, key.status());
        keys.push_back(*key);
    }
    if (all) {
        for (const model::PodPtr &pod : (*client)->pods()) {
            if (!pod->assigned() && !pod->finished())
                keys.push_back(pod->key);
        }
    }
    const auto decisions = decideNamed(**client, keys);
    return decisions.ok() ? showDecisions(console, *decisions) : fault(console, decisions.status());
}

int propose(const Console &console, const Target &target, const std::vector<std::string> &pods)
{
    const auto client = connect(console, target, services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    std::vector<std::string> wanted;
    for (const std::string &name : pods) {
        const absl::StatusOr<model::PodKey> key = podNamed(**client, name);
        if (!key.ok())
            return fault(console, key.status());
        wanted.push_back(key->text());
    }
    if ((*client)->state().profile.autonomy == api::Autonomy::Observe)
        return fault(
            console, absl::FailedPreconditionError("the cluster is in observe: binnaclectl autonomy approve first"));
    const auto unsettled = [&](const api::PendingPod &pending) {
        const bool asked = wanted.empty()
            ? pending.wait != api::PendingPod::Wait::Advice
            : std::find(wanted.begin(), wanted.end(), pending.pod->key.text()) != wanted.end();
        return asked && (!pending.outcome || (*pending.outcome == model::DecisionOutcome::Placed && !pending.decision));
    };
    const auto settled = [&](const api::ClusterState &state) {
        return std::none_of(state.pending.begin(), state.pending.end(), unsettled);
    };
    if (!(*client)->waitFor(settled, seconds(target.timeoutSeconds))) {
        const auto &pending = (*client)->state().pending;
        const auto first = std::find_if(pending.begin(), pending.end(), unsettled);
        return fault(console,
            absl::DeadlineExceededError(fmt::format("not decided in time: {} and {} more", first->pod->key.text(),
                std::count_if(pending.begin(), pending.end(), unsettled) - 1)));
    }
    Json list = Json::array();
    Table table({{"ID"}, {"POD"}, {"NODE"}, {"SCORE", true}, {"STABILITY", true}, {"EXPIRES"}});
    for (const api::Proposal &proposal : (*client)->state().proposals) {
        if (proposal.state != api::DecisionState::Proposed)
            continue;
        const model::Decision &decision = *proposal.decision;
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), decision.pod.text()) == wanted.end())
            continue;
        list.push_back({{"id", proposal.id}, {"pod", decision.pod.text()}, {"node", decision.chosen.text()},
            {"score", decision.score}, {"stability", decision.confidence.stability},
            {"confidence", decision.confidence.value}, {"expires", iso(proposal.expiresAt)}});
        table.add(
            {proposal.id, decision.pod.text(), std::string(decision.chosen.text()), fmt::format("{}", decision.score),
                fmt::format("{:.3f}", decision.confidence.stability), iso(proposal.expiresAt)});
    }
    if (console.format == Format::Table)
        table.print(console.out);
    else
        print(list, console.format, console.out);
    return list.empty() ? Exit::AnswerIsNo : Exit::Done;
}

int approve(const Console &console, const Target &target, const std::string &id, const std::string &actor,
    const std::string &typedName)
{
    const auto client = connect(console, target, services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    const auto stateOf = [&](const api::ClusterState &state) -> const api::Proposal * {
        const auto found = std::find_if(
            state.proposals.begin(), state.proposals.end(), [&](const api::Proposal &p) { return p.id == id; });
        return found == state.proposals.end() ? nullptr : &*found;
    };
    (*client)->waitFor([&](const api::ClusterState &state) { return stateOf(state) != nullptr; }, seconds(10));
    const absl::Status approved =
        (*client)->tell([&](api::Done done) { (*client)->service().approve(id, actor, typedName, std::move(done)); });
    if (!approved.ok()) {
        console.err << "binnaclectl: " << printable(std::string(approved.message())) << '\n';
        return absl::IsAborted(approved) || absl::IsFailedPrecondition(approved) || absl::IsNotFound(approved)
            ? Exit::AnswerIsNo
            : Exit::Fault;
    }
    const auto over = [&](const api::ClusterState &state) {
        const api::Proposal *proposal = stateOf(state);
        return proposal
            && (proposal->state == api::DecisionState::Confirmed || proposal->state == api::DecisionState::BindFailed);
    };
    (*client)->waitFor(over, seconds(target.timeoutSeconds));
    const api::Proposal *proposal = stateOf((*client)->state());
    const api::DecisionState state = proposal ? proposal->state : api::DecisionState::Unknown;
    if (console.format == Format::Table)
        console.out << id << ' ' << stateName(state)
                    << (proposal && !proposal->message.empty() ? " " + printable(proposal->message) : "") << '\n';
    else
        print({{"id", id}, {"state", stateName(state)}, {"message", proposal ? proposal->message : ""}}, console.format,
            console.out);
    return state == api::DecisionState::Confirmed || state == api::DecisionState::Bound ? Exit::Done : Exit::AnswerIsNo;
}

int deny(const Console &console, const Target &target, const std::string &id, const std::string &actor,
    const std::string &note)
{
    const auto client = connect(console, target, services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    const absl::Status denied =
        (*client)->tell([&](api::Done done) { (*client)->service().deny(id, actor, note, std::move(done)); });
    return denied.ok() ? Exit::Done : fault(console, denied);
}

int autonomy(const Console &console, const Target &target, const std::string &level, const std::string &actor)
{
    static const std::vector<std::string> names{"observe", "recommend", "approve", "automatic"};
    const auto client = openClient(target, level.empty() ? services::Recording::None : services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    if (!(*client)->waitFor([](const api::ClusterState &state) { return !state.profile.id.empty(); }, seconds(10)))
        return fault(console, absl::DeadlineExceededError("the session did not start"));
    if (!level.empty()) {
        const auto found = std::find(names.begin(), names.end(), level);
        if (found == names.end())
            return fault(console, absl::InvalidArgumentError("levels are observe, recommend, approve, automatic"));
        const auto wanted = static_cast<api::Autonomy>(found - names.begin());
        const absl::Status set =
            (*client)->tell([&](api::Done done) { (*client)->service().setAutonomy(wanted, actor, std::move(done)); });
        if (!set.ok())
            return fault(console, set);
        (*client)->waitFor(
            [&](const api::ClusterState &state) { return state.profile.autonomy == wanted; }, seconds(5));
    }
    console.out << names.at(static_cast<std::size_t>((*client)->state().profile.autonomy)) << '\n';
    return Exit::Done;
}

int replay(const Console &console, const Target &target, const std::string &id)
{
    const auto client = openClient(target, services::Recording::Read);
    if (!client.ok())
        return fault(console, client.status());
    const auto report =
        (*client)->ask<api::ReplayReport>([&](auto reply) { (*client)->service().replay(id, std::move(reply)); });
    if (!report.ok())
        return fault(console, report.status());
    if (console.format == Format::Table)
        console.out << (report->equal ? "equal " : "differs ") << report->decisionId << " was "
                    << printable(report->wasNode) << ' ' << report->was << " is " << printable(report->isNode) << ' '
                    << report->is << '\n';
    else
        print({{"equal", report->equal}, {"decision", report->decisionId}, {"was", report->was}, {"is", report->is},
                  {"wasNode", report->wasNode}, {"isNode", report->isNode}, {"detail", report->detail}},
            console.format, console.out);
    return report->equal ? Exit::Done : Exit::AnswerIsNo;
}

int quantity(const Console &console, const std::vector<std::string> &texts)
{
    Json list = Json::array();
    Table table({{"TEXT"}, {"CANONICAL", true}, {"VALUE", true}, {"MILLI", true}, {"NANO", true}, {"ERROR"}});
    bool good = true;
    const auto decimal = [](base::Quantity::Nano nano) { return fmt::format("{}", nano); };
    for (const std::string &text : texts) {
        const absl::StatusOr<base::Quantity> parsed = base::Quantity::parse(text);
        good = good && parsed.ok();
        if (!parsed.ok()) {
            list.push_back({{"text", text}, {"error", std::string(parsed.status().message())}});
            table.add({text, "", "", "", "", std::string(parsed.status().message())});
            continue;
        }
        list.push_back({{"text", text}, {"canonical", parsed->text()}, {"value", parsed->value()},
            {"milliValue", parsed->milliValue()}, {"nano", decimal(parsed->nano())}, {"double", parsed->toDouble()}});
        table.add({text, parsed->text(), fmt::format("{}", parsed->value()), fmt::format("{}", parsed->milliValue()),
            decimal(parsed->nano()), ""});
    }
    if (console.format == Format::Table)
        table.print(console.out);
    else
        print(list, console.format, console.out);
    return good ? Exit::Done : Exit::AnswerIsNo;
}

} // namespace binnacle::ctl
