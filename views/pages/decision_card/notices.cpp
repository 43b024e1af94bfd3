// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/decision_card/parts.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::Tone;

NoticeBox::NoticeBox(QWidget *parent)
    : QWidget(parent),
      m_title(new Text(look::Size::Section)),
      m_next(new Text(look::Size::Body, Tone::Quiet)),
      m_action(new Button)
{
    m_title->setBold(true);
    m_title->aligned(Qt::AlignHCenter)->wrapped();
    m_next->aligned(Qt::AlignHCenter)->wrapped();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(8);
    column->addStretch(2);
    column->addSpacing(64);
    column->addWidget(m_title);
    column->addWidget(m_next);
    column->addSpacing(4);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addStretch(3);
    m_action->hide();
    connect(m_action, &QPushButton::clicked, this, &NoticeBox::acted);
}

void NoticeBox::show(Kind kind, const models::Notice &notice, const QString &action)
{
    m_kind = kind;
    m_title->setWords(notice.title);
    m_next->setWords(notice.next);
    m_action->setWords(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(words());
    update();
}

QString NoticeBox::words() const { return m_title->words() + QLatin1Char('\n') + m_next->words(); }

void NoticeBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box(width() / 2.0 - 20, m_title->y() - 56, 40, 40);
    const bool trouble = m_kind != Kind::Empty && m_kind != Kind::Loading;
    const QColor ink = look::tone(m_kind == Kind::Fault || m_kind == Kind::Disconnected ? Tone::Bad
            : trouble                                                                   ? Tone::Warn
                                                                                        : Tone::Quiet);
    painter.setPen(QPen(ink, 1.5, m_kind == Kind::Loading ? Qt::DotLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    switch (m_kind) {
    case Kind::Empty:
        painter.drawRoundedRect(box.adjusted(2, 6, -2, -6), 6, 6);
        break;
    case Kind::Loading:
        painter.drawEllipse(box.adjusted(4, 4, -4, -4));
        break;
    case Kind::Forbidden: {
        painter.drawRoundedRect(box.adjusted(8, 18, -8, -4), 3, 3);
        painter.drawArc(box.adjusted(12, 5, -12, -13), 0, 180 * 16);
        break;
    }
    case Kind::Stale: {
        painter.drawEllipse(box.adjusted(4, 4, -4, -4));
        painter.drawLine(box.center(), box.center() + QPointF(0, -10));
        painter.drawLine(box.center(), box.center() + QPointF(7, 4));
        break;
    }
    case Kind::Disconnected:
    case Kind::Fault: {
        painter.drawEllipse(box.adjusted(4, 4, -4, -4));
        painter.drawLine(box.center() + QPointF(-6, -6), box.center() + QPointF(6, 6));
        if (m_kind == Kind::Fault)
            painter.drawLine(box.center() + QPointF(6, -6), box.center() + QPointF(-6, 6));
        break;
    }
    }
}

NoticeStrip::NoticeStrip(QWidget *parent) : QWidget(parent), m_text(new Text(look::Size::Body))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(36, 8, 12, 8);
    row->addWidget(m_text->wrapped());
    hide();
}

void NoticeStrip::say(const models::Notice &notice, Tone tone)
{
    m_tone = tone;
    m_text->setWords(notice.empty() ? QString()
            : notice.next.isEmpty() ? notice.title
                                    : notice.title + QStringLiteral(" — ") + notice.next);
    setVisible(!notice.empty());
    setAccessibleName(m_text->words());
    update();
}

void NoticeStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = look::tone(m_tone);
    fill.setAlphaF(0.10f);
    painter.setPen(look::tone(m_tone));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setFont(look::font(look::Size::Section, true));
    painter.drawText(QRect(12, 0, 20, height()), Qt::AlignCenter, QStringLiteral("!"));
}

} // namespace binnacle::pages
