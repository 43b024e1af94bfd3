// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/plugin.h"
#include "planner/plugins/resource_share.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace binnacle::plugins {

/// How full a node should be for this pod: a formula over the shares of its resources, 0..100 in integer arithmetic.
/// After least_allocated.go, most_allocated.go and requested_to_capacity_ratio.go of kube-scheduler (v1.36).
class FitStrategy {
public:
    virtual ~FitStrategy() = default;
    [[nodiscard]] virtual std::int64_t score(
        const ScoredResources &scored, const framework::PodLoad &pod, const framework::NodeLoad &node) const = 0;
    /// Bounds of score() while pod and node lie between these, amount by amount.
    [[nodiscard]] virtual framework::Extent range(const ScoredResources &scored, const framework::PodLoad &podLow,
        const framework::PodLoad &podHigh, const framework::NodeLoad &nodeLow,
        const framework::NodeLoad &nodeHigh) const = 0;
};

/// A point of the broken line from a utilisation in per cent to a score of 0..100.
struct ShapePoint {
    std::int64_t utilisation = 0;
    std::int64_t score = 0;
};

[[nodiscard]] std::unique_ptr<const FitStrategy> leastAllocated();
[[nodiscard]] std::unique_ptr<const FitStrategy> mostAllocated();
/// `shape`: at least one point, utilisation rising.
[[nodiscard]] std::unique_ptr<const FitStrategy> requestedToCapacityRatio(std::vector<ShapePoint> shape);

} // namespace binnacle::plugins
