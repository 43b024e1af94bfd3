// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/fork_map.h"
#include "views/pages/whatif/fork_tabs.h"
#include "views/pages/whatif/scenario_edits.h"
#include "views/pages/whatif/scenario_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::ScenarioFigures;
using models::ScenarioMoves;
using models::Tone;

ScenarioView::ScenarioView(QWidget *parent)
    : QWidget(parent),
      m_figures(new ScenarioFigures(this)),
      m_compared(new ScenarioFigures(this)),
      m_moves(new ScenarioMoves(this))
{
    m_tabs = new ForkTabs;
    m_newFork = new Button(Button::Kind::Link);
    m_mode = new Segments;
    auto *top = new QHBoxLayout;
    top->setSpacing(12);
    top->addWidget(m_tabs, 1);
    top->addWidget(m_newFork);
    top->addWidget(m_mode);
    m_edits = new ScenarioEdits(m_forks);
    m_edits->setFixedWidth(284);
    m_stack = new QStackedWidget;
    m_notice = new NoticeBox;
    m_stack->addWidget(m_notice);
    m_stack->addWidget(buildOne());
    m_stack->addWidget(buildCompare());
    m_strip = new NoticeStrip;
    auto *right = new QVBoxLayout;
    right->setSpacing(12);
    right->addWidget(m_strip);
    right->addWidget(m_stack, 1);
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_edits);
    row->addLayout(right, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addLayout(top);
    column->addLayout(row, 1);
    connect(m_tabs, &ForkTabs::chosen, this, [this](int tab) { m_forks.setCurrent(tab - 1); });
    connect(m_tabs, &ForkTabs::closed, this, [this](int tab) { m_forks.removeFork(tab - 1); });
    connect(m_newFork, &QPushButton::clicked, &m_forks, &models::ScenarioForks::addFork);
    connect(m_mode, &Segments::chosen, this, [this](int) { refresh(); });
    connect(&m_forks, &models::ScenarioForks::changed, this, &ScenarioView::refresh);
    connect(&m_forks, &models::ScenarioForks::progressed, m_edits, &ScenarioEdits::refreshProgress);
    new QShortcut(
        QKeySequence(Qt::Key_F5), this, [this] { m_forks.run(); }, Qt::WidgetWithChildrenShortcut);
    new QShortcut(
        QKeySequence::Undo, this, [this] { m_forks.undo(); }, Qt::WidgetWithChildrenShortcut);
    retranslate();
}

QWidget *ScenarioView::buildOne()
{
    auto *page = new QWidget;
    auto *row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(buildMaps(), 1);
    row->addWidget(buildSide());
    return page;
}

QWidget *ScenarioView::buildMaps()
{
    auto *card = new Card;
    m_mapsTitle = new Text(look::Size::Section);
    m_mapsTitle->setBold(true);
    m_mapsNote = (new Text(look::Size::Caption, Tone::Quiet))->aligned(Qt::AlignRight);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 12, 4);
    head->addWidget(m_mapsTitle);
    head->addWidget(m_mapsNote, 1);
    card->body()->addLayout(head);
    m_beforeTitle = new Text(look::Size::Body, Tone::Quiet);
    m_afterTitle = new Text(look::Size::Body, Tone::Accent);
    m_before = new ForkMap;
    m_after = new ForkMap;
    auto *maps = new QHBoxLayout;
    maps->setContentsMargins(12, 0, 12, 0);
    maps->setSpacing(12);
    const auto side = [&](Text *title, ForkMap *map) {
        title->setBold(true);
        auto *column = new QVBoxLayout;
        column->setSpacing(4);
        column->addWidget(title);
        column->addWidget(map, 1);
        maps->addLayout(column, 1);
        connect(map->map(), &charts::HeatMap::picked, this, &ScenarioView::pickNode);
        connect(map->map(), &charts::HeatMap::opened, this, [this](const QString &node) {
            if (m_context.navigator)
                m_context.navigator->open(QStringLiteral("nodes/") + node);
        });
    };
    side(m_beforeTitle, m_before);
    maps->addWidget(new Rule(Qt::Vertical));
    side(m_afterTitle, m_after);
    card->body()->addLayout(maps, 3);
    m_legend = new charts::HeatLegend;
    auto *legend = new QHBoxLayout;
    legend->setContentsMargins(12, 0, 12, 0);
    legend->addWidget(m_legend);
    card->body()->addLayout(legend);
    m_figureTable = new QTableView;
    prepare(m_figureTable);
    m_figureTable->setModel(m_figures);
    m_figureTable->setItemDelegate(new RowDelegate(ScenarioFigures::ToneRole, 0, 28, m_figureTable));
    m_figureTable->setFocusPolicy(Qt::TabFocus);
    QHeaderView *header = m_figureTable->horizontalHeader();
    header->setSectionsClickable(false);
    header->setStretchLastSection(false);
    connect(m_figures, &QAbstractItemModel::modelReset, this, [header] {
        if (header->count() < 6)
            return;
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setSectionResizeMode(0, QHeaderView::Stretch);
        const int widths[] = {0, 64, 96, 96, 88, 80};
        for (int i = 1; i < 6; ++i)
            header->resizeSection(i, widths[i]);
    });
    card->body()->addWidget(m_figureTable, 2);
    return card;
}

