// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/plan.h"
#include "views/models/words.h"

#include <QAbstractTableModel>

namespace binnacle::models {

/// The steps of a plan, in the order in which they are to be done. A new plan is a reset. GUI thread.
class PlanStepsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Column : std::uint8_t { Number, Step, Pod, From, To, Why, Cost, Count };
    enum Role { PodRole = Qt::UserRole + 1, ToneRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setPlan(model::PlanPtr plan);
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const model::PlanStep &step, int row, Column column) const;

    model::PlanPtr m_plan;
};

/// The pods that a plan leaves out, each with its reason. A new plan is a reset. GUI thread.
class PlanLeftOverModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Column : std::uint8_t { Pod, Why, Detail, Count };
    enum Role { PodRole = Qt::UserRole + 1, ToneRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setPlan(model::PlanPtr plan);
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const model::PlanLeftOver &left, Column column) const;

    model::PlanPtr m_plan;
};

/// A plan in words. GUI thread (tr).
class PlanWords {
    Q_DECLARE_TR_FUNCTIONS(PlanWords)

public:
    [[nodiscard]] static QString step(model::PlanStep::Kind kind);
    [[nodiscard]] static QString refusal(model::PlanRefusal why);
    /// "37 of 45 pods placed, 3 moved".
    [[nodiscard]] static QString outcome(const model::Plan &plan);
    /// How sure it is that there is nothing better.
    [[nodiscard]] static QString certainty(const model::Plan &plan);
};

} // namespace binnacle::models
