// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/inventory.h"
#include "planner/model/node.h"
#include "planner/model/pod.h"

#include <cstdint>

namespace binnacle::framework {

/// Something that changed in a cluster. What is added has no `before`, what is removed no `now`.
struct ClusterEvent {
    enum class Kind : std::uint8_t { Node, Pod, Inventory, Storage };
    Kind kind = Kind::Node;
    model::NodePtr nodeBefore{};
    model::NodePtr nodeNow{};
    model::PodPtr podBefore{};
    model::PodPtr podNow{};
    bool onNode = true; ///< the pod is, or was, on a node; else it was only nominated for one

    [[nodiscard]] bool nodeAdded() const { return kind == Kind::Node && !nodeBefore && nodeNow; }
    [[nodiscard]] bool nodeChanged() const { return kind == Kind::Node && nodeBefore && nodeNow; }
    [[nodiscard]] bool podAdded() const { return kind == Kind::Pod && !podBefore && podNow; }
    [[nodiscard]] bool podChanged() const { return kind == Kind::Pod && podBefore && podNow; }
    [[nodiscard]] bool podRemoved() const { return kind == Kind::Pod && podBefore && !podNow; }
};

/// Whether an event could let in a pod that this plugin refused on some node: called on the state sequence for each pod that
/// waits. A plugin without it is taken to be helped by every event. After EventsToRegister and the hints of kube-scheduler's
/// plugins (v1.36.3).
class QueueingHintPlugin {
public:
    virtual ~QueueingHintPlugin() = default;
    [[nodiscard]] virtual bool mayHelp(
        const model::Pod &waiting, const ClusterEvent &event, const model::Inventory &inventory) const = 0;
};

} // namespace binnacle::framework
