// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "planner/model/preemption.h"
#include "planner/model/snapshot.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace binnacle::framework {

/// One node as it would be with other pods on it; the snapshot stays as it is. One thread.
class NodeTrial {
public:
    virtual ~NodeTrial() = default;
    virtual void add(const model::PodPtr &pod) = 0;
    virtual void remove(const model::PodPtr &pod) = 0;
    /// Whether every Filter lets the pod in that the decision is about: with the pods that are nominated for the node and
    /// have no lower priority, and without them.
    [[nodiscard]] virtual bool fits() const = 0;
};

/// What PostFilter is asked with. References outlive the call.
struct PostFilterInput {
    const model::Snapshot &snapshot;
    const model::Pod &pod;
    const std::vector<model::RejectedNode> &rejected;
    std::uint64_t seed = 0; ///< draws among what is equally good
    /// The node as it would be with `pods` alone on it, which are some of its own.
    std::function<std::unique_ptr<NodeTrial>(const model::NodeInfo &node, const std::vector<model::PodPtr> &pods)>
        trial;
};

/// PostFilter: called once a decision, when no node passed. Says what would let the pod in; changes nothing. Reads the
/// snapshot, the refusals, and what trials say.
class PostFilterPlugin {
public:
    virtual ~PostFilterPlugin() = default;
    [[nodiscard]] virtual model::PreemptionAdvice postFilter(const PostFilterInput &input) const = 0;
};

} // namespace binnacle::framework
