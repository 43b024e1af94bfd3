// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/credentials.h"

#include "backend/kube/document.h"
#include "backend/kube/kubeconfig_fields.h"

#include <absl/strings/escaping.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace binnacle::kube {

namespace {

using model::FaultKind;

constexpr std::size_t tokenFileBytes = std::size_t{64} << 10;
constexpr std::chrono::seconds fileLife{60};
constexpr std::chrono::seconds expiryMargin{10};
constexpr std::chrono::seconds refreshRest{1};

CredentialFault configurationFault(const absl::Status &status) { return {FaultKind::Configuration, status}; }

/// Header names carry the extra's key percent-encoded (authentication.k8s.io impersonation).
std::string headerKey(std::string_view key)
{
    std::string out;
    for (const char c : key) {
        const auto u = static_cast<unsigned char>(c);
        const bool plain = std::isalnum(u) != 0 || c == '-' || c == '_' || c == '.';
        out += plain ? std::string(1, c) : fmt::format("%{:02X}", u);
    }
    return out;
}

void addImpersonation(const CredentialSpec &spec, ApiCredential &credential)
{
    if (spec.impersonateUser.empty()) {
        return;
    }
    credential.headers.push_back("Impersonate-User: " + spec.impersonateUser);
    if (!spec.impersonateUid.empty()) {
        credential.headers.push_back("Impersonate-Uid: " + spec.impersonateUid);
    }
    for (const std::string &group : spec.impersonateGroups) {
        credential.headers.push_back("Impersonate-Group: " + group);
    }
    for (const auto &[key, values] : spec.impersonateExtra) {
        for (const std::string &value : values) {
            credential.headers.push_back(fmt::format("Impersonate-Extra-{}: {}", headerKey(key), value));
        }
    }
}

bool isOwnMachine(std::string_view url)
{
    const std::string_view host = url.substr(std::min(url.find("://"), url.size()));
    const auto starts = [host](std::string_view prefix) { return host.substr(0, prefix.size()) == prefix; };
    return starts("://127.") || starts("://localhost") || starts("://[::1]");
}

void addPassword(const CredentialSpec &spec, ApiCredential &credential)
{
    if (spec.username.empty()) {
        return;
    }
    std::string pair = spec.username + ":" + spec.password.reveal();
    credential.headers.push_back("Authorization: Basic " + absl::Base64Escape(pair));
    Secret::wipe(pair);
}

} // namespace

CredentialProvider::CredentialProvider(ClusterConfig config, CredentialContext context)
    : m_config(std::move(config)), m_context(std::move(context)), m_worker("credentials")
{
}

CredentialProvider::~CredentialProvider()
{
    std::vector<CredentialDone> waiting;
    {
        const absl::MutexLock lock(&m_mutex);
        m_stopped = true;
        waiting.swap(m_waiting);
    }
    m_stop.request_stop();
    m_worker.stop();
    for (const CredentialDone &done : waiting) {
        done(CredentialFault{FaultKind::Stopped, absl::CancelledError("credentials")});
    }
}

bool CredentialProvider::isStatic() const
{
    const CredentialSpec &spec = m_config.credential;
    return !spec.exec && spec.tokenFile.empty() && spec.certificate.path.empty() && spec.key.path.empty();
}

bool CredentialProvider::fresh(const Kept &kept, bool refresh) const
{
    const base::TimePoint now = m_context.clock->now();
    if (now - kept.since < refreshRest) {
        return true;
    }
    // A token file is looked at again: it may have been replaced.
    const bool always = !m_config.credential.tokenFile.empty();
    return !refresh && !always && (!kept.until || now < *kept.until);
}

void CredentialProvider::get(bool refresh, CredentialDone done)
{
    if (isStatic()) {
        done(read());
        return;
    }
    std::optional<ApiCredential> ready;
    bool start = false;
    bool stopped = false;
    {
        const absl::MutexLock lock(&m_mutex);
        stopped = m_stopped;
        if (m_kept && !fresh(*m_kept, refresh)) {
            m_kept.reset();
        }
        if (m_kept) {
            ready = m_kept->credential;
        } else if (!stopped) {
            start = m_waiting.empty();
            m_waiting.push_back(done);
        }
    }
    if (ready) {
        done(*std::move(ready));
    } else if (stopped) {
        done(CredentialFault{FaultKind::Stopped, absl::CancelledError("credentials")});
    } else if (start) {
        m_worker.post([this] { fetch(); });
    }
}

