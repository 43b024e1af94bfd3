// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/theme.h"

#include <QApplication>
#include <QtTest>

/// A QtTest program in the console's style whose Qt warnings are failures: BINNACLE_QTEST_MAIN(Class).
namespace binnacle::testing {

inline int g_warnings = 0;
inline QtMessageHandler g_before = nullptr;

inline void countWarnings(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    // The offscreen platform says this of sizes, raising and grabbing; it is no word on our code.
    const bool platform = text.startsWith(QStringLiteral("This plugin does not support"));
    if (type != QtDebugMsg && type != QtInfoMsg && !platform)
        ++g_warnings;
    if (g_before)
        g_before(type, context, text);
}

template <typename Test> int run(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    theme::Theme::instance().install(application);
    Test test;
    g_before = qInstallMessageHandler(countWarnings);
    const int failed = QTest::qExec(&test, argc, argv);
    if (g_warnings > 0)
        fprintf(stderr, "%d Qt warning(s); each is a failure\n", g_warnings);
    return failed + g_warnings;
}

} // namespace binnacle::testing

#define BINNACLE_QTEST_MAIN(Test)                                                                                      \
    int main(int argc, char **argv) { return binnacle::testing::run<Test>(argc, argv); }
