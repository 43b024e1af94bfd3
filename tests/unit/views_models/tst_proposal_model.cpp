// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "pod_fixture.h"
#include "views/models/proposal_model.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace binnacle;
using namespace binnacle::models;
using namespace binnacle::models::testing;
using api::DecisionState;

namespace {

api::Proposal proposal(const char *id, std::int64_t expires, DecisionState state = DecisionState::Proposed)
{
    const model::PodPtr pod = makePod(std::string("ml/") + id).obj();
    api::Proposal p;
    p.id = id;
    p.decision = share(makeDecision(pod, {{"n1", {80, 70}}}));
    p.state = state;
    p.expiresAt = at(expires);
    p.decidedAt = at(expires);
    return p;
}

QStringList ids(const ProposalModel &model)
{
    QStringList out;
    for (int row = 0; row < model.rowCount(); ++row)
        out << model.index(row).data(ProposalModel::IdRole).toString();
    return out;
}

QStringList list(std::initializer_list<const char *> texts)
{
    QStringList out;
    for (const char *text : texts)
        out << QString::fromLatin1(text);
    return out;
}

} // namespace

class TestProposalModel : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void firstToExpireIsOnTop()
    {
        ProposalModel model(ProposalModel::List::Waiting);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto state = makeState();
        state->proposals = {proposal("late", 600), proposal("soon", 60), proposal("done", 10, DecisionState::Denied)};
        model.setNow(at(0));
        model.apply(*state);
        QCOMPARE(ids(model), list({"soon", "late"}));
        QCOMPARE(model.index(0).data(ProposalModel::CountdownRole).toString(), QStringLiteral("01:00"));
    }

    void countingDownNeverMovesTheListAndEndsAtZero()
    {
        ProposalModel model(ProposalModel::List::Waiting);
        auto state = makeState();
        state->proposals = {proposal("soon", 60), proposal("late", 600)};
        model.setNow(at(0));
        model.apply(*state);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setNow(at(59));
        QVERIFY(model.index(0).data(ProposalModel::OpenRole).toBool());
        QVERIFY(model.index(0).data(ProposalModel::UrgentRole).toBool());
        model.setNow(at(60));
        QCOMPARE(ids(model), list({"soon", "late"}));
        QVERIFY(!model.index(0).data(ProposalModel::OpenRole).toBool());
        QCOMPARE(model.index(0).data(ProposalModel::WordRole).toString(), QStringLiteral("Expired"));
        QCOMPARE(resets.count(), 0);
    }

    void supersededStaysInPlaceForAWhile()
    {
        ProposalModel model(ProposalModel::List::Waiting);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto state = makeState();
        state->proposals = {proposal("a", 60), proposal("b", 90)};
        model.setNow(at(0));
        model.apply(*state);
        auto next = makeState();
        next->proposals = {proposal("b", 90), proposal("a", 60, DecisionState::Superseded)};
        model.apply(*next);
        QCOMPARE(ids(model), list({"a", "b"}));
        QCOMPARE(model.index(0).data(ProposalModel::WordRole).toString(), QStringLiteral("Superseded"));
        model.hold(QStringLiteral("a"));
        model.setNow(at(20));
        QCOMPARE(ids(model), list({"a", "b"}));
        model.hold({});
        model.setNow(at(21));
        QCOMPARE(ids(model), list({"b"}));
    }

    void decidedTodayIsNewestFirst()
    {
        ProposalModel model(ProposalModel::List::Decided);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto state = makeState();
        state->proposals = {proposal("w", 60), proposal("old", 10, DecisionState::Denied),
            proposal("new", 20, DecisionState::Confirmed), proposal("yesterday", -90'000, DecisionState::Denied)};
        model.setNow(at(30));
        model.apply(*state);
        QCOMPARE(ids(model), list({"new", "old"}));
    }
};

QTEST_GUILESS_MAIN(TestProposalModel)
#include "tst_proposal_model.moc"
