// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/scenario_view.h"

#include "views/models/scenario_words.h"
#include "views/pages/whatif/fork_map.h"
#include "views/pages/whatif/fork_tabs.h"
#include "views/pages/whatif/scenario_edits.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace binnacle::pages {

using models::ScenarioMoves;
using models::ScenarioWords;
using models::Tone;
using models::Words;

void ScenarioView::enter(const PageContext &context)
{
    m_context = context;
    m_state = nullptr;
    m_mapped = nullptr;
    m_edits->setState(nullptr);
    m_forks.setService(context.service);
}

void ScenarioView::apply(const api::ClusterUpdate &update)
{
    const bool wasReady = m_state && m_state->feed.state == model::FeedState::Synced;
    m_state = update.state;
    m_edits->setState(m_state);
    const bool ready = m_state && m_state->feed.state == model::FeedState::Synced;
    m_edits->setEnabled(m_context.service != nullptr);
    if (ready != wasReady || !m_forks.comparison())
        refresh();
    else
        refreshTabs();
}

void ScenarioView::setNow(base::TimePoint now) { m_edits->setNow(now); }

void ScenarioView::compare(bool on)
{
    m_mode->setCurrent(on ? 1 : 0);
    refresh();
}

void ScenarioView::refresh()
{
    m_edits->refresh();
    refreshTabs();
    const models::ScenarioForks::Fork &fork = m_forks.fork();
    m_strip->say({}, Tone::Warn);
    if (fork.result && !fork.result->status.ok())
        m_strip->say(ScenarioWords::fault(fork.result->status), Tone::Bad);
    else if (!m_forks.running() && !m_forks.status().ok())
        m_strip->say(absl::IsCancelled(m_forks.status())
                ? models::Notice{tr("Stopped"), tr("What is shown is of before; run it again for the whole answer.")}
                : ScenarioWords::fault(m_forks.status()),
            Tone::Warn);
    const bool any = m_forks.comparison() && m_forks.comparison()->base.outcome;
    if (m_mode->current() == 1 && any) {
        m_stack->setCurrentIndex(2);
        refreshCompare();
    } else if (any && fork.result && fork.result->outcome && !fork.steps.empty()) {
        m_stack->setCurrentIndex(1);
        refreshOne();
    } else {
        m_stack->setCurrentIndex(0);
        showNotice();
    }
}

void ScenarioView::refreshTabs()
{
    const api::ScenarioComparisonPtr &found = m_forks.comparison();
    const model::ScenarioOutcome *base = found ? found->base.outcome.get() : nullptr;
    std::vector<ForkTabs::Tab> tabs;
    const auto pending = [](std::int64_t pods) { return tr("%Ln pending", nullptr, int(pods)); };
    tabs.push_back({tr("Live"),
        base          ? tr("%1 at the fork").arg(pending(base->pending))
            : m_state ? tr("%Ln waiting", nullptr, int(m_state->pending.size()))
                      : QString(),
        false, true});
    for (const models::ScenarioForks::Fork &fork : m_forks.forks()) {
        QString outcome = tr("%Ln edits", nullptr, int(fork.steps.size()));
        if (m_forks.running())
            outcome = tr("deciding…");
        else if (fork.result && !fork.result->status.ok())
            outcome = tr("cannot be run");
        else if (fork.result && fork.result->outcome && base) {
            const std::int64_t more = fork.result->outcome->pending - base->pending;
            outcome = tr("pending %1%2 · moved %3")
                          .arg(more < 0       ? QString(QChar(0x2212))
                                  : more == 0 ? QString(QChar(0x00B1))
                                              : QStringLiteral("+"),
                              Words::number(std::abs(more)), Words::number(fork.result->outcome->moved()));
        }
        QString name = fork.name;
        if (!fork.steps.empty())
            name += QStringLiteral(" · ") + ScenarioWords::title(fork.steps.front());
        tabs.push_back({name, outcome, true, false});
    }
    m_tabs->setTabs(std::move(tabs), m_forks.current() + 1);
    m_newFork->setEnabled(int(m_forks.forks().size()) < models::ScenarioForks::most && !m_forks.fork().steps.empty());
    m_mode->setText(1, tr("Compare %1").arg(int(m_forks.forks().size())));
}

void ScenarioView::showNotice()
{
    using Kind = NoticeBox::Kind;
    if (!m_context.service)
        m_notice->show(
            Kind::Disconnected, {tr("No cluster is open"), tr("Open one from the switcher at the top left.")});
    else if (m_state && m_state->feed.state != model::FeedState::Synced)
        m_notice->show(m_state->feed.state == model::FeedState::Stale ? Kind::Stale : Kind::Loading,
            Words::feedNotice(m_state->feed));
    else if (m_forks.running())
        m_notice->show(
            Kind::Loading, {tr("Deciding on the copy…"), tr("Every pod that loses its place is placed anew.")});
    else if (m_forks.fork().result && !m_forks.fork().result->status.ok())
        m_notice->show(Kind::Fault, ScenarioWords::fault(m_forks.fork().result->status));
    else
        m_notice->show(Kind::Empty,
            {tr("What would become of the cluster?"),
                tr("Add an edit on the left, such as draining a node: what would move, what would pend and why, and "
                   "the figures before and after stand here.")});
}

void ScenarioView::refreshOne()
{
    const api::ScenarioComparison &found = *m_forks.comparison();
    const models::ScenarioForks::Fork &fork = m_forks.fork();
    const model::ScenarioOutcome &outcome = *fork.result->outcome;
    m_figures->set({&found.base, &*fork.result}, {tr("before"), tr("after")});
    m_moves->set(found.base.outcome, fork.result->outcome);
    const int moved = m_moves->moved();
    const int more = m_moves->rowCount() - moved;
    QStringList note{tr("%Ln moved", nullptr, moved)};
    if (more > 0)
        note << tr("%Ln newly placed", nullptr, more);
    m_movesNote->setWords(note.join(QStringLiteral(" · ")));
    refreshPending(*found.base.outcome, outcome);
    refreshMaps(outcome);
}

