// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node.h"
#include "planner/model/pod.h"
#include "planner/model/usage.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace binnacle::model {

/// A node with what its pods take (kube-scheduler's NodeInfo). Value type; a snapshot shares it as
/// shared_ptr<const NodeInfo>. `generation` rises whenever it changes in the cluster cache.
class NodeInfo {
public:
    NodeInfo() = default;
    explicit NodeInfo(NodePtr node) { setNode(std::move(node)); }

    void setNode(NodePtr node);
    /// Finished pods (Succeeded, Failed) are the caller's to leave out.
    void addPod(PodPtr pod);
    /// False when no pod with that UID is here.
    bool removePod(const std::string &uid);

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
    /// Of the node, its measured variation and the sums of its pods: equal fingerprints decide alike under the built plugins.
    [[nodiscard]] base::Fingerprint fingerprint() const;

    std::uint64_t generation = 0;
    Variation variation{}; ///< of its use, as far as it was measured; what stability is computed within

private:
    void charge(const PodPtr &pod);

    NodePtr m_node;
    std::vector<PodPtr> m_pods;
    Resources m_requested; ///< sum of Pod::request; .pods counts them
    Resources m_nonZeroRequested;
    std::vector<HostPort> m_usedPorts;
    std::vector<PodPtr> m_withAffinityTerms;
    std::vector<PodPtr> m_withVolumes;
    base::Fingerprint m_podBearing{}; ///< sum of Pod::bearing
};

using NodeInfoPtr = std::shared_ptr<const NodeInfo>;

} // namespace binnacle::model
