// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/kubeconfig.h"
#include "backend/kube/kubeconfig_fields.h"
#include "backend/kube/text.h"
#include "backend/kube/yaml.h"

#include <absl/strings/match.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace binnacle::kube {

namespace {

constexpr std::string_view execExtension = "client.authentication.k8s.io/exec";

std::string folderOf(const std::string &path)
{
    std::error_code fault;
    const auto absolute = std::filesystem::absolute(path, fault);
    return fault ? std::string() : absolute.parent_path().string();
}

/// "https://host…" or "http://host…" without control characters.
bool isServerUrl(std::string_view url)
{
    const std::size_t scheme = url.substr(0, 8) == "https://" ? 8 : url.substr(0, 7) == "http://" ? 7 : 0;
    if (scheme == 0 || hasControl(url) || url.find(' ') != std::string_view::npos) {
        return false;
    }
    const std::string_view host = url.substr(scheme, url.find_first_of("/?#", scheme) - scheme);
    return !host.empty() && host.front() != ':' && host.find('@') == std::string_view::npos;
}

} // namespace

/// Fills a Kubeconfig file by file.
class KubeconfigLoader {
public:
    Kubeconfig run(const std::vector<std::string> &paths)
    {
        for (const std::string &path : paths) {
            if (!path.empty()) {
                file(path, paths.size() == 1);
            }
        }
        findCollisions(m_config.m_clusters, "cluster");
        findCollisions(m_config.m_users, "user");
        findCollisions(m_config.m_contextEntries, "context");
        listContexts();
        return std::move(m_config);
    }

private:
    using Cluster = Kubeconfig::Cluster;
    using User = Kubeconfig::User;
    using Context = Kubeconfig::Context;

    void report(FindingSeverity severity, FindingCode code, const std::string &path, Position position,
        std::string subject, std::string detail)
    {
        m_config.m_findings.push_back({severity, code, path, position, std::move(subject), std::move(detail)});
    }

    void file(const std::string &path, bool only)
    {
        m_config.m_files.push_back(path);
        auto text = readTextFile(path, kubeconfigBytes);
        if (absl::IsNotFound(text.status())) {
            report(
                only ? FindingSeverity::Error : FindingSeverity::Warning, FindingCode::FileMissing, path, {}, {}, {});
            return;
        }
        if (!text.ok()) {
            report(FindingSeverity::Error, FindingCode::FileUnreadable, path, {}, {},
                std::string(text.status().message()));
            return;
        }
        DocumentLimits limits;
        limits.bytes = kubeconfigBytes;
        auto document = parseDocument(path, *text, limits);
        Secret::wipe(*text);
        if (!document.ok()) {
            report(FindingSeverity::Error, FindingCode::Malformed, path, positionIn(document.status()), {},
                std::string(document.status().message()));
            return;
        }
        if (!document->root()) {
            report(only ? FindingSeverity::Error : FindingSeverity::Warning, FindingCode::FileEmpty, path, {}, {}, {});
            return;
        }
        root(document->root(), path);
    }

    void root(Value root, const std::string &path)
    {
        if (!root.isMapping()) {
            report(FindingSeverity::Error, FindingCode::Malformed, path, root.position(), {}, "a mapping");
            return;
        }
        m_folder = folderOf(path);
        KubeconfigFields fields(root, path, "kubeconfig", m_config.m_findings);
        const std::string kind = fields.text("kind");
        if (!kind.empty() && kind != "Config") {
            report(FindingSeverity::Error, FindingCode::WrongType, path, root["kind"].position(), "kubeconfig",
                "kind: Config");
            return;
        }
        const std::string current = fields.text("current-context");
        if (m_config.m_currentContext.empty() && !current.empty()) {
            m_config.m_currentContext = current;
            m_currentFrom = {path, root["current-context"].position()};
        }
        entries(fields.list("clusters"), "cluster", m_config.m_clusters,
            [this](KubeconfigFields &entry, Cluster &cluster) { readCluster(entry, cluster); });
        entries(fields.list("users"), "user", m_config.m_users,
            [this](KubeconfigFields &entry, User &user) { readUser(entry, user, m_folder); });
        entries(fields.list("contexts"), "context", m_config.m_contextEntries,
            [](KubeconfigFields &entry, Context &context) { readContext(entry, context); });
    }

    template <typename T, typename Read>
    void entries(Value list, std::string_view kind, std::vector<T> &into, const Read &read)
    {
        const std::size_t file = m_config.m_files.size() - 1;
        const std::string &path = m_config.m_files.back();
        std::set<std::string> names;
        for (const Entry item : list) {
            KubeconfigFields outer(item.value, path, std::string(kind), m_config.m_findings);
            T entry;
            entry.name = outer.text("name");
            entry.file = file;
            entry.position = item.value.position();
            if (entry.name.empty()) {
                outer.error(FindingCode::MissingField, item.value.position(), "name");
                continue;
            }
            const std::string subject = fmt::format("{} {}", kind, firstBytes(entry.name, 128));
            KubeconfigFields inner(item.value[kind], path, subject, m_config.m_findings);
            if (!names.insert(entry.name).second) {
                inner.error(FindingCode::DuplicateName, entry.position, {});
                markBroken(into, entry.name, file, *inner.firstError());
                continue;
            }
            if (!item.value[kind] && kind != "user") {
                inner.error(FindingCode::MissingField, entry.position, std::string(kind));
            } else {
                read(inner, entry);
            }
            entry.broken = outer.firstError() ? outer.firstError() : inner.firstError();
            into.push_back(std::move(entry));
        }
    }

