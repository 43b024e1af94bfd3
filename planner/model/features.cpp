// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/features.h"

#include <array>
#include <cstddef>

namespace binnacle::model {

namespace {

constexpr std::array<std::string_view, 5> names{"ExtendWebSocketsToKubelet", "InPlacePodLevelResourcesVerticalScaling",
    "InPlacePodVerticalScalingInitContainers", "RestartAllContainersOnContainerExits",
    "UserNamespacesHostNetworkSupport"};

} // namespace

NodeFeatures featuresOf(const std::vector<std::string> &declared)
{
    NodeFeatures features = 0;
    std::size_t known = 0;
    for (auto it = declared.begin(); it != declared.end() && known < names.size();) {
        if (*it == names[known]) {
            features |= featureBit(static_cast<NodeFeature>(known++));
            ++it;
        } else if (*it < names[known]) {
            ++it;
        } else {
            ++known;
        }
    }
    return features;
}

std::vector<std::string_view> featureNames(NodeFeatures features)
{
    std::vector<std::string_view> out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (features & featureBit(static_cast<NodeFeature>(i))) {
            out.push_back(names[i]);
        }
    }
    return out;
}

} // namespace binnacle::model
