// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/node_model.h"

#include <QLocale>
#include <QMetaObject>
#include <QThreadPool>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace binnacle::models {

/// Where the thread pool leaves a result; the model behind it may be gone.
struct NodeModel::Inbox {
    std::mutex mutex;
    NodeModel *model; // guarded by mutex
};

NodeModel::NodeModel(QObject *parent)
    : QAbstractTableModel(parent),
      m_usage(std::make_shared<const api::UsageTable>()),
      m_inbox(std::make_shared<Inbox>())
{
    m_inbox->model = this;
}

NodeModel::~NodeModel()
{
    const std::lock_guard lock(m_inbox->mutex);
    m_inbox->model = nullptr;
}

void NodeModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_slotOf.clear();
    m_shown.clear();
    m_rowOf.clear();
    m_counts = {};
    ++m_query.id;
    m_running = false;
    endResetModel();
    emit setChanged();
}

void NodeModel::count(const NodeRow &row, int delta)
{
    m_counts.nodes += delta;
    m_counts.hot += row.hot() ? delta : 0;
    m_counts.notReady += row.ready ? 0 : delta;
    m_counts.cordoned += row.cordoned ? delta : 0;
    m_counts.noData += row.cpuUsed < 0 ? delta : 0;
}

void NodeModel::put(NodeRowPtr row, std::vector<int> &touched, std::vector<int> &added)
{
    const auto [found, fresh] = m_slotOf.try_emplace(row->name, int(m_rows.size()));
    const int slot = found->second;
    count(*row, 1);
    if (fresh) {
        m_rows.push_back(std::move(row));
        m_rowOf.push_back(-1);
        added.push_back(slot);
        return;
    }
    NodeRowPtr &old = m_rows[std::size_t(slot)];
    count(*old, -1);
    old = std::move(row);
    touched.push_back(slot);
}

void NodeModel::drop(base::Symbol name)
{
    const auto found = m_slotOf.find(name);
    if (found == m_slotOf.end())
        return;
    const int slot = found->second;
    count(*m_rows[std::size_t(slot)], -1);
    if (m_rowOf[std::size_t(slot)] >= 0)
        removeShown(m_rowOf[std::size_t(slot)]);
    m_rows[std::size_t(slot)].reset();
    m_slotOf.erase(found);
}

void NodeModel::removeShown(int row)
{
    beginRemoveRows({}, row, row);
    m_rowOf[std::size_t(m_shown[std::size_t(row)])] = -1;
    m_shown.erase(m_shown.begin() + row);
    for (std::size_t i = std::size_t(row); i < m_shown.size(); ++i)
        m_rowOf[std::size_t(m_shown[i])] = int(i);
    endRemoveRows();
}

void NodeModel::append(const std::vector<int> &added)
{
    std::vector<int> matching;
    for (const int slot : added) {
        if (m_query.filter.accepts(*m_rows[std::size_t(slot)]))
            matching.push_back(slot);
    }
    if (matching.empty())
        return;
    const int first = int(m_shown.size());
    beginInsertRows({}, first, first + int(matching.size()) - 1);
    for (const int slot : matching) {
        m_rowOf[std::size_t(slot)] = int(m_shown.size());
        m_shown.push_back(slot);
    }
    endInsertRows();
}

void NodeModel::apply(const api::ClusterUpdate &update)
{
    m_usage = update.state->usage;
    if (update.reset) {
        beginResetModel();
        m_rows.clear();
        m_slotOf.clear();
        m_shown.clear();
        m_rowOf.clear();
        m_counts = {};
        std::vector<int> touched;
        std::vector<int> added;
        for (const model::NodeInfoPtr &info : update.nodes)
            put(std::make_shared<const NodeRow>(makeNodeRow(*info, *m_usage)), touched, added);
        endResetModel();
        m_loading = update.state->feed.state != model::FeedState::Synced;
        requery();
        emit setChanged();
        return;
    }
    std::vector<int> touched;
    std::vector<int> added;
    for (const base::Symbol name : update.removedNodes)
        drop(name);
    for (const model::NodeInfoPtr &info : update.nodes)
        put(std::make_shared<const NodeRow>(makeNodeRow(*info, *m_usage)), touched, added);
    if (update.usageChanged) {
        for (const model::NodeInfoPtr &info : update.state->snapshot->nodes()) {
            if (m_slotOf.contains(info->node().name))
                put(std::make_shared<const NodeRow>(makeNodeRow(*info, *m_usage)), touched, added);
        }
    }
    std::vector<int> newcomers = added;
    for (const int slot : touched) {
        if (m_rowOf[std::size_t(slot)] < 0)
            newcomers.push_back(slot);
    }
    append(newcomers);
    std::vector<base::Symbol> names;
    int low = int(m_shown.size());
    int high = -1;
    for (const int slot : touched) {
        names.push_back(m_rows[std::size_t(slot)]->name);
        if (const int row = m_rowOf[std::size_t(slot)]; row >= 0) {
            low = std::min(low, row);
            high = std::max(high, row);
        }
    }
    // One signal over the touched span: a view repaints only what it shows of it.
    if (low <= high)
        emit dataChanged(index(low, 0), index(high, kNodeColumns - 1));
    if (m_loading && !added.empty())
        requery(); // nobody has read these rows yet: they go where the order wants them
    m_loading = m_loading && update.state->feed.state != model::FeedState::Synced;
    if (!added.empty() || !update.removedNodes.empty())
        emit setChanged();
    if (!names.empty())
        emit changed(names);
}

