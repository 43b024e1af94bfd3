// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/pending_model.h"

#include "views/models/pod_row.h"
#include "views/models/words.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

namespace binnacle::models {
namespace {

using Wait = api::PendingPod::Wait;
enum Bucket : std::uint8_t { Blocked, NotDecidable, Queued, Awaiting, Binding, AdviceFits, Gated };

bool equal(const api::PendingPod &a, const api::PendingPod &b)
{
    return a.pod == b.pod && a.wait == b.wait && a.outcome == b.outcome && a.wouldGo == b.wouldGo
        && a.wouldFreeOn == b.wouldFreeOn && a.feasibleNodes == b.feasibleNodes
        && a.nodesByMainReason == b.nodesByMainReason && a.attempts == b.attempts && a.since == b.since;
}

} // namespace

PendingModel::PendingModel(QObject *parent) : QAbstractItemModel(parent) { }

PendingModel::GroupKey PendingModel::keyOf(const api::PendingPod &p)
{
    const bool placed = p.outcome == model::DecisionOutcome::Placed;
    if (p.wait == Wait::Gated || p.outcome == model::DecisionOutcome::Gated)
        return {Gated, {}, {}, 0};
    if (p.wait == Wait::NotDecidable || p.outcome == model::DecisionOutcome::NotDecidable)
        return {NotDecidable, model::ReasonCode::UndecidableRule, {}, p.undecided ? p.undecided : p.pod->undecided};
    if (p.wait == Wait::AwaitingApproval)
        return {Awaiting, {}, {}, 0};
    if (p.wait == Wait::Binding)
        return {Binding, {}, {}, 0};
    if (p.wait == Wait::Advice && placed)
        return {AdviceFits, {}, {}, 0};
    if (p.mainReason != model::ReasonCode::None)
        return {Blocked, p.mainReason, p.mainSubject, 0};
    return {Queued, {}, {}, 0};
}

bool PendingModel::matches(const model::Pod &pod) const
{
    if (!m_ns.empty() && pod.key.ns != m_ns)
        return false;
    return m_filter.isEmpty() || QString::fromStdString(pod.key.text()).contains(m_filter, Qt::CaseInsensitive);
}

void PendingModel::apply(const api::ClusterStatePtr &state)
{
    m_state = state;
    absl::flat_hash_map<model::PodKey, std::pair<GroupKey, int>> fresh;
    if (state) {
        fresh.reserve(state->pending.size());
        for (std::size_t i = 0; i < state->pending.size(); ++i) {
            const api::PendingPod &p = state->pending[i];
            if (matches(*p.pod))
                fresh.emplace(p.pod->key, std::pair{keyOf(p), int(i)});
        }
    }
    const bool first = m_groups.empty();
    removeGone(fresh);
    if (state)
        changeAndAdd(state->pending, fresh);
    if (first)
        regroup();
}

void PendingModel::removeGone(const absl::flat_hash_map<model::PodKey, std::pair<GroupKey, int>> &fresh)
{
    bool removed = false;
    for (int g = int(m_groups.size()) - 1; g >= 0; --g) {
        Group &group = m_groups[std::size_t(g)];
        const auto stays = [&](const Row &row) {
            const auto it = fresh.find(row.pod.pod->key);
            return it != fresh.end() && it->second.first == group.key;
        };
        if (std::none_of(group.rows.begin(), group.rows.end(), stays)) {
            beginRemoveRows({}, g, g);
            m_groups.erase(m_groups.begin() + g);
            endRemoveRows();
            removed = true;
            continue;
        }
        const QModelIndex parent = createIndex(g, 0, quintptr(0));
        for (int last = int(group.rows.size()) - 1; last >= 0; --last) {
            if (stays(group.rows[std::size_t(last)]))
                continue;
            int from = last;
            while (from > 0 && !stays(group.rows[std::size_t(from - 1)]))
                --from;
            beginRemoveRows(parent, from, last);
            group.rows.erase(group.rows.begin() + from, group.rows.begin() + last + 1);
            endRemoveRows();
            removed = true;
            last = from;
        }
    }
    if (removed)
        renumber();
}

void PendingModel::changeAndAdd(const std::vector<api::PendingPod> &pending,
    const absl::flat_hash_map<model::PodKey, std::pair<GroupKey, int>> &fresh)
{
    std::vector<std::pair<GroupKey, std::vector<Row>>> added;
    absl::flat_hash_map<GroupKey, std::size_t> addedAt;
    absl::flat_hash_set<int> changedGroups;
    for (std::size_t i = 0; i < pending.size(); ++i) {
        const api::PendingPod &p = pending[i];
        const auto it = fresh.find(p.pod->key);
        if (it == fresh.end() || it->second.second != int(i))
            continue;
        const auto place = m_places.find(p.pod->key);
        if (place == m_places.end()) {
            const auto [at, isNew] = addedAt.try_emplace(it->second.first, added.size());
            if (isNew)
                added.push_back({it->second.first, {}});
            added[at->second].second.push_back({p, int(i) + 1});
            continue;
        }
        const auto [g, r] = place->second;
        Row &row = m_groups[std::size_t(g)].rows[std::size_t(r)];
        if (equal(row.pod, p) && row.position == int(i) + 1)
            continue;
        row = {p, int(i) + 1};
        const QModelIndex parent = createIndex(g, 0, quintptr(0));
        emit dataChanged(index(r, 0, parent), index(r, int(Column::Count) - 1, parent));
        changedGroups.insert(g);
    }
    for (auto &[key, rows] : added)
        append(std::move(rows), key);
    for (int g = 0; g < int(m_groups.size()); ++g)
        emit dataChanged(createIndex(g, 0, quintptr(0)), createIndex(g, int(Column::Count) - 1, quintptr(0)));
}

void PendingModel::append(std::vector<Row> rows, const GroupKey &key)
{
    auto group = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group &g) { return g.key == key; });
    if (group == m_groups.end()) {
        beginInsertRows({}, int(m_groups.size()), int(m_groups.size()));
        m_groups.push_back({m_nextId++, key, std::move(rows), {}, {}, {}});
        endInsertRows();
    } else {
        const int first = int(group->rows.size());
        beginInsertRows(
            createIndex(int(group - m_groups.begin()), 0, quintptr(0)), first, first + int(rows.size()) - 1);
        group->rows.insert(
            group->rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
        endInsertRows();
    }
    renumber();
}

