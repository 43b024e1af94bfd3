// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/whatif_page.h"

#include "views/models/whatif_manifest.h"
#include "views/pages/whatif/scenario_view.h"
#include "views/pages/whatif/why_not_node.h"

#include <QEvent>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPointer>
#include <QStackedWidget>
#include <QStringListModel>
#include <QTableView>
#include <QTextBlock>
#include <QTreeView>

#include <algorithm>

namespace binnacle::pages {

using models::PendingModel;
using models::Tone;
using models::Words;

QString WhatifPage::title() const { return tr("What-if"); }
QString WhatifPage::subtitle() const
{
    return m_view->current() == 0 ? tr("where a pod would go, and why · nothing here touches the cluster")
                                  : tr("what would become of the cluster · nothing here touches it");
}

QWidget *WhatifPage::headerWidget() { return m_view; }

void WhatifPage::showView(int index)
{
    m_view->setCurrent(index);
    m_views->setCurrentIndex(index);
    emit headerChanged();
}

/// "drain=NODE" and the like: one edit more in the scenario.
bool WhatifPage::openEdit(const QString &object)
{
    using Kind = api::ScenarioStep::Kind;
    const qsizetype equals = object.indexOf(QLatin1Char('='));
    const QString what = object.left(equals);
    const QString node = equals < 0 ? QString() : object.mid(equals + 1);
    const std::pair<QLatin1String, Kind> kinds[] = {{QLatin1String("drain"), Kind::Drain},
        {QLatin1String("cordon"), Kind::Cordon}, {QLatin1String("like"), Kind::AddNodes}};
    if (what == QLatin1String("scenario")) {
        showView(1);
        return true;
    }
    for (const auto &[name, kind] : kinds) {
        if (what == name && !node.isEmpty()) {
            showView(1);
            api::ScenarioStep step{.kind = kind};
            for (const QString &one : node.split(QLatin1Char(','), Qt::SkipEmptyParts))
                step.nodes.push_back(one.toStdString());
            const std::vector<api::ScenarioStep> &steps = m_scenario->forks().fork().steps;
            if (std::find(steps.begin(), steps.end(), step) == steps.end()) // else it comes back by Alt+Left
                m_scenario->forks().addStep(std::move(step));
            return true;
        }
    }
    return false;
}

void WhatifPage::enter(const PageContext &context)
{
    m_context = context;
    m_state = nullptr;
    m_pending->apply(nullptr);
    m_whyNot->setService(context.service);
    m_scenario->enter(context);
    ++m_question;
    m_asking = false;
    m_fault.reset();
    clearFault();
    showDecisions({});
}

void WhatifPage::apply(const api::ClusterUpdate &update)
{
    m_state = update.state;
    m_pending->apply(update.state);
    m_scenario->apply(update);
    m_decide->setEnabled(ready());
    if (m_decisions.empty())
        showWaiting();
    else
        showHead();
}

void WhatifPage::setNow(base::TimePoint now)
{
    m_pending->setNow(now);
    m_scenario->setNow(now);
    m_pods->viewport()->update();
}

void WhatifPage::setFilter(const QString &text) { m_search->setText(text); }

void WhatifPage::openObject(const QString &object, const QString &tab)
{
    Q_UNUSED(tab)
    if (openEdit(object))
        return;
    const QString pod = object.startsWith(QLatin1String("pod=")) ? object.mid(4) : object;
    const qsizetype slash = pod.indexOf(QLatin1Char('/'));
    if (slash <= 0)
        return;
    showView(0);
    m_source->setCurrent(0);
    m_sources->setCurrentIndex(0);
    const model::PodKey key{pod.left(slash).toStdString(), pod.mid(slash + 1).toStdString()};
    const QModelIndex index = m_pending->indexOf(key);
    if (index.isValid()) {
        m_pods->setExpanded(index.parent(), true);
        m_pods->setCurrentIndex(index); // asks
    } else {
        decidePod(key);
    }
}

bool WhatifPage::ready() const
{
    return m_context.service && m_state && m_state->feed.state == model::FeedState::Synced;
}

void WhatifPage::decidePod(const model::PodKey &key)
{
    if (!m_context.service)
        return;
    const std::uint64_t question = ++m_question;
    m_asking = true;
    m_context.service->whatIf(key, [self = QPointer(this), question](absl::StatusOr<model::DecisionPtr> answer) {
        if (!self || self->m_question != question)
            return;
        self->m_asking = false;
        answer.ok() ? self->showDecisions({*answer}) : self->showFault(answer.status(), false);
    });
}

void WhatifPage::decideManifest()
{
    clearFault();
    if (!ready() || m_manifest->toPlainText().trimmed().isEmpty())
        return;
    const std::uint64_t question = ++m_question;
    m_asking = true;
    m_context.service->whatIfManifest(m_manifest->toPlainText().toStdString(),
        [self = QPointer(this), question](absl::StatusOr<std::vector<model::DecisionPtr>> answer) {
            if (!self || self->m_question != question)
                return;
            self->m_asking = false;
            answer.ok() ? self->showDecisions(std::move(*answer)) : self->showFault(answer.status(), true);
        });
}

void WhatifPage::clearFault()
{
    m_fault.reset();
    m_manifestError->hide();
    m_manifest->setExtraSelections({});
}

void WhatifPage::showFault(const absl::Status &status, bool manifest)
{
    showDecisions({});
    m_fault = status;
    m_manifestFault = manifest;
    if (!manifest) {
        showWaiting();
        return;
    }
    const models::ManifestFault fault = models::manifestFault(status, m_manifest->toPlainText());
    const QString words = fault.line > 0 && fault.column > 0
        ? tr("Line %1, column %2: %3").arg(fault.line).arg(fault.column).arg(fault.words)
        : fault.line > 0 ? tr("Line %1: %2").arg(fault.line).arg(fault.words)
                         : fault.words;
    m_manifestError->setWords(words + QLatin1Char('\n') + fault.next);
    m_manifestError->show();
    if (fault.line > 0) {
        QTextCursor cursor(m_manifest->document()->findBlockByNumber(fault.line - 1));
        QTextEdit::ExtraSelection mark;
        QColor soft = look::tone(Tone::Bad);
        soft.setAlphaF(0.18f);
        mark.format.setBackground(soft);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = cursor;
        m_manifest->setExtraSelections({mark});
        if (fault.column > 0)
            cursor.movePosition(
                QTextCursor::Right, QTextCursor::MoveAnchor, std::min(fault.column - 1, cursor.block().length() - 1));
        m_manifest->setTextCursor(cursor);
        m_manifest->setFocus();
    }
    showWaiting();
}

void WhatifPage::showDecisions(std::vector<model::DecisionPtr> decisions)
{
    std::erase(decisions, nullptr);
    m_decisions = std::move(decisions);
    if (!m_decisions.empty())
        m_fault.reset();
    QStringList words;
    for (const model::DecisionPtr &d : m_decisions) {
        const QString pod = Words::plain(d->pod.text());
        switch (d->outcome) {
        case model::DecisionOutcome::Placed:
            words << tr("✓ %1 → %2").arg(pod, Words::plain(d->chosen));
            break;
        case model::DecisionOutcome::NoNodeFits:
            words << tr("✕ %1: no node fits").arg(pod);
            break;
        case model::DecisionOutcome::NotDecidable:
            words << tr("? %1: not decidable yet").arg(pod);
            break;
        case model::DecisionOutcome::Gated:
            words << tr("… %1: waits for its gates").arg(pod);
            break;
        }
    }
    m_listWords->setStringList(words);
    m_listCard->setVisible(m_decisions.size() > 1);
    m_listTitle->setWords(tr("%Ln pods, placed one after the other", nullptr, int(m_decisions.size())));
    showDecision(m_decisions.empty() ? -1 : 0);
    if (!m_decisions.empty())
        m_list->setCurrentIndex(m_listWords->index(0, 0));
}

void WhatifPage::showDecision(int index)
{
    m_current = index >= 0 && index < int(m_decisions.size()) ? index : -1;
    const model::DecisionPtr d = m_current >= 0 ? m_decisions[std::size_t(m_current)] : nullptr;
    m_ranked->setDecision(d);
    m_rejected->setDecision(d);
    m_whyNot->setDecision(d);
    for (int row = 0; row < m_rejected->rowCount(); ++row)
        m_rejectedTree->setExpanded(m_rejected->index(row, 0),
            m_rejected->rowCount() == 1 && m_rejected->rowCount(m_rejected->index(0, 0)) <= 20);
    m_legend->setRows(d ? models::scoreRows(*d, 1) : std::vector<models::ScoreRow>{});
    if (d)
        showHead();
    else
        showWaiting();
}

void WhatifPage::showHead()
{
    if (m_current < 0)
        return;
    const model::Decision &d = *m_decisions[std::size_t(m_current)];
    m_answer->setCurrentIndex(1);
    const QString pod = Words::plain(d.pod.text());
    const bool placed = d.outcome == model::DecisionOutcome::Placed;
    m_strip->say({}, Tone::Warn);
    if (d.outcome == model::DecisionOutcome::NotDecidable)
        m_strip->say({tr("Not decidable yet"),
                         tr("Rules that are not built yet could concern this pod: %1. Binnacle answers nothing rather "
                            "than something that may be illegal.")
                             .arg(Words::rules(d.undecided).join(tr(", ")))},
            Tone::Warn);
    else if (d.outcome == model::DecisionOutcome::Gated)
        m_strip->say({tr("Held back by gates"), Words::gates(d.gates)}, Tone::Warn);
    else if (d.preemption && (!m_state || m_state->feed.state == model::FeedState::Synced))
        m_strip->say(Words::preemption(*d.preemption), Tone::Accent);
    else if (m_state && m_state->feed.state != model::FeedState::Synced)
        m_strip->say(Words::feedNotice(m_state->feed), Tone::Warn);
    m_head->setWords(placed                                   ? tr("%1 would go to %2").arg(pod, Words::plain(d.chosen))
            : d.outcome == model::DecisionOutcome::NoNodeFits ? tr("No node fits %1").arg(pod)
            : d.outcome == model::DecisionOutcome::Gated      ? tr("%1 waits for its gates").arg(pod)
                                                              : tr("%1 is not decidable yet").arg(pod));
    QString sub = tr("snapshot %1… · seed %2")
                      .arg(QString::fromStdString(d.snapshotHash.hex()).left(8), QString::number(qulonglong(d.seed)));
    if (d.podValue)
        sub = tr("asks %1 CPU cores, %2 GiB")
                  .arg(Words::cores(d.podValue->request.cpuMilli), Words::gib(d.podValue->request.memoryBytes))
            + QStringLiteral(" · ") + sub;
    m_sub->setWords(sub);
    m_sure->setVisible(placed);
    m_sure->setWords(Words::stability(d.confidence) + QStringLiteral(" · ")
        + tr("confidence %1").arg(Words::share(d.confidence.value)) + QStringLiteral(" · ")
        + Words::calibration(d.confidence.calibrated, d.confidence.calibratedOn));
    m_sure->setToolTip(Words::tip(Words::stabilityMeaning(d.confidence) + QLatin1Char('\n')
        + Words::confidenceMeaning(d.confidence.calibrated, d.confidence.calibratedOn)));
    m_rankedTitle->setWords(tr("Nodes that fit: %1").arg(Words::number(std::int64_t(d.feasible.size()))));
    m_rejectedTitle->setWords(tr("Nodes that refuse it: %1").arg(Words::number(std::int64_t(d.rejected.size()))));
}

void WhatifPage::showWaiting()
{
    if (m_current >= 0)
        return;
    m_answer->setCurrentIndex(0);
    using Kind = NoticeBox::Kind;
    if (!m_context.service)
        m_notice->show(
            Kind::Disconnected, {tr("No cluster is open"), tr("Open one from the switcher at the top left.")});
    else if (m_fault && m_manifestFault)
        m_notice->show(Kind::Fault,
            {tr("The manifest cannot be decided"), tr("What is wrong, and where, stands below it on the left.")});
    else if (m_fault)
        m_notice->show(Kind::Fault, {Words::fault(*m_fault), tr("Choose the pod again once that has changed.")});
    else if (m_state && m_state->feed.state != model::FeedState::Synced)
        m_notice->show(m_state->feed.state == model::FeedState::Stale ? Kind::Stale : Kind::Loading,
            Words::feedNotice(m_state->feed));
    else
        m_notice->show(Kind::Empty,
            {tr("Where would a pod go, and why?"),
                tr("Choose a pending pod on the left, or paste a manifest: every node is ranked or refused here, each "
                   "with its reasons.")});
}

void WhatifPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace binnacle::pages
