// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/console/options.h"
#include "backend/api/cluster_service.h"
#include "views/models/main_thread_executor.h"
#include "views/pages/frame/main_window.h"

#include <QElapsedTimer>
#include <QLockFile>
#include <QSettings>

#include <memory>

namespace binnacle::console {

/// The composition root: settings, the executor of the GUI thread, the workspace of services and the window over them.
/// Made after the QApplication. GUI thread.
class Console {
public:
    Console(const Options &options, const QElapsedTimer &sinceMain);
    ~Console();

    /// One console a cluster: false, with the reason on standard error, when another has it open or it cannot be found.
    [[nodiscard]] bool openCluster();
    [[nodiscard]] pages::MainWindow &window() { return *m_window; }
    [[nodiscard]] const Options &options() const { return m_options; }
    [[nodiscard]] double secondsSinceMain() const { return double(m_sinceMain.nsecsElapsed()) / 1e9; }
    /// Runs the event loop until `done` or the time is over; answers done().
    bool waitFor(const std::function<bool()> &done, int milliseconds);

private:
    Options m_options;
    const QElapsedTimer &m_sinceMain;
    std::unique_ptr<QSettings> m_settings;
    models::MainThreadExecutor m_executor;
    std::unique_ptr<api::Workspace> m_workspace;
    std::unique_ptr<pages::MainWindow> m_window;
    std::unique_ptr<QLockFile> m_lock;
};

/// The whole program: parses, composes, runs; answers the exit code.
[[nodiscard]] int run(int argc, char **argv);

// What the program does instead of showing a window to a user; each answers the exit code.
[[nodiscard]] int runSession(Console &console);
[[nodiscard]] int runShots(Console &console, const QString &folder);
[[nodiscard]] int runStallReport(Console &console);

/// An example of a policy for the pictures, and the changed one that then waits; false when `path` cannot be written.
[[nodiscard]] bool writeExamplePolicy(const QString &path, bool changed);

/// Saves a picture of each page in the theme and language of the moment as FOLDER/<page><suffix>.png; false when one could
/// not be written.
[[nodiscard]] bool saveShots(Console &console, const QString &folder, const QString &suffix);

} // namespace binnacle::console
