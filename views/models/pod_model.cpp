// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/pod_model.h"

#include "views/models/words.h"

#include <absl/container/flat_hash_set.h>

#include <QThreadPool>

#include <algorithm>
#include <mutex>
#include <utility>

namespace binnacle::models {

namespace {
constexpr int touchedMark = -2; // in the place of a row while a query's answer is taken up
}

/// Where a query on the pool leaves its result; outlives the model, which then is null.
struct PodModel::Inbox {
    std::mutex mutex;
    PodModel *model = nullptr; // guarded by mutex
    std::atomic<std::uint64_t> newest = 0;
};

/// What an update does to the shown rows, gathered so that views hear of ranges and not of single pods.
struct PodModel::Batch {
    std::vector<int> removedRows;
    std::vector<int> addedSlots;
    std::vector<int> changedSlots;
    bool counted = false;
};

PodModel::PodModel(QObject *parent) : QAbstractTableModel(parent), m_inbox(std::make_shared<Inbox>())
{
    m_inbox->model = this;
}

PodModel::~PodModel()
{
    const std::lock_guard lock(m_inbox->mutex);
    m_inbox->model = nullptr;
    m_inbox->newest = ~std::uint64_t(0);
}

/// The rows of a large cluster are destroyed where nobody waits for it.
void PodModel::forgetAll()
{
    beginResetModel();
    QThreadPool::globalInstance()->start([rows = std::exchange(m_rows, {})] {});
    m_free.clear();
    m_slotOf.clear();
    m_shown.clear();
    m_rowOf.clear();
    m_touched.clear();
    m_counts = {};
    m_namespaces.clear();
    ++m_inbox->newest; // a query that runs is about rows that are gone
    const bool answered = std::exchange(m_running, false);
    endResetModel();
    emit countsChanged();
    if (answered)
        emit queryApplied();
}

void PodModel::apply(const api::ClusterUpdate &update)
{
    Batch batch;
    if (update.reset) {
        if (update.pods.empty()) {
            forgetAll();
        } else if (!m_slotOf.empty()) {
            absl::flat_hash_set<model::PodKey> gone;
            for (const auto &[key, slot] : m_slotOf)
                gone.insert(key);
            for (const model::PodPtr &pod : update.pods)
                gone.erase(pod->key);
            for (const model::PodKey &key : gone)
                drop(key, batch);
        }
        m_rows.reserve(update.pods.size());
        m_slotOf.reserve(update.pods.size());
    }
    for (const model::PodKey &key : update.removedPods)
        drop(key, batch);
    for (const model::PodPtr &pod : update.pods)
        put(pod, batch);
    finish(batch);
}

void PodModel::put(const model::PodPtr &pod, Batch &batch)
{
    auto row = std::make_shared<const PodRow>(pod);
    const auto held = m_slotOf.find(pod->key);
    int slot;
    if (held == m_slotOf.end()) {
        if (!m_running && !m_free.empty()) {
            slot = m_free.back();
            m_free.pop_back();
        } else {
            slot = int(m_rows.size());
            m_rows.emplace_back();
            m_rowOf.push_back(-1);
        }
        m_slotOf.emplace(pod->key, slot);
    } else {
        slot = held->second;
        count(*m_rows[std::size_t(slot)], -1);
    }
    count(*row, +1);
    batch.counted = true;
    const bool matches = m_query.matches(*row);
    m_rows[std::size_t(slot)] = std::move(row);
    if (m_running)
        m_touched.push_back(slot);
    const int at = m_rowOf[std::size_t(slot)];
    if (at >= 0 && matches) {
        batch.changedSlots.push_back(slot);
    } else if (at >= 0) {
        batch.removedRows.push_back(at);
        m_rowOf[std::size_t(slot)] = -1;
    } else if (matches) {
        batch.addedSlots.push_back(slot);
    }
}

void PodModel::drop(const model::PodKey &key, Batch &batch)
{
    const auto held = m_slotOf.find(key);
    if (held == m_slotOf.end())
        return;
    const int slot = held->second;
    count(*m_rows[std::size_t(slot)], -1);
    batch.counted = true;
    m_slotOf.erase(held);
    if (m_rowOf[std::size_t(slot)] >= 0)
        batch.removedRows.push_back(m_rowOf[std::size_t(slot)]);
    m_rows[std::size_t(slot)] = nullptr;
    m_rowOf[std::size_t(slot)] = -1;
    m_free.push_back(slot);
    if (m_running)
        m_touched.push_back(slot);
}

void PodModel::finish(Batch &batch)
{
    // Rows are taken out of m_shown first by position, so that a slot used again within the batch cannot be mixed up.
    removeShown(std::move(batch.removedRows));
    std::sort(batch.addedSlots.begin(), batch.addedSlots.end());
    batch.addedSlots.erase(std::unique(batch.addedSlots.begin(), batch.addedSlots.end()), batch.addedSlots.end());
    std::erase_if(batch.addedSlots, [this](int slot) {
        const PodRowPtr &row = m_rows[std::size_t(slot)];
        return !row || !m_query.matches(*row) || m_rowOf[std::size_t(slot)] >= 0;
    });
    appendShown(batch.addedSlots);
    std::vector<int> rows;
    rows.reserve(batch.changedSlots.size());
    for (int slot : batch.changedSlots) {
        if (m_rowOf[std::size_t(slot)] >= 0)
            rows.push_back(m_rowOf[std::size_t(slot)]);
    }
    announce(std::move(rows));
    if (batch.counted)
        emit countsChanged();
}

void PodModel::removeShown(std::vector<int> rows)
{
    if (rows.empty())
        return;
    std::sort(rows.begin(), rows.end(), std::greater<>());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows.size() > 2000 && rows.size() * 2 > m_shown.size()) {
        beginResetModel();
        for (int row : rows)
            m_shown[std::size_t(row)] = -1;
        std::erase(m_shown, -1);
        renumber();
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < rows.size();) {
        const int last = rows[i];
        int first = last;
        while (++i < rows.size() && rows[i] == first - 1)
            first = rows[i];
        beginRemoveRows({}, first, last);
        m_shown.erase(m_shown.begin() + first, m_shown.begin() + last + 1);
        endRemoveRows();
    }
    renumber();
}

