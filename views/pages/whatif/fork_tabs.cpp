// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/fork_tabs.h"

#include "views/pages/decision_card/look.h"
#include "views/theme/icons.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace binnacle::pages {
namespace {

constexpr int kHeight = 44;
constexpr int kGap = 8;
constexpr int kPadding = 12;
constexpr int kLeast = 132;
constexpr int kMost = 240;

} // namespace

ForkTabs::ForkTabs(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(kHeight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ForkTabs::setTabs(std::vector<Tab> tabs, int current)
{
    m_tabs = std::move(tabs);
    m_current = current;
    QStringList words;
    for (const Tab &tab : m_tabs)
        words << tab.name + QStringLiteral(": ") + tab.outcome;
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

int ForkTabs::widthOf(const Tab &tab) const
{
    const int name = QFontMetrics(look::font(look::Size::Body, true)).horizontalAdvance(tab.name);
    const int outcome = QFontMetrics(look::font(look::Size::Caption)).horizontalAdvance(tab.outcome);
    return std::clamp(std::max(name + (tab.closable ? 20 : 0), outcome) + 2 * kPadding, kLeast, kMost);
}

QRect ForkTabs::box(int index) const
{
    int x = 0;
    for (int i = 0; i < index; ++i)
        x += widthOf(m_tabs[std::size_t(i)]) + kGap;
    return {x, 0, widthOf(m_tabs[std::size_t(index)]), kHeight};
}

QRect ForkTabs::cross(int index) const
{
    const QRect r = box(index);
    return {r.right() - 24, r.top() + 2, 20, 20};
}

QSize ForkTabs::sizeHint() const
{
    return {m_tabs.empty() ? kLeast : box(int(m_tabs.size()) - 1).right() + 1, kHeight};
}

QSize ForkTabs::minimumSizeHint() const { return {kLeast, kHeight}; }

int ForkTabs::at(const QPoint &pos) const
{
    for (int i = 0; i < int(m_tabs.size()); ++i) {
        if (box(i).contains(pos))
            return i;
    }
    return -1;
}

void ForkTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < int(m_tabs.size()); ++i) {
        const Tab &tab = m_tabs[std::size_t(i)];
        const QRect r = box(i);
        const bool current = i == m_current;
        painter.setPen(QPen(current ? look::accent() : look::line(), 1));
        painter.setBrush(current ? look::accentSoft() : i == m_hover && !tab.live ? look::raised() : look::surface());
        painter.drawRoundedRect(QRectF(r).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        if (current && hasFocus()) {
            painter.setPen(QPen(look::accent(), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(r).adjusted(1, 1, -1, -1), 6, 6);
        }
        const int wide = r.width() - 2 * kPadding;
        const auto line = [&](const QRect &place, const QFont &font, const QColor &colour, const QString &words) {
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                QFontMetrics(font).elidedText(words, Qt::ElideMiddle, place.width()));
        };
        line({r.left() + kPadding, r.top() + 4, wide - (tab.closable ? 18 : 0), 20},
            look::font(look::Size::Body, current), current ? look::accent() : look::text(), tab.name);
        line({r.left() + kPadding, r.top() + 23, wide, 16}, look::font(look::Size::Caption), look::secondary(),
            tab.outcome);
        if (tab.closable)
            theme::paintIcon(painter, cross(i), QStringLiteral("close"), look::secondary(), 12);
    }
}

void ForkTabs::mousePressEvent(QMouseEvent *event)
{
    const int index = at(event->pos());
    if (index < 0 || event->button() != Qt::LeftButton || m_tabs[std::size_t(index)].live)
        return;
    if (m_tabs[std::size_t(index)].closable && cross(index).contains(event->pos()))
        emit closed(index);
    else
        emit chosen(index);
}

void ForkTabs::mouseMoveEvent(QMouseEvent *event)
{
    const int index = at(event->pos());
    if (index != m_hover) {
        m_hover = index;
        update();
    }
}

void ForkTabs::leaveEvent(QEvent *)
{
    m_hover = -1;
    update();
}

void ForkTabs::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step != 0) {
        const int next = m_current + step;
        if (next >= 0 && next < int(m_tabs.size()) && !m_tabs[std::size_t(next)].live)
            emit chosen(next);
    } else if (event->key() == Qt::Key_Delete && m_current >= 0 && m_tabs[std::size_t(m_current)].closable) {
        emit closed(m_current);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void ForkTabs::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void ForkTabs::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace binnacle::pages