QWidget *ScenarioView::buildSide()
{
    m_side = new Card;
    m_side->setFixedWidth(384);
    const auto heading = [this](Text *&title, Text *&note) {
        title = new Text(look::Size::Section);
        title->setBold(true);
        note = (new Text(look::Size::Caption, Tone::Quiet))->aligned(Qt::AlignRight);
        auto *head = new QHBoxLayout;
        head->setContentsMargins(12, 8, 12, 4);
        head->addWidget(title);
        head->addWidget(note, 1);
        m_side->body()->addLayout(head);
    };
    heading(m_movesTitle, m_movesNote);
    m_moveTable = new QTableView;
    prepare(m_moveTable);
    m_moveTable->setModel(m_moves);
    m_moveTable->setItemDelegate(new RowDelegate(ScenarioMoves::ToneRole, 0, 28, m_moveTable));
    QHeaderView *header = m_moveTable->horizontalHeader();
    header->setSectionsClickable(false);
    header->setSectionResizeMode(QHeaderView::Stretch);
    m_side->body()->addWidget(m_moveTable, 3);
    m_side->body()->addWidget(new Rule);
    heading(m_pendTitle, m_pendNote);
    m_pendRows = new QWidget;
    m_pendColumn = new QVBoxLayout(m_pendRows);
    m_pendColumn->setContentsMargins(12, 0, 12, 8);
    m_pendColumn->setSpacing(4);
    auto *area = new QScrollArea;
    area->setWidget(m_pendRows);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    m_pendRows->setAutoFillBackground(false);
    m_side->body()->addWidget(area, 2);
    connect(
        m_moveTable->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
            if (index.isValid())
                pickNode(
                    index.siblingAtColumn(int(ScenarioMoves::Column::To)).data(ScenarioMoves::NodeRole).toString());
        });
    return m_side;
}

QWidget *ScenarioView::buildCompare()
{
    auto *card = new Card;
    m_compareTitle = new Text(look::Size::Section);
    m_compareTitle->setBold(true);
    m_compareNote = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
    auto *head = new QVBoxLayout;
    head->setContentsMargins(12, 8, 12, 8);
    head->addWidget(m_compareTitle);
    head->addWidget(m_compareNote);
    card->body()->addLayout(head);
    m_compareTable = new QTableView;
    prepare(m_compareTable);
    m_compareTable->setModel(m_compared);
    m_compareTable->setItemDelegate(new RowDelegate(ScenarioFigures::ToneRole, 0, 28, m_compareTable));
    QHeaderView *header = m_compareTable->horizontalHeader();
    header->setSectionsClickable(false);
    connect(m_compared, &QAbstractItemModel::modelReset, this, [header] {
        for (int i = 0; i < header->count(); ++i) {
            header->setSectionResizeMode(i, i == 0 ? QHeaderView::Stretch : QHeaderView::Fixed);
            if (i > 0)
                header->resizeSection(i, i == 1 ? 64 : 120);
        }
    });
    card->body()->addWidget(m_compareTable, 1);
    return card;
}

void ScenarioView::retranslate()
{
    m_tabs->setAccessibleName(tr("forks of the cluster"));
    m_newFork->setWords(tr("+ New fork"));
    m_mode->setSegments({tr("One"), tr("Compare %1").arg(int(m_forks.forks().size()))});
    m_mapsTitle->setWords(tr("Before and after"));
    m_mapsNote->setWords(tr("CPU allocated, % of allocatable"));
    m_beforeTitle->setWords(tr("Before"));
    m_afterTitle->setWords(tr("After"));
    m_movesTitle->setWords(tr("Would move"));
    m_pendTitle->setWords(tr("Would pend"));
    m_compareTitle->setWords(tr("Side by side"));
    m_edits->retranslate();
    m_mapped = nullptr;
    refresh();
}

} // namespace binnacle::pages
