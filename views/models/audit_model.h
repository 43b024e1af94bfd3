// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"

#include <QAbstractTableModel>

#include <vector>

namespace binnacle::models {

/// Decisions of the audit log, newest first, as far as they were loaded. A new filter is a reset (`start`); after that
/// rows keep their place: `refresh` updates their outcome and keeps newer decisions back, counted by `waiting`, until
/// `showWaiting`; `append` adds a page of older ones. GUI thread.
class AuditModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Column : std::uint8_t { Index, Time, Operation, Object, Target, Outcome, Confidence, Count };
    enum Role { IdRole = Qt::UserRole + 1, SignRole, ToneRole };

    using QAbstractTableModel::QAbstractTableModel;

    void start(api::AuditPage page);
    void refresh(const api::AuditPage &newest);
    void append(const api::AuditPage &older);
    void showWaiting();
    void retranslate();

    [[nodiscard]] std::int64_t waiting() const { return std::int64_t(m_waiting.size()); }
    [[nodiscard]] std::uint64_t matching() const { return m_matching; } ///< decisions under the filter, loaded or not
    [[nodiscard]] bool hasOlder() const { return m_rows.size() + m_waiting.size() < m_matching; }
    [[nodiscard]] std::uint64_t oldestIndex() const; ///< of the loaded rows; 0 when none
    [[nodiscard]] const api::AuditDecision *at(int row) const;
    [[nodiscard]] int rowOf(const QString &id) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void waitingChanged();

private:
    std::vector<api::AuditDecision> m_rows; // newest first
    std::vector<api::AuditDecision> m_waiting; // newer than m_rows, newest first
    std::uint64_t m_matching = 0;
};

} // namespace binnacle::models
