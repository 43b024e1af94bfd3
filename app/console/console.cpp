// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/console.h"

#include "app/console/folders.h"
#include "backend/services/workspace.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>

namespace binnacle::console {
namespace {

services::WorkspaceOptions workspaceOptions(const Options &options)
{
    services::WorkspaceOptions out;
    out.demoSeed = options.seed;
    out.kubeconfigs = options.kubeconfigs;
    out.schedulerConfig = options.schedulerConfig;
    out.policyFile = options.policyFile;
    out.watchPolicy = true;
    out.lookWithoutLog = options.mode == Options::Mode::Window; // a broken log is no reason not to see the cluster
    if (!options.clusterFile.empty())
        out.clusterFiles = {options.clusterFile};
    return out;
}

absl::StatusOr<std::string> chosenCluster(api::Workspace &workspace, const Options &options)
{
    if (!options.clusterFile.empty())
        return services::findCluster(workspace, api::ClusterKind::File, options.clusterFile);
    if (!options.kubeconfigs.empty() || !options.context.empty())
        return services::findCluster(workspace, api::ClusterKind::Live, options.context);
    return services::findCluster(workspace, api::ClusterKind::Demo, {});
}

} // namespace

Console::Console(const Options &options, const QElapsedTimer &sinceMain) : m_options(options), m_sinceMain(sinceMain)
{
    const bool kept = options.mode == Options::Mode::Window;
    if (kept)
        m_settings = std::make_unique<QSettings>(configFolder() + QStringLiteral("/console.ini"), QSettings::IniFormat);
    const auto setting = [&](const char *key) {
        return m_settings ? m_settings->value(QString::fromLatin1(key)).toString().toStdString() : std::string();
    };
    const std::string scheme = options.scheme.empty() ? setting("window/scheme") : options.scheme;
    const std::string language = options.language.empty() ? setting("window/language") : options.language;
    theme::Theme::instance().setScheme(scheme == "dark" ? theme::Scheme::Dark : theme::Scheme::Light);
    theme::Theme::instance().setLanguage(language == "zh_CN" ? theme::Language::Chinese : theme::Language::English);
    m_workspace = services::makeWorkspace(workspaceOptions(options));
    m_window = std::make_unique<pages::MainWindow>(
        pages::MainWindow::Environment{*m_workspace, m_executor, m_settings.get(), operatorName()});
}

Console::~Console() = default;

bool Console::openCluster()
{
    const auto id = chosenCluster(*m_workspace, m_options);
    if (!id.ok()) {
        fmt::print(stderr, "binnacle: {}\n", std::string(id.status().message()));
        return false;
    }
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(*id), QCryptographicHash::Sha256).toHex().left(16);
    m_lock = std::make_unique<QLockFile>(
        stateFolder() + QStringLiteral("/console-") + QString::fromLatin1(hash) + QStringLiteral(".lock"));
    m_lock->setStaleLockTime(0); // a lock is stale only when its process is gone
    if (!m_lock->tryLock(0)) {
        qint64 pid = 0;
        QString host;
        QString program;
        if (m_lock->error() == QLockFile::LockFailedError && m_lock->getLockInfo(&pid, &host, &program))
            fmt::print(stderr, "binnacle: this cluster is open in process {} already; use that window\n", pid);
        else
            fmt::print(stderr, "binnacle: {} cannot be written; set XDG_STATE_HOME to a folder that can\n",
                stateFolder().toStdString());
        return false;
    }
    spdlog::info("opening cluster {}", hash.toStdString());
    m_window->openCluster(QString::fromStdString(*id));
    return true;
}

bool Console::waitFor(const std::function<bool()> &done, int milliseconds)
{
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() >= milliseconds)
            return false;
        QEventLoop loop;
        QTimer::singleShot(10, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

namespace {

int runStartupTime(Console &console)
{
    bool interactive = false;
    QObject::connect(&console.window(), &pages::MainWindow::interactive, [&] { interactive = true; });
    if (!console.openCluster())
        return 3;
    console.window().show();
    if (!console.waitFor([&] { return interactive; }, 30000)) {
        std::fputs("binnacle: no frame within 30 s\n", stderr);
        return 3;
    }
    fmt::print("{{\"seconds\": {:.3f}}}\n", console.secondsSinceMain());
    return 0;
}

int runWindow(Console &console)
{
    console.window().show();
    if (!console.openCluster())
        return 3;
    if (!console.options().page.empty())
        console.window().open(QString::fromStdString(console.options().page));
    else
        console.window().openLastPage();
    return QApplication::exec();
}

} // namespace

int run(int argc, char **argv)
{
    QElapsedTimer sinceMain;
    sinceMain.start();
    int code = 0;
    auto options = parseOptions({argv + 1, argv + argc}, code);
    if (!options)
        return code;
    const bool live = !options->demo;
    const QTemporaryDir examples;
    if (options->mode == Options::Mode::Shots && options->policyFile.empty()) {
        const QString path = examples.filePath(QStringLiteral("policy.yaml"));
        if (writeExamplePolicy(path, false))
            options->policyFile = path.toStdString();
    }
    if (!hasDisplay()) {
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
        if (options->mode == Options::Mode::Window && live) {
            std::fputs("binnacle: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set) to show this "
                       "cluster on; binnaclectl shows it as text\n",
                stderr);
            return 3;
        }
        if (options->mode == Options::Mode::Window)
            options->mode = Options::Mode::Session;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("binnacle"));
    QApplication::setDesktopFileName(QStringLiteral("org.binnacle.Console"));
    startLog();
    theme::Theme::instance().install(application);
    Console console(*options, sinceMain);
    switch (options->mode) {
    case Options::Mode::Window:
        return runWindow(console);
    case Options::Mode::Session:
        return runSession(console);
    case Options::Mode::Shots:
        return runShots(console, QString::fromStdString(options->shotsFolder));
    case Options::Mode::StartupTime:
        return runStartupTime(console);
    case Options::Mode::StallReport:
        return runStallReport(console);
    }
    return 2;
}

} // namespace binnacle::console