void PendingModel::renumber()
{
    m_places.clear();
    for (int g = 0; g < int(m_groups.size()); ++g) {
        for (int r = 0; r < int(m_groups[std::size_t(g)].rows.size()); ++r)
            m_places[m_groups[std::size_t(g)].rows[std::size_t(r)].pod.pod->key] = {g, r};
    }
}

void PendingModel::regroup()
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<std::pair<quintptr, model::PodKey>> held; // what each persistent index is about
    for (const QModelIndex &index : before) {
        const api::PendingPod *pod = podAt(index);
        held.emplace_back(pod ? 0 : m_groups[std::size_t(index.row())].id, pod ? pod->pod->key : model::PodKey{});
    }
    std::stable_sort(m_groups.begin(), m_groups.end(), [this](const Group &a, const Group &b) {
        if (a.key.bucket != b.key.bucket)
            return a.key.bucket < b.key.bucket;
        if (a.rows.size() != b.rows.size())
            return a.rows.size() > b.rows.size();
        return oldest(a) < oldest(b);
    });
    for (Group &group : m_groups)
        std::stable_sort(
            group.rows.begin(), group.rows.end(), [](const Row &a, const Row &b) { return a.position < b.position; });
    renumber();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto &[id, key] = held[std::size_t(i)];
        if (id) {
            after << createIndex(groupRow(id), before[i].column(), quintptr(0));
        } else {
            const Place place = m_places[key];
            after << createIndex(place.row, before[i].column(), m_groups[std::size_t(place.group)].id);
        }
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void PendingModel::setFilter(const QString &text)
{
    if (m_filter == text.trimmed())
        return;
    m_filter = text.trimmed();
    apply(m_state);
}

void PendingModel::setNamespace(const QString &ns)
{
    if (m_ns == ns.toStdString())
        return;
    m_ns = ns.toStdString();
    apply(m_state);
}

void PendingModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, int(Column::Count) - 1);
    for (int g = 0; g < int(m_groups.size()); ++g) {
        const QModelIndex parent = createIndex(g, 0, quintptr(0));
        emit dataChanged(parent, createIndex(g, int(Column::Count) - 1, quintptr(0)));
        emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, int(Column::Count) - 1, parent));
    }
}

std::int64_t PendingModel::pods() const { return std::int64_t(m_places.size()); }

int PendingModel::groupRow(quintptr id) const
{
    const auto it = std::find_if(m_groups.begin(), m_groups.end(), [id](const Group &g) { return g.id == id; });
    return it == m_groups.end() ? -1 : int(it - m_groups.begin());
}

base::TimePoint PendingModel::oldest(const Group &group) const
{
    base::TimePoint at = base::TimePoint::max();
    for (const Row &row : group.rows)
        at = std::min(at, row.pod.since);
    return at;
}

const api::PendingPod *PendingModel::podAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return nullptr;
    const int g = groupRow(index.internalId());
    if (g < 0 || index.row() >= int(m_groups[std::size_t(g)].rows.size()))
        return nullptr;
    return &m_groups[std::size_t(g)].rows[std::size_t(index.row())].pod;
}

QModelIndex PendingModel::indexOf(const model::PodKey &key) const
{
    const auto it = m_places.find(key);
    return it == m_places.end() ? QModelIndex()
                                : createIndex(it->second.row, 0, m_groups[std::size_t(it->second.group)].id);
}

const api::PendingPod *PendingModel::find(const model::PodKey &key) const { return podAt(indexOf(key)); }

std::vector<PendingModel::Question> PendingModel::questions() const
{
    std::vector<Question> out;
    for (const Group &group : m_groups) {
        if (group.key.bucket == Blocked && !group.rows.empty() && group.rows.front().pod.pod != group.changeFor)
            out.push_back({keyText(group.key), group.rows.front().pod.pod});
    }
    return out;
}

void PendingModel::setSmallestChange(const Question &question, base::Symbol node, const model::ChangeSet &change)
{
    for (int g = 0; g < int(m_groups.size()); ++g) {
        Group &group = m_groups[std::size_t(g)];
        if (keyText(group.key) != question.group)
            continue;
        group.changeFor = question.pod;
        group.changeNode = node;
        group.change = change;
        emit dataChanged(createIndex(g, 0, quintptr(0)), createIndex(g, int(Column::Count) - 1, quintptr(0)));
    }
}

QModelIndex PendingModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= int(Column::Count))
        return {};
    if (!parent.isValid())
        return row < int(m_groups.size()) ? createIndex(row, column, quintptr(0)) : QModelIndex();
    if (parent.internalId() != 0 || parent.column() != 0 || parent.row() >= int(m_groups.size()))
        return {};
    const Group &group = m_groups[std::size_t(parent.row())];
    return row < int(group.rows.size()) ? createIndex(row, column, group.id) : QModelIndex();
}

QModelIndex PendingModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const int g = groupRow(index.internalId());
    return g < 0 ? QModelIndex() : createIndex(g, 0, quintptr(0));
}

int PendingModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    if (parent.internalId() != 0 || parent.column() != 0 || parent.row() >= int(m_groups.size()))
        return 0;
    return int(m_groups[std::size_t(parent.row())].rows.size());
}

int PendingModel::columnCount(const QModelIndex &) const { return int(Column::Count); }

QString PendingModel::title(const GroupKey &key) const
{
    switch (key.bucket) {
    case Blocked:
        return Words::reasonGroup(key.code, key.subject);
    case NotDecidable: {
        const QStringList rules = Words::rules(key.rules);
        return rules.isEmpty() ? tr("Not decidable yet") : tr("Not decidable yet: %1").arg(rules.join(tr(", ")));
    }
    case Queued:
        return tr("Queued, not decided yet");
    case Awaiting:
        return tr("Fits, awaits approval");
    case Binding:
        return tr("Approved, binding");
    case AdviceFits:
        return tr("Fits (advice only)");
    case Gated:
        return tr("Held back by scheduling gates");
    }
    return {};
}

QString PendingModel::keyText(const GroupKey &key) const
{
    return QStringLiteral("%1/%2/%3/%4")
        .arg(int(key.bucket))
        .arg(int(key.code))
        .arg(Words::plain(key.subject))
        .arg(key.rules);
}

