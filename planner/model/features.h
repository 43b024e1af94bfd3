// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::model {

/// Features that a node declares (status.declaredFeatures) and a pod may need, in the order of their names, which is that of
/// the registry in component-helpers/nodedeclaredfeatures (v0.36).
enum class NodeFeature : std::uint8_t {
    ExtendWebSocketsToKubelet,
    InPlacePodLevelResourcesVerticalScaling,
    InPlacePodVerticalScalingInitContainers,
    RestartAllContainersOnContainerExits,
    UserNamespacesHostNetworkSupport,
};
using NodeFeatures = std::uint8_t; ///< set of featureBit()s

[[nodiscard]] constexpr NodeFeatures featureBit(NodeFeature feature)
{
    return static_cast<NodeFeatures>(1u << static_cast<unsigned>(feature));
}

/// The set that a list of names stands for. As the scheduler maps it: names that are not registered count for nothing, and so
/// does a name that comes after a greater one, for the list is taken to be sorted.
[[nodiscard]] NodeFeatures featuresOf(const std::vector<std::string> &declared);
/// Names of the set, sorted.
[[nodiscard]] std::vector<std::string_view> featureNames(NodeFeatures features);

} // namespace binnacle::model
