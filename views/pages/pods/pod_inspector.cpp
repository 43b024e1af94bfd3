// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/pods/pod_inspector.h"

#include "views/models/decision_facts.h"
#include "views/models/pod_row.h"
#include "views/pages/pods/funnel.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QPointer>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::Tone;
using models::Words;

namespace {

QScrollArea *scrolled(QWidget *content)
{
    auto *area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

} // namespace

PodInspector::PodInspector(PageContext context, QWidget *parent) : QWidget(parent), m_context(std::move(context))
{
    build();
}

PodInspector::Tab PodInspector::tabOf(const QString &name)
{
    return name == QLatin1String("requests") ? Tab::Requests
        : name == QLatin1String("decision")  ? Tab::Decision
                                             : Tab::Why;
}

void PodInspector::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    m_strip = new NoticeStrip;
    m_tabs = new Segments;
    m_stack = new QStackedWidget;
    m_requests = new RequestTable;
    auto *requestPage = new QWidget;
    auto *requestColumn = new QVBoxLayout(requestPage);
    requestColumn->setContentsMargins(0, 8, 0, 0);
    requestColumn->addWidget(m_requests);
    requestColumn->addStretch(1);
    m_stack->addWidget(scrolled(buildWhy()));
    m_stack->addWidget(scrolled(requestPage));
    m_stack->addWidget(buildDecision());
    column->addWidget(m_strip);
    column->addWidget(m_tabs, 0, Qt::AlignLeft);
    column->addWidget(m_stack, 1);
    column->addWidget(new Rule);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_whatIf = new Button(Button::Kind::Primary);
    m_approvals = new Button;
    m_yaml = new Button;
    for (Button *button : {m_whatIf, m_approvals, m_yaml})
        buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);
    connect(m_tabs, &Segments::chosen, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_whatIf, &QPushButton::clicked, this, [this] {
        if (m_context.navigator && m_pod)
            m_context.navigator->open(QStringLiteral("whatif?pod=") + key());
    });
    connect(m_approvals, &QPushButton::clicked, this, [this] {
        if (const api::Proposal *p = proposal(); p && m_context.navigator)
            m_context.navigator->open(QStringLiteral("approvals/") + QString::fromStdString(p->id));
    });
    connect(m_yaml, &QPushButton::clicked, this, [this] {
        if (m_pod)
            QApplication::clipboard()->setText(models::podYaml(*m_pod));
    });
}

QWidget *PodInspector::buildWhy()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    m_whyHead = new Text(look::Size::Body);
    m_whyHead->setBold(true);
    m_whyFrom = new Text(look::Size::Caption, Tone::Quiet);
    auto *head = new QHBoxLayout;
    head->addWidget(m_whyHead, 1);
    head->addWidget(m_whyFrom);
    column->addLayout(head);
    m_funnel = new Funnel;
    column->addWidget(m_funnel);
    m_whyWords = (new Text(look::Size::Body, Tone::Quiet))->wrapped();
    column->addWidget(m_whyWords);
    m_changeBox = new QWidget;
    auto *change = new QVBoxLayout(m_changeBox);
    change->setContentsMargins(0, 8, 0, 0);
    change->setSpacing(4);
    m_changeHead = new Text(look::Size::Body);
    m_changeHead->setBold(true);
    m_changeWords = (new Text(look::Size::Body))->wrapped();
    change->addWidget(new Rule);
    change->addSpacing(4);
    change->addWidget(m_changeHead);
    change->addWidget(m_changeWords);
    column->addWidget(m_changeBox);
    column->addStretch(1);
    return page;
}

QWidget *PodInspector::buildDecision()
{
    m_card = new DecisionCard;
    m_card->setNarrow(true);
    m_noDecision = new NoticeBox;
    m_decisionStack = new QStackedWidget;
    m_decisionStack->addWidget(scrolled(m_card));
    m_decisionStack->addWidget(m_noDecision);
    connect(m_card, &DecisionCard::whatIfAsked, this, [this](const QString &pod) {
        if (m_context.navigator)
            m_context.navigator->open(QStringLiteral("whatif?pod=") + pod);
    });
    return m_decisionStack;
}

