// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "planner/base/clock.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace binnacle::services {

/// What a session does with its cluster's audit log. None: nothing can be proposed or approved. Read: the log can be read
/// while another program writes it. Write: this program is its one writer.
enum class Recording : std::uint8_t { None, Read, Write };

/// Which clusters there are to open, and how.
struct WorkspaceOptions {
    bool demo = true; ///< offer the demo cluster
    std::uint64_t demoSeed = 42;
    std::int64_t demoNodes = 0; ///< 0: the demo's own size
    bool demoPaused = false; ///< start with time standing still (reproducible answers)
    std::vector<std::string> kubeconfigs; ///< files, in order; empty: those of the environment
    bool environmentKubeconfig = true; ///< read KUBECONFIG and ~/.kube/config when no file is named
    std::vector<std::string> clusterFiles; ///< JSON or YAML of kubectl get nodes,pods
    /// A KubeSchedulerConfiguration that holds for every cluster opened here; empty: none. Opening fails when it is broken.
    std::string schedulerConfig;
    /// A policy file (docs/policy.md) that holds for every cluster opened here; empty: none. Opening fails when it is broken.
    std::string policyFile;
    bool watchPolicy = false; ///< take changes of that file while a cluster is open
    Recording recording = Recording::Write;
    bool lookWithoutLog = false; ///< as SessionOptions::lookWithoutLog
    bool mayRunCredentialPlugins = true; ///< false: contexts with an exec plugin answer ConsentNeeded
    bool ruleApproves = true; ///< false: in autonomy Automatic too, only a person approves here
    base::Duration proposalLife = std::chrono::minutes(5);
};

/// The clusters of this machine. Settings and consents are under XDG_CONFIG_HOME, audit logs under XDG_DATA_HOME, their
/// heads under XDG_STATE_HOME (each + "/binnacle"). Ids: "demo", "context:<name>@<file>", "file:<path>".
[[nodiscard]] std::unique_ptr<api::Workspace> makeWorkspace(WorkspaceOptions options);

/// The id that a context or a cluster file has in a workspace; kNotFound when there is none, naming those there are.
[[nodiscard]] absl::StatusOr<std::string> findCluster(
    api::Workspace &workspace, api::ClusterKind kind, const std::string &name);

} // namespace binnacle::services
