// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/why_not_node.h"

#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
#include <QStringListModel>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::Tone;
using models::Words;

WhyNotNode::WhyNotNode(QWidget *parent)
    : Card(parent),
      m_title(new Text(look::Size::Section)),
      m_node(new QLineEdit),
      m_names(new QStringListModel(this)),
      m_rows(new QWidget),
      m_column(new QVBoxLayout(m_rows)),
      m_hint((new Text(look::Size::Caption, Tone::Quiet))->wrapped())
{
    m_title->setBold(true);
    m_node->setFixedHeight(28);
    m_node->setTextMargins(6, 0, 6, 0);
    auto *completer = new QCompleter(m_names, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(12);
    m_node->setCompleter(completer);
    m_column->setContentsMargins(0, 0, 8, 0);
    m_column->setSpacing(4);
    auto *area = new QScrollArea;
    area->setWidget(m_rows);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    m_rows->setAutoFillBackground(false);
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(12, 8, 12, 12);
    inner->setSpacing(8);
    inner->addWidget(m_title);
    inner->addWidget(m_node);
    inner->addWidget(m_hint);
    inner->addWidget(area, 1);
    body()->addLayout(inner);
    connect(m_node, &QLineEdit::returnPressed, this, [this] { ask(m_node->text()); });
    connect(completer, qOverload<const QString &>(&QCompleter::activated), this, &WhyNotNode::ask);
    retranslate();
}

void WhyNotNode::setDecision(model::DecisionPtr decision)
{
    m_decision = std::move(decision);
    m_shown.reset();
    clear();
    QStringList names;
    if (m_decision) {
        names.reserve(qsizetype(m_decision->feasible.size() + m_decision->rejected.size()));
        for (const model::FeasibleNode &node : m_decision->feasible)
            names << Words::plain(node.node);
        for (const model::RejectedNode &node : m_decision->rejected)
            names << Words::plain(node.node);
        names.sort();
    }
    m_names->setStringList(names);
    m_node->clear();
    m_node->setEnabled(!names.isEmpty());
    m_hint->setVisible(true);
    retranslate();
}

void WhyNotNode::ask(const QString &node)
{
    const QString name = node.trimmed();
    if (!m_service || !m_decision || name.isEmpty())
        return;
    m_node->setText(name);
    if (!m_names->stringList().contains(name)) {
        clear();
        m_shown.reset();
        m_hint->setWords(tr("No node of that name is in this decision."));
        m_hint->show();
        return;
    }
    const std::uint64_t question = ++m_question;
    m_service->explain(m_decision, base::Symbol(name.toStdString()),
        [self = QPointer(this), question](absl::StatusOr<api::NodeExplanation> answer) {
            if (!self || self->m_question != question)
                return;
            if (answer.ok()) {
                self->show(*answer);
                return;
            }
            self->clear();
            self->m_hint->setWords(Words::fault(answer.status()));
            self->m_hint->show();
        });
}

void WhyNotNode::clear()
{
    while (QLayoutItem *item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void WhyNotNode::line(const QString &words, look::Size size, Tone tone, bool bold)
{
    auto *text = (new Text(size, tone))->wrapped();
    text->setBold(bold);
    text->setWords(words);
    m_column->addWidget(text);
}

/// What would make it fit, each tried on a fork: the smallest first.
void WhyNotNode::showChanges(const api::NodeExplanation &explanation)
{
    if (explanation.feasible)
        return;
    const bool found = !explanation.changes.empty();
    if (found) {
        line(tr("Smallest change"), look::Size::Body, Tone::Plain, true);
        line(Words::changes(explanation.changes.front()), look::Size::Body, Tone::Accent);
        line(tr("tried on a copy of the cluster: it fits then"), look::Size::Caption, Tone::Quiet);
    }
    if (explanation.changes.size() > 1) {
        line(tr("Or"), look::Size::Body, Tone::Plain, true);
        for (std::size_t i = 1; i < explanation.changes.size(); ++i)
            line(Words::changes(explanation.changes[i]), look::Size::Body, Tone::Plain);
    }
    const QString search = Words::changeSearch(explanation.search, found, explanation.unliftable);
    if (!search.isEmpty())
        line(search, look::Size::Caption, Tone::Quiet);
}

void WhyNotNode::show(const api::NodeExplanation &explanation)
{
    m_shown = explanation;
    clear();
    m_hint->hide();
    const QString node = Words::plain(explanation.node);
    line(explanation.feasible ? tr("✓ %1 fits").arg(node) : tr("✕ %1 does not fit").arg(node), look::Size::Body,
        explanation.feasible ? Tone::Good : Tone::Bad, true);
    for (const api::NodeExplanation::Word &word : explanation.filters) {
        line(QString(word.ok ? QChar(0x2713) : QChar(0x2715)) + QLatin1Char(' ') + Words::plain(word.plugin),
            look::Size::Body, word.ok ? Tone::Quiet : Tone::Plain);
        for (const model::Reason &reason : word.reasons)
            line(Words::reason(reason), look::Size::Caption, Tone::Warn);
    }
    showChanges(explanation);
    m_column->addStretch(1);
}

QString WhyNotNode::answer() const
{
    QStringList lines;
    for (int i = 0; i < m_column->count(); ++i) {
        if (const auto *text = qobject_cast<const Text *>(m_column->itemAt(i)->widget()))
            lines << text->words();
    }
    return lines.join(QLatin1Char('\n'));
}

void WhyNotNode::retranslate()
{
    m_title->setWords(tr("Why not this node"));
    m_node->setPlaceholderText(tr("node name"));
    m_node->setAccessibleName(tr("node name"));
    if (!m_shown)
        m_hint->setWords(
            m_decision ? tr("Type a node's name, or click one in the lists.") : tr("Answers once a pod was decided."));
}

void WhyNotNode::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        if (m_shown)
            show(api::NodeExplanation(*m_shown));
    }
    Card::changeEvent(event);
}

} // namespace binnacle::pages
