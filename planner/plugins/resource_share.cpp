// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/resource_share.h"

#include <algorithm>

namespace binnacle::plugins {

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
