// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/rows_model.h"

#include <algorithm>

namespace binnacle::models {

void RowsModel::setHeader(const QStringList &header, const std::vector<int> &right)
{
    const bool same = header.size() == m_header.size();
    if (!same)
        beginResetModel();
    m_header = header;
    m_right.assign(std::size_t(header.size()), false);
    for (const int column : right)
        m_right.at(std::size_t(column)) = true;
    if (same)
        emit headerDataChanged(Qt::Horizontal, 0, int(header.size()) - 1);
    else
        endResetModel();
}

void RowsModel::replace(std::vector<Row> rows)
{
    const auto keyIn = [](const std::vector<Row> &list, const QString &key) {
        return std::find_if(list.begin(), list.end(), [&](const Row &r) { return r.key == key; });
    };
    for (int i = int(m_rows.size()) - 1; i >= 0; --i) {
        if (keyIn(rows, m_rows[std::size_t(i)].key) != rows.end())
            continue;
        beginRemoveRows({}, i, i);
        m_rows.erase(m_rows.begin() + i);
        endRemoveRows();
    }
    for (int i = 0; i < int(rows.size()); ++i) {
        Row &wanted = rows[std::size_t(i)];
        if (i < int(m_rows.size()) && m_rows[std::size_t(i)].key == wanted.key) {
            if (m_rows[std::size_t(i)] == wanted)
                continue;
            m_rows[std::size_t(i)] = std::move(wanted);
            emit dataChanged(index(i, 0), index(i, columnCount() - 1));
            continue;
        }
        const auto later = keyIn(m_rows, wanted.key);
        if (later == m_rows.end()) {
            beginInsertRows({}, i, i);
            m_rows.insert(m_rows.begin() + i, std::move(wanted));
            endInsertRows();
            continue;
        }
        const int from = int(later - m_rows.begin());
        beginMoveRows({}, from, from, {}, i);
        m_rows.erase(later);
        m_rows.insert(m_rows.begin() + i, std::move(wanted));
        endMoveRows();
        emit dataChanged(index(i, 0), index(i, columnCount() - 1));
    }
}

int RowsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int RowsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_header.size()); }

QVariant RowsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    if (role == KeyRole)
        return row.key;
    if (role == AddressRole)
        return row.address;
    if (index.column() >= int(row.cells.size()))
        return {};
    const Cell &cell = row.cells[std::size_t(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::TextAlignmentRole:
        return int((m_right[std::size_t(index.column())] ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case ToneRole:
        return int(cell.tone);
    case IconRole:
        return cell.icon;
    case BarRole:
        return cell.bar ? QVariant::fromValue(*cell.bar) : QVariant();
    case BoldRole:
        return cell.bold;
    default:
        return {};
    }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_header.size())
        return {};
    if (role == Qt::DisplayRole)
        return m_header[section];
    if (role == Qt::TextAlignmentRole)
        return int((m_right[std::size_t(section)] ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace binnacle::models
