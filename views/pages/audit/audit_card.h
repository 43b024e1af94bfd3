// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "views/models/audit_record_view.h"
#include "views/pages/decision_card/parts.h"
#include "views/pages/decision_card/score_bars.h"
#include "views/pages/frame/page.h"

#include <optional>

class QGridLayout;
class QPlainTextEdit;
class QStackedWidget;

namespace binnacle::pages {

class ReplayCards;

/// A decision of the audit log in the inspector: what was decided and what became of it, its alternatives, its proof, and the raw
/// record. Replays it on request.
class AuditCard : public QWidget {
    Q_OBJECT

public:
    enum class Tab : quint8 { Decision, Alternatives, Proof, Raw };

    explicit AuditCard(PageContext context, QWidget *parent = nullptr);
    using QWidget::show;
    void show(const api::AuditDecision &decision);
    void setVerification(const std::optional<api::AuditVerification> &verification);
    void setTab(Tab tab);
    void replay();
    [[nodiscard]] QString decisionId() const { return QString::fromStdString(m_decision.decision.decisionId); }
    [[nodiscard]] static Tab tabOf(const QString &name);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *buildDecision();
    QWidget *buildAlternatives();
    QWidget *buildProof();
    QWidget *buildRaw();
    void fill();
    void fillDecision();
    void fillAlternatives();
    void fillProof();
    void fillReplay();

    PageContext m_context;
    api::AuditDecision m_decision;
    models::RecordedDecision m_record;
    std::optional<api::AuditVerification> m_verification;
    std::optional<absl::StatusOr<api::ReplayReport>> m_replayed;
    bool m_replaying = false;

    Segments *m_tabs = nullptr;
    QStackedWidget *m_stack = nullptr;
    Text *m_title = nullptr;
    Text *m_state = nullptr;
    Text *m_sure = nullptr;
    Text *m_score = nullptr;
    ScoreBars *m_bars = nullptr;
    QGridLayout *m_facts = nullptr;
    Text *m_lifeTitle = nullptr;
    QGridLayout *m_life = nullptr;
    Text *m_replayTitle = nullptr;
    Text *m_replayWords = nullptr;
    ReplayCards *m_replayCards = nullptr;
    Text *m_alternativesTitle = nullptr;
    ScoreBars *m_alternatives = nullptr;
    Text *m_rejectedTitle = nullptr;
    Text *m_rejected = nullptr;
    Text *m_proofTitle = nullptr;
    QGridLayout *m_proof = nullptr;
    Text *m_proofHint = nullptr;
    QPlainTextEdit *m_raw = nullptr;
    Button *m_replayButton = nullptr;
    Button *m_copy = nullptr;
};

} // namespace binnacle::pages
