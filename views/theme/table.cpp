// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/table.h"

#include "views/theme/change_flash.h"
#include "views/theme/icons.h"
#include "views/theme/paint.h"
#include "views/theme/theme.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

namespace binnacle::theme {

TableDelegate::TableDelegate(QObject *parent) : QStyledItemDelegate(parent) { }

void TableDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const Tokens &t = now();
    const QRect r = option.rect;
    const bool selected = option.state & QStyle::State_Selected;
    if (selected) {
        painter.fillRect(r, t.accentSoft);
        if (option.viewItemPosition == QStyleOptionViewItem::Beginning
            || option.viewItemPosition == QStyleOptionViewItem::OnlyOne)
            painter.fillRect(QRect(r.left(), r.top(), 2, r.height()), t.accent);
    } else if (option.state & QStyle::State_MouseOver) {
        QColor c = t.text;
        c.setAlphaF(0.04F);
        painter.fillRect(r, c);
    }
    Q_UNUSED(index)
    const bool first = option.viewItemPosition == QStyleOptionViewItem::Beginning
        || option.viewItemPosition == QStyleOptionViewItem::OnlyOne;
    const bool last = option.viewItemPosition == QStyleOptionViewItem::End
        || option.viewItemPosition == QStyleOptionViewItem::OnlyOne;
    painter.fillRect(QRect(r.left() + (first ? space::x3 : 0), r.bottom(),
                         r.width() - (first ? space::x3 : 0) - (last ? space::x3 : 0), 1),
        t.line);
}

void TableDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    paintGround(*painter, option, index);
    ChangeFlash::paint(*painter, option.rect, option.widget, index);
    const Tokens &t = now();
    QRectF area = QRectF(option.rect).adjusted(space::x3, 0, -space::x3, 0);
    if (area.width() < 4)
        return;
    const QVariant barValue = bar(index);
    painter->setFont(font(Type::Body, index.data(BoldRole).toBool()));
    if (barValue.isValid()) {
        const auto bar = barValue.value<BarCell>();
        if (!bar.present) {
            paintText(*painter, area, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("–"), t.secondary);
            return;
        }
        const double textWidth = bar.text.isEmpty() ? 0 : 44;
        const double gap = bar.text.isEmpty() ? 0 : space::x2;
        const QRectF box(area.left(), area.center().y() - 6, std::max(area.width() - textWidth - gap, 12.0), 12);
        paintCapacityBar(*painter, box.toAlignedRect(), bar.used, bar.allocated);
        painter->setFont(font(Type::Caption));
        paintText(*painter, QRectF(area.right() - textWidth, area.top(), textWidth, area.height()),
            Qt::AlignRight | Qt::AlignVCenter, bar.text, t.secondary);
        return;
    }
    const QVariant toneValue = index.data(m_toneRole);
    const QColor colour = toneValue.isValid() ? t.tone(Tone(toneValue.toInt())) : t.text;
    const QString iconName = index.data(m_iconRole).toString();
    if (!iconName.isEmpty()) {
        paintIcon(*painter, QRectF(area.left(), area.top(), 16, area.height()), iconName, colour, 16);
        area.setLeft(area.left() + 20);
    }
    const QVariant alignment = index.data(Qt::TextAlignmentRole);
    const Qt::Alignment align = alignment.isValid() ? Qt::Alignment(alignment.toInt()) : Qt::AlignLeft;
    // A sign before the word has the tone; the word itself stays readable as text.
    paintText(*painter, area, (align & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter, index.data().toString(),
        iconName.isEmpty() ? colour : t.text, m_elide);
    if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange))
        paintFocus(*painter, QRectF(option.rect).adjusted(2, 2, -2, -2), 3);
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int icon = index.data(m_iconRole).toString().isEmpty() ? 0 : 20;
    Q_UNUSED(option)
    return {
        QFontMetrics(font(Type::Body)).horizontalAdvance(index.data().toString()) + 2 * space::x3 + icon, rowHeight};
}

Table::Table(QWidget *parent) : QTableView(parent)
{
    setItemDelegate(new TableDelegate(this));
    setFont(theme::font(Type::Body));
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setCornerButtonEnabled(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(16);
    setDense(false);
    QHeaderView *header = horizontalHeader();
    header->setHighlightSections(false);
    header->setFixedHeight(theme::rowHeight);
    header->setSectionsMovable(true);
    header->setFont(theme::font(Type::Caption));
    header->setMinimumSectionSize(32);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(this, &QAbstractItemView::doubleClicked, this, &Table::opened);
}

void Table::setDense(bool dense) { verticalHeader()->setDefaultSectionSize(dense ? denseRowHeight : theme::rowHeight); }

void Table::setModel(QAbstractItemModel *newModel)
{
    QTableView::setModel(newModel);
    if (newModel) {
        connect(newModel, &QAbstractItemModel::rowsInserted, this, &Table::refit);
        connect(newModel, &QAbstractItemModel::rowsRemoved, this, &Table::refit);
        connect(newModel, &QAbstractItemModel::modelReset, this, &Table::refit);
    }
}

void Table::refit()
{
    if (m_fits)
        updateGeometry();
}

void Table::setStretchColumn(int column)
{
    for (int i = 0; model() && i < model()->columnCount(); ++i)
        horizontalHeader()->setSectionResizeMode(i, i == column ? QHeaderView::Stretch : QHeaderView::Interactive);
}

void Table::setFitsRows(bool fits)
{
    m_fits = fits;
    setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    setSizePolicy(QSizePolicy::Expanding, fits ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    updateGeometry();
}

QSize Table::sizeHint() const
{
    if (!m_fits || !model())
        return QTableView::sizeHint();
    return {400, theme::rowHeight + model()->rowCount() * verticalHeader()->defaultSectionSize()};
}

void Table::keyPressEvent(QKeyEvent *event)
{
    const bool open = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (open && currentIndex().isValid()) {
        emit opened(currentIndex());
        return;
    }
    if (event->text() == QLatin1String(".") && currentIndex().isValid()) {
        const QRect r = visualRect(currentIndex());
        emit contextWanted(currentIndex(), viewport()->mapToGlobal(r.bottomLeft()));
        return;
    }
    // Letters belong to the frame (g n, /), not to a search inside the table.
    if (event->modifiers() == Qt::NoModifier && event->text().size() == 1 && event->text().at(0).isPrint()
        && event->key() != Qt::Key_Space) {
        event->ignore();
        return;
    }
    QTableView::keyPressEvent(event);
}

void Table::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    if (!index.isValid())
        return;
    const QPoint at = byKey ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos();
    emit contextWanted(index, at);
}

bool Table::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QModelIndex index = indexAt(help->pos());
        QString text = index.data(Qt::ToolTipRole).toString();
        if (text.isEmpty()) {
            const QString shown = index.data().toString();
            if (fontMetrics().horizontalAdvance(shown) + 2 * space::x3 > visualRect(index).width())
                text = QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(shown.toHtmlEscaped());
        }
        QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QTableView::viewportEvent(event);
}

} // namespace binnacle::theme
