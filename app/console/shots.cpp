// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/console.h"
#include "views/pages/nodes/nodes_page.h"
#include "views/theme/theme.h"

#include <QDir>
#include <QPixmap>

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

} // namespace

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
        if (!window.grab().save(path)) {
            fmt::print(stderr, "binnacle: {} cannot be written\n", path.toStdString());
            return false;
        }
    }
    return true;
}

int runShots(Console &console, const QString &folder)
{
    pages::MainWindow &window = console.window();
    window.resize(1600, 1000);
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
