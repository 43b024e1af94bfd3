// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/window_test.h"
#include "views/theme/notice.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>

namespace binnacle::e2e {

namespace {

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void WindowTest::initTestCase()
{
    m_clock.start();
    console::Options options;
    options.kubeconfigs = {qEnvironmentVariable("BINNACLE_TEST_KUBECONFIG").toStdString()};
    if (options.kubeconfigs.front().empty())
        QSKIP("window.py starts this: it needs a real API server");
    m_console = std::make_unique<console::Console>(options, m_clock);
    m_user = std::make_unique<User>(m_console->window());
    m_console->window().show();
    QVERIFY(m_console->openCluster());
    m_console->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_console->window(), 5000));
    AWAIT_LONG(*m_user, m_user->feed().startsWith(QStringLiteral("Synced")), "the badge says Synced");
}

void WindowTest::init()
{
    // A Qt warning fails the test, but for what the offscreen platform says of every window.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    if (m_failed && !qEnvironmentVariableIsSet("BINNACLE_TEST_GO_ON"))
        QSKIP("a step before it failed");
}

void WindowTest::cleanup() { m_failed = m_failed || QTest::currentTestFailed(); }

void WindowTest::cleanupTestCase()
{
    if (m_console)
        m_console->window().close();
    m_user.reset();
    m_console.reset();
}

QAbstractItemView *WindowTest::auditRows()
{
    for (QAbstractButton *button : window().findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->accessibleName().contains(QStringLiteral("above: show")))
            m_user->click(button); // rows keep their place until newer ones are asked for
    }
    return m_user->viewOf("binnacle::models::AuditModel");
}

QString WindowTest::serverNodeOf(const QString &pod)
{
    return askScript(QStringLiteral("pod ") + pod)[QStringLiteral("node")].toString();
}

QString WindowTest::selectProposal(const QString &pod)
{
    QString node;
    [&] {
        m_user->go(QStringLiteral("approvals"));
        const QString row = QStringLiteral("Place %1 on").arg(pod);
        const auto listed = [&] { return User::row(m_user->view(QStringLiteral("Waiting")), row); };
        QVERIFY2(m_user->until([&] { return listed().isValid(); }), m_user->missed(QStringLiteral("a row ") + row));
        m_user->click(m_user->view(QStringLiteral("Waiting")), listed());
        const QRegularExpression change(QStringLiteral("^Binding %1 → (\\S+)$").arg(QRegularExpression::escape(pod)),
            QRegularExpression::MultilineOption);
        QVERIFY2(m_user->until([&] { return change.match(m_user->words()).hasMatch(); }),
            m_user->missed(QStringLiteral("the card of ") + pod));
        node = change.match(m_user->words()).captured(1);
    }();
    return node;
}

void WindowTest::approve(const QString &pod)
{
    QAbstractButton *button = m_user->button(QStringLiteral("Approve"));
    QVERIFY2(button && button->isEnabled(), m_user->missed(QStringLiteral("Approve can be pressed for ") + pod));
    m_user->click(button);
    AWAIT(*m_user, m_user->sees(QStringLiteral("Approved; the bind follows")), "that the approval is in the log");
}

void WindowTest::awaitDecided(const QString &pod, const QString &state)
{
    const QRegularExpression row(QStringLiteral("Place %1 on \\S+: %2").arg(QRegularExpression::escape(pod), state));
    QVERIFY2(m_user->until([&] {
        const QString rows = User::rows(m_user->view(QStringLiteral("Decided today"))).join(QLatin1Char('\n'));
        return row.match(rows).hasMatch();
    }),
        m_user->missed(QStringLiteral("%1 among the decided, as %2").arg(pod, state)));
}

void WindowTest::autonomyIsRaisedInTheWindow()
{
    const auto bound = [] { return askScript(QStringLiteral("counts"))[QStringLiteral("boundByBinnacle")].toInt(); };
    const int before = bound();
    QVERIFY2(m_user->chooseFromMenu(QStringLiteral("autonomy: observe"), QStringLiteral("Approve:")),
        m_user->missed(QStringLiteral("the menu of the autonomy")));
    AWAIT(*m_user, m_user->sees(QStringLiteral("autonomy: approve")), "the badge says approve");
    m_user->go(QStringLiteral("approvals"));
    AWAIT(*m_user, m_user->view(QStringLiteral("Waiting")), "proposals");
    QCOMPARE(bound(), before); // a proposal binds nothing
}

