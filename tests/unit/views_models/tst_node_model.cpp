// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/model/testing/builders.h"
#include "tests/unit/views_fake/fake_service.h"
#include "views/models/cluster_store.h"
#include "views/models/main_thread_executor.h"
#include "views/models/node_model.h"
#include "views/models/overview_rows.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace binnacle;
using namespace binnacle::models;
using testing::FakeCluster;
using testing::FakeService;

/// The table of nodes, the store and the overview's rows over a seeded cluster.
class TestNodeModel : public QObject {
    Q_OBJECT

private:
    static bool settled(NodeModel &model, int rows)
    {
        return QTest::qWaitFor([&] { return model.rowCount() == rows; }, 5000);
    }
    static QStringList names(const NodeModel &model)
    {
        QStringList out;
        for (int i = 0; i < model.rowCount(); ++i)
            out << model.index(i, 0).data().toString();
        return out;
    }

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void whatANodeHasNotIsNotApplicableAndNotZero()
    {
        const auto bare = model::testing::makeNode("bare").allocatable("memory", "8Gi").obj();
        const NodeRow row = makeNodeRow(model::NodeInfo(bare), {});
        QVERIFY(row.cpuAllocated < 0);
        QVERIFY(row.gpuAllocated < 0);
        QVERIFY(row.cpuUsed < 0);
        QCOMPARE(row.memoryAllocated, 0.0F);
    }

    void everyUpdateKeepsTheModelSound()
    {
        FakeCluster cluster({.nodes = 200, .podsPerNode = 6, .pending = 3});
        NodeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(cluster.whole());
        QVERIFY(settled(model, 200));
        for (int i = 0; i < 20; ++i)
            model.apply(cluster.churn(40));
        model.setFilter(QStringLiteral("gpu"));
        for (int i = 0; i < 5; ++i)
            model.apply(cluster.churn(40));
        QVERIFY(QTest::qWaitFor([&] { return model.rowCount() < 200 && model.rowCount() > 0; }, 5000));
        api::ClusterUpdate gone;
        gone.state = cluster.state();
        gone.removedNodes = {
            cluster.state()->snapshot->nodes()[0]->node().name, cluster.state()->snapshot->nodes()[7]->node().name};
        model.apply(gone);
        QCOMPARE(model.counts().nodes, 198);
    }

    void rowsKeepTheirPlaceWhenDataArrives()
    {
        FakeCluster cluster({.nodes = 120, .podsPerNode = 8, .pending = 0});
        NodeModel model;
        model.apply(cluster.whole());
        QVERIFY(settled(model, 120));
        QSignalSpy sorted(&model, &NodeModel::queryApplied);
        model.sort(int(NodeColumn::Pods), Qt::DescendingOrder);
        QVERIFY(sorted.wait(5000));
        const QStringList before = names(model);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        for (int i = 0; i < 10; ++i)
            model.apply(cluster.churn(60));
        QCOMPARE(names(model), before);
        QCOMPARE(resets.count(), 0);
    }

    void aFilterAsksForStatesAndWords()
    {
        FakeCluster cluster({.nodes = 600, .podsPerNode = 4, .pending = 0});
        NodeModel model;
        model.apply(cluster.whole());
        QVERIFY(settled(model, 600));
        const NodeModel::Counts counts = model.counts();
        QVERIFY(counts.hot > 0 && counts.notReady > 0 && counts.cordoned > 0 && counts.noData > 0);
        const std::pair<const char *, int> cases[] = {{"state:notready", counts.notReady}, {"STATE:hot", counts.hot},
            {"state:cordoned", counts.cordoned}, {"state:nodata", counts.noData}};
        for (const auto &[text, expected] : cases) {
            model.setFilter(QString::fromLatin1(text));
            QVERIFY2(settled(model, expected), text);
        }
        QSignalSpy applied(&model, &NodeModel::queryApplied);
        model.setFilter(QStringLiteral("pool:edge zone:ams"));
        QVERIFY(applied.wait(5000));
        QVERIFY(model.rowCount() > 0);
        for (const QString &name : names(model))
            QVERIFY2(
                name.startsWith(QStringLiteral("ams-")) && name.contains(QStringLiteral("edge")), qPrintable(name));
        model.setFilter(QStringLiteral("no such node anywhere"));
        QVERIFY(settled(model, 0));
    }

    void onlyTheNewestFilterShows()
    {
        FakeCluster cluster({.nodes = 300, .podsPerNode = 2, .pending = 0});
        NodeModel model;
        model.apply(cluster.whole());
        QVERIFY(settled(model, 300));
        for (const char *text : {"g", "gp", "gpu", "gpu-", "zzz", ""})
            model.setFilter(QString::fromLatin1(text));
        QTest::qWait(200);
        QCOMPARE(model.rowCount(), 300);
    }

