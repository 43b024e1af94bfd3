// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/plan/plan_page.h"

#include <QCheckBox>
#include <QEvent>
#include <QPointer>
#include <QStackedWidget>
#include <QTableView>

namespace binnacle::pages {

using models::PlanWords;
using models::Tone;
using models::Words;

namespace {

constexpr std::array<std::int64_t, 5> moveChoices{1, 3, 5, 10, 20};
constexpr std::array<int, 4> timeChoices{5, 10, 30, 60}; // seconds

} // namespace

PlanPage::~PlanPage() { m_stop.request_stop(); }

QString PlanPage::title() const { return tr("Plan"); }
QString PlanPage::subtitle() const
{
    return tr("every pod that waits, all together · nothing here touches the cluster");
}

model::PlanKind PlanPage::kind() const
{
    return m_kind->current() == 0 ? model::PlanKind::Batch : model::PlanKind::Defragmentation;
}

void PlanPage::enter(const PageContext &context)
{
    stop();
    m_context = context;
    m_state = nullptr;
    ++m_question;
    m_making = false;
    m_fault.reset();
    m_plan = nullptr;
    showPlan();
    showAsk();
}

void PlanPage::apply(const api::ClusterUpdate &update)
{
    m_state = update.state;
    showAsk();
    if (!m_plan)
        showWaiting();
}

void PlanPage::openObject(const QString &object, const QString &tab)
{
    Q_UNUSED(tab)
    if (object != QLatin1String("batch") && object != QLatin1String("defrag"))
        return;
    const bool batch = object == QLatin1String("batch");
    m_kind->setCurrent(batch ? 0 : 1);
    showAsk();
    makePlan(batch ? model::PlanKind::Batch : model::PlanKind::Defragmentation);
}

bool PlanPage::ready() const { return m_context.service && m_state && m_state->feed.state == model::FeedState::Synced; }

void PlanPage::makePlan(model::PlanKind kind)
{
    if (!ready() || m_making)
        return;
    api::PlanRequest request;
    request.kind = kind;
    request.moves = moveChoices.at(std::size_t(m_moves->current()));
    request.evict = m_evict->isChecked();
    request.time = std::chrono::seconds(timeChoices.at(std::size_t(m_time->current())));
    const std::uint64_t question = ++m_question;
    m_making = true;
    m_fault.reset();
    m_done = m_of = 0;
    m_stop = {};
    showAsk();
    if (!m_plan)
        showWaiting();
    const auto mine = [self = QPointer(this), question] {
        return self && self->m_question == question ? self.data() : nullptr;
    };
    m_context.service->plan(
        request,
        [mine](std::uint64_t done, std::uint64_t of) {
            if (PlanPage *page = mine(); page && page->m_making) {
                page->m_done = done;
                page->m_of = of;
                page->showAsk();
            }
        },
        m_stop.get_token(),
        [mine](absl::StatusOr<model::PlanPtr> answer) {
            if (PlanPage *page = mine())
                page->finish(std::move(answer));
        });
}

void PlanPage::stop() { m_stop.request_stop(); }

void PlanPage::finish(absl::StatusOr<model::PlanPtr> answer)
{
    m_making = false;
    if (answer.ok()) {
        m_plan = *answer;
        m_fault.reset();
    } else {
        m_plan = nullptr;
        m_fault = answer.status();
    }
    showPlan();
    showAsk();
}

void PlanPage::showAsk()
{
    const bool defragment = kind() == model::PlanKind::Defragmentation;
    m_what->setWords(defragment
            ? tr("Room is there, but scattered: the fewest, then the cheapest moves of running pods that let the most "
                 "of the waiting ones in. Budgets for disruptions, rules and priorities hold at every step.")
            : tr("Nodes for all of them at once: more pods of the highest priority first, then the best sum of the "
                 "policy's scores. No running pod is touched."));
    for (QWidget *widget :
        {static_cast<QWidget *>(m_movesTitle), static_cast<QWidget *>(m_moves), static_cast<QWidget *>(m_evict)})
        widget->setVisible(defragment);
    const auto waiting = m_state ? std::int64_t(m_state->pending.size()) : 0;
    m_waiting->setWords(tr("%Ln pods wait", nullptr, int(waiting)));
    m_make->setKind(m_making ? Button::Kind::Normal : Button::Kind::Primary);
    m_make->setWords(m_making ? tr("Stop") : tr("Make the plan"));
    m_make->setEnabled(m_making ? !m_stop.stop_requested() : ready() && waiting > 0);
    m_progress->setVisible(m_making);
    m_progress->setWords(m_of == 0
            ? tr("looking…")
            : tr("%1 of %2 steps").arg(Words::number(std::int64_t(m_done)), Words::number(std::int64_t(m_of))));
}

void PlanPage::showPlan()
{
    m_steps->setPlan(m_plan);
    m_left->setPlan(m_plan);
    m_effectPart->setVisible(m_plan != nullptr);
    if (!m_plan) {
        showWaiting();
        return;
    }
    const model::Plan &plan = *m_plan;
    m_answer->setCurrentIndex(1);
    m_head->setWords(PlanWords::outcome(plan));
    m_sub->setWords(PlanWords::certainty(plan) + QStringLiteral(" · ")
        + tr("snapshot %1… · policy %2 · seed %3")
              .arg(QString::fromStdString(plan.snapshotHash.hex()).left(8), Words::plain(plan.policyVersion, 40),
                  QString::number(qulonglong(plan.seed))));
    m_strip->say(plan.kind == model::PlanKind::Defragmentation && !plan.budgetsKnown
            ? models::Notice{tr("Disruption budgets may not be listed here, so no pod was moved."),
                tr("Grant list on poddisruptionbudgets in policy.")}
            : models::Notice{},
        Tone::Warn);
    m_stepsTitle->setWords(tr("Steps, in order: %1").arg(Words::number(std::int64_t(plan.steps.size()))));
    m_leftTitle->setWords(tr("Not placed: %1").arg(Words::number(std::int64_t(plan.leftOver.size()))));
    m_leftCard->setVisible(!plan.leftOver.empty());
    const bool moves = plan.kind == model::PlanKind::Defragmentation;
    m_stepsTable->setColumnHidden(int(models::PlanStepsModel::Column::From), !moves);
    m_stepsTable->setColumnHidden(int(models::PlanStepsModel::Column::Cost), !moves);
    showFigures();
}

void PlanPage::showFigures()
{
    const model::Plan &plan = *m_plan;
    const auto change = [](const QString &before, const QString &after) { return tr("%1 → %2").arg(before, after); };
    const auto share = [](double value) { return Words::share(value); };
    m_figures->clear();
    m_figures->addRow(tr("waiting"), change(Words::number(plan.before.pending), Words::number(plan.after.pending)));
    m_figures->addRow(tr("fragmentation"), change(share(plan.before.fragmentation), share(plan.after.fragmentation)));
    m_figures->addRow(
        tr("CPU asked for, cores"), change(Words::cores(plan.before.cpuMilli), Words::cores(plan.after.cpuMilli)));
    m_figures->addRow(
        tr("memory asked for, GiB"), change(Words::gib(plan.before.memoryBytes), Words::gib(plan.after.memoryBytes)));
    if (plan.kind == model::PlanKind::Defragmentation) {
        m_figures->addRow(tr("pods moved"), Words::number(plan.moves));
        m_figures->addRow(tr("cost of the moves"), Words::number(plan.cost));
    }
    for (const model::Plan::Priority &one : plan.priorities)
        m_figures->addRow(tr("priority %1").arg(Words::number(one.priority)),
            tr("%1 of %2 placed").arg(Words::number(one.placed), Words::number(one.of)));
}

void PlanPage::showWaiting()
{
    if (m_plan)
        return;
    m_answer->setCurrentIndex(0);
    using Kind = NoticeBox::Kind;
    if (!m_context.service)
        m_notice->show(
            Kind::Disconnected, {tr("No cluster is open"), tr("Open one from the switcher at the top left.")});
    else if (m_fault)
        m_notice->show(Kind::Fault, {Words::fault(*m_fault), tr("Make the plan again once that has changed.")});
    else if (m_state && m_state->feed.state != model::FeedState::Synced)
        m_notice->show(m_state->feed.state == model::FeedState::Stale ? Kind::Stale : Kind::Loading,
            Words::feedNotice(m_state->feed));
    else if (m_making)
        m_notice->show(Kind::Loading, {tr("Making the plan"), tr("It ends by itself when its time is up.")});
    else if (m_state && m_state->pending.empty())
        m_notice->show(Kind::Empty, {tr("No pod waits"), tr("A plan is for the pods that wait for a node.")});
    else
        m_notice->show(Kind::Empty,
            {tr("What would be best for all of them?"),
                tr("One pod at a time cannot see what is left for the next. Choose a kind of plan on the left.")});
}

void PlanPage::openPod(const QString &pod)
{
    if (m_context.navigator && !pod.isEmpty())
        m_context.navigator->open(QStringLiteral("pods/") + pod);
}

void PlanPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace binnacle::pages
