// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/overview/overview_page.h"

#include "views/pages/overview/rows_delegate.h"
#include "views/theme/change_flash.h"
#include "views/theme/icons.h"
#include "views/theme/paint.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QScrollArea>
#include <QStackedLayout>

#include <algorithm>

namespace binnacle::pages {

using models::OverviewRows;
using models::Words;
using Which = OverviewRows::Which;

namespace {

constexpr int kWhich[] = {0, 1, 2, 3, 4, 5};
static_assert(std::size(kWhich) == 6);

theme::Tone tone(models::Tone t) { return theme::Tone(int(t)); }

/// The icon before a need.
class IconWidget : public QWidget {
public:
    IconWidget(QString name, theme::Tone tone, QWidget *parent) : QWidget(parent), m_name(std::move(name)), m_tone(tone)
    {
        setFixedSize(24, 24);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        theme::paintIcon(painter, rect(), m_name, theme::now().tone(m_tone), 20);
    }

private:
    QString m_name;
    theme::Tone m_tone;
};

} // namespace

OverviewPage::OverviewPage(QWidget *parent)
    : Page(parent),
      m_totals(new models::RowsModel(this)),
      m_reasons(new models::RowsModel(this)),
      m_decisions(new models::RowsModel(this))
{
    build();
    retranslate();
}

theme::Table *OverviewPage::addTable(theme::Card *card, models::RowsModel *model, std::vector<int> quiet)
{
    auto *table = new theme::Table(card);
    table->setItemDelegate(new RowsDelegate(table));
    table->setModel(model);
    new theme::ChangeFlash(*table, models::RowsModel::KeyRole, std::move(quiet));
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->horizontalHeader()->setSectionsClickable(false);
    connect(table, &QAbstractItemView::clicked, this,
        [this](const QModelIndex &index) { lead(index.data(models::RowsModel::AddressRole).toString()); });
    connect(table, &theme::Table::opened, this,
        [this](const QModelIndex &index) { lead(index.data(models::RowsModel::AddressRole).toString()); });
    card->body()->addWidget(table);
    return table;
}

void OverviewPage::build()
{
    m_layers = new QStackedLayout(this);
    m_loading = new theme::StatePanel(this);
    m_layers->addWidget(m_loading);
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto *content = new QWidget;
    scroll->setWidget(content);
    m_layers->addWidget(scroll);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(theme::space::x4, theme::space::x4, theme::space::x4, theme::space::x4);
    column->setSpacing(theme::space::x4);

    m_figureGrid = new QGridLayout;
    m_figureGrid->setSpacing(theme::space::x4);
    for (const int i : kWhich) {
        auto *figure = new theme::Figure(content);
        auto *spark = new charts::Sparkline(figure);
        figure->setMiddle(spark);
        figure->setFixedHeight(123);
        figure->setClickable(true);
        connect(figure, &theme::Figure::clicked, this, [this, i] { lead(OverviewRows::address(Which(i))); });
        m_figures[std::size_t(i)] = figure;
        m_sparks[std::size_t(i)] = spark;
    }
    column->addLayout(m_figureGrid);

    m_needsCard = new theme::Card(content, 0);
    m_needsCard->setFixedHeight(64);
    m_needsRow = new QHBoxLayout;
    m_needsRow->setContentsMargins(theme::space::x3, 0, theme::space::x3, 0);
    m_needsRow->setSpacing(theme::space::x3);
    m_needsCard->body()->addLayout(m_needsRow);
    column->addWidget(m_needsCard);

    m_lower = new QBoxLayout(QBoxLayout::LeftToRight);
    m_lower->setSpacing(theme::space::x4);
    auto *left = new QVBoxLayout;
    left->setSpacing(theme::space::x4);
    m_totalsCard = new theme::Card(content, 0);
    m_totalsTable = addTable(m_totalsCard, m_totals);
    m_totalsTable->setFitsRows(true);
    m_totalsCard->body()->setContentsMargins(0, 0, 0, theme::space::x2);
    left->addWidget(m_totalsCard);
    m_decisionsCard = new theme::Card(content, 0);
    m_decisionsTable = addTable(m_decisionsCard, m_decisions);
    m_noDecisions = new theme::Label(QString(), theme::Type::Body, theme::Tone::Quiet, m_decisionsCard);
    m_noDecisions->setContentsMargins(12, 8, 12, 8);
    m_decisionsCard->body()->insertWidget(0, m_noDecisions, 1, Qt::AlignTop);
    m_allInAudit = new theme::Label(QString(), theme::Type::Caption, theme::Tone::Accent, m_decisionsCard);
    m_allInAudit->setLink(true);
    connect(m_allInAudit, &theme::Label::clicked, this, [this] { lead(QStringLiteral("audit")); });
    m_decisionsCard->addHeadingWidget(m_allInAudit);
    left->addWidget(m_decisionsCard, 1);
    m_lower->addLayout(left, 2);
    m_queueCard = new theme::Card(content, 0);
    m_reasonsTable = addTable(m_queueCard, m_reasons, {3});
    m_noQueue = new theme::Label(QString(), theme::Type::Body, theme::Tone::Quiet, m_queueCard);
    m_noQueue->setContentsMargins(12, 8, 12, 8);
    m_queueCard->body()->insertWidget(0, m_noQueue);
    m_queueCard->body()->addWidget(new theme::Rule(Qt::Horizontal, m_queueCard));
    auto *chartBox = new QVBoxLayout;
    chartBox->setContentsMargins(theme::space::x3, theme::space::x2, theme::space::x3, theme::space::x2);
    m_waiting = new charts::LineChart(m_queueCard);
    m_waiting->setMinimumHeight(180);
    chartBox->addWidget(m_waiting);
    m_queueCard->body()->addLayout(chartBox, 1);
    m_reasonsTable->setFitsRows(true);
    m_queueCard->body()->addStretch(0);
    m_lower->addWidget(m_queueCard, 1);
    column->addLayout(m_lower, 1);

    const auto widths = [](theme::Table *table, std::initializer_list<int> sizes, int stretch) {
        int i = 0;
        for (const int size : sizes)
            table->setColumnWidth(i++, size);
        table->setStretchColumn(stretch);
    };
    m_totals->setHeader(OverviewRows::totalsHeader(), {2, 3, 4, 6, 7});
    m_reasons->setHeader(OverviewRows::reasonsHeader(), {1, 3});
    m_decisions->setHeader(OverviewRows::decisionsHeader(), {5, 6});
    widths(m_totalsTable, {150, 70, 90, 90, 90, 200, 76, 76}, 5);
    widths(m_reasonsTable, {200, 56, 76, 104}, 0);
    widths(m_decisionsTable, {82, 88, 200, 184, 118, 74, 86, 104}, 2);
}

/// Six figures a row and the queue at the right where there is room; else three, and the queue below.
void OverviewPage::arrange()
{
    const bool narrow = width() < 1080;
    if (m_narrow == narrow)
        return;
    m_narrow = narrow;
    const int columns = narrow ? 3 : 6;
    int i = 0;
    for (theme::Figure *figure : m_figures) {
        m_figureGrid->addWidget(figure, i / columns, i % columns);
        ++i;
    }
    for (int column = 0; column < 6; ++column)
        m_figureGrid->setColumnStretch(column, column < columns ? 1 : 0);
    m_lower->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_decisionsCard->setMinimumHeight(narrow ? 320 : 0);
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    arrange();
    // Names before what the decision's own page tells too.
    const bool tight = width() < 1340;
    m_decisionsTable->setColumnHidden(1, tight);
    m_decisionsTable->setColumnHidden(5, tight);
}

QString OverviewPage::subtitle() const
{
    if (!m_state)
        return {};
    std::vector<base::Symbol> regions;
    for (const auto &node : m_state->snapshot->nodes()) {
        const base::Symbol region = node->node().region;
        if (!region.empty() && std::find(regions.begin(), regions.end(), region) == regions.end())
            regions.push_back(region);
    }
    QStringList parts{
        tr("%Ln nodes", nullptr, int(m_state->snapshot->nodes().size())), tr("%Ln pods", nullptr, int(m_state->pods))};
    if (!regions.empty())
        parts << tr("%Ln regions", nullptr, int(regions.size()));
    return parts.join(QStringLiteral(" · "));
}

void OverviewPage::enter(const PageContext &context)
{
    m_context = context;
    m_state.reset();
    refresh();
}

void OverviewPage::apply(const api::ClusterUpdate &update)
{
    m_state = update.state;
    if (isVisible())
        refresh();
    else
        m_dirty = true;
}

void OverviewPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_dirty)
        refresh();
}

