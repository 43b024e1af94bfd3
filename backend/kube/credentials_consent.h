// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/kubeconfig.h"

#include <absl/base/thread_annotations.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/synchronization/mutex.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace binnacle::kube {

/// What a person has to see and allow before an exec plugin runs: exactly what will be run. `hash` (SHA-256, hex) is of
/// all of it; anything that changes later asks again.
struct ConsentRequest {
    std::string context; ///< for which it was asked; not part of the hash
    std::string command; ///< as the kubeconfig writes it; not part of the hash
    std::string resolvedPath; ///< absolute path of the program that will run
    std::vector<std::string> args;
    std::vector<std::pair<std::string, std::string>> env; ///< added to the console's own environment; may hold secrets
    bool provideClusterInfo = false;
    std::string installHint; ///< untrusted text
    std::string hash;
};

/// Finds the program: a command with '/' from the kubeconfig's folder, others by `searchPath` (as PATH; empty and relative
/// parts are passed over). kNotFound (the message carries the install hint) or kPermissionDenied; runs nothing. Blocking.
[[nodiscard]] absl::StatusOr<ConsentRequest> consentRequestFor(
    const ClusterConfig &config, const std::string &searchPath);

/// The consents given so far, by hash, in a file (JSON, mode 0600, replaced as a whole). Thread-safe. A file that cannot be
/// read or is damaged counts as holding none: plugins ask again, and never run unasked.
class ConsentStore {
public:
    explicit ConsentStore(std::string path);

    [[nodiscard]] bool allows(const std::string &hash) const;
    /// Durable before it returns OK; on a fault nothing is remembered.
    absl::Status remember(const ConsentRequest &request);
    absl::Status forget(const std::string &hash);
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    absl::Status save(const std::set<std::string> &hashes) const;

    const std::string m_path;
    mutable absl::Mutex m_mutex;
    std::set<std::string> m_hashes ABSL_GUARDED_BY(m_mutex);
};

/// exec-consents.json in the folder "binnacle" of XDG_CONFIG_HOME, or of ~/.config.
[[nodiscard]] std::string defaultConsentPath(const std::string &xdgConfigHome, const std::string &homeFolder);

} // namespace binnacle::kube