void PodModel::appendShown(const std::vector<int> &found)
{
    if (found.empty())
        return;
    const int first = int(m_shown.size());
    beginInsertRows({}, first, first + int(found.size()) - 1);
    for (int slot : found) {
        m_rowOf[std::size_t(slot)] = int(m_shown.size());
        m_shown.push_back(slot);
    }
    endInsertRows();
}

void PodModel::announce(std::vector<int> rows)
{
    if (rows.empty())
        return;
    std::sort(rows.begin(), rows.end());
    const auto say = [this](int first, int last) { emit dataChanged(index(first, 0), index(last, columnCount() - 1)); };
    if (rows.size() > 256) {
        say(rows.front(), rows.back());
        return;
    }
    int first = rows.front();
    int last = first;
    for (int row : rows) {
        if (row > last + 1) {
            say(first, last);
            first = row;
        }
        last = row;
    }
    say(first, last);
}

void PodModel::renumber()
{
    std::fill(m_rowOf.begin(), m_rowOf.end(), -1);
    for (std::size_t row = 0; row < m_shown.size(); ++row)
        m_rowOf[std::size_t(m_shown[row])] = int(row);
}

void PodModel::count(const PodRow &row, int delta)
{
    m_counts[std::size_t(row.segment)] += delta;
    m_counts[std::size_t(PodSegment::All)] += delta;
    const auto it = m_namespaces.try_emplace(row.pod->key.ns, 0).first;
    it->second += delta;
    if (it->second == 0)
        m_namespaces.erase(it);
}

void PodModel::setSegment(PodSegment segment)
{
    if (m_query.segment == segment)
        return;
    m_query.segment = segment;
    requery();
}

void PodModel::setNamespace(const QString &ns)
{
    if (m_query.ns == ns.toStdString())
        return;
    m_query.ns = ns.toStdString();
    requery();
}

void PodModel::setFilter(const QString &text)
{
    PodQuery changed = m_query;
    changed.setText(text.toLower().toStdString());
    if (changed.words == m_query.words)
        return;
    m_query = std::move(changed);
    requery();
}

void PodModel::sort(int column, Qt::SortOrder order)
{
    m_query.sortColumn = column;
    m_query.descending = order == Qt::DescendingOrder;
    requery();
}

void PodModel::requery()
{
    const std::uint64_t id = ++m_inbox->newest;
    m_running = true;
    m_touched.clear();
    auto job = [inbox = m_inbox, rows = m_rows, query = m_query, id] {
        std::vector<int> found = query.run(rows, inbox->newest, id);
        const std::lock_guard lock(inbox->mutex);
        if (!inbox->model || inbox->newest != id)
            return;
        QMetaObject::invokeMethod(
            inbox->model,
            [model = inbox->model, id, found = std::move(found)]() mutable { model->show(id, std::move(found)); },
            Qt::QueuedConnection);
    };
    QThreadPool::globalInstance()->start(std::move(job));
}