void ScenarioView::refreshMaps(const model::ScenarioOutcome &outcome)
{
    if (m_mapped == &outcome)
        return;
    m_mapped = &outcome;
    const api::ScenarioComparison &found = *m_forks.comparison();
    QSet<QString> touched;
    QSet<QString> taking;
    QSet<QString> added;
    for (const base::Symbol node : outcome.drained)
        touched.insert(Words::plain(node));
    std::vector<model::NodePtr> gone;
    for (const base::Symbol node : outcome.removed) {
        touched.insert(Words::plain(node));
        if (const model::NodeInfo *info = found.live->find(node))
            gone.push_back(info->nodePtr());
    }
    for (const model::ScenarioPod *pod : models::newPlaces(*found.base.outcome, outcome))
        taking.insert(Words::plain(pod->to));
    for (const base::Symbol node : outcome.added)
        added.insert(Words::plain(node));
    m_before->show(*found.live, touched, {}, {});
    m_after->show(*outcome.after, taking, added, gone);
    using Mark = charts::HeatLegend::Mark;
    m_legend->set(tr("CPU"), QStringLiteral("0 %"), QStringLiteral("100 %"),
        {{Mark::Marked, tr("changed · takes a pod")}, {Mark::New, tr("added")}, {Mark::Cordoned, tr("cordoned")},
            {Mark::NotReady, tr("not ready")}, {Mark::NoData, tr("gone")}});
}

void ScenarioView::refreshPending(const model::ScenarioOutcome &base, const model::ScenarioOutcome &outcome)
{
    while (QLayoutItem *item = m_pendColumn->takeAt(0)) {
        if (QWidget *widget = item->widget())
            widget->deleteLater();
        delete item;
    }
    const auto line = [&](const QString &words, look::Size size, Tone tone, bool bold) {
        auto *text = (new Text(size, tone))->wrapped();
        text->setBold(bold);
        text->setWords(words);
        m_pendColumn->addWidget(text);
    };
    const auto names = [](const std::vector<const model::ScenarioPod *> &pods) {
        QStringList out;
        for (std::size_t i = 0; i < std::min<std::size_t>(pods.size(), 3); ++i)
            out << Words::plain(pods[i]->pod->key.text(), 64);
        if (pods.size() > 3)
            out << QStringLiteral("…");
        return out.join(QStringLiteral(", "));
    };
    std::int64_t more = 0;
    std::int64_t fewer = 0;
    for (const models::PendingChange &change : models::pendingChanges(base, outcome)) {
        const bool worse = change.more > 0;
        (worse ? more : fewer) += std::abs(change.more);
        line((worse ? QStringLiteral("+%1  ") : QString(QChar(0x2212)) + QStringLiteral("%1  "))
                    .arg(std::abs(change.more))
                + names(change.pods),
            look::Size::Body, worse ? Tone::Warn : Tone::Good, true);
        line(change.pods.empty() ? Words::reasonGroup(change.reason, change.subject)
                                 : ScenarioWords::why(*change.pods.front()),
            look::Size::Caption, Tone::Quiet, false);
    }
    if (!outcome.lost.empty()) {
        line(tr("%Ln pods lost for good", nullptr, int(outcome.lost.size())), look::Size::Body, Tone::Bad, true);
        QStringList out;
        for (std::size_t i = 0; i < std::min<std::size_t>(outcome.lost.size(), 3); ++i)
            out << Words::plain(outcome.lost[i].text(), 64);
        line(out.join(QStringLiteral(", ")) + QStringLiteral(" · ") + tr("no controller makes them again"),
            look::Size::Caption, Tone::Quiet, false);
    }
    if (more == 0 && fewer == 0 && outcome.lost.empty())
        line(tr("No pod pends that does not pend now."), look::Size::Body, Tone::Good, false);
    m_pendNote->setWords(tr("%1 more, %2 fewer").arg(Words::number(more), Words::number(fewer)));
    m_pendColumn->addStretch(1);
}

void ScenarioView::refreshCompare()
{
    const api::ScenarioComparison &found = *m_forks.comparison();
    std::vector<const api::ScenarioResult *> results{&found.base};
    QStringList names{tr("Live")};
    for (const models::ScenarioForks::Fork &fork : m_forks.forks()) {
        results.push_back(fork.result ? &*fork.result : nullptr);
        names << fork.name;
    }
    m_compared->set(std::move(results), std::move(names));
    QStringList legend;
    for (const models::ScenarioForks::Fork &fork : m_forks.forks()) {
        QStringList steps;
        for (const api::ScenarioStep &step : fork.steps)
            steps << ScenarioWords::title(step);
        legend << fork.name + QStringLiteral(": ") + (steps.isEmpty() ? tr("no edit") : steps.join(tr(", ")));
    }
    m_compareNote->setWords(legend.join(QLatin1Char('\n')));
}

void ScenarioView::pickNode(const QString &node)
{
    for (ForkMap *map : {m_before, m_after})
        map->map()->setCurrent(node);
}

void ScenarioView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool narrow = width() < 1300;
    const bool tight = width() < 1040; // 1920 pixels at 200 %
    m_edits->setFixedWidth(tight ? 216 : narrow ? 248 : 284);
    m_side->setFixedWidth(tight ? 232 : narrow ? 296 : 384);
    m_figureTable->setColumnHidden(1, tight);
}

} // namespace binnacle::pages
