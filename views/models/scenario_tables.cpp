// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/scenario_tables.h"

#include <algorithm>
#include <utility>

namespace binnacle::models {

void ScenarioFigures::set(std::vector<const api::ScenarioResult *> results, QStringList names)
{
    beginResetModel();
    m_names = std::move(names);
    m_figures = ScenarioWords::figures(results);
    endResetModel();
}

int ScenarioFigures::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_figures.size()); }

int ScenarioFigures::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 2 + int(m_names.size()) + (single() ? 2 : 0);
}

QVariant ScenarioFigures::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_figures.size()))
        return {};
    const ScenarioWords::Figure &figure = m_figures[std::size_t(index.row())];
    const int value = index.column() - 2;
    const int values = int(figure.values.size());
    if (role == Qt::TextAlignmentRole)
        return int((value >= 0 && value <= values ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == ToneRole)
        return int(value < 0      ? (index.column() == 0 ? Tone::Plain : Tone::Quiet)
                : value >= values ? figure.tone
                                  : Tone::Plain);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const QString text = index.column() == 0 ? figure.name
        : index.column() == 1                ? figure.unit
        : value < values                     ? figure.values[std::size_t(value)]
        : value == values                    ? figure.change
                                             : figure.better;
    return role == Qt::ToolTipRole ? Words::tip(text) : text;
}

QVariant ScenarioFigures::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const int value = section - 2;
    if (role == Qt::TextAlignmentRole)
        return int((value >= 0 && value <= int(m_names.size()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section < 2)
        return section == 0 ? tr("figure") : tr("unit");
    if (value < int(m_names.size()))
        return m_names[value];
    return value == int(m_names.size()) ? tr("change") : tr("better");
}

void ScenarioMoves::set(model::ScenarioOutcomePtr base, model::ScenarioOutcomePtr outcome)
{
    beginResetModel();
    m_base = std::move(base);
    m_outcome = std::move(outcome);
    m_rows.clear();
    if (m_base && m_outcome)
        m_rows = newPlaces(*m_base, *m_outcome);
    endResetModel();
}

int ScenarioMoves::moved() const
{
    return int(std::count_if(m_rows.begin(), m_rows.end(),
        [](const model::ScenarioPod *pod) { return pod->origin == model::PodOrigin::Displaced; }));
}

int ScenarioMoves::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int ScenarioMoves::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(Column::Count); }

QVariant ScenarioMoves::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()))
        return {};
    const model::ScenarioPod &pod = *m_rows[std::size_t(index.row())];
    const auto column = Column(index.column());
    if (role == ToneRole)
        return int(column == Column::From ? Tone::Quiet : Tone::Plain);
    if (role == NodeRole)
        return Words::plain(column == Column::From ? pod.from : pod.to);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const QString text = column == Column::Pod ? Words::plain(pod.pod->key.text())
        : column == Column::To                 ? Words::plain(pod.to)
        : pod.from.empty()                     ? ScenarioWords::origin(pod.origin)
                                               : Words::plain(pod.from);
    return role == Qt::ToolTipRole ? Words::tip(text) : text;
}

QVariant ScenarioMoves::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Pod:
        return tr("pod");
    case Column::From:
        return tr("from");
    case Column::To:
        return tr("to");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace binnacle::models
