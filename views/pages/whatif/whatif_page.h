// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/pending_model.h"
#include "views/models/whatif_model.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/decision_card/score_bars.h"
#include "views/pages/frame/page.h"

#include <QSet>

class QLineEdit;
class QListView;
class QPlainTextEdit;
class QStackedWidget;
class QStringListModel;
class QTableView;
class QTreeView;

namespace binnacle::pages {

class ScenarioView;
class WhyNotNode;

/// Where would this pod go, and why: a pending pod or a pasted manifest in, ranked and refused nodes out; and what would
/// become of the cluster under edits (ScenarioView). Nothing is written or recorded. Addresses: "whatif?pod=NS/NAME",
/// "whatif/drain=NODE,NODE", "whatif/cordon=NODE", "whatif/like=NODE", "whatif/scenario". An answer that is no longer the newest question's is dropped.
class WhatifPage : public Page {
    Q_OBJECT

public:
    explicit WhatifPage(QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("whatif"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString subtitle() const override;
    [[nodiscard]] QWidget *headerWidget() override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;
    void setNow(base::TimePoint now) override;
    void setFilter(const QString &text) override;
    void openObject(const QString &object, const QString &tab) override;

    void decidePod(const model::PodKey &key);
    void decideManifest();
    [[nodiscard]] ScenarioView *scenario() const { return m_scenario; }

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildAsk();
    QWidget *buildPods();
    QWidget *buildManifest();
    QWidget *buildAnswer();
    QWidget *buildRanked();
    QWidget *buildRejected();
    void retranslate();
    void showView(int index);
    bool openEdit(const QString &object);
    void showDecisions(std::vector<model::DecisionPtr> decisions);
    void showDecision(int index);
    void showFault(const absl::Status &status, bool manifest);
    void showHead();
    void showWaiting();
    void clearFault();
    [[nodiscard]] bool ready() const;

    PageContext m_context;
    api::ClusterStatePtr m_state;
    models::PendingModel *m_pending;
    models::RankedModel *m_ranked;
    models::RejectedModel *m_rejected;
    std::vector<model::DecisionPtr> m_decisions;
    int m_current = -1;
    std::uint64_t m_question = 0;
    bool m_asking = false;
    std::optional<absl::Status> m_fault;
    bool m_manifestFault = false;

    Segments *m_view = nullptr; // one pod or the whole cluster
    QStackedWidget *m_views = nullptr;
    ScenarioView *m_scenario = nullptr;
    Card *m_ask = nullptr;
    Segments *m_source = nullptr;
    QStackedWidget *m_sources = nullptr;
    QLineEdit *m_search = nullptr;
    QTreeView *m_pods = nullptr;
    QPlainTextEdit *m_manifest = nullptr;
    Text *m_manifestHint = nullptr;
    Text *m_manifestError = nullptr;
    Button *m_decide = nullptr;
    QStackedWidget *m_answer = nullptr;
    NoticeBox *m_notice = nullptr;
    NoticeStrip *m_strip = nullptr;
    Card *m_listCard = nullptr;
    Text *m_listTitle = nullptr;
    QListView *m_list = nullptr;
    QStringListModel *m_listWords = nullptr;
    Text *m_head = nullptr;
    Text *m_sub = nullptr;
    Text *m_sure = nullptr;
    Text *m_rankedTitle = nullptr;
    ScoreBars *m_legend = nullptr;
    QTableView *m_rankedTable = nullptr;
    Text *m_rejectedTitle = nullptr;
    QTreeView *m_rejectedTree = nullptr;
    WhyNotNode *m_whyNot = nullptr;
};

} // namespace binnacle::pages
