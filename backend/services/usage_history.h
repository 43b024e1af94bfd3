// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "planner/model/snapshot.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <memory>

namespace binnacle::services {

/// The last hour of each node's requests and use, one sample a metrics poll (15 s), as 32-bit floats: about 4 KiB a node.
/// Nodes that left are forgotten when they have been gone for an hour. Owned by the session's state sequence.
class UsageHistory {
public:
    static constexpr std::size_t samples = 240;

    /// Adds one sample for every node of the snapshot; use that the table lacks, or has from an older poll, is a gap.
    void add(base::TimePoint at, const model::Snapshot &snapshot, const api::UsageTable &usage);
    [[nodiscard]] api::NodeHistory history(base::Symbol node) const;
    /// How much the node's measured use varied over the history: relative standard deviations in steps of 0.01, at least that,
    /// and absent below `fewest` samples. Moves only when it is off by two steps, so that a snapshot is not another one with
    /// every poll.
    [[nodiscard]] model::Variation variation(base::Symbol node);
    static constexpr int fewest = 8;

private:
    struct Row {
        std::array<float, samples> cpuUsed;
        std::array<float, samples> cpuRequested;
        std::array<float, samples> memoryUsed;
        std::array<float, samples> memoryRequested;
        std::uint64_t last = 0; ///< number of the newest sample
        model::Variation variation; ///< as last told
        Row();
    };

    std::array<double, samples> m_at{}; ///< seconds since the epoch, ring by sample number
    std::uint64_t m_count = 0;
    absl::flat_hash_map<base::Symbol, std::unique_ptr<Row>> m_rows;
};

} // namespace binnacle::services
