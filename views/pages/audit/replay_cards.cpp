// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/replay_cards.h"

#include "views/models/audit_record_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace binnacle::pages {

using models::Tone;
using models::Words;

namespace {

QString orDash(const QString &text) { return text.isEmpty() ? QString(QChar(0x2013)) : text; }
QString figure(const std::optional<std::int64_t> &value) { return value ? Words::number(*value) : QString(); }
QString share(const std::optional<double> &value) { return value ? Words::share(*value) : QString(); }

/// The best nodes with their scores, a line each.
QString best(const models::RecordedDecision &record)
{
    QStringList lines;
    for (std::size_t i = 0; i < std::min<std::size_t>(record.alternatives.size(), 3); ++i)
        lines << QStringLiteral("%1 %2").arg(
            Words::plain(record.alternatives[i].node), Words::number(record.alternatives[i].total));
    return lines.join(QLatin1Char('\n'));
}

QString refused(const models::RecordedDecision &record)
{
    std::int64_t nodes = 0;
    for (const auto &[reason, count] : record.rejected)
        nodes += count;
    return Words::number(nodes);
}

} // namespace

ReplayCards::ReplayCards(QWidget *parent)
    : QWidget(parent), m_words((new Text(look::Size::Caption, Tone::Bad))->wrapped())
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    for (Side &side : m_sides) {
        side.card = new theme::Card(this);
        row->addWidget(side.card, 1);
    }
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_words);
    column->addLayout(row);
    hide();
}

void ReplayCards::show(const api::ReplayReport &report)
{
    m_report = report;
    fill();
    QWidget::show();
}

void ReplayCards::line(const QString &name, const QString &was, const QString &is, bool mono)
{
    const bool differs = was != is;
    if (differs)
        m_differences << name;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        auto *key = new Text(look::Size::Caption, Tone::Quiet);
        key->setWords(name);
        auto *value = new Text(mono ? look::Size::Caption : look::Size::Body, differs ? Tone::Bad : Tone::Plain);
        const QString words = orDash(i == 0 ? was : is);
        value->setWords(differs ? QChar(0x2260) + QStringLiteral(" ") + words : words);
        if (words.contains(QLatin1Char('\n')))
            value->wrapped();
        value->setBold(differs);
        if (mono)
            value->setMonospace();
        if (m_sides[i].lines->count() > 0)
            m_sides[i].lines->addSpacing(4);
        m_sides[i].lines->addWidget(key);
        m_sides[i].lines->addWidget(value);
    }
}

void ReplayCards::fill()
{
    m_differences.clear();
    for (Side &side : m_sides) {
        delete side.content;
        side.content = new QWidget(side.card);
        side.lines = new QVBoxLayout(side.content);
        side.lines->setContentsMargins(0, 0, 0, 0);
        side.lines->setSpacing(1);
        side.card->body()->addWidget(side.content);
    }
    m_sides[0].card->setTitle(tr("Recorded"));
    m_sides[1].card->setTitle(tr("Replayed"));
    const api::AuditEntry &was = m_report.recorded.decision;
    const api::AuditEntry &is = m_report.replayed.decision;
    const models::RecordedDecision before = models::readRecord(m_report.recorded);
    const models::RecordedDecision after = models::readRecord(m_report.replayed);
    line(tr("node"), Words::plain(m_report.wasNode), Words::plain(m_report.isNode));
    line(tr("score"), figure(was.score), figure(is.score));
    line(tr("above the next best"), figure(was.margin), figure(is.margin));
    line(tr("stability"), share(was.stability), share(is.stability));
    line(tr("best nodes"), best(before), best(after));
    line(tr("nodes that refused it"), refused(before), refused(after));
    line(tr("policy"), Words::plain(was.policyVersion), Words::plain(is.policyVersion));
    line(tr("snapshot"), Words::plain(was.snapshotHash).left(12), Words::plain(is.snapshotHash).left(12), true);
    line(tr("fingerprint"), Words::plain(m_report.was).left(12), Words::plain(m_report.is).left(12), true);
    QString words = tr("What differs: %1.").arg(m_differences.join(tr(", ")));
    if (!m_report.detail.empty())
        words += QLatin1Char(' ') + Words::plain(m_report.detail);
    m_words->setWords(words);
}

void ReplayCards::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange && isVisible())
        fill();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
