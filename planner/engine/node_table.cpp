// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/node_table.h"

#include <algorithm>

namespace binnacle::engine {

namespace {

/// Asks for an object's fields before they are needed; harmless for any address.
template <typename T> void prefetch(const T *object)
{
    constexpr std::size_t cacheLine = 64;
    constexpr std::size_t most = 8 * cacheLine;
    const char *bytes = reinterpret_cast<const char *>(object);
    for (std::size_t offset = 0; offset < std::min(sizeof(T), most); offset += cacheLine) {
        __builtin_prefetch(bytes + offset);
    }
}

} // namespace

const std::vector<framework::NodeLoad> &NodeTable::of(const model::Snapshot &snapshot)
{
    constexpr std::size_t infoDistance = 16;
    constexpr std::size_t nodeDistance = 8;
    const std::vector<model::NodeInfoPtr> &nodes = snapshot.nodes();
    m_nodes.resize(nodes.size());
    m_loads.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i + infoDistance < nodes.size() && m_nodes[i + infoDistance] != nodes[i + infoDistance]) {
            prefetch(nodes[i + infoDistance].get());
        }
        if (i + nodeDistance < nodes.size() && m_nodes[i + nodeDistance] != nodes[i + nodeDistance]) {
            prefetch(nodes[i + nodeDistance]->nodePtr().get());
        }
        if (m_nodes[i] != nodes[i]) {
            m_nodes[i] = nodes[i];
            m_loads[i] = framework::NodeLoad::of(*nodes[i]);
        }
    }
    return m_loads;
}

} // namespace binnacle::engine
