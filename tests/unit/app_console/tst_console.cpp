// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/console.h"
#include "tests/unit/views_fake/qt_test.h"
#include "views/models/node_model.h"
#include "views/models/whatif_model.h"
#include "views/pages/frame/dialogs.h"
#include "views/pages/frame/feed_banner.h"
#include "views/theme/label.h"
#include "views/theme/notice.h"

#include <QDirIterator>
#include <QPushButton>
#include <QTemporaryDir>

#include <memory>
#include <sqlite3.h>

using namespace binnacle;
using console::Console;
using console::Options;

namespace {

/// A console on folders of its own, over the real services.
struct Bench {
    explicit Bench(const QTemporaryDir &home, Options options = {}) : options(std::move(options))
    {
        for (const char *name : {"CONFIG", "DATA", "STATE"})
            qputenv(qPrintable(QStringLiteral("XDG_%1_HOME").arg(QLatin1String(name))),
                home.filePath(QString::fromLatin1(name).toLower()).toUtf8());
        since.start();
        console = std::make_unique<Console>(this->options, since);
        console->window().show();
    }
    [[nodiscard]] const api::ClusterState &state() const { return console->window().store().state(); }
    [[nodiscard]] pages::FeedBanner *banner() const { return console->window().findChild<pages::FeedBanner *>(); }
    [[nodiscard]] bool open()
    {
        return console->openCluster()
            && QTest::qWaitFor([this] { return console->window().store().ready() || banner()->isVisible(); }, 20000);
    }
    [[nodiscard]] bool synced()
    {
        return open()
            && QTest::qWaitFor(
                [this] { return state().feed.state == model::FeedState::Synced && !state().snapshot->nodes().empty(); },
                20000);
    }
    Options options;
    QElapsedTimer since;
    std::unique_ptr<Console> console;
};

QString write(const QTemporaryDir &home, const char *name, const QByteArray &bytes)
{
    QFile file(home.filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("a test's file cannot be written");
    return file.fileName();
}

QString database(const QTemporaryDir &home)
{
    QDirIterator files(
        home.filePath(QStringLiteral("data")), {QStringLiteral("*.db")}, QDir::Files, QDirIterator::Subdirectories);
    return files.hasNext() ? files.next() : QString();
}

Options demo()
{
    Options options;
    options.demo = true;
    return options;
}

} // namespace

class TestConsole : public QObject {
    Q_OBJECT

private slots:
    void aClusterFileIsOpenedAndAskedButNeverWrittenTo()
    {
        QTemporaryDir home;
        Options options;
        options.clusterFile = write(home, "cluster.json", R"({"kind":"List","items":[
            {"kind":"Node","metadata":{"name":"n1"},"status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"10"},
             "conditions":[{"type":"Ready","status":"True"}]}},
            {"kind":"Node","metadata":{"name":"n2"},"spec":{"unschedulable":true},
             "status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"10"},"conditions":[{"type":"Ready","status":"True"}]}},
            {"kind":"Pod","metadata":{"name":"waits","namespace":"d","uid":"u1"},
             "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]},"status":{"phase":"Pending"}}]})")
                                  .toStdString();
        Bench bench(home, options);
        QVERIFY(bench.synced());
        QCOMPARE(bench.state().snapshot->nodes().size(), std::size_t(2));
        QCOMPARE(bench.state().writeBlock, api::WriteBlock::FileCluster);
        auto &window = bench.console->window();
        window.open(QStringLiteral("nodes"));
        const auto *nodes = window.page(QStringLiteral("nodes"))->findChild<models::NodeModel *>();
        QTRY_COMPARE(nodes->rowCount(), 2);
        window.open(QStringLiteral("whatif?pod=d/waits"));
        const auto *ranked = window.page(QStringLiteral("whatif"))->findChild<models::RankedModel *>();
        QTRY_COMPARE(ranked->rowCount(), 1);
        QCOMPARE(ranked->rowOf(base::Symbol("n1")), 0);
        QVERIFY(database(home).isEmpty()); // a file has no log
        QVERIFY(!bench.banner()->isVisible());
    }

    void aClusterFileThatCannotBeReadSaysWhatAndWhere_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("empty");
        QTest::newRow("UTF-16") << QByteArray("\xff\xfek\0i\0", 6) << QStringLiteral("UTF-16");
        QTest::newRow("half of JSON") << QByteArray(R"({"kind":"List","items":[{"kind":"Node",)")
                                      << QStringLiteral("cluster.json");
    }
    void aClusterFileThatCannotBeReadSaysWhatAndWhere()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        QTemporaryDir home;
        Options options;
        options.clusterFile = write(home, "cluster.json", bytes).toStdString();
        Bench bench(home, options);
        QVERIFY(bench.open());
        QVERIFY(!bench.console->window().store().ready());
        QVERIFY(bench.banner()->isVisible());
        QVERIFY2(bench.banner()->accessibleName().contains(expected), qPrintable(bench.banner()->accessibleName()));
    }

