// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/load.h"
#include "planner/framework/option.h"

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace binnacle::plugins {

/// One resource of a node as the scoring formulas see it, in the resource's counting unit.
struct ResourceShare {
    std::int64_t allocated = 0; ///< what the pods there ask for
    std::int64_t requested = 0; ///< the same with the new pod
    std::int64_t allocatable = 0; ///< not zero
    std::int64_t weight = 1;
};
using ResourceShares = absl::InlinedVector<ResourceShare, 4>;

/// The resources that a scoring formula looks at, each with its weight. A node that has none of a resource, and a device
/// that the pod does not ask for, are left out. After resource_allocation.go of kube-scheduler (v1.36).
class ScoredResources {
public:
    /// Which sums count for CPU and memory: with the scheduler's defaults for containers that state none, or without.
    enum class Sums : std::uint8_t { NonZero, Stated };

    ScoredResources(const std::vector<framework::NamedNumber> &weights, Sums sums);
    /// visit(const ResourceShare &) for each resource that counts on this node, in the order of the setting.
    template <typename Visit>
    void forEach(const framework::PodLoad &pod, const framework::NodeLoad &node, Visit visit) const
    {
        const framework::Amounts &sums = m_sums == Sums::NonZero ? node.nonZeroRequested : node.requested;
        for (const Resource &resource : m_resources) {
            ResourceShare share{0, asked(resource, pod), 0, resource.weight};
            switch (resource.kind) {
            case Kind::Cpu:
                share.allocated = sums.cpuMilli;
                share.allocatable = node.allocatable.cpuMilli;
                break;
            case Kind::Memory:
                share.allocated = sums.memoryBytes;
                share.allocatable = node.allocatable.memoryBytes;
                break;
            case Kind::EphemeralStorage:
                share.allocated = node.requested.ephemeralStorageBytes;
                share.allocatable = node.allocatable.ephemeralStorageBytes;
                break;
            case Kind::Device:
                if (share.requested == 0) {
                    continue;
                }
                share.allocated = node.deviceRequested(resource.name);
                share.allocatable = node.deviceAllocatable(resource.name);
                break;
            }
            if (share.allocatable > 0) {
                if (__builtin_add_overflow(share.allocated, share.requested, &share.requested)) {
                    share.requested = std::numeric_limits<std::int64_t>::max();
                }
                visit(share);
            }
        }
    }
    [[nodiscard]] ResourceShares shares(const framework::PodLoad &pod, const framework::NodeLoad &node) const
    {
        ResourceShares out;
        forEach(pod, node, [&](const ResourceShare &share) { out.push_back(share); });
        return out;
    }
    /// Whether the pod asks for none of these resources.
    [[nodiscard]] bool nothingAsked(const framework::PodLoad &pod) const;

private:
    enum class Kind : std::uint8_t { Cpu, Memory, EphemeralStorage, Device };
    struct Resource {
        base::Symbol name;
        Kind kind = Kind::Device;
        std::int64_t weight = 1;
    };
    [[nodiscard]] std::int64_t asked(const Resource &resource, const framework::PodLoad &pod) const
    {
        const framework::Amounts &amounts = m_sums == Sums::NonZero ? pod.scoredRequest : pod.request;
        switch (resource.kind) {
        case Kind::Cpu:
            return amounts.cpuMilli;
        case Kind::Memory:
            return amounts.memoryBytes;
        case Kind::EphemeralStorage:
            return pod.request.ephemeralStorageBytes;
        case Kind::Device:
            break;
        }
        return (m_sums == Sums::NonZero ? pod.pod->scoredRequest : pod.pod->request).scalar(resource.name);
    }

    std::vector<Resource> m_resources;
    Sums m_sums;
};

/// value × 100 / whole, rounded down, exact for any non-negative value; whole > 0.
[[nodiscard]] constexpr std::int64_t percent(std::int64_t value, std::int64_t whole)
{
    if (value <= std::numeric_limits<std::int64_t>::max() / 100) {
        return value * 100 / whole;
    }
    return static_cast<std::int64_t>(static_cast<__int128>(value) * 100 / whole);
}

/// The option that names the resources and their weights, by default CPU and memory alike.
[[nodiscard]] framework::Option scoredResourcesOption();

} // namespace binnacle::plugins
