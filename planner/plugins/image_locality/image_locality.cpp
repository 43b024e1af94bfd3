// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/plugins/image_locality/image_locality.h"

#include <algorithm>
#include <limits>

namespace binnacle::plugins {

namespace {

// The sizes between which images make a difference (image_locality.go): bytes for the pod, and for each container.
constexpr std::int64_t mebibyte = 1024 * 1024;
constexpr std::int64_t leastBytes = 23 * mebibyte;
constexpr std::int64_t mostBytesEach = 1000 * mebibyte;

/// Of each of the pod's images, what it counts on a node that has it; parallel to Pod::images.
struct ImageWorth {
    std::vector<std::int64_t> bytes;
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
    ImageWorth worth;
    worth.bytes.reserve(pod.images.size());
    bool nowhere = true;
    for (const base::Symbol name : pod.images) {
        const model::Snapshot::Image *image = snapshot.findImage(name);
        nowhere = nowhere && !image;
        const double share =
            image ? static_cast<double>(image->nodes) / static_cast<double>(snapshot.nodes().size()) : 0;
        worth.bytes.push_back(image ? static_cast<std::int64_t>(static_cast<double>(image->bytes) * share) : 0);
    }
    state.write(std::move(worth));
    return nowhere ? model::VerdictKind::Skip : model::VerdictKind::Success;
}

std::int64_t ImageLocality::score(
    const framework::CycleState &state, const model::Pod &pod, const framework::NodeLoad &node) const
{
    const std::vector<std::int64_t> &worth = state.read<ImageWorth>().bytes;
    const std::vector<model::NodeImage> &images = node.info->node().images;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < pod.images.size(); ++i) {
        const bool there = std::any_of(
            images.begin(), images.end(), [&](const model::NodeImage &image) { return image.name == pod.images[i]; });
        if (there && __builtin_add_overflow(sum, worth[i], &sum)) {
            sum = std::numeric_limits<std::int64_t>::max();
        }
    }
    const std::int64_t most = mostBytesEach * std::max(pod.imageContainers, 1);
    return framework::maxNodeScore * (std::clamp(sum, leastBytes, most) - leastBytes) / (most - leastBytes);
}

std::int64_t ImageLocality::normalise(std::int64_t raw, const framework::Extent &) const { return raw; }

ImageLocality::Scope ImageLocality::scope(const model::Pod &pod, const model::Inventory &) const
{
    return pod.images.empty() ? Scope::None : Scope::NodeAndImages;
}

void ImageLocality::addKey(base::FingerprintBuilder &key, const model::Pod &pod, const model::Inventory &) const
{
    key.add(std::int64_t{pod.imageContainers});
    for (const base::Symbol image : pod.images) {
        key.add(image.text());
    }
}

} // namespace binnacle::plugins
