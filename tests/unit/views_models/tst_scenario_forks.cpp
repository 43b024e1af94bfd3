// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/fake_service.h"
#include "views/models/main_thread_executor.h"
#include "views/models/scenario_forks.h"
#include "views/models/scenario_tables.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace binnacle;
using namespace binnacle::models;
using binnacle::testing::FakeService;
using binnacle::testing::makePod;
using binnacle::testing::symbol;

class TestScenarioForks : public QObject {
    Q_OBJECT

    struct Bench {
        FakeService service{{60, 4, 8, true, 42}};
        MainThreadExecutor executor;
        ScenarioForks forks;
        Bench()
        {
            service.subscribe(executor, [](const api::ClusterUpdatePtr &) {});
            forks.setService(&service);
            settle();
        }
        static void settle()
        {
            for (int i = 0; i < 4; ++i)
                QTest::qWait(2);
        }
        [[nodiscard]] std::string node(std::size_t index) const
        {
            return std::string(service.cluster.state()->snapshot->nodes()[index]->node().name.text());
        }
    };
    static api::ScenarioStep drain(const std::string &node)
    {
        return {.kind = api::ScenarioStep::Kind::Drain, .nodes = {node}};
    }

private slots:
    void anEditAsksAtOnceAndItsAnswerStandsBesideTheClusterAsItIs()
    {
        Bench bench;
        bench.forks.addStep(drain(bench.node(3)));
        QVERIFY(bench.forks.running());
        bench.settle();
        QVERIFY(!bench.forks.running());
        QCOMPARE(bench.forks.done(), std::int64_t(40));
        QVERIFY(bench.forks.fork().result && bench.forks.fork().result->outcome);
        QCOMPARE(bench.forks.comparison()->base.outcome->moved(), std::int64_t(0));
        QVERIFY(bench.forks.fork().result->outcome->moved() > 0);
    }

    void anAnswerToAnOlderQuestionIsDroppedAndItsWorkStopped()
    {
        Bench bench;
        bench.service.holdScenarios = true;
        bench.forks.addStep(drain(bench.node(0)));
        const std::stop_token first = bench.service.stopped;
        const auto held = std::move(bench.service.heldScenarios);
        bench.service.holdScenarios = false;
        bench.forks.addStep(drain(bench.node(1)));
        QVERIFY(first.stop_requested());
        held();
        bench.settle();
        QCOMPARE(bench.forks.fork().result->scenario.steps.size(), std::size_t(2));
    }

    void stoppingLeavesWhatWasThereAndSaysSo()
    {
        Bench bench;
        bench.service.holdScenarios = true;
        bench.forks.addStep(drain(bench.node(0)));
        bench.forks.cancel();
        QVERIFY(bench.service.stopped.stop_requested());
        QVERIFY(absl::IsCancelled(bench.forks.status()));
        bench.service.heldScenarios();
        bench.settle();
        QVERIFY(!bench.forks.comparison());
    }

    void forksAreCopiedClosedAndUndone()
    {
        Bench bench;
        bench.forks.addStep(drain(bench.node(0)));
        bench.forks.addFork();
        bench.forks.addStep(drain(bench.node(1)));
        QCOMPARE(bench.forks.forks().size(), std::size_t(2));
        QCOMPARE(bench.forks.fork().name, QStringLiteral("B"));
        QCOMPARE(bench.forks.forks()[0].steps.size(), std::size_t(1));
        QCOMPARE(bench.forks.fork().steps.size(), std::size_t(2));
        bench.forks.undo();
        QCOMPARE(bench.forks.fork().steps.size(), std::size_t(1));
        bench.forks.removeFork(0);
        QCOMPARE(bench.forks.forks().size(), std::size_t(1));
        bench.forks.removeFork(0);
        QVERIFY(bench.forks.fork().steps.empty());
        bench.forks.undo();
        QCOMPARE(bench.forks.fork().steps.size(), std::size_t(1));
        for (int i = 0; i < 6; ++i)
            bench.forks.addFork();
        QCOMPARE(int(bench.forks.forks().size()), ScenarioForks::most);
    }

    void aFaultOfOneForkLeavesTheOthers()
    {
        Bench bench;
        bench.forks.addStep(drain("nope"));
        bench.settle();
        const auto fault = model::scenarioFaultOf(bench.forks.fork().result->status);
        QVERIFY(fault && fault->code == model::ScenarioFaultCode::UnknownNode && fault->step == 1);
        const Notice words = ScenarioWords::fault(bench.forks.fork().result->status);
        QVERIFY2(words.title.contains(QStringLiteral("Edit 1: there is no node nope")), qPrintable(words.title));
    }

