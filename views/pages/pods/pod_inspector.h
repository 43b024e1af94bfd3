// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "views/models/smallest_change.h"
#include "views/pages/decision_card/decision_card.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/frame/page.h"

#include <QWidget>

#include <optional>
#include <tuple>

class QStackedWidget;

namespace binnacle::pages {

class Funnel;
class RequestTable;

/// A pod in the inspector: why it is where it is or nowhere, what it asks against what it uses, and the decision about it.
/// Asks the service for the smallest change of the nearest node, once for each decision. GUI thread.
class PodInspector : public QWidget {
    Q_OBJECT

public:
    enum class Tab : quint8 { Why, Requests, Decision };

    explicit PodInspector(PageContext context, QWidget *parent = nullptr);
    using QWidget::show;
    /// `pod` null: it is gone; what was known of it stays, and says so.
    void show(const model::PodPtr &pod, const api::PendingPod *pending, const api::ClusterStatePtr &state);
    void setNow(base::TimePoint now);
    void setTab(Tab tab);
    [[nodiscard]] QString key() const { return m_pod ? QString::fromStdString(m_pod->key.text()) : QString(); }
    [[nodiscard]] static Tab tabOf(const QString &name);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    QWidget *buildWhy();
    QWidget *buildDecision();
    void fill();
    void fillHead();
    void fillWhy();
    void fillDecision();
    void askDecision();
    void askSmallestChange();
    [[nodiscard]] const api::Proposal *proposal() const;
    [[nodiscard]] model::DecisionPtr decision() const;

    PageContext m_context;
    model::PodPtr m_pod;
    bool m_gone = false;
    std::optional<api::PendingPod> m_pending;
    api::ClusterStatePtr m_state;
    base::TimePoint m_now{};
    model::DecisionPtr m_fresh; // of a pending pod, as asked for
    std::tuple<model::PodPtr, std::optional<model::DecisionOutcome>, std::int32_t> m_askedFor;
    model::DecisionPtr m_asked; // whose smallest change was asked for
    models::SmallestChange m_least;

    NoticeStrip *m_strip = nullptr;
    Segments *m_tabs = nullptr;
    QStackedWidget *m_stack = nullptr;
    Text *m_whyHead = nullptr;
    Text *m_whyFrom = nullptr;
    Funnel *m_funnel = nullptr;
    Text *m_whyWords = nullptr;
    QWidget *m_changeBox = nullptr;
    Text *m_changeHead = nullptr;
    Text *m_changeWords = nullptr;
    RequestTable *m_requests = nullptr;
    DecisionCard *m_card = nullptr;
    NoticeBox *m_noDecision = nullptr;
    QStackedWidget *m_decisionStack = nullptr;
    Button *m_whatIf = nullptr;
    Button *m_yaml = nullptr;
    Button *m_approvals = nullptr;
};

/// Requests of a pod against its use; where nothing measures the use it says so and hatches, never zero.
class RequestTable : public QWidget {
    Q_OBJECT

public:
    explicit RequestTable(QWidget *parent = nullptr);
    using QWidget::show;
    void show(const model::PodPtr &pod, const api::ClusterStatePtr &state);
    struct Row {
        QString resource;
        QString request;
        QString use; ///< empty: no source
        std::optional<double> share;
    };
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    model::PodPtr m_pod;
    api::ClusterStatePtr m_state;
    std::vector<Row> m_rows;
    QString m_source;
};

} // namespace binnacle::pages
