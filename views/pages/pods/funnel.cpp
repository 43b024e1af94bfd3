// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/pods/funnel.h"

#include "views/models/decision_facts.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace binnacle::pages {

using models::Tone;
using models::Words;

namespace {
constexpr int kStep = 36;
}

Funnel::Funnel(QWidget *parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void Funnel::setDecision(const model::DecisionPtr &decision)
{
    m_decision = decision;
    m_steps.clear();
    using enum model::DecisionOutcome;
    if (decision && (decision->outcome == Placed || decision->outcome == NoNodeFits)) {
        const auto all = std::int64_t(decision->feasible.size() + decision->rejected.size());
        m_steps.push_back({tr("nodes in all"), all, Tone::Quiet, false});
        for (const models::RejectionGroup &group : models::rejectionGroups(*decision))
            m_steps.push_back({tr("%1 (%2)", "reason (plugin)")
                                   .arg(Words::reasonGroup(group.code, group.subject), Words::plain(group.plugin)),
                std::int64_t(group.rejected.size()), Tone::Accent, true});
        m_steps.push_back({tr("nodes that fit"), std::int64_t(decision->feasible.size()),
            decision->feasible.empty() ? Tone::Warn : Tone::Good, false});
    }
    updateGeometry();
    update();
}

QSize Funnel::sizeHint() const { return {320, int(m_steps.size()) * kStep}; }

void Funnel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const double all = m_steps.empty() ? 1 : double(std::max<std::int64_t>(m_steps.front().nodes, 1));
    for (int i = 0; i < int(m_steps.size()); ++i) {
        const Step &step = m_steps[std::size_t(i)];
        const int y = i * kStep;
        const QString number =
            step.taken ? QString(QChar(0x2212)) + Words::number(step.nodes) : Words::number(step.nodes);
        painter.setFont(look::font(look::Size::Body, !step.taken));
        const QFontMetrics metrics(painter.font());
        const int numberWidth = metrics.horizontalAdvance(number);
        painter.setPen(look::text());
        painter.drawText(QRect(width() - numberWidth, y, numberWidth, 20), Qt::AlignVCenter | Qt::AlignRight, number);
        painter.drawText(QRect(0, y, width() - numberWidth - 12, 20), int(Qt::AlignVCenter) | Qt::TextSingleLine,
            metrics.elidedText(step.words, Qt::ElideMiddle, width() - numberWidth - 12));
        painter.fillRect(QRect(0, y + 22, width(), 6), look::line());
        if (step.nodes > 0)
            painter.fillRect(QRect(0, y + 22, std::max(2, int(double(width()) * double(step.nodes) / all)), 6),
                look::tone(step.tone));
    }
}

bool Funnel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int step = help->pos().y() / kStep;
    if (step >= 0 && step < int(m_steps.size()))
        QToolTip::showText(help->globalPos(), Words::tip(m_steps[std::size_t(step)].words), this);
    return true;
}

void Funnel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        setDecision(m_decision);
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
