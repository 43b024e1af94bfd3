// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/tokens.h"

#include <QIcon>
#include <QPixmap>
#include <QString>

class QPainter;
class QRectF;

namespace binnacle::theme {

/// A line icon of resources/icons by name ("nodes", "check"), crisp at any scale, in the tone's colour of the scheme in
/// force when it is painted: a switch of scheme needs no new icon.
[[nodiscard]] QIcon icon(const QString &name, Tone tone = Tone::Quiet);
/// The icon as pixels, `size` logical pixels wide.
[[nodiscard]] QPixmap iconPixmap(const QString &name, const QColor &colour, int size, qreal devicePixelRatio);
/// Paints it centred in `rect`, `size` logical pixels wide.
void paintIcon(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour, int size = 16);

} // namespace binnacle::theme
