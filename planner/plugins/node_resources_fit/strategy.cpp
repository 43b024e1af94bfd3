// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_resources_fit/strategy.h"

#include <algorithm>
#include <cmath>

namespace binnacle::plugins {

namespace {

using framework::Extent;

template <typename PerResource> std::int64_t weightedMean(const ResourceShares &shares, PerResource perResource)
{
    std::int64_t sum = 0;
    std::int64_t weights = 0;
    for (const ResourceShare &share : shares) {
        sum += perResource(share) * share.weight;
        weights += share.weight;
    }
    return weights == 0 ? 0 : sum / weights;
}

class LeastAllocated final : public FitStrategy {
public:
    [[nodiscard]] std::int64_t score(const ResourceShares &shares) const override
    {
        return weightedMean(shares, [](const ResourceShare &share) {
            return share.requested > share.allocatable
                ? 0
                : percent(share.allocatable - share.requested, share.allocatable);
        });
    }
    [[nodiscard]] Extent range(const ResourceShares &low, const ResourceShares &high) const override
    {
        return {score(high), score(low)};
    }
};

class MostAllocated final : public FitStrategy {
public:
    [[nodiscard]] std::int64_t score(const ResourceShares &shares) const override
    {
        return weightedMean(shares, [](const ResourceShare &share) {
            return percent(std::min(share.requested, share.allocatable), share.allocatable);
        });
    }
    [[nodiscard]] Extent range(const ResourceShares &low, const ResourceShares &high) const override
    {
        return {score(low), score(high)};
    }
};

class RequestedToCapacityRatio final : public FitStrategy {
public:
    explicit RequestedToCapacityRatio(std::vector<ShapePoint> shape) : m_shape(std::move(shape)) { }

    [[nodiscard]] std::int64_t score(const ResourceShares &shares) const override
    {
        std::int64_t sum = 0;
        std::int64_t weights = 0;
        for (const ResourceShare &share : shares) {
            const std::int64_t score = at(utilisation(share));
            if (score > 0) {
                sum += score * share.weight;
                weights += share.weight;
            }
        }
        return weights == 0 ? 0 : std::llround(static_cast<double>(sum) / static_cast<double>(weights));
    }

    /// A mean lies between the least and the largest of what it is taken over.
    [[nodiscard]] Extent range(const ResourceShares &low, const ResourceShares &high) const override
    {
        Extent all{framework::maxNodeScore, 0};
        for (std::size_t i = 0; i < low.size(); ++i) {
            const std::int64_t from = utilisation(low[i]);
            const std::int64_t to = utilisation(high[i]);
            include(all, at(from));
            include(all, at(to));
            for (const ShapePoint &point : m_shape) {
                if (point.utilisation > from && point.utilisation < to) {
                    include(all, at(point.utilisation)); // between two points the line is monotonic
                }
            }
        }
        return low.empty() ? Extent{0, 0} : all;
    }

private:
    static void include(Extent &extent, std::int64_t value)
    {
        extent.minimum = std::min(extent.minimum, value);
        extent.maximum = std::max(extent.maximum, value);
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
