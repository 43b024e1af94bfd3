// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/decision_facts.h"

#include <QAbstractItemModel>
#include <QAbstractTableModel>

#include <optional>

namespace binnacle::models {

/// The nodes that a pod could use, best first, with the score of each split by plugin. One decision at a time; a new one
/// is a reset. GUI thread.
class RankedModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Column : std::uint8_t { Rank, Node, Parts, Total, Behind, Count };
    enum Role { NodeRole = Qt::UserRole + 1, ToneRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setDecision(model::DecisionPtr decision);
    void retranslate();
    [[nodiscard]] const model::DecisionPtr &decision() const { return m_decision; }
    [[nodiscard]] std::optional<ScoreRow> scores(int row) const;
    [[nodiscard]] int rowOf(base::Symbol node) const; ///< -1 when the node is not feasible

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    model::DecisionPtr m_decision;
};

/// The nodes that a pod cannot use, grouped by plugin, reason and subject: groups at the top level, their nodes below.
/// A new decision is a reset. GUI thread.
class RejectedModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum class Column : std::uint8_t { Name, Plugin, Nodes, Count };
    enum Role { NodeRole = Qt::UserRole + 1, GroupRole, CountRole, ToneRole };

    using QAbstractItemModel::QAbstractItemModel;

    void setDecision(model::DecisionPtr decision);
    void retranslate();
    [[nodiscard]] const std::vector<RejectionGroup> &groups() const { return m_groups; }
    [[nodiscard]] QModelIndex indexOf(base::Symbol node) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const model::RejectedNode *nodeAt(const QModelIndex &index) const;

    model::DecisionPtr m_decision;
    std::vector<RejectionGroup> m_groups;
};

} // namespace binnacle::models