    void aCredentialProgramRunsOnlyAfterConsentWhichIsRemembered()
    {
        QTemporaryDir home;
        const QString marker = home.filePath(QStringLiteral("ran"));
        const QString program = write(home, "sign-in",
            "#!/bin/sh\necho \"$1 $SIGN_IN\" >> '" + marker.toUtf8()
                + "'\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
                  "\"status\":{\"token\":\"t\"}}'\n");
        QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        Options options;
        options.kubeconfigs = {write(home, "kubeconfig",
            "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
            "clusters: [{name: c, cluster: {server: \"https://127.0.0.1:1\"}}]\n"
            "contexts: [{name: c, context: {cluster: c, user: u}}]\n"
            "users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./sign-in, "
            "args: [get-token], env: [{name: SIGN_IN, value: prod}], interactiveMode: Never}}}]\n")
                                   .toStdString()};
        const auto fault = [](const Bench &bench) { return bench.state().feed.fault; };
        {
            Bench bench(home, options);
            QVERIFY(bench.open());
            QTRY_COMPARE_WITH_TIMEOUT(fault(bench), model::FaultKind::ConsentNeeded, 10000);
            const auto ask = [&] {
                for (auto *button : bench.banner()->findChildren<QPushButton *>()) {
                    if (button->isVisible())
                        button->click();
                }
                pages::ConfirmDialog *dialog = nullptr;
                (void)QTest::qWaitFor(
                    [&] { return (dialog = bench.console->window().findChild<pages::ConfirmDialog *>()) != nullptr; },
                    5000);
                return dialog;
            };
            QTRY_VERIFY(bench.banner()->isVisible());
            auto *dialog = ask();
            QVERIFY(dialog);
            QStringList said;
            for (const auto *words : dialog->findChildren<theme::Paragraph *>())
                said << words->text();
            for (const QString &expected : {program, QStringLiteral("get-token"), QStringLiteral("SIGN_IN=prod")})
                QVERIFY2(said.contains(expected), qPrintable(said.join(QLatin1Char('|'))));
            dialog->reject();
            QTest::qWait(300);
            QVERIFY(!QFile::exists(marker));
            QCOMPARE(fault(bench), model::FaultKind::ConsentNeeded);
            dialog = ask();
            QVERIFY(dialog);
            dialog->accept();
            const bool ranIt = QTest::qWaitFor([&] { return QFile::exists(marker); }, 10000);
            const auto *toast = bench.console->window().findChild<theme::Toast *>();
            QVERIFY2(ranIt, qPrintable(toast->text() + QStringLiteral(" / ") + bench.banner()->accessibleName()));
            QTRY_COMPARE_WITH_TIMEOUT(fault(bench), model::FaultKind::Unreachable, 15000); // it went on to the server
        }
        QFile ran(marker);
        QVERIFY(ran.open(QIODevice::ReadOnly));
        QVERIFY(ran.readAll().startsWith("get-token prod"));
        QVERIFY(QFile::remove(marker));
        Bench again(home, options);
        QVERIFY(again.open());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(marker), 10000);
        QVERIFY(fault(again) != model::FaultKind::ConsentNeeded);
    }

    void aLogThatCannotBeUsedLeavesTheClusterToBeSeenAndNothingToBeWritten_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("title");
        QTest::newRow("unwritable") << QStringLiteral("unwritable")
                                    << QStringLiteral("The audit log cannot be written");
        QTest::newRow("newer") << QStringLiteral("newer")
                               << QStringLiteral("The audit log was written by a newer version");
        QTest::newRow("damaged") << QStringLiteral("damaged") << QStringLiteral("The audit log is damaged");
    }
    void aLogThatCannotBeUsedLeavesTheClusterToBeSeenAndNothingToBeWritten()
    {
        QFETCH(QString, kind);
        QFETCH(QString, title);
        QTemporaryDir home;
        if (kind == QLatin1String("unwritable")) {
            write(home, "data", "a file where a folder must be");
        } else {
            {
                Bench first(home, demo());
                QVERIFY(first.synced());
                QTRY_VERIFY_WITH_TIMEOUT(first.state().auditLeaves > 0, 10000);
            }
            const QString path = database(home);
            QVERIFY(!path.isEmpty());
            if (kind == QLatin1String("newer")) {
                sqlite3 *db = nullptr;
                QCOMPARE(sqlite3_open(path.toUtf8().constData(), &db), SQLITE_OK);
                QCOMPARE(sqlite3_exec(db, "PRAGMA user_version=99", nullptr, nullptr, nullptr), SQLITE_OK);
                sqlite3_close(db);
            } else {
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadWrite));
                const QByteArray rubbish(int(std::min<qint64>(file.size(), 64 * 1024)), '\x5a');
                QCOMPARE(file.write(rubbish), qint64(rubbish.size()));
                file.close();
                for (const char *suffix : {"-wal", "-shm"})
                    QFile::remove(path + QLatin1String(suffix));
            }
        }
        Bench bench(home, demo());
        QVERIFY(bench.synced());
        QTRY_VERIFY(bench.banner()->isVisible());
        const QString said = bench.banner()->accessibleName();
        QVERIFY2(said.startsWith(title), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("nothing is written to the cluster")), qPrintable(said));
        QVERIFY2(said.contains(home.path()), qPrintable(said)); // where it is
        QCOMPARE(bench.state().writeBlock, api::WriteBlock::AuditFailed);
        QTest::qWait(800);
        QVERIFY(bench.state().proposals.empty());
        QCOMPARE(bench.state().placedLastHour, std::int64_t(0));
        bench.console->window().open(QStringLiteral("audit"));
        QTest::qWait(100);
        QVERIFY(bench.console->window().page(QStringLiteral("audit"))->isVisible());
    }
};

BINNACLE_QTEST_MAIN(TestConsole)
#include "tst_console.moc"
