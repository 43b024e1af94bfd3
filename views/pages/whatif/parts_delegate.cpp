// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/parts_delegate.h"

#include "views/models/whatif_model.h"
#include "views/pages/decision_card/score_bars.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace binnacle::pages {

using models::RankedModel;

PartsDelegate::PartsDelegate(const RankedModel *ranked, QObject *parent)
    : RowDelegate(RankedModel::ToneRole, 0, 28, parent), m_ranked(ranked)
{
}

std::pair<std::int64_t, std::int64_t> PartsDelegate::range() const
{
    // The best row sets the scale, so that the rows below it compare at a glance.
    std::int64_t least = 0;
    std::int64_t most = 1;
    if (const auto best = m_ranked->scores(0)) {
        std::int64_t above = 0;
        for (const models::ScorePart &part : best->parts)
            (part.value < 0 ? least : above) += part.value;
        most = std::max(most, above);
    }
    return {least, most};
}

void PartsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (RankedModel::Column(index.column()) != RankedModel::Column::Parts) {
        RowDelegate::paint(painter, option, index);
        return;
    }
    painter->save();
    const QRect cell = paintRow(painter, option, index);
    if (const auto row = m_ranked->scores(index.row())) {
        const auto [least, most] = range();
        ScoreParts::paint(painter, cell.adjusted(0, 5, 0, -5), *row, least, most, false);
    }
    painter->restore();
}

QString PartsDelegate::tipAt(const QRect &cell, int row, int x) const
{
    const auto scores = m_ranked->scores(row);
    if (!scores)
        return {};
    const auto [least, most] = range();
    const int part = ScoreParts::partAt(cell.adjusted(12, 0, -12, -1), *scores, least, most, x);
    return part < 0 ? QString() : ScoreParts::tip(scores->parts[std::size_t(part)]);
}

bool PartsDelegate::helpEvent(
    QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip || RankedModel::Column(index.column()) != RankedModel::Column::Parts)
        return RowDelegate::helpEvent(event, view, option, index);
    const QString words = tipAt(option.rect, index.row(), event->pos().x());
    if (words.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPos(), models::Words::tip(words), view);
    return true;
}

} // namespace binnacle::pages
