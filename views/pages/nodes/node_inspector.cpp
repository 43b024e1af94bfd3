// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/nodes/node_inspector.h"

#include "planner/model/rule_names.h"
#include "views/pages/overview/rows_delegate.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

namespace binnacle::pages {

using models::NodePods;
using models::RowsModel;
using models::Words;

namespace {

constexpr const char *kTabs[] = {"profile", "pods", "charts", "why"};
constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr int kHistoryPace = 15; // seconds between looks at the node's history
constexpr int kMostRows = 200; // labels or taints that are listed

} // namespace

NodeInspector::NodeInspector(const PageContext &context, const QString &name, const QString &tab, QWidget *parent)
    : QWidget(parent),
      m_context(context),
      m_name(name),
      m_symbol(base::Symbol(name.toStdString())),
      m_tabs(new QTabBar(this)),
      m_stack(new QStackedWidget(this)),
      m_profile(new QScrollArea(m_stack)),
      m_pods(new RowsModel(this)),
      m_decisions(new RowsModel(this))
{
    setWindowTitle(Words::plain(name.toStdString(), 253));
    build();
    retranslate();
    const auto found = std::find(std::begin(kTabs), std::end(kTabs), tab.toStdString());
    m_tabs->setCurrentIndex(found == std::end(kTabs) ? 0 : int(found - std::begin(kTabs)));
    m_stack->setCurrentIndex(m_tabs->currentIndex());
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        if (index == Charts)
            askHistory();
        if (index == Why)
            askDecisions();
        emit tabChanged(QString::fromLatin1(kTabs[index]));
    });
    askHistory();
    askDecisions();
}

void NodeInspector::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (int i = 0; i < 4; ++i)
        m_tabs->addTab(QString());
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(true);
    column->addWidget(m_tabs);
    column->addWidget(new theme::Rule(Qt::Horizontal, this));
    column->addWidget(m_stack, 1);
    m_profile->setFrameShape(QFrame::NoFrame);
    m_profile->setWidgetResizable(true);
    m_profile->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_profile->viewport()->setAutoFillBackground(false);
    m_stack->addWidget(m_profile);
    m_stack->addWidget(buildPods());
    m_stack->addWidget(buildCharts());
    m_stack->addWidget(buildWhy());
}

QWidget *NodeInspector::buildPods()
{
    auto *side = new QStackedWidget(m_stack);
    m_podsTable = new theme::Table(side);
    m_podsTable->setDense(true);
    m_podsTable->setItemDelegate(new RowsDelegate(m_podsTable));
    m_pods->setHeader(NodePods::header(), {1, 2, 3, 4, 5});
    m_podsTable->setModel(m_pods);
    const int widths[] = {140, 74, 58, 74, 58, 70};
    for (int i = 0; i < 6; ++i)
        m_podsTable->setColumnWidth(i, widths[i]);
    m_podsTable->setStretchColumn(0);
    QHeaderView *header = m_podsTable->horizontalHeader();
    header->setSortIndicatorShown(true);
    header->setSectionsClickable(true);
    header->setSortIndicator(1, Qt::DescendingOrder);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        m_order = column == 0 ? NodePods::Order::Name
            : column <= 2     ? NodePods::Order::Cpu
            : column <= 4     ? NodePods::Order::Memory
                              : NodePods::Order::Age;
        m_descending = order == Qt::DescendingOrder;
        refreshPods();
    });
    connect(m_podsTable, &theme::Table::opened, this, [this](const QModelIndex &index) {
        if (m_context.navigator)
            m_context.navigator->open(index.data(RowsModel::AddressRole).toString());
    });
    side->addWidget(m_podsTable);
    m_podsEmpty = new theme::StatePanel(side);
    side->addWidget(m_podsEmpty);
    return side;
}

