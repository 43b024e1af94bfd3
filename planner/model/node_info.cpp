// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/node_info.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace binnacle::model {

void NodeInfo::setNode(NodePtr node) { m_node = std::move(node); }

namespace {

/// Never beyond 63 bits: pods may ask for any amount.
std::int64_t sum(std::int64_t a, std::int64_t b)
{
    std::int64_t total = 0;
    return __builtin_add_overflow(a, b, &total) ? std::numeric_limits<std::int64_t>::max() : total;
}

} // namespace

void NodeInfo::addPod(PodPtr pod)
{
    charge(pod);
    chargeSince(*pod);
    m_pods.push_back(std::move(pod));
}

void NodeInfo::chargeSince(const Pod &pod)
{
    if (m_measured != MeasuredUse{}) {
        m_cpuMilliSince = sum(m_cpuMilliSince, pod.request.cpuMilli);
        m_memoryBytesSince = sum(m_memoryBytesSince, pod.request.memoryBytes);
    }
}

void NodeInfo::setMeasured(const MeasuredUse &measured)
{
    m_measured = measured;
    m_podsMeasured = m_pods.size();
    m_cpuMilliSince = 0;
    m_memoryBytesSince = 0;
}

MeasuredUse NodeInfo::measured() const
{
    MeasuredUse now = m_measured;
    if (now.cpuMilli) {
        now.cpuMilli = sum(*now.cpuMilli, m_cpuMilliSince);
    }
    if (now.memoryBytes) {
        now.memoryBytes = sum(*now.memoryBytes, m_memoryBytesSince);
    }
    return now;
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
    m_podStanding += pod->standing;
}

bool NodeInfo::removePod(const std::string &uid)
{
    const auto it = std::find_if(m_pods.begin(), m_pods.end(), [&](const PodPtr &pod) { return pod->uid == uid; });
    if (it == m_pods.end()) {
        return false;
    }
    const auto index = static_cast<std::size_t>(it - m_pods.begin());
    m_podsMeasured -= index < m_podsMeasured ? 1 : 0;
    m_pods.erase(it);
    // Summed anew: sums that have saturated cannot be taken back by subtraction.
    m_requested = {};
    m_nonZeroRequested = {};
    m_usedPorts.clear();
    m_withAffinityTerms.clear();
    m_withVolumes.clear();
    m_podBearing = {};
    m_podStanding = {};
    m_cpuMilliSince = 0;
    m_memoryBytesSince = 0;
    for (std::size_t i = 0; i < m_pods.size(); ++i) {
        charge(m_pods[i]);
        if (i >= m_podsMeasured) {
            chargeSince(*m_pods[i]);
        }
    }
    return true;
}

void NodeInfo::nominate(PodPtr pod)
{
    withdraw(pod->uid);
    const auto place = std::lower_bound(
        m_nominated.begin(), m_nominated.end(), pod, [](const PodPtr &a, const PodPtr &b) { return a->uid < b->uid; });
    m_nominated.insert(place, std::move(pod));
}

bool NodeInfo::withdraw(const std::string &uid)
{
    return std::erase_if(m_nominated, [&](const PodPtr &pod) { return pod->uid == uid; }) > 0;
}

base::Fingerprint NodeInfo::fingerprint() const
{
    base::FingerprintBuilder builder;
    builder.add(m_node ? m_node->fingerprint : base::Fingerprint{})
        .add(m_requested.fingerprint())
        .add(m_nonZeroRequested.fingerprint())
        .add(m_podBearing)
        .add(m_podStanding);
    for (const PodPtr &pod : m_nominated) {
        builder.add(pod->standing)
            .add(pod->bearing)
            .add(pod->request.fingerprint())
            .add(pod->nonZeroRequest.fingerprint());
    }
    if (variation != Variation{}) {
        for (const std::optional<double> &spread : {variation.cpu, variation.memory}) {
            builder.add(spread ? std::bit_cast<std::int64_t>(*spread) : std::int64_t{-1});
        }
    }
    if (const MeasuredUse use = measured(); use != MeasuredUse{}) {
        builder.add("measured").add(use.cpuMilli.value_or(-1)).add(use.memoryBytes.value_or(-1));
    }
    return builder.finish();
}

} // namespace binnacle::model
