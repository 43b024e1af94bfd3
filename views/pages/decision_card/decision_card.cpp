// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/decision_card/decision_card.h"

#include "views/models/decision_facts.h"
#include "views/models/proposal_model.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace binnacle::pages {

using models::Tone;
using models::Words;

void DecisionCard::showProposal(const api::Proposal &proposal, const api::ClusterState &state)
{
    if (!m_proposal || m_proposal->id != proposal.id) {
        m_asking = false;
        m_typed->clear();
    }
    m_proposal = proposal;
    m_decision = proposal.decision;
    m_block = state.writeBlock;
    m_access = state.access;
    m_feed = state.feed;
    m_auditFault = state.auditFault;
    m_protected = state.profile.protection == api::Protection::Protected;
    m_clusterName = state.profile.name;
    fill();
}

void DecisionCard::showDecision(model::DecisionPtr decision, const api::ClusterState *state)
{
    m_proposal.reset();
    m_decision = std::move(decision);
    m_asking = false;
    if (state) {
        m_block = state->writeBlock;
        m_access = state->access;
    }
    fill();
}

void DecisionCard::setNow(base::TimePoint now)
{
    m_now = now;
    if (m_proposal)
        fillActions();
}

void DecisionCard::setNarrow(bool narrow)
{
    m_narrow = narrow;
    fill();
}

QString DecisionCard::proposalId() const { return m_proposal ? QString::fromStdString(m_proposal->id) : QString(); }

models::Notice DecisionCard::closed() const
{
    if (!m_proposal)
        return {tr("Not a proposal"), {}};
    if (m_proposal->state != api::DecisionState::Proposed) {
        const QString word = Words::state(m_proposal->state).word;
        const QString next = m_proposal->state == api::DecisionState::Superseded
            ? tr("The cluster changed, and the pod went back to the queue; a new proposal follows if it still fits.")
            : QString();
        return {tr("No longer waiting: %1").arg(word), next};
    }
    if (models::timeLeft(*m_proposal, m_now) <= base::Duration::zero())
        return {tr("Expired"), tr("The pod goes back to the queue; a new proposal follows if it still fits.")};
    return {};
}

models::Notice DecisionCard::block() const
{
    if (const models::Notice over = closed(); !over.empty())
        return over;
    if (m_block == api::WriteBlock::AuditFailed && !m_auditFault.ok())
        return Words::storeNotice(m_auditFault);
    if (m_decision && !m_decision->bindingNeeds.empty())
        return {tr("Advice only: %1").arg(Words::reason(m_decision->bindingNeeds.front())),
            tr("Binnacle writes no claims: once that is done, the pod can be approved.")};
    return Words::writeBlock(m_block, m_access);
}

/// A denial is written to the audit log alone, so that it needs no feed.
models::Notice DecisionCard::denyBlock() const
{
    const models::Notice over = closed();
    return over.empty() ? Words::storeNotice(m_auditFault) : over;
}

/// Another node is proposed only when it is known to have room still.
models::Notice DecisionCard::anotherBlock() const
{
    if (const models::Notice off = denyBlock(); !off.empty())
        return off;
    if (m_feed.state != model::FeedState::Synced)
        return {tr("Not synced"), tr("Whether another node still has room is not known on old data.")};
    if (m_decision->feasible.size() < 2)
        return {tr("No other node fits"), {}};
    return {};
}

bool DecisionCard::canApprove() const { return m_proposal && block().empty(); }

namespace {
QString sentence(const models::Notice &notice)
{
    return notice.next.isEmpty() ? notice.title : notice.title + QStringLiteral(". ") + notice.next;
}
} // namespace

QString DecisionCard::whyNot() const { return sentence(block()); }

