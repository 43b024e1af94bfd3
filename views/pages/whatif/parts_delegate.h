// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/pages/decision_card/parts.h"

namespace binnacle::models {
class RankedModel;
}

namespace binnacle::pages {

/// Rows of the ranking: the column of parts is a stacked bar; hovering a part gives its figures.
class PartsDelegate : public RowDelegate {
    Q_OBJECT

public:
    PartsDelegate(const models::RankedModel *ranked, QObject *parent);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;
    /// The figures of the part at `x` of a cell, as plain text; empty beside the parts.
    [[nodiscard]] QString tipAt(const QRect &cell, int row, int x) const;

private:
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> range() const;

    const models::RankedModel *m_ranked;
};

} // namespace binnacle::pages
