// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/charts/heat_map.h"

#include "views/theme/paint.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace binnacle::charts {
namespace {

constexpr int kPitches[] = {16, 12, 8};
constexpr int kRegionLine = 24;
constexpr int kPoolLine = 17;
constexpr int kGap = 16;

/// Painted side of a cell, by class of capacity: 14, 12, 10 or 7 at pitch 16.
int side(int pitch, int size)
{
    if (pitch == 8)
        return 7;
    static constexpr int at16[] = {14, 12, 10, 7};
    const int full = at16[std::clamp(size, 0, 3)];
    return pitch == 16 ? full : std::max(5, full - 3);
}

} // namespace

void paintHeatCell(QPainter &painter, const QRect &square, const HeatCell &cell, bool small)
{
    const theme::Tokens &t = theme::now();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (cell.notReady) {
        painter.setPen(QPen(t.bad, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(square.adjusted(0, 0, -1, -1));
        const QRect inner = square.adjusted(2, 2, -3, -3);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.topRight(), inner.bottomLeft());
        return;
    }
    if (!std::isfinite(cell.value)) {
        painter.setPen(QPen(t.secondary, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(square.adjusted(0, 0, -1, -1));
        if (!small)
            theme::paintHatch(painter, square.adjusted(1, 1, -1, -1), t.secondary, 3);
    } else {
        painter.fillRect(square, theme::heat(theme::scheme(), cell.value));
    }
    if (cell.hot) {
        // A cut corner in the ground's colour, edged with bad.
        const int cut = std::max(3, square.width() / 3);
        const QPoint corner = square.topRight() + QPoint(1, 0);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.background);
        const QPoint points[] = {corner, corner - QPoint(cut, 0), corner + QPoint(0, cut)};
        painter.drawPolygon(points, 3);
        painter.setPen(QPen(t.bad, 1.2));
        painter.drawLine(points[1], points[2]);
    }
    if (cell.cordoned) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(t.background, 3));
        painter.drawLine(square.bottomLeft(), square.topRight());
        painter.setPen(QPen(t.text, 1.2));
        painter.drawLine(square.bottomLeft(), square.topRight());
    }
    if (cell.marked) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.background, 1));
        painter.drawRect(square.adjusted(1, 1, -2, -2));
        painter.setPen(QPen(t.accent, 1));
        painter.drawRect(square.adjusted(0, 0, -1, -1));
    }
    if (cell.isNew) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.background);
        painter.drawEllipse(QPointF(square.center()) + QPointF(0.5, 0.5), 2.4, 2.4);
        painter.setBrush(t.accent);
        painter.drawEllipse(QPointF(square.center()) + QPointF(0.5, 0.5), 1.4, 1.4);
    }
}

HeatMap::HeatMap(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setFont(theme::font(theme::Type::Caption));
    m_cardDelay.setSingleShot(true);
    m_cardDelay.setInterval(150);
    connect(&m_cardDelay, &QTimer::timeout, this, [this] {
        if (m_hover.isEmpty() || m_dragging)
            return;
        const QRect r = cellRect(m_hover);
        m_cardShown = true;
        emit cardWanted(m_hover, QRect(mapToGlobal(r.topLeft()), r.size()));
    });
}

void HeatMap::setRegions(std::vector<HeatRegion> regions)
{
    m_places.clear();
    m_index.clear();
    for (HeatRegion &region : regions) {
        for (HeatZone &zone : region.zones) {
            for (HeatPool &pool : zone.pools) {
                for (HeatCell &cell : pool.cells) {
                    m_index.insert(cell.key, int(m_places.size()));
                    m_places.push_back({cell, {}, 0});
                }
            }
        }
    }
    m_regions = std::move(regions);
    for (auto key = m_selection.begin(); key != m_selection.end();)
        key = m_index.contains(*key) ? std::next(key) : m_selection.erase(key);
    if (!m_index.contains(m_current))
        m_current.clear();
    fit(parentWidget() ? parentWidget()->size() : size());
    update();
}

bool HeatMap::setCell(const HeatCell &cell)
{
    const auto found = m_index.constFind(cell.key);
    if (found == m_index.constEnd())
        return false;
    Place &place = m_places[std::size_t(*found)];
    if (place.cell == cell
        || (std::isnan(place.cell.value) && std::isnan(cell.value) && place.cell.hot == cell.hot
            && place.cell.notReady == cell.notReady && place.cell.cordoned == cell.cordoned
            && place.cell.size == cell.size))
        return true;
    place.cell = cell;
    repaintSoon(QRect(place.at, QSize(m_pitch, m_pitch)).adjusted(-2, -2, 2, 2));
    return true;
}

