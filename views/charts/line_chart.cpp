// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/charts/line_chart.h"

#include "views/charts/sparkline.h"
#include "views/theme/paint.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QDateTime>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace binnacle::charts {
namespace {

/// 1, 2 or 5 times a power of ten, so that about `lines` steps cover `span`.
double niceStep(double span, int lines)
{
    const double raw = span / std::max(lines, 1);
    const double power = std::pow(10.0, std::floor(std::log10(std::max(raw, 1e-12))));
    for (const double m : {1.0, 2.0, 5.0, 10.0}) {
        if (m * power >= raw)
            return m * power;
    }
    return 10 * power;
}

QDateTime local(double seconds) { return QDateTime::fromMSecsSinceEpoch(qint64(seconds * 1000)); }

QColor colourOf(const ChartSeries &series)
{
    return series.series < 0 ? theme::now().accent : theme::seriesLine(theme::scheme(), series.series);
}

} // namespace

LineChart::LineChart(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    setFont(theme::font(theme::Type::Caption));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LineChart::setTitle(const QString &title)
{
    m_title = title;
    describe();
    update();
}

void LineChart::setUnit(const QString &unit, int decimals)
{
    m_unit = unit;
    m_decimals = decimals;
    update();
}

void LineChart::setSeries(std::vector<ChartSeries> series)
{
    m_series = std::move(series);
    describe();
    update();
}

void LineChart::setCeiling(std::optional<double> value, const QString &name)
{
    m_ceiling = value;
    m_ceilingName = name;
    update();
}

void LineChart::setNoSource(const QString &words)
{
    m_noSource = words;
    describe();
    update();
}

void LineChart::describe()
{
    setAccessibleName(m_title);
    QStringList words;
    if (!m_noSource.isEmpty())
        words << m_noSource;
    for (const ChartSeries &s : m_series) {
        for (auto v = s.value.rbegin(); v != s.value.rend(); ++v) {
            if (std::isfinite(*v)) {
                words << s.name + QLatin1Char(' ') + QLocale().toString(*v, 'f', m_decimals) + QLatin1Char(' ')
                        + m_unit;
                break;
            }
        }
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
}

QRectF LineChart::plot() const
{
    const Axis axis = valueAxis();
    const QString widest = QLocale().toString(axis.high, 'f', axis.step < 1 ? m_decimals : 0);
    const double left = std::max(28.0, QFontMetricsF(font()).horizontalAdvance(widest) + 10);
    return QRectF(rect()).adjusted(left, 38, -6, -18);
}

std::pair<double, double> LineChart::span() const
{
    if (m_from && m_to)
        return {*m_from, *m_to};
    double from = INFINITY;
    double to = -INFINITY;
    for (const ChartSeries &s : m_series) {
        if (!s.at.empty()) {
            from = std::min(from, s.at.front());
            to = std::max(to, s.at.back());
        }
    }
    if (!(from < to)) {
        const double now = double(QDateTime::currentSecsSinceEpoch());
        return {now - 3600, now};
    }
    return {from, to};
}

LineChart::Axis LineChart::valueAxis() const
{
    const auto [from, to] = span();
    double high = m_ceiling.value_or(0);
    for (const ChartSeries &s : m_series) {
        for (std::size_t i = 0; i < s.at.size() && i < s.value.size(); ++i) {
            if (s.at[i] >= from && s.at[i] <= to && std::isfinite(s.value[i]))
                high = std::max(high, s.value[i]);
        }
    }
    Axis axis;
    if (high <= 0)
        high = 1;
    axis.step = niceStep(high, std::max(2, int((height() - 56) / 36)));
    axis.high = std::ceil(high / axis.step - 1e-9) * axis.step;
    return axis;
}

double LineChart::timeAt(double x) const
{
    const QRectF box = plot();
    const auto [from, to] = span();
    return from + (to - from) * std::clamp((x - box.left()) / std::max(box.width(), 1.0), 0.0, 1.0);
}

std::optional<double> LineChart::valueAt(const ChartSeries &series, double time)
{
    if (series.at.empty())
        return std::nullopt;
    const auto next = std::lower_bound(series.at.begin(), series.at.end(), time);
    auto i = std::size_t(next - series.at.begin());
    if (i == series.at.size() || (i > 0 && time - series.at[i - 1] < series.at[i] - time))
        --i;
    if (i >= series.value.size() || !std::isfinite(series.value[i]))
        return std::nullopt;
    return series.value[i];
}

void LineChart::paintAxes(QPainter &painter, const QRectF &box, const Axis &axis) const
{
    const theme::Tokens &t = theme::now();
    painter.setFont(font());
    for (double v = 0; v <= axis.high + axis.step / 2; v += axis.step) {
        const double y = box.bottom() - (v - axis.low) / (axis.high - axis.low) * box.height();
        painter.fillRect(QRectF(box.left(), std::round(y), box.width(), 1), t.line);
        painter.setPen(t.secondary);
        painter.drawText(QRectF(0, y - 8, box.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
            QLocale().toString(v, 'f', axis.step < 1 ? m_decimals : 0));
    }
    const auto [from, to] = span();
    const double candidates[] = {10, 30, 60, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400};
    double step = candidates[std::size(candidates) - 1];
    for (const double c : candidates) {
        if ((to - from) / c * 64 <= box.width()) {
            step = c;
            break;
        }
    }
    const QString form = step < 60 ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm");
    const double zone = double(local(from).offsetFromUtc());
    for (double at = std::ceil((from + zone) / step) * step - zone; at <= to; at += step) {
        const double x = box.left() + (at - from) / (to - from) * box.width();
        const double half = 26;
        painter.setPen(t.secondary);
        painter.drawText(QRectF(std::clamp(x - half, 0.0, width() - 2 * half), box.bottom() + 2, 2 * half, 16),
            Qt::AlignCenter, local(at).toString(form));
    }
}

void LineChart::paintSeries(QPainter &painter, const QRectF &box, const Axis &axis, const ChartSeries &series) const
{
    const auto [from, to] = span();
    const QColor line = colourOf(series);
    QColor soft = line;
    soft.setAlphaF(0.16F);
    QPainterPath path;
    QPointF start;
    QPointF last;
    bool open = false;
    const auto close = [&] {
        if (!open)
            return;
        painter.strokePath(path, QPen(line, 1.5));
        if (series.area) {
            path.lineTo(last.x(), box.bottom());
            path.lineTo(start.x(), box.bottom());
            path.closeSubpath();
            painter.fillPath(path, soft);
        }
        open = false;
    };
    painter.save();
    painter.setClipRect(box.adjusted(-1, -2, 1, 1));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < series.at.size() && i < series.value.size(); ++i) {
        if (!std::isfinite(series.value[i])) {
            close();
            continue;
        }
        const QPointF p(box.left() + (series.at[i] - from) / (to - from) * box.width(),
            box.bottom() - (series.value[i] - axis.low) / (axis.high - axis.low) * box.height());
        if (!open) {
            path = QPainterPath(p);
            start = p;
            open = true;
        } else {
            if (series.steps)
                path.lineTo(p.x(), last.y());
            path.lineTo(p);
        }
        last = p;
    }
    close();
    painter.restore();
}

void LineChart::paintCrosshair(QPainter &painter, const QRectF &box, const Axis &axis) const
{
    if (!m_cross)
        return;
    const theme::Tokens &t = theme::now();
    const auto [from, to] = span();
    const double x = box.left() + (*m_cross - from) / (to - from) * box.width();
    painter.fillRect(QRectF(std::round(x), box.top(), 1, box.height()), t.secondary);
    QStringList names{local(*m_cross).toString(QStringLiteral("HH:mm:ss"))};
    QStringList values{QString()};
    for (const ChartSeries &s : m_series) {
        const auto v = valueAt(s, *m_cross);
        names << s.name;
        values << (v ? QLocale().toString(*v, 'f', m_decimals) + QLatin1Char(' ') + m_unit : tr("no value"));
        if (v) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(t.surface, 1));
            painter.setBrush(colourOf(s));
            painter.drawEllipse(
                QPointF(x, box.bottom() - (*v - axis.low) / (axis.high - axis.low) * box.height()), 3.5, 3.5);
        }
    }
    painter.setFont(font());
    const QFontMetrics metrics(font());
    int nameWidth = 0;
    int valueWidth = 0;
    for (int i = 0; i < names.size(); ++i) {
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(names[i]));
        valueWidth = std::max(valueWidth, metrics.horizontalAdvance(values[i]));
    }
    const double width = nameWidth + valueWidth + 40;
    const double left = x + 12 + width < box.right() ? x + 10 : x - 10 - width;
    const QRectF card(std::max(left, 0.0), box.top() + 2, width, names.size() * 16.0 + 10);
    theme::paintBox(painter, card, t.raised, t.line, 4);
    for (int i = 0; i < names.size(); ++i) {
        const QRectF row(card.left() + 8, card.top() + 5 + i * 16, card.width() - 16, 16);
        if (i > 0)
            painter.fillRect(QRectF(row.left(), row.center().y() - 1, 8, 2), colourOf(m_series[std::size_t(i) - 1]));
        painter.setPen(i > 0 ? t.text : t.secondary);
        painter.drawText(row.adjusted(i > 0 ? 14 : 0, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, names[i]);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, values[i]);
    }
}

