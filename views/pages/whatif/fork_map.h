// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/scenario.h"
#include "views/charts/heat_map.h"

#include <QScrollArea>
#include <QSet>

namespace binnacle::pages {

/// The nodes of a snapshot by region, zone and pool, coloured by how much of their CPU is allocated. GUI thread.
class ForkMap : public QScrollArea {
    Q_OBJECT

public:
    explicit ForkMap(QWidget *parent = nullptr);
    /// Nodes in `marked` get a frame, those in `added` a dot; those in `gone` are no more, and stay as an outline. The same
    /// snapshot lies the same, with what was added behind the others of its pool.
    void show(const model::Snapshot &snapshot, const QSet<QString> &marked, const QSet<QString> &added,
        const std::vector<model::NodePtr> &gone);
    [[nodiscard]] charts::HeatMap *map() const { return m_map; }

    static constexpr double low = 0;
    static constexpr double high = 1;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    charts::HeatMap *m_map;
};

} // namespace binnacle::pages
