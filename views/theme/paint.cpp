// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/paint.h"

#include "views/theme/theme.h"

#include <algorithm>

namespace binnacle::theme {

void paintBox(QPainter &painter, const QRectF &rect, const QColor &fill, const QColor &line, qreal radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line.isValid() ? QPen(line, 1) : Qt::NoPen);
    painter.setBrush(fill.isValid() ? QBrush(fill) : Qt::NoBrush);
    const qreal inset = line.isValid() ? 0.5 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void paintHatch(QPainter &painter, const QRectF &rect, const QColor &colour, qreal pitch)
{
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    for (qreal x = rect.left() - rect.height(); x < rect.right(); x += pitch)
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
    painter.restore();
}

void paintCapacityBar(QPainter &painter, const QRectF &rect, double used, double allocated, double limit)
{
    const Tokens &t = now();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, t.background);
    const auto at = [&](double share) { return rect.left() + rect.width() * std::clamp(share, 0.0, 1.0); };
    if (allocated >= 0) {
        QColor soft = t.accent;
        soft.setAlphaF(0.28F);
        painter.fillRect(QRectF(rect.topLeft(), QPointF(at(allocated), rect.bottom())), soft);
    }
    if (used >= 0)
        painter.fillRect(QRectF(rect.topLeft(), QPointF(at(used), rect.bottom())), t.accent);
    if (allocated > 0)
        painter.fillRect(QRectF(std::max(rect.left(), at(allocated) - 2), rect.top(), 2, rect.height()), t.accent);
    painter.setPen(QPen(t.line, 1));
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing); // half a pixel in: at 200 % nothing of the fill may stand outside it
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    if (limit >= 0)
        painter.fillRect(QRectF(at(limit) - 0.75, rect.top() - 2, 1.5, rect.height() + 4), t.warn);
    painter.restore();
}

void paintText(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text,
    const QColor &colour, Qt::TextElideMode elide)
{
    if (rect.width() < 4)
        return;
    painter.setPen(colour);
    const QFontMetricsF metrics(painter.font());
    painter.drawText(rect, int(alignment) | Qt::TextSingleLine, metrics.elidedText(text, elide, rect.width()));
}

void paintFocus(QPainter &painter, const QRectF &rect, qreal radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(now().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius);
    painter.restore();
}

} // namespace binnacle::theme
