// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/nodes/nodes_page.h"

#include "views/pages/frame/address.h"
#include "views/pages/nodes/node_card.h"
#include "views/pages/nodes/node_inspector.h"
#include "views/pages/overview/rows_delegate.h"
#include "views/theme/change_flash.h"
#include "views/theme/icons.h"
#include "views/theme/picking.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScrollArea>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <map>

namespace binnacle::pages {

using models::NodeColumn;
using models::NodeModel;
using models::NodeRow;
using models::Words;

namespace {

QString keyOf(base::Symbol name) { return QString::fromStdString(std::string(name.text())); }
base::Symbol symbolOf(const QString &key) { return base::Symbol(key.toStdString()); }

/// Class of capacity for a cell's size: 8-GPU machines largest, edge machines smallest.
quint8 sizeClass(const NodeRow &row)
{
    if (row.gpus >= 4 || row.cpuMilli >= 96000)
        return 0;
    if (row.cpuMilli >= 16000)
        return 1;
    return row.cpuMilli > 4000 ? 2 : 3;
}

} // namespace

NodesPage::NodesPage(QWidget *parent)
    : Page(parent), m_model(new NodeModel(this)), m_form(new theme::SegmentedControl(this))
{
    build();
    connectAll();
    retranslate();
}

void NodesPage::build()
{
    m_layers = new QStackedLayout(this);
    m_panel = new theme::StatePanel(this);
    m_layers->addWidget(m_panel);
    auto *content = new QWidget(this);
    m_layers->addWidget(content);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(theme::space::x4, theme::space::x3, theme::space::x4, 0);
    column->setSpacing(theme::space::x2);
    m_metricRow = new QWidget(content);
    auto *row = new QHBoxLayout(m_metricRow);
    row->setContentsMargins(0, 0, 0, 0);
    m_metrics = new theme::SegmentedControl(m_metricRow);
    m_note = new theme::Label(QString(), theme::Type::Caption, theme::Tone::Quiet, m_metricRow);
    m_note->setAlignment(Qt::AlignRight);
    row->addWidget(m_metrics);
    row->addWidget(m_note, 1);
    column->addWidget(m_metricRow);

    m_views = new QStackedWidget(content);
    auto *mapSide = new QWidget(m_views);
    auto *mapColumn = new QVBoxLayout(mapSide);
    mapColumn->setContentsMargins(0, 0, 0, 0);
    mapColumn->setSpacing(0);
    m_scroll = new QScrollArea(mapSide);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_map = new charts::HeatMap;
    m_scroll->setWidget(m_map);
    m_scroll->viewport()->installEventFilter(this);
    m_legend = new charts::HeatLegend(mapSide);
    mapColumn->addWidget(m_scroll, 1);
    mapColumn->addWidget(m_legend);
    m_views->addWidget(mapSide);
    auto *tableCard = new theme::Card(m_views, 0);
    m_table = new theme::Table(tableCard);
    m_table->setObjectName(QStringLiteral("nodes"));
    m_table->setItemDelegate(new RowsDelegate(m_table, NodeModel::ToneRole, NodeModel::IconRole, NodeModel::BarRole));
    theme::showAndPick(*m_table, *m_model, [this](const QModelIndex &index) {
        if (const QString name = keyOf(m_model->nameAt(index.row())); index.isValid() && name != m_selected)
            select(name);
    });
    new theme::ChangeFlash(*m_table, NodeModel::NameRole, {int(models::NodeColumn::Age)});
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
    const int widths[models::kNodeColumns] = {220, 110, 120, 170, 170, 120, 100, 90, 90, 120};
    for (int i = 0; i < models::kNodeColumns; ++i)
        m_table->setColumnWidth(i, widths[i]);
    m_table->setStretchColumn(0);
    tableCard->body()->addWidget(m_table);
    m_views->addWidget(tableCard);
    column->addWidget(m_views, 1);
    m_card = new NodeCard(this);
}

void NodesPage::connectAll()
{
    connect(m_form, &theme::SegmentedControl::chosen, this, [this](int index) { showTable(index == 1); });
    connect(m_metrics, &theme::SegmentedControl::chosen, this, [this](int index) {
        m_metric = Metric(index);
        m_metricChosen = true;
        rebuildMap();
    });
    connect(m_map, &charts::HeatMap::picked, this, &NodesPage::select);
    connect(m_map, &charts::HeatMap::opened, this, &NodesPage::select);
    connect(m_map, &charts::HeatMap::selectionChanged, this, &NodesPage::refreshLegend);
    connect(m_map, &charts::HeatMap::contextWanted, this, &NodesPage::showMenu);
    connect(m_map, &charts::HeatMap::cardWanted, this, &NodesPage::showCard);
    const auto nameOf = [this](const QModelIndex &index) { return keyOf(m_model->nameAt(index.row())); };
    connect(m_table, &theme::Table::opened, this, [this, nameOf](const QModelIndex &index) { select(nameOf(index)); });
    connect(m_table, &theme::Table::contextWanted, this,
        [this, nameOf](const QModelIndex &index, const QPoint &at) { showMenu(nameOf(index), at); });
    connect(m_model, &NodeModel::setChanged, this, [this] {
        m_mapStale = true;
        if (isVisible())
            rebuildMap();
        refreshState();
    });
    connect(m_model, &NodeModel::changed, this, &NodesPage::updateCells);
    connect(m_model, &NodeModel::queryApplied, this, &NodesPage::reselect);
}

void NodesPage::enter(const PageContext &context)
{
    m_context = context;
    m_state.reset();
    m_selected.clear();
    m_metricChosen = false;
    m_model->clear();
    refreshState();
}

void NodesPage::apply(const api::ClusterUpdate &update)
{
    m_state = update.state;
    if (!m_metricChosen) {
        const bool source = m_state->usage->source == model::UsageReport::Source::Available;
        const Metric wanted = source ? Metric::CpuUsed : Metric::CpuAllocated;
        if (wanted != m_metric) {
            m_metric = wanted;
            m_metrics->setCurrent(int(wanted));
            m_mapStale = true;
        }
    }
    m_model->apply(update);
    std::erase_if(m_inspectors, [](const auto &pointer) { return pointer.isNull(); });
    for (const auto &inspector : m_inspectors)
        inspector->apply(update);
    refreshState();
    emit headerChanged();
}

void NodesPage::setNow(base::TimePoint now)
{
    m_model->setNow(now);
    for (const auto &inspector : m_inspectors) {
        if (inspector)
            inspector->setNow(now);
    }
}

void NodesPage::setFilter(const QString &text)
{
    m_filter = text;
    m_model->setFilter(text);
}

void NodesPage::setRange(std::chrono::minutes range)
{
    m_range = range;
    for (const auto &inspector : m_inspectors) {
        if (inspector)
            inspector->setRange(range);
    }
}

void NodesPage::openObject(const QString &object, const QString &)
{
    m_selected = object;
    reselect();
}

QString NodesPage::subtitle() const
{
    if (!m_state)
        return {};
    const NodeModel::Counts &c = m_model->counts();
    QStringList parts{m_model->filtered()
            ? tr("%1 of %2 match").arg(Words::number(m_model->rowCount()), Words::number(c.nodes))
            : Words::number(c.nodes)};
    if (c.hot > 0)
        parts << tr("%1 hot").arg(Words::number(c.hot));
    if (c.notReady > 0)
        parts << tr("%1 not ready").arg(Words::number(c.notReady));
    if (c.noData > 0 && c.noData < c.nodes)
        parts << tr("%1 without data").arg(Words::number(c.noData));
    return parts.join(QStringLiteral(" · "));
}

void NodesPage::refreshState()
{
    using Kind = theme::StatePanel::Kind;
    if (!m_state && !m_context.service) {
        m_panel->show(Kind::Empty, tr("No cluster is open"), tr("Choose one at the top left, or press Ctrl+O."));
    } else if (!m_state || (m_model->counts().nodes == 0 && m_state->feed.state == model::FeedState::Connecting)) {
        m_panel->show(Kind::Loading, tr("Connecting"),
            tr("%Ln nodes so far", nullptr, m_state ? int(m_state->feed.nodesListed) : 0));
    } else if (m_state->access.listNodes == model::AccessReview::Answer::Denied && m_model->counts().nodes == 0) {
        m_panel->show(Kind::Forbidden, tr("Listing nodes is forbidden"),
            tr("Ask for the verbs list and watch on nodes (core), cluster-wide."));
    } else if (m_model->counts().nodes == 0) {
        m_panel->show(Kind::Empty, tr("This cluster has no nodes"), tr("Nodes appear here as they register."));
    } else if (m_model->rowCount() == 0 && m_model->filtered()) {
        m_panel->show(Kind::Empty, tr("No node matches %1").arg(m_filter),
            tr("Words are looked for in name, pool, zone and type; state:notready, state:hot, state:cordoned, pool:… "
               "and zone:… look at one of them."));
    } else {
        m_layers->setCurrentIndex(1);
        refreshLegend();
        return;
    }
    m_layers->setCurrentIndex(0);
}

float NodesPage::valueOf(const NodeRow &row) const
{
    const auto pods = row.podSlots > 0 ? float(double(row.pods) / double(row.podSlots)) : -1.0F;
    switch (m_metric) {
    case Metric::CpuUsed:
        return row.cpuUsed;
    case Metric::MemoryUsed:
        return row.memoryUsed;
    case Metric::CpuAllocated:
        return row.cpuAllocated;
    case Metric::MemoryAllocated:
        return row.memoryAllocated;
    case Metric::GpuAllocated:
        return row.gpus > 0 ? row.gpuAllocated : -1.0F;
    case Metric::Pods:
        return pods;
    }
    return -1;
}

charts::HeatCell NodesPage::cellOf(const NodeRow &row) const
{
    const float value = valueOf(row);
    return {
        keyOf(row.name), value < 0 ? std::nan("") : double(value), sizeClass(row), row.hot(), !row.ready, row.cordoned};
}

QString NodesPage::metricWord(Metric metric) const
{
    switch (metric) {
    case Metric::CpuUsed:
        return tr("CPU used");
    case Metric::MemoryUsed:
        return tr("Memory used");
    case Metric::CpuAllocated:
        return tr("CPU allocated");
    case Metric::MemoryAllocated:
        return tr("Memory allocated");
    case Metric::GpuAllocated:
        return tr("GPU allocated");
    case Metric::Pods:
        return tr("Pods");
    }
    return {};
}

double NodesPage::weightOf(const NodeRow &row) const
{
    switch (m_metric) {
    case Metric::CpuUsed:
    case Metric::CpuAllocated:
        return double(row.cpuMilli);
    case Metric::MemoryUsed:
    case Metric::MemoryAllocated:
        return double(row.memoryBytes);
    case Metric::GpuAllocated:
        return double(row.gpus);
    case Metric::Pods:
        return double(row.podSlots);
    }
    return 0;
}

QString NodesPage::regionNote(const std::vector<const NodeRow *> &rows) const
{
    // Of the whole capacity, not of the nodes: a large node counts for more than a small one.
    double sum = 0;
    double capacity = 0;
    for (const NodeRow *row : rows) {
        if (const float v = valueOf(*row); v >= 0) {
            const double weight = weightOf(*row);
            sum += double(v) * weight;
            capacity += weight;
        }
    }
    const QString nodes = tr("%Ln nodes", nullptr, int(rows.size()));
    return capacity <= 0
        ? nodes
        : nodes + QStringLiteral(" · %1 %2 %").arg(metricWord(m_metric)).arg(std::lround(100 * sum / capacity));
}

void NodesPage::rebuildMap()
{
    // Region, zone, pool, then name: the same set always lies the same.
    using Zones = std::map<std::string_view, std::map<std::string_view, std::vector<const NodeRow *>>>;
    std::map<std::string_view, Zones> regions;
    for (const int slot : m_model->shown()) {
        const NodeRow &row = *m_model->rows()[std::size_t(slot)];
        regions[row.region.text()][row.zone.text()][row.pool.text()].push_back(&row);
    }
    std::vector<charts::HeatRegion> out;
    for (auto &[region, zones] : regions) {
        charts::HeatRegion r;
        r.name = region.empty() ? tr("no region") : Words::plain(region, 64);
        std::vector<const NodeRow *> all;
        for (auto &[zone, pools] : zones) {
            charts::HeatZone z;
            z.name = zone.empty() ? tr("no zone") : Words::plain(zone, 48);
            for (auto &[pool, rows] : pools) {
                std::sort(rows.begin(), rows.end(),
                    [](const NodeRow *a, const NodeRow *b) { return a->name.text() < b->name.text(); });
                charts::HeatPool p;
                p.name = pool.empty() ? tr("no pool") : Words::plain(pool, 48);
                for (const NodeRow *row : rows) {
                    p.cells.push_back(cellOf(*row));
                    all.push_back(row);
                }
                z.pools.push_back(std::move(p));
            }
            std::stable_sort(z.pools.begin(), z.pools.end(),
                [](const auto &a, const auto &b) { return a.cells.size() > b.cells.size(); });
            r.zones.push_back(std::move(z));
        }
        r.note = regionNote(all);
        out.push_back(std::move(r));
    }
    m_mapStale = false;
    m_map->setRegions(std::move(out));
    m_map->fit(m_scroll->viewport()->size());
    if (!m_selected.isEmpty())
        m_map->setCurrent(m_selected);
    refreshLegend();
}

void NodesPage::updateCells(const std::vector<base::Symbol> &names)
{
    if (m_mapStale)
        return;
    if (!isVisible() || m_views->currentIndex() != 0) {
        m_mapStale = true;
        return;
    }
    for (const base::Symbol name : names) {
        if (const auto row = m_model->find(name))
            m_map->setCell(cellOf(*row));
    }
}

void NodesPage::refreshLegend()
{
    using Mark = charts::HeatLegend::Mark;
    float low = 1;
    float high = 0;
    for (const int slot : m_model->shown()) {
        const float v = valueOf(*m_model->rows()[std::size_t(slot)]);
        if (v >= 0) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    }
    const NodeModel::Counts &c = m_model->counts();
    std::vector<Mark> marks;
    marks.push_back({Mark::Hot,
        tr("hot, ≥ %1 % · %2").arg(std::lround(100 * double(NodeRow::hotShare))).arg(Words::number(c.hot))});
    marks.push_back({Mark::NotReady, tr("not ready · %1").arg(Words::number(c.notReady))});
    marks.push_back({Mark::Cordoned, tr("cordoned · %1").arg(Words::number(c.cordoned))});
    marks.push_back({Mark::NoData, tr("no data · %1").arg(Words::number(c.noData))});
    marks.push_back({Mark::Selected, tr("selected · %1").arg(Words::number(std::int64_t(m_map->selection().size())))});
    m_legend->set(
        metricWord(m_metric) + QStringLiteral(", %"), QStringLiteral("0"), QStringLiteral("100"), std::move(marks));
    m_note->setText(low <= high ? tr("from %1 to %2 % · size by capacity · 1 cell = 1 node")
                                      .arg(std::lround(100 * double(low)))
                                      .arg(std::lround(100 * double(high)))
                                : tr("size by capacity · 1 cell = 1 node"));
}

void NodesPage::select(const QString &name)
{
    m_selected = name;
    if (m_map->current() != name)
        m_map->setCurrent(name);
    const int row = m_model->rowOf(symbolOf(name));
    if (row >= 0 && m_table->currentIndex().row() != row) {
        m_table->setCurrentIndex(m_model->index(row, 0));
    }
    refreshLegend();
    emit selected(name, {});
}

void NodesPage::reselect()
{
    if (m_selected.isEmpty())
        return;
    m_map->setCurrent(m_selected);
    const int row = m_model->rowOf(symbolOf(m_selected));
    if (row >= 0) {
        m_table->setCurrentIndex(m_model->index(row, 0));
        m_table->scrollTo(m_model->index(row, 0));
    }
    refreshLegend(); // it counts what is selected
}

void NodesPage::showTable(bool table)
{
    m_form->setCurrent(table ? 1 : 0);
    m_views->setCurrentIndex(table ? 1 : 0);
    m_metricRow->setVisible(!table);
    layout()->activate();
    if (!table && m_mapStale)
        rebuildMap();
    if (table)
        reselect();
    m_card->hide();
}

void NodesPage::showCard(const QString &name, const QRect &cell)
{
    const auto row = name.isEmpty() ? nullptr : m_model->find(symbolOf(name));
    if (!row)
        return m_card->hide();
    m_card->show(*row, QRect(mapFromGlobal(cell.topLeft()), cell.size()), rect());
}

void NodesPage::showMenu(const QString &name, const QPoint &at)
{
    const model::NodeInfo *info = m_state ? m_state->snapshot->find(symbolOf(name)) : nullptr;
    if (!info || !m_context.navigator)
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(theme::icon(QStringLiteral("nodes")), tr("Open"), this, [this, name] { select(name); });
    menu->addAction(theme::icon(QStringLiteral("help")), tr("Why…"), this,
        [this, name] { m_context.navigator->open(QStringLiteral("nodes/%1?tab=why").arg(name)); });
    // Of everything that is selected, when the menu is about one of it.
    const QSet<QString> &selected = m_map->selection();
    const QString names = m_views->currentIndex() == 0 && selected.size() > 1 && selected.contains(name)
        ? QStringList(selected.begin(), selected.end()).join(QLatin1Char(','))
        : name;
    QMenu *what = menu->addMenu(theme::icon(QStringLiteral("whatif")), tr("What if…"));
    const std::pair<QString, QString> edits[] = {{tr("drained"), QStringLiteral("drain")},
        {tr("cordoned"), QStringLiteral("cordon")}, {tr("one more like it"), QStringLiteral("like")}};
    for (const auto &[words, edit] : edits) {
        const QString &of = edit == QLatin1String("like") ? name : names;
        what->addAction(words, this,
            [this, address = QStringLiteral("whatif/%1=%2").arg(edit, of)] { m_context.navigator->open(address); });
    }
    menu->addSeparator();
    menu->addAction(theme::icon(QStringLiteral("link")), tr("Copy address"), this, [this, name] {
        const QString cluster = QString::fromStdString(m_state->profile.name);
        QGuiApplication::clipboard()->setText(Address{cluster, QStringLiteral("nodes"), name, {}, {}}.text());
    });
    menu->addAction(theme::icon(QStringLiteral("copy")), tr("Copy as YAML"), this,
        [yaml = nodeYaml(*info)] { QGuiApplication::clipboard()->setText(yaml); });
    menu->addAction(
        tr("Copy as JSON"), this, [json = nodeJson(*info)] { QGuiApplication::clipboard()->setText(json); });
    menu->popup(at);
}

QWidget *NodesPage::inspector(const QString &object, const QString &tab, QWidget *parent)
{
    if (!m_state)
        return nullptr;
    auto *inspector = new NodeInspector(m_context, object, tab, parent);
    inspector->setRange(m_range);
    api::ClusterUpdate update;
    update.state = m_state;
    update.reset = true;
    inspector->apply(update);
    connect(inspector, &NodeInspector::tabChanged, this,
        [this, object](const QString &now) { emit selected(object, now); });
    m_inspectors.emplace_back(inspector);
    return inspector;
}

void NodesPage::retranslate()
{
    m_form->setSegments({tr("Map"), tr("Table")});
    m_form->setAccessibleDescription(tr("Map or table"));
    QStringList metrics;
    for (int i = 0; i < kMetrics; ++i)
        metrics << metricWord(Metric(i));
    m_metrics->setSegments(metrics);
    m_metrics->setCurrent(int(m_metric));
    m_metrics->setAccessibleDescription(tr("What colours the cells"));
    m_map->setAccessibleName(tr("Map of nodes"));
    m_table->setAccessibleName(tr("Table of nodes"));
    m_model->retranslate();
    rebuildMap();
    refreshState();
    emit headerChanged();
}

void NodesPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

void NodesPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_card->hide();
}

void NodesPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_mapStale)
        rebuildMap();
}

bool NodesPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize)
        m_map->fit(m_scroll->viewport()->size());
    return Page::eventFilter(watched, event);
}

} // namespace binnacle::pages
