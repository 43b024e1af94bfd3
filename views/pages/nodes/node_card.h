// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/node_row.h"

#include <QWidget>

namespace binnacle::pages {

/// The card beside a hovered cell: name, state, use and allocation, pods. Never over the cell, flipped at the edges.
class NodeCard : public QWidget {
    Q_OBJECT

public:
    explicit NodeCard(QWidget *parent);
    void show(const models::NodeRow &row, const QRect &cell, const QRect &within);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintAmount(QPainter &painter, int y, const QString &name, double capacity, float used, float allocated) const;

    models::NodeRow m_row;
};

} // namespace binnacle::pages
