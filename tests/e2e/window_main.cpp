// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/folders.h"
#include "tests/e2e/window_test.h"
#include "views/theme/theme.h"

#include <QApplication>

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("binnacle"));
    binnacle::console::startLog();
    binnacle::theme::Theme::instance().install(application);
    binnacle::e2e::WindowTest test;
    return QTest::qExec(&test, argc, argv);
}