void OverviewPage::setNow(base::TimePoint now)
{
    m_now = now;
    if (isVisible() && m_state)
        refreshNeeds();
}

void OverviewPage::setRange(std::chrono::minutes range)
{
    m_range = range;
    refresh();
}

void OverviewPage::refresh()
{
    m_dirty = false;
    const bool first =
        m_state && m_state->snapshot->nodes().empty() && m_state->feed.state == model::FeedState::Connecting;
    if (!m_state || first) {
        if (m_state)
            m_loading->show(theme::StatePanel::Kind::Loading, tr("Connecting"),
                tr("So far: %1, %2", "nodes, pods")
                    .arg(tr("%Ln nodes", nullptr, int(m_state->feed.nodesListed)),
                        tr("%Ln pods", nullptr, int(m_state->feed.podsListed))));
        else if (m_context.service)
            m_loading->show(theme::StatePanel::Kind::Loading, tr("Connecting"),
                tr("The first list of nodes and pods is on its way."));
        else
            m_loading->show(theme::StatePanel::Kind::Empty, tr("No cluster is open"),
                tr("Choose one at the top left, or press Ctrl+O."));
        m_layers->setCurrentIndex(0);
        emit headerChanged();
        return;
    }
    m_layers->setCurrentIndex(1);
    for (const int i : kWhich) {
        const auto words = OverviewRows::figure(Which(i), *m_state, m_range);
        theme::Figure *figure = m_figures[std::size_t(i)];
        figure->setName(OverviewRows::name(Which(i)));
        figure->setValue(words.value, words.unit);
        figure->setChange(words.change, tone(words.tone));
        figure->setCaption(words.caption);
        figure->setToolTip(Words::tip(words.tip));
        charts::Sparkline *spark = m_sparks[std::size_t(i)];
        spark->setVisible(Which(i) != Which::Ready);
        spark->setEmptyWords(Which(i) == Which::Used ? tr("no source") : tr("no history yet"));
        spark->setValues(words.trend);
    }
    refreshWaiting();
    m_totals->replace(OverviewRows::totals(*m_state));
    m_reasons->replace(OverviewRows::reasons(*m_state, m_now));
    m_decisions->replace(OverviewRows::decisions(*m_state, 12));
    m_noQueue->setVisible(m_state->pending.empty());
    m_reasonsTable->setVisible(!m_state->pending.empty());
    m_queueCard->setNote(tr("%Ln pods", nullptr, int(m_state->pending.size())));
    m_noDecisions->setText(m_state->profile.autonomy == api::Autonomy::Observe
            ? tr("Nothing is proposed while the autonomy is observe; Pods and What-if show where each pod would go.")
            : tr("No decision yet. Pods that name the scheduler binnacle are decided as they arrive."));
    m_noDecisions->setVisible(m_decisions->rows().empty());
    m_decisionsTable->setVisible(!m_decisions->rows().empty());
    m_decisionsCard->setNote(tr("%1 in the last hour").arg(Words::number(m_state->decisionsLastHour)));
    refreshNeeds();
}

