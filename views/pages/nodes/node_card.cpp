// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/nodes/node_card.h"

#include "views/models/words.h"
#include "views/theme/paint.h"
#include "views/theme/theme.h"

#include <QLocale>
#include <QPainter>

namespace binnacle::pages {

using models::Words;

namespace {

constexpr int kWidth = 288;
constexpr int kHeight = 196;
constexpr double kGib = 1024.0 * 1024 * 1024;

} // namespace

NodeCard::NodeCard(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    resize(kWidth, kHeight);
    hide();
}

void NodeCard::show(const models::NodeRow &row, const QRect &cell, const QRect &within)
{
    m_row = row;
    int x = cell.right() + 12;
    if (x + width() > within.right())
        x = cell.left() - 12 - width();
    int y = cell.top() - 20;
    y = std::clamp(y, within.top() + 4, std::max(within.top() + 4, within.bottom() - height() - 4));
    move(std::max(x, within.left() + 4), y);
    QWidget::show();
    raise();
    update();
}

void NodeCard::paintAmount(
    QPainter &painter, int y, const QString &name, double capacity, float used, float allocated) const
{
    const theme::Tokens &t = theme::now();
    painter.setFont(theme::font(theme::Type::Body));
    painter.setPen(t.text);
    painter.drawText(QRect(12, y, 160, 20), Qt::AlignLeft | Qt::AlignVCenter, name);
    const QString usedText = used < 0 ? tr("no source") : QLocale().toString(capacity * double(used), 'f', 1);
    painter.setPen(used < 0 ? t.secondary : t.text);
    painter.drawText(QRect(140, y, 68, 20), Qt::AlignRight | Qt::AlignVCenter, usedText);
    painter.setPen(t.text);
    painter.drawText(QRect(212, y, kWidth - 224, 20), Qt::AlignRight | Qt::AlignVCenter,
        QLocale().toString(capacity * std::max(0.0, double(allocated)), 'f', 1));
    theme::paintCapacityBar(painter, QRectF(12, y + 21, kWidth - 24, 8), double(used), double(allocated));
}

void NodeCard::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    theme::paintBox(painter, rect(), t.raised, t.line);
    const QString state = !m_row.ready ? tr("Not ready") : m_row.cordoned ? tr("Cordoned") : tr("Ready");
    const QColor stateColour = !m_row.ready ? t.bad : m_row.cordoned ? t.warn : t.good;
    painter.setFont(theme::font(theme::Type::Caption));
    painter.setPen(stateColour);
    painter.drawText(QRect(12, 10, kWidth - 24, 20), Qt::AlignRight | Qt::AlignVCenter, state);
    const int stateWidth = painter.fontMetrics().horizontalAdvance(state);
    QStringList where;
    for (const base::Symbol s : {m_row.region, m_row.zone, m_row.pool, m_row.instanceType}) {
        const QString word = Words::plain(s);
        if (!word.isEmpty() && !where.contains(word))
            where << word;
    }
    theme::paintText(painter, QRectF(12, 30, kWidth - 24, 16), Qt::AlignLeft | Qt::AlignVCenter,
        where.join(QStringLiteral(" · ")), t.secondary, Qt::ElideRight);
    painter.setFont(theme::font(theme::Type::Section, true));
    theme::paintText(painter, QRectF(12, 10, kWidth - 32 - stateWidth, 20), Qt::AlignLeft | Qt::AlignVCenter,
        Words::plain(m_row.name), t.text);
    painter.fillRect(QRect(0, 52, kWidth, 1), t.line);
    painter.setFont(theme::font(theme::Type::Caption));
    painter.setPen(t.secondary);
    painter.drawText(QRect(140, 56, 68, 16), Qt::AlignRight | Qt::AlignVCenter, tr("used"));
    painter.drawText(QRect(208, 56, kWidth - 220, 16), Qt::AlignRight | Qt::AlignVCenter, tr("allocated"));
    paintAmount(painter, 70, tr("CPUs, of %1").arg(Words::cores(m_row.cpuMilli)), double(m_row.cpuMilli) / 1000,
        m_row.cpuUsed, m_row.cpuAllocated);
    paintAmount(painter, 104, tr("memory GiB, of %1").arg(Words::gib(m_row.memoryBytes)),
        double(m_row.memoryBytes) / kGib, m_row.memoryUsed, m_row.memoryAllocated);
    painter.setFont(theme::font(theme::Type::Body));
    const auto line = [&](int y, const QString &key, const QString &value, const QColor &colour) {
        painter.setPen(t.text);
        painter.drawText(QRect(12, y, 140, 20), Qt::AlignLeft | Qt::AlignVCenter, key);
        painter.setPen(colour);
        painter.drawText(QRect(120, y, kWidth - 132, 20), Qt::AlignRight | Qt::AlignVCenter, value);
    };
    line(142, tr("pods"), tr("%1 of %2").arg(Words::number(m_row.pods), Words::number(m_row.podSlots)), t.text);
    if (m_row.gpus > 0)
        line(164, tr("GPUs"),
            tr("%1 of %2 allocated")
                .arg(Words::number(std::llround(double(m_row.gpuAllocated) * double(m_row.gpus))),
                    Words::number(m_row.gpus)),
            t.text);
    else if (m_row.hot())
        line(164, tr("hot"),
            tr("above %1 % of its CPU or 95 % of its memory").arg(std::lround(100 * double(models::NodeRow::hotShare))),
            t.bad);
    else if (m_row.pressure)
        line(164, tr("conditions"), tr("pressure"), t.warn);
}

} // namespace binnacle::pages
