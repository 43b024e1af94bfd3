// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"

#include <QAbstractListModel>

#include <vector>

namespace binnacle::models {

/// The proposals of a cluster as one of two lists. Waiting: those that a person may still decide, first to expire on top; one
/// that was decided, superseded or expired stays in its place with its new state for `kLinger`, and while it is held
/// (selected), so that nothing moves under the pointer. Decided: those decided today (local date), newest first.
/// Applied in place, keyed by decision id. GUI thread.
class ProposalModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum class List : std::uint8_t { Waiting, Decided };
    enum Role {
        IdRole = Qt::UserRole + 1,
        TitleRole, ///< "Place ml/train"
        DetailRole, ///< "on gpu-a12"
        CountdownRole, ///< "04:32"; empty once decided
        UrgentRole, ///< under a minute left
        SignRole,
        WordRole, ///< the state in words
        ToneRole,
        SureRole, ///< "stable 0.97 · confidence 0.86"
        ByRole, ///< who decided
        WhenRole,
        OpenRole, ///< still to be decided
    };
    static constexpr std::chrono::seconds kLinger{8};

    explicit ProposalModel(List list, QObject *parent = nullptr);

    void apply(const api::ClusterState &state);
    /// Ticks the countdowns and drops what lingered long enough.
    void setNow(base::TimePoint now);
    void hold(const QString &id);
    void retranslate();

    [[nodiscard]] const api::Proposal *at(int row) const;
    [[nodiscard]] int rowOf(const QString &id) const;
    [[nodiscard]] int open() const; ///< rows still to be decided

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row {
        api::Proposal proposal;
        base::TimePoint leftAt{}; // when it stopped waiting, as seen here
    };
    [[nodiscard]] bool belongs(const api::Proposal &proposal) const;
    [[nodiscard]] int place(const api::Proposal &proposal) const;
    void remove(int row);

    List m_list;
    std::vector<Row> m_rows;
    base::TimePoint m_now{};
    QString m_held;
};

/// Time left until a proposal expires; zero or less once it has.
[[nodiscard]] base::Duration timeLeft(const api::Proposal &proposal, base::TimePoint now);

} // namespace binnacle::models