void DecisionCard::fill()
{
    const model::Decision *d = decision();
    if (!d)
        return;
    const QString pod = Words::plain(d->pod.text());
    switch (d->outcome) {
    case model::DecisionOutcome::Placed:
        m_title->setWords(tr("Place %1 on %2").arg(pod, Words::plain(d->chosen)));
        break;
    case model::DecisionOutcome::NoNodeFits:
        m_title->setWords(tr("No node fits %1").arg(pod));
        break;
    case model::DecisionOutcome::NotDecidable:
        m_title->setWords(tr("%1 is not decidable yet").arg(pod));
        break;
    case model::DecisionOutcome::Gated:
        m_title->setWords(tr("%1 waits for its gates").arg(pod));
        break;
    }
    const bool placed = d->outcome == model::DecisionOutcome::Placed;
    QString score;
    if (placed && d->feasible.size() > 1 && d->margin) {
        const model::FeasibleNode &next = d->feasible.front().node == d->chosen ? d->feasible[1] : d->feasible[0];
        score = tr("score %1 · next %2 %3 (+%4)")
                    .arg(Words::number(d->score), Words::plain(next.node), Words::number(next.total),
                        Words::number(*d->margin));
    } else if (placed && !d->nominated.empty()) {
        score = tr("score %1 · taken because it was nominated for it").arg(Words::number(d->score));
    } else if (placed) {
        score = tr("score %1 · the only node that fits").arg(Words::number(d->score));
    } else if (d->outcome == model::DecisionOutcome::NotDecidable) {
        score = tr("Rules not built yet concern it: %1. It is never bound by Binnacle until they are.")
                    .arg(Words::rules(d->undecided).join(tr(", ")));
    } else if (d->outcome == model::DecisionOutcome::Gated) {
        score = Words::gates(d->gates);
    } else {
        score = tr("All %Ln nodes refuse it", nullptr, int(d->rejected.size()));
    }
    m_score->setWords(score);
    fillSure();
    m_bars->setVisible(placed);
    std::vector<models::ScoreRow> bars = placed ? models::scoreRows(*d, 3, d->chosen) : std::vector<models::ScoreRow>{};
    // The chosen one first, whichever it is of those that tie.
    const auto chosen = std::find_if(bars.begin(), bars.end(), [d](const auto &row) { return row.node == d->chosen; });
    if (chosen != bars.end())
        std::rotate(bars.begin(), chosen, chosen + 1);
    m_bars->setRows(std::move(bars));
    m_bars->setNameWidth(m_narrow ? 84 : 176);
    const auto groups = models::rejectionGroups(*d);
    QStringList refused;
    for (std::size_t i = 0; i < std::min<std::size_t>(groups.size(), 3); ++i)
        refused << tr("%1 × %2").arg(Words::number(std::int64_t(groups[i].rejected.size())),
            Words::reasonGroup(groups[i].code, groups[i].subject));
    if (groups.size() > 3)
        refused << tr("and %1 more").arg(groups.size() - 3);
    refused << tr("%1 fit").arg(Words::number(std::int64_t(d->feasible.size())));
    // Of a settled decision only the best alternatives are kept here; the whole is in the audit log.
    const bool trimmed = m_proposal && m_proposal->state != api::DecisionState::Proposed && d->rejected.empty();
    const bool looked = placed || d->outcome == model::DecisionOutcome::NoNodeFits;
    m_funnel->setVisible(looked && !trimmed);
    m_funnel->setWords(tr("Of %Ln nodes: %1", nullptr, int(d->feasible.size() + d->rejected.size()))
                           .arg(refused.join(QStringLiteral(" · "))));
    fillFacts();
    fillActions();
}

void DecisionCard::fillSure()
{
    const model::Confidence &c = decision()->confidence;
    m_sure->setVisible(decision()->outcome == model::DecisionOutcome::Placed);
    m_stability->setWords(Words::share(c.stability));
    m_stabilityMeaning->setWords(Words::stabilityMeaning(c));
    m_confidence->setWords(Words::share(c.value));
    m_confidenceMeaning->setWords(Words::confidenceMeaning(c.calibrated, c.calibratedOn) + QLatin1Char(' ')
        + Words::calibration(c.calibrated, c.calibratedOn));
}

