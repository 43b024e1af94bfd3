// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/ctl/commands.h"
#include "app/ctl/complaint.h"
#include "app/ctl/render.h"
#include "backend/kube/cluster_file.h"
#include "backend/kube/kubeconfig.h"
#include "backend/kube/openb.h"
#include "backend/services/cluster_settings.h"
#include "backend/services/ticker.h"
#include "backend/store/audit_log.h"

#include <fmt/format.h>

#include <cstdlib>

namespace binnacle::ctl {

namespace {

const services::SystemClock wallClock;

/// The audit log of a target, without connecting to it.
absl::StatusOr<store::AuditOptions> logOf(const Target &target, bool readOnly)
{
    const absl::StatusOr<std::string> id = clusterId(target);
    if (!id.ok())
        return id.status();
    const services::Folders folders = services::Folders::ofUser();
    const std::string folder = services::fileNameOf(*id);
    store::AuditOptions options;
    options.paths = {folders.data + '/' + folder, folders.state + '/' + folder};
    options.cluster = *id;
    options.readOnly = readOnly;
    options.clock = &wallClock;
    return options;
}

absl::StatusOr<std::unique_ptr<store::AuditLog>> openLog(const Target &target, bool readOnly)
{
    absl::StatusOr<store::AuditOptions> options = logOf(target, readOnly);
    return options.ok() ? store::AuditLog::open(*std::move(options)) : options.status();
}

} // namespace

absl::StatusOr<api::AuditDecision> rowInLog(const Target &target, const std::string &id)
{
    const auto log = openLog(target, true);
    return log.ok() ? (*log)->decision(id) : log.status();
}

namespace {

Json credentialJson(const kube::CredentialSpec &credential)
{
    Json kinds = Json::array();
    if (credential.certificate.given())
        kinds.push_back("client certificate");
    if (!credential.tokenFile.empty())
        kinds.push_back("token file");
    else if (!credential.token.empty())
        kinds.push_back("token");
    if (!credential.username.empty())
        kinds.push_back("password");
    if (credential.exec)
        kinds.push_back("exec plugin");
    return kinds;
}

Json contextJson(const kube::Kubeconfig &config, const kube::KubeContext &context)
{
    Json out = {{"context", context.name}, {"file", context.from.file}, {"line", context.from.position.line},
        {"current", context.name == config.currentContext()}, {"usable", context.usable}};
    const absl::StatusOr<kube::ClusterConfig> resolved = config.resolve(context.name);
    if (!resolved.ok()) {
        out["problem"] = std::string(resolved.status().message());
        return out;
    }
    out["server"] = resolved->server;
    out["cluster"] = resolved->cluster;
    out["clusterFile"] = resolved->clusterFrom.file;
    out["user"] = resolved->user;
    out["userFile"] = resolved->userFrom.file;
    out["credential"] = credentialJson(resolved->credential);
    if (resolved->credential.exec) {
        const kube::ExecSpec &exec = *resolved->credential.exec;
        Json names = Json::array();
        for (const auto &[name, value] : exec.env)
            names.push_back(name);
        out["runs"] = {{"command", exec.command}, {"folder", exec.folder}, {"args", exec.args}, {"environment", names},
            {"apiVersion", exec.apiVersion}};
    }
    return out;
}

} // namespace

int checkKubeconfig(const Console &console, const std::vector<std::string> &files)
{
    const kube::Kubeconfig config = kube::loadKubeconfig(files);
    Json contexts = Json::array();
    Json findings = Json::array();
    for (const kube::KubeContext &context : config.contexts())
        contexts.push_back(contextJson(config, context));
    for (const kube::Finding &finding : config.findings()) {
        findings.push_back({{"severity", finding.severity == kube::FindingSeverity::Error ? "error" : "warning"},
            {"code", kube::findingCodeName(finding.code)}, {"file", finding.file}, {"line", finding.position.line},
            {"column", finding.position.column}, {"subject", finding.subject}, {"detail", finding.detail}});
    }
    const bool good = !config.hasErrors();
    if (console.format != Format::Table) {
        print({{"currentContext", config.currentContext()}, {"contexts", contexts}, {"findings", findings}},
            console.format, console.out);
        return good ? Exit::Done : Exit::AnswerIsNo;
    }
    Table table({{"CONTEXT"}, {"SERVER"}, {"USER"}, {"CREDENTIAL"}, {"RUNS"}, {"FILE"}});
    const auto text = [](const Json &json, const char *key) {
        return json.contains(key) ? json[key].get<std::string>() : std::string();
    };
    for (const Json &context : contexts) {
        std::string credential;
        for (const Json &kind : context.value("credential", Json::array()))
            credential += (credential.empty() ? "" : ", ") + kind.get<std::string>();
        table.add({(context["current"].get<bool>() ? "* " : "  ") + text(context, "context"), text(context, "server"),
            text(context, "user"), context.contains("problem") ? "unusable" : credential,
            context.contains("runs") ? text(context["runs"], "command") : "", text(context, "file")});
    }
    table.print(console.out);
    for (const kube::Finding &finding : config.findings())
        console.out << complaintOf(finding.text()) << '\n';
    return good ? Exit::Done : Exit::AnswerIsNo;
}

int importOpenb(const Console &console, const std::string &folder, const std::string &nodes, const std::string &pods,
    const std::string &to)
{
    const char *data = std::getenv("BINNACLE_DATA");
    const std::string from = !folder.empty() ? folder : std::string(data ? data : ".") + "/openb";
    const absl::StatusOr<kube::OpenbTrace> trace = kube::importOpenbFolder(from, nodes, pods);
    if (!trace.ok())
        return fault(console, trace.status());
    if (!to.empty()) {
        if (const absl::Status written = kube::writeClusterFile(to, trace->nodes, trace->pods); !written.ok())
            return fault(console, written);
    }
    if (console.format == Format::Table)
        console.out << fmt::format(
            "{} nodes, {} pods{}\n", trace->nodes.size(), trace->pods.size(), to.empty() ? "" : " -> " + to);
    else
        print(
            {{"nodes", trace->nodes.size()}, {"pods", trace->pods.size()}, {"file", to}}, console.format, console.out);
    return Exit::Done;
}

int storeStatus(const Console &console, const Target &target)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const auto log = openLog(target, true);
    if (!log.ok())
        return fault(console, log.status());
    const absl::StatusOr<store::AuditSize> size = (*log)->size();
    if (!size.ok())
        return fault(console, size.status());
    const absl::StatusOr<store::AuditOptions> where = logOf(target, true);
    if (!where.ok())
        return fault(console, where.status());
    const Json json = {{"cluster", (*log)->cluster()}, {"file", where->paths.database()}, {"leaves", size->leaves},
        {"pruned", size->pruned}, {"bytes", size->bytes}, {"retentionDays", size->retention.days},
        {"retentionBytes", size->retention.bytes}};
    if (console.format == Format::Table) {
        for (const auto &[key, value] : json.items())
            console.out << fmt::format("{:16}", key)
                        << printable(value.is_string() ? value.get<std::string>() : value.dump()) << '\n';
    } else {
        print(json, console.format, console.out);
    }
    return Exit::Done;
}

