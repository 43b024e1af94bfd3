// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "page_fixture.h"
#include "views/pages/plan/plan_page.h"
#include "views/theme/widgets.h"

#include <QCheckBox>
#include <QTableView>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;
using models::PlanStepsModel;

QStringList figures(const PlanPage &page)
{
    QStringList values;
    for (const auto *figures : page.findChildren<theme::KeyValues *>()) {
        for (int row = 0; row < figures->rows(); ++row)
            values << figures->value(row);
    }
    return values;
}

class TestPlanPage : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void aBatchIsMadeAndShownInOrder()
    {
        Bench<PlanPage> bench;
        QVERIFY(bench.words().contains(QStringLiteral("What would be best for all of them?")));
        QTest::mouseClick(bench.button(QStringLiteral("Make the plan")), Qt::LeftButton);
        bench.settle();
        QVERIFY(bench.called("plan Batch 5"));
        QVERIFY2(bench.words().contains(QRegularExpression(QStringLiteral("\\d+ of 24 pods placed"))),
            qPrintable(bench.words()));
        QVERIFY(bench.words().contains(QStringLiteral("a better one may exist")));
        QVERIFY(bench.words().contains(QStringLiteral("Not placed: 4")));
        const auto *table = bench.find<QTableView>();
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 20);
        QVERIFY(table->isColumnHidden(int(PlanStepsModel::Column::From)));
        QVERIFY(figures(bench.page).contains(QStringLiteral("24 → 4")));
    }

    void anAddressMakesADefragmentation()
    {
        Bench<PlanPage> bench;
        bench.page.openObject(QStringLiteral("defrag"), {});
        bench.settle();
        QVERIFY(bench.called("plan Defragmentation 5"));
        QVERIFY(!bench.service.lastPlan.evict);
        QVERIFY(bench.words().contains(QStringLiteral("proven")));
        const auto *table = bench.find<QTableView>();
        QVERIFY(!table->isColumnHidden(int(PlanStepsModel::Column::From)));
        QVERIFY(figures(bench.page).contains(QStringLiteral("0.31 → 0.22")));
        bench.page.openObject(QStringLiteral("no-such-kind"), {});
        QCOMPARE(std::count(bench.service.calls.begin(), bench.service.calls.end(), "plan Defragmentation 5"), 1);
    }

    void whatIsChosenIsAskedFor()
    {
        Bench<PlanPage> bench;
        const auto segments = bench.page.findChildren<Segments *>();
        QCOMPARE(segments.size(), 3);
        emit segments[0]->chosen(1);
        segments[0]->setCurrent(1);
        segments[1]->setCurrent(3);
        segments[2]->setCurrent(0);
        bench.find<QCheckBox>()->setChecked(true);
        bench.page.makePlan(model::PlanKind::Defragmentation);
        bench.settle();
        QCOMPARE(bench.service.lastPlan.moves, 10);
        QVERIFY(bench.service.lastPlan.evict);
        QCOMPARE(bench.service.lastPlan.time.count(), 5000);
    }

    void aPlanInTheMakingTellsItsProgressAndCanBeStopped()
    {
        Bench<PlanPage> bench;
        bench.service.planReply = binnacle::testing::FakeService::PlanReply::Later;
        bench.page.makePlan(model::PlanKind::Batch);
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("Making the plan")));
        bench.service.waitingProgress(1200, 4000);
        QVERIFY2(bench.words().contains(QStringLiteral("1,200 of 4,000 steps")), qPrintable(bench.words()));
        QVERIFY(!bench.service.lastPlanStop.stop_requested());
        QTest::mouseClick(bench.button(QStringLiteral("Stop")), Qt::LeftButton);
        QVERIFY(bench.service.lastPlanStop.stop_requested());
        bench.service.waitingPlan(bench.service.planOf(bench.service.lastPlan));
        bench.settle();
        QVERIFY(bench.button(QStringLiteral("Make the plan")));
        QVERIFY(bench.words().contains(QStringLiteral("pods placed")));
    }

    void aRefusalIsSaidAndTheNextPlanTakesItsPlace()
    {
        Bench<PlanPage> bench;
        bench.service.planReply = binnacle::testing::FakeService::PlanReply::Later;
        bench.page.makePlan(model::PlanKind::Batch);
        bench.settle();
        bench.service.waitingPlan(absl::FailedPreconditionError("not-synced"));
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("Make the plan again once that has changed.")));
        bench.service.planReply = binnacle::testing::FakeService::PlanReply::AtOnce;
        bench.page.makePlan(model::PlanKind::Batch);
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("pods placed")));
    }

    void budgetsThatMayNotBeListedAreSaid()
    {
        Bench<PlanPage> bench;
        bench.service.planReply = binnacle::testing::FakeService::PlanReply::Later;
        bench.page.makePlan(model::PlanKind::Defragmentation);
        bench.settle();
        auto plan = std::make_shared<model::Plan>();
        plan->kind = model::PlanKind::Defragmentation;
        plan->budgetsKnown = false;
        bench.service.waitingPlan(model::PlanPtr(plan));
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("poddisruptionbudgets")));
    }

    void withoutPodsThatWaitThereIsNothingToPlan()
    {
        Bench<PlanPage> bench({40, 4, 0, true, 42});
        QVERIFY(bench.words().contains(QStringLiteral("No pod waits")));
        QVERIFY(!bench.button(QStringLiteral("Make the plan"))->isEnabled());
    }

    void aRowOpensItsPod()
    {
        Bench<PlanPage> bench;
        bench.page.makePlan(model::PlanKind::Batch);
        bench.settle();
        const auto *table = bench.find<QTableView>();
        const QString pod = table->model()->index(0, 0).data(PlanStepsModel::PodRole).toString();
        emit const_cast<QTableView *>(table)->doubleClicked(table->model()->index(0, 0));
        QCOMPARE(bench.navigator.opened.last(), QStringLiteral("pods/") + pod);
    }
};

QTEST_MAIN(TestPlanPage)
#include "tst_plan_page.moc"
