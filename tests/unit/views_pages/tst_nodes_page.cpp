// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/fake_service.h"
#include "tests/unit/views_fake/qt_test.h"
#include "views/models/main_thread_executor.h"
#include "views/pages/frame/main_window.h"
#include "views/pages/inspector/inspector_pane.h"
#include "views/pages/nodes/nodes_page.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>

using namespace binnacle;
using namespace binnacle::pages;
using testing::FakeShape;
using testing::FakeWorkspace;

/// The nodes' page and inspector in the window, by keyboard and mouse.
class TestNodesPage : public QObject {
    Q_OBJECT

private:
    struct Console {
        explicit Console(FakeShape shape = {.nodes = 120, .podsPerNode = 6, .pending = 5})
            : workspace(shape), window({workspace, executor, nullptr, QStringLiteral("operator-1")})
        {
            window.resize(1600, 1000);
            window.show();
            window.openCluster(QStringLiteral("demo"));
            window.open(QStringLiteral("nodes"));
        }
        [[nodiscard]] NodesPage &page() { return *qobject_cast<NodesPage *>(window.page(QStringLiteral("nodes"))); }
        [[nodiscard]] bool wait(int nodes)
        {
            return QTest::qWaitFor(
                [&] { return page().model()->rowCount() == nodes && page().map()->cellCount() == nodes; }, 5000);
        }
        [[nodiscard]] QString name(std::size_t i)
        {
            return QString::fromStdString(std::string(window.store().state().snapshot->nodes()[i]->node().name.text()));
        }
        models::MainThreadExecutor executor;
        FakeWorkspace workspace;
        MainWindow window;
    };

private slots:
    void mapAndTableShareFilterAndSelection()
    {
        Console c;
        QVERIFY(c.wait(120));
        const QString name = c.name(5);
        QTest::mouseClick(c.page().map(), Qt::LeftButton, {}, c.page().map()->cellRect(name).center());
        QVERIFY(c.window.inspector()->isVisible());
        QVERIFY(c.window.address().endsWith(QStringLiteral("/nodes/") + name));
        c.page().showTable(true);
        QCOMPARE(c.page().table()->currentIndex().data().toString(), name);
        c.window.open(QStringLiteral("nodes?filter=state:notready"));
        const int notReady = c.page().model()->counts().notReady;
        QTRY_COMPARE(c.page().model()->rowCount(), notReady);
        c.page().showTable(false);
        QTRY_COMPARE(c.page().map()->cellCount(), notReady);
    }

    void aNodeThatGoesIsSaid()
    {
        Console c;
        QVERIFY(c.wait(120));
        const QString name = c.name(3);
        c.window.open(QStringLiteral("nodes/") + name);
        QWidget *content = c.window.inspector()->content();
        QVERIFY(content->isEnabled());
        c.workspace.last->push(c.workspace.last->cluster.remove(name.toStdString()));
        QTRY_COMPARE(c.page().model()->rowCount(), 119);
        QCOMPARE(c.window.inspector()->content(), content);
        QVERIFY(!content->isEnabled());
        QCOMPARE(content->property("subtitle").toString(), QStringLiteral("This node is gone"));
        QTRY_COMPARE(c.page().map()->cellCount(), 119);
    }

    void theInspectorFollowsTheNodeAndEscCloses()
    {
        Console c;
        QVERIFY(c.wait(120));
        c.window.open(QStringLiteral("nodes/") + c.name(7) + QStringLiteral("?tab=pods"));
        auto *tabs = c.window.inspector()->content()->findChild<QTabBar *>();
        QVERIFY(tabs);
        QCOMPARE(tabs->currentIndex(), 1);
        QCOMPARE(c.window.inspector()->content()->windowTitle(), c.name(7));
        for (int i = 0; i < 10; ++i)
            c.workspace.last->push(c.workspace.last->cluster.churn(60));
        QTest::qWait(50);
        QTest::keyClick(&c.window, Qt::Key_Escape);
        QVERIFY(!c.window.inspector()->isVisible());
    }

    void nothingThatMatchesSaysSo()
    {
        Console c;
        QVERIFY(c.wait(120));
        c.window.open(QStringLiteral("nodes?filter=nowhere-at-all"));
        QTRY_COMPARE(
            c.page().findChild<theme::StatePanel *>()->title(), QStringLiteral("No node matches nowhere-at-all"));
    }

    void theMenuOffersWhatOneCanDo()
    {
        Console c;
        QVERIFY(c.wait(120));
        QTest::keyClick(c.page().map(), Qt::Key_Right);
        QTest::keyClick(c.page().map(), Qt::Key_Period);
        QTRY_VERIFY(!c.page().findChildren<QMenu *>().isEmpty());
        QStringList words;
        for (const QAction *action : c.page().findChildren<QMenu *>().first()->actions())
            words << action->text();
        for (const char *word : {"What if…", "Why…", "Copy address", "Copy as YAML", "Copy as JSON"})
            QVERIFY2(words.contains(QString::fromUtf8(word)), word);
        c.page().findChildren<QMenu *>().first()->close();
    }

    void yamlQuotesWhatComesFromOutside()
    {
        const auto node = testing::makeNode("evil")
                              .label("a", "x: y\n- \"z\"")
                              .allocatable("cpu", "4")
                              .allocatable("memory", "8Gi")
                              .obj();
        const QString yaml = nodeYaml(*model::testing::makeNodeInfo(node));
        QVERIFY2(yaml.contains(QStringLiteral("\"a\": \"x: y\\n- \\\"z\\\"\"")), qPrintable(yaml));
        QVERIFY(nodeJson(*model::testing::makeNodeInfo(node)).contains(QStringLiteral("\"kind\": \"Node\"")));
    }

    void withoutASourceAllocationIsShown()
    {
        Console c({.nodes = 40, .podsPerNode = 6, .pending = 0, .usage = false});
        QVERIFY(c.wait(40));
        QVERIFY(c.page().subtitle().startsWith(QStringLiteral("40")));
        QVERIFY(!c.page().subtitle().contains(QStringLiteral("without data")));
    }
};

BINNACLE_QTEST_MAIN(TestNodesPage)
#include "tst_nodes_page.moc"
