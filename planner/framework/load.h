// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/node_info.h"
#include "planner/model/pod.h"
#include "planner/model/usage.h"

#include <algorithm>
#include <cstdint>

namespace binnacle::framework {

/// The amounts that a perturbed world scales. Devices, ports and pod slots are counted, not measured: they stay as they are.
struct Amounts {
    std::int64_t cpuMilli = 0;
    std::int64_t memoryBytes = 0;
    std::int64_t ephemeralStorageBytes = 0;

    static Amounts of(const model::Resources &resources)
    {
        return {resources.cpuMilli, resources.memoryBytes, resources.ephemeralStorageBytes};
    }
    friend bool operator==(const Amounts &, const Amounts &) = default;
};

/// A pod and what it asks for in one world. Plugins read the amounts here and everything else from the pod.
struct PodLoad {
    const model::Pod *pod = nullptr;
    Amounts request; ///< Pod::request
    Amounts scoredRequest; ///< Pod::scoredRequest

    static PodLoad of(const model::Pod &pod)
    {
        return {&pod, Amounts::of(pod.request), Amounts::of(pod.scoredRequest)};
    }
};

/// A node and what its pods ask for in one world. Plugins read these fields here, where they lie together, and everything
/// else from the node.
struct NodeLoad {
    const model::NodeInfo *info = nullptr;
    Amounts requested; ///< NodeInfo::requested
    Amounts nonZeroRequested; ///< NodeInfo::nonZeroRequested
    Amounts allocatable; ///< Node::allocatable, the same in every world
    std::int64_t pods = 0; ///< pod slots taken, and in all
    std::int64_t podsAllocatable = 0;
    base::Symbol name;
    bool unschedulable = false;
    bool tainted = false; ///< by a taint of any effect
    bool devices = false; ///< it has some of a scalar resource, or its pods ask for some
    model::Variation variation{}; ///< NodeInfo::variation

    static NodeLoad of(const model::NodeInfo &info)
    {
        const model::Node &node = info.node();
        return {&info, Amounts::of(info.requested()), Amounts::of(info.nonZeroRequested()),
            Amounts::of(node.allocatable), info.requested().pods, node.allocatable.pods, node.name, node.unschedulable,
            !node.taints.empty(), anyScalar(node.allocatable) || anyScalar(info.requested()), info.variation};
    }
    /// What the node has of a scalar resource, and what its pods ask for of it: the same in every world.
    [[nodiscard]] std::int64_t deviceAllocatable(base::Symbol device) const
    {
        return devices ? info->node().allocatable.scalar(device) : 0;
    }
    [[nodiscard]] std::int64_t deviceRequested(base::Symbol device) const
    {
        return devices ? info->requested().scalar(device) : 0;
    }

private:
    static bool anyScalar(const model::Resources &resources)
    {
        return std::any_of(resources.scalars().begin(), resources.scalars().end(),
            [](const model::Resources::Scalar &scalar) { return scalar.second != 0; });
    }
};

} // namespace binnacle::framework
