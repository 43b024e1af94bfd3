// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/framework/pod_table.h"

namespace binnacle::framework {

void PodTable::follow(const model::Snapshot &snapshot)
{
    const std::vector<model::NodeInfoPtr> &nodes = snapshot.nodes();
    constexpr std::size_t fewClasses = 1 << 16;
    if (m_classes.size() > fewClasses && m_classes.size() > 64 * nodes.size()) { // mostly of pods that are gone
        m_classes.clear();
        m_nodes.clear();
    }
    m_nodes.resize(nodes.size());
    m_onNode.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (m_nodes[i] != nodes[i]) {
            take(i, *nodes[i]);
            m_nodes[i] = nodes[i];
        }
    }
}

void PodTable::take(std::size_t node, const model::NodeInfo &info)
{
    std::vector<Class> &classes = m_onNode[node];
    classes.clear();
    for (const model::PodPtr &pod : info.pods()) {
        const std::pair key(pod->bearing.high, pod->bearing.low);
        classes.push_back(m_classes.try_emplace(key, static_cast<Class>(m_classes.size())).first->second);
    }
}

const PodTable &PodTable::of(const model::Snapshot &snapshot)
{
    thread_local PodTable table;
    table.follow(snapshot);
    return table;
}

} // namespace binnacle::framework
