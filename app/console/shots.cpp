// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/console.h"
#include "backend/api/policy.h"
#include "views/pages/audit/audit_page.h"
#include "views/pages/audit/storage_dialog.h"
#include "views/pages/frame/palette.h"
#include "views/pages/whatif/scenario_view.h"
#include "views/pages/whatif/whatif_page.h"
#include "views/theme/theme.h"

#include <QDir>
#include <QPainter>
#include <QPixmap>
#include <QSaveFile>

#include <fmt/format.h>

#include <cstdio>

namespace binnacle::console {
namespace {

/// An object of the page that makes its picture say more: a node with many pods, a waiting pod, the first proposal.
QString exampleOf(const api::ClusterState &state, const QString &page)
{
    if (page == QLatin1String("nodes")) {
        const model::NodeInfo *best = nullptr;
        for (const model::NodeInfoPtr &node : state.snapshot->nodes()) {
            if (!best || node->pods().size() > best->pods().size())
                best = node.get();
        }
        return best ? QStringLiteral("nodes/") + QString::fromStdString(std::string(best->node().name.text())) : page;
    }
    const auto pending = [&]() -> QString {
        for (const api::PendingPod &p : state.pending) {
            if (p.wait == api::PendingPod::Wait::Unschedulable)
                return QString::fromStdString(p.pod->key.text());
        }
        return state.pending.empty() ? QString() : QString::fromStdString(state.pending.front().pod->key.text());
    };
    if (page == QLatin1String("pods") && !pending().isEmpty())
        return QStringLiteral("pods/") + pending();
    if (page == QLatin1String("whatif")) {
        for (const api::PendingPod &p : state.pending) {
            if (p.wait == api::PendingPod::Wait::AwaitingApproval)
                return QStringLiteral("whatif?pod=") + QString::fromStdString(p.pod->key.text());
        }
        return pending().isEmpty() ? page : QStringLiteral("whatif?pod=") + pending();
    }
    if (page == QLatin1String("approvals") && !state.proposals.empty()
        && state.proposals.front().state == api::DecisionState::Proposed)
        return QStringLiteral("approvals/") + QString::fromStdString(state.proposals.front().id);
    if (page == QLatin1String("audit")) {
        for (const api::Proposal &p : state.proposals) {
            if (p.state == api::DecisionState::Confirmed)
                return QStringLiteral("audit/") + QString::fromStdString(p.id);
        }
    }
    return page;
}

/// The policy's file changes, and waits for a person.
void changePolicy(Console &console)
{
    pages::MainWindow &window = console.window();
    api::PolicyService *policies = window.store().service()->policies();
    const QString path = QString::fromStdString(console.options().policyFile);
    if (!policies || path.isEmpty())
        return;
    bool asks = false;
    policies->setPolicyReload(api::PolicyReload::Ask, "operator", [&asks](const absl::Status &) { asks = true; });
    console.waitFor([&] { return asks; }, 5000);
    if (!writeExamplePolicy(path, true))
        return;
    const auto waits = [&] { return window.store().state().policy && window.store().state().policy->waiting; };
    console.waitFor(waits, 5000);
}

bool save(const QPixmap &picture, const QString &path)
{
    if (picture.save(path))
        return true;
    fmt::print(stderr, "binnacle: {} cannot be written\n", path.toStdString());
    return false;
}

/// The window with a dialog over it, as a window system would show them.
QPixmap over(QWidget &window, QWidget &dialog)
{
    QPixmap picture = window.grab();
    const QPixmap top = dialog.grab();
    QPainter painter(&picture);
    painter.fillRect(QRect(QPoint(0, 0), window.size()), QColor(0, 0, 0, 90));
    painter.drawPixmap(QPoint((window.width() - dialog.width()) / 2, (window.height() - dialog.height()) / 2), top);
    return picture;
}

/// The scenario of the what-if page, one fork and two side by side: the fullest node drained, and one like it added.
bool saveScenario(Console &console, const QString &folder, const QString &suffix)
{
    pages::MainWindow &window = console.window();
    const QString node = exampleOf(window.store().state(), QStringLiteral("nodes")).section(QLatin1Char('/'), 1);
    auto *page = qobject_cast<pages::WhatifPage *>(window.page(QStringLiteral("whatif")));
    if (node.isEmpty() || !page)
        return true;
    models::ScenarioForks &forks = page->scenario()->forks();
    const auto settled = [&] { return !forks.running(); };
    window.open(QStringLiteral("whatif/scenario"));
    if (forks.fork().steps.empty()) {
        window.open(QStringLiteral("whatif/drain=") + node);
        console.waitFor(settled, 10000);
        forks.addFork();
        window.open(QStringLiteral("whatif/like=") + node);
    }
    console.waitFor(settled, 10000);
    page->scenario()->compare(false);
    console.waitFor([] { return false; }, 300);
    if (!save(window.grab(), QStringLiteral("%1/scenario%2.png").arg(folder, suffix)))
        return false;
    page->scenario()->compare(true);
    console.waitFor([] { return false; }, 300);
    return save(window.grab(), QStringLiteral("%1/scenario-compare%2.png").arg(folder, suffix));
}

/// What stands over a page: the storage of the audit log, the palette, the shortcuts.
bool saveOverlays(Console &console, const QString &folder, const QString &suffix)
{
    pages::MainWindow &window = console.window();
    const auto path = [&](const char *name) {
        return QStringLiteral("%1/%2%3.png").arg(folder, QString::fromLatin1(name), suffix);
    };
    const auto pause = [&] { console.waitFor([] { return false; }, 300); };
    auto *audit = qobject_cast<pages::AuditPage *>(window.page(QStringLiteral("audit")));
    audit->openStorage();
    pause();
    auto *storage = audit->findChild<pages::StorageDialog *>();
    if (!storage || !save(over(window, *storage), path("storage")))
        return false;
    storage->close();
    window.openPalette();
    pause();
    if (!save(
            window.palettePopup()->isWindow() ? over(window, *window.palettePopup()) : window.grab(), path("palette")))
        return false;
    window.palettePopup()->hide();
    window.showShortcuts();
    pause();
    const bool saved = save(window.grab(), path("shortcuts"));
    window.hideShortcuts();
    return saved;
}

} // namespace

bool writeExamplePolicy(const QString &path, bool changed)
{
    const char *const first = "apiVersion: binnacle/v1\n"
                              "kind: Policy\n"
                              "metadata:\n"
                              "  name: gpu-first\n"
                              "  version: 12\n"
                              "  description: No node runs hot\n"
                              "constraints:\n"
                              "  cpuAtMostPercent: 95\n";
    const char *const second = "apiVersion: binnacle/v1\n"
                               "kind: Policy\n"
                               "metadata:\n"
                               "  name: gpu-first\n"
                               "  version: 13\n"
                               "  description: No node runs hot, GPU nodes are kept for what needs them\n"
                               "plugins:\n"
                               "- name: NodeResourcesFit\n"
                               "  weight: 3\n"
                               "  args:\n"
                               "    scoringStrategy: {type: MostAllocated}\n"
                               "constraints:\n"
                               "  cpuAtMostPercent: 90\n"
                               "  memoryFreeAtLeast: 2Gi\n"
                               "  latencyAtMostMilliseconds: 5\n"
                               "rules:\n"
                               "- name: gpu-for-research\n"
                               "  action: forbid\n"
                               "  nodes:\n"
                               "    matchExpressions:\n"
                               "    - {key: nvidia.com/gpu.present, operator: Exists}\n"
                               "  pods:\n"
                               "    namespaces: [web, shop, batch]\n"
                               "autonomy: approve\n";
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(changed ? second : first) > 0 && file.commit();
}

bool saveShots(Console &console, const QString &folder, const QString &suffix)
{
    if (!QDir().mkpath(folder)) {
        fmt::print(stderr, "binnacle: the folder {} cannot be made\n", folder.toStdString());
        return false;
    }
    pages::MainWindow &window = console.window();
    const QString only = QString::fromStdString(console.options().page);
    for (const QString &page : window.pageIds()) {
        if (!only.isEmpty() && only != page)
            continue;
        window.open(exampleOf(window.store().state(), page));
        console.waitFor([] { return false; }, 500);
        const QString path = QStringLiteral("%1/%2%3.png").arg(folder, page, suffix);
        if (!save(window.grab(), path))
            return false;
        if (page == QLatin1String("whatif") && !saveScenario(console, folder, suffix))
            return false;
    }
    return !only.isEmpty() || saveOverlays(console, folder, suffix);
}

int runShots(Console &console, const QString &folder)
{
    pages::MainWindow &window = console.window();
    window.resize(console.options().width, console.options().height);
    window.show();
    if (!console.openCluster())
        return 3;
    const auto synced = [&] {
        return window.store().ready() && window.store().state().feed.state == model::FeedState::Synced;
    };
    if (!console.waitFor(synced, 60000)) {
        std::fputs("binnacle: the cluster was not synced within 60 s\n", stderr);
        return 3;
    }
    const auto waiting = [&] {
        return !window.store().state().proposals.empty() && window.store().state().history->size() >= 2;
    };
    console.waitFor(waiting, 8000);
    changePolicy(console);
    console.waitFor([] { return false; }, 2000);
    for (const bool chinese : {false, true}) {
        theme::Theme::instance().setLanguage(chinese ? theme::Language::Chinese : theme::Language::English);
        for (const bool dark : {false, true}) {
            theme::Theme::instance().setScheme(dark ? theme::Scheme::Dark : theme::Scheme::Light);
            const QString suffix = QStringLiteral("-%1-%2").arg(dark ? QStringLiteral("dark") : QStringLiteral("light"),
                chinese ? QStringLiteral("zh") : QStringLiteral("en"));
            if (!saveShots(console, folder, suffix))
                return 3;
        }
    }
    return 0;
}

} // namespace binnacle::console
