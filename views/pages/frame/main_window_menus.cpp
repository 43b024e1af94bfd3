// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/words.h"
#include "views/pages/frame/dialogs.h"
#include "views/pages/frame/main_window.h"
#include "views/pages/inspector/inspector_pane.h"
#include "views/theme/icons.h"
#include "views/theme/theme.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeySequence>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QPointer>

namespace binnacle::pages {

using models::Words;

namespace {

/// Menu texts show `&` as it is: names come from outside.
QString menuText(const QString &text)
{
    return QString(text).replace(QLatin1Char('&'), QStringLiteral("&&")).replace(QLatin1Char('\t'), QLatin1Char(' '));
}

QMenu *makeMenu(QWidget *parent)
{
    auto *menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

QString kindWord(api::ClusterKind kind)
{
    switch (kind) {
    case api::ClusterKind::Demo:
        return MainWindow::tr("demo");
    case api::ClusterKind::Live:
        return MainWindow::tr("live");
    case api::ClusterKind::File:
        return MainWindow::tr("file");
    }
    return {};
}

QString protectionWords(api::Protection protection)
{
    switch (protection) {
    case api::Protection::Normal:
        return MainWindow::tr("Normal: approving needs no name");
    case api::Protection::Protected:
        return MainWindow::tr("Protected: approving asks for the cluster's name");
    case api::Protection::ReadOnly:
        return MainWindow::tr("Read only: nothing is ever written");
    }
    return {};
}

QString autonomyWords(api::Autonomy autonomy)
{
    switch (autonomy) {
    case api::Autonomy::Observe:
        return MainWindow::tr("Observe: decides, never writes");
    case api::Autonomy::Recommend:
        return MainWindow::tr("Recommend: shows proposals, a person binds elsewhere");
    case api::Autonomy::Approve:
        return MainWindow::tr("Approve: a person approves each proposal");
    case api::Autonomy::Automatic:
        return MainWindow::tr("Automatic: proposals are approved by the policy's rule");
    }
    return {};
}

/// The names of what the workspace says about a program that wants to run.
QString consentWord(const std::string &key)
{
    if (key == "context")
        return MainWindow::tr("context");
    if (key == "command")
        return MainWindow::tr("command, as written");
    if (key == "program")
        return MainWindow::tr("program that runs");
    if (key == "argument")
        return MainWindow::tr("argument");
    if (key == "environment")
        return MainWindow::tr("environment");
    if (key == "given")
        return MainWindow::tr("is also given");
    if (key == "hint")
        return MainWindow::tr("how to install it");
    if (key == "problem")
        return MainWindow::tr("cannot run");
    return Words::plain(key, 64);
}

} // namespace

void MainWindow::report(const absl::Status &status, std::function<QString()> done)
{
    if (status.ok())
        toast(std::move(done), false);
    else
        toast([status] { return Words::fault(status); }, true);
}

void MainWindow::showClusters(const QPoint &at)
{
    QMenu *menu = makeMenu(this);
    for (const api::ClusterChoice &choice : m_environment.workspace.clusters()) {
        const QString id = QString::fromStdString(choice.id);
        QString words = menuText(Words::plain(choice.name, 64)) + QLatin1Char('\t') + kindWord(choice.kind);
        if (!choice.problem.empty())
            words = menuText(Words::plain(choice.name, 48)) + QLatin1Char('\t')
                + menuText(Words::plain(choice.problem, 60));
        QAction *action = menu->addAction(words);
        action->setCheckable(true);
        action->setChecked(id == m_clusterId);
        action->setEnabled(choice.problem.empty());
        action->setToolTip(Words::tip(Words::plain(choice.origin)));
        connect(action, &QAction::triggered, this, [this, id] { openCluster(id); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No cluster is known; start with --kubeconfig or --cluster-file"))->setEnabled(false);
    menu->popup(at);
}

void MainWindow::showProtections(const QPoint &at)
{
    if (!m_service)
        return;
    QMenu *menu = makeMenu(this);
    for (const auto level : {api::Protection::Normal, api::Protection::Protected, api::Protection::ReadOnly}) {
        QAction *action = menu->addAction(menuText(protectionWords(level)));
        action->setCheckable(true);
        action->setChecked(m_store.state().profile.protection == level);
        connect(action, &QAction::triggered, this, [this, level] { setProtection(level); });
    }
    menu->popup(at);
}

void MainWindow::setProtection(api::Protection protection)
{
    const api::ClusterProfile &profile = m_store.state().profile;
    if (!m_service || profile.protection == protection)
        return;
    const auto apply = [this, protection] {
        m_service->setProtection(
            protection, m_environment.actor.toStdString(), [this, protection](const absl::Status &status) {
                report(status, [protection] { return protectionWords(protection); });
            });
    };
    if (protection > profile.protection)
        return apply();
    const QString name = Words::plain(profile.name, 128);
    const auto question = [name] {
        return ConfirmDialog::Question{tr("Lower the protection of %1?").arg(name),
            tr("Writes to this cluster will need less from the person who approves them."), {}, tr("Lower protection"),
            name, true};
    };
    auto *dialog = new ConfirmDialog(question, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, apply] {
        if (m_service)
            apply();
    });
    dialog->open();
}

void MainWindow::showAutonomies(const QPoint &at)
{
    if (!m_service)
        return;
    QMenu *menu = makeMenu(this);
    for (const auto level :
        {api::Autonomy::Observe, api::Autonomy::Recommend, api::Autonomy::Approve, api::Autonomy::Automatic}) {
        QAction *action = menu->addAction(menuText(autonomyWords(level)));
        action->setCheckable(true);
        action->setChecked(m_store.state().profile.autonomy == level);
        connect(action, &QAction::triggered, this, [this, level] { setAutonomy(level); });
    }
    menu->popup(at - QPoint(0, menu->sizeHint().height()));
}

void MainWindow::setAutonomy(api::Autonomy autonomy)
{
    const api::ClusterProfile &profile = m_store.state().profile;
    if (!m_service || profile.autonomy == autonomy)
        return;
    const auto apply = [this, autonomy] {
        m_service->setAutonomy(
            autonomy, m_environment.actor.toStdString(), [this, autonomy](const absl::Status &status) {
                report(status, [autonomy] { return autonomyWords(autonomy); });
            });
    };
    if (autonomy != api::Autonomy::Automatic)
        return apply();
    const QString name = Words::plain(profile.name, 128);
    const QString typed = profile.protection == api::Protection::Normal ? QString() : name;
    const auto question = [name, typed] {
        return ConfirmDialog::Question{tr("Let Binnacle approve by itself in %1?").arg(name),
            tr("Proposals are then approved by the policy's rule and written to the cluster without a person. The "
               "audit log names the rule on each."),
            {}, tr("Approve automatically"), typed, true};
    };
    auto *dialog = new ConfirmDialog(question, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, apply] {
        if (m_service)
            apply();
    });
    dialog->open();
}

void MainWindow::showSpeeds(const QPoint &at)
{
    QMenu *menu = makeMenu(this);
    for (const double factor : {0.0, 1.0, 5.0, 20.0}) {
        QAction *action = menu->addAction(factor == 0 ? tr("Pause") : tr("%1 × real time").arg(factor));
        action->setCheckable(true);
        action->setChecked(m_store.state().demoSpeed == factor);
        connect(action, &QAction::triggered, this, [this, factor] { setSpeed(factor); });
    }
    menu->popup(at - QPoint(0, menu->sizeHint().height()));
}

void MainWindow::setSpeed(double factor)
{
    if (!m_service)
        return;
    m_service->setDemoSpeed(factor, [this](const absl::Status &status) {
        if (!status.ok())
            toast([status] { return Words::fault(status); }, true);
    });
}

void MainWindow::askConsent()
{
    if (!m_service)
        return;
    m_service->consentText([this](absl::StatusOr<std::vector<std::pair<std::string, std::string>>> rows) {
        if (!rows.ok())
            return toast([status = rows.status()] { return Words::fault(status); }, true);
        const auto question = [rows = *std::move(rows)] {
            ConfirmDialog::Question out{tr("Run this credential program?"),
                tr("The kubeconfig asks to run a program of this machine to sign in. It runs as you, without a shell. "
                   "The answer is remembered for exactly these words."),
                {}, tr("Run it"), {}, false};
            for (const auto &[key, value] : rows)
                out.rows.emplace_back(consentWord(key), Words::plain(value, 20000));
            return out;
        };
        auto *dialog = new ConfirmDialog(question, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QDialog::accepted, this, [this] {
            if (m_service)
                m_service->grantConsent([this](const absl::Status &status) {
                    report(status, [] { return tr("Consent kept; connecting"); });
                });
        });
        dialog->open();
    });
}

void MainWindow::openPalette(const QString &text)
{
    std::vector<Command> commands;
    commands.reserve(m_entries.size() + m_actions.size() + 1);
    for (const Entry &e : m_entries)
        commands.push_back({e.icon, e.page->title(), tr("page"), [this, id = e.id] { open(id); }});
    for (const Action &action : m_actions) {
        if (action.id.startsWith(QLatin1String("page-")) || action.id == QLatin1String("command")
            || action.id == QLatin1String("palette") || action.id == QLatin1String("escape"))
            continue;
        commands.push_back({QStringLiteral("keyboard"), action.words(), action.keys, action.run});
    }
    if (m_store.state().demoSpeed) {
        const bool paused = *m_store.state().demoSpeed == 0;
        commands.push_back({paused ? QStringLiteral("play") : QStringLiteral("pause"),
            paused ? tr("Let the demo run") : tr("Pause the demo"), tr("action"),
            [this, paused] { setSpeed(paused ? 1 : 0); }});
    }
    m_palette->open(std::move(commands), text);
}

void MainWindow::showShortcuts()
{
    std::vector<ShortcutsOverlay::Row> rows;
    for (const Action &action : m_actions) {
        if (!action.keys.isEmpty())
            rows.push_back({QKeySequence(action.keys).toString(QKeySequence::NativeText), action.words()});
    }
    rows.push_back({QStringLiteral("."), tr("Menu of the selected row")});
    rows.push_back({QStringLiteral("↑ ↓ ← →"), tr("Move in tables and maps")});
    rows.push_back({QStringLiteral("Enter"), tr("Open what is selected")});
    m_shortcuts->open(std::move(rows));
}

void MainWindow::hideShortcuts() { m_shortcuts->hide(); }

void MainWindow::openInWindow()
{
    Entry *from = entry(m_inspected);
    if (!from)
        return;
    auto *window = new InspectorPane(this);
    window->setWindowFlag(Qt::Window);
    window->setAttribute(Qt::WA_DeleteOnClose);
    QWidget *content = from->page->inspector(m_inspectedKey, m_inspectedTab, window);
    if (!content) {
        delete window;
        return;
    }
    window->setStandalone();
    window->setWindowTitle(m_inspectedKey);
    window->show(content, from->icon, m_inspectedKey);
    window->resize(460, 760);
    connect(window, &InspectorPane::closed, window, &QWidget::close);
    window->QWidget::show();
}

void MainWindow::copyAddress()
{
    QGuiApplication::clipboard()->setText(address());
    toast([address = address()] { return tr("Copied %1").arg(address); }, false);
}

} // namespace binnacle::pages