void NodeModel::setFilter(const QString &text)
{
    m_query.filter = NodeFilter(text);
    requery();
}

void NodeModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= kNodeColumns)
        return;
    m_query.column = NodeColumn(column);
    m_query.descending = order == Qt::DescendingOrder;
    requery();
}

void NodeModel::requery()
{
    ++m_query.id;
    m_running = true;
    QThreadPool::globalInstance()->start([rows = m_rows, query = m_query, inbox = m_inbox] {
        std::vector<int> chosen;
        chosen.reserve(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i] && query.filter.accepts(*rows[i]))
                chosen.push_back(int(i));
        }
        std::sort(chosen.begin(), chosen.end(), [&](int a, int b) {
            return nodeBefore(*rows[std::size_t(a)], *rows[std::size_t(b)], query.column, query.descending);
        });
        const std::lock_guard lock(inbox->mutex);
        if (inbox->model)
            QMetaObject::invokeMethod(
                inbox->model,
                [inbox, id = query.id, chosen = std::move(chosen)]() mutable {
                    inbox->model->show(id, std::move(chosen));
                },
                Qt::QueuedConnection);
    });
}

void NodeModel::show(std::uint64_t id, std::vector<int> chosen)
{
    if (id != m_query.id)
        return;
    m_running = false;
    beginResetModel();
    std::fill(m_rowOf.begin(), m_rowOf.end(), -1);
    m_shown.clear();
    for (const int slot : chosen) {
        if (std::size_t(slot) >= m_rows.size() || !m_rows[std::size_t(slot)])
            continue;
        m_rowOf[std::size_t(slot)] = int(m_shown.size());
        m_shown.push_back(slot);
    }
    // Nodes that came while the query ran follow at the end.
    for (int slot = 0; slot < int(m_rows.size()); ++slot) {
        const NodeRowPtr &row = m_rows[std::size_t(slot)];
        if (row && m_rowOf[std::size_t(slot)] < 0 && m_query.filter.accepts(*row)) {
            m_rowOf[std::size_t(slot)] = int(m_shown.size());
            m_shown.push_back(slot);
        }
    }
    endResetModel();
    emit setChanged();
    emit queryApplied();
}

void NodeModel::setNow(base::TimePoint now)
{
    // Ages of nodes are hours and days; a minute's change is soon enough.
    const bool repaint = now - m_now >= std::chrono::minutes(1);
    if (m_now == base::TimePoint{} || repaint) {
        m_now = now;
        if (!m_shown.empty())
            emit dataChanged(index(0, int(NodeColumn::Age)), index(int(m_shown.size()) - 1, int(NodeColumn::Age)));
    }
}

void NodeModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, kNodeColumns - 1);
    if (!m_shown.empty())
        emit dataChanged(index(0, 0), index(int(m_shown.size()) - 1, kNodeColumns - 1));
}

int NodeModel::rowOf(base::Symbol name) const
{
    const auto found = m_slotOf.find(name);
    return found == m_slotOf.end() ? -1 : m_rowOf[std::size_t(found->second)];
}

base::Symbol NodeModel::nameAt(int row) const
{
    return row < 0 || row >= int(m_shown.size()) ? base::Symbol()
                                                 : m_rows[std::size_t(m_shown[std::size_t(row)])]->name;
}

NodeRowPtr NodeModel::find(base::Symbol name) const
{
    const auto found = m_slotOf.find(name);
    return found == m_slotOf.end() ? nullptr : m_rows[std::size_t(found->second)];
}

int NodeModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_shown.size()); }
int NodeModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : kNodeColumns; }

QString NodeModel::text(const NodeRow &row, NodeColumn column) const
{
    switch (column) {
    case NodeColumn::Name:
        return Words::plain(row.name);
    case NodeColumn::Pool:
        return row.pool.empty() ? QStringLiteral("–") : Words::plain(row.pool);
    case NodeColumn::Zone:
        return row.zone.empty() ? QStringLiteral("–") : Words::plain(row.zone);
    case NodeColumn::Conditions:
        return row.pressure ? tr("pressure") : QStringLiteral("–");
    case NodeColumn::Pods:
        return QStringLiteral("%1 / %2").arg(Words::number(row.pods), Words::number(row.podSlots));
    case NodeColumn::Age:
        return row.created == base::TimePoint{} || m_now == base::TimePoint{} ? QStringLiteral("–")
                                                                              : Words::duration(m_now - row.created);
    case NodeColumn::State: {
        if (!row.ready)
            return tr("Not ready");
        if (row.cordoned)
            return tr("Cordoned");
        return row.hot() ? tr("Hot") : tr("Ready");
    }
    case NodeColumn::Cpu:
    case NodeColumn::Memory:
    case NodeColumn::Gpu:
        break;
    }
    return {};
}

QVariant NodeModel::bar(const NodeRow &row, NodeColumn column) const
{
    const auto percent = [](float share) {
        return QLocale().toString(std::lround(100.0 * double(share))) + QStringLiteral(" %");
    };
    const auto make = [&](float used, float allocated) {
        if (used < 0 && allocated < 0)
            return QVariant::fromValue(BarShares{-1, -1, {}, false});
        return QVariant::fromValue(BarShares{used, allocated, percent(used >= 0 ? used : allocated), true});
    };
    switch (column) {
    case NodeColumn::Cpu:
        return make(row.cpuUsed, row.cpuAllocated);
    case NodeColumn::Memory:
        return make(row.memoryUsed, row.memoryAllocated);
    case NodeColumn::Gpu:
        return make(-1, row.gpuAllocated);
    default:
        return {};
    }
}

QVariant NodeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_shown.size()))
        return {};
    const NodeRow &row = *m_rows[std::size_t(m_shown[std::size_t(index.row())])];
    const auto column = NodeColumn(index.column());
    const bool barred = column == NodeColumn::Cpu || column == NodeColumn::Memory || column == NodeColumn::Gpu;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::AccessibleTextRole:
        return barred ? bar(row, column).value<BarShares>().text : text(row, column);
    case Qt::TextAlignmentRole:
        return int((column == NodeColumn::Pods || column == NodeColumn::Age ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter);
    case NameRole:
        return text(row, NodeColumn::Name);
    case BarRole:
        return barred ? bar(row, column) : QVariant();
    case ToneRole: {
        if (column == NodeColumn::State)
            return int(!row.ready ? Tone::Bad : row.cordoned || row.hot() ? Tone::Warn : Tone::Good);
        if (column == NodeColumn::Conditions)
            return int(row.pressure ? Tone::Warn : Tone::Quiet);
        return int(column == NodeColumn::Name || column == NodeColumn::Pods ? Tone::Plain : Tone::Quiet);
    }
    case IconRole:
        if (column != NodeColumn::State)
            return {};
        return !row.ready  ? QStringLiteral("cross")
            : row.cordoned ? QStringLiteral("minus")
            : row.hot()    ? QStringLiteral("activity")
                           : QStringLiteral("check");
    default:
        return {};
    }
}

QVariant NodeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kNodeColumns)
        return {};
    const auto column = NodeColumn(section);
    if (role == Qt::TextAlignmentRole)
        return int((column == NodeColumn::Pods || column == NodeColumn::Age ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NodeColumn::Name:
        return tr("name");
    case NodeColumn::Pool:
        return tr("pool");
    case NodeColumn::Zone:
        return tr("zone");
    case NodeColumn::Cpu:
        return tr("CPU");
    case NodeColumn::Memory:
        return tr("memory");
    case NodeColumn::Gpu:
        return tr("GPU");
    case NodeColumn::Conditions:
        return tr("conditions");
    case NodeColumn::Pods:
        return tr("pods");
    case NodeColumn::Age:
        return tr("age");
    case NodeColumn::State:
        return tr("state");
    }
    return {};
}

} // namespace binnacle::models
