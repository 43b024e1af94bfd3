// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/inventory.h"
#include "planner/model/pod.h"

namespace binnacle::framework {

/// Whether a pod may wait for a node at all, of a plugin that can tell. One that may not holds no room on the node that it is
/// nominated for: kube-scheduler forgets nominations with PreEnqueue (v1.36.3). Scheduling gates are the queue's own.
class PreEnqueuePlugin {
public:
    virtual ~PreEnqueuePlugin() = default;
    /// Pure, callable from any thread.
    [[nodiscard]] virtual bool enqueues(const model::Pod &pod, const model::Inventory &inventory) const = 0;
};

} // namespace binnacle::framework
