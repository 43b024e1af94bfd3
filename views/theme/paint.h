// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QString>

namespace binnacle::theme {

/// A rounded box with a one-pixel line, crisp at any scale. An invalid colour leaves that part out.
void paintBox(QPainter &painter, const QRectF &rect, const QColor &fill, const QColor &line, qreal radius = 6);
/// Diagonal hatching: "no source", "no data".
void paintHatch(QPainter &painter, const QRectF &rect, const QColor &colour, qreal pitch = 5);
/// A bar of used ▏allocated ▏capacity: capacity an outline, allocated the accent at 28 % with a 2-px edge, used the solid
/// accent. Shares are 0..1; negative `used` or `allocated`: unknown and not drawn; negative `limit`: no limit tick.
void paintCapacityBar(QPainter &painter, const QRectF &rect, double used, double allocated, double limit = -1);
/// One line of plain text, elided in the middle when `rect` is too narrow.
void paintText(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text,
    const QColor &colour, Qt::TextElideMode elide = Qt::ElideMiddle);
/// The ring of keyboard focus.
void paintFocus(QPainter &painter, const QRectF &rect, qreal radius = 6);

} // namespace binnacle::theme
