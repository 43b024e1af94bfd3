// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/node_resources_balanced_allocation/node_resources_balanced_allocation.h"

#include <algorithm>
#include <cmath>

namespace binnacle::plugins {

namespace {

using framework::maxNodeScore;

double fraction(std::int64_t amount, std::int64_t allocatable)
{
    return std::min(static_cast<double>(amount) / static_cast<double>(allocatable), 1.0);
}

/// Standard deviation of the used fractions; `amount` picks which amount is used of a share.
template <typename Amount> double deviation(const ResourceShares &shares, Amount amount)
{
    if (shares.size() == 2) {
        return std::abs(
            (fraction(amount(shares[0]), shares[0].allocatable) - fraction(amount(shares[1]), shares[1].allocatable))
            / 2);
    }
    if (shares.size() < 2) {
        return 0;
    }
    double total = 0;
    for (const ResourceShare &share : shares) {
        total += fraction(amount(share), share.allocatable);
    }
    const auto count = static_cast<double>(shares.size());
    const double mean = total / count;
    double sum = 0;
    for (const ResourceShare &share : shares) {
        const double off = fraction(amount(share), share.allocatable) - mean;
        sum += off * off;
    }
    return std::sqrt(sum / count);
}

std::int64_t balance(double deviation)
{
    return static_cast<std::int64_t>((1 - deviation) * static_cast<double>(maxNodeScore));
}

std::int64_t compared(std::int64_t with, std::int64_t without)
{
    return maxNodeScore / 2 + (maxNodeScore / 2 + with - without) / 2;
}

/// The largest |d| - |d + shift| for d in [low, high] and the shift in [shiftLow, shiftHigh].
double largestGain(double low, double high, double shiftLow, double shiftHigh)
{
    // A shift upwards gains most from the lowest d, best when it lands on zero; a shift downwards mirrors that.
    const double up = std::clamp(-low, std::max(shiftLow, 0.0), std::max(shiftHigh, 0.0));
    const double down = std::clamp(-high, std::min(shiftLow, 0.0), std::min(shiftHigh, 0.0));
    double gain = -2;
    if (shiftHigh >= 0) {
        gain = std::max(gain, std::abs(low) - std::abs(low + up));
    }
    if (shiftLow <= 0) {
        gain = std::max(gain, std::abs(high) - std::abs(high + down));
    }
    return gain;
}

} // namespace

framework::Registration NodeResourcesBalancedAllocation::registration()
{
    return {"NodeResourcesBalancedAllocation", "node_resources_balanced_allocation", 1, {scoredResourcesOption()},
        [](const framework::OptionValues &values) {
            return std::make_unique<NodeResourcesBalancedAllocation>(values);
        }};
}

NodeResourcesBalancedAllocation::NodeResourcesBalancedAllocation(const framework::OptionValues &values)
    : m_scored(values.numbers("resources"), ScoredResources::Sums::Stated)
{
}

base::Symbol NodeResourcesBalancedAllocation::name() const
{
    static const base::Symbol name("NodeResourcesBalancedAllocation");
    return name;
}

model::VerdictKind NodeResourcesBalancedAllocation::preScore(framework::CycleState &, const model::Pod &pod,
    const model::Snapshot &, const std::vector<const framework::NodeLoad *> &) const
{
    return m_scored.nothingAsked(framework::PodLoad::of(pod)) ? model::VerdictKind::Skip : model::VerdictKind::Success;
}

std::int64_t NodeResourcesBalancedAllocation::score(
    const framework::CycleState &, const framework::PodLoad &pod, const framework::NodeLoad &node) const
{
    const ResourceShares shares = m_scored.shares(pod, node);
    return compared(balance(deviation(shares, [](const ResourceShare &share) { return share.requested; })),
        balance(deviation(shares, [](const ResourceShare &share) { return share.allocated; })));
}

framework::Extent NodeResourcesBalancedAllocation::scoreRange(const framework::CycleState &,
    const framework::PodLoad &podLow, const framework::PodLoad &podHigh, const framework::NodeLoad &nodeLow,
    const framework::NodeLoad &nodeHigh) const
{
    const ResourceShares low = m_scored.shares(podLow, nodeLow);
    const ResourceShares high = m_scored.shares(podHigh, nodeHigh);
    if (low.size() < 2) {
        return {compared(maxNodeScore, maxNodeScore), compared(maxNodeScore, maxNodeScore)};
    }
    if (low.size() > 2 || high[0].requested > high[0].allocatable || high[1].requested > high[1].allocatable) {
        return {maxNodeScore / 2, maxNodeScore};
    }
    const auto of = [](std::int64_t amount, const ResourceShare &share) {
        return static_cast<double>(amount) / static_cast<double>(share.allocatable);
    };
    // d: how much more of the first resource is used than of the second, without the pod; shift: what the pod adds to d.
    const double dLow = of(low[0].allocated, low[0]) - of(high[1].allocated, high[1]);
    const double dHigh = of(high[0].allocated, high[0]) - of(low[1].allocated, low[1]);
    const double shiftLow =
        of(low[0].requested - low[0].allocated, low[0]) - of(high[1].requested - high[1].allocated, high[1]);
    const double shiftHigh =
        of(high[0].requested - high[0].allocated, high[0]) - of(low[1].requested - low[1].allocated, low[1]);
    // In points of the balance; rounding down twice moves a difference by less than one, and one more covers the floats.
    constexpr double points = static_cast<double>(maxNodeScore) / 2;
    const double gain = points * largestGain(dLow, dHigh, shiftLow, shiftHigh);
    const double loss = points * std::max(std::abs(shiftLow), std::abs(shiftHigh));
    const auto most = std::min<std::int64_t>(static_cast<std::int64_t>(std::floor(gain)) + 1, maxNodeScore / 2);
    const auto least = std::max<std::int64_t>(-static_cast<std::int64_t>(std::ceil(loss)) - 1, -maxNodeScore / 2);
    return {compared(least, 0), compared(most, 0)};
}

NodeResourcesBalancedAllocation::Scope NodeResourcesBalancedAllocation::scope(
    const model::Pod &, const model::Inventory &) const
{
    return Scope::Load;
}

void NodeResourcesBalancedAllocation::addKey(
    base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    key.add(pod.request.fingerprint()).add(pod.scoredRequest.fingerprint());
}

} // namespace binnacle::plugins
