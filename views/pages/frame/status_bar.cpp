// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/status_bar.h"

#include "backend/api/policy.h"
#include "views/models/words.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPainter>

namespace binnacle::pages {

using models::Words;

StatusBar::StatusBar(QWidget *parent) : QWidget(parent)
{
    setFixedHeight(24);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(theme::space::x4, 0, theme::space::x4, 0);
    row->setSpacing(theme::space::x3);
    bool first = true;
    theme::Rule *rule = nullptr;
    const auto add = [&](theme::Label *&label) {
        if (!first) {
            rule = new theme::Rule(Qt::Vertical, this, 6);
            row->addWidget(rule);
        }
        first = false;
        label = new theme::Label(QString(), theme::Type::Caption, theme::Tone::Quiet, this);
        row->addWidget(label);
    };
    add(m_policy);
    add(m_model);
    add(m_autonomy);
    add(m_speed);
    m_speedRule = rule;
    row->addStretch(1);
    first = true;
    add(m_decisions);
    add(m_audit);
    m_policy->setLink(true);
    connect(m_policy, &theme::Label::clicked, this, &StatusBar::policyWanted);
    m_autonomy->setLink(true);
    m_speed->setLink(true);
    m_audit->setLink(true);
    connect(m_autonomy, &theme::Label::clicked, this,
        [this] { emit autonomyWanted(m_autonomy->mapToGlobal(QPoint(0, 0))); });
    connect(m_speed, &theme::Label::clicked, this, [this] { emit speedWanted(m_speed->mapToGlobal(QPoint(0, 0))); });
    connect(m_audit, &theme::Label::clicked, this, &StatusBar::auditWanted);
}

void StatusBar::show(const api::ClusterState &state, bool open)
{
    const QString none = QStringLiteral("–");
    const api::PolicyState *policy = state.policy.get();
    const bool named = policy && !policy->inForce.name.empty();
    const QString version = state.policyVersion.empty() ? none : Words::plain(state.policyVersion, 32);
    m_policy->setText(tr("policy %1")
                          .arg(named ? tr("%1 v%2", "name and number of a policy")
                                           .arg(Words::plain(policy->inForce.name, 63))
                                           .arg(policy->inForce.number)
                                     : version)
        + (policy && policy->waiting                ? tr(" · a change waits")
                : policy && !policy->faults.empty() ? tr(" · its file is not sound")
                : policy && policy->fileGone        ? tr(" · its file is gone")
                                                    : QString()));
    m_policy->setTone(policy && (policy->waiting || !policy->faults.empty() || policy->fileGone) ? theme::Tone::Warn
                                                                                                 : theme::Tone::Quiet);
    m_policy->setToolTip(Words::tip(Words::plain(state.policyVersion)));
    m_model->setText(tr("model %1").arg(none));
    m_model->setToolTip(Words::tip(tr("No learned model decides here; every score comes from the plugins.")));
    m_autonomy->setText(open ? tr("autonomy: %1").arg(Words::autonomy(state.profile.autonomy)) : QString());
    m_speed->setVisible(open && state.demoSpeed.has_value());
    m_speedRule->setVisible(open && state.demoSpeed.has_value());
    if (state.demoSpeed)
        m_speed->setText(
            *state.demoSpeed == 0 ? tr("demo paused") : tr("demo × %1").arg(QString::number(*state.demoSpeed)));
    m_decisions->setText(tr("decisions %1/h").arg(Words::number(state.decisionsLastHour)));
    const QString count = Words::number(std::int64_t(state.auditLeaves));
    const models::Sign check = state.auditCheck ? Words::verification(*state.auditCheck) : models::Sign{};
    m_audit->setText(!open           ? QString()
            : !state.auditFault.ok() ? tr("audit ✕ not writable")
            : state.auditVerified    ? tr("audit #%1 ✓").arg(count)
            : state.auditCheck       ? tr("audit #%1 %2").arg(count, QString(check.sign))
                                     : tr("audit #%1, not verified yet").arg(count));
    m_audit->setToolTip(Words::tip(!state.auditFault.ok() ? Words::storeNotice(state.auditFault).title : check.word));
}

void StatusBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme::now().surface);
    painter.fillRect(QRect(0, 0, width(), 1), theme::now().line);
}

void StatusBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
