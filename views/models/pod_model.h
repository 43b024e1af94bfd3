// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "views/models/pod_row.h"

#include <absl/container/flat_hash_map.h>

#include <QAbstractTableModel>

#include <array>
#include <map>
#include <memory>
#include <vector>

namespace binnacle::models {

/// Every pod of a cluster as rows (150,000 and more), of which segment, namespace and filter choose those shown.
/// Updates are applied in place: rows keep their order until the next sort, pods that start to match come last. A change
/// of filter, segment or order runs on the thread pool over immutable rows and ends in one model reset; results of
/// a query that is no longer the newest are dropped. Select by key (`rowOf`), never by row. GUI thread.
class PodModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { KeyRole = Qt::UserRole + 1, ToneRole, AdviceRole };

    explicit PodModel(QObject *parent = nullptr);
    ~PodModel() override;

    void apply(const api::ClusterUpdate &update);
    void setSegment(PodSegment segment);
    void setNamespace(const QString &ns); ///< empty: all
    void setFilter(const QString &text);
    void setNow(base::TimePoint now) { m_now = now; } ///< ages count to it
    void retranslate();

    [[nodiscard]] PodSegment segment() const { return m_query.segment; }
    [[nodiscard]] std::int64_t count(PodSegment segment) const { return m_counts[std::size_t(segment)]; }
    [[nodiscard]] const std::map<std::string, std::int64_t> &namespaces() const { return m_namespaces; }
    [[nodiscard]] model::PodPtr podAt(int row) const;
    [[nodiscard]] model::PodPtr find(const model::PodKey &key) const; ///< shown or not; null when absent
    [[nodiscard]] int rowOf(const model::PodKey &key) const; ///< -1 when not shown
    [[nodiscard]] bool busy() const { return m_running; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void countsChanged();
    void queryApplied(); ///< after a new filter, segment or order shows

private:
    struct Inbox;
    struct Batch;

    void forgetAll();
    void requery();
    void show(std::uint64_t id, std::vector<int> chosen);
    void put(const model::PodPtr &pod, Batch &batch);
    void drop(const model::PodKey &key, Batch &batch);
    void finish(Batch &batch);
    void removeShown(std::vector<int> rows);
    void appendShown(const std::vector<int> &chosen);
    void announce(std::vector<int> rows);
    void renumber();
    void count(const PodRow &row, int delta);
    [[nodiscard]] QString text(const PodRow &row, PodColumn column) const;

    std::vector<PodRowPtr> m_rows; // by slot; null where a pod went
    std::vector<int> m_free; // slots to use again, while no query runs
    absl::flat_hash_map<model::PodKey, int> m_slotOf;
    std::vector<int> m_shown; // slots, in the order of the rows
    std::vector<int> m_rowOf; // by slot; -1 when not shown
    PodQuery m_query;
    bool m_running = false;
    std::vector<int> m_touched; // slots changed while the query runs
    std::shared_ptr<Inbox> m_inbox;
    std::array<std::int64_t, 4> m_counts{};
    std::map<std::string, std::int64_t> m_namespaces;
    base::TimePoint m_now{};
};

} // namespace binnacle::models
