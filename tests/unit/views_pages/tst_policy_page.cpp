// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/api/policy.h"
#include "page_fixture.h"
#include "views/pages/policy/policy_page.h"

#include <QPlainTextEdit>
#include <QTableView>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;

namespace {

std::shared_ptr<api::PolicyState> inForce()
{
    auto state = std::make_shared<api::PolicyState>();
    state->inForce = {"gpu-first", 12, "9f3c52e07a1bd845", "policy.yaml"};
    state->appliedBy = "anna";
    state->text = "apiVersion: binnacle/v1\nkind: Policy\n";
    state->watched = "policy.yaml";
    return state;
}

std::shared_ptr<api::PolicyState> waiting()
{
    auto state = inForce();
    state->waiting = api::PolicyName{"gpu-first", 13, "aa", "policy.yaml"};
    state->waitingText = "apiVersion: binnacle/v1\nkind: Policy\n# 13\n";
    return state;
}

void show(Bench<PolicyPage> &bench, std::shared_ptr<const api::PolicyState> state)
{
    bench.change([&](api::ClusterState &s) { s.policy = std::move(state); });
}

} // namespace

class TestPolicyPage : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void itNamesThePolicyInForceAndShowsItsFile()
    {
        Bench<PolicyPage> bench;
        show(bench, inForce());
        QVERIFY(bench.words().contains(QStringLiteral("gpu-first v12 · 9f3c52e07a1bd845")));
        QVERIFY(bench.words().contains(QStringLiteral("by anna")));
        QCOMPARE(
            bench.find<QPlainTextEdit>()->toPlainText(), QStringLiteral("apiVersion: binnacle/v1\nkind: Policy\n"));
        QVERIFY(!bench.button(QStringLiteral("Keep the old one")));
    }

    void aWaitingOneIsAppliedOrNotAsItWasShown()
    {
        Bench<PolicyPage> bench;
        show(bench, waiting());
        QVERIFY(bench.words().contains(QStringLiteral("The policy file has changed")));
        QVERIFY(bench.find<QPlainTextEdit>()->toPlainText().contains(QStringLiteral("# 13")));
        auto *apply = bench.button(QStringLiteral("Apply gpu-first v13"));
        QVERIFY(apply);
        QTest::mouseClick(apply, Qt::LeftButton);
        bench.settle();
        QVERIFY(bench.called("applyPolicy aa operator-1"));
        QTest::mouseClick(bench.button(QStringLiteral("Keep the old one")), Qt::LeftButton);
        bench.settle();
        QVERIFY(bench.called("keepPolicy aa operator-1"));
    }

    void whatIsTypedIsTriedAndItsEffectShown()
    {
        Bench<PolicyPage> bench;
        show(bench, inForce());
        auto &trial = bench.service.policy.trial;
        trial.changes = {{"constraints.cpuAtMostPercent", "none", "90"}};
        trial.notes = {api::PolicyNote::LatencyWithoutSource};
        trial.pods = {{{"ml", "train"}, {model::DecisionOutcome::Placed, base::Symbol("n1"), {}, {}},
                          {model::DecisionOutcome::NoNodeFits, {}, model::ReasonCode::PolicyCpuLimit, {}}},
            {{"ml", "other"}, {}, {}}};
        bench.find<QPlainTextEdit>()->setPlainText(QStringLiteral("kind: Policy"));
        QTRY_VERIFY(bench.words().contains(QStringLiteral("1 pods that wait now would be decided otherwise"))
            || bench.words().contains(QStringLiteral("1 pod that waits now would be decided otherwise")));
        QVERIFY(bench.called("tryPolicy kind: Policy"));
        QVERIFY(bench.words().contains(QStringLiteral("no source measures it")));
        const auto tables = bench.page.findChildren<QTableView *>();
        QCOMPARE(tables.size(), 2);
        QCOMPARE(tables[0]->model()->index(0, 0).data().toString(), QStringLiteral("constraints.cpuAtMostPercent"));
        QCOMPARE(tables[1]->model()->rowCount(), 1);
        QVERIFY(bench.button(QStringLiteral("Back to the file")));
    }

    void faultsAreShownWithLineAndColumn()
    {
        Bench<PolicyPage> bench;
        bench.service.policy.trial.faults = {{2, 7, "kind: \"Pod\" is not read here"}};
        auto state = inForce();
        state->faults = {{4, 3, "there is no field <b>x</b>"}};
        show(bench, state);
        QVERIFY(bench.words().contains(QStringLiteral("Line 4, column 3: there is no field <b>x</b>")));
        QTRY_VERIFY(bench.words().contains(QStringLiteral("Line 2, column 7: kind: \"Pod\" is not read here")));
        QCOMPARE(bench.find<QPlainTextEdit>()->extraSelections().size(), 1);
    }

    void anEarlierOneIsPutBack()
    {
        Bench<PolicyPage> bench;
        auto state = inForce();
        state->earlier = {{"gpu-first", 11, "bb", "policy.yaml"}};
        show(bench, state);
        auto *button = bench.button(QStringLiteral("Put gpu-first v11 · bb back in force"));
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        bench.settle();
        QVERIFY(bench.called("restorePolicy bb operator-1"));
    }

    void whatIsTypedStaysWhileTheStateGoesOn()
    {
        Bench<PolicyPage> bench;
        show(bench, inForce());
        bench.find<QPlainTextEdit>()->setPlainText(QStringLiteral("mine"));
        bench.change([](api::ClusterState &) {});
        QCOMPARE(bench.find<QPlainTextEdit>()->toPlainText(), QStringLiteral("mine"));
        QTest::mouseClick(bench.button(QStringLiteral("Back to the file")), Qt::LeftButton);
        bench.settle();
        QVERIFY(bench.find<QPlainTextEdit>()->toPlainText().startsWith(QStringLiteral("apiVersion")));
    }
};

QTEST_MAIN(TestPolicyPage)
#include "tst_policy_page.moc"
