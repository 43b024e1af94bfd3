// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/plan.h"
#include "views/models/plan_model.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/frame/page.h"

#include <array>
#include <optional>
#include <stop_token>

class QCheckBox;
class QStackedWidget;
class QTableView;

namespace binnacle::pages {

/// What to do with every pod that waits, all together: nodes for all of them, or the fewest moves that let the most of them in. The
/// plan is shown in order with what it changes; nothing is written. Addresses: "plan/batch", "plan/defrag", which make one.
class PlanPage : public Page {
    Q_OBJECT

public:
    explicit PlanPage(QWidget *parent = nullptr);
    ~PlanPage() override;

    [[nodiscard]] QString id() const override { return QStringLiteral("plan"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString subtitle() const override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;
    void openObject(const QString &object, const QString &tab) override;

    void makePlan(model::PlanKind kind);
    void stop();

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *buildAsk();
    QWidget *buildAnswer();
    QWidget *buildTable(Text *&title, QTableView *&table);
    void retranslate();
    void showAsk();
    void showPlan();
    void showFigures();
    void showWaiting();
    void finish(absl::StatusOr<model::PlanPtr> answer);
    void openPod(const QString &pod);
    [[nodiscard]] bool ready() const;
    [[nodiscard]] model::PlanKind kind() const;

    PageContext m_context;
    api::ClusterStatePtr m_state;
    models::PlanStepsModel *m_steps;
    models::PlanLeftOverModel *m_left;
    model::PlanPtr m_plan;
    std::optional<absl::Status> m_fault;
    std::uint64_t m_question = 0;
    bool m_making = false;
    std::stop_source m_stop;
    std::uint64_t m_done = 0;
    std::uint64_t m_of = 0;

    Segments *m_kind = nullptr;
    Text *m_what = nullptr;
    Text *m_movesTitle = nullptr;
    Segments *m_moves = nullptr;
    QCheckBox *m_evict = nullptr;
    Text *m_timeTitle = nullptr;
    Segments *m_time = nullptr;
    Button *m_make = nullptr;
    Text *m_progress = nullptr;
    Text *m_waiting = nullptr;
    Text *m_effect = nullptr;
    theme::KeyValues *m_figures = nullptr;
    QWidget *m_effectPart = nullptr;
    QStackedWidget *m_answer = nullptr;
    NoticeBox *m_notice = nullptr;
    NoticeStrip *m_strip = nullptr;
    Text *m_head = nullptr;
    Text *m_sub = nullptr;
    Text *m_stepsTitle = nullptr;
    QTableView *m_stepsTable = nullptr;
    Text *m_leftTitle = nullptr;
    QTableView *m_leftTable = nullptr;
    QWidget *m_leftCard = nullptr;
};

} // namespace binnacle::pages
