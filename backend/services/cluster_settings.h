// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "backend/api/policy.h"

#include <absl/status/status.h>

#include <string>

namespace binnacle::services {

/// The user's folders, as the XDG base directory specification has them, each with "/binnacle" at its end.
struct Folders {
    std::string config;
    std::string data;
    std::string state;
    [[nodiscard]] static Folders ofUser();
};

/// A name for files and folders made from a cluster's id: letters, digits, '.', '-' and '_' stay, all else becomes '_';
/// a short hash keeps different ids apart.
[[nodiscard]] std::string fileNameOf(const std::string &clusterId);

/// As in the settings file and the audit log.
[[nodiscard]] const char *autonomyName(api::Autonomy autonomy);
[[nodiscard]] const char *protectionName(api::Protection protection);

/// Autonomy, protection and colour of one cluster, in a JSON file below the config folder. A missing or damaged file leaves
/// the profile as it is (observe, normal): default deny. So does, for the autonomy, a file written for another origin.
void loadClusterSettings(const Folders &folders, api::ClusterProfile &profile);
[[nodiscard]] absl::Status saveClusterSettings(const Folders &folders, const api::ClusterProfile &profile);

/// What happens when the policy file changes, for one cluster, in a file beside that one; `byDefault` when nothing is set.
[[nodiscard]] api::PolicyReload loadPolicyReload(
    const Folders &folders, const std::string &clusterId, api::PolicyReload byDefault);
[[nodiscard]] absl::Status savePolicyReload(
    const Folders &folders, const std::string &clusterId, api::PolicyReload reload);
/// As in that file and the audit log.
[[nodiscard]] const char *policyReloadName(api::PolicyReload reload);

} // namespace binnacle::services
