// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/node_row.h"
#include "views/models/rows_model.h"

#include <absl/container/flat_hash_map.h>

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace binnacle::models {

/// The nodes of a cluster as rows (5,000 and more). Updates are applied in place: rows keep their order until the next sort,
/// nodes that start to match come last. A change of filter or order runs on the thread pool over immutable rows and ends
/// in one model reset; results of a query that is no longer the newest are dropped. Select by name. GUI thread.
class NodeModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { NameRole = Qt::UserRole + 1, ToneRole, IconRole, BarRole };

    explicit NodeModel(QObject *parent = nullptr);
    ~NodeModel() override;

    void apply(const api::ClusterUpdate &update);
    void clear();
    void setFilter(const QString &text);
    void setNow(base::TimePoint now);
    void retranslate();

    [[nodiscard]] int rowOf(base::Symbol name) const; ///< -1 when not shown
    [[nodiscard]] base::Symbol nameAt(int row) const;
    [[nodiscard]] NodeRowPtr find(base::Symbol name) const; ///< shown or not; null when absent
    [[nodiscard]] const std::vector<NodeRowPtr> &rows() const { return m_rows; } ///< all nodes; null where one went
    [[nodiscard]] const std::vector<int> &shown() const { return m_shown; }
    [[nodiscard]] bool filtered() const { return !m_query.filter.empty(); }
    struct Counts {
        int nodes = 0, hot = 0, notReady = 0, cordoned = 0, noData = 0;
        friend bool operator==(const Counts &, const Counts &) = default;
    };
    [[nodiscard]] const Counts &counts() const { return m_counts; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void changed(const std::vector<binnacle::base::Symbol> &names); ///< values of these nodes; the set is the same
    void setChanged(); ///< nodes came or went, or another filter shows
    void queryApplied(); ///< a new filter or order shows

private:
    struct Query {
        std::uint64_t id = 0;
        NodeFilter filter;
        NodeColumn column = NodeColumn::Name;
        bool descending = false;
    };
    struct Inbox;

    void requery();
    void show(std::uint64_t id, std::vector<int> chosen);
    void put(NodeRowPtr row, std::vector<int> &touched, std::vector<int> &added);
    void drop(base::Symbol name);
    void append(const std::vector<int> &added);
    void removeShown(int row);
    void count(const NodeRow &row, int delta);
    [[nodiscard]] QString text(const NodeRow &row, NodeColumn column) const;
    [[nodiscard]] QVariant bar(const NodeRow &row, NodeColumn column) const;

    std::shared_ptr<const api::UsageTable> m_usage;
    std::vector<NodeRowPtr> m_rows; // by slot
    absl::flat_hash_map<base::Symbol, int> m_slotOf;
    std::vector<int> m_shown; // slots
    std::vector<int> m_rowOf; // by slot; -1 when not shown
    Query m_query;
    bool m_running = false;
    bool m_loading = true; // the first list is still arriving, in any order
    std::shared_ptr<Inbox> m_inbox;
    Counts m_counts;
    base::TimePoint m_now{};
};

} // namespace binnacle::models