void WindowTest::aProposalSaysExactlyWhatItWouldDo()
{
    const QString pod = QStringLiteral("first-light/approve-me");
    const QString node = selectProposal(pod);
    QVERIFY(!node.isEmpty());
    const QString uid = askScript(QStringLiteral("pod ") + pod)[QStringLiteral("uid")].toString();
    const QString card = m_user->words(window().currentPage());
    for (const QString &said : {QStringLiteral("Place %1 on %2").arg(pod, node), QStringLiteral("pod uid ") + uid,
             QStringLiteral("inverse\nevict and requeue"), QStringLiteral("alternatives\nnode-"),
             QStringLiteral("expires in ")})
        QVERIFY2(card.contains(said), m_user->missed(said));
    for (const QString &said : {QStringLiteral("score [\\d.]+ · next node-\\d+ [\\d.]+ \\(\\+[\\d.]+\\)"),
             QStringLiteral("[01]\\.\\d\\d\n.*worlds"), QStringLiteral("[01]\\.\\d\\d\n.*uncalibrated \\(n = 0\\)")})
        QVERIFY2(QRegularExpression(said).match(card).hasMatch(), m_user->missed(said));
    const QRegularExpression bars(QStringLiteral("^%1 [\\d,]+, node-").arg(node), QRegularExpression::MultilineOption);
    QVERIFY2(bars.match(card).hasMatch(), m_user->missed(QStringLiteral("the chosen node's bar first")));
    m_user->picture(QStringLiteral("08-proposal"));
    const auto *toast = window().findChild<theme::Toast *>();
    const QWidget *button = m_user->button(QStringLiteral("Approve"));
    QVERIFY(toast->isVisible() && button);
    QVERIFY2(!toast->geometry().intersects(QRect(button->mapTo(&window(), QPoint(0, 0)), button->size())),
        "what just happened is said over the button that decides");
}

void WindowTest::anApprovedPodIsBoundWhereItWasShown()
{
    const QString pod = QStringLiteral("first-light/approve-me");
    m_approvedNode = selectProposal(pod);
    approve(pod);
    awaitDecided(pod, QStringLiteral("Confirmed"));
    QCOMPARE(serverNodeOf(pod), m_approvedNode);
    QVERIFY2(!m_user->sees(QStringLiteral("Of 5 nodes")), "the alternatives that are kept pass for all nodes");
    m_user->picture(QStringLiteral("10-approved"));
}

void WindowTest::aDeniedPodIsNotBound()
{
    const QString pod = QStringLiteral("first-light/deny-me");
    QVERIFY(!selectProposal(pod).isEmpty());
    m_user->click(m_user->button(QStringLiteral("Deny")));
    awaitDecided(pod, QStringLiteral("Denied"));
    QCOMPARE(serverNodeOf(pod), QString());
}

void WindowTest::theAuditLogHoldsTheDecision()
{
    m_user->go(QStringLiteral("audit"));
    const QString pod = QStringLiteral("first-light/approve-me");
    AWAIT(*m_user, User::row(auditRows(), QStringLiteral("first-light/approve-me")).isValid(), "the decision's row");
    QAbstractItemView *table = auditRows();
    const QModelIndex row = User::row(table, pod);
    const auto cell = [&](int column) { return row.siblingAtColumn(column).data().toString(); };
    QVERIFY2(m_user->until([&] { return cell(5) == QStringLiteral("Confirmed"); }),
        m_user->missed(QStringLiteral("Confirmed")));
    QCOMPARE(cell(4), m_approvedNode);
    QVERIFY2(QRegularExpression(QStringLiteral("^[01]\\.\\d\\d$")).match(cell(6)).hasMatch(), qPrintable(cell(6)));
    m_user->click(table, row);
    AWAIT(*m_user, m_user->sees(QStringLiteral("confidence ") + cell(6) + QStringLiteral(" · uncalibrated (n = 0)")),
        "the decision's confidence in the inspector");
    const QRegularExpression life(QStringLiteral("Proposed[\\s\\S]*Approved[\\s\\S]*Bound[\\s\\S]*Confirmed"));
    QVERIFY2(life.match(m_user->words()).hasMatch(), m_user->missed(QStringLiteral("the decision's life")));
    m_user->click(m_user->button(QStringLiteral("Verify")));
    AWAIT(*m_user, m_user->sees(QStringLiteral("Tree head verified")), "that the log is sound");
    m_user->click(m_user->button(QStringLiteral("Replay")));
    AWAIT(*m_user, m_user->sees(QStringLiteral("Replayed: equal")), "that the decision replays equal");
    m_user->picture(QStringLiteral("11-audit"));
}

