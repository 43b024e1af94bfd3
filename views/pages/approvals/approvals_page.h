// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/proposal_model.h"
#include "views/pages/decision_card/decision_card.h"
#include "views/pages/frame/page.h"

class QListView;
class QStackedWidget;

namespace binnacle::pages {

/// Proposals that wait for a person, those decided today, and the card of the selected one. ↑ and ↓ select, Return goes to
/// the card; what decides a proposal works only there. Addresses: "approvals/ID".
class ApprovalsPage : public Page {
    Q_OBJECT

public:
    explicit ApprovalsPage(QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("approvals"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString subtitle() const override;

    void enter(const PageContext &context) override;
    void apply(const api::ClusterUpdate &update) override;
    void setNow(base::TimePoint now) override;
    void openObject(const QString &object, const QString &tab) override;

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    QListView *makeList(models::ProposalModel *model, int rowHeight);
    void connectCard();
    void retranslate();
    void showCounts();
    void showSelected();
    void select(const QString &id);
    void chooseFirst();
    void finished(std::function<QString()> what, const absl::Status &status);
    [[nodiscard]] const api::Proposal *selectedProposal() const;

    PageContext m_context;
    api::ClusterStatePtr m_state;
    models::ProposalModel *m_waiting;
    models::ProposalModel *m_decided;
    QString m_selected;
    base::TimePoint m_now{};

    NoticeStrip *m_strip = nullptr;
    Text *m_waitingTitle = nullptr;
    Text *m_waitingNote = nullptr;
    QListView *m_waitingList = nullptr;
    Text *m_none = nullptr;
    QWidget *m_noneBox = nullptr;
    Text *m_decidedTitle = nullptr;
    QListView *m_decidedList = nullptr;
    Text *m_keys = nullptr;
    QStackedWidget *m_stack = nullptr;
    DecisionCard *m_card = nullptr;
    NoticeBox *m_notice = nullptr;
};

} // namespace binnacle::pages
