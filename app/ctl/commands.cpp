// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/commands.h"

#include "app/ctl/complaint.h"
#include "app/ctl/render.h"
#include "app/ctl/render_explanation.h"
#include "backend/kube/manifest.h"
#include "planner/base/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

namespace binnacle::ctl {

namespace {

using std::chrono::seconds;

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

/// The whole of a stream that may never end: more than a manifest may have is refused.
absl::StatusOr<std::string> readAll(std::istream &in, const std::string &name)
{
    const std::size_t limit = kube::DocumentLimits{}.bytes;
    std::string text;
    std::string chunk(64 * 1024, '\0');
    while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || in.gcount() > 0) {
        text.append(chunk, 0, static_cast<std::size_t>(in.gcount()));
        if (text.size() > limit)
            return absl::ResourceExhaustedError(fmt::format(
                "{}: larger than {} MiB, the most that a manifest may have; give fewer objects", name, limit >> 20));
    }
    if (in.bad())
        return absl::UnavailableError(fmt::format("{}: reading stopped before its end; try again", name));
    return text;
}

/// A manifest's text, known to hold a pod. `name` is what errors call it.
absl::StatusOr<std::string> readManifest(const std::string &path)
{
    const std::string name = path == "-" ? "standard input" : path;
    absl::StatusOr<std::string> text = readText(path);
    if (!text.ok())
        return text;
    const absl::StatusOr<kube::Manifest> manifest = kube::parseManifest(name, *text);
    if (!manifest.ok())
        return absl::Status(manifest.status().code(),
            fmt::format("{}; correct it there, then try again", std::string(manifest.status().message())));
    if (manifest->pods.empty())
        return absl::NotFoundError(fmt::format("{}: no pod and no workload with a pod template in it; add one", name));
    return text;
}

/// Of each decision, what every plugin says of one node, and what would make it fit.
int showExplanations(
    const Console &console, Client &client, const std::vector<model::DecisionPtr> &decisions, const std::string &node)
{
    if (!client.state().snapshot->find(base::Symbol(node)))
        return misused(console, fmt::format("no node {} in this cluster; `binnaclectl nodes` lists them", node));
    Json list = Json::array();
    bool fits = true;
    for (const model::DecisionPtr &decision : decisions) {
        const auto explanation = client.ask<api::NodeExplanation>(
            [&](auto reply) { client.service().explain(decision, base::Symbol(node), std::move(reply)); });
        if (!explanation.ok())
            return fault(console, explanation.status());
        fits = fits && explanation->feasible && decision->undecided == 0;
        if (console.format == Format::Table)
            printExplanation(*decision, *explanation, console.out);
        else
            list.push_back(explanationJson(*decision, *explanation));
    }
    if (console.format != Format::Table)
        print(list, console.format, console.out);
    return fits ? Exit::Done : Exit::AnswerIsNo;
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

absl::StatusOr<std::string> readText(const std::string &path)
{
    if (path == "-")
        return readAll(std::cin, "standard input");
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        return absl::NotFoundError(fmt::format("{}: there is no such file; check the path", path));
    if (std::filesystem::is_directory(status))
        return absl::FailedPreconditionError(fmt::format("{}: is a folder; name one file in it", path));
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return absl::PermissionDeniedError(
            fmt::format("{}: cannot be opened; check that you may read it (ls -l)", path));
    return readAll(in, path);
}

int fault(const Console &console, const absl::Status &status)
{
    console.err << "binnaclectl: " << complaintOf(status) << '\n';
    return Exit::Fault;
}

absl::StatusOr<std::unique_ptr<Client>> connect(const Target &target, services::Recording record)
{
    absl::StatusOr<std::unique_ptr<Client>> client = openClient(target, record);
    if (!client.ok())
        return client;
    if (const absl::Status synced = (*client)->waitSynced(seconds(target.timeoutSeconds)); !synced.ok())
        return synced;
    return client;
}

absl::StatusOr<model::PodKey> podNamed(const Client &client, const std::string &text)
{
    std::vector<model::PodKey> found;
    for (const model::PodPtr &pod : client.pods()) {
        if (pod->key.text() == text || pod->key.name == text)
            found.push_back(pod->key);
    }
    if (found.empty())
        return absl::NotFoundError(fmt::format("no pod {} in this cluster; `binnaclectl pods` lists them", text));
    if (found.size() > 1)
        return absl::InvalidArgumentError(fmt::format("{} pods are named {}; say namespace/name", found.size(), text));
    return found.front();
}

int misused(const Console &console, std::string_view what)
{
    console.err << "binnaclectl: " << printable(what) << '\n';
    return Exit::Usage;
}

int misusedOrFault(const Console &console, const absl::Status &status)
{
    return absl::IsInvalidArgument(status) ? misused(console, std::string(status.message())) : fault(console, status);
}

bool hasLog(const Console &console, const Target &target)
{
    if (target.clusterFile.empty())
        return true;
    (void)misused(console,
        target.clusterFile
            + ": a cluster file has no audit log, for nothing is recorded about it and nothing can be written to it; "
              "use "
              "--demo, or --kubeconfig and --context");
    return false;
}

namespace {

services::WorkspaceOptions workspaceOptions(const Target &target, services::Recording recording)
{
    services::WorkspaceOptions options;
    options.demoSeed = target.seed;
    options.demoNodes = target.demoNodes;
    options.demoPaused = true;
    options.kubeconfigs = target.kubeconfigs;
    options.environmentKubeconfig = !target.demo && target.clusterFile.empty();
    if (!target.clusterFile.empty())
        options.clusterFiles = {target.clusterFile};
    options.schedulerConfig = target.schedulerConfig;
    options.policyFile = target.policyFile;
    options.recording = recording;
    options.ruleApproves = false; // a command does what it is told, and nothing beside
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

void waitForUse(Client &client, const Target &target)
{
    if (!target.clusterFile.empty())
        return; // a file has no source
    client.waitFor([](const api::ClusterState &state) { return state.usage->at != base::TimePoint{}; }, seconds(3));
}

int listNodes(const Console &console, const Target &target)
{
    const auto client = connect(target);
    if (!client.ok())
        return fault(console, client.status());
    waitForUse(**client, target);
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
    const auto client = connect(target);
    if (!client.ok())
        return fault(console, client.status());
    waitForUse(**client, target);
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
    const std::string &manifest, bool all, const std::string &whyNot)
{
    absl::StatusOr<std::string> text = manifest.empty() ? std::string() : readManifest(manifest);
    if (!text.ok())
        return fault(console, text.status());
    const auto client = connect(target);
    if (!client.ok())
        return fault(console, client.status());
    const auto show = [&](const std::vector<model::DecisionPtr> &decisions) {
        return whyNot.empty() ? showDecisions(console, decisions)
                              : showExplanations(console, **client, decisions, whyNot);
    };
    if (!manifest.empty()) {
        const auto decisions = (*client)->ask<std::vector<model::DecisionPtr>>(
            [&](auto reply) { (*client)->service().whatIfManifest(*text, std::move(reply)); });
        return decisions.ok() ? show(*decisions) : fault(console, decisions.status());
    }
    std::vector<model::PodKey> keys;
    for (const std::string &name : pods) {
        const absl::StatusOr<model::PodKey> key = podNamed(**client, name);
        if (!key.ok())
            return misusedOrFault(console, key.status());
        keys.push_back(*key);
    }
    if (all) {
        for (const model::PodPtr &pod : (*client)->pods()) {
            if (!pod->assigned() && !pod->finished())
                keys.push_back(pod->key);
        }
    }
    const auto decisions = decideNamed(**client, keys);
    return decisions.ok() ? show(*decisions) : fault(console, decisions.status());
}

int propose(const Console &console, const Target &target, const std::vector<std::string> &pods)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const auto client = connect(target, services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    std::vector<std::string> wanted;
    for (const std::string &name : pods) {
        const absl::StatusOr<model::PodKey> key = podNamed(**client, name);
        if (!key.ok())
            return misusedOrFault(console, key.status());
        wanted.push_back(key->text());
    }
    if ((*client)->state().profile.autonomy == api::Autonomy::Observe)
        return fault(console, absl::FailedPreconditionError("observing"));
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
            absl::DeadlineExceededError(fmt::format("not decided in time: {} and {} more; give a longer --timeout",
                first->pod->key.text(), std::count_if(pending.begin(), pending.end(), unsettled) - 1)));
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

namespace {

const api::Proposal *proposalIn(const api::ClusterState &state, const std::string &id)
{
    const auto found = std::find_if(
        state.proposals.begin(), state.proposals.end(), [&](const api::Proposal &p) { return p.id == id; });
    return found == state.proposals.end() ? nullptr : &*found;
}

/// Whether the log has a proposal that waits; looked up first, so that a wrong id starts no session that may write.
absl::Status waitsInLog(const Target &target, const std::string &id)
{
    const absl::StatusOr<api::AuditDecision> row = rowInLog(target, id);
    if (absl::IsNotFound(row.status()))
        return absl::NotFoundError(
            fmt::format("no proposal {} in this cluster's audit log; `binnaclectl audit list` shows them", id));
    if (!row.ok())
        return row.status();
    return row->state == api::DecisionState::Proposed
        ? absl::OkStatus()
        : absl::FailedPreconditionError(
            fmt::format("the decision {} is {} and waits for nobody; `binnaclectl propose` makes new proposals", id,
                stateName(row->state)));
}

/// Waits until the session has taken over a proposal of an earlier run.
absl::Status waitForProposal(Client &client, const Target &target, const std::string &id)
{
    const auto adopted = [&](const api::ClusterState &state) { return proposalIn(state, id) != nullptr; };
    return client.waitFor(adopted, seconds(target.timeoutSeconds))
        ? absl::OkStatus()
        : absl::DeadlineExceededError(fmt::format(
            "proposal {} of an earlier run was not taken over in time; try again with a longer --timeout", id));
}

/// A "no" for what the cluster's state forbids, a fault for what went wrong.
int refused(const Console &console, const absl::Status &status)
{
    const int code = fault(console, status);
    return absl::IsAborted(status) || absl::IsFailedPrecondition(status) || absl::IsNotFound(status) ? Exit::AnswerIsNo
                                                                                                     : code;
}

/// The exit code where the log alone shows that there is nothing to approve or deny.
std::optional<int> refusedByLog(const Console &console, const Target &target, const std::string &id)
{
    if (const absl::StatusOr<std::string> cluster = clusterId(target); !cluster.ok())
        return fault(console, cluster.status());
    const absl::Status waits = waitsInLog(target, id);
    return waits.ok() ? std::nullopt : std::optional(refused(console, waits));
}

void showSettled(const Console &console, const std::string &id, const api::Proposal *proposal, api::DecisionState state)
{
    const std::string message = proposal ? proposal->message : "";
    if (console.format == Format::Table)
        console.out << printable(id) << ' ' << stateName(state) << (message.empty() ? "" : " " + complaintOf(message))
                    << '\n';
    else
        print({{"id", id}, {"state", stateName(state)}, {"message", message}}, console.format, console.out);
}

} // namespace

int approve(const Console &console, const Target &target, const std::string &id, const std::string &actor,
    const std::string &typedName)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    if (const std::optional<int> no = refusedByLog(console, target, id))
        return *no;
    const auto client = connect(target, services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    absl::Status approved = waitForProposal(**client, target, id);
    if (approved.ok())
        approved = (*client)->tell(
            [&](api::Done done) { (*client)->service().approve(id, actor, typedName, std::move(done)); });
    if (!approved.ok())
        return refused(console, approved);
    const auto over = [&](const api::ClusterState &state) {
        const api::Proposal *proposal = proposalIn(state, id);
        return proposal
            && (proposal->state == api::DecisionState::Confirmed || proposal->state == api::DecisionState::BindFailed);
    };
    (*client)->waitFor(over, seconds(target.timeoutSeconds));
    const api::Proposal *proposal = proposalIn((*client)->state(), id);
    const api::DecisionState state = proposal ? proposal->state : api::DecisionState::Unknown;
    showSettled(console, id, proposal, state);
    return state == api::DecisionState::Confirmed || state == api::DecisionState::Bound ? Exit::Done : Exit::AnswerIsNo;
}

int deny(const Console &console, const Target &target, const std::string &id, const std::string &actor,
    const std::string &note)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    if (const std::optional<int> no = refusedByLog(console, target, id))
        return *no;
    const auto client = connect(target, services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    absl::Status denied = waitForProposal(**client, target, id);
    if (denied.ok())
        denied = (*client)->tell([&](api::Done done) { (*client)->service().deny(id, actor, note, std::move(done)); });
    if (!denied.ok())
        return refused(console, denied);
    showSettled(console, id, proposalIn((*client)->state(), id), api::DecisionState::Denied);
    return Exit::Done;
}

int autonomy(const Console &console, const Target &target, const std::string &level, const std::string &actor)
{
    static const std::vector<std::string> names{"observe", "recommend", "approve", "automatic"};
    if (!level.empty() && !hasLog(console, target))
        return Exit::Usage;
    const auto found = std::find(names.begin(), names.end(), level);
    if (!level.empty() && found == names.end())
        return misused(console, "no level " + level + "; there are observe, recommend, approve, automatic");
    const auto client = openClient(target, level.empty() ? services::Recording::None : services::Recording::Write);
    if (!client.ok())
        return fault(console, client.status());
    if (!(*client)->waitFor([](const api::ClusterState &state) { return !state.profile.id.empty(); }, seconds(10)))
        return fault(console, absl::DeadlineExceededError("the session did not start in 10 s; try again"));
    if (!level.empty()) {
        const auto wanted = static_cast<api::Autonomy>(found - names.begin());
        const absl::Status set =
            (*client)->tell([&](api::Done done) { (*client)->service().setAutonomy(wanted, actor, std::move(done)); });
        if (!set.ok())
            return fault(console, set);
        (*client)->waitFor(
            [&](const api::ClusterState &state) { return state.profile.autonomy == wanted; }, seconds(5));
    }
    const api::ClusterProfile &profile = (*client)->state().profile;
    const std::string &name = names.at(static_cast<std::size_t>(profile.autonomy));
    if (console.format == Format::Table)
        console.out << name << '\n';
    else
        print({{"cluster", profile.name}, {"autonomy", name}}, console.format, console.out);
    return Exit::Done;
}

int replay(const Console &console, const Target &target, const std::string &id)
{
    if (!hasLog(console, target))
        return Exit::Usage;
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