void LineChart::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.setFont(theme::font(theme::Type::Body, true));
    painter.setPen(t.text);
    painter.drawText(QRectF(0, 0, width(), 20), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const int titleWidth = painter.fontMetrics().horizontalAdvance(m_title);
    painter.setFont(font());
    painter.setPen(t.secondary);
    painter.drawText(QRectF(titleWidth + 8, 1, 120, 20), Qt::AlignLeft | Qt::AlignVCenter, m_unit);
    if (!m_noSource.isEmpty()) {
        const QRectF box = QRectF(rect()).adjusted(0, 26, 0, -2);
        paintNoSource(painter, box, m_noSource);
        theme::paintBox(painter, box, QColor(), t.line, 2);
        return;
    }
    // Legend, at the right of the title's line.
    double x = width();
    for (auto s = m_series.rbegin(); s != m_series.rend(); ++s) {
        const double w = painter.fontMetrics().horizontalAdvance(s->name);
        x -= w;
        painter.setPen(t.secondary);
        painter.drawText(QRectF(x, 1, w + 1, 20), Qt::AlignLeft | Qt::AlignVCenter, s->name);
        painter.fillRect(QRectF(x - 14, 10, 10, 2), colourOf(*s));
        x -= 26;
    }
    const Axis axis = valueAxis();
    const QRectF box = plot();
    paintAxes(painter, box, axis);
    if (m_ceiling) {
        const double y = box.bottom() - *m_ceiling / axis.high * box.height();
        painter.setPen(QPen(t.secondary, 1, Qt::DashLine));
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        painter.drawText(QRectF(box.left(), y - 17, box.width(), 16), Qt::AlignRight | Qt::AlignVCenter, m_ceilingName);
    }
    for (const ChartSeries &s : m_series)
        paintSeries(painter, box, axis, s);
    if (m_drag) {
        QColor soft = t.accent;
        soft.setAlphaF(0.15F);
        painter.fillRect(
            QRectF(QPointF(m_drag->x(), box.top()), QPointF(m_dragEnd.x(), box.bottom())).normalized(), soft);
    } else {
        paintCrosshair(painter, box, axis);
    }
    if (hasFocus())
        theme::paintFocus(painter, rect(), 3);
}

