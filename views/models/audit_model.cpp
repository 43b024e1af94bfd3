// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/audit_model.h"

#include "views/models/words.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>

namespace binnacle::models {

void AuditModel::start(api::AuditPage page)
{
    beginResetModel();
    m_rows = std::move(page.rows);
    m_waiting.clear();
    m_matching = page.matching;
    endResetModel();
    emit waitingChanged();
}

void AuditModel::refresh(const api::AuditPage &newest)
{
    m_matching = newest.matching;
    absl::flat_hash_map<std::string, const api::AuditDecision *> fresh;
    for (const api::AuditDecision &row : newest.rows)
        fresh.emplace(row.decision.decisionId, &row);
    for (int i = 0; i < int(m_rows.size()); ++i) {
        api::AuditDecision &row = m_rows[std::size_t(i)];
        const auto it = fresh.find(row.decision.decisionId);
        if (it == fresh.end() || (it->second->state == row.state && it->second->life.size() == row.life.size()))
            continue;
        row = *it->second;
        emit dataChanged(index(i, 0), index(i, columnCount() - 1));
    }
    absl::flat_hash_set<std::string> held;
    std::uint64_t top = 0;
    for (const api::AuditDecision &row : m_rows) {
        held.insert(row.decision.decisionId);
        top = std::max(top, row.decision.index);
    }
    m_waiting.clear();
    for (const api::AuditDecision &row : newest.rows) {
        if (m_rows.empty() || (row.decision.index > top && !held.contains(row.decision.decisionId)))
            m_waiting.push_back(row);
    }
    if (m_rows.empty())
        showWaiting(); // nothing could move
    emit waitingChanged();
}

void AuditModel::append(const api::AuditPage &older)
{
    std::vector<api::AuditDecision> rows;
    for (const api::AuditDecision &row : older.rows) {
        if (m_rows.empty() || row.decision.index < m_rows.back().decision.index)
            rows.push_back(row);
    }
    if (rows.empty())
        return;
    beginInsertRows({}, int(m_rows.size()), int(m_rows.size() + rows.size()) - 1);
    std::move(rows.begin(), rows.end(), std::back_inserter(m_rows));
    endInsertRows();
}

void AuditModel::showWaiting()
{
    if (m_waiting.empty())
        return;
    beginInsertRows({}, 0, int(m_waiting.size()) - 1);
    m_rows.insert(m_rows.begin(), std::make_move_iterator(m_waiting.begin()), std::make_move_iterator(m_waiting.end()));
    m_waiting.clear();
    endInsertRows();
    emit waitingChanged();
}

void AuditModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(int(m_rows.size()) - 1, columnCount() - 1));
}

std::uint64_t AuditModel::oldestIndex() const { return m_rows.empty() ? 0 : m_rows.back().decision.index; }

const api::AuditDecision *AuditModel::at(int row) const
{
    return row >= 0 && row < int(m_rows.size()) ? &m_rows[std::size_t(row)] : nullptr;
}

int AuditModel::rowOf(const QString &id) const
{
    const std::string wanted = id.toStdString();
    const auto it = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const api::AuditDecision &row) { return row.decision.decisionId == wanted; });
    return it == m_rows.end() ? -1 : int(it - m_rows.begin());
}

int AuditModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int AuditModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(Column::Count); }

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    const api::AuditDecision *row = at(index.row());
    if (!index.isValid() || !row)
        return {};
    const api::AuditEntry &entry = row->decision;
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Column::Index:
            return Words::number(std::int64_t(entry.index));
        case Column::Time:
            return Words::clock(entry.at);
        case Column::Operation:
            return Words::operation(entry.operation);
        case Column::Object:
            return Words::plain(entry.pod);
        case Column::Target:
            return entry.node.empty() ? QString(QChar(0x2013)) : Words::plain(entry.node);
        case Column::Outcome:
            return Words::state(row->state).word;
        case Column::Confidence:
            return entry.confidence ? Words::share(*entry.confidence) : QString(QChar(0x2013));
        case Column::Count:
            break;
        }
        return {};
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter
            | (column == Column::Index || column == Column::Confidence ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        if (column == Column::Time)
            return Words::tip(Words::instant(entry.at));
        if (column == Column::Object || column == Column::Target)
            return Words::tip(Words::plain(column == Column::Object ? entry.pod : entry.node));
        return {};
    case IdRole:
        return QString::fromStdString(entry.decisionId);
    case SignRole:
        return column == Column::Outcome ? QVariant(Words::state(row->state).sign) : QVariant();
    case ToneRole:
        return int(column == Column::Outcome                             ? Words::state(row->state).tone
                : column == Column::Time || column == Column::Confidence ? Tone::Quiet
                                                                         : Tone::Plain);
    default:
        return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter
            | (column == Column::Index || column == Column::Confidence ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Index:
        return tr("audit");
    case Column::Time:
        return tr("time");
    case Column::Operation:
        return tr("operation");
    case Column::Object:
        return tr("object");
    case Column::Target:
        return tr("target");
    case Column::Outcome:
        return tr("outcome");
    case Column::Confidence:
        return tr("conf.");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace binnacle::models
