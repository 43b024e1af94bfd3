// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::models {

/// A node as one row: what is shown, and what rows are sorted and filtered by. Immutable and shared with the threads that
/// filter. Shares are of allocatable; negative where nothing was measured.
struct NodeRow {
    base::Symbol name;
    base::Symbol pool;
    base::Symbol zone;
    base::Symbol region;
    base::Symbol instanceType;
    base::TimePoint created{};
    std::int64_t cpuMilli = 0; ///< allocatable
    std::int64_t memoryBytes = 0; ///< allocatable
    std::int64_t gpus = 0; ///< allocatable, over all resources that end in "/gpu"
    std::int64_t pods = 0;
    std::int64_t podSlots = 0;
    float cpuUsed = -1;
    float cpuAllocated = 0;
    float memoryUsed = -1;
    float memoryAllocated = 0;
    float gpuAllocated = 0;
    bool ready = false;
    bool cordoned = false;
    bool pressure = false; ///< a condition other than Ready is True
    std::uint64_t generation = 0;

    [[nodiscard]] bool hot() const { return cpuUsed >= hotShare || memoryUsed >= 0.95F; }
    static constexpr float hotShare = 0.85F;
};
using NodeRowPtr = std::shared_ptr<const NodeRow>;

[[nodiscard]] NodeRow makeNodeRow(const model::NodeInfo &info, const api::UsageTable &usage);

enum class NodeColumn : std::uint8_t { Name, Pool, Zone, Cpu, Memory, Gpu, Conditions, Pods, Age, State };
constexpr int kNodeColumns = 10;

/// What a filter asks. Words are ANDed; "state:notready", "state:ready", "state:cordoned", "state:hot", "state:nodata",
/// "pool:x", "zone:x" and "region:x" look at that field, any other word at every text of the row. Case does not matter.
class NodeFilter {
public:
    NodeFilter() = default;
    explicit NodeFilter(const QString &text);
    [[nodiscard]] bool accepts(const NodeRow &row) const;
    [[nodiscard]] bool empty() const { return m_words.empty(); }

private:
    struct Word {
        enum Field : std::uint8_t { Any, State, Pool, Zone, Region } field;
        std::string text; // lower case
    };
    std::vector<Word> m_words;
};

/// True when `a` comes before `b` in the order of a column; equal ones by name.
[[nodiscard]] bool nodeBefore(const NodeRow &a, const NodeRow &b, NodeColumn column, bool descending);

} // namespace binnacle::models
