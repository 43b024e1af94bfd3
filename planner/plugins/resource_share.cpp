// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/resource_share.h"

#include <algorithm>

namespace binnacle::plugins {

namespace {

std::int64_t saturatingAdd(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

} // namespace

ScoredResources::ScoredResources(const std::vector<framework::NamedNumber> &weights, Sums sums) : m_sums(sums)
{
    for (const framework::NamedNumber &entry : weights) {
        const base::Symbol name(entry.name);
        Kind kind = Kind::Device;
        if (name == model::resource::cpu) {
            kind = Kind::Cpu;
        } else if (name == model::resource::memory) {
            kind = Kind::Memory;
        } else if (name == model::resource::ephemeralStorage) {
            kind = Kind::EphemeralStorage;
        }
        m_resources.push_back({name, kind, entry.number});
    }
}

std::int64_t ScoredResources::asked(const Resource &resource, const framework::PodLoad &pod) const
{
    const framework::Amounts &amounts = m_sums == Sums::NonZero ? pod.nonZeroRequest : pod.request;
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
    return pod.pod->request.scalar(resource.name);
}

ResourceShares ScoredResources::shares(const framework::PodLoad &pod, const framework::NodeLoad &node) const
{
    ResourceShares out;
    const framework::Amounts &sums = m_sums == Sums::NonZero ? node.nonZeroRequested : node.requested;
    for (const Resource &resource : m_resources) {
        const std::int64_t request = asked(resource, pod);
        ResourceShare share{0, 0, 0, resource.weight};
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
            if (request == 0) {
                continue;
            }
            share.allocated = node.info->requested().scalar(resource.name);
            share.allocatable = node.info->node().allocatable.scalar(resource.name);
            break;
        }
        if (share.allocatable <= 0) {
            continue;
        }
        share.requested = saturatingAdd(share.allocated, request);
        out.push_back(share);
    }
    return out;
}

bool ScoredResources::nothingAsked(const framework::PodLoad &pod) const
{
    return std::all_of(
        m_resources.begin(), m_resources.end(), [&](const Resource &resource) { return asked(resource, pod) == 0; });
}

framework::Option scoredResourcesOption()
{
    return {.name = "resources",
        .kind = framework::Option::Kind::Weights,
        .byDefault = "cpu=1,memory=1",
        .choices = {},
        .minimum = 1,
        .maximum = 100,
        .unit = "weight"};
}

} // namespace binnacle::plugins
