// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "planner/model/cluster.h"
#include "planner/model/decision.h"
#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_map.h>
#include <absl/status/status.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::api {

/// How much Binnacle may do by itself. Observe: decides, never writes. Recommend: proposals are shown, a person binds
/// elsewhere. Approve: a person approves each. Automatic: proposals are approved by the rule named in the audit row.
enum class Autonomy : std::uint8_t { Observe, Recommend, Approve, Automatic };
enum class Protection : std::uint8_t { Normal, Protected, ReadOnly };
enum class ClusterKind : std::uint8_t { Demo, Live, File };

struct ClusterProfile {
    std::string id; ///< stable, also the name of its audit directory
    std::string name; ///< shown; for live clusters the context's name
    std::string origin; ///< "demo, seed 42", a kubeconfig path and server, or a file path
    ClusterKind kind = ClusterKind::Demo;
    Protection protection = Protection::Normal;
    Autonomy autonomy = Autonomy::Observe;
    int colour = 0; ///< index into the theme's cluster colours
};

/// Why writing is not offered now, typed; None means it is.
enum class WriteBlock : std::uint8_t {
    None,
    NotSynced,
    Observing,
    ReadOnlyCluster,
    Forbidden,
    AccessUnknown,
    AuditFailed,
    NotOurPod,
    FileCluster
};

/// A pod that waits.
struct PendingPod {
    /// Denied: a person denied its last proposal; it is proposed again when it changes, or after a proposal's life.
    enum class Wait : std::uint8_t {
        Queued,
        Backoff,
        Unschedulable,
        NotDecidable,
        AwaitingApproval,
        Binding,
        Advice,
        Denied,
        Gated ///< its scheduling gates are still there
    };
    model::PodPtr pod;
    Wait wait = Wait::Queued; ///< Advice: names another scheduler, or nothing is proposed here; advice only
    bool ours = false; ///< names our scheduler
    model::DecisionPtr decision; ///< last decision while it waits for approval, else null (ask whatIf for a fresh one)
    std::optional<model::DecisionOutcome> outcome; ///< of the last decision; absent before the first
    base::Symbol wouldGo; ///< node the last decision chose
    base::Symbol wouldFreeOn; ///< node where evicting pods would let it in, by the last decision; empty: none
    double stability = 0; ///< of the last decision
    std::int64_t feasibleNodes = 0;
    model::UndecidedRules undecided = 0;
    model::ReasonCode mainReason = model::ReasonCode::None; ///< the reason that refuses most nodes
    base::Symbol mainSubject;
    std::int32_t nodesByMainReason = 0;
    std::int32_t attempts = 0;
    base::TimePoint since{};
};

/// A decision that was made durable and waits, or has been decided.
struct Proposal {
    std::string id; ///< decision id
    model::DecisionPtr decision;
    DecisionState state = DecisionState::Proposed;
    base::TimePoint proposedAt{};
    base::TimePoint expiresAt{};
    base::TimePoint decidedAt{};
    std::uint64_t auditIndex = 0;
    std::string actor;
    std::string message; ///< code or server's words after a failure; untrusted
};

/// Sums over the cluster for one resource; use is absent where no source measures it.
struct ResourceTotal {
    base::Symbol resource;
    std::int64_t capacity = 0; ///< allocatable, counting unit of model::Resources
    std::int64_t allocated = 0;
    std::optional<std::int64_t> used;
    std::int64_t measuredCapacity = 0; ///< allocatable of the nodes that were measured: `used` is a share of this
};

struct Fragmentation {
    double cpu = 0; ///< 0..1: share of free CPU on nodes where the average waiting or running shape does not fit
    double memory = 0;
    std::optional<double> gpu; ///< absent without GPUs
    double total = 0; ///< mean of those present
    std::int64_t shapes = 0;
};

/// One sample of the figures on the overview.
struct OverviewSample {
    base::TimePoint at{};
    double allocatedCpu = 0; ///< 0..1
    std::optional<double> usedCpu;
    std::int64_t pending = 0;
    double fragmentation = 0;
    std::int64_t decisionsPerHour = 0;
};

/// Use of nodes and pods by the last poll.
struct UsageTable {
    model::UsageReport::Source source = model::UsageReport::Source::None;
    std::string detail;
    base::TimePoint at{};
    absl::flat_hash_map<base::Symbol, model::Usage> nodes;
    absl::flat_hash_map<model::PodKey, model::Usage> pods;
};

struct PolicyState; // backend/api/policy.h

/// Everything the console shows about a cluster at one instant: immutable, shared.
struct ClusterState {
    ClusterProfile profile;
    model::FeedStatus feed;
    model::AccessReview access;
    model::SnapshotPtr snapshot; ///< never null; empty before the first list
    std::shared_ptr<const UsageTable> usage; ///< never null
    std::vector<PendingPod> pending; ///< queue order
    std::vector<Proposal>
        proposals; ///< waiting ones first (first to expire on top), then the last 200 decided, newest first
    std::vector<ResourceTotal> totals; ///< cpu, memory, ephemeral-storage, pods, then extended resources by name
    Fragmentation fragmentation;
    std::shared_ptr<const std::vector<OverviewSample>> history; ///< oldest first, up to 1 h
    std::int64_t pods = 0;
    std::int64_t runningPods = 0;
    std::int64_t nodesNotReady = 0;
    std::int64_t placedLastHour = 0;
    std::int64_t decisionsLastHour = 0;
    std::uint64_t auditLeaves = 0;
    bool auditVerified = false;
    std::shared_ptr<const AuditVerification> auditCheck; ///< the newest of this session; null before the first ended
    absl::Status auditFault; ///< why nothing can be recorded, and so nothing be written to the cluster; OK when it can
    WriteBlock writeBlock = WriteBlock::NotSynced; ///< for our own pods, cluster wide
    std::string policyVersion;
    std::shared_ptr<const PolicyState> policy; ///< null where none can be set
    std::uint64_t version = 0; ///< rises with every update
    std::optional<double> demoSpeed; ///< demo only; 0 is paused
};
using ClusterStatePtr = std::shared_ptr<const ClusterState>;

/// One delivery to a subscriber: the state, and what changed since the delivery before. Where very much changed, it comes
/// in several; all but the last then carry the state before, so that a state never comes before what belongs to it.
struct ClusterUpdate {
    ClusterStatePtr state;
    bool reset = false; ///< forget what was: everything there is comes, in this delivery and those of the same change
    std::vector<model::NodeInfoPtr> nodes;
    std::vector<base::Symbol> removedNodes;
    std::vector<model::PodPtr> pods; ///< assigned, pending and finished alike
    std::vector<model::PodKey> removedPods;
    bool usageChanged = false;
    bool proposalsChanged = false;
};
using ClusterUpdatePtr = std::shared_ptr<const ClusterUpdate>;

} // namespace binnacle::api
