// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/charts/heat_map.h"
#include "views/models/scenario_forks.h"
#include "views/models/scenario_tables.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/frame/page.h"

class QStackedWidget;

namespace binnacle::pages {

class ForkMap;
class ForkTabs;
class ScenarioEdits;

/// What would become of the cluster: edits of a fork on the left, before and after in the middle, what would move and pend
/// on the right; up to four forks side by side. Nothing is written.
class ScenarioView : public QWidget {
    Q_OBJECT

public:
    explicit ScenarioView(QWidget *parent = nullptr);
    void enter(const PageContext &context);
    void apply(const api::ClusterUpdate &update);
    void setNow(base::TimePoint now);
    void retranslate();
    [[nodiscard]] models::ScenarioForks &forks() { return m_forks; }
    [[nodiscard]] ScenarioEdits *edits() const { return m_edits; }
    void compare(bool on);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildOne();
    QWidget *buildMaps();
    QWidget *buildSide();
    QWidget *buildCompare();
    void refresh();
    void refreshTabs();
    void refreshOne();
    void refreshMaps(const model::ScenarioOutcome &outcome);
    void refreshPending(const model::ScenarioOutcome &base, const model::ScenarioOutcome &outcome);
    void refreshCompare();
    void showNotice();
    void pickNode(const QString &node);

    PageContext m_context;
    api::ClusterStatePtr m_state;
    models::ScenarioForks m_forks;
    models::ScenarioFigures *m_figures;
    models::ScenarioFigures *m_compared;
    models::ScenarioMoves *m_moves;
    const model::ScenarioOutcome *m_mapped = nullptr; // what the maps show; only compared

    ForkTabs *m_tabs = nullptr;
    Button *m_newFork = nullptr;
    Segments *m_mode = nullptr;
    NoticeStrip *m_strip = nullptr;
    ScenarioEdits *m_edits = nullptr;
    QStackedWidget *m_stack = nullptr;
    NoticeBox *m_notice = nullptr;
    Text *m_mapsTitle = nullptr;
    Text *m_mapsNote = nullptr;
    Text *m_beforeTitle = nullptr;
    Text *m_afterTitle = nullptr;
    ForkMap *m_before = nullptr;
    ForkMap *m_after = nullptr;
    charts::HeatLegend *m_legend = nullptr;
    QTableView *m_figureTable = nullptr;
    Card *m_side = nullptr;
    Text *m_movesTitle = nullptr;
    Text *m_movesNote = nullptr;
    QTableView *m_moveTable = nullptr;
    Text *m_pendTitle = nullptr;
    Text *m_pendNote = nullptr;
    QWidget *m_pendRows = nullptr;
    QVBoxLayout *m_pendColumn = nullptr;
    Text *m_compareTitle = nullptr;
    Text *m_compareNote = nullptr;
    QTableView *m_compareTable = nullptr;
};

} // namespace binnacle::pages