void LineChart::zoom(double from, double to)
{
    if (to - from < 2)
        return;
    m_from = from;
    m_to = to;
    update();
}

void LineChart::resetZoom()
{
    m_from.reset();
    m_to.reset();
    update();
}

QString LineChart::csv() const
{
    const auto [from, to] = span();
    const auto quoted = [](QString text) {
        return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
    };
    QString out = QStringLiteral("time");
    std::vector<double> times;
    for (const ChartSeries &s : m_series) {
        out += QLatin1Char(',')
            + quoted(m_unit.isEmpty() ? s.name : s.name + QStringLiteral(" (") + m_unit + QLatin1Char(')'));
        times.insert(times.end(), s.at.begin(), s.at.end());
    }
    out += QLatin1Char('\n');
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    for (const double at : times) {
        if (at < from || at > to)
            continue;
        out += local(at).toUTC().toString(Qt::ISODateWithMs);
        for (const ChartSeries &s : m_series) {
            const auto i = std::size_t(std::lower_bound(s.at.begin(), s.at.end(), at) - s.at.begin());
            const bool there = i < s.at.size() && s.at[i] == at && i < s.value.size() && std::isfinite(s.value[i]);
            out += QLatin1Char(',');
            if (there)
                out += QString::number(s.value[i], 'g', 10);
        }
        out += QLatin1Char('\n');
    }
    return out;
}

QPixmap LineChart::picture()
{
    const auto cross = m_cross;
    m_cross.reset();
    QPixmap pixmap(size() * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(theme::now().surface);
    render(&pixmap, QPoint(), QRegion(), DrawChildren);
    m_cross = cross;
    return pixmap;
}

void LineChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_noSource.isEmpty())
        return;
    m_drag = event->pos();
    m_dragEnd = event->pos();
}

void LineChart::mouseMoveEvent(QMouseEvent *event)
{
    if (m_drag)
        m_dragEnd = event->pos();
    m_cross = timeAt(event->position().x());
    update();
}

void LineChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_drag)
        return;
    const QPoint from = *m_drag;
    m_drag.reset();
    if (std::abs(event->pos().x() - from.x()) > 6) {
        const double a = timeAt(from.x());
        const double b = timeAt(event->pos().x());
        zoom(std::min(a, b), std::max(a, b));
    }
    update();
}

void LineChart::mouseDoubleClickEvent(QMouseEvent *)
{
    m_drag.reset();
    resetZoom();
}

void LineChart::keyPressEvent(QKeyEvent *event)
{
    const auto [from, to] = span();
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        const double step = (to - from) / 60 * (event->key() == Qt::Key_Left ? -1 : 1);
        m_cross = std::clamp(m_cross.value_or(to) + step, from, to);
        update();
    } else if (event->key() == Qt::Key_Home) {
        resetZoom();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void LineChart::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy as PNG"), this, [this] { QGuiApplication::clipboard()->setPixmap(picture()); });
    menu->addAction(tr("Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(csv()); });
    menu->addAction(tr("Reset zoom"), this, &LineChart::resetZoom)->setEnabled(zoomed());
    menu->popup(event->globalPos());
}

void LineChart::leaveEvent(QEvent *)
{
    m_cross.reset();
    update();
}

} // namespace binnacle::charts
