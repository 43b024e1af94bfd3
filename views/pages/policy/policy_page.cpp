// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/policy/policy_page.h"

#include "views/theme/table.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QPointer>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace binnacle::pages {

using models::Cell;
using models::Row;
using models::Tone;
using models::Words;

namespace {

constexpr int kFaultsPage = 0;
constexpr int kTrialPage = 1;
constexpr qsizetype kShownChanges = 200;
constexpr qsizetype kShownPods = 500;

/// What stands in the editor while no file is in force.
constexpr const char *kTemplate = "apiVersion: binnacle/v1\n"
                                  "kind: Policy\n"
                                  "metadata:\n"
                                  "  name: mine\n"
                                  "  version: 1\n"
                                  "constraints:\n"
                                  "  cpuAtMostPercent: 90\n"
                                  "  memoryFreeAtLeast: 2Gi\n";

QString noteWords(api::PolicyNote note)
{
    switch (note) {
    case api::PolicyNote::LatencyWithoutSource:
        return PolicyPage::tr("The limit on latency is not applied: no source measures it.");
    case api::PolicyNote::UseNotMeasured:
        return PolicyPage::tr("Limits go by requests: no source measures use here.");
    case api::PolicyNote::AutonomyNotRaised:
        return PolicyPage::tr("It would allow more autonomy than is set for this cluster, which holds.");
    case api::PolicyNote::AutonomyLowered:
        return PolicyPage::tr("It lowers the autonomy below what is set for this cluster.");
    }
    return {};
}

QString faultWords(const api::PolicyFault &fault)
{
    const QString what = Words::plain(fault.what, 400);
    return fault.line > 0 ? PolicyPage::tr("Line %1, column %2: %3").arg(fault.line).arg(fault.column).arg(what) : what;
}

Cell sideCell(const api::PolicyOutcome::Side &side)
{
    switch (side.outcome) {
    case model::DecisionOutcome::Placed:
        return {Words::plain(side.node), Tone::Plain, QStringLiteral("check")};
    case model::DecisionOutcome::NotDecidable:
        return {PolicyPage::tr("not decidable yet"), Tone::Quiet, QStringLiteral("help")};
    case model::DecisionOutcome::Gated:
        return {PolicyPage::tr("held back by a gate"), Tone::Quiet, QStringLiteral("pause")};
    case model::DecisionOutcome::NoNodeFits:
        break;
    }
    return {Words::reasonGroup(side.reason, side.subject), Tone::Warn, QStringLiteral("cross")};
}

} // namespace

QString PolicyPage::nameOf(const api::PolicyName &name, bool withHash)
{
    if (name.name.empty())
        return tr("built-in policy");
    const QString words = tr("%1 v%2", "name and number of a policy").arg(Words::plain(name.name, 63)).arg(name.number);
    return withHash ? words + QStringLiteral(" · ") + Words::plain(name.hash, 16) : words;
}

QString PolicyPage::title() const { return tr("Policy"); }

QString PolicyPage::subtitle() const
{
    const api::PolicyState *p = policy();
    if (!p)
        return {};
    if (p->waiting)
        return tr("%1 is in force · %2 waits").arg(nameOf(p->inForce, false), nameOf(*p->waiting, false));
    return tr("%1 is in force").arg(nameOf(p->inForce, false));
}

void PolicyPage::enter(const PageContext &context)
{
    m_context = context;
    m_state = nullptr;
    m_trial.reset();
    m_fault.reset();
    ++m_question;
    m_fileText.clear();
    m_shownText.clear();
    m_text->setPlainText({});
    showState();
    showTrial();
}

void PolicyPage::apply(const api::ClusterUpdate &update)
{
    const bool first = !m_state || !m_state->policy;
    const bool queueChanged = m_state && m_state->pending.size() != update.state->pending.size();
    m_state = update.state;
    showState();
    if (first || queueChanged)
        m_typing.start();
}

/// The editor follows the file until somebody types in it.
void PolicyPage::showText()
{
    const api::PolicyState *p = policy();
    if (!p)
        return;
    const std::string wanted = p->waiting ? p->waitingText : p->text.empty() ? kTemplate : p->text;
    const bool typed = m_text->toPlainText().toStdString() != m_shownText;
    m_reset->setVisible(typed);
    if (wanted == m_fileText || (typed && !p->waiting))
        return;
    m_fileText = wanted;
    const int scrolled = m_text->verticalScrollBar()->value();
    m_text->setPlainText(QString::fromStdString(wanted));
    m_shownText = m_text->toPlainText().toStdString();
    m_text->verticalScrollBar()->setValue(scrolled);
    m_reset->setVisible(false);
}

