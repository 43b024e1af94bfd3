// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/whatif/step_form.h"

#include "views/models/scenario_words.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QShortcut>
#include <QStringListModel>
#include <QVBoxLayout>

namespace binnacle::pages {

using api::ScenarioStep;
using models::ScenarioWords;
using models::Tone;
using models::Words;

namespace {

constexpr ScenarioStep::Kind kKinds[] = {ScenarioStep::Kind::Drain, ScenarioStep::Kind::AddNodes,
    ScenarioStep::Kind::Scale, ScenarioStep::Kind::Arrive, ScenarioStep::Kind::Policy, ScenarioStep::Kind::Cordon,
    ScenarioStep::Kind::Uncordon, ScenarioStep::Kind::RemoveNodes};

QLineEdit *field()
{
    auto *edit = new QLineEdit;
    edit->setFixedHeight(28);
    edit->setTextMargins(6, 0, 6, 0);
    return edit;
}

} // namespace

StepForm::StepForm(QWidget *parent)
    : QWidget(parent),
      m_kind(new QComboBox),
      m_nodesLabel(new Text(look::Size::Caption, Tone::Quiet)),
      m_nodes(field()),
      m_names(new QStringListModel(this)),
      m_workloadLabel(new Text(look::Size::Caption, Tone::Quiet)),
      m_workload(field()),
      m_policyLabel(new Text(look::Size::Caption, Tone::Quiet)),
      m_policy(new QComboBox),
      m_countLabel(new Text(look::Size::Caption, Tone::Quiet)),
      m_count(field()),
      m_textLabel((new Text(look::Size::Caption, Tone::Quiet))->wrapped()),
      m_text(new QPlainTextEdit),
      m_problem((new Text(look::Size::Caption, Tone::Bad))->wrapped()),
      m_add(new Button(Button::Kind::Primary)),
      m_dismiss(new Button)
{
    m_kind->setFixedHeight(28);
    m_policy->setFixedHeight(28);
    m_policy->setEditable(true);
    m_policy->addItems({QStringLiteral("default"), QStringLiteral("most-allocated"), QStringLiteral("current")});
    m_text->setFont(look::monospace());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(120);
    auto *completer = new QCompleter(m_names, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_nodes->setCompleter(completer);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_kind, m_nodesLabel, m_nodes, m_workloadLabel, m_workload,
             m_policyLabel, m_policy, m_countLabel, m_count, m_textLabel, m_text, m_problem})
        column->addWidget(widget);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, 4, 0, 0);
    buttons->setSpacing(8);
    buttons->addWidget(m_add);
    buttons->addWidget(m_dismiss);
    buttons->addStretch(1);
    column->addLayout(buttons);
    for (std::size_t i = 0; i < std::size(kKinds); ++i)
        m_kind->addItem(QString());
    m_problem->hide();
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] { showFields(); });
    connect(m_add, &QPushButton::clicked, this, &StepForm::accept);
    connect(m_dismiss, &QPushButton::clicked, this, &StepForm::dismissed);
    for (QLineEdit *edit : {m_nodes, m_workload, m_count})
        connect(edit, &QLineEdit::returnPressed, this, &StepForm::accept);
    new QShortcut(
        QKeySequence(Qt::CTRL | Qt::Key_Return), m_text, [this] { accept(); }, Qt::WidgetShortcut);
    retranslate();
    showFields();
}

void StepForm::setSnapshot(model::SnapshotPtr snapshot)
{
    if (m_snapshot == snapshot)
        return;
    const bool same = m_snapshot && snapshot && m_snapshot->nodes().size() == snapshot->nodes().size();
    m_snapshot = std::move(snapshot);
    if (same)
        return; // names seldom change while their number does not
    QStringList names;
    for (const model::NodeInfoPtr &info : m_snapshot ? m_snapshot->nodes() : std::vector<model::NodeInfoPtr>{})
        names << Words::plain(info->node().name);
    m_names->setStringList(names);
}

ScenarioStep::Kind StepForm::kind() const { return kKinds[std::size_t(std::max(m_kind->currentIndex(), 0))]; }

void StepForm::setKind(ScenarioStep::Kind kind)
{
    for (std::size_t i = 0; i < std::size(kKinds); ++i) {
        if (kKinds[i] == kind)
            m_kind->setCurrentIndex(int(i));
    }
}

