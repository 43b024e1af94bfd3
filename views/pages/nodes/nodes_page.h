// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/charts/heat_map.h"
#include "views/models/node_model.h"
#include "views/pages/frame/page.h"
#include "views/theme/notice.h"
#include "views/theme/table.h"
#include "views/theme/widgets.h"

#include <QPointer>

#include <optional>

class QScrollArea;
class QStackedLayout;
class QStackedWidget;

namespace binnacle::pages {

class NodeCard;
class NodeInspector;

/// The nodes as a map of cells or as a table; one filter and one selection for both. Addresses: "nodes/NAME?tab=…".
class NodesPage : public Page {
    Q_OBJECT

public:
    explicit NodesPage(QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("nodes"); }
    [[nodiscard]] QString title() const override { return tr("Nodes"); }
    [[nodiscard]] QString subtitle() const override;
    [[nodiscard]] QWidget *headerWidget() override { return m_form; }
    [[nodiscard]] QWidget *inspector(const QString &object, const QString &tab, QWidget *parent) override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;
    void setNow(base::TimePoint now) override;
    void setFilter(const QString &text) override;
    void setRange(std::chrono::minutes range) override;
    void openObject(const QString &object, const QString &tab) override;

    void showTable(bool table);
    [[nodiscard]] charts::HeatMap *map() const { return m_map; }
    [[nodiscard]] theme::Table *table() const { return m_table; }
    [[nodiscard]] models::NodeModel *model() const { return m_model; }

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Metric : quint8 { CpuUsed, MemoryUsed, CpuAllocated, MemoryAllocated, GpuAllocated, Pods };
    static constexpr int kMetrics = 6;

    void build();
    void connectAll();
    void retranslate();
    void refreshState();
    void refreshLegend();
    void rebuildMap();
    void updateCells(const std::vector<base::Symbol> &names);
    void select(const QString &name);
    void reselect();
    void showMenu(const QString &name, const QPoint &at);
    void showCard(const QString &name, const QRect &cell);
    [[nodiscard]] charts::HeatCell cellOf(const models::NodeRow &row) const;
    [[nodiscard]] float valueOf(const models::NodeRow &row) const;
    [[nodiscard]] double weightOf(const models::NodeRow &row) const;
    [[nodiscard]] QString metricWord(Metric metric) const;
    [[nodiscard]] QString regionNote(const std::vector<const models::NodeRow *> &rows) const;

    PageContext m_context;
    api::ClusterStatePtr m_state;
    models::NodeModel *m_model;
    QString m_filter;
    QString m_selected;
    Metric m_metric = Metric::CpuUsed;
    bool m_metricChosen = false; // by the user; else allocation is shown where use has no source
    bool m_mapStale = true; // rebuilt when it is next seen

    theme::SegmentedControl *m_form;
    theme::SegmentedControl *m_metrics;
    theme::Label *m_note;
    QStackedLayout *m_layers;
    theme::StatePanel *m_panel;
    QStackedWidget *m_views;
    QScrollArea *m_scroll;
    charts::HeatMap *m_map;
    charts::HeatLegend *m_legend;
    theme::Table *m_table;
    QWidget *m_metricRow;
    NodeCard *m_card;
    std::chrono::minutes m_range{60};
    std::vector<QPointer<NodeInspector>> m_inspectors;
};

/// Everything about a node as text: for "Copy as YAML" and "Copy as JSON".
[[nodiscard]] QString nodeYaml(const model::NodeInfo &info);
[[nodiscard]] QString nodeJson(const model::NodeInfo &info);

} // namespace binnacle::pages
