// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "planner/model/change.h"

#include <absl/container/flat_hash_map.h>

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace binnacle::models {

/// The pods that wait, grouped by what blocks them: groups at the top level, their pods below, in queue order. Updates are
/// applied in place: groups and pods keep their places until `regroup`, new ones come last. Beside a group stands the
/// smallest change for its first pod once `setSmallestChange` gave one. GUI thread.
class PendingModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum class Column : std::uint8_t { Name, Gpu, Cpu, Memory, Waiting, Position, Refused, Answer, Count };
    enum Role {
        KeyRole = Qt::UserRole + 1, ///< pods: "namespace/name"; groups: their stable key
        GroupRole, ///< true for groups
        CountRole, ///< groups: pods
        OldestRole, ///< groups: longest wait, in words
        ChangeRole, ///< groups: the smallest change, in words; empty when not known
        ChangeNodeRole, ///< groups: the node it is about
        ActionRole, ///< groups: what their button does, see Action
        ToneRole,
    };
    enum class Action : std::uint8_t { WhatIf, Approvals };

    explicit PendingModel(QObject *parent = nullptr);

    void apply(const api::ClusterStatePtr &state);
    void setFilter(const QString &text);
    void setNamespace(const QString &ns);
    void setNow(base::TimePoint now) { m_now = now; }
    void regroup(); ///< sorts: most pods first, then the longest wait
    void retranslate();

    [[nodiscard]] std::int64_t pods() const; ///< shown
    [[nodiscard]] const api::PendingPod *podAt(const QModelIndex &index) const; ///< null for groups
    [[nodiscard]] QModelIndex indexOf(const model::PodKey &key) const;
    [[nodiscard]] const api::PendingPod *find(const model::PodKey &key) const; ///< null when not shown

    /// What to ask the planner for: where the first pod of a group lacks least. Only of groups that wait for a node and
    /// whose first pod was not asked about yet.
    struct Question {
        QString group;
        model::PodPtr pod;
    };
    [[nodiscard]] std::vector<Question> questions() const;
    void setSmallestChange(const Question &question, base::Symbol node, const model::ChangeSet &change);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct GroupKey {
        std::uint8_t bucket = 0; // order: blocked, not decidable, queued, awaiting, binding, advice that fits, gated
        model::ReasonCode code = model::ReasonCode::None;
        base::Symbol subject;
        model::UndecidedRules rules = 0;
        friend bool operator==(const GroupKey &, const GroupKey &) = default;
        template <typename H> friend H AbslHashValue(H h, const GroupKey &k)
        {
            return H::combine(std::move(h), k.bucket, int(k.code), k.subject, k.rules);
        }
    };
    struct Row {
        api::PendingPod pod;
        int position = 0; // in the queue, from 1
    };
    struct Group {
        quintptr id = 0;
        GroupKey key;
        std::vector<Row> rows;
        model::PodPtr changeFor; // the pod that `change` was worked out for
        base::Symbol changeNode;
        model::ChangeSet change;
    };
    struct Place {
        int group = -1;
        int row = -1;
    };

    [[nodiscard]] static GroupKey keyOf(const api::PendingPod &pod);
    [[nodiscard]] bool matches(const model::Pod &pod) const;
    [[nodiscard]] QString title(const GroupKey &key) const;
    [[nodiscard]] QString keyText(const GroupKey &key) const;
    [[nodiscard]] QVariant groupData(const Group &group, int column, int role) const;
    [[nodiscard]] QString podText(const Row &row, Column column) const;
    [[nodiscard]] base::TimePoint oldest(const Group &group) const;
    [[nodiscard]] int groupRow(quintptr id) const;
    void removeGone(const absl::flat_hash_map<model::PodKey, std::pair<GroupKey, int>> &fresh);
    void changeAndAdd(const std::vector<api::PendingPod> &pending,
        const absl::flat_hash_map<model::PodKey, std::pair<GroupKey, int>> &fresh);
    void append(std::vector<Row> rows, const GroupKey &key);
    void renumber();

    std::vector<Group> m_groups;
    absl::flat_hash_map<model::PodKey, Place> m_places;
    quintptr m_nextId = 1;
    api::ClusterStatePtr m_state;
    QString m_filter;
    std::string m_ns;
    base::TimePoint m_now{};
};

} // namespace binnacle::models
