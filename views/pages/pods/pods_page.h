// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/pending_model.h"
#include "views/models/pod_model.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/frame/page.h"

#include <QPointer>
#include <QSet>

class QAbstractItemView;
class QComboBox;
class QStackedWidget;
class QTableView;
class QTreeView;

namespace binnacle::pages {

class GroupDelegate;
class PodInspector;

/// All pods of the cluster: pending ones by what blocks them, or any of them as a list. Addresses: "pods/NS/NAME".
class PodsPage : public Page {
    Q_OBJECT

public:
    explicit PodsPage(QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("pods"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString subtitle() const override;
    [[nodiscard]] QWidget *headerWidget() override { return m_form; }
    [[nodiscard]] QWidget *inspector(const QString &object, const QString &tab, QWidget *parent) override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;
    void setNow(base::TimePoint now) override;
    void setFilter(const QString &text) override;
    void openObject(const QString &object, const QString &tab) override;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void buildTree();
    void buildTable();
    void retranslate();
    void showForm();
    void showCounts();
    void showNotice();
    void showNamespaces();
    void reselect();
    void openGroups(int first, int last);
    void askSmallestChanges();
    void ask(const models::PendingModel::Question &question);
    void select(const model::PodKey &key);
    void actOnGroup(const QModelIndex &group);
    void showMenu(QAbstractItemView *view, const QPoint &position);
    [[nodiscard]] std::optional<model::PodKey> keyAt(const QModelIndex &index) const;
    [[nodiscard]] bool grouped() const;

    PageContext m_context;
    api::ClusterStatePtr m_state;
    models::PodModel *m_pods;
    models::PendingModel *m_pending;
    base::TimePoint m_now{};
    QString m_filter;
    std::optional<model::PodKey> m_selected;
    QSet<QString> m_closed; // keys of groups that the user closed
    QSet<QString> m_opened; // and of those opened
    int m_asking = 0; // explanations that have not been answered
    std::vector<QPointer<PodInspector>> m_inspectors;

    Segments *m_segments = nullptr;
    Segments *m_form = nullptr;
    Text *m_hint = nullptr;
    QComboBox *m_namespace = nullptr;
    Button *m_regroup = nullptr;
    NoticeStrip *m_strip = nullptr;
    QStackedWidget *m_stack = nullptr;
    QTreeView *m_tree = nullptr;
    GroupDelegate *m_groups = nullptr;
    QTableView *m_table = nullptr;
    NoticeBox *m_notice = nullptr;
    Text *m_foot = nullptr;
};

} // namespace binnacle::pages
