// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "page_fixture.h"
#include "views/pages/approvals/approvals_page.h"

#include <QLineEdit>
#include <QListView>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;

namespace {

class ApprovalsBench : public Bench<ApprovalsPage> {
public:
    explicit ApprovalsBench(api::Protection protection = api::Protection::Normal)
    {
        change([&](api::ClusterState &s) { s.profile.protection = protection; });
        list = page.findChildren<QListView *>().constFirst();
        card = find<DecisionCard>();
    }
    [[nodiscard]] std::string first() const { return service.cluster.state()->proposals.front().id; }
    QListView *list = nullptr;
    DecisionCard *card = nullptr;
};

} // namespace

class TestApprovalsPage : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void showsTheFirstToExpireAtOnce()
    {
        ApprovalsBench bench;
        QCOMPARE(bench.card->proposalId().toStdString(), bench.first());
        QVERIFY(bench.words().contains(QStringLiteral("uncalibrated (n = 0)")));
    }

    void controlReturnApprovesOnlyWhileTheCardHasTheFocus()
    {
        ApprovalsBench bench;
        bench.list->setFocus();
        QTest::keyClick(bench.list, Qt::Key_Return, Qt::ControlModifier);
        bench.settle();
        QVERIFY(!bench.called("approve " + bench.first() + " operator-1 "));
        QTest::keyClick(bench.list, Qt::Key_Return);
        QVERIFY(bench.card->hasFocus());
        QTest::keyClick(bench.card, Qt::Key_Return, Qt::ControlModifier);
        bench.settle();
        QVERIFY(bench.called("approve " + bench.first() + " operator-1 "));
        QCOMPARE(bench.navigator.toasts.size(), 1);
    }

    void arrowsChooseAndControlBackspaceDenies()
    {
        ApprovalsBench bench;
        bench.list->setFocus();
        QTest::keyClick(bench.list, Qt::Key_Down);
        const std::string second = bench.service.cluster.state()->proposals[1].id;
        QCOMPARE(bench.card->proposalId().toStdString(), second);
        bench.card->setFocus();
        QTest::keyClick(bench.card, Qt::Key_Backspace, Qt::ControlModifier);
        bench.settle();
        QVERIFY(bench.called("deny " + second + " operator-1 "));
    }

    void aProtectedClusterAsksForItsName()
    {
        ApprovalsBench bench(api::Protection::Protected);
        QTest::mouseClick(bench.button(QStringLiteral("Approve")), Qt::LeftButton);
        auto *typed = bench.find<QLineEdit>();
        QVERIFY(typed->isVisible());
        QTest::keyClicks(typed, QStringLiteral("prod-us"));
        QTest::keyClick(typed, Qt::Key_Return);
        bench.settle();
        QVERIFY(!bench.called("approve " + bench.first() + " operator-1 prod-us"));
        typed->clear();
        QTest::keyClicks(typed, QStringLiteral("prod-eu"));
        QTest::keyClick(typed, Qt::Key_Return);
        bench.settle();
        QVERIFY(bench.called("approve " + bench.first() + " operator-1 prod-eu"));
    }

    void atZeroApproveIsOffAndTheListStays()
    {
        ApprovalsBench bench;
        const int rows = bench.list->model()->rowCount();
        QVERIFY(bench.card->canApprove());
        bench.page.setNow(bench.service.cluster.state()->proposals.front().expiresAt);
        QVERIFY(!bench.card->canApprove());
        QVERIFY(!bench.button(QStringLiteral("Approve"))->isEnabled());
        QCOMPARE(bench.list->model()->rowCount(), rows);
        QVERIFY(bench.card->whyNot().startsWith(QStringLiteral("Expired")));
    }

    void forbiddenSaysWhichVerbOnWhichResource()
    {
        ApprovalsBench bench;
        bench.change([](api::ClusterState &s) { s.writeBlock = api::WriteBlock::Forbidden; });
        QVERIFY(!bench.button(QStringLiteral("Approve"))->isEnabled());
        QVERIFY(bench.words().contains(QStringLiteral("verb create on the resource pods/binding")));
        QVERIFY(bench.button(QStringLiteral("Copy the RBAC rule to ask for")));
    }

    void staleTurnsApproveOffAndSyncedTurnsItOn()
    {
        ApprovalsBench bench;
        bench.change([](api::ClusterState &s) {
            s.feed.state = model::FeedState::Stale;
            s.feed.fault = model::FaultKind::Unreachable;
            s.writeBlock = api::WriteBlock::NotSynced;
        });
        QVERIFY(!bench.card->canApprove());
        QVERIFY(bench.words().contains(QStringLiteral("The API server cannot be reached")));
        // Choosing another needs to know that it fits; denying writes to the log alone.
        auto *another = bench.button(QStringLiteral("Choose another…"));
        QVERIFY(!another->isEnabled());
        QVERIFY(another->toolTip().contains(QStringLiteral("Not synced")));
        auto *deny = bench.button(QStringLiteral("Deny"));
        QVERIFY(deny->isEnabled());
        QVERIFY(deny->toolTip().contains(QStringLiteral("audit log alone")));
        bench.change([](api::ClusterState &s) {
            s.feed.state = model::FeedState::Synced;
            s.writeBlock = api::WriteBlock::None;
        });
        QVERIFY(bench.card->canApprove());
        QVERIFY(another->isEnabled() && another->toolTip().isEmpty());
        QVERIFY(deny->isEnabled() && deny->toolTip().isEmpty());
    }

    void withoutAnAuditLogNothingCanBeDecidedAndItSaysWhy()
    {
        ApprovalsBench bench;
        bench.change([](api::ClusterState &s) {
            s.writeBlock = api::WriteBlock::AuditFailed;
            s.auditFault = absl::ResourceExhaustedError("/data/audit.db: disk full");
        });
        for (const char *words : {"Approve", "Deny", "Choose another…"})
            QVERIFY2(!bench.button(QString::fromUtf8(words))->isEnabled(), words);
        QVERIFY(bench.words().contains(QStringLiteral("The disk of the audit log is full. Free space on it")));
        QVERIFY(bench.button(QStringLiteral("Deny"))->toolTip().contains(QStringLiteral("disk of the audit log")));
        bench.change([](api::ClusterState &s) {
            s.writeBlock = api::WriteBlock::None;
            s.auditFault = absl::OkStatus();
        });
        QVERIFY(bench.card->canApprove() && bench.button(QStringLiteral("Deny"))->isEnabled());
    }

    void supersededIsSaidInPlace()
    {
        ApprovalsBench bench;
        const std::string id = bench.first();
        bench.change([](api::ClusterState &s) { s.proposals.front().state = api::DecisionState::Superseded; });
        QCOMPARE(bench.card->proposalId().toStdString(), id);
        QVERIFY(bench.words().contains(QStringLiteral("Superseded")));
        QVERIFY(!bench.card->canApprove());
    }

    void aRefusedApprovalIsSaidAndCanBeTriedAgain()
    {
        ApprovalsBench bench;
        bench.service.answer = absl::FailedPreconditionError("not synced");
        QTest::mouseClick(bench.button(QStringLiteral("Approve")), Qt::LeftButton);
        bench.settle();
        QCOMPARE(bench.navigator.toasts, QStringList{QStringLiteral("! Not possible now: not synced")});
        QVERIFY(bench.button(QStringLiteral("Approve"))->isEnabled());
    }
};

QTEST_MAIN(TestApprovalsPage)
#include "tst_approvals_page.moc"