    template <typename T>
    static void markBroken(std::vector<T> &list, const std::string &name, std::size_t file, const Finding &why)
    {
        for (T &entry : list) {
            if (entry.name == name && entry.file == file) {
                entry.broken = why;
            }
        }
    }

    void readCluster(KubeconfigFields &fields, Cluster &cluster) const
    {
        ClusterConfig &config = cluster.config;
        config.server = fields.text("server");
        if (config.server.empty()) {
            fields.error(FindingCode::MissingField, fields.value().position(), "server");
        } else if (!isServerUrl(config.server)) {
            fields.error(FindingCode::BadServer, fields.value()["server"].position(), "server");
        } else if (config.server[4] == ':') {
            fields.warning(FindingCode::PlainHttp, fields.value()["server"].position(), "server");
        }
        config.certificateAuthority = fields.pem("certificate-authority", m_folder);
        config.insecure = fields.boolean("insecure-skip-tls-verify");
        if (config.insecure) {
            const Position place = fields.value()["insecure-skip-tls-verify"].position();
            if (config.certificateAuthority.given()) {
                fields.error(FindingCode::CaWithInsecure, place, "insecure-skip-tls-verify");
            } else {
                fields.warning(FindingCode::TlsNotVerified, place, "insecure-skip-tls-verify");
            }
        }
        config.tlsServerName = fields.text("tls-server-name");
        config.proxyUrl = fields.text("proxy-url");
        config.disableCompression = fields.boolean("disable-compression");
        for (const Entry item : fields.list("extensions")) {
            if (item.value["name"].text() == execExtension) {
                cluster.execExtension = jsonOf(item.value["extension"]);
            }
        }
    }

    static void readContext(KubeconfigFields &fields, Context &context)
    {
        context.cluster = fields.text("cluster");
        context.user = fields.text("user");
        context.ns = fields.text("namespace");
        if (context.cluster.empty()) {
            fields.error(FindingCode::MissingField, fields.value().position(), "cluster");
        }
    }

    template <typename T> void findCollisions(const std::vector<T> &list, std::string_view kind)
    {
        for (auto entry = list.begin(); entry != list.end(); ++entry) {
            const auto first =
                std::find_if(list.begin(), entry, [&](const T &other) { return other.name == entry->name; });
            if (first != entry) {
                report(FindingSeverity::Warning, FindingCode::NameCollision, m_config.m_files[entry->file],
                    entry->position, fmt::format("{} {}", kind, firstBytes(entry->name, 128)),
                    fmt::format("{}:{}", m_config.m_files[first->file], first->position.line));
            }
        }
    }

    void listContexts()
    {
        for (const Context &context : m_config.m_contextEntries) {
            if (m_config.findContext(context.name) != &context) {
                continue;
            }
            const auto resolved = m_config.resolve(context.name);
            m_config.m_contexts.push_back(
                {context.name, context.cluster, context.user, context.ns, m_config.from(context), resolved.ok()});
            if (m_config.findCluster(context) == nullptr && !context.broken) {
                report(FindingSeverity::Error, FindingCode::UnknownReference, m_config.m_files[context.file],
                    context.position, fmt::format("context {}", firstBytes(context.name, 128)),
                    fmt::format("cluster {}", firstBytes(context.cluster, 128)));
            }
            if (!context.user.empty() && m_config.findUser(context) == nullptr) {
                report(FindingSeverity::Error, FindingCode::UnknownReference, m_config.m_files[context.file],
                    context.position, fmt::format("context {}", firstBytes(context.name, 128)),
                    fmt::format("user {}", firstBytes(context.user, 128)));
            }
        }
        if (!m_config.m_currentContext.empty() && m_config.findContext(m_config.m_currentContext) == nullptr) {
            report(FindingSeverity::Error, FindingCode::UnknownContext, m_currentFrom.file, m_currentFrom.position,
                "current-context", std::string(firstBytes(m_config.m_currentContext, 128)));
        }
    }

    static void readUser(KubeconfigFields &fields, User &user, const std::string &folder)
    {
        user.credential = readCredential(fields, folder);
    }

    Kubeconfig m_config;
    std::string m_folder;
    Provenance m_currentFrom;
};

Kubeconfig loadKubeconfig(const std::vector<std::string> &paths) { return KubeconfigLoader().run(paths); }

} // namespace binnacle::kube
