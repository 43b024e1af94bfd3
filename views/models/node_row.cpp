// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/node_row.h"

#include <QStringList>

#include <algorithm>
#include <cctype>

namespace binnacle::models {
namespace {

/// Of nothing there is no share: not applicable, and in no average.
float share(double part, double whole) { return whole > 0 ? float(part / whole) : -1.0F; }

bool holds(std::string_view text, std::string_view part)
{
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool inState(const NodeRow &row, std::string_view state)
{
    if (state == "notready")
        return !row.ready;
    if (state == "ready")
        return row.ready;
    if (state == "cordoned")
        return row.cordoned;
    if (state == "hot")
        return row.hot();
    if (state == "pressure")
        return row.pressure;
    return state == "nodata" && row.cpuUsed < 0;
}

} // namespace

NodeRow makeNodeRow(const model::NodeInfo &info, const api::UsageTable &usage)
{
    const model::Node &node = info.node();
    NodeRow row;
    row.name = node.name;
    row.pool = node.pool;
    row.zone = node.zone;
    row.region = node.region;
    row.instanceType = node.instanceType;
    row.created = node.created;
    row.cpuMilli = node.allocatable.cpuMilli;
    row.memoryBytes = node.allocatable.memoryBytes;
    row.pods = std::int64_t(info.pods().size());
    row.podSlots = node.allocatable.pods;
    row.cpuAllocated = share(double(info.requested().cpuMilli), double(row.cpuMilli));
    row.memoryAllocated = share(double(info.requested().memoryBytes), double(row.memoryBytes));
    std::int64_t gpusTaken = 0;
    for (const auto &[name, amount] : node.allocatable.scalars()) {
        if (name.text().ends_with("/gpu")) {
            row.gpus += amount;
            gpusTaken += info.requested().scalar(name);
        }
    }
    row.gpuAllocated = share(double(gpusTaken), double(row.gpus));
    row.ready = node.ready;
    row.cordoned = node.unschedulable;
    for (const model::NodeCondition &c : node.conditions)
        row.pressure = row.pressure || (c.type.text() != "Ready" && c.status == model::ConditionStatus::True);
    if (const auto used = usage.nodes.find(node.name); used != usage.nodes.end()) {
        if (used->second.cpuNano)
            row.cpuUsed = share(double(*used->second.cpuNano) / 1e6, double(row.cpuMilli));
        if (used->second.memoryBytes)
            row.memoryUsed = share(double(*used->second.memoryBytes), double(row.memoryBytes));
    }
    row.generation = info.generation;
    return row;
}

NodeFilter::NodeFilter(const QString &text)
{
    const QStringList words = text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString &word : words) {
        const std::string w = word.toStdString();
        if (w.starts_with("state:"))
            m_words.push_back({Word::State, w.substr(6)});
        else if (w.starts_with("pool:"))
            m_words.push_back({Word::Pool, w.substr(5)});
        else if (w.starts_with("zone:"))
            m_words.push_back({Word::Zone, w.substr(5)});
        else if (w.starts_with("region:"))
            m_words.push_back({Word::Region, w.substr(7)});
        else
            m_words.push_back({Word::Any, w});
    }
}

bool NodeFilter::accepts(const NodeRow &row) const
{
    return std::all_of(m_words.begin(), m_words.end(), [&](const Word &w) {
        switch (w.field) {
        case Word::State:
            return inState(row, w.text);
        case Word::Pool:
            return holds(row.pool.text(), w.text);
        case Word::Zone:
            return holds(row.zone.text(), w.text);
        case Word::Region:
            return holds(row.region.text(), w.text);
        case Word::Any:
            break;
        }
        return holds(row.name.text(), w.text) || holds(row.pool.text(), w.text) || holds(row.zone.text(), w.text)
            || holds(row.region.text(), w.text) || holds(row.instanceType.text(), w.text);
    });
}

bool nodeBefore(const NodeRow &a, const NodeRow &b, NodeColumn column, bool descending)
{
    const auto order = [&](const auto &x, const auto &y) -> int { return x < y ? -1 : y < x ? 1 : 0; };
    const auto severity = [](const NodeRow &r) { return r.ready ? (r.cordoned ? 1 : r.hot() ? 0 : -1) : 2; };
    int way = 0;
    switch (column) {
    case NodeColumn::Name:
        break;
    case NodeColumn::Pool:
        way = order(a.pool.text(), b.pool.text());
        break;
    case NodeColumn::Zone:
        way = order(a.zone.text(), b.zone.text());
        break;
    case NodeColumn::Cpu:
        way = a.cpuUsed >= 0 || b.cpuUsed >= 0 ? order(a.cpuUsed, b.cpuUsed) : order(a.cpuAllocated, b.cpuAllocated);
        break;
    case NodeColumn::Memory:
        way = a.memoryUsed >= 0 || b.memoryUsed >= 0 ? order(a.memoryUsed, b.memoryUsed)
                                                     : order(a.memoryAllocated, b.memoryAllocated);
        break;
    case NodeColumn::Gpu:
        way = a.gpus > 0 && b.gpus > 0 ? order(a.gpuAllocated, b.gpuAllocated) : order(a.gpus, b.gpus);
        break;
    case NodeColumn::Conditions:
        way = order(a.pressure, b.pressure);
        break;
    case NodeColumn::Pods:
        way = order(a.pods, b.pods);
        break;
    case NodeColumn::Age:
        way = order(b.created, a.created);
        break;
    case NodeColumn::State:
        way = order(severity(a), severity(b));
        break;
    }
    if (way == 0)
        return column == NodeColumn::Name && descending ? b.name.text() < a.name.text() : a.name.text() < b.name.text();
    return descending ? way > 0 : way < 0;
}

} // namespace binnacle::models
