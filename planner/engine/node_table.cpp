// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/node_table.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

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

/// Equal for nodes that are alike in taints and cordon, and for them only.
std::string textOfTaints(const model::Node &node)
{
    std::string text(node.unschedulable ? "-" : "");
    for (const model::Taint &taint : node.taints) {
        text += std::to_string(taint.key.id()) + ',' + std::to_string(static_cast<int>(taint.effect)) + ','
            + std::to_string(taint.value.size()) + ',' + taint.value;
    }
    return text;
}

/// The same of one label; a node without it has the empty text.
std::string textOfLabel(const model::Node &node, base::Symbol key)
{
    const std::string *value = node.labels.find(key);
    return value ? '=' + *value : std::string();
}

/// Splits every class by the column. False, with the classes as they were, when there would be too many.
bool split(NodeClasses &classes, const std::vector<std::uint32_t> &values, std::size_t width)
{
    constexpr std::size_t mostPairs = std::size_t{1} << 19;
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    if (classes.count > mostPairs / width) {
        return false;
    }
    std::vector<std::uint32_t> numbers(classes.count * width, none);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint32_t &number = numbers[classes.of[i] * width + values[i]];
        if (number == none) {
            number = count++;
        }
        classes.of[i] = number;
    }
    classes.count = count;
    return true;
}

NodeClasses oneEach(std::size_t nodes)
{
    NodeClasses classes{std::vector<std::uint32_t>(nodes), nodes};
    std::iota(classes.of.begin(), classes.of.end(), 0u);
    return classes;
}

} // namespace

void NodeTable::Column::set(std::size_t node, const std::string &text)
{
    m_values[node] = m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_numbers.size())).first->second;
}

const std::vector<framework::NodeLoad> &NodeTable::of(const model::Snapshot &snapshot)
{
    constexpr std::size_t infoDistance = 16;
    constexpr std::size_t nodeDistance = 8;
    const std::vector<model::NodeInfoPtr> &nodes = snapshot.nodes();
    resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i + infoDistance < nodes.size() && m_nodes[i + infoDistance] != nodes[i + infoDistance]) {
            prefetch(nodes[i + infoDistance].get());
        }
        if (i + nodeDistance < nodes.size() && m_nodes[i + nodeDistance] != nodes[i + nodeDistance]) {
            prefetch(nodes[i + nodeDistance]->nodePtr().get());
        }
        if (m_nodes[i] != nodes[i]) {
            take(i, nodes[i]);
        }
    }
    return m_loads;
}

void NodeTable::resize(std::size_t nodes)
{
    m_nodes.resize(nodes);
    m_loads.resize(nodes);
    // A column remembers every text it has met: one that has met many more than there are nodes is begun anew.
    const std::size_t most = 4 * nodes + 256;
    absl::erase_if(m_labels, [&](const auto &entry) { return entry.second.width() > most; });
    if (m_taints.width() > most) {
        m_taints = {};
        std::fill(m_nodes.begin(), m_nodes.end(), nullptr);
    }
    m_taints.resize(nodes);
    for (auto &[key, column] : m_labels) {
        column.resize(nodes);
    }
}

void NodeTable::take(std::size_t index, const model::NodeInfoPtr &info)
{
    const bool sameNode = m_nodes[index] && m_nodes[index]->nodePtr() == info->nodePtr();
    m_nodes[index] = info;
    m_loads[index] = framework::NodeLoad::of(*info);
    if (sameNode) {
        return; // only its pods have changed
    }
    m_taints.set(index, textOfTaints(info->node()));
    for (auto &[key, column] : m_labels) {
        column.set(index, textOfLabel(info->node(), key));
    }
}

const NodeTable::Column &NodeTable::label(base::Symbol key)
{
    constexpr std::size_t mostLabels = 32;
    if (const auto it = m_labels.find(key); it != m_labels.end()) {
        return it->second;
    }
    if (m_labels.size() == mostLabels) {
        m_labels.clear();
    }
    Column &column = m_labels[key];
    column.resize(m_nodes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        column.set(i, textOfLabel(m_nodes[i]->node(), key));
    }
    return column;
}

NodeClasses NodeTable::classes(const framework::NodeReads &reads)
{
    if (reads.everything || m_nodes.empty()) {
        return oneEach(m_nodes.size());
    }
    NodeClasses classes{std::vector<std::uint32_t>(m_nodes.size(), 0), 1};
    bool done = !reads.taints || split(classes, m_taints.values(), m_taints.width());
    for (const base::Symbol key : reads.labels) {
        const Column &column = label(key);
        done = done && split(classes, column.values(), column.width());
    }
    return done ? std::move(classes) : oneEach(m_nodes.size());
}

} // namespace binnacle::engine