QWidget *NodeInspector::buildCharts()
{
    auto *side = new QWidget(m_stack);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(theme::space::x4, theme::space::x3, theme::space::x4, theme::space::x3);
    column->setSpacing(theme::space::x4);
    m_cpu = new charts::LineChart(side);
    m_memory = new charts::LineChart(side);
    for (charts::LineChart *chart : {m_cpu, m_memory}) {
        chart->setMaximumHeight(240);
        column->addWidget(chart, 1);
    }
    column->addStretch(0);
    return side;
}

QWidget *NodeInspector::buildWhy()
{
    auto *side = new QStackedWidget(m_stack);
    m_decisionsTable = new theme::Table(side);
    m_decisionsTable->setDense(true);
    m_decisionsTable->setItemDelegate(new RowsDelegate(m_decisionsTable));
    m_decisions->setHeader(NodePods::decisionsHeader(), {3});
    m_decisionsTable->setModel(m_decisions);
    const int widths[] = {100, 140, 116, 60};
    for (int i = 0; i < 4; ++i)
        m_decisionsTable->setColumnWidth(i, widths[i]);
    m_decisionsTable->setStretchColumn(1);
    connect(m_decisionsTable, &theme::Table::opened, this, [this](const QModelIndex &index) {
        if (m_context.navigator)
            m_context.navigator->open(index.data(RowsModel::AddressRole).toString());
    });
    side->addWidget(m_decisionsTable);
    m_decisionsEmpty = new theme::StatePanel(side);
    side->addWidget(m_decisionsEmpty);
    return side;
}

const model::NodeInfo *NodeInspector::info() const { return m_state ? m_state->snapshot->find(m_symbol) : nullptr; }

void NodeInspector::apply(const api::ClusterUpdate &update)
{
    m_state = update.state;
    const bool ours = update.reset || update.usageChanged
        || std::any_of(
            update.nodes.begin(), update.nodes.end(), [&](const auto &n) { return n->node().name == m_symbol; })
        || std::find(update.removedNodes.begin(), update.removedNodes.end(), m_symbol) != update.removedNodes.end();
    if (ours)
        refresh();
}

void NodeInspector::setNow(base::TimePoint now)
{
    m_now = now;
    if (++m_sinceHistory >= kHistoryPace) {
        askHistory();
        askDecisions();
    }
}

void NodeInspector::setRange(std::chrono::minutes range)
{
    m_range = range;
    askHistory();
}

void NodeInspector::refresh()
{
    const model::NodeInfo *node = info();
    setEnabled(node != nullptr);
    if (!node) {
        setProperty("subtitle", tr("This node is gone"));
        return;
    }
    const model::Node &n = node->node();
    QStringList words;
    for (const base::Symbol s : {n.region, n.zone, n.pool, n.instanceType}) {
        const QString word = Words::plain(s.text(), 48);
        if (!word.isEmpty() && !words.contains(word))
            words << word;
    }
    words << (!n.ready ? tr("Not ready") : n.unschedulable ? tr("Cordoned") : tr("Ready"));
    setProperty("subtitle", words.join(QStringLiteral(" · ")));
    if (m_shownGeneration != node->generation) {
        m_shownGeneration = node->generation;
        refreshProfile(*node);
    }
    refreshPods();
}

