// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/decision_card/parts.h"
#include "views/theme/change_flash.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QTreeView>

namespace binnacle::pages {
namespace {

void prepareView(QAbstractItemView *view)
{
    view->setFrameShape(QFrame::NoFrame);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setMouseTracking(true);
    view->setFont(look::font(look::Size::Body));
    view->setAutoFillBackground(false);
    view->viewport()->setAutoFillBackground(false);
    view->setTabKeyNavigation(false);
}

void prepareHeader(QHeaderView *header)
{
    header->setHighlightSections(false);
    header->setSectionsClickable(true);
    header->setFixedHeight(28);
    header->setMinimumSectionSize(36);
    header->setFont(look::font(look::Size::Caption));
    header->setTextElideMode(Qt::ElideRight);
}

} // namespace

RowDelegate::RowDelegate(int toneRole, int signRole, int height, QObject *parent)
    : QStyledItemDelegate(parent), m_toneRole(toneRole), m_signRole(signRole), m_height(height)
{
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(), m_height};
}

QRect RowDelegate::paintRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    QRect row = option.rect;
    const auto *tree = qobject_cast<const QTreeView *>(option.widget);
    if (tree && index.column() == 0 && !index.model()->hasChildren(index))
        row.setLeft(0);
    if (selected)
        painter->fillRect(row, look::accentSoft());
    else if (hovered) {
        QColor soft = look::accentSoft();
        soft.setAlphaF(0.45f);
        painter->fillRect(row, soft);
    }
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    const bool first = index.column() == 0;
    const bool last = view && view->model() && index.column() == view->model()->columnCount() - 1;
    if (selected && first)
        painter->fillRect(QRect(row.left(), row.top(), 2, row.height()), look::accent());
    painter->fillRect(
        QRect(row.left() + (first ? 12 : 0), row.bottom(), row.width() - (first ? 12 : 0) - (last ? 12 : 0), 1),
        look::line());
    theme::ChangeFlash::paint(*painter, option.rect, option.widget, index);
    return option.rect.adjusted(12, 0, -12, -1);
}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    QRect inner = paintRow(painter, option, index);
    const auto tone = models::Tone(index.data(m_toneRole).toInt());
    const QColor ink = look::tone(tone);
    painter->setFont(look::font(look::Size::Body));
    const QChar sign = m_signRole ? index.data(m_signRole).toChar() : QChar();
    if (!sign.isNull()) {
        painter->setPen(ink);
        painter->drawText(QRect(inner.left(), inner.top(), 14, inner.height()), Qt::AlignCenter, sign);
        inner.setLeft(inner.left() + 20);
        painter->setPen(look::text());
    } else {
        painter->setPen(ink);
    }
    const QString text =
        QFontMetrics(painter->font()).elidedText(index.data().toString(), Qt::ElideMiddle, inner.width());
    painter->drawText(inner, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine, text);
    painter->restore();
}

/// Draws header cells in the page's own colours, over the row line.
class RowHeader : public QHeaderView {
public:
    using QHeaderView::QHeaderView;

protected:
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override
    {
        painter->save();
        painter->fillRect(rect, look::surface());
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), look::line());
        painter->setFont(look::font(look::Size::Caption));
        painter->setPen(look::secondary());
        QString text = model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString();
        if (isSortIndicatorShown() && sortIndicatorSection() == logicalIndex)
            text += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
        const QRect inner = rect.adjusted(12, 0, -12, -1);
        const int alignment = model()->headerData(logicalIndex, orientation(), Qt::TextAlignmentRole).toInt();
        painter->drawText(inner, alignment | Qt::TextSingleLine,
            QFontMetrics(painter->font()).elidedText(text, Qt::ElideRight, inner.width()));
        painter->restore();
    }
    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(viewport());
        painter.fillRect(viewport()->rect(), look::surface());
        painter.fillRect(QRect(0, height() - 1, width(), 1), look::line());
        painter.end();
        QHeaderView::paintEvent(event);
    }
};

void prepare(QTableView *view, int rowHeight)
{
    prepareView(view);
    view->setHorizontalHeader(new RowHeader(Qt::Horizontal, view));
    prepareHeader(view->horizontalHeader());
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setCornerButtonEnabled(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setMinimumSectionSize(rowHeight);
    view->verticalHeader()->setDefaultSectionSize(rowHeight);
}

void prepare(QTreeView *view)
{
    prepareView(view);
    view->setHeader(new RowHeader(Qt::Horizontal, view));
    prepareHeader(view->header());
    view->header()->setStretchLastSection(true);
    view->setRootIsDecorated(true);
    view->setUniformRowHeights(false);
    view->setIndentation(16);
    view->setExpandsOnDoubleClick(true);
    view->setAllColumnsShowFocus(true);
}

QString signAndWord(const models::Sign &sign) { return QString(sign.sign) + QLatin1Char(' ') + sign.word; }

} // namespace binnacle::pages
