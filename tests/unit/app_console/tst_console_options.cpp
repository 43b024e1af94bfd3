// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/options.h"
#include "app/console/stall_meter.h"

#include <QThread>
#include <QtTest>

#include <algorithm>

using namespace binnacle::console;

/// The console's command line, and its stall meter.
class TestConsoleOptions : public QObject {
    Q_OBJECT

private slots:
    void theDemoIsTheDefault()
    {
        int code = 0;
        const auto options = parseOptions({}, code);
        QVERIFY(options);
        QVERIFY(options->demo);
        QCOMPARE(options->mode, Options::Mode::Window);
    }

    void aKubeconfigIsNotTheDemo()
    {
        int code = 0;
        const auto options = parseOptions({"--kubeconfig", "a", "--kubeconfig", "b", "--context", "prod"}, code);
        QVERIFY(options);
        QVERIFY(!options->demo);
        QCOMPARE(options->kubeconfigs.size(), std::size_t(2));
        QCOMPARE(options->context, std::string("prod"));
    }

    void whatDoesNotGoTogetherIsRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("two clusters") << QStringList{
            QStringLiteral("--demo"), QStringLiteral("--kubeconfig"), QStringLiteral("x")};
        QTest::newRow("two modes") << QStringList{
            QStringLiteral("--shots"), QStringLiteral("d"), QStringLiteral("--startup-time")};
        QTest::newRow("unknown option") << QStringList{QStringLiteral("--nope")};
        QTest::newRow("no such language") << QStringList{QStringLiteral("--language"), QStringLiteral("tlh")};
        QTest::newRow("seconds out of range") << QStringList{QStringLiteral("--stall-report"), QStringLiteral("0")};
    }
    void whatDoesNotGoTogetherIsRefused()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> list;
        for (const QString &word : words)
            list.push_back(word.toStdString());
        int code = 0;
        QVERIFY(!parseOptions(list, code));
        QCOMPARE(code, 2);
    }

    void helpIsNoFault()
    {
        int code = 1;
        QVERIFY(!parseOptions({"--help"}, code));
        QCOMPARE(code, 0);
    }

    void aBlockedLoopShowsAsAStall()
    {
        StallMeter meter;
        meter.start();
        QTest::qWait(60);
        QThread::msleep(120);
        QTest::qWait(60);
        meter.stop();
        QVERIFY(meter.beats() > 3);
        QVERIFY2(meter.maximum() >= 100, qPrintable(QString::number(meter.maximum())));
        QVERIFY(meter.percentile(0.5) <= meter.maximum());
    }

    void aStallThatNoBeatEndedCounts()
    {
        StallMeter meter;
        meter.start();
        meter.setDuring(QStringLiteral("sleeping"));
        QThread::msleep(60);
        meter.stop();
        QVERIFY2(meter.maximum() >= 50, qPrintable(QString::number(meter.maximum())));
        QCOMPARE(meter.worst().size(), std::size_t(1));
        QCOMPARE(meter.worst().front().during, QStringLiteral("sleeping"));
        QVERIFY(meter.worst().front().ownMs <= meter.worst().front().lateMs);
    }

    void theWorstStallsAreKeptWorstFirst()
    {
        StallMeter meter;
        meter.start();
        for (int i = 0; i < 12; ++i) {
            QThread::msleep(i == 5 ? 80 : 10);
            QTest::qWait(5);
        }
        meter.stop();
        QCOMPARE(meter.worst().size(), StallMeter::kKept);
        QCOMPARE(float(meter.worst().front().lateMs), float(meter.maximum()));
        QVERIFY(std::is_sorted(meter.worst().begin(), meter.worst().end(),
            [](const auto &a, const auto &b) { return a.lateMs > b.lateMs; }));
    }
};

QTEST_GUILESS_MAIN(TestConsoleOptions)
#include "tst_console_options.moc"
