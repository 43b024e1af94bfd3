// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/tokens.h"

#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>
#include <QVariant>

namespace binnacle::theme {

/// used, allocated and capacity of one cell, as shares 0..1; negative means unknown. `text` stands at its right.
struct BarCell {
    double used = -1;
    double allocated = -1;
    QString text;
    bool present = true; ///< false: the node has no such resource; a dash is shown
    friend bool operator==(const BarCell &, const BarCell &) = default;
};

/// Paints the cells of a Table: text with its tone, an icon before it, a bar, numbers right-aligned by the model's
/// TextAlignmentRole, a 2-px accent bar and accent-soft on the selected row, a line between rows inset by 12. A model says
/// more than text by these roles; the numbers of tone and icon role can be set to those a model has already.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// Roles that the delegate reads by default, clear of Qt::UserRole + small numbers.
    enum Role {
        ToneRole = Qt::UserRole + 1000, ///< int(Tone)
        IconRole, ///< QString, an icon's name, painted in the tone
        BarRole, ///< BarCell
        BoldRole, ///< bool
    };
    explicit TableDelegate(QObject *parent = nullptr);
    void setToneRole(int role) { m_toneRole = role; }
    void setIconRole(int role) { m_iconRole = role; }
    void setElide(Qt::TextElideMode mode) { m_elide = mode; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    /// The bar of a cell, if it has one: BarRole unless a delegate reads it from elsewhere.
    [[nodiscard]] virtual QVariant bar(const QModelIndex &index) const { return index.data(BarRole); }
    /// Background, selection and the line below; call it first in a delegate of one's own.
    static void paintGround(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index);

private:
    int m_toneRole = ToneRole;
    int m_iconRole = IconRole;
    Qt::TextElideMode m_elide = Qt::ElideMiddle;
};

/// A QTableView as the console has them: rows of 28, no grid, whole rows selected, sorting by a click on the header,
/// columns resizable, Enter and double-click activate, a context menu by right click or `.`; tooltips of elided cells show
/// the whole text. Sized columns are kept by the caller with `columnState`.
class Table : public QTableView {
    Q_OBJECT

public:
    explicit Table(QWidget *parent = nullptr);
    void setDense(bool dense);
    void setModel(QAbstractItemModel *model) override;
    /// Column that takes what is left of the width; -1: none.
    void setStretchColumn(int column);
    /// Height that shows all rows without a scroll bar (for short tables in cards).
    void setFitsRows(bool fits);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void opened(const QModelIndex &index); ///< Enter or double-click
    void contextWanted(const QModelIndex &index, const QPoint &global); ///< right click, menu key or `.`

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void refit();
    bool m_fits = false;
};

} // namespace binnacle::theme

Q_DECLARE_METATYPE(binnacle::theme::BarCell)
