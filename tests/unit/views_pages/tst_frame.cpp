// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/fake_service.h"
#include "tests/unit/views_fake/qt_test.h"
#include "views/models/main_thread_executor.h"
#include "views/pages/frame/main_window.h"
#include "views/pages/frame/rail.h"
#include "views/pages/frame/top_bar.h"
#include "views/pages/inspector/inspector_pane.h"

#include <QDir>
#include <QHeaderView>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

using namespace binnacle;
using namespace binnacle::pages;
using testing::FakeShape;
using testing::FakeWorkspace;

/// The window over a fake cluster, as a user drives it.
class TestFrame : public QObject {
    Q_OBJECT

private:
    struct Console {
        explicit Console(
            FakeShape shape = {.nodes = 60, .podsPerNode = 6, .pending = 12}, QSettings *settings = nullptr)
            : workspace(shape), window({workspace, executor, settings, QStringLiteral("operator-1")})
        {
            window.resize(1600, 1000);
            window.show();
            window.openCluster(QStringLiteral("demo"));
        }
        [[nodiscard]] bool wait()
        {
            return QTest::qWaitFor([this] { return window.store().ready(); }, 5000);
        }
        models::MainThreadExecutor executor;
        FakeWorkspace workspace;
        MainWindow window;
    };

private slots:
    void cleanup()
    {
        theme::Theme::instance().setScheme(theme::Scheme::Light);
        theme::Theme::instance().setLanguage(theme::Language::English);
    }

    void addressesSurviveTheirText()
    {
        const Address a{QStringLiteral("prod/eu ä"), QStringLiteral("pods"), QStringLiteral("ml/train-7f9c"),
            QStringLiteral("why"), QStringLiteral("a&b=c?")};
        const auto back = Address::parse(a.text());
        QVERIFY(back);
        QCOMPARE(*back, a);
    }

