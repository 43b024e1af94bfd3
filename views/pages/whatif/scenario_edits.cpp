// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/scenario_edits.h"

#include "views/models/scenario_words.h"
#include "views/theme/icons.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

namespace binnacle::pages {

using api::ScenarioStep;
using models::ScenarioWords;
using models::Tone;
using models::Words;

namespace {

QString iconOf(ScenarioStep::Kind kind)
{
    switch (kind) {
    case ScenarioStep::Kind::AddNodes:
    case ScenarioStep::Kind::Arrive:
        return QStringLiteral("plus");
    case ScenarioStep::Kind::RemoveNodes:
        return QStringLiteral("minus");
    case ScenarioStep::Kind::Cordon:
        return QStringLiteral("lock");
    case ScenarioStep::Kind::Uncordon:
        return QStringLiteral("unlock");
    case ScenarioStep::Kind::Drain:
        return QStringLiteral("drain");
    case ScenarioStep::Kind::Scale:
        return QStringLiteral("expand");
    case ScenarioStep::Kind::Policy:
        return QStringLiteral("shield");
    }
    return {};
}

} // namespace

ScenarioEdits::ScenarioEdits(models::ScenarioForks &forks, QWidget *parent)
    : Card(parent),
      m_forks(forks),
      m_title(new Text(look::Size::Section)),
      m_note(new Text(look::Size::Caption, Tone::Quiet)),
      m_list(new QWidget),
      m_steps(new QVBoxLayout(m_list)),
      m_addEdit(new Button),
      m_form(new StepForm),
      m_hint((new Text(look::Size::Caption, Tone::Quiet))->wrapped()),
      m_factsTitle(new Text(look::Size::Body)),
      m_facts(new theme::KeyValues),
      m_untouched((new Text(look::Size::Caption, Tone::Quiet))->wrapped()),
      m_undo(new Button),
      m_run(new Button)
{
    m_title->setBold(true);
    m_factsTitle->setBold(true);
    m_note->aligned(Qt::AlignRight);
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(12, 8, 12, 12);
    inner->setSpacing(8);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_note, 1);
    inner->addLayout(head);
    m_steps->setContentsMargins(0, 0, 4, 0);
    m_steps->setSpacing(8);
    auto *area = new QScrollArea;
    area->setWidget(m_list);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    m_list->setAutoFillBackground(false);
    inner->addWidget(area, 1);
    inner->addWidget(m_form);
    inner->addWidget(m_addEdit);
    inner->addWidget(m_hint);
    inner->addWidget(new Rule);
    inner->addWidget(m_factsTitle);
    for (int i = 0; i < 6; ++i)
        m_facts->addRow(QString(), QString(), i == 1);
    inner->addWidget(m_facts);
    inner->addWidget(m_untouched);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_undo, 1);
    buttons->addWidget(m_run, 1);
    inner->addLayout(buttons);
    body()->addLayout(inner);
    m_form->hide();
    connect(m_addEdit, &QPushButton::clicked, this, [this] { openForm(ScenarioStep::Kind::Drain); });
    connect(m_form, &StepForm::accepted, this, [this](const ScenarioStep &step) {
        m_form->hide();
        m_addEdit->show();
        m_forks.addStep(step);
    });
    connect(m_form, &StepForm::dismissed, this, [this] {
        m_form->hide();
        m_addEdit->show();
    });
    connect(m_undo, &QPushButton::clicked, &m_forks, &models::ScenarioForks::undo);
    connect(m_run, &QPushButton::clicked, this, [this] { m_forks.running() ? m_forks.cancel() : m_forks.run(); });
    retranslate();
}

void ScenarioEdits::openForm(ScenarioStep::Kind kind)
{
    m_form->setKind(kind);
    m_form->show();
    m_addEdit->hide();
    m_form->setFocus();
}

void ScenarioEdits::setState(const api::ClusterStatePtr &state)
{
    m_state = state;
    m_form->setSnapshot(state ? state->snapshot : nullptr);
}

void ScenarioEdits::setNow(base::TimePoint now)
{
    m_now = now;
    refreshFacts();
}

