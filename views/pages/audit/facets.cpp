// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/facets.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::Tone;
using models::Words;

namespace {
constexpr std::size_t kMostValues = 40; // of one facet; the filter field finds the rest
}

Facets::Facets(QWidget *parent) : Card(parent)
{
    m_title = new Text(look::Size::Section);
    m_title->setBold(true);
    m_clear = new Button(Button::Kind::Link);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 4);
    head->addWidget(m_title, 1);
    head->addWidget(m_clear);
    body()->addLayout(head);
    auto *content = new QWidget;
    m_inner = new QVBoxLayout(content);
    m_inner->setContentsMargins(12, 0, 12, 12);
    m_inner->setSpacing(0);
    const auto addField = [this](Text *&title, QLineEdit *&field) {
        QVBoxLayout *column = nullptr;
        addGroup(title, column);
        field = new QLineEdit;
        field->setFixedHeight(28);
        field->setMaxLength(256);
        field->setClearButtonEnabled(true);
        column->addWidget(field);
        connect(field, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    };
    addField(m_podTitle, m_pod);
    addField(m_nodeTitle, m_node);
    m_typing.setSingleShot(true);
    m_typing.setInterval(200); // one question a word, not one a letter
    connect(&m_typing, &QTimer::timeout, this, &Facets::changed);
    addGroup(m_outcomeTitle, m_outcomeColumn);
    addGroup(m_actorTitle, m_actorColumn);
    addGroup(m_namespaceTitle, m_namespaceColumn);
    QVBoxLayout *confidence = nullptr;
    addGroup(m_confidenceTitle, confidence);
    auto *range = new QHBoxLayout;
    range->setSpacing(8);
    for (QDoubleSpinBox **box : {&m_least, &m_most}) {
        *box = new QDoubleSpinBox;
        (*box)->setRange(0, 1);
        (*box)->setSingleStep(0.05);
        (*box)->setDecimals(2);
        (*box)->setFixedHeight(28);
        range->addWidget(*box, 1);
        connect(*box, &QDoubleSpinBox::valueChanged, this, &Facets::changed);
    }
    {
        const QSignalBlocker blocker(m_most);
        m_most->setValue(1);
    }
    confidence->addLayout(range);
    m_inner->addStretch(1);
    auto *area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    body()->addWidget(area, 1);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        clear();
        emit changed();
    });
    retranslate();
}

void Facets::addGroup(Text *&title, QVBoxLayout *&column)
{
    title = new Text(look::Size::Caption, Tone::Quiet);
    column = new QVBoxLayout;
    column->setSpacing(0);
    m_inner->addSpacing(8);
    m_inner->addWidget(title);
    m_inner->addSpacing(2);
    m_inner->addLayout(column);
}

QString Facets::word(const Group &group, const std::string &key) const
{
    if (&group == &m_outcomes)
        return Words::state(api::DecisionState(std::atoi(key.c_str()))).word;
    return &group == &m_actors ? Words::actor(key) : Words::plain(key);
}

void Facets::put(Group &group, QVBoxLayout *column, const std::string &key, const QString &word, std::uint64_t count)
{
    auto it = group.find(key);
    if (it == group.end()) {
        if (group.size() >= kMostValues)
            return;
        Entry entry{new QCheckBox, new Text(look::Size::Caption, Tone::Quiet)};
        entry.box->setFont(look::font(look::Size::Body));
        entry.box->setMinimumWidth(0);
        entry.box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        entry.box->setFixedHeight(22);
        entry.box->setToolTip(Words::tip(word));
        auto *row = new QHBoxLayout;
        row->addWidget(entry.box, 1);
        row->addWidget(entry.count);
        column->addLayout(row);
        connect(entry.box, &QCheckBox::toggled, this, &Facets::changed);
        it = group.emplace(key, entry).first;
    }
    it->second.box->setText(QString(word).replace(QLatin1Char('&'), QStringLiteral("&&")));
    it->second.count->setWords(Words::number(std::int64_t(count)));
}

void Facets::setCounts(const api::AuditPage &page)
{
    for (Group *group : {&m_outcomes, &m_actors, &m_namespaces}) {
        for (auto &[key, entry] : *group)
            entry.count->setWords(QStringLiteral("0"));
    }
    for (const auto &[state, count] : page.byState)
        put(m_outcomes, m_outcomeColumn, std::to_string(int(state)), Words::state(state).word, count);
    for (const auto &[actor, count] : page.byActor)
        put(m_actors, m_actorColumn, actor, Words::actor(actor), count);
    for (const auto &[ns, count] : page.byNamespace)
        put(m_namespaces, m_namespaceColumn, ns, Words::plain(ns), count);
}

void Facets::fill(api::AuditFilter &filter) const
{
    filter.pod = m_pod->text().trimmed().toStdString();
    filter.node = m_node->text().trimmed().toStdString();
    for (const auto &[key, entry] : m_outcomes) {
        if (entry.box->isChecked())
            filter.states.push_back(api::DecisionState(std::atoi(key.c_str())));
    }
    for (const auto &[key, entry] : m_actors) {
        if (entry.box->isChecked())
            filter.actors.push_back(key);
    }
    for (const auto &[key, entry] : m_namespaces) {
        if (entry.box->isChecked())
            filter.namespaces.push_back(key);
    }
    if (m_least->value() > 0)
        filter.minConfidence = m_least->value();
    if (m_most->value() < 1)
        filter.maxConfidence = m_most->value();
}

void Facets::clear()
{
    const QSignalBlocker blocker(this);
    for (Group *group : {&m_outcomes, &m_actors, &m_namespaces}) {
        for (auto &[key, entry] : *group)
            entry.box->setChecked(false);
    }
    m_least->setValue(0);
    m_most->setValue(1);
    m_pod->clear();
    m_node->clear();
    m_typing.stop();
}

void Facets::forget()
{
    clear();
    for (Group *group : {&m_outcomes, &m_actors, &m_namespaces}) {
        for (auto &[key, entry] : *group) {
            delete entry.box;
            delete entry.count;
        }
        group->clear();
    }
}

void Facets::retranslate()
{
    m_title->setWords(tr("Facets"));
    m_clear->setWords(tr("clear"));
    m_podTitle->setWords(tr("pod, a part of its name"));
    m_pod->setAccessibleName(tr("pod, a part of its name"));
    m_nodeTitle->setWords(tr("node, a part of its name"));
    m_node->setAccessibleName(tr("node, a part of its name"));
    m_outcomeTitle->setWords(tr("outcome"));
    m_actorTitle->setWords(tr("decided by"));
    m_namespaceTitle->setWords(tr("namespace"));
    m_confidenceTitle->setWords(tr("confidence, from and to"));
    m_least->setAccessibleName(tr("least confidence"));
    m_most->setAccessibleName(tr("most confidence"));
    for (Group *group : {&m_outcomes, &m_actors, &m_namespaces}) {
        for (auto &[key, entry] : *group)
            entry.box->setText(word(*group, key).replace(QLatin1Char('&'), QStringLiteral("&&")));
    }
}

void Facets::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Card::changeEvent(event);
}

} // namespace binnacle::pages
