// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "pod_fixture.h"
#include "views/models/pending_model.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace binnacle;
using namespace binnacle::models;
using namespace binnacle::models::testing;

namespace {

api::PendingPod shortOfCpu(const char *name)
{
    const model::PodPtr pod = makePod(name).req("cpu", "4").obj();
    return waiting(pod,
        share(makeDecision(pod, {},
            {rejected("n1", "NodeResourcesFit", shortCpu(4000, 7000, 8000)),
                rejected("n2", "NodeResourcesFit", shortCpu(4000, 5000, 8000))})));
}

api::PendingPod tainted(const char *name)
{
    const model::PodPtr pod = makePod(name).obj();
    return waiting(pod,
        share(makeDecision(pod, {},
            {rejected("n1", "TaintToleration",
                {model::ReasonCode::TaintNotTolerated, symbol("spot"), "true:NoSchedule", 0, 0, 0})})));
}

QString treeText(const PendingModel &model)
{
    QStringList lines;
    for (int g = 0; g < model.rowCount(); ++g) {
        const QModelIndex group = model.index(g, 0);
        lines << group.data().toString();
        for (int r = 0; r < model.rowCount(group); ++r)
            lines << QStringLiteral("  ") + model.index(r, 0, group).data().toString();
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

class TestPendingModel : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void groupsPodsByTheReasonThatBlocksThem()
    {
        PendingModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto state = makeState();
        state->pending = {tainted("a/t"), shortOfCpu("a/x"), shortOfCpu("a/y")};
        model.apply(state);
        QCOMPARE(treeText(model), QStringLiteral("Not enough CPU\n  a/x\n  a/y\nTaint not tolerated: spot\n  a/t"));
        QCOMPARE(model.index(0, 0).data(PendingModel::CountRole).toInt(), 2);
    }

    void gatedPodsAreAGroupOfTheirOwnAndEvictionsAreSaid()
    {
        PendingModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto state = makeState();
        api::PendingPod helped = shortOfCpu("a/x");
        helped.wouldFreeOn = symbol("n7");
        api::PendingPod gated = shortOfCpu("a/g");
        gated.wait = api::PendingPod::Wait::Gated;
        gated.outcome = model::DecisionOutcome::Gated;
        state->pending = {helped, gated};
        model.apply(state);
        QCOMPARE(treeText(model), QStringLiteral("Not enough CPU\n  a/x\nHeld back by scheduling gates\n  a/g"));
        const QModelIndex group = model.index(0, 0);
        const QModelIndex answer = model.index(0, int(PendingModel::Column::Answer), group);
        QCOMPARE(answer.data().toString(), QStringLiteral("n7, after evictions"));
    }

    void podsAndGroupsKeepTheirPlacesUntilRegrouped()
    {
        PendingModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        auto state = makeState();
        state->pending = {shortOfCpu("a/x"), shortOfCpu("a/y"), tainted("a/t")};
        model.apply(state);
        const QPersistentModelIndex held = model.indexOf({"a", "t"});
        auto next = makeState();
        next->pending = {tainted("a/s"), tainted("a/u"), shortOfCpu("a/y"), tainted("a/t")};
        model.apply(next);
        QCOMPARE(
            treeText(model), QStringLiteral("Not enough CPU\n  a/y\nTaint not tolerated: spot\n  a/t\n  a/s\n  a/u"));
        QCOMPARE(held.data().toString(), QStringLiteral("a/t"));
        model.regroup();
        QCOMPARE(
            treeText(model), QStringLiteral("Taint not tolerated: spot\n  a/s\n  a/u\n  a/t\nNot enough CPU\n  a/y"));
        QCOMPARE(held.data().toString(), QStringLiteral("a/t"));
        QCOMPARE(resets.count(), 0);
    }

    void aPodWhoseReasonChangedMovesToItsGroup()
    {
        PendingModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto state = makeState();
        state->pending = {shortOfCpu("a/x"), shortOfCpu("a/y")};
        model.apply(state);
        auto next = makeState();
        next->pending = {tainted("a/x"), shortOfCpu("a/y")};
        model.apply(next);
        QCOMPARE(treeText(model), QStringLiteral("Not enough CPU\n  a/y\nTaint not tolerated: spot\n  a/x"));
    }

    void asksOnceAboutTheFirstPodOfABlockedGroup()
    {
        PendingModel model;
        auto state = makeState();
        state->pending = {shortOfCpu("a/x"), shortOfCpu("a/y")};
        model.apply(state);
        const auto questions = model.questions();
        QCOMPARE(questions.size(), std::size_t(1));
        QCOMPARE(questions[0].pod->key.name, std::string("x"));
        model.setSmallestChange(questions[0], symbol("n2"),
            {{{.kind = model::ChangeKind::FreeResource, .subject = symbol("cpu"), .amount = 1000}}, 1, 5});
        QCOMPARE(model.index(0, 0).data(PendingModel::ChangeRole).toString(), QStringLiteral("free 1 core cpu"));
        QCOMPARE(model.index(0, 0).data(PendingModel::ChangeNodeRole).toString(), QStringLiteral("n2"));
        QVERIFY(model.questions().empty());
    }

    void undecidablePodsNameTheirRules()
    {
        PendingModel model;
        const model::PodPtr pod = makePod("a/v").undecided(model::UndecidedRule::TopologySpread).obj();
        auto d = makeDecision(pod);
        d.outcome = model::DecisionOutcome::NotDecidable;
        d.undecided = pod->undecided;
        auto state = makeState();
        state->pending = {waiting(pod, share(d))};
        state->pending[0].wait = api::PendingPod::Wait::NotDecidable;
        model.apply(state);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Not decidable yet: topology spread constraints"));
        QVERIFY(model.questions().empty());
    }

    void filterKeepsMatchingPodsOnly()
    {
        PendingModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto state = makeState();
        state->pending = {shortOfCpu("a/x"), shortOfCpu("b/y"), tainted("a/t")};
        model.apply(state);
        model.setNamespace(QStringLiteral("b"));
        QCOMPARE(treeText(model), QStringLiteral("Not enough CPU\n  b/y"));
        model.setNamespace({});
        model.setFilter(QStringLiteral("T"));
        QCOMPARE(treeText(model), QStringLiteral("Taint not tolerated: spot\n  a/t"));
    }
};

QTEST_GUILESS_MAIN(TestPendingModel)
#include "tst_pending_model.moc"
