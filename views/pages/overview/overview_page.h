// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/charts/line_chart.h"
#include "views/charts/sparkline.h"
#include "views/models/overview_rows.h"
#include "views/models/rows_model.h"
#include "views/pages/frame/page.h"
#include "views/theme/notice.h"
#include "views/theme/table.h"
#include "views/theme/widgets.h"

#include <array>
#include <optional>

class QBoxLayout;
class QGridLayout;
class QHBoxLayout;
class QStackedLayout;

namespace binnacle::pages {

/// The cluster at a glance: six figures, what needs a person, allocation against use, the queue by reason, the last
/// decisions. Everything on it leads to the page where one can act.
class OverviewPage : public Page {
    Q_OBJECT

public:
    explicit OverviewPage(QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("overview"); }
    [[nodiscard]] QString title() const override { return tr("Overview"); }
    [[nodiscard]] QString subtitle() const override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;
    void setNow(base::TimePoint now) override;
    void setRange(std::chrono::minutes range) override;

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    static constexpr int kFigures = 6;
    void build();
    void arrange();
    theme::Table *addTable(theme::Card *card, models::RowsModel *model, std::vector<int> quiet = {});
    void retranslate();
    void refresh();
    void refreshNeeds();
    void refreshWaiting();
    void lead(const QString &address);

    PageContext m_context;
    api::ClusterStatePtr m_state;
    base::TimePoint m_now{};
    std::chrono::minutes m_range{60};
    bool m_dirty = false; // an update came while the page was hidden

    std::optional<bool> m_narrow; // absent before the first size
    QGridLayout *m_figureGrid = nullptr;
    QBoxLayout *m_lower = nullptr;
    QStackedLayout *m_layers;
    theme::StatePanel *m_loading;
    std::array<theme::Figure *, kFigures> m_figures{};
    std::array<charts::Sparkline *, kFigures> m_sparks{};
    theme::Card *m_needsCard;
    QHBoxLayout *m_needsRow;
    std::vector<models::OverviewRows::Need> m_needs;
    std::vector<theme::Label *> m_needDetails;
    theme::Card *m_totalsCard;
    theme::Card *m_queueCard;
    theme::Card *m_decisionsCard;
    theme::Label *m_allInAudit;
    models::RowsModel *m_totals;
    models::RowsModel *m_reasons;
    models::RowsModel *m_decisions;
    theme::Table *m_totalsTable;
    theme::Table *m_reasonsTable;
    theme::Table *m_decisionsTable;
    charts::LineChart *m_waiting;
    theme::Label *m_noQueue;
    theme::Label *m_noDecisions;
};

} // namespace binnacle::pages
