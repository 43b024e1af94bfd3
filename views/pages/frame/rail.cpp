// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/rail.h"

#include "views/theme/icons.h"
#include "views/theme/paint.h"
#include "views/theme/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPainter>

namespace binnacle::pages {

RailItem::RailItem(const QString &icon, QWidget *parent) : QAbstractButton(parent), m_icon(icon)
{
    setFixedHeight(32);
    setFocusPolicy(Qt::TabFocus);
    setCheckable(true);
}

void RailItem::setBadge(int count)
{
    if (m_badge == count)
        return;
    m_badge = count;
    update();
}

void RailItem::setNarrow(bool narrow)
{
    m_narrow = narrow;
    update();
}

void RailItem::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    const QRectF box = rect();
    if (isChecked())
        theme::paintBox(painter, box, t.accentSoft, QColor());
    else if (underMouse() || isDown()) {
        QColor c = t.text;
        c.setAlphaF(0.06F);
        theme::paintBox(painter, box, c, QColor());
    }
    const QColor colour = isChecked() ? t.accent : isCheckable() ? t.text : t.secondary;
    theme::paintIcon(painter, m_narrow ? box : QRectF(8, 0, 20, height()), m_icon, colour, 20);
    if (m_narrow) {
        if (m_badge > 0) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(t.accent);
            painter.drawEllipse(QPointF(width() - 8, 8), 4, 4);
        }
    } else {
        painter.setFont(theme::font(theme::Type::Body, isChecked()));
        const int badgeWidth = m_badge > 0 ? 30 : 0;
        theme::paintText(painter, QRectF(36, 0, width() - 44 - badgeWidth, height()), Qt::AlignLeft | Qt::AlignVCenter,
            text(), colour);
        if (m_badge > 0) {
            const QString count = m_badge > 999 ? QStringLiteral("999+") : QString::number(m_badge);
            painter.setFont(theme::font(theme::Type::Caption, true));
            const int w = std::max(painter.fontMetrics().horizontalAdvance(count) + 12, 20);
            const QRectF pill(width() - 8 - w, (height() - 16) / 2.0, w, 16);
            theme::paintBox(painter, pill, t.accent, QColor(), 8);
            painter.setPen(t.onAccent);
            painter.drawText(pill, Qt::AlignCenter, count);
        }
    }
    if (hasFocus())
        theme::paintFocus(painter, box);
}

void RailItem::enterEvent(QEnterEvent *) { update(); }
void RailItem::leaveEvent(QEvent *) { update(); }

Rail::Rail(QWidget *parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(8, 56, 8, 8);
    m_column->setSpacing(4);
    m_column->addStretch(1);
    m_collapse = new RailItem(QStringLiteral("collapse"), this);
    m_expand = new RailItem(QStringLiteral("expand"), this);
    for (RailItem *item : {m_collapse, m_expand}) {
        item->setCheckable(false);
        m_column->addWidget(item);
        connect(item, &QAbstractButton::clicked, this, [this] { setCollapsed(!m_collapsed); });
    }
    refresh();
}

void Rail::addPage(const QString &id, const QString &icon)
{
    auto *item = new RailItem(icon, this);
    m_column->insertWidget(int(m_entries.size()), item);
    m_entries.push_back({id, item});
    connect(item, &QAbstractButton::clicked, this, [this, id] { emit chosen(id); });
    refresh();
}

RailItem *Rail::item(const QString &id) const
{
    for (const Entry &entry : m_entries) {
        if (entry.id == id)
            return entry.item;
    }
    return nullptr;
}

void Rail::setWord(const QString &id, const QString &word, const QString &shortcut)
{
    if (RailItem *entry = item(id)) {
        entry->setText(word);
        entry->setAccessibleName(word);
        entry->setToolTip(shortcut.isEmpty() ? word : QStringLiteral("%1  (%2)").arg(word, shortcut));
    }
}

void Rail::setCurrent(const QString &id)
{
    for (const Entry &entry : m_entries)
        entry.item->setChecked(entry.id == id);
}

void Rail::setBadge(const QString &id, int count)
{
    if (RailItem *entry = item(id))
        entry->setBadge(count);
}

void Rail::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    refresh();
}

void Rail::setForced(bool forced)
{
    if (m_forced == forced)
        return;
    m_forced = forced;
    refresh();
}

void Rail::refresh()
{
    const bool narrow = m_collapsed || m_forced;
    setFixedWidth(narrow ? 48 : 168);
    for (const Entry &entry : m_entries)
        entry.item->setNarrow(narrow);
    m_collapse->setNarrow(narrow);
    m_expand->setNarrow(narrow);
    m_collapse->setVisible(!narrow);
    m_expand->setVisible(narrow && !m_forced);
    m_collapse->setText(tr("Collapse"));
    m_collapse->setAccessibleName(tr("Collapse the rail"));
    m_expand->setText(tr("Expand"));
    m_expand->setAccessibleName(tr("Expand the rail"));
    m_expand->setToolTip(tr("Expand the rail"));
    update();
}

void Rail::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.fillRect(rect(), t.surface);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), t.line);
    const bool narrow = m_collapsed || m_forced;
    theme::paintIcon(painter, QRectF(narrow ? 14 : 16, 4, 20, 40), QStringLiteral("logo"), t.accent, 20);
    if (!narrow) {
        painter.setFont(theme::font(theme::Type::Section, true));
        painter.setPen(t.text);
        painter.drawText(QRect(44, 4, width() - 52, 40), Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("Binnacle"));
    }
}

void Rail::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
