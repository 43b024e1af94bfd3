// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/hash.h"
#include "planner/model/features.h"
#include "planner/model/labels.h"
#include "planner/model/resources.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::model {

struct PodVolumes;

/// Namespace and name of a pod. Text form "namespace/name".
struct PodKey {
    std::string ns;
    std::string name;
    friend auto operator<=>(const PodKey &, const PodKey &) = default;
    friend bool operator==(const PodKey &, const PodKey &) = default;
    template <typename H> friend H AbslHashValue(H h, const PodKey &k)
    {
        return H::combine(std::move(h), k.ns, k.name);
    }
    [[nodiscard]] std::string text() const { return ns + '/' + name; }
};

enum class PodPhase : std::uint8_t { Unknown, Pending, Running, Succeeded, Failed };

enum class TaintEffect : std::uint8_t { None, NoSchedule, PreferNoSchedule, NoExecute };

/// A toleration (core/v1). An empty key with Exists matches every key; TaintEffect::None matches every effect.
struct Toleration {
    enum class Operator : std::uint8_t { Equal, Exists, Gt, Lt };
    base::Symbol key;
    Operator op = Operator::Equal;
    std::string value;
    TaintEffect effect = TaintEffect::None;
    std::optional<std::int64_t> tolerationSeconds;
    friend bool operator==(const Toleration &, const Toleration &) = default;
};

/// A host port that a pod asks for; empty ip is 0.0.0.0, empty protocol was read as TCP. Ports of 0 are left out.
struct HostPort {
    std::string ip;
    base::Symbol protocol;
    std::int32_t port = 0;
    friend bool operator==(const HostPort &, const HostPort &) = default;
};

/// A node selector term: both lists must match; a term with neither matches nothing.
struct NodeSelectorTerm {
    std::vector<Requirement> matchExpressions;
    std::vector<Requirement> matchFields; ///< key metadata.name only
    friend bool operator==(const NodeSelectorTerm &, const NodeSelectorTerm &) = default;
};

struct PreferredNodeTerm {
    std::int32_t weight = 0;
    NodeSelectorTerm term;
    friend bool operator==(const PreferredNodeTerm &, const PreferredNodeTerm &) = default;
};

/// Rules of a pod that no plugin here decides yet. A pod that carries one, or that one of a running pod could concern,
/// is answered "not decidable yet" and never bound.
enum class UndecidedRule : std::uint32_t {
    /// Volumes that cannot be judged: of a kind that is not known here, or of claims whose objects cannot be listed.
    Volumes = 1u << 0,
    TopologySpread = 1u << 1, ///< a constraint that cannot be judged: what selects its pods cannot be listed
    PodAffinity = 1u << 2, ///< podAffinity that cannot be judged: it selects namespaces, which cannot be listed
    PodAntiAffinity = 1u << 3, ///< the same of podAntiAffinity
    /// spec.resourceClaims, or extended resources that a device class stands for, that cannot be judged: what they are about
    /// cannot be listed, or a selector is beyond what is evaluated here
    ResourceClaims = 1u << 4,
    InPlaceResize = 1u << 6, ///< a resize not yet settled, whose charge differs between versions
    WorkloadGroup = 1u << 7, ///< gang scheduling: workloadRef, or a group label of another scheduler
    RunningPodAffinity =
        1u << 8, ///< a running pod's affinity or anti-affinity term may select this pod, and cannot be judged
    Extenders = 1u << 9, ///< the cluster's scheduler configuration names extenders
    Unrecognised =
        1u << 10, ///< a field or value that this version does not know (toleration operator, selector operator)
};
using UndecidedRules = std::uint32_t; ///< set of UndecidedRule bits

struct ContainerResources {
    std::string name;
    Resources requests;
    Resources limits;
    bool init = false;
    bool sidecar = false; ///< an init container with restartPolicy Always
    friend bool operator==(const ContainerResources &, const ContainerResources &) = default;
};

/// One pod affinity or anti-affinity term (core/v1). The API server has merged matchLabelKeys and mismatchLabelKeys into the
/// selector when the pod was made (v1.36).
struct AffinityTerm {
    enum class Kind : std::uint8_t { RequiredAffinity, RequiredAntiAffinity, PreferredAffinity, PreferredAntiAffinity };
    Kind kind = Kind::RequiredAffinity;
    std::int32_t weight = 0; ///< of a preferred one, 1..100
    base::Symbol topologyKey;
    /// Where it looks, beside the namespaces that namespaceSelector selects. Filled by Pod::finish() with the owner's
    /// namespace when the spec names none and has no selector.
    std::vector<std::string> namespaces;
    LabelSelector namespaceSelector;
    LabelSelector selector; ///< of pods