void WindowTest::exportTo(const QString &path)
{
    QAbstractButton *opener = nullptr;
    for (QAbstractButton *button : window().findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->accessibleName().startsWith(QStringLiteral("Export ")))
            opener = button;
    }
    QVERIFY2(opener, m_user->missed(QStringLiteral("a button to export")));
    QTimer answer; // the dialog runs inside the click
    int ticks = 0;
    connect(&answer, &QTimer::timeout, this, [&] {
        auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
        if (!dialog && QApplication::activeModalWidget())
            return QApplication::activeModalWidget()->close(), void(); // a complaint about the name
        if (!dialog)
            return;
        if (++ticks == 1)
            m_user->type(dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit")), path);
        else if (ticks == 2)
            m_user->click(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save));
        else if (ticks == 100)
            dialog->reject();
    });
    answer.start(50);
    m_user->click(opener);
    AWAIT(*m_user, QFile::exists(path) && m_user->sees(QStringLiteral("Exported to ") + path), "the exported file");
}

void WindowTest::theAuditLogIsExported()
{
    const QString base = qEnvironmentVariable("HOME") + QStringLiteral("/exported.");
    exportTo(base + QStringLiteral("json"));
    exportTo(base + QStringLiteral("csv"));
    const QByteArray json = read(base + QStringLiteral("json"));
    QJsonParseError error;
    QVERIFY(!QJsonDocument::fromJson(json, &error).isNull());
    QCOMPARE(error.error, QJsonParseError::NoError);
    for (const QByteArray &text : {json, read(base + QStringLiteral("csv"))}) {
        for (const QByteArray &word :
            {QByteArray("first-light"), QByteArray("approve-me"), m_approvedNode.toUtf8(), QByteArray("Confirmed")})
            QVERIFY2(text.contains(word), word + " is not in\n" + text.left(2000));
    }
}

void WindowTest::aStoppedServerTurnsApprovingOff()
{
    const QString pod = QStringLiteral("first-light/wait-for-me");
    QVERIFY(!selectProposal(pod).isEmpty());
    AWAIT(*m_user, m_user->button(QStringLiteral("Approve"))->isEnabled(), "approving is offered");
    (void)askScript(QStringLiteral("stop"));
    AWAIT_LONG(*m_user, m_user->feed().startsWith(QStringLiteral("Stale")), "the badge says Stale");
    AWAIT(*m_user, !m_user->button(QStringLiteral("Approve"))->isEnabled(), "approving is off");
    AWAIT(*m_user, m_user->sees(QStringLiteral("Approve is off: Not synced")), "why approving is off");
    AWAIT(*m_user, m_user->sees(QStringLiteral("The API server cannot be reached")), "what is the matter");
    m_user->click(m_user->button(QStringLiteral("Approve"))); // does nothing
    QTest::keyClick(
        m_user->button(QStringLiteral("Deny")), Qt::Key_Return, Qt::ControlModifier); // nor does its shortcut
    m_user->picture(QStringLiteral("12-stale"));
    QVERIFY2(!m_user->sees(QStringLiteral("Place %1 on").arg(pod) + QStringLiteral(": Approved")), m_user->missed(pod));
}

void WindowTest::approvingComesBackWithTheServer()
{
    const QString pod = QStringLiteral("first-light/wait-for-me");
    (void)askScript(QStringLiteral("start"));
    AWAIT_LONG(*m_user, m_user->feed().startsWith(QStringLiteral("Synced")), "the badge says Synced again");
    QCOMPARE(serverNodeOf(pod), QString());
    const QString node = selectProposal(pod);
    AWAIT(*m_user, m_user->button(QStringLiteral("Approve"))->isEnabled(), "approving is offered again");
    m_user->picture(QStringLiteral("13-back"));
    approve(pod);
    awaitDecided(pod, QStringLiteral("Confirmed"));
    QCOMPARE(serverNodeOf(pod), node);
}

