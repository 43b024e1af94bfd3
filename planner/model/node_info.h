// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node.h"
#include "planner/model/pod.h"
#include "planner/model/usage.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace binnacle::model {

/// What a node was measured to use. An absent value is unknown, never zero.
struct MeasuredUse {
    std::optional<std::int64_t> cpuMilli;
    std::optional<std::int64_t> memoryBytes;
    friend bool operator==(const MeasuredUse &, const MeasuredUse &) = default;
};

/// A node with what its pods take (kube-scheduler's NodeInfo). Value type; a snapshot shares it as
/// shared_ptr<const NodeInfo>. `generation` rises whenever it changes in the cluster cache. A pod that is nominated for the
/// node waits to be placed there: it takes nothing yet, but pods of no higher priority have to leave it room.
class NodeInfo {
public:
    NodeInfo() = default;
    explicit NodeInfo(NodePtr node) { setNode(std::move(node)); }

    void setNode(NodePtr node);
    /// Finished pods (Succeeded, Failed) are the caller's to leave out.
    void addPod(PodPtr pod);
    /// False when no pod with that UID is here.
    bool removePod(const std::string &uid);
    void nominate(PodPtr pod);
    /// False when no pod with that UID is nominated.
    bool withdraw(const std::string &uid);

    [[nodiscard]] const Node &node() const { return *m_node; }
    [[nodiscard]] const NodePtr &nodePtr() const { return m_node; }
    [[nodiscard]] bool hasNode() const { return m_node != nullptr; }
    [[nodiscard]] const std::vector<PodPtr> &pods() const { return m_pods; }
    [[nodiscard]] const Resources &requested() const { return m_requested; }
    [[nodiscard]] const Resources &nonZeroRequested() const { return m_nonZeroRequested; }
    [[nodiscard]] const std::vector<HostPort> &usedPorts() const { return m_usedPorts; }
    /// Pods here that carry affinity or anti-affinity terms.
    [[nodiscard]] const std::vector<PodPtr> &podsWithAffinityTerms() const { return m_withAffinityTerms; }
    /// Pods here that have volumes which rules read.
    [[nodiscard]] const std::vector<PodPtr> &podsWithVolumes() const { return m_withVolumes; }
    /// A measurement of the node with the pods that are here now. Kept only where a policy reads it: it is part of the
    /// fingerprint, and changes with every poll.
    void setMeasured(const MeasuredUse &measured);
    /// The last measurement, with what the pods that came since ask for on top: they are not in it yet. What left since still
    /// is. Absent where nothing was measured.
    [[nodiscard]] MeasuredUse measured() const;
    [[nodiscard]] const std::vector<PodPtr> &nominated() const { return m_nominated; }
    /// Of the node, its measured use and variation, the sums of its pods, who they are and who is nominated: equal fingerprints
    /// decide alike under the built plugins.
    [[nodiscard]] base::Fingerprint fingerprint() const;

    std::uint64_t generation = 0;
    Variation variation{}; ///< of its use, as far as it was measured; what stability is computed within

private:
    void charge(const PodPtr &pod);
    void chargeSince(const Pod &pod);

    NodePtr m_node;
    std::vector<PodPtr> m_pods;
    Resources m_requested; ///< sum of Pod::request; .pods counts them
    Resources m_nonZeroRequested;
    std::vector<HostPort> m_usedPorts;
    std::vector<PodPtr> m_withAffinityTerms;
    std::vector<PodPtr> m_withVolumes;
    base::Fingerprint m_podBearing{}; ///< sum of Pod::bearing
    MeasuredUse m_measured;
    std::size_t m_podsMeasured = 0; ///< how many of m_pods, from the first on, the measurement is of
    std::int64_t m_cpuMilliSince = 0; ///< asked by the others, while there is a measurement
    std::int64_t m_memoryBytesSince = 0;
    base::Fingerprint m_podStanding{}; ///< sum of Pod::standing
    std::vector<PodPtr> m_nominated; ///< by UID
};

using NodeInfoPtr = std::shared_ptr<const NodeInfo>;

} // namespace binnacle::model