int storeRetention(const Console &console, const Target &target, std::optional<std::int64_t> days,
    std::optional<std::int64_t> bytes, const std::string &actor)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const auto log = openLog(target, false);
    if (!log.ok())
        return fault(console, log.status());
    const absl::StatusOr<store::AuditSize> held = (*log)->size();
    if (!held.ok())
        return fault(console, held.status());
    const store::Retention wanted{days.value_or(held->retention.days), bytes.value_or(held->retention.bytes)};
    if (const absl::Status set = (*log)->setRetention(wanted, actor); !set.ok())
        return fault(console, set);
    const absl::StatusOr<std::uint64_t> pruned = (*log)->prune(actor);
    if (!pruned.ok())
        return fault(console, pruned.status());
    if (console.format != Format::Table) {
        print({{"retentionDays", wanted.days}, {"retentionBytes", wanted.bytes}, {"pruned", *pruned}}, console.format,
            console.out);
        return Exit::Done;
    }
    const auto limit = [](std::int64_t value, const char *unit) {
        return value == 0 ? fmt::format("{} without limit", unit) : fmt::format("{} {}", value, unit);
    };
    console.out << fmt::format("kept: {}, {}; {} leaves pruned, their hashes stay\n", limit(wanted.days, "days"),
        limit(wanted.bytes, "bytes"), *pruned);
    return Exit::Done;
}

int storeBackup(const Console &console, const Target &target, const std::string &directory)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const auto log = openLog(target, true);
    if (!log.ok())
        return fault(console, log.status());
    if (const absl::Status done = (*log)->backup(directory); !done.ok())
        return fault(console, done);
    if (console.format == Format::Table)
        console.out << "backed up to " << printable(directory) << "; the private key is not in it\n";
    else
        print({{"folder", directory}, {"cluster", (*log)->cluster()}}, console.format, console.out);
    return Exit::Done;
}

int storeRestore(
    const Console &console, const Target &target, const std::string &directory, const std::string &actor, bool force)
{
    if (!hasLog(console, target))
        return Exit::Usage;
    const absl::StatusOr<store::AuditOptions> options = logOf(target, false);
    if (!options.ok())
        return fault(console, options.status());
    const absl::StatusOr<store::AuditRecord> restored = store::restoreAuditLog(*options, directory, actor, force);
    if (!restored.ok())
        return fault(console, restored.status());
    if (console.format == Format::Table)
        console.out << fmt::format("restored; entry #{} says so\n", restored->index);
    else
        print({{"folder", directory}, {"index", restored->index}, {"message", restored->message}}, console.format,
            console.out);
    return Exit::Done;
}

} // namespace binnacle::ctl
