// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/fake_service.h"
#include "views/models/plan_model.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

using namespace binnacle;
using namespace binnacle::models;

class TestPlanModel : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void stepsAreInOrderWithWhatTheyAreFor()
    {
        PlanStepsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPlan(plan(model::PlanKind::Defragmentation));
        QVERIFY(model.rowCount() > 2);
        const auto cell = [&](int row, PlanStepsModel::Column column) {
            return model.index(row, int(column)).data().toString();
        };
        using Column = PlanStepsModel::Column;
        QCOMPARE(cell(0, Column::Step), QStringLiteral("move"));
        QCOMPARE(cell(1, Column::Step), QStringLiteral("place"));
        QVERIFY(!cell(0, Column::From).isEmpty() && cell(0, Column::From) != cell(0, Column::To));
        QCOMPARE(cell(1, Column::From), QStringLiteral("–"));
        QVERIFY2(cell(0, Column::Why).contains(QStringLiteral("makes room for ") + cell(1, Column::Pod)),
            qPrintable(cell(0, Column::Why)));
        QVERIFY(cell(0, Column::Why).contains(QStringLiteral("Not enough CPU")));
        QCOMPARE(cell(0, Column::Cost), QStringLiteral("104"));
        QVERIFY(cell(1, Column::Cost).isEmpty());
        model.setPlan(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void everyPodThatIsLeftOutSaysWhy()
    {
        PlanLeftOverModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto shown = plan(model::PlanKind::Batch);
        model.setPlan(shown);
        QCOMPARE(model.rowCount(), int(shown->leftOver.size()));
        QVERIFY(model.rowCount() > 0);
        for (int row = 0; row < model.rowCount(); ++row) {
            for (const auto column : {PlanLeftOverModel::Column::Why, PlanLeftOverModel::Column::Detail})
                QVERIFY(!model.index(row, int(column)).data().toString().isEmpty());
        }
    }

    void everyStepAndRefusalHasWordsOfItsOwn()
    {
        QSet<QString> words;
        for (int kind = 0; kind < 5; ++kind)
            words << PlanWords::step(model::PlanStep::Kind(kind));
        QCOMPARE(words.size(), 5);
        words.clear();
        for (int why = 0; why <= int(model::PlanRefusal::Stopped); ++why)
            words << PlanWords::refusal(model::PlanRefusal(why));
        QCOMPARE(words.size(), int(model::PlanRefusal::Stopped) + 1);
        QVERIFY(!words.contains(QString()));
    }

    void certaintyIsNotOverstated()
    {
        model::Plan plan;
        plan.proven = true;
        QVERIFY(PlanWords::certainty(plan).contains(QStringLiteral("proven")));
        plan.proven = false;
        plan.ended = model::PlanEnd::StepBudget;
        QVERIFY(PlanWords::certainty(plan).contains(QStringLiteral("may exist")));
        plan.ended = model::PlanEnd::Stopped;
        QVERIFY(PlanWords::certainty(plan).contains(QStringLiteral("stopped")));
    }

private:
    static model::PlanPtr plan(model::PlanKind kind)
    {
        binnacle::testing::FakeService service({30, 3, 12, true, 42});
        api::PlanRequest request;
        request.kind = kind;
        return service.planOf(request);
    }
};

QTEST_MAIN(TestPlanModel)
#include "tst_plan_model.moc"
