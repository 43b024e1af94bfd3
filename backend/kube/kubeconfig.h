// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"
#include "backend/kube/secret.h"

#include <absl/status/statusor.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::kube {

enum class FindingSeverity : std::uint8_t { Warning, Error };

/// What is wrong with, or worth knowing about, a kubeconfig. Stable names are in findingCodeName().
enum class FindingCode : std::uint8_t {
    FileMissing, ///< a warning while other files of the list exist, as in kubectl
    FileUnreadable, ///< permission, no regular file, larger than the limit
    FileEmpty,
    Malformed, ///< no YAML, no mapping, UTF-16, a limit exceeded; `detail` says it with its place
    WrongType, ///< `detail` is what was expected; a value is never shown
    MissingField,
    DuplicateName, ///< twice in one file: neither is used
    NameCollision, ///< in several files: each context uses the one of its own file
    UnknownReference, ///< a context names a cluster or user that no file holds
    UnknownContext, ///< current-context names none
    BadServer, ///< no http(s) URL
    BadBase64,
    BadPem,
    BadToken, ///< a token with line breaks or control characters within
    CaWithInsecure, ///< certificate authority and insecure-skip-tls-verify together
    TlsNotVerified, ///< insecure-skip-tls-verify is true
    PlainHttp,
    DataOverridesPath, ///< X-data and X are both given: X-data counts
    TokenFileOverridesToken,
    SeveralCredentials, ///< token and password together; or exec beside a token, which counts
    AuthProviderUnsupported, ///< removed from kubectl as well: an exec plugin is the way
    ExecUnsupported, ///< apiVersion other than v1, v1beta1; v1 without interactiveMode; no command
    BadImpersonation, ///< as-uid, as-groups or as-user-extra without as; control characters
};
[[nodiscard]] std::string_view findingCodeName(FindingCode code);

/// One line of `binnaclectl kubeconfig check`. Never holds a secret.
struct Finding {
    FindingSeverity severity = FindingSeverity::Error;
    FindingCode code = FindingCode::Malformed;
    std::string file;
    Position position; ///< line 0: the file as a whole
    std::string subject; ///< "user admin", "context prod", …
    std::string detail; ///< field name, other file, expected type; untrusted text
    [[nodiscard]] std::string text() const; ///< "file:line:column: error: Code: subject: detail"
};

/// A PEM text given inline or by a path (absolute after loading); read by pemOf.
struct PemSource {
    std::string path;
    Secret inlinePem;
    [[nodiscard]] bool given() const { return !path.empty() || !inlinePem.empty(); }
};
/// The PEM text, read from its file if need be (at most 1 MiB); empty when none is given. Blocking.
[[nodiscard]] absl::StatusOr<Secret> pemOf(const PemSource &source);

/// An exec plugin as configured; nothing is looked up or run yet.
struct ExecSpec {
    enum class Interactive : std::uint8_t { IfAvailable, Never, Always };
    std::string apiVersion; ///< client.authentication.k8s.io/v1 or /v1beta1
    std::string command; ///< as written; with a '/' it is taken from `folder` unless absolute
    std::vector<std::string> args;
    std::vector<std::pair<std::string, std::string>> env;
    std::string installHint; ///< untrusted text
    bool provideClusterInfo = false;
    Interactive interactive = Interactive::IfAvailable;
    std::string folder; ///< of the kubeconfig
    std::string clusterConfig; ///< JSON of the cluster's extension client.authentication.k8s.io/exec
};

/// How a user proves who they are; the parts that are given. Secret.
struct CredentialSpec {
    PemSource certificate;
    PemSource key;
    Secret token;
    std::string tokenFile; ///< counts before `token`
    std::string username;
    Secret password;
    std::optional<ExecSpec> exec;
    std::string impersonateUser;
    std::string impersonateUid;
    std::vector<std::string> impersonateGroups;
    std::vector<std::pair<std::string, std::vector<std::string>>> impersonateExtra;
};

/// Where a part of a configuration came from.
struct Provenance {
    std::string file;
    Position position;
};

/// All it takes to connect under one context.
struct ClusterConfig {
    std::string context;
    std::string cluster;
    std::string user;
    std::string ns = "default";
    std::string server;
    PemSource certificateAuthority;
    bool insecure = false;
    std::string tlsServerName;
    std::string proxyUrl;
    bool disableCompression = false;
    CredentialSpec credential;
    Provenance contextFrom;
    Provenance clusterFrom;
    Provenance userFrom; ///< empty file: the context names no user
};

struct KubeContext {
    std::string name;
    std::string cluster;
    std::string user;
    std::string ns;
    Provenance from;
    bool usable = false; ///< resolve() would succeed
};

/// The contexts of one or more kubeconfig files. Merged as kubectl merges (of one name, and of current-context, the first
/// file's counts; empty and missing paths are passed over), but files stay apart: a context takes its cluster and user
/// from its own file, and from the first other file only when its own has none of that name. So a name that two files use
/// never sends one file's credentials to the other's cluster; each such collision is a finding.
/// Loading reads the named files and nothing else, and runs nothing. Immutable, any thread.
class Kubeconfig {
public:
    [[nodiscard]] const std::vector<KubeContext> &contexts() const { return m_contexts; }
    [[nodiscard]] const std::string &currentContext() const { return m_currentContext; }
    [[nodiscard]] const std::vector<Finding> &findings() const { return m_findings; }
    [[nodiscard]] bool hasErrors() const;
    /// kNotFound for an unknown context (the message names those there are), kInvalidArgument with the first finding that
    /// makes it unusable. An empty name means the current context.
    [[nodiscard]] absl::StatusOr<ClusterConfig> resolve(std::string_view context) const;

private:
    friend class KubeconfigLoader;
    struct Entry {
        std::string name;
        std::size_t file = 0;
        Position position;
        std::optional<Finding> broken;
    };
    struct Cluster : Entry {
        ClusterConfig config; ///< the cluster's part of it
        std::string execExtension;
    };
    struct User : Entry {
        CredentialSpec credential;
    };
    struct Context : Entry {
        std::string cluster;
        std::string user;
        std::string ns;
    };
    [[nodiscard]] const Cluster *findCluster(const Context &context) const; ///< null when no file holds it
    [[nodiscard]] const User *findUser(const Context &context) const;
    [[nodiscard]] const Context *findContext(std::string_view name) const;
    [[nodiscard]] Provenance from(const Entry &entry) const { return {m_files[entry.file], entry.position}; }

    std::vector<std::string> m_files;
    std::vector<Cluster> m_clusters;
    std::vector<User> m_users;
    std::vector<Context> m_contextEntries;
    std::vector<KubeContext> m_contexts;
    std::string m_currentContext;
    std::vector<Finding> m_findings;
};

/// Limit of one kubeconfig file; its other limits are those of DocumentLimits.
inline constexpr std::size_t kubeconfigBytes = std::size_t{4} << 20;

/// Which files to read: the explicit one, else the list in KUBECONFIG (':' between, empty ones left out), else
/// ~/.kube/config. Values of the variables come from the caller.
[[nodiscard]] std::vector<std::string> kubeconfigPaths(
    const std::string &explicitPath, const std::string &kubeconfigVariable, const std::string &homeFolder);

/// Never fails as a whole: what is wrong is in findings(). Blocking.
[[nodiscard]] Kubeconfig loadKubeconfig(const std::vector<std::string> &paths);

} // namespace binnacle::kube