    void whatIsNoAddressIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("another scheme") << QStringLiteral("https://x/nodes");
        QTest::newRow("no page") << QStringLiteral("binnacle://prod");
        QTest::newRow("too long") << QString(3000, QLatin1Char('a'));
    }
    void whatIsNoAddressIsRefused()
    {
        QFETCH(QString, text);
        QVERIFY(!Address::parse(text));
    }

    void thePodOfAWhatIfIsItsObject()
    {
        const auto a = Address::parse(QStringLiteral("whatif?pod=ml/train"));
        QVERIFY(a);
        QCOMPARE(a->object, QStringLiteral("ml/train"));
    }

    void fuzzyPrefersStartsOfWords()
    {
        QVERIFY(!fuzzyScore(QStringLiteral("xyz"), QStringLiteral("Overview")));
        QVERIFY(*fuzzyScore(QStringLiteral("ov"), QStringLiteral("Overview"))
            > *fuzzyScore(QStringLiteral("ov"), QStringLiteral("Approvals")));
        QVERIFY(fuzzyScore(QString(), QStringLiteral("Anything")));
    }

    void aClusterOpensAndSaysItsState()
    {
        Console c;
        QSignalSpy interactive(&c.window, &MainWindow::interactive);
        QVERIFY(c.wait());
        QVERIFY(c.window.topBar()->feed->text().startsWith(QStringLiteral("Synced")));
        QCOMPARE(c.window.rail()->item(QStringLiteral("overview"))->isChecked(), true);
        QTRY_COMPARE(interactive.count(), 1);
    }

    void aClusterThatCannotBeOpenedLeavesNoneOpen()
    {
        Console c;
        QVERIFY(c.wait());
        c.window.openCluster(QStringLiteral("nowhere"));
        QVERIFY(c.window.clusterId().isEmpty());
        QVERIFY(!c.window.store().ready());
        QCOMPARE(c.window.topBar()->feed->text(), QStringLiteral("Not connected"));
    }

    void switchingTheClusterShowsTheOther()
    {
        Console c;
        QVERIFY(c.wait());
        c.window.openCluster(QStringLiteral("demo-2"));
        QVERIFY(c.wait());
        QCOMPARE(QString::fromStdString(c.window.store().state().profile.name), QStringLiteral("staging"));
    }

    void aStaleFeedIsSaid()
    {
        Console c;
        QVERIFY(c.wait());
        c.workspace.last->push(c.workspace.last->cluster.change([](api::ClusterState &s) {
            s.feed.state = model::FeedState::Stale;
            s.feed.fault = model::FaultKind::Unreachable;
        }));
        QTRY_VERIFY(c.window.topBar()->feed->text().startsWith(QStringLiteral("Stale")));
    }

    void everyPageIsReachedByItsLetterAndLeftByBack()
    {
        Console c;
        QVERIFY(c.wait());
        QVERIFY(QTest::qWaitForWindowActive(&c.window));
        const QStringList ids = c.window.pageIds();
        for (const QString &id : ids) {
            c.window.open(id);
            QCOMPARE(c.window.currentPage()->id(), id);
        }
        for (auto id = ids.rbegin() + 1; id != ids.rend(); ++id) {
            c.window.back();
            QCOMPARE(c.window.currentPage()->id(), *id);
        }
        c.window.forward();
        QCOMPARE(c.window.currentPage()->id(), ids[1]);
        QTest::keyClick(&c.window, Qt::Key_G);
        QTest::keyClick(&c.window, Qt::Key_O);
        QCOMPARE(c.window.currentPage()->id(), QStringLiteral("overview"));
    }

    void thePaletteFindsPagesNodesAndPods()
    {
        Console c;
        QVERIFY(c.wait());
        c.window.openPalette();
        QVERIFY(c.window.palettePopup()->titles().contains(QStringLiteral("Overview")));
        c.window.openPalette(QStringLiteral("diffusion"));
        QVERIFY(c.window.palettePopup()->titles().filter(QStringLiteral("diffusion-xl-worker")).size() > 0);
        const QString name =
            QString::fromStdString(std::string(c.window.store().state().snapshot->nodes()[3]->node().name.text()));
        c.window.openPalette(name);
        QVERIFY(c.window.palettePopup()->titles().contains(name));
    }

    void aNarrowWindowHasIconsAndAnInspectorOverTheContent()
    {
        Console c;
        QVERIFY(c.wait());
        QCOMPARE(c.window.rail()->width(), 168);
        c.window.resize(1200, 800);
        QCOMPARE(c.window.rail()->width(), 48);
    }

    void languageAndSchemeSwitchWhileItRuns()
    {
        Console c;
        QVERIFY(c.wait());
        const QString before = c.window.rail()->item(QStringLiteral("overview"))->text();
        c.window.toggleLanguage();
        QTRY_VERIFY(c.window.rail()->item(QStringLiteral("overview"))->text() != before);
        c.window.toggleLanguage();
        QTRY_COMPARE(c.window.rail()->item(QStringLiteral("overview"))->text(), before);
        c.window.toggleScheme();
        QTRY_COMPARE(c.window.palette().color(QPalette::Window), theme::tokens(theme::Scheme::Dark).background);
        QCOMPARE(c.window.grab().toImage().pixelColor(300, 300), theme::tokens(theme::Scheme::Dark).surface);
    }

    void windowStateIsKept()
    {
        QTemporaryDir dir;
        QSettings settings(dir.filePath(QStringLiteral("binnacle.ini")), QSettings::IniFormat);
        {
            Console c({.nodes = 20, .podsPerNode = 2, .pending = 2}, &settings);
            QVERIFY(c.wait());
            c.window.rail()->setCollapsed(true);
            c.window.open(QStringLiteral("nodes"));
            auto *header = c.window.findChild<QTableView *>(QStringLiteral("nodes"))->horizontalHeader();
            header->resizeSection(1, 177);
            header->setSortIndicator(4, Qt::DescendingOrder);
            c.window.close();
        }
        Console c({.nodes = 20, .podsPerNode = 2, .pending = 2}, &settings);
        QVERIFY(c.window.rail()->collapsed());
        auto *header = c.window.findChild<QTableView *>(QStringLiteral("nodes"))->horizontalHeader();
        QCOMPARE(header->sectionSize(1), 177);
        QCOMPARE(header->sortIndicatorSection(), 4);
        QCOMPARE(header->sortIndicatorOrder(), Qt::DescendingOrder);
        c.window.openLastPage();
        QVERIFY(c.window.address().contains(QStringLiteral("/nodes")));
    }

    /// With BINNACLE_SHOTS a picture of every page, both themes and languages, over the whole fake cluster.
    void pictures()
    {
        const QString dir = qEnvironmentVariable("BINNACLE_SHOTS");
        if (dir.isEmpty())
            QSKIP("BINNACLE_SHOTS names no folder");
        QDir().mkpath(dir);
        Console c(FakeShape{});
        QVERIFY(c.wait());
        for (const bool chinese : {false, true}) {
            theme::Theme::instance().setLanguage(chinese ? theme::Language::Chinese : theme::Language::English);
            for (const bool dark : {false, true}) {
                theme::Theme::instance().setScheme(dark ? theme::Scheme::Dark : theme::Scheme::Light);
                for (const QString &id : c.window.pageIds()) {
                    c.window.open(id);
                    if (id == QLatin1String("nodes"))
                        c.window.open(QStringLiteral("nodes/")
                            + QString::fromStdString(
                                std::string(c.window.store().state().snapshot->nodes()[3]->node().name.text())));
                    QTest::qWait(400);
                    c.window.grab().save(QStringLiteral("%1/%2-%3-%4.png")
                                             .arg(dir, id, dark ? QStringLiteral("dark") : QStringLiteral("light"),
                                                 chinese ? QStringLiteral("zh") : QStringLiteral("en")));
                }
            }
        }
    }
};

BINNACLE_QTEST_MAIN(TestFrame)
#include "tst_frame.moc"
