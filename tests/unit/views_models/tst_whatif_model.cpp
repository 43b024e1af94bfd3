// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "pod_fixture.h"
#include "views/models/decision_facts.h"
#include "views/models/whatif_model.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

using namespace binnacle;
using namespace binnacle::models;
using namespace binnacle::models::testing;

class TestWhatIfModel : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void partsOfEveryNodeAddUpToItsScore()
    {
        RankedModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setDecision(share(makeDecision(makePod("a/p").obj(), {{"n1", {80, 70}}, {"n2", {60, 75}}})));
        QCOMPARE(model.rowCount(), 2);
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto scores = model.scores(row);
            QVERIFY(scores.has_value());
            std::int64_t sum = 0;
            for (const ScorePart &part : scores->parts)
                sum += part.value;
            QCOMPARE(sum, scores->total);
            QCOMPARE(model.index(row, int(RankedModel::Column::Total)).data().toString(), QString::number(sum));
        }
        QCOMPARE(model.index(0, int(RankedModel::Column::Behind)).data().toString(), QStringLiteral("chosen"));
        QCOMPARE(model.index(1, int(RankedModel::Column::Behind)).data().toString(),
            QString(QChar(0x2212)) + QStringLiteral("10"));
    }

    void rejectedNodesAreGroupedByPluginReasonAndSubject()
    {
        RejectedModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const model::Reason gpu{model::ReasonCode::InsufficientScalar, symbol("nvidia.com/gpu"), {}, 2, 8, 8};
        const model::Reason fpga{model::ReasonCode::InsufficientScalar, symbol("xilinx.com/fpga"), {}, 2, 8, 8};
        model.setDecision(share(makeDecision(makePod("a/p").obj(), {},
            {rejected("n1", "NodeResourcesFit", fpga), rejected("n2", "NodeResourcesFit", gpu),
                rejected("n3", "NodeResourcesFit", gpu)})));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Not enough nvidia.com/gpu"));
        QCOMPARE(model.rowCount(model.index(0, 0)), 2);
        QCOMPARE(model.indexOf(symbol("n3")).data().toString(), QStringLiteral("n3"));
    }

    void nearestNodeLacksTheSmallestShareOfWhatIsAsked()
    {
        const auto d = makeDecision(makePod("a/p").obj(), {},
            {rejected("far", "NodeResourcesFit", shortCpu(4000, 8000, 8000)),
                rejected(
                    "tainted", "TaintToleration", {model::ReasonCode::TaintNotTolerated, symbol("k"), {}, 0, 0, 0}),
                rejected("near", "NodeResourcesFit", shortCpu(4000, 4500, 8000)),
                rejected("small", "NodeResourcesFit", shortCpu(4000, 0, 2000))});
        QVERIFY(nearestNodes(d).front()->node == symbol("near"));
        QVERIFY(nearestNodes(makeDecision(makePod("a/p").obj())).empty());
    }

    void aCordonedNodeIsNearestOnlyWhenEveryNodeIsCordoned()
    {
        const model::Reason cordon{model::ReasonCode::NodeUnschedulable, {}, {}, 0, 0, 0};
        const auto some = makeDecision(makePod("a/p").obj(), {},
            {rejected("cordoned", "NodeUnschedulable", cordon),
                rejected(
                    "tainted", "TaintToleration", {model::ReasonCode::TaintNotTolerated, symbol("k"), {}, 0, 0, 0}),
                rejected("small", "NodeResourcesFit", shortCpu(4000, 0, 2000))});
        for (const model::RejectedNode *node : nearestNodes(some))
            QVERIFY(node->node != symbol("cordoned"));
        QCOMPARE(nearestNodes(some).size(), std::size_t(2));
        const auto all = makeDecision(makePod("a/p").obj(), {}, {rejected("cordoned", "NodeUnschedulable", cordon)});
        QVERIFY(nearestNodes(all).front()->node == symbol("cordoned"));
    }

    void yamlKeepsHostileTextInsideItsQuotes()
    {
        const QString yaml =
            podYaml(makePod("a/p").label("k", "\"\nspec: {evil: true} #").req("cpu", "250m").obj().operator*());
        QVERIFY(yaml.contains(QStringLiteral("cpu: \"250m\"")));
        QVERIFY(yaml.contains(QStringLiteral("\"k\": \"\\\"\\u000aspec: {evil: true} #\"")));
        QVERIFY(!yaml.contains(QStringLiteral("\nspec: {evil")));
    }
};

QTEST_GUILESS_MAIN(TestWhatIfModel)
#include "tst_whatif_model.moc"
