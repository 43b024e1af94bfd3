// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/pods/group_delegate.h"
#include "views/pages/whatif/parts_delegate.h"
#include "views/pages/whatif/scenario_view.h"
#include "views/pages/whatif/whatif_page.h"
#include "views/pages/whatif/why_not_node.h"
#include "views/theme/picking.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QStackedWidget>
#include <QStringListModel>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::PendingModel;
using models::RankedModel;
using models::RejectedModel;
using models::Tone;

WhatifPage::WhatifPage(QWidget *parent)
    : Page(parent),
      m_pending(new PendingModel(this)),
      m_ranked(new RankedModel(this)),
      m_rejected(new RejectedModel(this))
{
    m_view = new Segments(this);
    m_views = new QStackedWidget;
    m_scenario = new ScenarioView;
    auto *onePod = new QWidget;
    auto *row = new QHBoxLayout(onePod);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(buildAsk());
    row->addWidget(buildAnswer(), 1);
    m_views->addWidget(onePod);
    m_views->addWidget(m_scenario);
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(16, 16, 16, 16);
    whole->addWidget(m_views);
    connect(m_view, &Segments::chosen, this, &WhatifPage::showView);
    retranslate();
    showWaiting();
}

QWidget *WhatifPage::buildAsk()
{
    auto *card = m_ask = new Card;
    card->setFixedWidth(344);
    m_source = new Segments;
    m_sources = new QStackedWidget;
    m_sources->addWidget(buildPods());
    m_sources->addWidget(buildManifest());
    auto *column = new QVBoxLayout;
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(12);
    column->addWidget(m_source, 0, Qt::AlignLeft);
    column->addWidget(m_sources, 1);
    card->body()->addLayout(column);
    connect(m_source, &Segments::chosen, m_sources, &QStackedWidget::setCurrentIndex);
    return card;
}

QWidget *WhatifPage::buildPods()
{
    auto *page = new QWidget;
    m_search = new QLineEdit;
    m_search->setFixedHeight(28);
    m_search->setTextMargins(6, 0, 6, 0);
    m_search->setClearButtonEnabled(true);
    m_pods = new QTreeView;
    prepare(m_pods);
    auto *delegate = new GroupDelegate(m_pods);
    delegate->setCompact(true);
    m_pods->setItemDelegate(delegate);
    theme::showAndPick(*m_pods, *m_pending, [this](const QModelIndex &index) {
        if (const api::PendingPod *pod = m_pending->podAt(index))
            decidePod(pod->pod->key);
    });
    m_pods->setExpandsOnDoubleClick(false);
    for (int i = 1; i < int(PendingModel::Column::Count); ++i)
        m_pods->setColumnHidden(i, i != int(PendingModel::Column::Waiting));
    m_pods->header()->hide();
    m_pods->header()->setStretchLastSection(false);
    m_pods->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_pods->header()->resizeSection(int(PendingModel::Column::Waiting), 112);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_search);
    column->addWidget(m_pods, 1);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_pending->setFilter(text);
        if (!text.isEmpty())
            m_pods->expandAll();
    });
    connect(m_pending, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &parent, int first, int last) {
        for (int r = first; !parent.isValid() && r <= last; ++r) {
            m_pods->setFirstColumnSpanned(r, {}, true);
            m_pods->setExpanded(m_pending->index(r, 0), m_pending->rowCount() == 1 || !m_search->text().isEmpty());
        }
    });
    connect(m_pods, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (index.data(PendingModel::GroupRole).toBool())
            m_pods->setExpanded(index.siblingAtColumn(0), !m_pods->isExpanded(index.siblingAtColumn(0)));
    });
    return page;
}

