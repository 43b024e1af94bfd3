// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/charts/line_chart.h"
#include "views/models/node_pods.h"
#include "views/pages/frame/page.h"
#include "views/theme/notice.h"
#include "views/theme/table.h"
#include "views/theme/widgets.h"

class QScrollArea;
class QStackedWidget;
class QTabBar;
class QVBoxLayout;

namespace binnacle::pages {

/// One node in the inspector. Profile: what it is. Pods: who takes what. Charts: use against requests over time, hatched
/// where no source measures use. Why: the last decisions about it. Addresses' tabs: profile, pods, charts, why.
class NodeInspector : public QWidget {
    Q_OBJECT

public:
    NodeInspector(const PageContext &context, const QString &name, const QString &tab, QWidget *parent);
    void apply(const api::ClusterUpdate &update);
    void setNow(base::TimePoint now);
    void setRange(std::chrono::minutes range);

signals:
    void tabChanged(const QString &tab);

protected:
    void changeEvent(QEvent *event) override;

private:
    enum Tab : quint8 { Profile, Pods, Charts, Why };

    void build();
    QWidget *buildPods();
    QWidget *buildCharts();
    QWidget *buildWhy();
    void retranslate();
    void refresh();
    void refreshProfile(const model::NodeInfo &info);
    void refreshPods();
    void askHistory();
    void showHistory(const api::NodeHistory &history);
    void askDecisions();
    [[nodiscard]] const model::NodeInfo *info() const;
    [[nodiscard]] charts::ChartSeries cut(const api::Series &series, double scale) const;

    PageContext m_context;
    QString m_name;
    base::Symbol m_symbol;
    api::ClusterStatePtr m_state;
    base::TimePoint m_now{};
    std::chrono::minutes m_range{60};
    std::uint64_t m_shownGeneration = 0;
    int m_sinceHistory = 0; // seconds
    models::NodePods::Order m_order = models::NodePods::Order::Cpu;
    bool m_descending = true;

    QTabBar *m_tabs;
    QStackedWidget *m_stack;
    QScrollArea *m_profile;
    QVBoxLayout *m_profileColumn = nullptr;
    models::RowsModel *m_pods;
    theme::Table *m_podsTable = nullptr;
    theme::StatePanel *m_podsEmpty = nullptr;
    charts::LineChart *m_cpu = nullptr;
    charts::LineChart *m_memory = nullptr;
    models::RowsModel *m_decisions;
    theme::Table *m_decisionsTable = nullptr;
    theme::StatePanel *m_decisionsEmpty = nullptr;
};

} // namespace binnacle::pages
