// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/plan/plan_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::PlanLeftOverModel;
using models::PlanStepsModel;
using models::Tone;

PlanPage::PlanPage(QWidget *parent)
    : Page(parent), m_steps(new PlanStepsModel(this)), m_left(new PlanLeftOverModel(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 16, 16, 16);
    row->setSpacing(16);
    row->addWidget(buildAsk());
    row->addWidget(buildAnswer(), 1);
    retranslate();
}

QWidget *PlanPage::buildAsk()
{
    auto *card = new Card;
    card->setFixedWidth(344);
    m_kind = new Segments;
    m_what = (new Text(look::Size::Body, Tone::Quiet))->wrapped();
    m_movesTitle = new Text(look::Size::Caption, Tone::Quiet);
    m_moves = new Segments;
    m_evict = new QCheckBox;
    m_timeTitle = new Text(look::Size::Caption, Tone::Quiet);
    m_time = new Segments;
    m_make = new Button(Button::Kind::Primary);
    m_progress = new Text(look::Size::Caption, Tone::Quiet);
    m_waiting = new Text(look::Size::Caption, Tone::Quiet);
    auto *go = new QHBoxLayout;
    go->setSpacing(12);
    go->addWidget(m_make);
    go->addWidget(m_progress, 1);
    go->addStretch();
    m_effectPart = new QWidget;
    m_effect = new Text(look::Size::Section);
    m_effect->setBold(true);
    m_figures = new theme::KeyValues(nullptr, theme::Type::Body);
    auto *effect = new QVBoxLayout(m_effectPart);
    effect->setContentsMargins(0, 8, 0, 0);
    effect->setSpacing(8);
    effect->addWidget(new Rule);
    effect->addWidget(m_effect);
    effect->addWidget(m_figures);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_kind, 0, Qt::AlignLeft);
    column->addWidget(m_what);
    column->addWidget(m_movesTitle);
    column->addWidget(m_moves, 0, Qt::AlignLeft);
    column->addWidget(m_evict);
    column->addWidget(m_timeTitle);
    column->addWidget(m_time, 0, Qt::AlignLeft);
    column->addWidget(m_waiting);
    column->addLayout(go);
    column->addWidget(m_effectPart);
    column->addStretch(1);
    card->body()->addLayout(column);
    connect(m_kind, &Segments::chosen, this, [this] { showAsk(); });
    const auto press = [this] {
        m_making ? stop() : makePlan(kind());
        showAsk();
    };
    connect(m_make, &QPushButton::clicked, this, press);
    new QShortcut(
        QKeySequence(Qt::CTRL | Qt::Key_Return), this, [this] { makePlan(kind()); }, Qt::WidgetWithChildrenShortcut);
    return card;
}

QWidget *PlanPage::buildTable(Text *&title, QTableView *&table)
{
    auto *card = new Card;
    title = new Text(look::Size::Section);
    title->setBold(true);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(12, 8, 12, 4);
    head->addWidget(title);
    card->body()->addLayout(head);
    table = new QTableView;
    prepare(table);
    table->horizontalHeader()->setSectionsClickable(false);
    card->body()->addWidget(table, 1);
    return card;
}

QWidget *PlanPage::buildAnswer()
{
    m_answer = new QStackedWidget;
    m_notice = new NoticeBox;
    m_answer->addWidget(m_notice);
    auto *page = new QWidget;
    m_head = new Text(look::Size::Section);
    m_head->setBold(true);
    m_sub = new Text(look::Size::Caption, Tone::Quiet);
    m_strip = new NoticeStrip;
    auto *titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(m_head);
    titles->addWidget(m_sub);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addLayout(titles);
    column->addWidget(m_strip);
    column->addWidget(buildTable(m_stepsTitle, m_stepsTable), 3);
    m_leftCard = buildTable(m_leftTitle, m_leftTable);
    column->addWidget(m_leftCard, 2);
    m_stepsTable->setModel(m_steps);
    m_stepsTable->setItemDelegate(new RowDelegate(PlanStepsModel::ToneRole, 0, 28, m_stepsTable));
    QHeaderView *header = m_stepsTable->horizontalHeader();
    using Step = PlanStepsModel::Column;
    header->setSectionResizeMode(int(Step::Pod), QHeaderView::Stretch);
    header->setSectionResizeMode(int(Step::Why), QHeaderView::Stretch);
    header->resizeSection(int(Step::Number), 60);
    header->resizeSection(int(Step::Step), 132);
    header->resizeSection(int(Step::From), 152);
    header->resizeSection(int(Step::To), 152);
    header->resizeSection(int(Step::Cost), 72);
    m_leftTable->setModel(m_left);
    m_leftTable->setItemDelegate(new RowDelegate(PlanLeftOverModel::ToneRole, 0, 28, m_leftTable));
    using Left = PlanLeftOverModel::Column;
    m_leftTable->horizontalHeader()->setSectionResizeMode(int(Left::Pod), QHeaderView::Stretch);
    m_leftTable->horizontalHeader()->setSectionResizeMode(int(Left::Detail), QHeaderView::Stretch);
    m_leftTable->horizontalHeader()->resizeSection(int(Left::Why), 208);
    connect(m_stepsTable, &QTableView::doubleClicked, this,
        [this](const QModelIndex &index) { openPod(index.data(PlanStepsModel::PodRole).toString()); });
    connect(m_leftTable, &QTableView::doubleClicked, this,
        [this](const QModelIndex &index) { openPod(index.data(PlanLeftOverModel::PodRole).toString()); });
    m_answer->addWidget(page);
    return m_answer;
}

void PlanPage::retranslate()
{
    m_kind->setSegments({tr("Batch placement"), tr("Defragmentation")});
    m_movesTitle->setWords(tr("running pods that may move, at most"));
    const bool first = m_moves->count() == 0;
    m_moves->setSegments(
        {QStringLiteral("1"), QStringLiteral("3"), QStringLiteral("5"), QStringLiteral("10"), QStringLiteral("20")});
    m_moves->setAccessibleName(m_movesTitle->words());
    m_evict->setText(tr("evict less important pods for good"));
    m_timeTitle->setWords(tr("time to look for it"));
    m_time->setSegments({tr("5 s"), tr("10 s"), tr("30 s"), tr("60 s")});
    m_time->setAccessibleName(m_timeTitle->words());
    if (first) {
        m_moves->setCurrent(2);
        m_time->setCurrent(1);
    }
    m_effect->setWords(tr("Before → after"));
    m_stepsTable->setAccessibleName(tr("steps of the plan"));
    m_leftTable->setAccessibleName(tr("pods that are not placed"));
    m_steps->retranslate();
    m_left->retranslate();
    showPlan();
    showAsk();
    emit headerChanged();
}

} // namespace binnacle::pages