QWidget *WhatifPage::buildManifest()
{
    auto *page = new QWidget;
    m_manifest = new QPlainTextEdit;
    m_manifest->setFont(look::monospace());
    m_manifest->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_manifest->setTabChangesFocus(true);
    m_manifestHint = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
    m_manifestError = (new Text(look::Size::Body, Tone::Bad))->wrapped();
    m_manifestError->hide();
    m_decide = new Button(Button::Kind::Primary);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_manifestHint);
    column->addWidget(m_manifest, 1);
    column->addWidget(m_manifestError);
    column->addWidget(m_decide, 0, Qt::AlignLeft);
    connect(m_decide, &QPushButton::clicked, this, &WhatifPage::decideManifest);
    connect(m_manifest, &QPlainTextEdit::textChanged, this, &WhatifPage::clearFault);
    new QShortcut(
        QKeySequence(Qt::CTRL | Qt::Key_Return), m_manifest, [this] { decideManifest(); }, Qt::WidgetShortcut);
    return page;
}

QWidget *WhatifPage::buildAnswer()
{
    m_answer = new QStackedWidget;
    m_notice = new NoticeBox;
    m_answer->addWidget(m_notice);
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    m_strip = new NoticeStrip;
    m_listCard = new Card;
    m_listTitle = new Text(look::Size::Body);
    m_listTitle->setBold(true);
    m_listWords = new QStringListModel(this);
    m_list = new QListView;
    m_list->setModel(m_listWords);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setMaximumHeight(112);
    m_list->setItemDelegate(new RowDelegate(-1, 0, 28, m_list));
    m_list->viewport()->setAutoFillBackground(false);
    auto *listColumn = new QVBoxLayout;
    listColumn->setContentsMargins(0, 8, 0, 4);
    m_listTitle->setContentsMargins(12, 0, 12, 0);
    listColumn->addWidget(m_listTitle);
    listColumn->addWidget(m_list);
    m_listCard->body()->addLayout(listColumn);
    m_listCard->hide();
    m_head = new Text(look::Size::Section);
    m_head->setBold(true);
    m_sub = new Text(look::Size::Caption, Tone::Quiet);
    m_sure = new Text(look::Size::Caption, Tone::Quiet);
    auto *subs = new QHBoxLayout;
    subs->addWidget(m_sub, 1);
    subs->addWidget(m_sure);
    auto *titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(m_head);
    titles->addLayout(subs);
    column->addWidget(m_listCard);
    column->addLayout(titles);
    column->addWidget(m_strip);
    m_whyNot = new WhyNotNode;
    m_whyNot->setFixedWidth(288);
    auto *results = new QVBoxLayout;
    results->setSpacing(12);
    results->addWidget(buildRanked(), 3);
    results->addWidget(buildRejected(), 2);
    auto *split = new QHBoxLayout;
    split->setSpacing(16);
    split->addLayout(results, 1);
    split->addWidget(m_whyNot);
    column->addLayout(split, 1);
    m_answer->addWidget(page);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) { showDecision(index.row()); });
    return m_answer;
}

QWidget *WhatifPage::buildRanked()
{
    auto *card = new Card;
    m_rankedTitle = new Text(look::Size::Section);
    m_rankedTitle->setBold(true);
    m_legend = new ScoreBars;
    m_legend->setLegendOnly();
    auto *head = new QVBoxLayout;
    head->setContentsMargins(12, 8, 12, 4);
    head->setSpacing(6);
    head->addWidget(m_rankedTitle);
    head->addWidget(m_legend);
    card->body()->addLayout(head);
    m_rankedTable = new QTableView;
    prepare(m_rankedTable);
    m_rankedTable->setModel(m_ranked);
    m_rankedTable->setItemDelegate(new PartsDelegate(m_ranked, m_rankedTable));
    QHeaderView *header = m_rankedTable->horizontalHeader();
    header->setSectionsClickable(false);
    header->setSectionResizeMode(int(RankedModel::Column::Parts), QHeaderView::Stretch);
    header->resizeSection(int(RankedModel::Column::Rank), 60);
    header->resizeSection(int(RankedModel::Column::Node), 168);
    header->resizeSection(int(RankedModel::Column::Total), 68);
    header->resizeSection(int(RankedModel::Column::Behind), 92);
    card->body()->addWidget(m_rankedTable, 1);
    connect(m_rankedTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) {
            if (index.isValid())
                m_whyNot->ask(index.data(RankedModel::NodeRole).toString());
        });
    connect(m_rankedTable, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (m_context.navigator)
            m_context.navigator->open(QStringLiteral("nodes/") + index.data(RankedModel::NodeRole).toString());
    });
    return card;
}