/// One rectangle over all cells that change in a turn of the event loop: Qt's region of thousands of them would cost far
/// more than painting what lies between.
void HeatMap::repaintSoon(const QRect &rect)
{
    if (m_dirty.isNull())
        QMetaObject::invokeMethod(
            this, [this] { update(std::exchange(m_dirty, {})); }, Qt::QueuedConnection);
    m_dirty |= rect;
}

void HeatMap::setNote(std::size_t region, const QString &note)
{
    if (region >= m_headings.size() || m_headings[region].note == note)
        return;
    m_headings[region].note = note;
    m_regions[region].note = note;
    update(0, m_headings[region].y, width(), kRegionLine);
}

void HeatMap::fit(const QSize &viewport)
{
    const int width = std::max(viewport.width(), 200);
    int height = 0;
    for (const int pitch : kPitches) {
        m_pitch = pitch;
        height = layOut(width, pitch);
        if (height <= viewport.height())
            break;
    }
    setMinimumHeight(height);
    resize(width, std::max(height, viewport.height()));
    update();
}

int HeatMap::layOut(int width, int pitch)
{
    m_blocks.clear();
    m_headings.clear();
    int y = 0;
    std::size_t next = 0;
    for (const HeatRegion &region : m_regions) {
        m_headings.push_back({region.name, region.note, y});
        y += kRegionLine;
        const int zones = std::max<int>(1, int(region.zones.size()));
        const int columnWidth = (width - (zones - 1) * kGap) / zones;
        int bottom = y;
        for (int z = 0; z < int(region.zones.size()); ++z) {
            const QRect column(z * (columnWidth + kGap), y, columnWidth, 0);
            bottom = std::max(bottom, layOutZone(region.zones[std::size_t(z)], column, pitch, next));
        }
        y = bottom + (pitch == 16 ? 12 : 6);
    }
    return y;
}

int HeatMap::layOutZone(const HeatZone &zone, const QRect &column, int pitch, std::size_t &next)
{
    // Small pools stand side by side, as words in a line; a large one takes the whole width.
    const QFontMetrics metrics(font());
    int x = column.left();
    int y = column.top();
    int lineHeight = 0;
    bool first = true;
    for (const HeatPool &pool : zone.pools) {
        const int count = int(pool.cells.size());
        QString label = QStringLiteral("%1 %2").arg(pool.name, QLocale().toString(count));
        if (first)
            label = zone.name + QStringLiteral(" · ") + label;
        first = false;
        const int wanted = std::max(count * pitch, metrics.horizontalAdvance(label) + 44);
        const int width = wanted > column.width() * 3 / 5 ? column.width() : wanted;
        if (x > column.left() && x + width > column.right() + 1) {
            x = column.left();
            y += lineHeight + 2;
            lineHeight = 0;
        }
        const int columns = std::max(1, width / pitch);
        const int rows = (count + columns - 1) / columns;
        const int block = int(m_blocks.size());
        m_blocks.push_back({label, QRect(x, y, width, kPoolLine + rows * pitch), int(next), count, columns});
        for (int i = 0; i < count; ++i, ++next) {
            m_places[next].at = QPoint(x + (i % columns) * pitch, y + kPoolLine + (i / columns) * pitch);
            m_places[next].block = block;
        }
        lineHeight = std::max(lineHeight, kPoolLine + rows * pitch);
        x += width + kGap;
    }
    return y + lineHeight + 2;
}

QRect HeatMap::painted(const Place &place) const
{
    const int s = side(m_pitch, place.cell.size);
    const int inset = (m_pitch - s) / 2;
    return {place.at + QPoint(inset, inset), QSize(s, s)};
}

QString HeatMap::blockNote(const Block &block) const
{
    double sum = 0;
    int count = 0;
    for (int i = block.first; i < block.first + block.count; ++i) {
        const double v = m_places[std::size_t(i)].cell.value;
        if (std::isfinite(v)) {
            sum += v;
            ++count;
        }
    }
    return count == 0 ? QStringLiteral("–") : QStringLiteral("%1 %").arg(std::lround(100 * sum / count));
}