void StepForm::showFields()
{
    using enum ScenarioStep::Kind;
    const ScenarioStep::Kind now = kind();
    const bool nodes = now != Scale && now != Policy && now != Arrive;
    const bool text = now == Policy || now == Arrive || now == AddNodes;
    const auto set = [](std::initializer_list<QWidget *> widgets, bool visible) {
        for (QWidget *widget : widgets)
            widget->setVisible(visible);
    };
    set({m_nodesLabel, m_nodes}, nodes);
    set({m_workloadLabel, m_workload}, now == Scale);
    set({m_policyLabel, m_policy}, now == Policy);
    set({m_countLabel, m_count}, now == Scale || now == Arrive || now == AddNodes);
    set({m_textLabel, m_text}, text);
    m_problem->hide();
    retranslate();
}

std::vector<std::string> StepForm::nodeNames() const
{
    static const QRegularExpression between(QStringLiteral("[,\\s]+"));
    std::vector<std::string> out;
    for (const QString &word : m_nodes->text().split(between, Qt::SkipEmptyParts)) {
        if (!word.contains(QLatin1Char('*'))) {
            out.push_back(word.toStdString());
            continue;
        }
        const QRegularExpression pattern(QRegularExpression::wildcardToRegularExpression(word));
        const std::size_t before = out.size();
        for (const model::NodeInfoPtr &info : m_snapshot ? m_snapshot->nodes() : std::vector<model::NodeInfoPtr>{}) {
            const std::string name(info->node().name.text());
            if (pattern.match(QString::fromStdString(name)).hasMatch())
                out.push_back(name);
        }
        if (out.size() == before)
            out.push_back(word.toStdString()); // running it says that there is no such node
    }
    return out;
}

ScenarioStep StepForm::step() const
{
    using enum ScenarioStep::Kind;
    ScenarioStep step;
    step.kind = kind();
    bool number = false;
    step.count = m_count->text().trimmed().toLongLong(&number);
    if (!number)
        step.count = m_count->text().trimmed().isEmpty() ? 1 : -1;
    if (m_nodes->isVisibleTo(this))
        step.nodes = nodeNames();
    if (m_text->isVisibleTo(this) && !m_text->toPlainText().trimmed().isEmpty())
        step.text = m_text->toPlainText().toStdString();
    if (step.kind == Policy && step.text.empty())
        step.policy = m_policy->currentText().trimmed().toStdString();
    if (step.kind == Scale) {
        const QStringList parts = m_workload->text().trimmed().split(QLatin1Char('/'));
        step.workload = {parts.value(0).toStdString(), parts.value(1).toStdString(),
            QStringList(parts.mid(2)).join(QLatin1Char('/')).toStdString()};
    }
    return step;
}

void StepForm::accept()
{
    const ScenarioStep now = step();
    const bool nothing = now.nodes.empty() && now.text.empty() && now.policy.empty() && now.workload.name.empty();
    m_problem->setVisible(nothing);
    if (nothing)
        return;
    emit accepted(now);
    clear();
}

void StepForm::clear()
{
    m_nodes->clear();
    m_workload->clear();
    m_count->clear();
    m_text->clear();
    m_problem->hide();
}

void StepForm::retranslate()
{
    for (std::size_t i = 0; i < std::size(kKinds); ++i)
        m_kind->setItemText(int(i), ScenarioWords::kind(kKinds[i]));
    m_kind->setAccessibleName(tr("kind of edit"));
    const auto name = [](Text *label, QWidget *of, const QString &words) {
        label->setWords(words);
        of->setAccessibleName(words);
    };
    using enum ScenarioStep::Kind;
    const bool adds = kind() == AddNodes;
    name(m_nodesLabel, m_nodes, adds ? tr("like this node") : tr("nodes, by name; * stands for anything"));
    m_nodes->setPlaceholderText(adds ? tr("node name") : QStringLiteral("gpu-a*"));
    name(m_workloadLabel, m_workload, tr("namespace/kind/name"));
    m_workload->setPlaceholderText(QStringLiteral("web/Deployment/storefront"));
    name(m_policyLabel, m_policy, tr("policy"));
    name(m_countLabel, m_count, kind() == Scale ? tr("pods that are to be") : tr("how many of each"));
    m_count->setPlaceholderText(QStringLiteral("1"));
    name(m_textLabel, m_text,
        kind() == Policy ? tr("or a KubeSchedulerConfiguration")
            : adds       ? tr("or nodes as YAML or JSON")
                         : tr("pods or workloads as YAML or JSON"));
    m_problem->setWords(tr("Fill in one of the fields first."));
    m_add->setWords(tr("Add"));
    m_dismiss->setWords(tr("Cancel"));
}

} // namespace binnacle::pages
