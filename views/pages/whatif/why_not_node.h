// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "views/pages/decision_card/parts.h"

class QCompleter;
class QLineEdit;
class QStringListModel;

namespace binnacle::pages {

/// "Why not this node": any node of a decision, what every plugin says about it, and the smallest change that would make it fit.
class WhyNotNode : public Card {
    Q_OBJECT

public:
    explicit WhyNotNode(QWidget *parent = nullptr);
    void setService(api::ClusterService *service) { m_service = service; }
    void setDecision(model::DecisionPtr decision);
    void ask(const QString &node);
    [[nodiscard]] QString answer() const; ///< what is shown, as text

protected:
    void changeEvent(QEvent *event) override;

private:
    void show(const api::NodeExplanation &explanation);
    void showChanges(const api::NodeExplanation &explanation);
    void line(const QString &words, look::Size size, models::Tone tone, bool bold = false);
    void retranslate();
    void clear();

    api::ClusterService *m_service = nullptr;
    model::DecisionPtr m_decision;
    std::optional<api::NodeExplanation> m_shown;
    std::uint64_t m_question = 0;
    Text *m_title;
    QLineEdit *m_node;
    QStringListModel *m_names;
    QWidget *m_rows;
    QVBoxLayout *m_column;
    Text *m_hint;
};

} // namespace binnacle::pages