void OverviewPage::refreshWaiting()
{
    charts::ChartSeries pods;
    pods.name = tr("waiting");
    pods.area = true;
    pods.steps = true;
    const auto &history = *m_state->history;
    const base::TimePoint from = history.empty() ? base::TimePoint{} : history.back().at - m_range;
    for (const api::OverviewSample &s : history) {
        if (s.at < from)
            continue;
        pods.at.push_back(std::chrono::duration<double>(s.at.time_since_epoch()).count());
        pods.value.push_back(double(s.pending));
    }
    m_waiting->setNoSource(pods.at.size() < 2 ? tr("no history yet") : QString());
    m_waiting->setSeries({std::move(pods)});
}

void OverviewPage::refreshNeeds()
{
    const auto needs = OverviewRows::needs(*m_state, m_now);
    const bool same =
        std::equal(needs.begin(), needs.end(), m_needs.begin(), m_needs.end(), [](const auto &a, const auto &b) {
            return a.title == b.title && a.verb == b.verb && a.icon == b.icon && a.tone == b.tone;
        });
    if (same) {
        for (std::size_t i = 0; i < needs.size(); ++i)
            m_needDetails[i]->setText(needs[i].detail);
        return;
    }
    m_needs = needs;
    m_needDetails.clear();
    while (QLayoutItem *item = m_needsRow->takeAt(0)) {
        if (item->widget())
            delete item->widget();
        delete item;
    }
    for (std::size_t i = 0; i < needs.size(); ++i) {
        const auto &need = needs[i];
        if (i > 0)
            m_needsRow->addWidget(new theme::Rule(Qt::Vertical, m_needsCard, 12));
        auto *box = new QWidget(m_needsCard);
        auto *row = new QHBoxLayout(box);
        row->setContentsMargins(0, 8, 0, 8);
        row->setSpacing(theme::space::x2);
        row->addWidget(new IconWidget(need.icon, tone(need.tone), box), 0, Qt::AlignVCenter);
        auto *words = new QVBoxLayout;
        words->setSpacing(2);
        auto *title = new theme::Label(need.title, theme::Type::Body, theme::Tone::Plain, box);
        title->setType(theme::Type::Body, true);
        auto *detail = new theme::Label(need.detail, theme::Type::Caption, theme::Tone::Quiet, box);
        words->addStretch(1);
        words->addWidget(title);
        words->addWidget(detail);
        words->addStretch(1);
        row->addLayout(words, 1);
        if (!need.verb.isEmpty()) {
            auto *verb = new theme::Label(need.verb, theme::Type::Body, theme::Tone::Accent, box);
            verb->setLink(true);
            connect(verb, &theme::Label::clicked, this, [this, address = need.address] { lead(address); });
            row->addWidget(verb, 0, Qt::AlignVCenter);
        }
        m_needDetails.push_back(detail);
        m_needsRow->addWidget(box, 1);
    }
}