QVariant PendingModel::groupData(const Group &group, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return column == 0 ? title(group.key) : QString();
    case Qt::ToolTipRole:
        return column == 0 ? Words::tip(title(group.key)) : QString();
    case KeyRole:
        return keyText(group.key);
    case GroupRole:
        return true;
    case CountRole:
        return qlonglong(group.rows.size());
    case OldestRole:
        return Words::duration(m_now - oldest(group));
    case ChangeRole:
        return Words::changes(group.change);
    case ChangeNodeRole:
        return Words::plain(group.changeNode);
    case ActionRole:
        return int(group.key.bucket == Awaiting ? Action::Approvals : Action::WhatIf);
    case ToneRole:
        return int(group.key.bucket == Blocked                                  ? Tone::Warn
                : group.key.bucket == NotDecidable || group.key.bucket == Gated ? Tone::Quiet
                                                                                : Tone::Good);
    case Qt::AccessibleTextRole:
        return tr("%1, pods: %2, oldest waits %3")
            .arg(title(group.key), Words::number(std::int64_t(group.rows.size())),
                Words::duration(m_now - oldest(group)));
    default:
        return {};
    }
}

QString PendingModel::podText(const Row &row, Column column) const
{
    const api::PendingPod &p = row.pod;
    const QString none(QChar(0x2013));
    switch (column) {
    case Column::Name:
        return Words::plain(p.pod->key.text());
    case Column::Gpu: {
        const std::int64_t gpus = gpuCount(p.pod->request);
        return gpus ? Words::number(gpus) : none;
    }
    case Column::Cpu:
        return Words::cores(p.pod->request.cpuMilli);
    case Column::Memory:
        return Words::gib(p.pod->request.memoryBytes);
    case Column::Waiting:
        return Words::duration(m_now - p.since);
    case Column::Position:
        return Words::number(row.position);
    case Column::Refused:
        return p.outcome && p.nodesByMainReason > 0 ? Words::number(p.nodesByMainReason) : none;
    case Column::Answer:
        if (p.outcome == model::DecisionOutcome::NoNodeFits && !p.wouldFreeOn.empty())
            return tr("%1, after evictions").arg(Words::plain(p.wouldFreeOn));
        if (p.outcome != model::DecisionOutcome::Placed)
            return Words::wait(p.wait);
        return p.wait == Wait::Advice ? tr("%1 fits, advice only").arg(Words::plain(p.wouldGo))
                                      : tr("%1 fits").arg(Words::plain(p.wouldGo));
    case Column::Count:
        break;
    }
    return {};
}

QVariant PendingModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole) {
        const auto column = Column(index.column());
        return int(
            Qt::AlignVCenter | (column == Column::Name || column == Column::Answer ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (index.internalId() == 0)
        return index.row() < int(m_groups.size()) ? groupData(m_groups[std::size_t(index.row())], index.column(), role)
                                                  : QVariant();
    const int g = groupRow(index.internalId());
    if (g < 0 || index.row() >= int(m_groups[std::size_t(g)].rows.size()))
        return {};
    const Row &row = m_groups[std::size_t(g)].rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return podText(row, Column(index.column()));
    case Qt::ToolTipRole:
        if (Column(index.column()) == Column::Waiting)
            return Words::tip(Words::instant(row.pod.since));
        return Words::tip(podText(row, Column(index.column())));
    case KeyRole:
        return QString::fromStdString(row.pod.pod->key.text());
    case GroupRole:
        return false;
    case ToneRole:
        return int(index.column() == 0 || Column(index.column()) == Column::Answer ? Tone::Plain : Tone::Quiet);
    default:
        return {};
    }
}

QVariant PendingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int(
            Qt::AlignVCenter | (column == Column::Name || column == Column::Answer ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Name:
        return tr("what blocks, and the pods");
    case Column::Gpu:
        return tr("GPUs");
    case Column::Cpu:
        return tr("CPU, cores");
    case Column::Memory:
        return tr("memory, GiB");
    case Column::Waiting:
        return tr("waits");
    case Column::Position:
        return tr("in queue");
    case Column::Refused:
        return tr("refusing nodes");
    case Column::Answer:
        return tr("last answer");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace binnacle::models
