// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/pod.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::models {

/// GPUs of every vendor in an amount of resources: the sum of the extended resources whose name ends in "/gpu".
[[nodiscard]] std::int64_t gpuCount(const model::Resources &resources);

enum class PodSegment : std::uint8_t { Pending, Running, Finished, All };
/// Pending: not yet on a node. Running: on a node and not finished (so also starting ones).
[[nodiscard]] PodSegment segmentOf(const model::Pod &pod);

/// A pod as the list keeps it: immutable, shared with filter jobs on other threads.
struct PodRow {
    explicit PodRow(model::PodPtr value);
    model::PodPtr pod;
    std::string text; ///< lower-cased "namespace/name node ownerKind/ownerName", what a filter searches
    PodSegment segment;
    std::int64_t gpus = 0;
};
using PodRowPtr = std::shared_ptr<const PodRow>;

enum class PodColumn : std::uint8_t { Name, State, Node, Gpu, Cpu, Memory, Priority, Age, Restarts, Count };

/// What the list shows of the pods it holds, and in which order. An empty namespace is all; `words` are lower-cased and
/// must all occur. Without a sort column the order is that of arrival.
struct PodQuery {
    PodSegment segment = PodSegment::All;
    std::string ns;
    std::vector<std::string> words;
    int sortColumn = -1;
    bool descending = false;

    void setText(std::string_view lowered);
    [[nodiscard]] bool matches(const PodRow &row) const;
    /// Slots of the rows that match, in order. Safe on any thread; returns early, with what it has, once `newest` is
    /// no longer `id`.
    [[nodiscard]] std::vector<int> run(
        const std::vector<PodRowPtr> &rows, const std::atomic<std::uint64_t> &newest, std::uint64_t id) const;
};

} // namespace binnacle::models
