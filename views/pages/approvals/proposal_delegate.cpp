// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/approvals/proposal_delegate.h"

#include "views/models/proposal_model.h"
#include "views/pages/decision_card/look.h"

#include <QPainter>

namespace binnacle::pages {

using models::ProposalModel;
using models::Tone;

ProposalDelegate::ProposalDelegate(int height, QObject *parent) : QStyledItemDelegate(parent), m_height(height) { }

QSize ProposalDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {option.rect.width(), m_height};
}

void ProposalDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    const QRect row = option.rect;
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(row, look::accentSoft());
        painter->fillRect(QRect(row.left(), row.top(), 2, row.height()), look::accent());
    }
    painter->fillRect(row.adjusted(12, row.height() - 1, -12, 0), look::line());
    const QRect inner = row.adjusted(12, 6, -12, -6);
    const auto line = [&](int y, const QString &left, const QColor &leftInk, bool bold, const QString &right,
                          const QColor &rightInk, look::Size size) {
        painter->setFont(look::font(size));
        const QFontMetrics small(painter->font());
        const int rightWidth = small.horizontalAdvance(right);
        painter->setPen(rightInk);
        painter->drawText(QRect(inner.right() - rightWidth, inner.top() + y, rightWidth + 1, 20),
            Qt::AlignVCenter | Qt::AlignRight, right);
        painter->setFont(look::font(size, bold));
        painter->setPen(leftInk);
        const int leftWidth = inner.width() - rightWidth - 12;
        painter->drawText(QRect(inner.left(), inner.top() + y, leftWidth, 20),
            int(Qt::AlignVCenter) | Qt::TextSingleLine,
            QFontMetrics(painter->font()).elidedText(left, Qt::ElideMiddle, leftWidth));
    };
    const QString countdown = index.data(ProposalModel::CountdownRole).toString();
    const QString state = index.data(ProposalModel::SignRole).toString() + QLatin1Char(' ')
        + index.data(ProposalModel::WordRole).toString();
    const QColor stateInk = look::tone(Tone(index.data(ProposalModel::ToneRole).toInt()));
    const QColor urgent = look::tone(index.data(ProposalModel::UrgentRole).toBool() ? Tone::Bad : Tone::Warn);
    const bool tall = m_height > 60;
    line(0, index.data(ProposalModel::TitleRole).toString(), look::text(), tall,
        countdown.isEmpty() ? state : countdown, countdown.isEmpty() ? stateInk : urgent, look::Size::Body);
    if (tall) {
        line(20, index.data(ProposalModel::DetailRole).toString(), look::text(), false, {}, look::secondary(),
            look::Size::Body);
        line(40, index.data(ProposalModel::SureRole).toString(), look::secondary(), false, {}, look::secondary(),
            look::Size::Caption);
    } else {
        line(17, index.data(ProposalModel::DetailRole).toString(), look::secondary(), false,
            index.data(ProposalModel::WhenRole).toString() + QStringLiteral(" · ")
                + index.data(ProposalModel::ByRole).toString(),
            look::secondary(), look::Size::Caption);
    }
    painter->restore();
}

} // namespace binnacle::pages