void HeatMap::paintLabels(QPainter &painter, const QRect &clip) const
{
    const theme::Tokens &t = theme::now();
    for (const Heading &h : m_headings) {
        const QRect line(0, h.y, width(), kRegionLine);
        if (!clip.intersects(line))
            continue;
        painter.fillRect(QRect(0, h.y + kRegionLine - 4, width(), 1), t.line);
        painter.setFont(theme::font(theme::Type::Body, true));
        theme::paintText(
            painter, QRectF(0, h.y, width() * 0.5, kRegionLine - 5), Qt::AlignLeft | Qt::AlignVCenter, h.name, t.text);
        painter.setFont(font());
        theme::paintText(painter, QRectF(width() * 0.5, h.y, width() * 0.5, kRegionLine - 5),
            Qt::AlignRight | Qt::AlignVCenter, h.note, t.secondary);
    }
    painter.setFont(font());
    for (const Block &b : m_blocks) {
        const QRect line(b.rect.left(), b.rect.top(), b.rect.width(), kPoolLine);
        if (!clip.intersects(line))
            continue;
        theme::paintText(
            painter, line.adjusted(0, 0, -36, 0), Qt::AlignLeft | Qt::AlignVCenter, b.label, t.text, Qt::ElideRight);
        theme::paintText(painter, line, Qt::AlignRight | Qt::AlignVCenter, blockNote(b), t.secondary);
    }
}

void HeatMap::paintCell(QPainter &painter, const Place &place) const
{
    paintHeatCell(painter, painted(place), place.cell, m_pitch == 8);
}

void HeatMap::paintEvent(QPaintEvent *event)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.fillRect(event->rect(), t.background);
    paintLabels(painter, event->rect());
    const QRect clip = event->rect().adjusted(-m_pitch, -m_pitch, m_pitch, m_pitch);
    for (const Block &b : m_blocks) {
        if (!clip.intersects(b.rect))
            continue;
        for (int i = b.first; i < b.first + b.count; ++i) {
            const Place &place = m_places[std::size_t(i)];
            if (clip.contains(place.at))
                paintCell(painter, place);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.accent, 2));
    for (const QString &key : m_selection)
        painter.drawRect(QRectF(cellRect(key)).adjusted(-2, -2, 2, 2));
    if (!m_hover.isEmpty()) {
        painter.setPen(QPen(t.text, 1.5));
        painter.drawRect(QRectF(cellRect(m_hover)).adjusted(-1.5, -1.5, 1.5, 1.5));
    }
    if (m_dragging && m_band.isValid()) {
        QColor soft = t.accent;
        soft.setAlphaF(0.12F);
        painter.setPen(QPen(t.accent, 1));
        painter.setBrush(soft);
        painter.drawRect(m_band);
    }
}

QRect HeatMap::cellRect(const QString &key) const
{
    const auto found = m_index.constFind(key);
    return found == m_index.constEnd() ? QRect() : painted(m_places[std::size_t(*found)]);
}

QString HeatMap::keyAt(const QPoint &pos) const
{
    for (const Block &b : m_blocks) {
        if (!b.rect.contains(pos))
            continue;
        const int column = (pos.x() - b.rect.left()) / m_pitch;
        const int row = (pos.y() - b.rect.top() - kPoolLine) / m_pitch;
        const int i = row * b.columns + column;
        if (pos.y() >= b.rect.top() + kPoolLine && column < b.columns && i >= 0 && i < b.count)
            return m_places[std::size_t(b.first + i)].cell.key;
    }
    return {};
}

void HeatMap::setCurrent(const QString &key)
{
    m_current = m_index.contains(key) ? key : QString();
    m_selection.clear();
    if (!m_current.isEmpty())
        m_selection.insert(m_current);
    setAccessibleDescription(m_current);
    update();
}

void HeatMap::choose(const QString &key)
{
    setCurrent(key);
    emit selectionChanged();
    if (!key.isEmpty())
        emit picked(key);
}

void HeatMap::select(const QRect &area, bool add)
{
    QSet<QString> next = add ? m_before : QSet<QString>();
    for (const Place &place : m_places) {
        if (area.intersects(painted(place)))
            next.insert(place.cell.key);
    }
    if (next == m_selection)
        return;
    m_selection = std::move(next);
    emit selectionChanged();
    update();
}

void HeatMap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_press = event->pos();
    m_before = m_selection;
    const QString key = keyAt(event->pos());
    if (key.isEmpty())
        return;
    if (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)) {
        if (!m_selection.remove(key))
            m_selection.insert(key);
        emit selectionChanged();
        update();
    } else {
        choose(key);
    }
}

void HeatMap::mouseMoveEvent(QMouseEvent *event)
{
    if ((event->buttons() & Qt::LeftButton) && (m_dragging || (event->pos() - m_press).manhattanLength() > 6)) {
        m_dragging = true;
        m_band = QRect(m_press, event->pos()).normalized();
        select(m_band, event->modifiers() & Qt::ShiftModifier);
        update();
        return;
    }
    const QString key = keyAt(event->pos());
    if (key == m_hover)
        return;
    m_hover = key;
    if (m_cardShown)
        emit cardWanted({}, {});
    m_cardShown = false;
    if (key.isEmpty())
        m_cardDelay.stop();
    else
        m_cardDelay.start();
    update();
}

