// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/fork_map.h"

#include "views/models/words.h"

#include <QResizeEvent>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace binnacle::pages {

using models::Words;

namespace {

quint8 sizeClass(const model::Node &node)
{
    std::int64_t gpus = 0;
    for (const model::Resources::Scalar &scalar : node.allocatable.scalars()) {
        if (scalar.first.text().ends_with("/gpu"))
            gpus += scalar.second;
    }
    if (gpus >= 4 || node.allocatable.cpuMilli >= 96000)
        return 0;
    if (node.allocatable.cpuMilli >= 16000)
        return 1;
    return node.allocatable.cpuMilli > 4000 ? 2 : 3;
}

struct Placed {
    const model::Node *node;
    charts::HeatCell cell;
};

} // namespace

ForkMap::ForkMap(QWidget *parent) : QScrollArea(parent), m_map(new charts::HeatMap)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(m_map);
    viewport()->setAutoFillBackground(false);
}

void ForkMap::show(const model::Snapshot &snapshot, const QSet<QString> &marked, const QSet<QString> &added,
    const std::vector<model::NodePtr> &gone)
{
    using Pools = std::map<std::string_view, std::vector<Placed>>;
    std::map<std::string_view, std::map<std::string_view, Pools>> regions;
    const auto place = [&](const model::Node &node, charts::HeatCell cell) {
        regions[node.region.text()][node.zone.text()][node.pool.text()].push_back({&node, std::move(cell)});
    };
    for (const model::NodeInfoPtr &info : snapshot.nodes()) {
        const model::Node &node = info->node();
        charts::HeatCell cell;
        cell.key = Words::plain(node.name);
        if (node.allocatable.cpuMilli > 0)
            cell.value = std::clamp(double(info->requested().cpuMilli) / double(node.allocatable.cpuMilli), low, high);
        cell.size = sizeClass(node);
        cell.notReady = !node.ready;
        cell.cordoned = node.unschedulable;
        cell.marked = marked.contains(cell.key);
        cell.isNew = added.contains(cell.key);
        place(node, std::move(cell));
    }
    for (const model::NodePtr &node : gone) {
        charts::HeatCell cell;
        cell.key = Words::plain(node->name);
        cell.size = sizeClass(*node);
        place(*node, std::move(cell));
    }
    std::vector<charts::HeatRegion> out;
    for (auto &[region, zones] : regions) {
        charts::HeatRegion r;
        r.name = region.empty() ? tr("no region") : Words::plain(region, 64);
        for (auto &[zone, pools] : zones) {
            charts::HeatZone z;
            z.name = zone.empty() ? tr("no zone") : Words::plain(zone, 48);
            for (auto &[pool, cells] : pools) {
                std::sort(cells.begin(), cells.end(), [](const Placed &a, const Placed &b) {
                    return std::tuple(a.cell.isNew, a.node->name.text())
                        < std::tuple(b.cell.isNew, b.node->name.text());
                });
                charts::HeatPool p;
                p.name = pool.empty() ? tr("no pool") : Words::plain(pool, 48);
                for (Placed &one : cells)
                    p.cells.push_back(std::move(one.cell));
                z.pools.push_back(std::move(p));
            }
            std::stable_sort(z.pools.begin(), z.pools.end(),
                [](const auto &a, const auto &b) { return a.cells.size() > b.cells.size(); });
            r.zones.push_back(std::move(z));
        }
        out.push_back(std::move(r));
    }
    m_map->setRegions(std::move(out));
    m_map->fit(viewport()->size());
}

void ForkMap::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    m_map->fit(viewport()->size());
}

} // namespace binnacle::pages
