// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/timeline.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace binnacle::pages {

using api::DecisionState;
using models::Tone;
using models::Words;

namespace {

constexpr std::array<DecisionState, 10> kOrder{DecisionState::Confirmed, DecisionState::Bound,
    DecisionState::Superseded, DecisionState::Expired, DecisionState::Denied, DecisionState::BindFailed,
    DecisionState::Unknown, DecisionState::Approved, DecisionState::Proposed, DecisionState::NoNode};

} // namespace

QColor outcomeColour(DecisionState state)
{
    switch (state) {
    case DecisionState::Confirmed:
        return look::tone(Tone::Good);
    case DecisionState::Bound:
        return look::tone(Tone::Good).lighter(150);
    case DecisionState::Superseded:
        return look::disabled();
    case DecisionState::Expired:
        return look::line();
    case DecisionState::Denied:
        return look::tone(Tone::Bad);
    case DecisionState::BindFailed:
        return look::tone(Tone::Bad).darker(140);
    case DecisionState::Unknown:
        return look::tone(Tone::Warn);
    case DecisionState::Approved:
        return look::accent().lighter(130);
    case DecisionState::Proposed:
        return look::accent();
    case DecisionState::NoNode:
        return look::tone(Tone::Warn).darker(140);
    }
    return look::secondary();
}

Timeline::Timeline(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Timeline::setBuckets(std::vector<api::AuditPage::Bucket> buckets, base::TimePoint end)
{
    m_buckets = std::move(buckets);
    m_end = end;
    m_cursor = std::min(m_cursor, int(m_buckets.size()) - 1);
    setAccessibleDescription(tr("Time steps: %1").arg(m_buckets.size()));
    update();
}

void Timeline::setBrush(std::optional<Range> range)
{
    m_brush = std::move(range);
    update();
}

QRect Timeline::plot() const { return rect().adjusted(40, 28, -12, -22); }

std::uint64_t Timeline::tallest() const
{
    std::uint64_t most = 1;
    for (const auto &bucket : m_buckets) {
        std::uint64_t sum = 0;
        for (const auto &[state, count] : bucket.count)
            sum += count;
        most = std::max(most, sum);
    }
    return most;
}

QRectF Timeline::bucketRect(int bucket) const
{
    const QRectF area = plot();
    const double step = area.width() / std::max<double>(1, double(m_buckets.size()));
    return {area.left() + bucket * step, area.top(), step, area.height()};
}

int Timeline::bucketAt(int x) const
{
    const QRectF area = plot();
    if (m_buckets.empty() || area.width() <= 0)
        return -1;
    return std::clamp(int((x - area.left()) / area.width() * double(m_buckets.size())), 0, int(m_buckets.size()) - 1);
}

base::TimePoint Timeline::start(int bucket) const
{
    return bucket < int(m_buckets.size()) ? m_buckets[std::size_t(bucket)].start : m_end;
}

void Timeline::paintLegend(QPainter &painter) const
{
    std::map<DecisionState, std::uint64_t> sums;
    for (const auto &bucket : m_buckets) {
        for (const auto &[state, count] : bucket.count)
            sums[state] += count;
    }
    int x = plot().left();
    painter.setFont(look::font(look::Size::Caption));
    for (DecisionState state : kOrder) {
        if (!sums.contains(state) || sums[state] == 0)
            continue;
        const QString words = Words::state(state).word + QLatin1Char(' ') + Words::number(std::int64_t(sums[state]));
        const int width = 14 + painter.fontMetrics().horizontalAdvance(words);
        if (x + width > plot().right())
            break;
        painter.fillRect(QRect(x, 8, 9, 9), outcomeColour(state));
        painter.setPen(look::secondary());
        painter.drawRect(QRect(x, 8, 9, 9));
        painter.drawText(QRect(x + 14, 3, width, 18), Qt::AlignVCenter, words);
        x += width + 16;
    }
}

void Timeline::paintAxes(QPainter &painter) const
{
    const QRect area = plot();
    const std::uint64_t most = tallest();
    painter.setFont(look::font(look::Size::Caption));
    painter.setPen(look::secondary());
    painter.drawText(
        QRect(0, area.top() - 8, 34, 16), Qt::AlignRight | Qt::AlignVCenter, Words::number(std::int64_t(most)));
    painter.drawText(QRect(0, area.bottom() - 7, 34, 16), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    painter.setPen(look::line());
    painter.drawLine(area.left(), area.top(), area.right(), area.top());
    painter.drawLine(area.left(), area.bottom() + 1, area.right(), area.bottom() + 1);
    if (m_buckets.empty())
        return;
    painter.setPen(look::secondary());
    const int steps = std::clamp(area.width() / 140, 1, 6);
    const bool seconds = m_end - m_buckets.front().start < std::chrono::minutes(2) * steps;
    for (int i = 0; i <= steps; ++i) {
        const int bucket = int(m_buckets.size()) * i / steps;
        const double x = area.left() + double(area.width()) * bucket / double(m_buckets.size());
        const int flags = i == 0 ? Qt::AlignLeft : i == steps ? Qt::AlignRight : Qt::AlignHCenter;
        const double left = i == 0 ? x : i == steps ? x - 120 : x - 60;
        painter.drawText(QRectF(left, area.bottom() + 4, 120, 16), flags,
            seconds ? Words::clock(start(bucket)) : Words::minute(start(bucket)));
    }
}

void Timeline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect area = plot();
    paintLegend(painter);
    paintAxes(painter);
    const double unit = double(area.height() - 2) / double(tallest());
    for (int i = 0; i < int(m_buckets.size()); ++i) {
        const QRectF cell = bucketRect(i).adjusted(1, 0, -1, 0);
        double y = area.bottom();
        for (DecisionState state : kOrder) {
            const auto it = m_buckets[std::size_t(i)].count.find(state);
            if (it == m_buckets[std::size_t(i)].count.end() || it->second == 0)
                continue;
            const double height = double(it->second) * unit;
            painter.fillRect(QRectF(cell.left(), y - height, cell.width(), height), outcomeColour(state));
            y -= height;
        }
        if (i == m_cursor && hasFocus()) {
            painter.setPen(QPen(look::accent(), 1, Qt::DotLine));
            painter.drawRect(bucketRect(i).adjusted(0, 0, -1, 0));
        }
    }
    std::optional<Range> range = m_brush;
    if (m_press >= 0)
        range = Range{start(std::min(m_press, m_drag)), start(std::max(m_press, m_drag) + 1)};
    if (range && !m_buckets.empty() && m_end > m_buckets.front().start) {
        const double whole = double((m_end - m_buckets.front().start).count());
        const auto at = [&](base::TimePoint t) {
            return area.left()
                + area.width() * std::clamp(double((t - m_buckets.front().start).count()) / whole, 0.0, 1.0);
        };
        QColor soft = look::accent();
        soft.setAlphaF(0.14f);
        const QRectF box(at(range->first), area.top() - 2, at(range->second) - at(range->first), area.height() + 4);
        painter.fillRect(box, soft);
        painter.setPen(look::accent());
        painter.drawRect(box);
    }
}

void Timeline::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_press = m_drag = m_cursor = bucketAt(int(event->position().x()));
    update();
}

