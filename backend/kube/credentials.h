// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/api_client.h"
#include "backend/kube/credentials_consent.h"
#include "backend/kube/credentials_exec.h"
#include "backend/kube/kubeconfig.h"
#include "planner/base/clock.h"
#include "planner/base/sequence.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace binnacle::kube {

/// What a provider of credentials needs of the world around it.
struct CredentialContext {
    std::shared_ptr<ConsentStore> consents; ///< null: no exec plugin ever runs
    std::shared_ptr<const base::Clock> clock;
    std::string searchPath; ///< PATH, for exec commands without '/'
    ExecLimits execLimits;
};

/// The credential of one ClusterConfig. Certificates and keys by path, token files and exec plugins are read or run on a
/// thread of its own, never on the caller's; requests that come meanwhile share the one answer.
///
/// Kept: the answer of an exec plugin until ten seconds before its expirationTimestamp (without one, until refused);
/// certificates read from files, for a minute; a token file's content, for a second. `refresh` drops what is kept. Nothing
/// younger than a second is dropped: a server that refuses everything, or a plugin whose answers have always expired,
/// does not start a plugin for each request.
///
/// Faults: ConsentNeeded (kFailedPrecondition; consentRequestFor gives what to ask, ConsentStore::remember the yes),
/// CredentialPlugin (not found, failed, timed out, or interactiveMode Always, which a console without a terminal cannot
/// serve), Configuration (files). Messages never hold a secret. Thread-safe; destruction kills a running plugin, answers
/// those who wait with kCancelled and joins.
class CredentialProvider {
public:
    CredentialProvider(ClusterConfig config, CredentialContext context);
    ~CredentialProvider();
    CredentialProvider(const CredentialProvider &) = delete;
    CredentialProvider &operator=(const CredentialProvider &) = delete;

    /// `done` is called once: at once on this thread when an answer is kept, later on the provider's own thread otherwise.
    void get(bool refresh, CredentialDone done);

private:
    using Result = std::variant<ApiCredential, CredentialFault>;
    struct Kept {
        ApiCredential credential;
        base::TimePoint since{};
        std::optional<base::TimePoint> until;
    };

    void fetch();
    Result read();
    std::optional<CredentialFault> readCertificate(ApiCredential &credential) const;
    std::optional<CredentialFault> readToken(ApiCredential &credential) const;
    std::optional<CredentialFault> runPlugin(ApiCredential &credential);
    [[nodiscard]] bool fresh(const Kept &kept, bool refresh) const;
    [[nodiscard]] bool isStatic() const;

    const ClusterConfig m_config;
    const CredentialContext m_context;
    std::stop_source m_stop;
    std::optional<base::TimePoint> m_expires; ///< of the plugin's last answer; own thread only
    absl::Mutex m_mutex;
    std::optional<Kept> m_kept ABSL_GUARDED_BY(m_mutex);
    std::vector<CredentialDone> m_waiting ABSL_GUARDED_BY(m_mutex);
    bool m_stopped ABSL_GUARDED_BY(m_mutex) = false;
    base::Sequence m_worker; // last: its thread uses the rest
};

/// How to speak to the cluster of a configuration: reads its certificate authority (kInvalidArgument, kNotFound, … naming
/// the file) and sets up its credentials; runs nothing. Blocking.
[[nodiscard]] absl::StatusOr<ApiEndpoint> endpointFor(const ClusterConfig &config, const CredentialContext &context);

} // namespace binnacle::kube