void PodInspector::show(const model::PodPtr &pod, const api::PendingPod *pending, const api::ClusterStatePtr &state)
{
    m_gone = !pod;
    if (pod)
        m_pod = pod;
    m_pending = pending ? std::optional(*pending) : std::nullopt;
    m_state = state;
    fill();
    askDecision();
    askSmallestChange();
}

void PodInspector::setNow(base::TimePoint now)
{
    m_now = now;
    m_card->setNow(now);
    if (m_pod)
        fillHead();
}

void PodInspector::setTab(Tab tab)
{
    m_tabs->setCurrent(int(tab));
    m_stack->setCurrentIndex(int(tab));
}

const api::Proposal *PodInspector::proposal() const
{
    if (!m_pod || !m_state)
        return nullptr;
    for (const api::Proposal &p : m_state->proposals) {
        if (p.decision && p.decision->podUid == m_pod->uid)
            return &p;
    }
    return nullptr;
}

model::DecisionPtr PodInspector::decision() const
{
    if (m_pending && m_pending->decision)
        return m_pending->decision;
    if (m_pending)
        return m_fresh;
    const api::Proposal *p = proposal();
    return p ? p->decision : nullptr;
}

void PodInspector::fill()
{
    m_tabs->setSegments({tr("Why"), tr("Requests"), tr("Decision")});
    m_whatIf->setWords(tr("What if…"));
    m_approvals->setWords(tr("Open in Approvals"));
    m_yaml->setWords(tr("Copy as YAML"));
    m_changeHead->setWords(tr("The smallest change that would make it fit"));
    if (!m_pod)
        return;
    fillHead();
    const bool advice = m_pending && m_pending->wait == api::PendingPod::Wait::Advice;
    if (m_gone)
        m_strip->say(
            {tr("This pod is gone"), tr("It was deleted or replaced; what you see is the last that was known.")},
            Tone::Quiet);
    else if (advice && m_pending->ours)
        m_strip->say(
            {tr("Advice only"),
                tr("It names Binnacle as its scheduler, but nothing is proposed here while the autonomy is observe.")},
            Tone::Accent);
    else if (advice)
        m_strip->say({tr("Advice only"),
                         tr("Its schedulerName is %1, so another scheduler places it. Binnacle never binds it.")
                             .arg(Words::plain(m_pod->schedulerName))},
            Tone::Accent);
    else
        m_strip->say({}, Tone::Quiet);
    m_whatIf->setVisible(!m_gone && !m_pod->assigned());
    const api::Proposal *p = proposal();
    m_approvals->setVisible(p && p->state == api::DecisionState::Proposed);
    m_requests->show(m_pod, m_state);
    fillWhy();
    fillDecision();
}

void PodInspector::fillHead()
{
    setWindowTitle(Words::plain(m_pod->key.text()));
    QStringList parts{Words::phase(*m_pod)};
    if (m_pending) {
        parts << Words::wait(m_pending->wait);
        parts << tr("waits %1").arg(Words::duration(m_now - m_pending->since));
        if (m_pending->attempts > 0)
            parts << tr("attempt %1").arg(m_pending->attempts);
    } else if (m_pod->assigned()) {
        parts << tr("on %1").arg(Words::plain(m_pod->nodeName));
    }
    if (!m_pod->ownerName.empty())
        parts << Words::plain(m_pod->ownerKind + ' ' + m_pod->ownerName);
    setProperty("subtitle", parts.join(QStringLiteral(" · ")));
}