void NodeInspector::refreshProfile(const model::NodeInfo &node)
{
    const model::Node &n = node.node();
    const int scroll = m_profile->verticalScrollBar() ? m_profile->verticalScrollBar()->value() : 0;
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(theme::space::x4, theme::space::x3, theme::space::x4, theme::space::x4);
    column->setSpacing(theme::space::x2);
    const auto section = [&](const QString &title) {
        if (column->count() > 0) {
            column->addSpacing(theme::space::x1);
            column->addWidget(new theme::Rule(Qt::Horizontal, content));
        }
        auto *label = new theme::Label(title, theme::Type::Body, theme::Tone::Plain, content);
        label->setType(theme::Type::Body, true);
        column->addWidget(label);
        auto *rows = new theme::KeyValues(content);
        column->addWidget(rows);
        return rows;
    };
    theme::KeyValues *capacity = section(tr("Capacity: requested of allocatable"));
    const auto amount = [&](base::Symbol resource) {
        capacity->addRow(Words::plain(resource.text(), 64),
            tr("%1 of %2")
                .arg(Words::amount(resource, node.requested().get(resource)),
                    Words::amount(resource, n.allocatable.get(resource))));
    };
    for (const base::Symbol r :
        {model::resource::cpu, model::resource::memory, model::resource::ephemeralStorage, model::resource::pods})
        amount(r);
    for (const auto &[name, value] : n.allocatable.scalars())
        amount(name);
    theme::KeyValues *system = section(tr("Static"));
    const auto text = [&](const QString &key, const std::string &value) {
        system->addRow(key, value.empty() ? QStringLiteral("–") : Words::plain(value, 200));
    };
    text(tr("architecture"), n.architecture);
    text(tr("kubelet"), n.kubeletVersion);
    text(tr("operating system"), n.osImage);
    text(tr("kernel"), n.kernelVersion);
    text(tr("runtime"), n.containerRuntime);
    text(tr("address"), n.internalIp);
    text(tr("UID"), n.uid);
    system->addRow(tr("created"), Words::clock(n.created));
    theme::KeyValues *conditions = section(tr("Conditions"));
    for (const model::NodeCondition &c : n.conditions) {
        const bool good = (c.type.text() == "Ready") == (c.status == model::ConditionStatus::True)
            && c.status != model::ConditionStatus::Unknown;
        QString status = c.status == model::ConditionStatus::True ? tr("true")
            : c.status == model::ConditionStatus::False           ? tr("false")
                                                                  : tr("unknown");
        if (!c.reason.empty())
            status += QStringLiteral(" · ") + Words::plain(c.reason, 80);
        const int row = conditions->addRow(Words::plain(c.type.text(), 64));
        conditions->setValue(row, (good ? QStringLiteral("✓ ") : QStringLiteral("✕ ")) + status,
            good ? theme::Tone::Good : theme::Tone::Bad);
    }
    if (!n.taints.empty()) {
        theme::KeyValues *taints = section(tr("Taints"));
        for (std::size_t i = 0; i < n.taints.size() && i < kMostRows; ++i) {
            const model::Taint &t = n.taints[i];
            taints->addRow(Words::plain(t.key.text(), 120),
                Words::plain(t.value, 80) + QStringLiteral(" : ") + Words::plain(model::effectName(t.effect)));
        }
    }
    theme::KeyValues *labels = section(tr("Labels"));
    const auto &entries = n.labels.entries();
    for (std::size_t i = 0; i < entries.size() && i < kMostRows; ++i)
        labels->addRow(Words::plain(entries[i].first.text(), 120), Words::plain(entries[i].second, 120));
    column->addStretch(1);
    m_profile->setWidget(content);
    content->setAutoFillBackground(false);
    m_profile->verticalScrollBar()->setValue(scroll);
}

void NodeInspector::refreshPods()
{
    const model::NodeInfo *node = info();
    if (!node)
        return;
    m_pods->replace(NodePods::rows(
        *node, *m_state->usage, m_order, m_descending, m_now == base::TimePoint{} ? m_state->feed.lastContact : m_now));
    m_tabs->setTabText(Pods, tr("Pods %1").arg(Words::number(std::int64_t(node->pods().size()))));
    const bool empty = node->pods().empty();
    if (empty)
        m_podsEmpty->show(theme::StatePanel::Kind::Empty, tr("No pod runs here"),
            tr("Pods that are bound to this node appear here."));
    qobject_cast<QStackedWidget *>(m_podsTable->parentWidget())->setCurrentIndex(empty ? 1 : 0);
}

void NodeInspector::askHistory()
{
    m_sinceHistory = 0;
    if (!m_context.service)
        return;
    m_context.service->nodeHistory(
        m_symbol, [self = QPointer<NodeInspector>(this)](const absl::StatusOr<api::NodeHistory> &history) {
            if (self && history.ok())
                self->showHistory(*history);
        });
}