    void everyFaultSaysWhatIsWrongAndWhatToDo()
    {
        for (int code = 0; code <= int(model::ScenarioFaultCode::BadWorkload); ++code) {
            const Notice words = ScenarioWords::fault(model::statusOf({model::ScenarioFaultCode(code), 2, "value"}));
            QVERIFY2(words.title.startsWith(QStringLiteral("Edit 2: ")), qPrintable(words.title));
            QVERIFY(words.title.size() > 12 && !words.next.isEmpty());
        }
        QVERIFY(ScenarioWords::fault(absl::UnavailableError("gone")).title.contains(QStringLiteral("gone")));
    }

    void everyKindOfEditHasATitle()
    {
        for (int kind = 0; kind <= int(api::ScenarioStep::Kind::Arrive); ++kind) {
            api::ScenarioStep step = drain("n1");
            step.kind = api::ScenarioStep::Kind(kind);
            step.workload = {"web", "Deployment", "front"};
            step.policy = "default";
            QVERIFY(!ScenarioWords::kind(step.kind).isEmpty());
            QVERIFY2(!ScenarioWords::title(step).isEmpty(), qPrintable(QString::number(kind)));
        }
        api::ScenarioStep many = drain("n1");
        many.nodes = {"n1", "n2", "n3", "n4"};
        QCOMPARE(ScenarioWords::title(many), QStringLiteral("Drain 4 nodes"));
        QCOMPARE(ScenarioWords::detail(many), QStringLiteral("n1 … n4"));
    }

    void figuresSayWhichWayIsBetter()
    {
        api::ScenarioResult before;
        api::ScenarioResult after;
        auto out = std::make_shared<model::ScenarioOutcome>();
        out->pending = 3;
        out->resources = {{symbol("cpu"), 200, 100}};
        before.outcome = out;
        out = std::make_shared<model::ScenarioOutcome>(*out);
        out->pending = 5;
        out->fragmentation.total = 0.5;
        after.outcome = out;
        ScenarioFigures model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set({&before, &after}, {QStringLiteral("before"), QStringLiteral("after")});
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, 0), QStringLiteral("Pending pods"));
        QCOMPARE(text(0, 2) + text(0, 3) + text(0, 4) + text(0, 5), QStringLiteral("35+2worse"));
        QCOMPARE(model.columnCount(), 6);
        model.set({&before, &after, nullptr}, {QStringLiteral("Live"), QStringLiteral("A"), QStringLiteral("B")});
        QCOMPARE(model.columnCount(), 5);
        QCOMPARE(text(0, 4), QString(QChar(0x2013)));
    }

    void movesAndWhatPendsAreToldApart()
    {
        const auto decided = [](const char *name, const char *from, const char *to) {
            model::ScenarioPod pod;
            pod.pod = makePod(name).obj();
            pod.from = symbol(from);
            pod.to = symbol(to);
            pod.origin = *from ? model::PodOrigin::Displaced : model::PodOrigin::Waiting;
            pod.outcome = *to ? model::DecisionOutcome::Placed : model::DecisionOutcome::NoNodeFits;
            pod.reason = *to ? model::ReasonCode::None : model::ReasonCode::InsufficientCpu;
            return pod;
        };
        auto base = std::make_shared<model::ScenarioOutcome>();
        base->pods = {decided("a/placed", "", "n1"), decided("a/waits", "", ""), decided("a/luck", "", "")};
        auto outcome = std::make_shared<model::ScenarioOutcome>();
        outcome->pods = {decided("a/placed", "", "n2"), decided("a/waits", "", ""), decided("a/luck", "", "n3"),
            decided("a/moves", "n1", "n2"), decided("a/pends", "n1", "")};
        ScenarioMoves moves;
        QAbstractItemModelTester tester(&moves, QAbstractItemModelTester::FailureReportingMode::QtTest);
        moves.set(base, outcome);
        QCOMPARE(moves.rowCount(), 2);
        QCOMPARE(moves.moved(), 1);
        QCOMPARE(moves.index(0, 0).data().toString(), QStringLiteral("a/luck"));
        QCOMPARE(moves.index(1, 1).data().toString(), QStringLiteral("n1"));
        const auto pending = pendingChanges(*base, *outcome);
        QCOMPARE(pending.size(), std::size_t(0)); // one more and one fewer for the same reason
        outcome->pods.back().reason = model::ReasonCode::TooManyPods;
        const auto changes = pendingChanges(*base, *outcome);
        QCOMPARE(changes.size(), std::size_t(2));
        QCOMPARE(changes[0].more, std::int64_t(1));
        QCOMPARE(changes[0].pods[0]->pod->key.name, std::string("pends"));
        QCOMPARE(changes[1].more, std::int64_t(-1));
    }
};

QTEST_MAIN(TestScenarioForks)
#include "tst_scenario_forks.moc"
