// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "pod_fixture.h"
#include "views/models/audit_model.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace binnacle;
using namespace binnacle::models;
using api::DecisionState;

namespace {

api::AuditDecision decision(std::uint64_t index, DecisionState state = DecisionState::Confirmed)
{
    api::AuditDecision d;
    d.decision.index = index;
    d.decision.decisionId = "d" + std::to_string(index);
    d.decision.operation = "place";
    d.decision.pod = "ml/<b>bold</b>";
    d.state = state;
    return d;
}

api::AuditPage page(std::vector<api::AuditDecision> rows, std::uint64_t matching)
{
    api::AuditPage p;
    p.rows = std::move(rows);
    p.matching = matching;
    return p;
}

QStringList indices(const AuditModel &model)
{
    QStringList out;
    for (int row = 0; row < model.rowCount(); ++row)
        out << model.index(row, 0).data().toString();
    return out;
}

} // namespace

class TestAuditModel : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void newEntriesWaitAboveUntilAskedFor()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.start(page({decision(9), decision(5, DecisionState::Proposed)}, 2));
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.refresh(page({decision(20), decision(12), decision(9), decision(5)}, 4));
        QCOMPARE(indices(model), (QStringList{QStringLiteral("9"), QStringLiteral("5")}));
        QCOMPARE(model.waiting(), 2);
        QCOMPARE(changes.count(), 1); // the outcome of 5
        QCOMPARE(model.index(1, int(AuditModel::Column::Outcome)).data().toString(), QStringLiteral("Confirmed"));
        model.showWaiting();
        QCOMPARE(indices(model).first(), QStringLiteral("20"));
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.waiting(), 0);
    }

    void olderOnesComeBelowOnceEach()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.start(page({decision(9), decision(8)}, 4));
        QVERIFY(model.hasOlder());
        QCOMPARE(model.oldestIndex(), std::uint64_t(8));
        model.append(page({decision(8), decision(3), decision(1)}, 2));
        QCOMPARE(indices(model),
            (QStringList{QStringLiteral("9"), QStringLiteral("8"), QStringLiteral("3"), QStringLiteral("1")}));
        QVERIFY(!model.hasOlder());
    }

    void untrustedNamesAreNeverMarkup()
    {
        AuditModel model;
        model.start(page({decision(1)}, 1));
        const QModelIndex object = model.index(0, int(AuditModel::Column::Object));
        QCOMPARE(object.data().toString(), QStringLiteral("ml/<b>bold</b>"));
        QVERIFY(object.data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b&gt;")));
    }
};

QTEST_GUILESS_MAIN(TestAuditModel)
#include "tst_audit_model.moc"