void PolicyPage::showState()
{
    const api::PolicyState *p = policy();
    setEnabled(p != nullptr);
    if (!p)
        return;
    m_name->setWords(nameOf(p->inForce, true));
    m_since->setWords(p->appliedBy.empty()
            ? tr("in force since %1").arg(Words::clock(p->since))
            : tr("in force since %1, by %2").arg(Words::clock(p->since), Words::actor(p->appliedBy)));
    m_source->setWords(p->watched.empty() ? tr("No policy file: start with --policy-file to decide by one.")
                                          : tr("File: %1").arg(Words::plain(p->watched)));
    m_reload->setCurrent(p->reload == api::PolicyReload::AtOnce ? 1 : 0);
    m_reload->setEnabled(!p->watched.empty());
    m_apply->setVisible(p->waiting.has_value());
    m_keep->setVisible(p->waiting.has_value());
    if (p->waiting)
        m_apply->setWords(tr("Apply %1").arg(nameOf(*p->waiting, false)));
    if (p->fileGone)
        m_strip->say({tr("The policy file is gone"),
                         tr("%1 stays in force until there is one again.").arg(nameOf(p->inForce, false))},
            Tone::Warn);
    else if (!p->faults.empty())
        m_strip->say(
            {tr("The policy file is not sound: nothing of it is applied"), faultWords(p->faults.front())}, Tone::Bad);
    else if (p->waiting)
        m_strip->say(
            {tr("The policy file has changed"), tr("Look at what it changes, then apply it or keep the old one.")},
            Tone::Accent);
    else
        m_strip->say({}, Tone::Plain);
    showText();
    showEarlier();
    emit headerChanged();
}

void PolicyPage::showEarlier()
{
    const std::vector<api::PolicyName> &earlier = policy()->earlier;
    if (earlier == m_shownEarlier)
        return; // a button that is being pressed stays
    m_shownEarlier = earlier;
    while (QLayoutItem *item = m_earlierColumn->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    m_earlierTitle->setVisible(!earlier.empty());
    m_earlier->setVisible(!earlier.empty());
    for (std::size_t i = 0; i < std::min<std::size_t>(earlier.size(), 3); ++i) {
        auto *button = new Button(Button::Kind::Link);
        button->setWords(tr("Put %1 back in force").arg(nameOf(earlier[i], true)));
        connect(button, &QPushButton::clicked, this, [this, name = earlier[i]] { restore(name); });
        m_earlierColumn->addWidget(button, 0, Qt::AlignLeft);
    }
}

void PolicyPage::ask()
{
    if (!m_context.service || !m_context.service->policies() || !policy())
        return;
    const std::uint64_t question = ++m_question;
    m_context.service->policies()->tryPolicy(m_text->toPlainText().toStdString(),
        [self = QPointer(this), question](absl::StatusOr<api::PolicyTrial> answer) {
            if (!self || self->m_question != question)
                return;
            self->m_fault.reset();
            self->m_trial.reset();
            if (answer.ok())
                self->m_trial = *std::move(answer);
            else
                self->m_fault = answer.status();
            self->showTrial();
        });
}

void PolicyPage::showFaults(const std::vector<api::PolicyFault> &faults)
{
    QStringList lines;
    QList<QTextEdit::ExtraSelection> marks;
    QColor soft = look::tone(Tone::Bad);
    soft.setAlphaF(0.18f);
    for (const api::PolicyFault &fault : faults) {
        lines << faultWords(fault);
        if (fault.line == 0)
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_text->document()->findBlockByNumber(int(fault.line) - 1));
        mark.format.setBackground(soft);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << mark;
    }
    m_text->setExtraSelections(marks);
    m_faults->setWords(lines.mid(0, 40).join(QLatin1Char('\n')));
}

