// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_resources_fit/strategy.h"

#include <algorithm>
#include <cmath>

namespace binnacle::plugins {

namespace {

using framework::Extent;

using framework::NodeLoad;
using framework::PodLoad;

template <typename PerResource>
std::int64_t weightedMean(
    const ScoredResources &scored, const PodLoad &pod, const NodeLoad &node, PerResource perResource)
{
    std::int64_t sum = 0;
    std::int64_t weights = 0;
    scored.forEach(pod, node, [&](const ResourceShare &share) {
        sum += perResource(share) * share.weight;
        weights += share.weight;
    });
    return weights == 0 ? 0 : sum / weights;
}

class LeastAllocated final : public FitStrategy {
public:
    [[nodiscard]] std::int64_t score(
        const ScoredResources &scored, const PodLoad &pod, const NodeLoad &node) const override
    {
        return weightedMean(scored, pod, node, [](const ResourceShare &share) {
            return share.requested > share.allocatable
                ? 0
                : percent(share.allocatable - share.requested, share.allocatable);
        });
    }
    [[nodiscard]] Extent range(const ScoredResources &scored, const PodLoad &podLow, const PodLoad &podHigh,
        const NodeLoad &nodeLow, const NodeLoad &nodeHigh) const override
    {
        return {score(scored, podHigh, nodeHigh), score(scored, podLow, nodeLow)};
    }
};

class MostAllocated final : public FitStrategy {
public:
    [[nodiscard]] std::int64_t score(
        const ScoredResources &scored, const PodLoad &pod, const NodeLoad &node) const override
    {
        return weightedMean(scored, pod, node, [](const ResourceShare &share) {
            return percent(std::min(share.requested, share.allocatable), share.allocatable);
        });
    }
    [[nodiscard]] Extent range(const ScoredResources &scored, const PodLoad &podLow, const PodLoad &podHigh,
        const NodeLoad &nodeLow, const NodeLoad &nodeHigh) const override
    {
        return {score(scored, podLow, nodeLow), score(scored, podHigh, nodeHigh)};
    }
};

class RequestedToCapacityRatio final : public FitStrategy {
public:
    explicit RequestedToCapacityRatio(std::vector<ShapePoint> shape) : m_shape(std::move(shape)) { }

    [[nodiscard]] std::int64_t score(
        const ScoredResources &scored, const PodLoad &pod, const NodeLoad &node) const override
    {
        std::int64_t sum = 0;
        std::int64_t weights = 0;
        scored.forEach(pod, node, [&](const ResourceShare &share) {
            const std::int64_t score = at(utilisation(share));
            if (score > 0) {
                sum += score * share.weight;
                weights += share.weight;
            }
        });
        return weights == 0 ? 0 : mean(sum, weights);
    }

    [[nodiscard]] Extent range(const ScoredResources &scored, const PodLoad &podLow, const PodLoad &podHigh,
        const NodeLoad &nodeLow, const NodeLoad &nodeHigh) const override
    {
        const ResourceShares low = scored.shares(podLow, nodeLow);
        const ResourceShares high = scored.shares(podHigh, nodeHigh);
        Extent all{framework::maxNodeScore, 0};
        Extent sum{0, 0};
        std::int64_t weights = 0;
        for (std::size_t i = 0; i < low.size(); ++i) {
            const Extent one = rangeBetween(utilisation(low[i]), utilisation(high[i]));
            include(all, one.minimum);
            include(all, one.maximum);
            sum.minimum += one.minimum * low[i].weight;
            sum.maximum += one.maximum * low[i].weight;
            weights += low[i].weight;
        }
        if (low.empty()) {
            return {0, 0};
        }
        // A resource without score is left out of the mean: of those that are in, it lies between the least and the largest.
        return all.minimum == 0 ? all : Extent{mean(sum.minimum, weights), mean(sum.maximum, weights)};
    }

private:
    static void include(Extent &extent, std::int64_t value)
    {
        extent.minimum = std::min(extent.minimum, value);
        extent.maximum = std::max(extent.maximum, value);
    }

    static std::int64_t mean(std::int64_t sum, std::int64_t weights)
    {
        return std::llround(static_cast<double>(sum) / static_cast<double>(weights));
    }

    /// Of at(): between two points the line is monotonic.
    [[nodiscard]] Extent rangeBetween(std::int64_t from, std::int64_t to) const
    {
        Extent range{framework::maxNodeScore, 0};
        include(range, at(from));
        include(range, at(to));
        for (const ShapePoint &point : m_shape) {
            if (point.utilisation > from && point.utilisation < to) {
                include(range, point.score);
            }
        }
        return range;
    }

    static std::int64_t utilisation(const ResourceShare &share)
    {
        return share.requested > share.allocatable ? 100 : percent(share.requested, share.allocatable);
    }

    [[nodiscard]] std::int64_t at(std::int64_t utilisation) const
    {
        for (std::size_t i = 0; i < m_shape.size(); ++i) {
            if (utilisation > m_shape[i].utilisation) {
                continue;
            }
            if (i == 0) {
                return m_shape[0].score;
            }
            const ShapePoint &from = m_shape[i - 1];
            const ShapePoint &to = m_shape[i];
            return from.score
                + (to.score - from.score) * (utilisation - from.utilisation) / (to.utilisation - from.utilisation);
        }
        return m_shape.back().score;
    }

    std::vector<ShapePoint> m_shape;
};

} // namespace

std::unique_ptr<const FitStrategy> leastAllocated() { return std::make_unique<LeastAllocated>(); }
std::unique_ptr<const FitStrategy> mostAllocated() { return std::make_unique<MostAllocated>(); }
std::unique_ptr<const FitStrategy> requestedToCapacityRatio(std::vector<ShapePoint> shape)
{
    return std::make_unique<RequestedToCapacityRatio>(std::move(shape));
}

} // namespace binnacle::plugins