void DecisionCard::fillFacts()
{
    const model::Decision &d = *decision();
    const bool placed = d.outcome == model::DecisionOutcome::Placed;
    const auto put = [](const Fact &fact, bool shown, const QString &name, const QString &value, const QString &more) {
        fact.name->setWords(name);
        fact.value->setWords(value);
        fact.more->setWords(more);
        fact.name->setVisible(shown);
        fact.value->setVisible(shown);
        fact.more->setVisible(shown && !more.isEmpty());
    };
    put(m_fact[0], placed, tr("changes"), models::changeText(d),
        tr("pod uid %1 · resourceVersion %2; refused by the server if either has changed")
            .arg(Words::plain(d.podUid), Words::plain(d.podResourceVersion)));
    const bool past = m_proposal && m_proposal->state == api::DecisionState::Confirmed;
    put(m_fact[1], placed, tr("inverse"), tr("evict and requeue"),
        past ? tr("a restart once the pod runs") : tr("possible until it runs; after that a restart"));
    QStringList names;
    for (const model::FeasibleNode &node : d.feasible) {
        if (node.node != d.chosen && names.size() < 4)
            names << tr("%1 (%2)").arg(Words::plain(node.node), Words::number(node.total));
    }
    const qsizetype others = qsizetype(d.feasible.size()) - 1;
    put(m_fact[2], placed, tr("alternatives"), names.isEmpty() ? tr("none: no other node fits") : names.join(tr(", ")),
        others > names.size() ? tr("and %1 more").arg(others - names.size()) : QString());
    if (d.preemption) {
        const models::Notice advice = Words::preemption(*d.preemption);
        put(m_fact[2], true, tr("evicting"), advice.title, advice.next);
    }
    put(m_fact[3], true, tr("rule"),
        d.policyVersion.empty() ? tr("built-in policy") : tr("policy %1").arg(Words::plain(d.policyVersion)),
        d.modelVersion.empty() ? tr("no learned part took part") : tr("model %1").arg(Words::plain(d.modelVersion)));
    QString from = tr("snapshot %1… · seed %2")
                       .arg(QString::fromStdString(d.snapshotHash.hex()).left(8), QString::number(qulonglong(d.seed)));
    if (m_proposal)
        from += tr(" · audit #%1").arg(Words::number(std::int64_t(m_proposal->auditIndex)));
    put(m_fact[4], true, tr("made from"), from, {});
    m_fact[4].value->setToolTip(Words::tip(tr("snapshot %1, generation %2")
                                               .arg(QString::fromStdString(d.snapshotHash.hex()))
                                               .arg(qulonglong(d.snapshotGeneration))));
}

