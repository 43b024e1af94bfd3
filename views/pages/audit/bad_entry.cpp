// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/bad_entry.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::Tone;
using models::Words;

namespace {

/// What an entry says, in one line.
QString saying(const api::AuditEntry &entry)
{
    if (entry.kind.empty())
        return BadEntry::tr("cannot be read: %1").arg(Words::plain(entry.message));
    if (entry.kind == "decision")
        return BadEntry::tr("%1 %2 on %3", "operation pod node")
            .arg(Words::operation(entry.operation), Words::plain(entry.pod),
                entry.node.empty() ? BadEntry::tr("no node") : Words::plain(entry.node));
    QStringList parts{Words::step(entry)};
    if (!entry.decisionId.empty())
        parts << Words::plain(entry.decisionId);
    for (const auto &[name, value] : entry.details)
        parts << Words::plain(name + ' ' + value, 64);
    if (!entry.message.empty())
        parts << Words::plain(entry.message);
    return parts.join(QStringLiteral(" · "));
}

} // namespace

BadEntry::BadEntry(QWidget *parent)
    : QWidget(parent),
      m_title((new Text(look::Size::Body, Tone::Bad))->wrapped()),
      m_rows(new QGridLayout),
      m_next((new Text(look::Size::Caption, Tone::Quiet))->wrapped())
{
    m_title->setBold(true);
    m_rows->setHorizontalSpacing(12);
    m_rows->setVerticalSpacing(4);
    m_rows->setColumnStretch(3, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(15, 8, 12, 8);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addLayout(m_rows);
    column->addWidget(m_next);
    hide();
}

void BadEntry::show(const api::AuditVerification &found)
{
    m_found = found;
    fill();
    setVisible(!m_found.around.empty());
}

void BadEntry::fill()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (!m_found.firstBad)
        return;
    m_title->setWords(tr("First bad entry: #%1 · %2")
                          .arg(Words::number(std::int64_t(*m_found.firstBad)), Words::plain(m_found.detail)));
    m_next->setWords(
        tr("What is before it agrees with the signed heads; from it on nothing is proven. Keep a copy of the "
           "database, find out who changed it, then restore a backup with binnaclectl store restore."));
    int row = 0;
    for (const api::AuditEntry &entry : m_found.around) {
        const bool bad = entry.index == *m_found.firstBad;
        const Tone tone = bad ? Tone::Bad : Tone::Quiet;
        const QStringList cells{bad ? QString(QChar(0x2715)) : QString(),
            QLatin1Char('#') + Words::number(std::int64_t(entry.index)), Words::clock(entry.at), saying(entry),
            entry.kind.empty() ? QString() : Words::actor(entry.actor), Words::plain(entry.leafHash, 12)};
        for (int i = 0; i < cells.size(); ++i) {
            auto *text = new Text(i == 3 ? look::Size::Body : look::Size::Caption, i == 3 && !bad ? Tone::Plain : tone);
            text->setWords(cells[i]);
            if (i == 3)
                text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
            if (i == 5)
                text->setMonospace();
            m_rows->addWidget(text, row, i);
        }
        if (!entry.decisionId.empty()) {
            auto *open = new Button(Button::Kind::Link);
            open->setWords(tr("show"));
            connect(open, &QPushButton::clicked, this,
                [this, id = QString::fromStdString(entry.decisionId)] { emit opened(id); });
            m_rows->addWidget(open, row, int(cells.size()));
        }
        ++row;
    }
}

void BadEntry::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        fill();
    QWidget::changeEvent(event);
}

void BadEntry::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor soft = look::tone(Tone::Bad);
    soft.setAlphaF(0.07f);
    painter.fillRect(rect(), soft);
    painter.fillRect(QRect(0, 0, 3, height()), look::tone(Tone::Bad));
}

} // namespace binnacle::pages
