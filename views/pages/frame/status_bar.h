// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_state.h"
#include "views/theme/widgets.h"

namespace binnacle::pages {

/// The bar of 24 px: policy, model, autonomy (press to change it), the demo's speed, decisions an hour, state of the audit
/// log.
class StatusBar : public QWidget {
    Q_OBJECT

public:
    explicit StatusBar(QWidget *parent = nullptr);
    void show(const api::ClusterState &state, bool open);

signals:
    void autonomyWanted(const QPoint &global);
    void speedWanted(const QPoint &global);
    void auditWanted();
    void policyWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    theme::Label *m_policy;
    theme::Label *m_model;
    theme::Label *m_autonomy;
    theme::Label *m_speed;
    theme::Rule *m_speedRule;
    theme::Label *m_decisions;
    theme::Label *m_audit;
};

} // namespace binnacle::pages