void HeatMap::mouseReleaseEvent(QMouseEvent *)
{
    m_dragging = false;
    m_band = QRect();
    update();
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const QString key = keyAt(event->pos()); !key.isEmpty())
        emit opened(key);
}

void HeatMap::move(int dx, int dy)
{
    if (m_places.empty())
        return;
    const auto found = m_index.constFind(m_current);
    if (found == m_index.constEnd())
        return choose(m_places.front().cell.key);
    if (dy == 0) {
        const int next = std::clamp(*found + dx, 0, int(m_places.size()) - 1);
        return choose(m_places[std::size_t(next)].cell.key);
    }
    // The nearest cell above or below, by distance; straight ones first.
    const QPoint from = m_places[std::size_t(*found)].at;
    const Place *best = nullptr;
    int bestCost = 0;
    for (const Place &place : m_places) {
        const int down = (place.at.y() - from.y()) * dy;
        const int cost = down + 3 * std::abs(place.at.x() - from.x());
        if (down > 0 && (!best || cost < bestCost)) {
            best = &place;
            bestCost = cost;
        }
    }
    if (best)
        choose(best->cell.key);
}

void HeatMap::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        move(-1, 0);
        return;
    case Qt::Key_Right:
        move(1, 0);
        return;
    case Qt::Key_Up:
        move(0, -1);
        return;
    case Qt::Key_Down:
        move(0, 1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_current.isEmpty())
            emit opened(m_current);
        return;
    case Qt::Key_Period:
        if (!m_current.isEmpty())
            emit contextWanted(m_current, mapToGlobal(cellRect(m_current).bottomRight()));
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeatMap::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QString key = byKey ? m_current : keyAt(event->pos());
    if (key.isEmpty())
        return;
    emit contextWanted(key, byKey ? mapToGlobal(cellRect(key).bottomRight()) : event->globalPos());
}

void HeatMap::leaveEvent(QEvent *)
{
    m_hover.clear();
    m_cardDelay.stop();
    if (m_cardShown)
        emit cardWanted({}, {});
    m_cardShown = false;
    update();
}

HeatLegend::HeatLegend(QWidget *parent) : QWidget(parent)
{
    setFont(theme::font(theme::Type::Caption));
    setFixedHeight(44);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void HeatLegend::set(const QString &metric, const QString &low, const QString &high, std::vector<Mark> marks)
{
    m_metric = metric;
    m_low = low;
    m_high = high;
    m_marks = std::move(marks);
    QString all = metric + QLatin1Char(' ') + low + QStringLiteral(" – ") + high;
    for (const Mark &mark : m_marks)
        all += QStringLiteral(", ") + mark.words;
    setAccessibleName(all);
    update();
}

void HeatLegend::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), t.line);
    painter.setFont(font());
    const QFontMetrics metrics(font());
    int x = 0;
    const auto word = [&](const QString &text, const QColor &colour) {
        painter.setPen(colour);
        painter.drawText(QRect(x, 0, 400, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + 8;
    };
    word(m_metric, t.secondary);
    word(m_low, t.text);
    const int ramp = width() > 900 ? 200 : 96;
    for (int i = 0; i < ramp; ++i)
        painter.fillRect(QRect(x + i, height() / 2 - 6, 1, 12), theme::heat(theme::scheme(), i / double(ramp - 1)));
    x += ramp + 8;
    word(m_high, t.text);
    x += 20;
    for (const Mark &mark : m_marks) {
        HeatCell cell;
        cell.value = mark.kind == Mark::NoData ? std::nan("") : mark.kind == Mark::Hot ? 1.0 : 0.5;
        cell.hot = mark.kind == Mark::Hot;
        cell.notReady = mark.kind == Mark::NotReady;
        cell.cordoned = mark.kind == Mark::Cordoned;
        cell.marked = mark.kind == Mark::Marked;
        cell.isNew = mark.kind == Mark::New;
        const QRect square(x, height() / 2 - 6, 12, 12);
        if (mark.kind == Mark::Selected) {
            painter.setPen(QPen(t.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(square.adjusted(0, 0, -1, -1));
        } else {
            paintHeatCell(painter, square, cell, false);
        }
        x += 18;
        word(mark.words, t.text);
        x += 14;
    }
}

} // namespace binnacle::charts