void DecisionCard::fillActions()
{
    m_actions->setVisible(m_proposal.has_value());
    m_expiry->setVisible(m_proposal.has_value());
    if (!m_proposal) {
        m_stateWord->hide();
        return;
    }
    const bool waits = m_proposal->state == api::DecisionState::Proposed;
    const base::Duration left = models::timeLeft(*m_proposal, m_now);
    if (waits) {
        const bool over = left <= base::Duration::zero();
        m_expiry->setWords(over ? tr("expired") : tr("expires in %1").arg(Words::countdown(left)));
        m_expiry->setTone(over ? Tone::Quiet : left < std::chrono::minutes(1) ? Tone::Bad : Tone::Warn);
        m_expiry->setToolTip(Words::tip(Words::instant(m_proposal->expiresAt)));
        m_stateWord->hide();
    } else {
        const models::Sign sign = Words::state(m_proposal->state);
        m_expiry->setWords(tr("%1 · by %2").arg(Words::clock(m_proposal->decidedAt), Words::actor(m_proposal->actor)));
        m_expiry->setTone(Tone::Quiet);
        m_stateWord->setWords(signAndWord(sign));
        m_stateWord->setTone(sign.tone);
        m_stateWord->show();
    }
    const models::Notice why = block();
    m_approve->setEnabled(why.empty() && (!m_asking || m_typed->text().toStdString() == m_clusterName));
    m_approve->setToolTip(why.empty() ? QString() : Words::tip(whyNot()));
    m_approve->setAccessibleDescription(whyNot());
    m_approve->setWords(m_asking ? tr("Approve on %1").arg(Words::plain(m_clusterName)) : tr("Approve"), tr("Ctrl+⏎"));
    m_deny->setWords(tr("Deny"));
    m_another->setWords(tr("Choose another…"));
    m_whatIf->setWords(tr("What if…"));
    const models::Notice noDeny = denyBlock();
    m_deny->setEnabled(noDeny.empty());
    const bool stale = m_feed.state != model::FeedState::Synced;
    m_deny->setToolTip(Words::tip(!noDeny.empty() ? tr("Deny is off: %1").arg(sentence(noDeny))
            : stale
            ? tr("Denying is written to the audit log alone and not to the cluster, so it works without the feed.")
            : QString()));
    const models::Notice noOther = anotherBlock();
    m_another->setEnabled(noOther.empty());
    m_another->setToolTip(
        noOther.empty() ? QString() : Words::tip(tr("Choosing another is off: %1").arg(sentence(noOther))));
    m_ask->setVisible(m_asking && why.empty());
    m_askWords->setWords(
        tr("This cluster is protected. Type its name, %1, to approve:").arg(Words::plain(m_clusterName)));
    QString reason = why.empty() ? QString() : tr("Approve is off: %1").arg(whyNot());
    if (!waits && !m_proposal->message.empty())
        reason += (reason.isEmpty() ? QString() : QStringLiteral(" "))
            + tr("The server said: %1").arg(Words::plain(m_proposal->message));
    m_why->setWords(reason);
    m_why->setVisible(!reason.isEmpty());
    m_rule->setWords(tr("Copy the RBAC rule to ask for"));
    m_rule->setVisible(waits && !Words::rbacRule(m_block, m_access).isEmpty());
}

void DecisionCard::approve()
{
    if (!canApprove())
        return;
    if (m_protected && !m_asking) {
        m_asking = true;
        fillActions();
        m_typed->setFocus();
        return;
    }
    if (m_protected && m_typed->text().toStdString() != m_clusterName)
        return;
    const QString typed = m_typed->text();
    m_asking = false;
    m_typed->clear();
    m_approve->setEnabled(false); // until the answer shows
    emit approved(proposalId(), typed);
}

void DecisionCard::deny()
{
    if (m_proposal && m_deny->isEnabled())
        emit denied(proposalId());
}

void DecisionCard::chooseAnother()
{
    QMenu menu(this);
    int listed = 0;
    for (const model::FeasibleNode &node : m_decision->feasible) {
        if (node.node == m_decision->chosen)
            continue;
        if (++listed > 20)
            break;
        QString words = tr("%1, score %2").arg(Words::plain(node.node), Words::number(node.total));
        QAction *action = menu.addAction(words.replace(QLatin1Char('&'), QStringLiteral("&&")));
        const QString name = QString::fromUtf8(node.node.text().data(), qsizetype(node.node.text().size()));
        connect(action, &QAction::triggered, this, [this, name] { emit anotherChosen(proposalId(), name); });
    }
    menu.exec(m_another->mapToGlobal(QPoint(0, m_another->height())));
}

void DecisionCard::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        fill();
    QWidget::changeEvent(event);
}

void DecisionCard::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    QWidget::mousePressEvent(event);
}

void DecisionCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QWidget *focus = QApplication::focusWidget();
    const bool mine = focus && (focus == this || isAncestorOf(focus));
    painter.setPen(m_narrow ? Qt::NoPen : mine ? QPen(look::accent(), 1.5) : QPen(look::line()));
    painter.setBrush(look::surface());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace binnacle::pages
