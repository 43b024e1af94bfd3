// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/pods/group_delegate.h"

#include "views/models/pending_model.h"

#include <QMouseEvent>
#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace binnacle::pages {

using models::PendingModel;

GroupDelegate::GroupDelegate(QTreeView *view) : RowDelegate(PendingModel::ToneRole, 0, 28, view) { }

QString GroupDelegate::buttonWords(const QModelIndex &group)
{
    return PendingModel::Action(group.data(PendingModel::ActionRole).toInt()) == PendingModel::Action::Approvals
        ? tr("Approvals")
        : tr("What if…");
}

QRect GroupDelegate::buttonRect(const QRect &row, const QModelIndex &group) const
{
    Q_UNUSED(group)
    const QFontMetrics metrics(look::font(look::Size::Body)); // one width, so that what stands before them lines up
    const int width =
        std::max(metrics.horizontalAdvance(tr("Approvals")), metrics.horizontalAdvance(tr("What if…"))) + 32;
    return {row.right() - 12 - width, row.top() + (row.height() - 28) / 2, width, 28};
}

QSize GroupDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return index.data(PendingModel::GroupRole).toBool() ? QSize(200, 48) : RowDelegate::sizeHint(option, index);
}

void GroupDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (!index.data(PendingModel::GroupRole).toBool()) {
        RowDelegate::paint(painter, option, index);
        return;
    }
    if (index.column() != 0)
        return;
    painter->save();
    const QRect row = option.rect;
    if (option.state & QStyle::State_Selected)
        painter->fillRect(row, look::accentSoft());
    painter->fillRect(QRect(0, row.bottom(), row.right() + 1, 1), look::line());
    const QRect button = buttonRect(row, index);
    const int right = m_compact ? row.right() - 8 : button.left() - 12;
    const QRect inner(row.left() + 8, row.top() + 5, right - row.left() - 8, row.height() - 10);
    const int count = index.data(PendingModel::CountRole).toInt();
    const QString pods = tr("%Ln pods", nullptr, int(count));
    painter->setFont(look::font(look::Size::Body));
    const int countWidth = QFontMetrics(painter->font()).horizontalAdvance(pods);
    painter->setPen(look::secondary());
    painter->drawText(
        QRect(inner.right() - countWidth, inner.top(), countWidth, 20), Qt::AlignVCenter | Qt::AlignRight, pods);
    painter->setFont(look::font(look::Size::Body, true));
    painter->setPen(look::text());
    const QString title = index.data().toString();
    painter->drawText(QRect(inner.left(), inner.top(), inner.width() - countWidth - 12, 20),
        int(Qt::AlignVCenter) | Qt::TextSingleLine,
        QFontMetrics(painter->font()).elidedText(title, Qt::ElideRight, inner.width() - countWidth - 12));

    const QString oldest = index.data(PendingModel::OldestRole).toString();
    const QString change = index.data(PendingModel::ChangeRole).toString();
    const QString node = index.data(PendingModel::ChangeNodeRole).toString();
    QString words = tr("longest wait %1").arg(oldest);
    if (!change.isEmpty() && !m_compact)
        words += tr(" · smallest change: %1, on %2").arg(change, node);
    painter->setFont(look::font(look::Size::Caption));
    painter->setPen(look::secondary());
    painter->drawText(QRect(inner.left(), inner.top() + 20, inner.width(), 18),
        int(Qt::AlignVCenter) | Qt::TextSingleLine,
        QFontMetrics(painter->font()).elidedText(words, Qt::ElideRight, inner.width()));
    if (!m_compact) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(look::line());
        painter->setBrush(look::raised());
        painter->drawRoundedRect(QRectF(button).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        painter->setFont(look::font(look::Size::Body));
        painter->setPen(look::text());
        painter->drawText(button, Qt::AlignCenter, buttonWords(index));
    }
    painter->restore();
}

bool GroupDelegate::editorEvent(
    QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (!m_compact && event->type() == QEvent::MouseButtonRelease && index.data(PendingModel::GroupRole).toBool()) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() == Qt::LeftButton && buttonRect(option.rect, index).contains(mouse->position().toPoint())) {
            emit acted(index);
            return true;
        }
    }
    return RowDelegate::editorEvent(event, model, option, index);
}

} // namespace binnacle::pages
