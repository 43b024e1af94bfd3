// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/kubeconfig.h"

#include "backend/kube/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace binnacle::kube {

namespace {

constexpr std::size_t pemBytes = std::size_t{1} << 20;

/// The entry of that name in that file; else the first in another.
template <typename T> const T *pick(const std::vector<T> &list, std::string_view name, std::size_t file)
{
    const T *elsewhere = nullptr;
    for (const T &entry : list) {
        if (entry.name != name) {
            continue;
        }
        if (entry.file == file) {
            return &entry;
        }
        if (elsewhere == nullptr) {
            elsewhere = &entry;
        }
    }
    return elsewhere;
}

} // namespace

std::string_view findingCodeName(FindingCode code)
{
    switch (code) {
    case FindingCode::FileMissing:
        return "FileMissing";
    case FindingCode::FileUnreadable:
        return "FileUnreadable";
    case FindingCode::FileEmpty:
        return "FileEmpty";
    case FindingCode::Malformed:
        return "Malformed";
    case FindingCode::WrongType:
        return "WrongType";
    case FindingCode::MissingField:
        return "MissingField";
    case FindingCode::DuplicateName:
        return "DuplicateName";
    case FindingCode::NameCollision:
        return "NameCollision";
    case FindingCode::UnknownReference:
        return "UnknownReference";
    case FindingCode::UnknownContext:
        return "UnknownContext";
    case FindingCode::BadServer:
        return "BadServer";
    case FindingCode::BadBase64:
        return "BadBase64";
    case FindingCode::BadPem:
        return "BadPem";
    case FindingCode::BadToken:
        return "BadToken";
    case FindingCode::CaWithInsecure:
        return "CaWithInsecure";
    case FindingCode::TlsNotVerified:
        return "TlsNotVerified";
    case FindingCode::PlainHttp:
        return "PlainHttp";
    case FindingCode::DataOverridesPath:
        return "DataOverridesPath";
    case FindingCode::TokenFileOverridesToken:
        return "TokenFileOverridesToken";
    case FindingCode::SeveralCredentials:
        return "SeveralCredentials";
    case FindingCode::AuthProviderUnsupported:
        return "AuthProviderUnsupported";
    case FindingCode::ExecUnsupported:
        return "ExecUnsupported";
    case FindingCode::BadImpersonation:
        return "BadImpersonation";
    }
    return "";
}

std::string Finding::text() const
{
    std::string out = file;
    if (position.line > 0) {
        out += fmt::format(":{}:{}", position.line, position.column);
    }
    out += fmt::format(": {}: {}", severity == FindingSeverity::Error ? "error" : "warning", findingCodeName(code));
    for (const std::string *part : {&subject, &detail}) {
        if (!part->empty()) {
            out += ": " + *part;
        }
    }
    return out;
}

absl::StatusOr<Secret> pemOf(const PemSource &source)
{
    if (source.path.empty()) {
        return source.inlinePem;
    }
    auto text = readTextFile(source.path, pemBytes);
    if (!text.ok()) {
        return text.status();
    }
    Secret pem(*std::move(text));
    if (pem.reveal().find("-----BEGIN ") == std::string::npos) {
        return errorAt(source.path, {}, "holds no PEM text");
    }
    return pem;
}

bool Kubeconfig::hasErrors() const
{
    return std::any_of(m_findings.begin(), m_findings.end(),
        [](const Finding &finding) { return finding.severity == FindingSeverity::Error; });
}

const Kubeconfig::Cluster *Kubeconfig::findCluster(const Context &context) const
{
    return pick(m_clusters, context.cluster, context.file);
}

const Kubeconfig::User *Kubeconfig::findUser(const Context &context) const
{
    return pick(m_users, context.user, context.file);
}

const Kubeconfig::Context *Kubeconfig::findContext(std::string_view name) const
{
    const auto found = std::find_if(m_contextEntries.begin(), m_contextEntries.end(),
        [name](const Context &context) { return context.name == name; });
    return found == m_contextEntries.end() ? nullptr : &*found;
}

absl::StatusOr<ClusterConfig> Kubeconfig::resolve(std::string_view name) const
{
    const std::string_view wanted = name.empty() ? std::string_view(m_currentContext) : name;
    const Context *context = findContext(wanted);
    if (context == nullptr) {
        std::string known;
        for (const KubeContext &other : m_contexts) {
            known += fmt::format("{}{}", known.empty() ? "" : ", ", firstBytes(other.name, 64));
        }
        const auto error = std::find_if(m_findings.begin(), m_findings.end(),
            [](const Finding &finding) { return finding.severity == FindingSeverity::Error; });
        const std::string why = m_contexts.empty() && error != m_findings.end() ? error->text() : "known: " + known;
        return absl::NotFoundError(wanted.empty() ? "no current context; " + why
                                                  : fmt::format("no context \"{}\"; {}", firstBytes(wanted, 64), why));
    }
    const auto invalid = [](const Finding &finding) { return absl::InvalidArgumentError(finding.text()); };
    if (context->broken) {
        return invalid(*context->broken);
    }
    const Cluster *cluster = findCluster(*context);
    if (cluster == nullptr) {
        return invalid({FindingSeverity::Error, FindingCode::UnknownReference, m_files[context->file],
            context->position, "context " + context->name, "cluster " + context->cluster});
    }
    if (cluster->broken) {
        return invalid(*cluster->broken);
    }
    ClusterConfig config = cluster->config;
    config.context = context->name;
    config.cluster = context->cluster;
    config.user = context->user;
    config.ns = context->ns.empty() ? "default" : context->ns;
    config.contextFrom = from(*context);
    config.clusterFrom = from(*cluster);
    if (context->user.empty()) {
        return config;
    }
    const User *user = findUser(*context);
    if (user == nullptr) {
        return invalid({FindingSeverity::Error, FindingCode::UnknownReference, m_files[context->file],
            context->position, "context " + context->name, "user " + context->user});
    }
    if (user->broken) {
        return invalid(*user->broken);
    }
    config.credential = user->credential;
    config.userFrom = from(*user);
    if (config.credential.exec) {
        config.credential.exec->clusterConfig = cluster->execExtension;
    }
    return config;
}

std::vector<std::string> kubeconfigPaths(
    const std::string &explicitPath, const std::string &kubeconfigVariable, const std::string &homeFolder)
{
    if (!explicitPath.empty()) {
        return {explicitPath};
    }
    std::vector<std::string> paths;
    for (std::size_t at = 0; at < kubeconfigVariable.size();) {
        const std::size_t end = std::min(kubeconfigVariable.find(':', at), kubeconfigVariable.size());
        std::string path = kubeconfigVariable.substr(at, end - at);
        if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end()) {
            paths.push_back(std::move(path));
        }
        at = end + 1;
    }
    if (paths.empty() && !homeFolder.empty()) {
        paths.push_back(homeFolder + "/.kube/config");
    }
    return paths;
}

} // namespace binnacle::kube