void PolicyPage::showTrial()
{
    const std::vector<api::PolicyFault> none;
    showFaults(m_trial ? m_trial->faults : none);
    if (!m_trial || !m_trial->faults.empty()) {
        m_effect->setCurrentIndex(kFaultsPage);
        m_faultsTitle->setWords(m_fault ? Words::fault(*m_fault)
                : m_trial               ? tr("This is no sound policy: nothing of it would be applied")
                                        : tr("Trying it on the pods that wait…"));
        return;
    }
    m_effect->setCurrentIndex(kTrialPage);
    std::vector<Row> rows;
    for (const api::PolicyDifference &one : m_trial->changes) {
        if (qsizetype(rows.size()) == kShownChanges)
            break;
        const QString from = one.from.empty() ? QString(QChar(0x2013)) : Words::plain(one.from);
        const QString to = one.to.empty() ? QString(QChar(0x2013)) : Words::plain(one.to);
        rows.push_back({QString::fromStdString(one.path), {},
            {Cell{Words::plain(one.path)}, Cell{from, Tone::Quiet}, Cell{to, Tone::Accent}}});
    }
    m_changesTitle->setWords(rows.empty() ? tr("It changes nothing of what is in force")
                                          : tr("What it changes (%Ln)", nullptr, int(m_trial->changes.size())));
    m_changes->setVisible(!rows.empty());
    m_changeRows->replace(std::move(rows));
    QStringList notes;
    for (const api::PolicyNote note : m_trial->notes)
        notes << noteWords(note);
    m_notes->setWords(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    std::vector<Row> pods;
    for (const api::PolicyOutcome &pod : m_trial->pods) {
        if (!pod.differs() || qsizetype(pods.size()) == kShownPods)
            break; // those that differ come first
        const QString key = QString::fromStdString(pod.pod.text());
        pods.push_back({key, QStringLiteral("pods/") + key,
            {Cell{Words::plain(pod.pod.text())}, sideCell(pod.before), sideCell(pod.after)}});
    }
    const auto differ = std::count_if(
        m_trial->pods.begin(), m_trial->pods.end(), [](const api::PolicyOutcome &pod) { return pod.differs(); });
    m_queueTitle->setWords(differ == 0 ? tr("No pod that waits now would be decided otherwise")
                                       : tr("%Ln pods that wait now would be decided otherwise", nullptr, int(differ)));
    m_queueSub->setWords(
        tr("%1 tried, one after the other on copies of the cluster · placed: %2 now, %3 then · took %4")
            .arg(Words::number(std::int64_t(m_trial->pods.size())), Words::number(m_trial->placedBefore),
                Words::number(m_trial->placedAfter), Words::took(m_trial->took)));
    m_queue->setVisible(differ > 0);
    m_queueRows->replace(std::move(pods));
}

void PolicyPage::report(const absl::Status &status, std::function<QString()> done)
{
    if (!m_context.navigator)
        return;
    if (status.ok())
        m_context.navigator->toast(std::move(done), false);
    else
        m_context.navigator->toast([status] { return Words::fault(status); }, true);
}

void PolicyPage::applyWaiting()
{
    const api::PolicyState *p = policy();
    if (!m_context.service || !p || !p->waiting)
        return;
    m_context.service->policies()->applyPolicy(p->waiting->hash, m_context.actor.toStdString(),
        [self = QPointer(this), name = *p->waiting](const absl::Status &status) {
            if (self)
                self->report(status, [name] { return tr("%1 is in force").arg(nameOf(name, false)); });
        });
}

void PolicyPage::keepOld()
{
    const api::PolicyState *p = policy();
    if (!m_context.service || !p || !p->waiting)
        return;
    m_context.service->policies()->keepPolicy(p->waiting->hash, m_context.actor.toStdString(),
        [self = QPointer(this), name = p->inForce](const absl::Status &status) {
            if (self)
                self->report(status, [name] { return tr("%1 stays in force").arg(nameOf(name, false)); });
        });
}

void PolicyPage::restore(const api::PolicyName &name)
{
    if (!m_context.service)
        return;
    m_context.service->policies()->restorePolicy(
        name.hash, m_context.actor.toStdString(), [self = QPointer(this), name](const absl::Status &status) {
            if (self)
                self->report(status, [name] { return tr("%1 is in force again").arg(nameOf(name, false)); });
        });
}

void PolicyPage::setReload(int index)
{
    if (!m_context.service)
        return;
    const auto reload = index == 1 ? api::PolicyReload::AtOnce : api::PolicyReload::Ask;
    m_context.service->policies()->setPolicyReload(
        reload, m_context.actor.toStdString(), [self = QPointer(this), reload](const absl::Status &status) {
            if (self)
                self->report(status, [reload] {
                    return reload == api::PolicyReload::AtOnce ? tr("Changes of the policy file are applied at once")
                                                               : tr("Changes of the policy file wait for you");
                });
        });
}

QString PolicyPage::help() const
{
    if (!m_context.service || !m_context.service->policies())
        return {};
    QStringList lines;
    for (const api::PolicyOption &option : m_context.service->policies()->policyOptions()) {
        QString line = QString::fromStdString(option.path) + QStringLiteral(": ") + QString::fromStdString(option.type);
        if (!option.range.empty())
            line += QStringLiteral(", ") + QString::fromStdString(option.range);
        if (!option.unit.empty())
            line += QStringLiteral(" (") + QString::fromStdString(option.unit) + QLatin1Char(')');
        lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

void PolicyPage::retranslate()
{
    m_text->setAccessibleName(tr("policy file"));
    m_hint->setWords(tr("What you type here is only tried. A policy comes into force from its file."));
    m_hint->setToolTip(Words::tip(help()));
    m_reloadTitle->setWords(tr("When the file changes"));
    m_reload->setSegments({tr("Ask"), tr("Apply at once")});
    m_keep->setWords(tr("Keep the old one"));
    m_reset->setWords(tr("Back to the file"));
    m_earlierTitle->setWords(tr("In force before"));
    m_changeRows->setHeader({tr("setting"), tr("in force"), tr("then")}, {});
    m_queueRows->setHeader({tr("pod"), tr("in force"), tr("then")}, {});
    m_shownEarlier.clear(); // in the words of the language before
    m_earlierTitle->hide();
    m_earlier->hide();
    showState();
    showTrial();
}

void PolicyPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace binnacle::pages