void PodModel::show(std::uint64_t id, std::vector<int> found)
{
    if (id != m_inbox->newest)
        return;
    m_running = false;
    beginResetModel();
    // Only what changed since the query began is looked at again; the rest of 150,000 rows is as the query saw it.
    const auto matches = [this](int slot) {
        const PodRowPtr &row = m_rows[std::size_t(slot)];
        return row && m_query.matches(*row);
    };
    for (int slot : m_touched)
        m_rowOf[std::size_t(slot)] = touchedMark;
    std::erase_if(found, [&](int slot) { return m_rowOf[std::size_t(slot)] == touchedMark && !matches(slot); });
    m_shown = std::move(found);
    renumber();
    for (int slot : m_touched) {
        if (m_rowOf[std::size_t(slot)] >= 0 || !matches(slot))
            continue;
        m_rowOf[std::size_t(slot)] = int(m_shown.size());
        m_shown.push_back(slot);
    }
    m_touched.clear();
    endResetModel();
    emit queryApplied();
}

void PodModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (!m_shown.empty())
        emit dataChanged(index(0, 0), index(int(m_shown.size()) - 1, columnCount() - 1));
}

model::PodPtr PodModel::podAt(int row) const
{
    if (row < 0 || row >= int(m_shown.size()))
        return nullptr;
    const PodRowPtr &held = m_rows[std::size_t(m_shown[std::size_t(row)])];
    return held ? held->pod : nullptr;
}

model::PodPtr PodModel::find(const model::PodKey &key) const
{
    const auto held = m_slotOf.find(key);
    return held == m_slotOf.end() ? nullptr : m_rows[std::size_t(held->second)]->pod;
}

int PodModel::rowOf(const model::PodKey &key) const
{
    const auto held = m_slotOf.find(key);
    return held == m_slotOf.end() ? -1 : m_rowOf[std::size_t(held->second)];
}

int PodModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_shown.size()); }

int PodModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(PodColumn::Count); }

QString PodModel::text(const PodRow &row, PodColumn column) const
{
    const model::Pod &pod = *row.pod;
    switch (column) {
    case PodColumn::Name:
        return Words::plain(pod.key.text());
    case PodColumn::State:
        return Words::phase(pod);
    case PodColumn::Node:
        return pod.assigned() ? Words::plain(pod.nodeName) : QString(QChar(0x2013));
    case PodColumn::Gpu:
        return row.gpus ? Words::number(row.gpus) : QString(QChar(0x2013));
    case PodColumn::Cpu:
        return Words::cores(pod.request.cpuMilli);
    case PodColumn::Memory:
        return Words::gib(pod.request.memoryBytes);
    case PodColumn::Priority:
        return Words::number(pod.priority);
    case PodColumn::Age:
        return pod.created == base::TimePoint{} ? QString(QChar(0x2013)) : Words::duration(m_now - pod.created);
    case PodColumn::Restarts:
        return Words::number(pod.restarts);
    case PodColumn::Count:
        break;
    }
    return {};
}

QVariant PodModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_shown.size()))
        return {};
    const PodRowPtr &row = m_rows[std::size_t(m_shown[std::size_t(index.row())])];
    if (!row) // removed in the batch that is being applied
        return {};
    const auto column = PodColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, column);
    case Qt::ToolTipRole:
        if (column == PodColumn::Age)
            return Words::tip(Words::instant(row->pod->created));
        return column == PodColumn::Name || column == PodColumn::Node ? QVariant(Words::tip(text(*row, column)))
                                                                      : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column <= PodColumn::Node ? Qt::AlignLeft : Qt::AlignRight));
    case KeyRole:
        return QString::fromStdString(row->pod->key.text());
    case ToneRole:
        if (column != PodColumn::State)
            return int(column == PodColumn::Name || column == PodColumn::Node ? Tone::Plain : Tone::Quiet);
        return int(row->pod->phase == model::PodPhase::Failed ? Tone::Bad
                : row->segment == PodSegment::Pending         ? Tone::Warn
                : row->segment == PodSegment::Running         ? Tone::Good
                                                              : Tone::Quiet);
    default:
        return {};
    }
}

QVariant PodModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section <= int(PodColumn::Node) ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (PodColumn(section)) {
    case PodColumn::Name:
        return tr("Pod");
    case PodColumn::State:
        return tr("state");
    case PodColumn::Node:
        return tr("node");
    case PodColumn::Gpu:
        return tr("GPUs");
    case PodColumn::Cpu:
        return tr("CPU, cores");
    case PodColumn::Memory:
        return tr("memory, GiB");
    case PodColumn::Priority:
        return tr("priority");
    case PodColumn::Age:
        return tr("age");
    case PodColumn::Restarts:
        return tr("restarts");
    case PodColumn::Count:
        break;
    }
    return {};
}

} // namespace binnacle::models
