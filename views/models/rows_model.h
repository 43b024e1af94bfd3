// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/words.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace binnacle::models {

/// used and allocated of one cell's bar as shares of its capacity; negative: unknown. `text` stands beside the bar.
struct BarShares {
    double used = -1;
    double allocated = -1;
    QString text;
    bool present = true; ///< false: there is no such resource here
    friend bool operator==(const BarShares &, const BarShares &) = default;
};

/// One cell of a small table, as it is shown.
struct Cell {
    QString text;
    Tone tone = Tone::Plain;
    QString icon = {};
    std::optional<BarShares> bar = {};
    bool bold = false;
    friend bool operator==(const Cell &, const Cell &) = default;
};

struct Row {
    QString key; ///< unique in the table
    QString address; ///< where a press leads; may be empty
    std::vector<Cell> cells;
    friend bool operator==(const Row &, const Row &) = default;
};

/// A small table (tens of rows) whose rows are replaced as a whole and differ by key: what stays keeps its index, what
/// changed is announced cell by cell. GUI thread.
class RowsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { KeyRole = Qt::UserRole + 1, AddressRole, ToneRole, IconRole, BarRole, BoldRole };

    explicit RowsModel(QObject *parent = nullptr) : QAbstractTableModel(parent) { }
    /// `right`: the numbers of the columns that are aligned right.
    void setHeader(const QStringList &header, const std::vector<int> &right);
    void replace(std::vector<Row> rows);
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_header;
    std::vector<bool> m_right;
    std::vector<Row> m_rows;
};

} // namespace binnacle::models

Q_DECLARE_METATYPE(binnacle::models::BarShares)
