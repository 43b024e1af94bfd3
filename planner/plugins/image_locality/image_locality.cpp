// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/image_locality/image_locality.h"

#include <algorithm>

namespace binnacle::plugins {

namespace {

// The sizes between which images make a difference (image_locality.go): bytes for the pod, and for each container.
constexpr std::int64_t mebibyte = 1024 * 1024;
constexpr std::int64_t leastBytes = 23 * mebibyte;
constexpr std::int64_t mostBytesEach = 1000 * mebibyte;

/// Of each of the pod's images, the share of the nodes that have it; parallel to Pod::images.
struct ImageSpread {
    std::vector<double> share;
};

} // namespace

framework::Registration ImageLocality::registration()
{
    return {"ImageLocality", "image_locality", 1, {},
        [](const framework::OptionValues &) { return std::make_unique<ImageLocality>(); }};
}

base::Symbol ImageLocality::name() const
{
    static const base::Symbol name("ImageLocality");
    return name;
}

framework::NodeReads ImageLocality::reads(const framework::CycleState &, const model::Pod &pod) const
{
    return {.labels = {}, .images = pod.images};
}

model::VerdictKind ImageLocality::preScore(framework::CycleState &state, const model::Pod &pod,
    const model::Snapshot &snapshot, const std::vector<const framework::NodeLoad *> &) const
{
    ImageSpread spread;
    spread.share.reserve(pod.images.size());
    for (const base::Symbol image : pod.images) {
        spread.share.push_back(
            static_cast<double>(snapshot.nodesWithImage(image)) / static_cast<double>(snapshot.nodes().size()));
    }
    const bool nowhere =
        std::all_of(spread.share.begin(), spread.share.end(), [](double share) { return share == 0; });
    state.write(std::move(spread));
    return nowhere ? model::VerdictKind::Skip : model::VerdictKind::Success;
}

std::int64_t ImageLocality::score(
    const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const
{
    const std::vector<double> &share = state.read<ImageSpread>().share;
    const std::vector<model::NodeImage> &images = node.info->node().images;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < pod.images.size(); ++i) {
        // Of a name that a node gives twice the last counts.
        const auto found = std::find_if(images.rbegin(), images.rend(),
            [&](const model::NodeImage &image) { return image.name == pod.images[i]; });
        if (found != images.rend()) {
            sum += static_cast<std::int64_t>(static_cast<double>(found->sizeBytes) * share[i]);
        }
    }
    const std::int64_t most = mostBytesEach * std::max(pod.imageContainers, 1);
    return framework::maxNodeScore * (std::clamp(sum, leastBytes, most) - leastBytes) / (most - leastBytes);
}

std::int64_t ImageLocality::normalise(std::int64_t raw, const framework::Extent &) const { return raw; }

} // namespace binnacle::plugins
