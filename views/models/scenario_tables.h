// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/scenario.h"
#include "views/models/scenario_words.h"

#include <QAbstractTableModel>

#include <vector>

namespace binnacle::models {

/// Figures of the cluster as it is and of forks, side by side. With one fork the change and whether it is better stand
/// behind it. A new comparison is a reset. GUI thread.
class ScenarioFigures : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { ToneRole = Qt::UserRole + 1 };
    using QAbstractTableModel::QAbstractTableModel;

    /// The first result is that of the cluster as it is; null results have no figures yet.
    void set(std::vector<const api::ScenarioResult *> results, QStringList names);
    [[nodiscard]] const std::vector<ScenarioWords::Figure> &figures() const { return m_figures; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] bool single() const { return m_names.size() == 2; }

    QStringList m_names;
    std::vector<ScenarioWords::Figure> m_figures;
};

/// Pods that a fork gives a place: from where, and to where. A new outcome is a reset. GUI thread.
class ScenarioMoves : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Column : std::uint8_t { Pod, From, To, Count };
    enum Role { ToneRole = Qt::UserRole + 1, NodeRole };
    using QAbstractTableModel::QAbstractTableModel;

    void set(model::ScenarioOutcomePtr base, model::ScenarioOutcomePtr outcome);
    [[nodiscard]] int moved() const; ///< of the rows, pods that lost their node

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    model::ScenarioOutcomePtr m_base;
    model::ScenarioOutcomePtr m_outcome;
    std::vector<const model::ScenarioPod *> m_rows; // of m_outcome
};

} // namespace binnacle::models