void CredentialProvider::fetch()
{
    const Result result = read();
    std::vector<CredentialDone> waiting;
    {
        const absl::MutexLock lock(&m_mutex);
        waiting.swap(m_waiting);
        if (const auto *credential = std::get_if<ApiCredential>(&result)) {
            Kept kept;
            kept.credential = *credential;
            kept.since = m_context.clock->now();
            if (m_expires) {
                kept.until = *m_expires - expiryMargin;
            }
            if (!m_config.credential.exec) {
                kept.until = kept.since + fileLife;
            }
            m_kept = std::move(kept);
        }
    }
    for (const CredentialDone &done : waiting) {
        done(result);
    }
}

CredentialProvider::Result CredentialProvider::read()
{
    ApiCredential credential;
    addImpersonation(m_config.credential, credential);
    if (auto fault = readCertificate(credential)) {
        return *std::move(fault);
    }
    if (auto fault = readToken(credential)) {
        return *std::move(fault);
    }
    addPassword(m_config.credential, credential);
    const bool named = !credential.bearerToken.empty() || !m_config.credential.username.empty();
    if (m_config.credential.exec && !named) {
        if (auto fault = runPlugin(credential)) {
            return *std::move(fault);
        }
    }
    return credential;
}

std::optional<CredentialFault> CredentialProvider::readCertificate(ApiCredential &credential) const
{
    auto certificate = pemOf(m_config.credential.certificate);
    auto key = pemOf(m_config.credential.key);
    if (!certificate.ok() || !key.ok()) {
        return configurationFault(certificate.ok() ? key.status() : certificate.status());
    }
    credential.certificatePem = certificate->reveal();
    credential.keyPem = key->reveal();
    return std::nullopt;
}

std::optional<CredentialFault> CredentialProvider::readToken(ApiCredential &credential) const
{
    const CredentialSpec &spec = m_config.credential;
    if (spec.tokenFile.empty()) {
        credential.bearerToken = spec.token.reveal();
        return std::nullopt;
    }
    auto text = readTextFile(spec.tokenFile, tokenFileBytes);
    if (!text.ok()) {
        return configurationFault(text.status());
    }
    const Secret raw(*std::move(text));
    const auto token = cleanToken(raw);
    if (!token) {
        return configurationFault(errorAt(
            spec.tokenFile, {}, raw.empty() ? "is empty" : "holds no token: line breaks or other bytes within"));
    }
    credential.bearerToken = token->reveal();
    return std::nullopt;
}

std::optional<CredentialFault> CredentialProvider::runPlugin(ApiCredential &credential)
{
    const ExecSpec &exec = *m_config.credential.exec;
    const auto plugin = [](absl::Status status) {
        return CredentialFault{FaultKind::CredentialPlugin, std::move(status)};
    };
    if (exec.interactive == ExecSpec::Interactive::Always) {
        return plugin(absl::FailedPreconditionError("exec plugin: interactiveMode Always needs a terminal"));
    }
    auto request = consentRequestFor(m_config, m_context.searchPath);
    if (!request.ok()) {
        return plugin(request.status());
    }
    if (m_context.consents == nullptr || !m_context.consents->allows(request->hash)) {
        return CredentialFault{FaultKind::ConsentNeeded, absl::FailedPreconditionError(request->resolvedPath)};
    }
    auto ca = exec.provideClusterInfo ? pemOf(m_config.certificateAuthority) : absl::StatusOr<Secret>(Secret{});
    if (!ca.ok()) {
        return configurationFault(ca.status());
    }
    auto answer =
        runExecPlugin(*request, exec.apiVersion, execInfo(m_config, *ca), m_context.execLimits, m_stop.get_token());
    if (!answer.ok()) {
        return plugin(answer.status());
    }
    m_expires = answer->expires;
    credential.bearerToken = answer->token.reveal();
    if (!answer->certificatePem.empty()) {
        credential.certificatePem = answer->certificatePem.reveal();
        credential.keyPem = answer->keyPem.reveal();
    }
    return std::nullopt;
}

absl::StatusOr<ApiEndpoint> endpointFor(const ClusterConfig &config, const CredentialContext &context)
{
    auto ca = pemOf(config.certificateAuthority);
    if (!ca.ok()) {
        return ca.status();
    }
    ApiEndpoint endpoint;
    endpoint.server = config.server;
    while (!endpoint.server.empty() && endpoint.server.back() == '/') {
        endpoint.server.pop_back();
    }
    endpoint.tls.caPem = ca->reveal();
    endpoint.tls.serverName = config.tlsServerName;
    endpoint.tls.insecure = config.insecure;
    endpoint.proxyUrl = config.proxyUrl;
    endpoint.compress = !config.disableCompression && !isOwnMachine(endpoint.server);
    const auto provider = std::make_shared<CredentialProvider>(config, context);
    endpoint.credential = [provider](bool refresh, CredentialDone done) { provider->get(refresh, std::move(done)); };
    return endpoint;
}

} // namespace binnacle::kube
