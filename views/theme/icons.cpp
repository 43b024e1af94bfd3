// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/icons.h"

#include "views/theme/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <algorithm>
#include <cmath>

namespace binnacle::theme {
namespace {

/// Paints an icon in the colour of the moment.
class LineIcon final : public QIconEngine {
public:
    LineIcon(QString name, Tone tone) : m_name(std::move(name)), m_tone(tone) { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        paintIcon(*painter, rect, m_name, colour(mode, state), std::min(rect.width(), rect.height()));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return iconPixmap(m_name, colour(mode, state), std::min(size.width(), size.height()), 1);
    }
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        // `size` is in device pixels here.
        return iconPixmap(m_name, colour(mode, state), int(std::min(size.width(), size.height()) / scale), scale);
    }
    QIconEngine *clone() const override { return new LineIcon(m_name, m_tone); }

private:
    [[nodiscard]] QColor colour(QIcon::Mode mode, QIcon::State state) const
    {
        if (mode == QIcon::Disabled)
            return now().disabled;
        return state == QIcon::On ? now().accent : now().tone(m_tone);
    }

    QString m_name;
    Tone m_tone;
};

} // namespace

QIcon icon(const QString &name, Tone tone) { return QIcon(new LineIcon(name, tone)); }

QPixmap iconPixmap(const QString &name, const QColor &colour, int size, qreal devicePixelRatio)
{
    const QString key = QStringLiteral("binnacle/%1/%2/%3/%4").arg(name, colour.name()).arg(size).arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("there is no icon %s", qPrintable(name));
        return {};
    }
    QByteArray text = file.readAll();
    text.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(text);
    pixmap = QPixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, QRectF(0, 0, size, size));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void paintIcon(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour, int size)
{
    const QPixmap pixmap = iconPixmap(name, colour, size, painter.device()->devicePixelRatioF());
    painter.drawPixmap(
        QPointF(std::round(rect.center().x() - size / 2.0), std::round(rect.center().y() - size / 2.0)), pixmap);
}

} // namespace binnacle::theme
