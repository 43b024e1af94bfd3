// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/services/overview.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace binnacle::services {

std::vector<api::ResourceTotal> totals(const model::Snapshot &snapshot, const api::UsageTable &usage)
{
    namespace resource = model::resource;
    api::ResourceTotal cpu{resource::cpu, 0, 0, {}, 0};
    api::ResourceTotal memory{resource::memory, 0, 0, {}, 0};
    api::ResourceTotal storage{resource::ephemeralStorage, 0, 0, {}, 0};
    api::ResourceTotal pods{resource::pods, 0, 0, {}, 0};
    absl::flat_hash_map<base::Symbol, api::ResourceTotal> extended;
    std::int64_t cpuNano = 0;
    std::int64_t memoryBytes = 0;
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        const model::Resources &offered = info->node().allocatable;
        const model::Resources &taken = info->requested();
        cpu.capacity += offered.cpuMilli;
        cpu.allocated += taken.cpuMilli;
        memory.capacity += offered.memoryBytes;
        memory.allocated += taken.memoryBytes;
        storage.capacity += offered.ephemeralStorageBytes;
        storage.allocated += taken.ephemeralStorageBytes;
        pods.capacity += offered.pods;
        pods.allocated += taken.pods;
        for (const auto &[name, amount] : offered.scalars())
            extended[name].capacity += amount;
        for (const auto &[name, amount] : taken.scalars())
            extended[name].allocated += amount;
        if (const auto used = usage.nodes.find(info->node().name); used != usage.nodes.end()) {
            if (used->second.cpuNano) {
                cpu.measuredCapacity += offered.cpuMilli;
                cpuNano += *used->second.cpuNano;
            }
            if (used->second.memoryBytes) {
                memory.measuredCapacity += offered.memoryBytes;
                memoryBytes += *used->second.memoryBytes;
            }
        }
    }
    if (cpu.measuredCapacity > 0)
        cpu.used = cpuNano / 1'000'000;
    if (memory.measuredCapacity > 0)
        memory.used = memoryBytes;
    std::vector<api::ResourceTotal> out{cpu, memory, storage, pods};
    const auto fixed = static_cast<std::ptrdiff_t>(out.size());
    for (auto &[name, total] : extended) {
        total.resource = name;
        out.push_back(total);
    }
    std::sort(out.begin() + fixed, out.end(),
        [](const auto &a, const auto &b) { return a.resource.text() < b.resource.text(); });
    std::erase_if(out, [](const api::ResourceTotal &t) { return t.capacity == 0 && t.allocated == 0; });
    return out;
}

std::int64_t LastHour::count(base::TimePoint now)
{
    while (!m_times.empty() && now - m_times.front() > std::chrono::hours(1))
        m_times.pop_front();
    return static_cast<std::int64_t>(m_times.size());
}

void OverviewHistory::add(const api::OverviewSample &sample)
{
    m_last = sample.at;
    auto next = std::make_shared<std::vector<api::OverviewSample>>(*m_samples);
    if (next->size() >= samples)
        next->erase(next->begin());
    next->push_back(sample);
    m_samples = std::move(next);
}

} // namespace binnacle::services