    void whatNoSourceMeasuresIsUnknownNotZero()
    {
        FakeCluster cluster({.nodes = 30, .podsPerNode = 4, .pending = 0, .usage = false});
        NodeModel model;
        model.apply(cluster.whole());
        QVERIFY(settled(model, 30));
        const auto bar = model.index(0, int(NodeColumn::Cpu)).data(NodeModel::BarRole).value<BarShares>();
        QVERIFY(bar.used < 0);
        QVERIFY(bar.allocated > 0);
        QCOMPARE(model.counts().noData, 30);
        const auto figure = OverviewRows::figure(OverviewRows::Which::Used, *cluster.state(), std::chrono::minutes(60));
        QCOMPARE(figure.value, QStringLiteral("–"));
        QVERIFY(std::none_of(figure.trend.begin(), figure.trend.end(), [](double v) { return std::isfinite(v); }));
    }

    void aNameWithMarkupStaysText()
    {
        const auto node =
            testing::makeNode("<b>x</b>\xE2\x80\xAEtxt").allocatable("cpu", "4").allocatable("memory", "8Gi").obj();
        const NodeRow row = makeNodeRow(*model::testing::makeNodeInfo(node), {});
        QVERIFY(!Words::plain(row.name).contains(QChar(0x202E)));
    }

    void theStoreFollowsItsServiceAndForgetsTheOldOne()
    {
        MainThreadExecutor executor;
        FakeService first({.nodes = 20, .podsPerNode = 3, .pending = 2});
        FakeService second({.nodes = 30, .podsPerNode = 3, .pending = 2, .seed = 7});
        ClusterStore store;
        store.attach(&first, executor);
        QVERIFY(QTest::qWaitFor([&] { return store.ready(); }, 5000));
        QCOMPARE(store.state().snapshot->nodes().size(), std::size_t(20));
        const model::PodPtr pod = first.cluster.state()->pending[0].pod;
        QCOMPARE(store.pod(pod->key), pod);
        first.push(first.cluster.churn(5));
        store.attach(&second, executor);
        QVERIFY(QTest::qWaitFor([&] { return store.ready(); }, 5000));
        QCOMPARE(store.state().snapshot->nodes().size(), std::size_t(30));
        QTest::qWait(50);
        QCOMPARE(store.state().snapshot->nodes().size(), std::size_t(30));
        std::size_t pods = 0;
        store.forEachPod([&](const model::PodPtr &) {
            ++pods;
            return true;
        });
        QCOMPARE(pods, store.whole().pods.size());
    }

    void tasksRunInOrderAndNeverInsidePost()
    {
        MainThreadExecutor executor;
        std::vector<int> order;
        executor.post([&] {
            order.push_back(1);
            QVERIFY(executor.runsHere());
            executor.post([&] { order.push_back(3); });
            order.push_back(2);
        });
        QVERIFY(order.empty());
        QVERIFY(QTest::qWaitFor([&] { return order.size() == 3; }, 2000));
        QCOMPARE(order, (std::vector<int>{1, 2, 3}));
        QVERIFY(!executor.runsHere());
    }

    void theOverviewNamesWhatNeedsAPerson()
    {
        FakeCluster cluster;
        const auto needs = OverviewRows::needs(*cluster.state(), cluster.now());
        QCOMPARE(needs.size(), std::size_t(2));
        QCOMPARE(needs[0].address, QStringLiteral("approvals"));
        QCOMPARE(needs[1].address, QStringLiteral("nodes?filter=state:notready"));
        (void)cluster.change([](api::ClusterState &s) {
            s.proposals.clear();
            s.nodesNotReady = 0;
        });
        const auto calm = OverviewRows::needs(*cluster.state(), cluster.now());
        QCOMPARE(calm.size(), std::size_t(1));
        QCOMPARE(calm[0].tone, Tone::Good);
    }

    void smallTablesReplaceByKey()
    {
        RowsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setHeader({QStringLiteral("a")}, {});
        const auto row = [](const char *key, const char *text) {
            return Row{QString::fromLatin1(key), {}, {{QString::fromLatin1(text)}}};
        };
        model.replace({row("1", "x"), row("2", "y"), row("3", "z")});
        QPersistentModelIndex three(model.index(2, 0));
        model.replace({row("3", "z"), row("4", "w"), row("1", "X")});
        QCOMPARE(three.row(), 0);
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("X"));
        model.replace({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!three.isValid());
    }
};

QTEST_GUILESS_MAIN(TestNodeModel)
#include "tst_node_model.moc"
