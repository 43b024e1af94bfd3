// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "planner/model/snapshot.h"

#include <deque>
#include <memory>
#include <vector>

namespace binnacle::services {

/// Sums over a snapshot by resource: allocatable, requested and, where measured on every node that counts, used.
/// Order: cpu, memory, ephemeral-storage, pods, then extended resources by name. A resource no node offers is left out.
[[nodiscard]] std::vector<api::ResourceTotal> totals(const model::Snapshot &snapshot, const api::UsageTable &usage);

/// Times of something, for "in the last hour". Owned by one sequence.
class LastHour {
public:
    void add(base::TimePoint at) { m_times.push_back(at); }
    [[nodiscard]] std::int64_t count(base::TimePoint now);

private:
    std::deque<base::TimePoint> m_times;
};

/// The overview's figures over the last hour, one sample each five seconds. Owned by one sequence; what it hands out is
/// immutable.
class OverviewHistory {
public:
    static constexpr base::Duration pace = std::chrono::seconds(5);
    static constexpr std::size_t samples = 720;

    [[nodiscard]] bool due(base::TimePoint now) const { return now - m_last >= pace; }
    void add(const api::OverviewSample &sample);
    [[nodiscard]] std::shared_ptr<const std::vector<api::OverviewSample>> samplesSoFar() const { return m_samples; }

private:
    base::TimePoint m_last{};
    std::shared_ptr<const std::vector<api::OverviewSample>> m_samples =
        std::make_shared<std::vector<api::OverviewSample>>();
};

} // namespace binnacle::services
