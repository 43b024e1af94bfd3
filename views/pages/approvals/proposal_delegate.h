// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStyledItemDelegate>

namespace binnacle::pages {

/// Rows of the two lists of proposals: three lines for waiting ones, two for decided ones.
class ProposalDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ProposalDelegate(int height, QObject *parent);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_height;
};

} // namespace binnacle::pages