void OverviewPage::lead(const QString &address)
{
    if (!address.isEmpty() && m_context.navigator)
        m_context.navigator->open(address);
}

void OverviewPage::retranslate()
{
    m_totalsCard->setTitle(tr("Allocation against use"));
    m_totalsCard->setNote(tr("solid: used · light: allocated · outline: capacity"));
    m_queueCard->setTitle(tr("Queue by reason"));
    m_decisionsCard->setTitle(tr("Last decisions"));
    m_allInAudit->setText(tr("all in Audit"));
    m_waiting->setTitle(tr("Waiting pods"));
    m_waiting->setUnit(tr("pods"), 0);
    m_noQueue->setText(tr("No pod waits for a node."));
    m_totals->setHeader(OverviewRows::totalsHeader(), {2, 3, 4, 6, 7});
    m_reasons->setHeader(OverviewRows::reasonsHeader(), {1, 3});
    m_decisions->setHeader(OverviewRows::decisionsHeader(), {5, 6});
    m_totalsTable->setAccessibleName(tr("Allocation against use"));
    m_reasonsTable->setAccessibleName(tr("Queue by reason"));
    m_decisionsTable->setAccessibleName(tr("Last decisions"));
    m_needs.clear();
    refresh();
    emit headerChanged();
}

void OverviewPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace binnacle::pages
