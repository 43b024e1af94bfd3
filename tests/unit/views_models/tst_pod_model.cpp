// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "planner/base/random.h"
#include "pod_fixture.h"
#include "views/models/pod_model.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <set>

using namespace binnacle;
using namespace binnacle::models;
using namespace binnacle::models::testing;

namespace {

api::ClusterUpdate withPods(std::vector<model::PodPtr> pods, bool reset = false)
{
    api::ClusterUpdate update;
    update.reset = reset;
    update.pods = std::move(pods);
    return update;
}

QStringList names(const PodModel &model)
{
    QStringList out;
    for (int row = 0; row < model.rowCount(); ++row)
        out << model.index(row, 0).data().toString();
    return out;
}

} // namespace

class TestPodModel : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void updatesKeepRowsInTheirPlace()
    {
        PodModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(withPods({makePod("a/one").obj(), makePod("a/two").obj(), makePod("b/three").obj()}, true));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.apply(
            withPods({makePod("a/two").node("n1").phase(model::PodPhase::Running).obj(), makePod("a/four").obj()}));
        QCOMPARE(names(model),
            (QStringList{QStringLiteral("a/one"), QStringLiteral("a/two"), QStringLiteral("b/three"),
                QStringLiteral("a/four")}));
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.at(0).at(0).toModelIndex().row(), 1);
        api::ClusterUpdate removal;
        removal.removedPods = {{"a", "one"}, {"b", "three"}, {"x", "never-was"}};
        model.apply(removal);
        QCOMPARE(names(model), (QStringList{QStringLiteral("a/two"), QStringLiteral("a/four")}));
        QCOMPARE(model.rowOf({"a", "four"}), 1);
        QCOMPARE(model.rowOf({"a", "one"}), -1);
        QCOMPARE(resets.count(), 0);
    }

    void resetUpdateForgetsWhatIsNotInIt()
    {
        PodModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(withPods({makePod("a/one").obj(), makePod("a/two").obj()}, true));
        model.apply(withPods({makePod("a/two").obj(), makePod("a/three").obj()}, true));
        QCOMPARE(names(model), (QStringList{QStringLiteral("a/two"), QStringLiteral("a/three")}));
        QCOMPARE(model.count(PodSegment::All), 2);
    }

    void segmentsAndNamespacesAreCounted()
    {
        PodModel model;
        model.apply(withPods({makePod("a/p").obj(), makePod("a/r").node("n").phase(model::PodPhase::Running).obj(),
                                 makePod("b/f").node("n").phase(model::PodPhase::Failed).obj()},
            true));
        QCOMPARE(model.count(PodSegment::Pending), 1);
        QCOMPARE(model.count(PodSegment::Running), 1);
        QCOMPARE(model.count(PodSegment::Finished), 1);
        QCOMPARE(model.namespaces().at("a"), 2);
        model.apply(withPods({makePod("a/p").node("n").phase(model::PodPhase::Running).obj()}));
        QCOMPARE(model.count(PodSegment::Pending), 0);
        QCOMPARE(model.count(PodSegment::Running), 2);
    }

    void filterShowsWhatContainsEveryWord()
    {
        PodModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(withPods({makePod("ml/train-1").node("gpu-a12").obj(), makePod("ml/serve-1").node("gpu-b01").obj(),
                                 makePod("web/train-2").obj()},
            true));
        QSignalSpy applied(&model, &PodModel::queryApplied);
        model.setFilter(QStringLiteral("TRAIN gpu-a"));
        QVERIFY(applied.wait());
        QCOMPARE(names(model), QStringList{QStringLiteral("ml/train-1")});
        model.setFilter(QStringLiteral("train"));
        model.setNamespace(QStringLiteral("web"));
        QVERIFY(applied.wait());
        QCOMPARE(names(model), QStringList{QStringLiteral("web/train-2")});
    }

    void onlyTheNewestOfManyFiltersShows()
    {
        PodModel model;
        std::vector<model::PodPtr> pods;
        for (int i = 0; i < 20'000; ++i)
            pods.push_back(makePod("ns/pod-" + std::to_string(i)).obj());
        model.apply(withPods(pods, true));
        QSignalSpy applied(&model, &PodModel::queryApplied);
        for (const QString &text :
            {QStringLiteral("p"), QStringLiteral("po"), QStringLiteral("pod-1"), QStringLiteral("pod-19999")})
            model.setFilter(text);
        QTRY_COMPARE(model.rowCount(), 1);
        QTest::qWait(20);
        QCOMPARE(names(model), QStringList{QStringLiteral("ns/pod-19999")});
        QVERIFY(applied.count() <= 2);
    }

    void whatChangesWhileAFilterRunsIsNotLost()
    {
        PodModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(withPods({makePod("a/keep-1").obj(), makePod("a/keep-2").obj(), makePod("a/other").obj()}, true));
        model.setFilter(QStringLiteral("keep"));
        api::ClusterUpdate update = withPods({makePod("a/keep-3").obj()});
        update.removedPods = {{"a", "keep-1"}};
        model.apply(update);
        QTRY_VERIFY(!model.busy());
        QCOMPARE(names(model), (QStringList{QStringLiteral("a/keep-2"), QStringLiteral("a/keep-3")}));
    }

    void aPodThatLeavesTheSegmentLeavesTheList()
    {
        PodModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(withPods({makePod("a/one").obj(), makePod("a/two").obj()}, true));
        QSignalSpy applied(&model, &PodModel::queryApplied);
        model.setSegment(PodSegment::Pending);
        QVERIFY(applied.wait());
        model.apply(withPods({makePod("a/one").node("n").phase(model::PodPhase::Running).obj()}));
        QCOMPARE(names(model), QStringList{QStringLiteral("a/two")});
    }

    void sortsByFiguresNotByText()
    {
        PodModel model;
        model.apply(withPods({makePod("a/nine").req("cpu", "9").obj(), makePod("a/ten").req("cpu", "10").obj(),
                                 makePod("a/half").req("cpu", "500m").obj()},
            true));
        QSignalSpy applied(&model, &PodModel::queryApplied);
        model.sort(int(PodColumn::Cpu), Qt::DescendingOrder);
        QVERIFY(applied.wait());
        QCOMPARE(
            names(model), (QStringList{QStringLiteral("a/ten"), QStringLiteral("a/nine"), QStringLiteral("a/half")}));
        QCOMPARE(model.index(2, int(PodColumn::Cpu)).data().toString(), QStringLiteral("0.5"));
    }

    void randomUpdatesAgreeWithAPlainList()
    {
        const std::uint64_t seed = 20260616;
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        base::SeededRandom random(seed);
        PodModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::set<std::string> alive;
        for (int step = 0; step < 200; ++step) {
            api::ClusterUpdate update;
            std::set<std::string> touched;
            for (std::uint64_t i = random.below(8); i > 0; --i) {
                const std::string name = "p" + std::to_string(random.below(60));
                if (!touched.insert(name).second)
                    continue;
                if (random.below(3) == 0) {
                    update.removedPods.push_back({"a", name});
                    alive.erase(name);
                } else {
                    update.pods.push_back(makePod("a/" + name).priority(int(random.below(9))).obj());
                    alive.insert(name);
                }
            }
            model.apply(update);
            QStringList shown = names(model);
            shown.sort();
            QStringList expected;
            for (const std::string &name : alive)
                expected << QStringLiteral("a/") + QString::fromStdString(name);
            expected.sort();
            QCOMPARE(shown, expected);
        }
    }

    void manySmallUpdatesGiveTheSameAsOneReset()
    {
        const std::uint64_t seed = 20261130;
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        base::SeededRandom random(seed);
        PodModel small;
        PodModel whole;
        const QAbstractItemModelTester tester(&small, QAbstractItemModelTester::FailureReportingMode::QtTest);
        small.setFilter(QStringLiteral("n1"));
        small.sort(int(PodColumn::Name), Qt::AscendingOrder);
        std::map<model::PodKey, model::PodPtr> alive;
        for (int step = 0; step < 300; ++step) {
            api::ClusterUpdate update;
            std::set<model::PodKey> touched;
            for (std::uint64_t i = random.below(12); i > 0; --i) {
                const model::PodPtr pod =
                    makePod("ns" + std::to_string(random.below(3)) + "/p" + std::to_string(random.below(80)))
                        .node("n" + std::to_string(random.below(4)))
                        .obj();
                if (!touched.insert(pod->key).second)
                    continue;
                if (random.below(3) == 0) {
                    update.removedPods.push_back(pod->key);
                    alive.erase(pod->key);
                } else {
                    update.pods.push_back(pod);
                    alive[pod->key] = pod;
                }
            }
            small.apply(update);
            if (random.below(16) == 0) // a query runs over some of the updates
                small.sort(int(PodColumn::Name), Qt::AscendingOrder);
            if (random.below(24) == 0)
                QTRY_VERIFY(!small.busy());
        }
        api::ClusterUpdate all;
        all.reset = true;
        for (const auto &[key, pod] : alive)
            all.pods.push_back(pod);
        whole.apply(all);
        for (PodModel *model : {&small, &whole}) {
            model->setFilter(QStringLiteral("n1"));
            model->sort(int(PodColumn::Name), Qt::AscendingOrder);
            QTRY_VERIFY(!model->busy());
        }
        QVERIFY(whole.rowCount() > 0);
        QCOMPARE(names(small), names(whole));
        QCOMPARE(small.count(PodSegment::All), whole.count(PodSegment::All));
        QCOMPARE(small.count(PodSegment::Running), whole.count(PodSegment::Running));
        QVERIFY(small.namespaces() == whole.namespaces());
    }

    void anEmptyResetForgetsEverythingAndTheQueryThatRuns()
    {
        PodModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.apply(withPods({makePod("a/keep-1").obj(), makePod("a/keep-2").obj()}, true));
        model.setFilter(QStringLiteral("keep"));
        model.apply(withPods({}, true));
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.busy());
        QCOMPARE(model.count(PodSegment::All), 0);
        QVERIFY(model.namespaces().empty());
        model.apply(withPods({makePod("b/keep-3").obj(), makePod("b/other").obj()}));
        QTest::qWait(20); // the answer about the rows of before comes, and is dropped
        QCOMPARE(names(model), QStringList{QStringLiteral("b/keep-3")});
    }
};

QTEST_GUILESS_MAIN(TestPodModel)
#include "tst_pod_model.moc"
