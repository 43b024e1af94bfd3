// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/fragmentation.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace binnacle::engine {

namespace {

bool isGpu(base::Symbol resource)
{
    const std::string_view name = resource.text();
    return name.ends_with("/gpu") || name.starts_with("nvidia.com/mig-") || name == "nvidia.com/gpu.shared";
}

struct Room {
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    std::int64_t storage = 0;
    std::int64_t pods = 0;
    std::int64_t gpu = 0; ///< over all resources that are GPUs
    const model::NodeInfo *info = nullptr;
};

std::int64_t left(std::int64_t allocatable, std::int64_t requested)
{
    return std::max<std::int64_t>(0, allocatable - std::clamp<std::int64_t>(requested, 0, allocatable));
}

Room roomOf(const model::NodeInfo &info)
{
    const model::Resources &all = info.node().allocatable;
    const model::Resources &used = info.requested();
    Room room{left(all.cpuMilli, used.cpuMilli), left(all.memoryBytes, used.memoryBytes),
        left(all.ephemeralStorageBytes, used.ephemeralStorageBytes), left(all.pods, used.pods), 0, &info};
    for (const model::Resources::Scalar &device : all.scalars()) {
        if (isGpu(device.first)) {
            room.gpu += left(device.second, used.scalar(device.first));
        }
    }
    return room;
}

/// Only the resources asked for count, as in the scheduler: a full CPU does not turn away a pod that asks for none.
bool fits(const model::Resources &request, const Room &room)
{
    if (request.cpuMilli > room.cpu || request.memoryBytes > room.memory || request.ephemeralStorageBytes > room.storage
        || room.pods < 1) {
        return false;
    }
    const auto &devices = request.scalars();
    return std::all_of(devices.begin(), devices.end(), [&](const model::Resources::Scalar &device) {
        return device.second
            <= left(room.info->node().allocatable.scalar(device.first), room.info->requested().scalar(device.first));
    });
}

/// Free amounts in all, and weighted by shape those out of reach of the shapes.
struct Sums {
    double free = 0;
    double lost = 0;
    [[nodiscard]] std::optional<double> share(double pods) const
    {
        return free > 0 && pods > 0 ? std::optional(lost / (free * pods)) : std::nullopt;
    }
};

} // namespace

std::vector<PodShape> podShapes(const model::Snapshot &snapshot, const std::vector<model::PodPtr> &pending)
{
    struct Key {
        base::Fingerprint fingerprint;
        bool operator==(const Key &) const = default;
    };
    const auto hash = [](const Key &key) { return static_cast<std::size_t>(key.fingerprint.low); };
    absl::flat_hash_map<Key, PodShape, decltype(hash)> shapes(0, hash);
    const auto count = [&](const model::Pod &pod) {
        PodShape &shape = shapes[{pod.request.fingerprint()}];
        shape.request = pod.request;
        ++shape.count;
    };
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        for (const model::PodPtr &pod : info->pods()) {
            count(*pod);
        }
    }
    for (const model::PodPtr &pod : pending) {
        count(*pod);
    }
    std::vector<std::pair<Key, PodShape>> sorted(shapes.begin(), shapes.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
        if (a.second.count != b.second.count) {
            return a.second.count > b.second.count;
        }
        return std::pair(a.first.fingerprint.high, a.first.fingerprint.low)
            < std::pair(b.first.fingerprint.high, b.first.fingerprint.low);
    });
    std::vector<PodShape> out;
    out.reserve(sorted.size());
    for (auto &entry : sorted) {
        out.push_back(std::move(entry.second));
    }
    return out;
}

Fragmentation fragmentation(const model::Snapshot &snapshot, const std::vector<PodShape> &shapes)
{
    std::vector<Room> rooms;
    rooms.reserve(snapshot.nodes().size());
    std::array<Sums, 3> sums; // CPU, memory, GPU
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        rooms.push_back(roomOf(*info));
        sums[0].free += static_cast<double>(rooms.back().cpu);
        sums[1].free += static_cast<double>(rooms.back().memory);
        sums[2].free += static_cast<double>(rooms.back().gpu);
    }
    std::int64_t all = 0;
    std::int64_t considered = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        all += shapes[i].count;
        if (i >= shapeLimit) {
            continue;
        }
        considered += shapes[i].count;
        const auto weight = static_cast<double>(shapes[i].count);
        for (const Room &room : rooms) {
            if (!fits(shapes[i].request, room)) {
                sums[0].lost += weight * static_cast<double>(room.cpu);
                sums[1].lost += weight * static_cast<double>(room.memory);
                sums[2].lost += weight * static_cast<double>(room.gpu);
            }
        }
    }
    const auto pods = static_cast<double>(considered);
    Fragmentation out{sums[0].share(pods), sums[1].share(pods), sums[2].share(pods), 0,
        static_cast<std::int64_t>(shapes.size()), all == 0 ? 1.0 : pods / static_cast<double>(all)};
    double total = 0;
    int present = 0;
    for (const std::optional<double> &share : {out.cpu, out.memory, out.gpu}) {
        total += share.value_or(0);
        present += share ? 1 : 0;
    }
    out.total = present == 0 ? 0 : total / present;
    return out;
}

} // namespace binnacle::engine
