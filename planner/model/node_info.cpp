// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/node_info.h"

#include <algorithm>
#include <bit>

namespace binnacle::model {

void NodeInfo::setNode(NodePtr node) { m_node = std::move(node); }

void NodeInfo::addPod(PodPtr pod)
{
    charge(pod);
    m_pods.push_back(std::move(pod));
}

void NodeInfo::charge(const PodPtr &pod)
{
    m_requested += pod->request;
    m_requested.pods += 1;
    m_nonZeroRequested += pod->nonZeroRequest;
    m_nonZeroRequested.pods += 1;
    m_usedPorts.insert(m_usedPorts.end(), pod->hostPorts.begin(), pod->hostPorts.end());
    if (!pod->affinityTerms.empty()) {
        m_withAffinityTerms.push_back(pod);
    }
    if (pod->volumes) {
        m_withVolumes.push_back(pod);
    }
    m_podBearing += pod->bearing;
}

bool NodeInfo::removePod(const std::string &uid)
{
    const auto it = std::find_if(m_pods.begin(), m_pods.end(), [&](const PodPtr &pod) { return pod->uid == uid; });
    if (it == m_pods.end()) {
        return false;
    }
    m_pods.erase(it);
    // Summed anew: sums that have saturated cannot be taken back by subtraction.
    m_requested = {};
    m_nonZeroRequested = {};
    m_usedPorts.clear();
    m_withAffinityTerms.clear();
    m_withVolumes.clear();
    m_podBearing = {};
    for (const PodPtr &pod : m_pods) {
        charge(pod);
    }
    return true;
}

base::Fingerprint NodeInfo::fingerprint() const
{
    base::FingerprintBuilder builder;
    builder.add(m_node ? m_node->fingerprint : base::Fingerprint{})
        .add(m_requested.fingerprint())
        .add(m_nonZeroRequested.fingerprint())
        .add(m_podBearing);
    if (variation != Variation{}) {
        for (const std::optional<double> &spread : {variation.cpu, variation.memory}) {
            builder.add(spread ? std::bit_cast<std::int64_t>(*spread) : std::int64_t{-1});
        }
    }
    return builder.finish();
}

} // namespace binnacle::model
