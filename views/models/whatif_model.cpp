// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/whatif_model.h"

#include "views/models/words.h"

namespace binnacle::models {

void RankedModel::setDecision(model::DecisionPtr decision)
{
    beginResetModel();
    m_decision = std::move(decision);
    endResetModel();
}

void RankedModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

std::optional<ScoreRow> RankedModel::scores(int row) const
{
    if (row < 0 || row >= rowCount())
        return std::nullopt;
    return scoreRow(*m_decision, std::size_t(row));
}

int RankedModel::rowOf(base::Symbol node) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_decision->feasible[std::size_t(row)].node == node)
            return row;
    }
    return -1;
}

int RankedModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_decision ? 0 : int(m_decision->feasible.size());
}

int RankedModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(Column::Count); }

QVariant RankedModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const model::FeasibleNode &node = m_decision->feasible[std::size_t(index.row())];
    const bool best = node.total == m_decision->feasible.front().total;
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Column::Rank:
            return Words::number(index.row() + 1);
        case Column::Node:
            return Words::plain(node.node);
        case Column::Parts:
            return QString();
        case Column::Total:
            return Words::number(node.total);
        case Column::Behind:
            return best ? (node.node == m_decision->chosen ? tr("chosen") : tr("tied"))
                        : Words::number(node.total - m_decision->feasible.front().total);
        case Column::Count:
            break;
        }
        return {};
    case Qt::TextAlignmentRole:
        return int(
            Qt::AlignVCenter | (column == Column::Node || column == Column::Parts ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole:
        return column == Column::Node ? QVariant(Words::tip(Words::plain(node.node))) : QVariant();
    case NodeRole:
        return Words::plain(node.node);
    case ToneRole:
        return int(column == Column::Behind && node.node == m_decision->chosen ? Tone::Good
                : column == Column::Node || column == Column::Total            ? Tone::Plain
                                                                               : Tone::Quiet);
    default:
        return {};
    }
}

QVariant RankedModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int(
            Qt::AlignVCenter | (column == Column::Node || column == Column::Parts ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Rank:
        return tr("rank");
    case Column::Node:
        return tr("node");
    case Column::Parts:
        return tr("score by plugin (weight × normalised)");
    case Column::Total:
        return tr("score");
    case Column::Behind:
        return tr("to the best");
    case Column::Count:
        break;
    }
    return {};
}

void RejectedModel::setDecision(model::DecisionPtr decision)
{
    beginResetModel();
    m_decision = std::move(decision);
    m_groups = m_decision ? rejectionGroups(*m_decision) : std::vector<RejectionGroup>{};
    endResetModel();
}

void RejectedModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, int(Column::Count) - 1);
    for (int g = 0; g < int(m_groups.size()); ++g) {
        const QModelIndex group = index(g, 0);
        emit dataChanged(group, index(g, int(Column::Count) - 1));
        emit dataChanged(index(0, 0, group), index(rowCount(group) - 1, int(Column::Count) - 1, group));
    }
}

QModelIndex RejectedModel::indexOf(base::Symbol node) const
{
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (std::size_t r = 0; r < m_groups[g].rejected.size(); ++r) {
            if (m_decision->rejected[std::size_t(m_groups[g].rejected[r])].node == node)
                return createIndex(int(r), 0, quintptr(g + 1));
        }
    }
    return {};
}

QModelIndex RejectedModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= int(Column::Count))
        return {};
    if (!parent.isValid())
        return row < int(m_groups.size()) ? createIndex(row, column, quintptr(0)) : QModelIndex();
    if (parent.internalId() != 0 || parent.column() != 0
        || row >= int(m_groups[std::size_t(parent.row())].rejected.size()))
        return {};
    return createIndex(row, column, quintptr(parent.row() + 1));
}

QModelIndex RejectedModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() != 0 ? createIndex(int(index.internalId()) - 1, 0, quintptr(0))
                                                      : QModelIndex();
}

int RejectedModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    if (parent.internalId() != 0 || parent.column() != 0)
        return 0;
    return int(m_groups[std::size_t(parent.row())].rejected.size());
}

int RejectedModel::columnCount(const QModelIndex &) const { return int(Column::Count); }

const model::RejectedNode *RejectedModel::nodeAt(const QModelIndex &index) const
{
    if (index.internalId() == 0)
        return nullptr;
    const RejectionGroup &group = m_groups[std::size_t(index.internalId() - 1)];
    return &m_decision->rejected[std::size_t(group.rejected[std::size_t(index.row())])];
}

QVariant RejectedModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto column = Column(index.column());
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (column == Column::Nodes ? Qt::AlignRight : Qt::AlignLeft));
    const model::RejectedNode *node = nodeAt(index);
    const RejectionGroup &group = m_groups[std::size_t(node ? index.internalId() - 1 : quintptr(index.row()))];
    QString reasons;
    if (node) {
        QStringList parts;
        for (const model::Reason &reason : node->reasons)
            parts << Words::reason(reason);
        reasons = parts.join(tr("; ", "between reasons"));
    }
    switch (role) {
    case Qt::DisplayRole:
        if (column == Column::Name)
            return node ? Words::plain(node->node) : Words::reasonGroup(group.code, group.subject);
        if (column == Column::Plugin)
            return node ? reasons : Words::plain(group.plugin);
        return node ? QString() : Words::number(std::int64_t(group.rejected.size()));
    case Qt::ToolTipRole:
        return node ? QVariant(Words::tip(reasons))
                    : QVariant(Words::tip(Words::reasonGroup(group.code, group.subject)));
    case NodeRole:
        return node ? QVariant(Words::plain(node->node)) : QVariant();
    case GroupRole:
        return node == nullptr;
    case CountRole:
        return qlonglong(group.rejected.size());
    case ToneRole:
        return int(node && column == Column::Plugin ? Tone::Quiet : Tone::Plain);
    default:
        return {};
    }
}

QVariant RejectedModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (column == Column::Nodes ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Name:
        return tr("reason, and the nodes");
    case Column::Plugin:
        return tr("refused by");
    case Column::Nodes:
        return tr("nodes");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace binnacle::models