QWidget *WhatifPage::buildRejected()
{
    auto *card = new Card;
    m_rejectedTitle = new Text(look::Size::Section);
    m_rejectedTitle->setBold(true);
    m_rejectedTitle->setContentsMargins(12, 8, 12, 4);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(12, 8, 12, 4);
    head->addWidget(m_rejectedTitle);
    card->body()->addLayout(head);
    m_rejectedTree = new QTreeView;
    prepare(m_rejectedTree);
    m_rejectedTree->setModel(m_rejected);
    m_rejectedTree->setUniformRowHeights(true);
    m_rejectedTree->setItemDelegate(new RowDelegate(RejectedModel::ToneRole, 0, 28, m_rejectedTree));
    QHeaderView *header = m_rejectedTree->header();
    header->setStretchLastSection(false);
    header->setSectionsClickable(false);
    header->setSectionResizeMode(int(RejectedModel::Column::Plugin), QHeaderView::Stretch);
    header->resizeSection(int(RejectedModel::Column::Name), 280);
    header->resizeSection(int(RejectedModel::Column::Nodes), 72);
    card->body()->addWidget(m_rejectedTree, 1);
    connect(m_rejectedTree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) {
            const QString node = index.siblingAtColumn(0).data(RejectedModel::NodeRole).toString();
            if (!node.isEmpty())
                m_whyNot->ask(node);
        });
    return card;
}

void WhatifPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    const bool narrow = width() < 1300;
    const bool tight = width() < 1040; // 1920 pixels at 200 %: the scores get what room there is
    m_ask->setFixedWidth(tight ? 256 : narrow ? 304 : 344);
    m_whyNot->setFixedWidth(tight ? 184 : narrow ? 236 : 288);
    m_pods->header()->resizeSection(int(PendingModel::Column::Waiting), tight ? 76 : 112);
    m_rankedTable->setColumnHidden(int(RankedModel::Column::Rank), tight);
    m_rankedTable->setColumnHidden(int(RankedModel::Column::Behind), tight);
    m_rejectedTree->setColumnHidden(int(RejectedModel::Column::Plugin), tight);
    m_rejectedTree->header()->resizeSection(int(RejectedModel::Column::Name), tight ? 300 : 280);
    m_rankedTable->horizontalHeader()->resizeSection(int(RankedModel::Column::Node), narrow ? 144 : 184);
}

void WhatifPage::retranslate()
{
    m_view->setSegments({tr("One pod"), tr("Scenario")});
    m_view->setAccessibleName(tr("one pod, or the whole cluster"));
    m_scenario->retranslate();
    m_source->setSegments({tr("Pending pod"), tr("Manifest")});
    m_search->setPlaceholderText(tr("find a pending pod"));
    m_search->setAccessibleName(tr("find a pending pod"));
    m_manifest->setPlaceholderText(QStringLiteral("apiVersion: v1\nkind: Pod\n…"));
    m_manifest->setAccessibleName(tr("manifest"));
    m_manifestHint->setWords(
        tr("Paste pods or workloads as YAML or JSON. They are placed one after the other on a copy of the cluster."));
    m_decide->setWords(tr("Decide"), tr("Ctrl+⏎"));
    m_pending->retranslate();
    m_ranked->retranslate();
    m_rejected->retranslate();
    if (m_fault && m_manifestFault)
        showFault(absl::Status(*m_fault), true);
    const int current = m_current;
    showDecisions(std::vector(m_decisions));
    if (current > 0)
        m_list->setCurrentIndex(m_listWords->index(current, 0));
    emit headerChanged();
}

} // namespace binnacle::pages