void WindowTest::killedBeforeTheBindIsSent()
{
    const QString pod = QStringLiteral("first-light/kill-unsent");
    QVERIFY(!selectProposal(pod).isEmpty());
    (void)askScript(QStringLiteral("hold-requests"));
    approve(pod);
    m_user->picture(QStringLiteral("16-approved-not-sent"));
    QCOMPARE(serverNodeOf(pod), QString());
    (void)askScript(QStringLiteral("kill"));
    QFAIL("alive after kill -9");
}

void WindowTest::aBindThatWasNotSentIsSettledAndProposedAgain()
{
    const QString pod = QStringLiteral("first-light/kill-unsent");
    m_user->go(QStringLiteral("audit"));
    const auto outcomes = [&] {
        QStringList found;
        for (const QString &row : User::rows(auditRows())) {
            if (row.contains(pod))
                found << row.split(QStringLiteral(" | ")).value(5);
        }
        return found.join(QStringLiteral(", "));
    };
    AWAIT(*m_user, outcomes().contains(QStringLiteral("Bind failed")), "the row of the killed approval, as settled");
    QCOMPARE(serverNodeOf(pod), QString());
    m_user->click(auditRows(), User::row(auditRows(), QStringLiteral("Bind failed")));
    AWAIT(*m_user, m_user->sees(QStringLiteral("pod-not-bound")), "what the server said of it");
    m_user->picture(QStringLiteral("17-settled"));
    const QString node = selectProposal(pod);
    approve(pod);
    awaitDecided(pod, QStringLiteral("Confirmed"));
    QCOMPARE(serverNodeOf(pod), node);
    m_user->go(QStringLiteral("audit"));
    AWAIT(*m_user,
        outcomes().count(QStringLiteral("Confirmed")) == 1 && outcomes().count(QStringLiteral("Bind failed")) == 1,
        "one row that failed and one that was confirmed");
    m_user->click(m_user->button(QStringLiteral("Verify")));
    AWAIT(*m_user, m_user->sees(QStringLiteral("Tree head verified")), "that the log is sound after kill -9");
}

void WindowTest::killedBeforeTheBindIsAnswered()
{
    const QString pod = QStringLiteral("first-light/kill-unanswered");
    const QString node = selectProposal(pod);
    QVERIFY(!node.isEmpty());
    (void)askScript(QStringLiteral("hold-answers"));
    approve(pod);
    QVERIFY2(m_user->until([&] { return serverNodeOf(pod) == node; }),
        m_user->missed(QStringLiteral("the bind on the server")));
    QVERIFY2(!m_user->sees(QStringLiteral("Place %1 on %2: Confirmed").arg(pod, node)), "an answer came through");
    (void)askScript(QStringLiteral("kill"));
    QFAIL("alive after kill -9");
}

void WindowTest::aBindThatWasSentIsConfirmedOnce()
{
    const QString pod = QStringLiteral("first-light/kill-unanswered");
    m_user->go(QStringLiteral("audit"));
    const auto row = [&] { return User::row(auditRows(), pod); };
    AWAIT(*m_user, row().siblingAtColumn(5).data().toString() == QStringLiteral("Confirmed"), "the row, confirmed");
    QCOMPARE(row().siblingAtColumn(4).data().toString(), serverNodeOf(pod));
    QCOMPARE(User::rows(auditRows()).filter(pod).size(), 1);
    m_user->go(QStringLiteral("approvals"));
    QVERIFY2(!User::row(m_user->view(QStringLiteral("Waiting")), pod).isValid(),
        m_user->missed(QStringLiteral("no new proposal")));
    m_user->go(QStringLiteral("audit"));
    m_user->click(m_user->button(QStringLiteral("Verify")));
    AWAIT(*m_user, m_user->sees(QStringLiteral("Tree head verified")), "that the log is sound after kill -9");
    m_user->picture(QStringLiteral("18-confirmed-after-kill"));
}

} // namespace binnacle::e2e
