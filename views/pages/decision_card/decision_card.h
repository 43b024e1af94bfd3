// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/decision_card/score_bars.h"

#include <QWidget>

#include <array>
#include <optional>

class QGridLayout;
class QLineEdit;

namespace binnacle::pages {

/// One decision, whole: what would be done and why, how sure it is, what it changes exactly and how that is undone, and
/// (for a waiting proposal) the buttons that decide it. Ctrl+Return approves and Ctrl+Backspace denies only while the
/// card, or something in it, has the focus. On a protected cluster approving asks for the cluster's name first.
/// GUI thread.
class DecisionCard : public QWidget {
    Q_OBJECT

public:
    explicit DecisionCard(QWidget *parent = nullptr);

    /// A proposal with its actions. Keeps what the user is typing while the same proposal is shown again.
    void showProposal(const api::Proposal &proposal, const api::ClusterState &state);
    /// A decision without actions: advice, a what-if, or one from the past.
    void showDecision(model::DecisionPtr decision, const api::ClusterState *state);
    void setNow(base::TimePoint now);
    /// Narrow form for the inspector: one column.
    void setNarrow(bool narrow);

    [[nodiscard]] bool canApprove() const;
    [[nodiscard]] QString whyNot() const; ///< why approving is off, in words; empty when it is on
    [[nodiscard]] QString proposalId() const;

signals:
    void approved(const QString &id, const QString &typedName);
    void denied(const QString &id);
    void anotherChosen(const QString &id, const QString &node);
    void whatIfAsked(const QString &pod);
    void nodeAsked(const QString &node);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void build();
    void buildHead(QVBoxLayout *column);
    void buildSure(QVBoxLayout *column);
    void buildFacts(QVBoxLayout *column);
    void buildActions(QVBoxLayout *column);
    void fill();
    void fillSure();
    void fillFacts();
    void fillActions();
    void approve();
    void deny();
    void chooseAnother();
    [[nodiscard]] models::Notice closed() const; ///< why nothing can be done about it any more
    [[nodiscard]] models::Notice block() const; ///< why it cannot be approved
    [[nodiscard]] models::Notice denyBlock() const;
    [[nodiscard]] models::Notice anotherBlock() const;
    [[nodiscard]] const model::Decision *decision() const { return m_decision.get(); }

    model::DecisionPtr m_decision;
    std::optional<api::Proposal> m_proposal;
    api::WriteBlock m_block = api::WriteBlock::NotSynced;
    model::AccessReview m_access;
    model::FeedStatus m_feed;
    absl::Status m_auditFault;
    bool m_protected = false;
    bool m_asking = false; // for the cluster's name
    std::string m_clusterName;
    base::TimePoint m_now{};
    bool m_narrow = false;

    Text *m_title = nullptr;
    Text *m_score = nullptr;
    Text *m_expiry = nullptr;
    Text *m_stateWord = nullptr;
    Text *m_stability = nullptr;
    Text *m_stabilityMeaning = nullptr;
    Text *m_confidence = nullptr;
    Text *m_confidenceMeaning = nullptr;
    ScoreBars *m_bars = nullptr;
    Text *m_funnel = nullptr;
    QWidget *m_sure = nullptr;
    QGridLayout *m_facts = nullptr;
    struct Fact {
        Text *name = nullptr;
        Text *value = nullptr;
        Text *more = nullptr;
    };
    std::array<Fact, 5> m_fact{}; // changes, inverse, alternatives, rule, made from
    QWidget *m_actions = nullptr;
    Button *m_approve = nullptr;
    Button *m_deny = nullptr;
    Button *m_another = nullptr;
    Button *m_whatIf = nullptr;
    QWidget *m_ask = nullptr;
    Text *m_askWords = nullptr;
    QLineEdit *m_typed = nullptr;
    Text *m_why = nullptr;
    Button *m_rule = nullptr; // copies the RBAC rule
};

} // namespace binnacle::pages
