// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/fake_service.h"
#include "tests/unit/views_fake/qt_test.h"
#include "views/models/main_thread_executor.h"
#include "views/pages/frame/dialogs.h"
#include "views/pages/frame/feed_banner.h"
#include "views/pages/frame/main_window.h"
#include "views/pages/frame/rail.h"
#include "views/pages/frame/top_bar.h"
#include "views/pages/inspector/inspector_pane.h"
#include "views/theme/notice.h"

#include <QDir>
#include <QHeaderView>
#include <QPushButton>
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

    void aProgramThatWantsToRunIsShownWholeAndRunsOnlyWhenAllowed()
    {
        Console c;
        QVERIFY(c.wait());
        auto *service = c.workspace.last;
        const QString longWord = QString(3000, QLatin1Char('x')) + QStringLiteral("END");
        service->consent->emplace_back("argument", longWord.toStdString());
        service->push(service->cluster.change([](api::ClusterState &s) {
            s.feed.state = model::FeedState::Connecting;
            s.feed.fault = model::FaultKind::ConsentNeeded;
        }));
        auto *banner = c.window.findChild<FeedBanner *>();
        QTRY_VERIFY(banner->isVisible());
        const auto ask = [&]() -> ConfirmDialog * {
            for (auto *button : banner->findChildren<QPushButton *>()) {
                if (button->isVisible())
                    button->click();
            }
            ConfirmDialog *dialog = nullptr;
            if (!QTest::qWaitFor([&] { return (dialog = c.window.findChild<ConfirmDialog *>()) != nullptr; }, 2000))
                return nullptr;
            return dialog;
        };
        const auto granted = [&] { return std::count(service->calls.begin(), service->calls.end(), "grantConsent"); };
        auto *dialog = ask();
        QVERIFY(dialog);
        QStringList said;
        for (auto *label : dialog->findChildren<theme::Label *>())
            said << label->text();
        for (auto *words : dialog->findChildren<theme::Paragraph *>())
            said << words->text();
        for (const char *expected : {"program that runs", "/usr/bin/aws", "eks", "get-token", "AWS_PROFILE=prod"})
            QVERIFY2(said.contains(QString::fromLatin1(expected)), expected);
        QVERIFY(said.contains(longWord)); // nothing of it hides
        const auto press = [&](const char *word) {
            for (auto *button : dialog->findChildren<QPushButton *>()) {
                if (button->text() == QLatin1String(word))
                    button->click();
            }
        };
        press("Cancel");
        QTRY_VERIFY(!c.window.findChild<ConfirmDialog *>());
        QCOMPARE(granted(), 0);
        dialog = ask();
        QVERIFY(dialog);
        theme::Theme::instance().setLanguage(theme::Language::Chinese); // while it is open
        QTRY_VERIFY(dialog->windowTitle() != QStringLiteral("Run this credential program?"));
        theme::Theme::instance().setLanguage(theme::Language::English);
        QTRY_COMPARE(dialog->windowTitle(), QStringLiteral("Run this credential program?"));
        press("Run it");
        QTRY_COMPARE(granted(), 1);
        QTRY_COMPARE(c.window.findChild<theme::Toast *>()->text(), QStringLiteral("Consent kept; connecting"));
    }

    void aToastSpeaksTheNewLanguage()
    {
        Console c;
        QVERIFY(c.wait());
        c.window.open(QStringLiteral("nowhere"));
        auto *toast = c.window.findChild<theme::Toast *>();
        QCOMPARE(toast->text(), QStringLiteral("There is nothing at nowhere"));
        c.window.toggleLanguage();
        QTRY_VERIFY(toast->text() != QStringLiteral("There is nothing at nowhere"));
        QVERIFY(toast->isVisible() && toast->text().contains(QStringLiteral("nowhere")));
        c.window.toggleLanguage();
        QTRY_COMPARE(toast->text(), QStringLiteral("There is nothing at nowhere"));
    }

    void aLogThatCannotBeWrittenIsSaidInBannerAndStatusBar()
    {
        Console c;
        QVERIFY(c.wait());
        auto *service = c.workspace.last;
        auto *banner = c.window.findChild<FeedBanner *>();
        QVERIFY(!banner->isVisible());
        service->push(service->cluster.change([](api::ClusterState &s) {
            s.writeBlock = api::WriteBlock::AuditFailed;
            s.auditFault = absl::FailedPreconditionError("/data/audit.db: written by a newer version (layout 9)");
        }));
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(banner->accessibleName().startsWith(QStringLiteral("The audit log was written by a newer version")));
        QVERIFY(banner->accessibleName().contains(QStringLiteral("Update Binnacle")));
        QVERIFY(banner->accessibleName().contains(QStringLiteral("/data/audit.db")));
        service->push(service->cluster.change([](api::ClusterState &s) {
            s.writeBlock = api::WriteBlock::None;
            s.auditFault = absl::OkStatus();
        }));
        QTRY_VERIFY(!banner->isVisible());
    }

    void countsOfOneAreSingular()
    {
        Console c({.nodes = 1, .podsPerNode = 2, .pending = 1});
        QVERIFY(c.wait());
        const QString subtitle = c.window.page(QStringLiteral("overview"))->subtitle();
        QVERIFY2(subtitle.startsWith(QStringLiteral("1 node · ")), qPrintable(subtitle));
        QVERIFY2(subtitle.endsWith(QStringLiteral("1 region")), qPrintable(subtitle));
        c.window.toggleLanguage();
        QTRY_VERIFY(c.window.page(QStringLiteral("overview"))->subtitle().startsWith(QStringLiteral("1 个节点")));
        c.window.toggleLanguage();
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