    [[nodiscard]] bool required() const { return kind == Kind::RequiredAffinity || kind == Kind::RequiredAntiAffinity; }
    [[nodiscard]] bool anti() const
    {
        return kind == Kind::RequiredAntiAffinity || kind == Kind::PreferredAntiAffinity;
    }
    /// Whether it is about a pod of those labels, in that namespace with these labels of its own. For a namespace that is
    /// not known the labels are none.
    [[nodiscard]] bool selects(std::string_view ns, const Labels &namespaceLabels, const Labels &podLabels) const;
    friend bool operator==(const AffinityTerm &, const AffinityTerm &) = default;
};

/// spec.topologySpreadConstraints[] (core/v1), with the defaults of what is not given.
struct SpreadConstraint {
    std::int32_t maxSkew = 1;
    base::Symbol topologyKey;
    bool filters = true; ///< whenUnsatisfiable: DoNotSchedule; else ScheduleAnyway, which only moves scores
    LabelSelector selector;
    std::vector<base::Symbol> matchLabelKeys;
    std::int32_t minDomains = 1;
    bool honorAffinity = true; ///< nodeAffinityPolicy: only nodes that the pod's node selector and affinity allow count
    bool honorTaints = false; ///< nodeTaintsPolicy: only nodes whose taints the pod tolerates count
    friend bool operator==(const SpreadConstraint &, const SpreadConstraint &) = default;
};

struct PodClaims; // devices.h

/// A pod as the planner sees it: immutable once built, shared by pointer. Made by decoders (protobuf, JSON, YAML,
/// simulator), which call `finish()` once to fill the derived fields.
struct Pod {
    // identity
    PodKey key;
    std::string uid;
    std::string resourceVersion;
    base::TimePoint created{};
    std::optional<base::TimePoint> deletionTimestamp;
    Labels labels;
    std::string ownerApiVersion; ///< of the controller, "apps/v1"; empty without one
    std::string ownerKind; ///< controller's kind, empty without one
    std::string ownerName;

    // spec
    std::string schedulerName;
    base::Symbol nodeName; ///< empty while unbound
    std::int32_t priority = 0;
    bool neverPreempts = false; ///< preemptionPolicy: Never
    std::vector<std::string> schedulingGates; ///< names; while there is one the pod is not decided
    std::vector<Toleration> tolerations;
    std::vector<Labels::Entry> nodeSelector;
    bool hasRequiredNodeAffinity = false;
    std::vector<NodeSelectorTerm> requiredNodeTerms; ///< OR of terms
    std::vector<PreferredNodeTerm> preferredNodeTerms;
    std::vector<HostPort> hostPorts;
    std::vector<ContainerResources> containers; ///< trimmed by decoders of big lists once the sums are made
    std::optional<Resources> podLevelRequests;
    std::vector<base::Symbol> podLevelNames; ///< resources that the pod level names
    Resources overhead;
    UndecidedRules undecided = 0;
    std::vector<AffinityTerm> affinityTerms; ///< of pod affinity and anti-affinity
    std::vector<SpreadConstraint> spreadConstraints;
    /// Images of the containers, of the init containers and of image volumes, as the node names them: with ":latest" where
    /// there is no tag. One entry for each use.
    std::vector<base::Symbol> images;
    std::shared_ptr<const PodVolumes> volumes; ///< those that rules read; null when there is none
    std::string nominatedNodeName;
    std::shared_ptr<const PodClaims> claims; ///< null without spec.resourceClaims
    NodeFeatures requiredFeatures = 0; ///< what the node must declare

    // status
    PodPhase phase = PodPhase::Pending;
    std::optional<base::TimePoint> startTime;
    bool preempted = false; ///< a scheduler has evicted it for another pod (condition DisruptionTarget)
    std::int32_t restarts = 0;
    std::string scheduledReason; ///< reason of condition PodScheduled when False
    std::string scheduledMessage; ///< message of that condition

    // derived by finish()
    std::int32_t imageContainers = 0; ///< containers and init containers
    Resources request; ///< effective request, as resourcehelper.PodRequests (v1.36)
    Resources nonZeroRequest; ///< with 100m CPU / 200 MiB for containers that state none (what a node is charged with)
    /// The same of the containers alone, whatever the pod level states: what NodeResourcesFit scores a new pod by (v1.36.3).
    Resources scoredRequest;
    base::Fingerprint signature{}; ///< of everything the plugins read from a pod; equal signatures decide alike
    base::Fingerprint bearing{}; ///< of what plugins read of it beside its requests while it is on a node
    base::Fingerprint standing{}; ///< of what preemption reads of it while it is on a node: who it is, priority, start

    /// Fills the derived fields. Call it once, while the containers are still there.
    void finish();
    /// Only the signature, for a copy that differs in what the plugins read (nodeName, labels) and may be trimmed.
    void sign();
    [[nodiscard]] bool assigned() const { return !nodeName.empty(); }
    /// Succeeded or Failed: holds nothing any more.
    [[nodiscard]] bool finished() const { return phase == PodPhase::Succeeded || phase == PodPhase::Failed; }
};

using PodPtr = std::shared_ptr<const Pod>;

} // namespace binnacle::model