void PodInspector::fillWhy()
{
    const model::DecisionPtr d = decision();
    m_funnel->setDecision(d);
    m_funnel->setVisible(!m_funnel->steps().empty());
    m_whyFrom->setWords(d ? tr("snapshot %1…").arg(QString::fromStdString(d->snapshotHash.hex()).left(8)) : QString());
    QString head;
    QString words;
    if (!d && m_pod->assigned()) {
        head = tr("It is on %1").arg(Words::plain(m_pod->nodeName));
        words =
            tr("Binnacle made no decision about it in this session; another scheduler, or an earlier one, placed it.");
    } else if (!d) {
        head = tr("Not decided yet");
        words = m_pod->scheduledMessage.empty()
            ? tr("It is in the queue; the answer comes with its turn.")
            : tr("Its own scheduler said: %1").arg(Words::plain(m_pod->scheduledMessage));
    } else if (d->outcome == model::DecisionOutcome::NotDecidable) {
        head = tr("Not decidable yet");
        words = tr("These rules are not built yet, and one of them could concern it: %1. Binnacle answers nothing "
                   "rather than something that may be illegal, and never binds it.")
                    .arg(Words::rules(d->undecided).join(tr(", ")));
    } else if (d->outcome == model::DecisionOutcome::Gated) {
        head = tr("Held back by gates");
        words = Words::gates(d->gates);
    } else if (d->outcome == model::DecisionOutcome::Placed) {
        head = tr("Why %1").arg(Words::plain(d->chosen));
        words = tr("Nodes that fit: %1. The best score is that of %2.")
                    .arg(Words::number(std::int64_t(d->feasible.size())), Words::plain(d->chosen));
    } else {
        head = tr("Why nowhere");
        if (d->preemption) {
            const models::Notice advice = Words::preemption(*d->preemption);
            words = tr("%1. %2", "two sentences").arg(advice.title, advice.next);
        }
    }
    m_whyHead->setWords(head);
    m_whyWords->setWords(words);
    m_whyWords->setVisible(!words.isEmpty());
    m_changeBox->setVisible(d && d == m_asked && !m_least.node.empty());
    m_changeWords->setWords(tr("%1, on %2").arg(Words::changes(m_least.set), Words::plain(m_least.node)));
}

void PodInspector::fillDecision()
{
    const model::DecisionPtr d = decision();
    m_decisionStack->setCurrentIndex(d ? 0 : 1);
    if (d)
        m_card->showDecision(d, m_state.get());
    else
        m_noDecision->show(NoticeBox::Kind::Empty,
            {tr("No decision is known"),
                m_pod->assigned() ? tr("Its decision may be in the audit log, if Binnacle made it.")
                                  : tr("It comes when the pod's turn in the queue does.")});
}

void PodInspector::askDecision()
{
    if (!m_pending || m_pending->decision || !m_context.service || !m_state
        || m_state->feed.state != model::FeedState::Synced)
        return;
    // Again when the pod or its last answer is another, not with every update.
    const auto asked = std::tuple(m_pod, m_pending->outcome, m_pending->nodesByMainReason);
    if (asked == m_askedFor)
        return;
    m_askedFor = asked;
    m_context.service->whatIf(
        m_pod->key, [self = QPointer(this), pod = m_pod](absl::StatusOr<model::DecisionPtr> answer) {
            if (!self || self->m_pod != pod || !answer.ok())
                return;
            self->m_fresh = *answer;
            self->fill();
            self->askSmallestChange();
        });
}

void PodInspector::askSmallestChange()
{
    const model::DecisionPtr d = decision();
    if (!d || d == m_asked || d->outcome != model::DecisionOutcome::NoNodeFits || !m_context.service)
        return;
    m_asked = d;
    m_least = {};
    models::askSmallestChange(*m_context.service, d, [self = QPointer(this), d](const models::SmallestChange &least) {
        if (!self || self->m_asked != d)
            return;
        self->m_least = least;
        self->fillWhy();
    });
}

void PodInspector::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        fill();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
