// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/hash.h"
#include "planner/base/symbol.h"
#include "planner/model/pod.h"

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::model {

struct PreemptionAdvice; ///< planner/model/preemption.h

/// Why a node was refused, typed; words are made in the views. Codes are stable: they go into the audit log and JSON.
enum class ReasonCode : std::uint16_t {
    None = 0,
    NodeUnschedulable,
    NodeNameMismatch,
    TaintNotTolerated,
    NodeAffinityMismatch,
    NodeSelectorMismatch,
    PortConflict,
    TooManyPods,
    InsufficientCpu,
    InsufficientMemory,
    InsufficientEphemeralStorage,
    InsufficientScalar, ///< `subject` is the resource
    NodeNotFound,
    UndecidableRule, ///< a rule that is not built yet concerns the pod
    PodAffinityMismatch, ///< `subject` is the topology key where no pod is that the pod must be near
    PodAntiAffinityMismatch, ///< `subject` is the topology key where a pod is that the pod must not be near
    ExistingPodAntiAffinity, ///< `subject` is the topology key where a pod is that wants this one away; `detail` names it
    /// `subject` is the topology key, `detail` its value; used: matching pods there with this one, capacity: the fewest
    /// anywhere, asked: maxSkew.
    TopologySpreadSkew,
    TopologyLabelMissing, ///< `subject` is the topology key that the node has no label for
    /// `subject` is the kind of volume, `detail` which one, and the "namespace/pod" on the node that has it.
    VolumeInUse,
    ClaimInUse, ///< access mode ReadWriteOncePod; `detail` is the claim, and the "namespace/pod" that has it
    ClaimNotFound, ///< `detail` is the claim
    ClaimNotMade, ///< of an ephemeral volume; `detail` is the claim that the controller will make
    ClaimNotOwned, ///< of an ephemeral volume; `detail` is the claim, which another made
    ClaimLost, ///< `detail` is the claim, and the volume that it had
    ClaimDeleting, ///< `detail` is the claim
    ClaimUnbound, ///< `detail` is the claim, `subject` its class, which does not wait for a pod
    ClaimVolumeNotFound, ///< `detail` is the claim, and the volume that it is bound to
    StorageClassNotFound, ///< `subject` is the class, `detail` the claim
    StorageClassIncomplete, ///< `subject` is the class, which does not say when volumes are bound; `detail` the claim
    /// The volume's node affinity; `subject` is the label, `detail` the volume, what it wants, and what the node has.
    VolumeAffinityMismatch,
    VolumeZoneMismatch, ///< the volume's own zone or region label; subject and detail as above
    NoVolumeForClaim, ///< `subject` is the class, which makes none; `detail` is the claim
    ClassTopologyMismatch, ///< allowedTopologies; `subject` is the label, `detail` the class, what it allows, what the node has
    ClaimOnOtherNode, ///< its volume is being made for another node; `detail` is the claim, and that node
    StorageCapacityShort, ///< `subject` is the class, `detail` the claim; asked and capacity (the most there is) in bytes
    VolumeLimitReached, ///< `subject` is the driver; asked, used and capacity count volumes
    VolumeMalformed, ///< an in-tree volume that its driver cannot take over; `detail` is which
    CsiDriverMissing, ///< `subject` is the driver, which has to be on the node
    ClaimToBind, ///< the claim in `detail` has to be bound before the pod can be
    FeatureNotDeclared, ///< `subject` is the feature that the pod needs and the node does not declare
    ResourceClaimNotFound, ///< `detail` is the claim
    ResourceClaimNotMade, ///< `detail` is the pod's name for a claim that is still to be made of a template
    ResourceClaimDeleting, ///< `detail` is the claim
    ResourceClaimNotOwned, ///< `detail` is the claim, which was not made for this pod
    ResourceClaimElsewhere, ///< `detail` is the claim, whose devices cannot be used from the node, or failed to be made ready
    ResourceClaimInvalid, ///< `detail` is the claim, which asks in a way that is not known
    DeviceClassNotFound, ///< `detail` is the class
    DevicesUnavailable, ///< the devices that the claims ask for are not there, free and together
    DevicePoolInvalid, ///< nor are they found while a pool of devices contradicts itself
    DeviceSelectionFailed, ///< `detail` is what of the claims or classes cannot be evaluated; it fails on every node
    ResourceClaimToAllocate, ///< the claim in `detail` has to be allocated before the pod can be bound
    ResourceClaimToReserve, ///< the claim in `detail` has to be reserved for the pod before that can be bound

    // Of the policy. For the first two: asked by the pod, used on the node before it, capacity: the most that the policy lets
    // be used; `detail` says by which values, "measured" or "requested".
    PolicyCpuLimit = 200,
    PolicyMemoryReserve,
    PolicyLatencyUnknown, ///< a note, no refusal: nothing measures latency, so that the limit (asked, ms) is not applied
    PolicyForbidsNode, ///< `subject` is the rule
    PolicyRequiresOtherNode, ///< `subject` is the rule
};
/// Stable text of a code, as in JSON and the audit log ("TaintNotTolerated").
[[nodiscard]] std::string_view codeName(ReasonCode code);
[[nodiscard]] std::optional<ReasonCode> reasonCodeFromName(std::string_view name);

/// One reason with its figures. For resources: what was asked, used and allocatable, in the resource's counting unit.
struct Reason {
    ReasonCode code = ReasonCode::None;
    base::Symbol subject; ///< resource name, taint key, label key
    std::string detail; ///< taint value and effect "v:NoSchedule", port "TCP 8080", …; untrusted text
    std::int64_t asked = 0;
    std::int64_t used = 0;
    std::int64_t capacity = 0;
    friend bool operator==(const Reason &, const Reason &) = default;
};

/// A node is mostly refused for one reason or two: these need no memory of their own.
using Reasons = absl::InlinedVector<Reason, 2>;

enum class VerdictKind : std::uint8_t { Success, Unschedulable, UnschedulableAndUnresolvable, Skip };

/// A plugin's answer about one node (or about the pod, in PreFilter). An answer, not a fault.
struct [[nodiscard]] Verdict {
    VerdictKind kind = VerdictKind::Success;
    Reasons reasons; ///< empty on success, but for notes of what could not be looked at

    static Verdict success() { return {}; }
    static Verdict skip() { return {VerdictKind::Skip, {}}; }
    static Verdict reject(Reason reason, bool resolvable = true)
    {
        return {
            resolvable ? VerdictKind::Unschedulable : VerdictKind::UnschedulableAndUnresolvable, {std::move(reason)}};
    }
    [[nodiscard]] bool ok() const { return kind == VerdictKind::Success || kind == VerdictKind::Skip; }
};

/// A node the pod cannot use: the first plugin in order that refused it, and why.
struct RejectedNode {
    base::Symbol node;
    base::Symbol plugin;
    bool resolvable = true; ///< could evicting pods help
    Reasons reasons;
};

/// A node the pod could use. raw, normalised and weight run parallel to Decision::scorePlugins.
struct FeasibleNode {
    base::Symbol node;
    using Scores = absl::InlinedVector<std::int64_t, 8>;
    Scores raw;
    Scores normalised; ///< 0..100
    std::int64_t total = 0; ///< Σ weight × normalised
};

struct ScorePlugin {
    base::Symbol name;
    std::int32_t weight = 1;
};

/// How sure a decision is. Stability is computed; confidence is stability until outcomes have calibrated it.
struct Confidence {
    double stability = 0; ///< share of perturbed worlds in which the same node, or one of exactly equal score, wins
    std::int32_t worlds = 0; ///< how many were tried (200)
    bool measuredVariation = false; ///< perturbed within measured variation, or within the stated default
    double value = 0; ///< the confidence shown and stored
    bool calibrated = false;
    std::int64_t calibratedOn = 0; ///< outcomes of this kind that calibration used
};

enum class DecisionOutcome : std::uint8_t {
    Placed, ///< `chosen` is set
    NoNodeFits,
    NotDecidable, ///< `undecided` names the rules
    Gated, ///< the pod waits for `gates` to be taken away; no node was looked at
};

/// A decision on one pod over one snapshot, whole: every node is in `feasible` or in `rejected` (unless NotDecidable or
/// Gated).
/// Same snapshot content, policy, model and seed give the same decision, bit for bit, at any number of threads.
struct Decision {
    std::string id; ///< assigned by the service that keeps it; empty for what-ifs
    PodKey pod;
    std::string podUid;
    std::string podResourceVersion;
    PodPtr podValue; ///< as decided
    DecisionOutcome outcome = DecisionOutcome::NoNodeFits;
    base::Symbol chosen;
    std::int64_t score = 0;
    std::optional<std::int64_t> margin; ///< to the next best node; absent when alone
    std::vector<base::Symbol> tied; ///< nodes of exactly the winning total, the chosen one first
    UndecidedRules undecided = 0;
    /// What has to be written before a placed pod may be bound, beside the binding. It is not written here: while there is
    /// any, the decision is advice.
    std::vector<Reason> bindingNeeds;
    std::vector<std::string> gates; ///< spec.schedulingGates, when Gated
    /// The node that the pod was nominated for, where it fits: it is taken whatever its total is, as in kube-scheduler.
    base::Symbol nominated;
    std::shared_ptr<const PreemptionAdvice> preemption; ///< when NoNodeFits; null when nobody asked for it

    std::vector<ScorePlugin> scorePlugins;
    std::vector<FeasibleNode> feasible; ///< best first; equal totals by node name
    std::vector<RejectedNode> rejected; ///< by node name
    Confidence confidence;

    std::uint64_t snapshotGeneration = 0;
    base::Fingerprint snapshotHash{};
    std::string policyVersion;
    /// What policyVersion names, as framework::Policy::text(); null when it says it itself.
    std::shared_ptr<const std::string> policyText;
    std::string modelVersion; ///< "" while no learned part decided
    std::uint64_t seed = 0;
    base::TimePoint decidedAt{};

    /// Of the answer (outcome, chosen, scores, reasons, confidence), not of ids and times: equal for a true replay.
    [[nodiscard]] base::Fingerprint fingerprint() const;
};

using DecisionPtr = std::shared_ptr<const Decision>;

} // namespace binnacle::model