charts::ChartSeries NodeInspector::cut(const api::Series &series, double scale) const
{
    charts::ChartSeries out;
    if (series.at.empty())
        return out;
    const double from = series.at.back() - double(std::chrono::duration_cast<std::chrono::seconds>(m_range).count());
    for (std::size_t i = 0; i < series.at.size() && i < series.value.size(); ++i) {
        if (series.at[i] < from)
            continue;
        out.at.push_back(series.at[i]);
        out.value.push_back(series.value[i] / scale);
    }
    return out;
}

void NodeInspector::showHistory(const api::NodeHistory &history)
{
    const model::NodeInfo *node = info();
    const auto show = [&](charts::LineChart *chart, const api::Series &used, const api::Series &requested, double scale,
                          double capacity) {
        charts::ChartSeries asked = cut(requested, scale);
        asked.name = tr("requested");
        asked.steps = true;
        asked.series = 1;
        charts::ChartSeries use = cut(used, scale);
        use.name = tr("used");
        use.area = true;
        const bool measured = !used.at.empty();
        chart->setNoSource(measured || !requested.at.empty() ? QString() : tr("no history yet"));
        if (!measured && m_state && m_state->usage->source != model::UsageReport::Source::Available)
            chart->setNoSource(tr("no source: use is not measured here"));
        std::vector<charts::ChartSeries> all;
        if (measured)
            all.push_back(std::move(use));
        all.push_back(std::move(asked));
        chart->setSeries(std::move(all));
        if (node)
            chart->setCeiling(capacity, tr("allocatable"));
    };
    const auto cpu = node ? double(node->node().allocatable.cpuMilli) / 1000 : 0;
    const auto memory = node ? double(node->node().allocatable.memoryBytes) / kGib : 0;
    show(m_cpu, history.cpuUsed, history.cpuRequested, 1, cpu);
    show(m_memory, history.memoryUsed, history.memoryRequested, kGib, memory);
}

void NodeInspector::askDecisions()
{
    if (!m_context.service)
        return;
    api::AuditFilter filter;
    filter.node = m_name.toStdString();
    filter.limit = 50;
    m_context.service->audit(
        std::move(filter), [self = QPointer<NodeInspector>(this)](const absl::StatusOr<api::AuditPage> &page) {
            if (!self)
                return;
            const bool failed = !page.ok();
            self->m_decisions->replace(failed ? std::vector<models::Row>() : NodePods::decisions(page->rows));
            self->m_tabs->setTabText(
                Why, failed ? tr("Why") : tr("Why %1").arg(Words::number(std::int64_t(page->matching))));
            const bool empty = self->m_decisions->rows().empty();
            if (failed)
                self->m_decisionsEmpty->show(theme::StatePanel::Kind::Failed, tr("The audit log could not be read"),
                    Words::fault(page.status()));
            else if (empty)
                self->m_decisionsEmpty->show(theme::StatePanel::Kind::Empty, tr("No decision chose this node yet"),
                    tr("Decisions that place a pod here are listed with their outcome."));
            qobject_cast<QStackedWidget *>(self->m_decisionsTable->parentWidget())->setCurrentIndex(empty ? 1 : 0);
        });
}

void NodeInspector::retranslate()
{
    const QString words[] = {tr("Profile"), tr("Pods"), tr("Charts"), tr("Why")};
    for (int i = 0; i < 4; ++i)
        m_tabs->setTabText(i, words[i]);
    m_tabs->setAccessibleName(tr("Parts of the node"));
    m_pods->setHeader(NodePods::header(), {1, 2, 3, 4, 5});
    m_decisions->setHeader(NodePods::decisionsHeader(), {3});
    m_podsTable->setAccessibleName(tr("Pods of the node"));
    m_decisionsTable->setAccessibleName(tr("Decisions about the node"));
    m_cpu->setTitle(tr("CPU"));
    m_cpu->setUnit(tr("CPUs"));
    m_memory->setTitle(tr("Memory"));
    m_memory->setUnit(QStringLiteral("GiB"));
    m_shownGeneration = 0;
    refresh();
}

void NodeInspector::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        askHistory();
        askDecisions();
    }
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