void Timeline::mouseMoveEvent(QMouseEvent *event)
{
    if (m_press < 0)
        return;
    m_drag = bucketAt(int(event->position().x()));
    update();
}

void Timeline::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_press < 0 || event->button() != Qt::LeftButton)
        return;
    const int from = m_press;
    m_drag = bucketAt(int(event->position().x()));
    m_press = -1;
    if (from != m_drag)
        extend(from, m_drag); // a click alone is no range
    update();
}

void Timeline::mouseDoubleClickEvent(QMouseEvent *)
{
    m_press = -1;
    setBrush(std::nullopt);
    emit cleared();
}

void Timeline::extend(int from, int to)
{
    setBrush(Range{start(std::min(from, to)), start(std::max(from, to) + 1)});
    emit brushed(m_brush->first, m_brush->second);
}

void Timeline::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (step != 0 && !m_buckets.empty()) {
        const int from = m_cursor < 0 ? int(m_buckets.size()) - 1 : m_cursor;
        m_cursor = std::clamp(from + step, 0, int(m_buckets.size()) - 1);
        if (event->modifiers() & Qt::ShiftModifier)
            extend(from, m_cursor);
        update();
    } else if (event->key() == Qt::Key_Escape && m_brush) {
        setBrush(std::nullopt);
        emit cleared();
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool Timeline::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int bucket = bucketAt(help->pos().x());
    if (bucket < 0 || !plot().contains(help->pos())) {
        QToolTip::hideText();
        return true;
    }
    QStringList lines{tr("%1 to %2").arg(Words::clock(start(bucket)), Words::clock(start(bucket + 1)))};
    for (const auto &[state, count] : m_buckets[std::size_t(bucket)].count) {
        if (count)
            lines << Words::state(state).word + QLatin1Char(' ') + Words::number(std::int64_t(count));
    }
    QToolTip::showText(help->globalPos(), Words::tip(lines.join(QLatin1Char('\n'))), this);
    return true;
}

} // namespace binnacle::pages
