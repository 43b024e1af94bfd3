// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "planner/model/decision.h"
#include "views/pages/decision_card/look.h"

#include <QWidget>

#include <vector>

namespace binnacle::pages {

/// How the filters left a pod without nodes, or with which: all nodes, what each plugin refused and why, what is left.
/// Bars are shares of all nodes.
class Funnel : public QWidget {
    Q_OBJECT

public:
    explicit Funnel(QWidget *parent = nullptr);
    void setDecision(const model::DecisionPtr &decision);
    struct Step {
        QString words;
        std::int64_t nodes = 0;
        models::Tone tone = models::Tone::Plain;
        bool taken = false; ///< nodes that went, not that are there
    };
    [[nodiscard]] const std::vector<Step> &steps() const { return m_steps; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    model::DecisionPtr m_decision;
    std::vector<Step> m_steps;
};

} // namespace binnacle::pages
