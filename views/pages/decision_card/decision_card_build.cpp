// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/decision_card/decision_card.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QShortcut>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::Tone;
using models::Words;

DecisionCard::DecisionCard(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    build();
    connect(qApp, &QApplication::focusChanged, this, [this] { update(); });
    for (const QKeySequence &keys : {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)})
        new QShortcut(
            keys, this, [this] { approve(); }, Qt::WidgetWithChildrenShortcut);
    new QShortcut(
        QKeySequence(Qt::CTRL | Qt::Key_Backspace), this, [this] { deny(); }, Qt::WidgetWithChildrenShortcut);
}

void DecisionCard::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(0);
    buildHead(column);
    column->addSpacing(10);
    column->addWidget(new Rule);
    column->addSpacing(10);
    buildSure(column);
    m_bars = new ScoreBars;
    column->addWidget(m_bars);
    column->addSpacing(6);
    m_funnel = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
    column->addWidget(m_funnel);
    column->addSpacing(10);
    column->addWidget(new Rule);
    column->addSpacing(10);
    buildFacts(column);
    column->addStretch(1);
    buildActions(column);
}

void DecisionCard::buildHead(QVBoxLayout *column)
{
    m_title = (new Text(look::Size::Title))->wrapped();
    m_title->setBold(true);
    m_score = (new Text(look::Size::Body))->wrapped();
    m_stateWord = new Text(look::Size::Body);
    m_stateWord->setBold(true);
    m_expiry = new Text(look::Size::Body, Tone::Warn);
    m_expiry->setBold(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_title, 1);
    head->addWidget(m_stateWord, 0, Qt::AlignTop);
    head->addWidget(m_expiry, 0, Qt::AlignTop);
    column->addLayout(head);
    column->addSpacing(4);
    column->addWidget(m_score);
}

void DecisionCard::buildSure(QVBoxLayout *column)
{
    m_sure = new QWidget;
    auto *grid = new QGridLayout(m_sure);
    grid->setContentsMargins(0, 0, 0, 12);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    const auto field = [&](int row, Text *&value, Text *&meaning) {
        value = new Text(look::Size::Section);
        value->setBold(true);
        meaning = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
        grid->addWidget(value, row, 0, Qt::AlignTop);
        grid->addWidget(meaning, row, 1);
    };
    field(0, m_stability, m_stabilityMeaning);
    field(1, m_confidence, m_confidenceMeaning);
    grid->setColumnMinimumWidth(0, 44);
    grid->setColumnStretch(1, 1);
    column->addWidget(m_sure);
}

void DecisionCard::buildFacts(QVBoxLayout *column)
{
    m_facts = new QGridLayout;
    m_facts->setHorizontalSpacing(12);
    m_facts->setVerticalSpacing(0);
    m_facts->setColumnMinimumWidth(0, 84);
    m_facts->setColumnStretch(1, 1);
    for (int i = 0; i < int(m_fact.size()); ++i) {
        Fact &fact = m_fact[std::size_t(i)];
        fact.name = new Text(look::Size::Body, Tone::Quiet);
        fact.value = (new Text(look::Size::Body))->wrapped();
        fact.value->setTextInteractionFlags(Qt::NoTextInteraction);
        fact.more = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
        m_facts->addWidget(fact.name, i * 3, 0, Qt::AlignTop);
        m_facts->addWidget(fact.value, i * 3, 1);
        m_facts->addWidget(fact.more, i * 3 + 1, 1);
        m_facts->setRowMinimumHeight(i * 3 + 2, 8);
    }
    column->addLayout(m_facts);
}

void DecisionCard::buildActions(QVBoxLayout *column)
{
    m_actions = new QWidget;
    auto *rows = new QVBoxLayout(m_actions);
    rows->setContentsMargins(0, 10, 0, 0);
    rows->setSpacing(8);
    rows->addWidget(new Rule);
    m_why = (new Text(look::Size::Body, Tone::Warn))->wrapped();
    m_rule = new Button(Button::Kind::Link);
    rows->addWidget(m_why);
    rows->addWidget(m_rule, 0, Qt::AlignLeft);
    m_ask = new QWidget;
    auto *ask = new QHBoxLayout(m_ask);
    ask->setContentsMargins(0, 0, 0, 0);
    ask->setSpacing(12);
    m_askWords = new Text(look::Size::Body, Tone::Warn);
    m_typed = new QLineEdit;
    m_typed->setFixedHeight(28);
    m_typed->setTextMargins(6, 0, 6, 0);
    m_typed->setMinimumWidth(160);
    ask->addWidget(m_askWords);
    ask->addWidget(m_typed, 1);
    rows->addWidget(m_ask);
    m_approve = new Button(Button::Kind::Primary);
    m_deny = new Button;
    m_another = new Button;
    m_whatIf = new Button;
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    for (Button *button : {m_approve, m_deny, m_another, m_whatIf})
        buttons->addWidget(button);
    buttons->addStretch(1);
    rows->addLayout(buttons);
    column->addWidget(m_actions);
    m_actions->hide();
    m_ask->hide();

    connect(m_approve, &QPushButton::clicked, this, &DecisionCard::approve);
    connect(m_deny, &QPushButton::clicked, this, &DecisionCard::deny);
    connect(m_another, &QPushButton::clicked, this, &DecisionCard::chooseAnother);
    connect(m_whatIf, &QPushButton::clicked, this,
        [this] { emit whatIfAsked(QString::fromStdString(m_decision->pod.text())); });
    connect(m_typed, &QLineEdit::textChanged, this, [this] { fillActions(); });
    connect(m_typed, &QLineEdit::returnPressed, this, &DecisionCard::approve);
    connect(m_rule, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(Words::rbacRule(m_block, m_access)); });
}

} // namespace binnacle::pages
