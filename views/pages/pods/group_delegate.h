// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/pages/decision_card/parts.h"

class QTreeView;

namespace binnacle::pages {

/// Rows of the pending tree: a group is one 48-pixel row across all columns (what blocks, how many, the longest wait, the
/// smallest change, a button); a pod is a table row.
class GroupDelegate : public RowDelegate {
    Q_OBJECT

public:
    explicit GroupDelegate(QTreeView *view);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;
    [[nodiscard]] QRect buttonRect(const QRect &row, const QModelIndex &group) const;
    [[nodiscard]] static QString buttonWords(const QModelIndex &group);
    void setCompact(bool compact) { m_compact = compact; } ///< without button, for narrow lists

signals:
    void acted(const QModelIndex &group);

private:
    bool m_compact = false;
};

} // namespace binnacle::pages