QWidget *ScenarioEdits::makeStep(const ScenarioStep &step, int index, bool bad)
{
    auto *box = new theme::Card(nullptr, 8);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto *sign = new QLabel;
    sign->setPixmap(theme::icon(iconOf(step.kind), bad ? theme::Tone::Bad : theme::Tone::Accent).pixmap(16, 16));
    sign->setFixedWidth(20);
    row->addWidget(sign, 0, Qt::AlignTop);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    auto *title = new Text(look::Size::Body, bad ? Tone::Bad : Tone::Plain);
    title->setBold(true);
    title->setWords(ScenarioWords::title(step));
    words->addWidget(title);
    const QString detail = ScenarioWords::detail(step);
    if (!detail.isEmpty()) {
        auto *line = new Text(look::Size::Caption, Tone::Quiet);
        line->setWords(detail);
        words->addWidget(line);
    }
    row->addLayout(words, 1);
    auto *remove = new QToolButton;
    remove->setIcon(theme::icon(QStringLiteral("close")));
    remove->setAutoRaise(true);
    remove->setFixedSize(20, 20);
    remove->setToolTip(tr("take this edit away"));
    remove->setAccessibleName(tr("take this edit away"));
    connect(remove, &QToolButton::clicked, this, [this, index] { m_forks.removeStep(index); });
    row->addWidget(remove, 0, Qt::AlignTop);
    box->body()->addLayout(row);
    return box;
}

void ScenarioEdits::rebuildSteps()
{
    while (QLayoutItem *item = m_steps->takeAt(0)) {
        if (QWidget *widget = item->widget())
            widget->deleteLater();
        delete item;
    }
    const models::ScenarioForks::Fork &fork = m_forks.fork();
    int bad = 0;
    if (fork.result && fork.result->scenario.steps == fork.steps) {
        if (const auto fault = model::scenarioFaultOf(fork.result->status))
            bad = fault->step;
    }
    for (std::size_t i = 0; i < fork.steps.size(); ++i)
        m_steps->addWidget(makeStep(fork.steps[i], int(i), bad == int(i) + 1));
    m_steps->addStretch(1);
}

void ScenarioEdits::refresh()
{
    rebuildSteps();
    const models::ScenarioForks::Fork &fork = m_forks.fork();
    const auto steps = int(fork.steps.size());
    m_note->setWords(steps == 0 ? QString() : tr("%Ln edits", nullptr, steps));
    m_hint->setVisible(steps == 0);
    m_undo->setEnabled(m_forks.canUndo());
    m_run->setWords(m_forks.running() ? tr("Stop") : tr("Copy live anew"), m_forks.running() ? QString() : tr("F5"));
    refreshFacts();
}

void ScenarioEdits::refreshProgress()
{
    m_facts->setValue(4,
        m_forks.of() > 0 ? tr("%1 of %2").arg(Words::number(m_forks.done()), Words::number(m_forks.of()))
                         : tr("begins"));
}

void ScenarioEdits::refreshFacts()
{
    const api::ScenarioComparisonPtr &found = m_forks.comparison();
    const auto &result = m_forks.fork().result;
    const model::ScenarioOutcome *outcome = result ? result->outcome.get() : nullptr;
    const QString none(QChar(0x2013));
    m_facts->setValue(0, found ? Words::clock(found->at) : none);
    m_facts->setValue(1, found ? QString::fromStdString(found->live->hash().hex()).left(12) : none);
    const bool moved = found && m_state && m_state->snapshot->generation() != found->live->generation();
    m_facts->setValue(2,
        !found      ? none
            : moved ? tr("has changed since")
                    : tr("is the same"),
        moved ? theme::Tone::Warn : theme::Tone::Plain);
    QStringList policies;
    for (const std::string &policy : outcome ? outcome->policies : std::vector<std::string>{})
        policies << Words::plain(policy, 128);
    m_facts->setValue(3, policies.isEmpty() ? none : policies.join(tr(", ")));
    if (m_forks.running())
        refreshProgress();
    else
        m_facts->setValue(4,
            outcome ? tr("%1 in %2").arg(Words::number(std::int64_t(outcome->pods.size())), Words::took(result->took))
                    : none);
    m_facts->setValue(5, outcome ? Words::number(outcome->stayed) : none);
}

void ScenarioEdits::retranslate()
{
    m_title->setWords(tr("Edits"));
    m_addEdit->setWords(tr("+ Add an edit"));
    m_hint->setWords(tr("Drain, cordon, add or remove nodes, scale a workload, change the policy, let pods arrive. "
                        "Edits are made to a copy, in this order; then everything that waits is decided on it."));
    m_factsTitle->setWords(tr("Evaluation"));
    const QString keys[] = {tr("forked from live at"), tr("snapshot"), tr("live"), tr("policy"), tr("pods decided"),
        tr("DaemonSet pods that stay")};
    for (int i = 0; i < 6; ++i)
        m_facts->setKey(i, keys[i]);
    m_untouched->setWords(tr("Nothing here touches the cluster. No pod is preempted in it."));
    m_undo->setWords(tr("Undo"), tr("Ctrl+Z"));
    m_form->retranslate();
    refresh();
}

} // namespace binnacle::pages
