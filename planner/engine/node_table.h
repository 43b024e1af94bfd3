// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/framework/load.h"
#include "planner/model/snapshot.h"

#include <vector>

namespace binnacle::engine {

/// What the plugins read of every node, side by side: a snapshot's nodes lie scattered over the heap, and waiting for them
/// would be most of what a decision does. Built anew only for the nodes that differ from those of the call before, which it
/// keeps alive so that they can be told apart. Not thread-safe.
class NodeTable {
public:
    /// By index in the snapshot; valid until the next call.
    [[nodiscard]] const std::vector<framework::NodeLoad> &of(const model::Snapshot &snapshot);

private:
    std::vector<model::NodeInfoPtr> m_nodes;
    std::vector<framework::NodeLoad> m_loads;
};

} // namespace binnacle::engine
