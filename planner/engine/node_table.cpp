// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/engine/node_table.h"

#include "planner/engine/perturbation.h"

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

void NodeTable::Column::set(std::size_t node, std::uint64_t version, std::string text)
{
    const auto next = static_cast<std::uint32_t>(numbers.size());
    values[node] = text.empty() ? 0 : numbers.try_emplace(std::move(text), next).first->second;
    seen[node] = version;
}

const std::vector<framework::NodeLoad> &NodeTable::of(const model::Snapshot &snapshot)
{
    constexpr std::size_t infoDistance = 16;
    constexpr std::size_t nodeDistance = 8;
    const std::vector<model::NodeInfoPtr> &nodes = snapshot.nodes();
    m_nodes.resize(nodes.size());
    m_loads.resize(nodes.size());
    m_versions.resize(nodes.size());
    m_nameKeys.resize(nodes.size());
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

void NodeTable::take(std::size_t index, const model::NodeInfoPtr &info)
{
    const bool sameNode = m_nodes[index] && m_nodes[index]->nodePtr() == info->nodePtr();
    framework::NodeLoad load = framework::NodeLoad::of(*info);
    if (!sameNode) { // else only its pods have changed
        m_versions[index] = ++m_lastVersion;
        m_nameKeys[index] = load.name == m_loads[index].name ? m_nameKeys[index] : 0;
    }
    m_nodes[index] = info;
    m_loads[index] = load;
}

std::uint64_t NodeTable::nameKey(const framework::NodeLoad &load)
{
    std::uint64_t &key = m_nameKeys[static_cast<std::size_t>(&load - m_loads.data())];
    if (key == 0) {
        key = Perturbation::nameKey(load.name.text());
    }
    return key;
}

template <typename TextOf> const NodeTable::Column &NodeTable::refreshed(Column &column, TextOf textOf)
{
    if (column.width() > 4 * m_nodes.size() + 256) {
        column = {}; // it remembers every text it has met: many more than there are nodes
    }
    column.values.resize(m_nodes.size());
    column.seen.resize(m_nodes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (column.seen[i] != m_versions[i]) {
            column.set(i, m_versions[i], textOf(i));
        }
    }
    return column;
}

const NodeTable::Column &NodeTable::taints()
{
    return refreshed(m_taints, [&](std::size_t i) {
        const framework::NodeLoad &load = m_loads[i];
        return load.tainted || load.unschedulable ? textOfTaints(m_nodes[i]->node()) : std::string();
    });
}

const NodeTable::Column &NodeTable::label(base::Symbol key)
{
    constexpr std::size_t mostLabels = 32;
    if (m_labels.size() == mostLabels && !m_labels.contains(key)) {
        m_labels.clear();
    }
    return refreshed(m_labels[key], [&](std::size_t i) { return textOfLabel(m_nodes[i]->node(), key); });
}

const NodeTable::Column &NodeTable::image(base::Symbol name)
{
    constexpr std::size_t mostImages = 64;
    if (m_images.size() == mostImages && !m_images.contains(name)) {
        m_images.clear();
    }
    return refreshed(m_images[name], [&](std::size_t i) {
        const std::vector<model::NodeImage> &images = m_nodes[i]->node().images;
        const auto found = std::find_if(
            images.rbegin(), images.rend(), [&](const model::NodeImage &image) { return image.name == name; });
        return found == images.rend() ? std::string() : std::to_string(found->sizeBytes);
    });
}

NodeClasses NodeTable::classes(const framework::NodeReads &reads)
{
    if (reads.everything || m_nodes.empty()) {
        return oneEach(m_nodes.size());
    }
    NodeClasses classes{std::vector<std::uint32_t>(m_nodes.size(), 0), 1};
    const auto splitBy = [&](const Column &column) { return split(classes, column.values, column.width()); };
    bool done = !reads.taints || splitBy(taints());
    for (const base::Symbol key : reads.labels) {
        done = done && splitBy(label(key));
    }
    for (const base::Symbol name : reads.images) {
        done = done && splitBy(image(name));
    }
    return done ? std::move(classes) : oneEach(m_nodes.size());
}

} // namespace binnacle::engine
