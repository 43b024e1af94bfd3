// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/charts/sparkline.h"

#include "views/theme/paint.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace binnacle::charts {

void paintSparkline(
    QPainter &painter, const QRectF &rect, const std::vector<double> &values, const QColor &line, bool area)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (const double v : values) {
        if (std::isfinite(v)) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    }
    if (!(low <= high))
        return;
    const double span = high - low > 1e-12 ? high - low : 1;
    const QRectF box = rect.adjusted(1, 3, -4, -2);
    const auto point = [&](std::size_t i) {
        const double x = values.size() > 1 ? double(i) / double(values.size() - 1) : 1;
        const double y = high - low > 1e-12 ? (values[i] - low) / span : 0.5;
        return QPointF(box.left() + x * box.width(), box.bottom() - y * box.height());
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor soft = line;
    soft.setAlphaF(0.12F);
    QPainterPath path;
    QPointF start;
    QPointF last;
    bool open = false;
    const auto close = [&] {
        if (!open)
            return;
        painter.strokePath(path, QPen(line, 1.5));
        if (area) {
            path.lineTo(last.x(), box.bottom() + 2);
            path.lineTo(start.x(), box.bottom() + 2);
            path.closeSubpath();
            painter.fillPath(path, soft);
        }
        open = false;
    };
    // No more points than pixels: thousands of samples cost the same as a hundred.
    const std::size_t step = std::max<std::size_t>(1, values.size() / std::size_t(std::max(box.width() / 1.5, 8.0)));
    for (std::size_t i = 0; i < values.size(); i += step) {
        if (i + step >= values.size())
            i = values.size() - 1;
        if (!std::isfinite(values[i])) {
            close();
            continue;
        }
        last = point(i);
        if (!open) {
            path = QPainterPath(last);
            start = last;
            open = true;
        } else {
            path.lineTo(last);
        }
    }
    const bool endsHere = open;
    close();
    if (endsHere) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(line);
        painter.drawEllipse(last, 2, 2);
    }
    painter.restore();
}

void paintNoSource(QPainter &painter, const QRectF &rect, const QString &words)
{
    const theme::Tokens &t = theme::now();
    theme::paintHatch(painter, rect, t.line, 6);
    if (words.isEmpty())
        return;
    painter.setFont(theme::font(theme::Type::Caption));
    const double width = std::min(painter.fontMetrics().horizontalAdvance(words) + 12.0, rect.width());
    const QRectF plate(rect.center().x() - width / 2, rect.center().y() - 9, width, 18);
    painter.fillRect(plate, t.surface);
    theme::paintText(painter, plate, Qt::AlignCenter, words, t.secondary, Qt::ElideRight);
}

Sparkline::Sparkline(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumHeight(20);
}

void Sparkline::setValues(std::vector<double> values)
{
    m_values = std::move(values);
    update();
}

void Sparkline::setEmptyWords(const QString &words)
{
    m_empty = words;
    update();
}

void Sparkline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const bool any = std::any_of(m_values.begin(), m_values.end(), [](double v) { return std::isfinite(v); });
    if (any)
        paintSparkline(painter, rect(), m_values, theme::now().accent, m_area);
    else
        paintNoSource(painter, rect(), m_empty);
}

CapacityBar::CapacityBar(QWidget *parent) : QWidget(parent)
{
    setFixedHeight(8);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CapacityBar::set(double used, double allocated)
{
    m_used = used;
    m_allocated = allocated;
    update();
}

void CapacityBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    theme::paintCapacityBar(painter, rect(), m_used, m_allocated);
}

StackedBar::StackedBar(QWidget *parent) : QWidget(parent)
{
    setFixedHeight(20);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StackedBar::setParts(std::vector<Part> parts, double whole)
{
    m_parts = std::move(parts);
    m_whole = whole;
    QStringList words;
    for (const Part &part : m_parts)
        words << part.name + QLatin1Char(' ') + QLocale().toString(part.value, 'f', 1);
    setAccessibleName(words.join(QStringLiteral(", ")));
    update();
}

double StackedBar::scale() const
{
    double sum = m_whole;
    if (sum <= 0) {
        for (const Part &part : m_parts)
            sum += std::max(part.value, 0.0);
    }
    return sum > 0 ? width() / sum : 0;
}

void StackedBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const double per = scale();
    double x = 0;
    painter.setFont(theme::font(theme::Type::Caption));
    for (const Part &part : m_parts) {
        const double w = std::max(part.value, 0.0) * per;
        const QRectF box(x, 0, w, height());
        painter.fillRect(box.adjusted(0, 0, -1, 0), theme::seriesFill(theme::scheme(), part.series));
        const QString value = QLocale().toString(part.value, 'f', 1);
        if (painter.fontMetrics().horizontalAdvance(value) + 8 < w) {
            painter.setPen(theme::seriesText());
            painter.drawText(box.adjusted(4, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, value);
        }
        x += w;
    }
}

bool StackedBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    double x = 0;
    for (const Part &part : m_parts) {
        x += std::max(part.value, 0.0) * scale();
        if (help->pos().x() < x) {
            QToolTip::showText(help->globalPos(),
                QStringLiteral("<p>%1</p>")
                    .arg((part.name + QLatin1Char(' ') + QLocale().toString(part.value, 'f', 1)).toHtmlEscaped()),
                this);
            break;
        }
    }
    return true;
}

} // namespace binnacle::charts
