// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/base/clock.h"
#include "planner/base/hash.h"
#include "planner/model/features.h"
#include "planner/model/labels.h"
#include "planner/model/pod.h"
#include "planner/model/resources.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace binnacle::model {

struct Taint {
    base::Symbol key;
    std::string value;
    TaintEffect effect = TaintEffect::None;
    friend bool operator==(const Taint &, const Taint &) = default;
};

enum class ConditionStatus : std::uint8_t { Unknown, False, True };

struct NodeCondition {
    base::Symbol type;
    ConditionStatus status = ConditionStatus::Unknown;
    std::string reason;
    base::TimePoint since{};
    friend bool operator==(const NodeCondition &, const NodeCondition &) = default;
};

/// An image on a node by one of its names (status.images; an image has several).
struct NodeImage {
    base::Symbol name;
    std::int64_t sizeBytes = 0;
    friend bool operator==(const NodeImage &, const NodeImage &) = default;
};

/// A node as the API server describes it: immutable once built, shared by pointer. `finish()` fills the derived fields.
struct Node {
    base::Symbol name;
    std::string uid;
    std::string resourceVersion;
    base::TimePoint created{};
    bool unschedulable = false;
    Labels labels;
    std::vector<Taint> taints;
    std::vector<NodeCondition> conditions;
    Resources capacity;
    Resources allocatable;
    std::vector<NodeImage> images;
    NodeFeatures declaredFeatures = 0; ///< status.declaredFeatures, as far as they are known here
    std::string kubeletVersion;
    std::string osImage;
    std::string kernelVersion;
    std::string containerRuntime;
    std::string architecture;
    std::string internalIp;

    // derived by finish()
    base::Symbol region; ///< topology.kubernetes.io/region, or the older beta label
    base::Symbol zone; ///< topology.kubernetes.io/zone, or the older beta label
    base::Symbol instanceType; ///< node.kubernetes.io/instance-type
    base::Symbol pool; ///< node pool by the labels of the common providers; else the instance type
    bool ready = false;
    base::Fingerprint fingerprint{}; ///< of everything the plugins read from a node

    void finish();
};

using NodePtr = std::shared_ptr<const Node>;

} // namespace binnacle::model
