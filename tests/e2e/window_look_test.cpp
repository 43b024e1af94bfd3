// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/e2e/window_test.h"
#include "views/pages/frame/rail.h"
#include "views/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QRegularExpression>

#include <algorithm>

namespace binnacle::e2e {

namespace {

constexpr const char *pendingModel = "binnacle::models::PendingModel";
constexpr const char *podModel = "binnacle::models::PodModel";
constexpr const char *nodeModel = "binnacle::models::NodeModel";
constexpr const char *rankedModel = "binnacle::models::RankedModel";
constexpr const char *rejectedModel = "binnacle::models::RejectedModel";

const QString manifest =
    QStringLiteral("apiVersion: v1\n"
                   "kind: Pod\n"
                   "metadata: {name: pasted, namespace: first-light}\n"
                   "spec:\n"
                   "  schedulerName: binnacle\n"
                   "  containers:\n"
                   "    - {name: c, image: x, resources: {requests: {cpu: 250m, memory: 64Mi}}}\n");

bool chinese(const QString &text) { return text.contains(QRegularExpression(QStringLiteral("[\\x{4e00}-\\x{9fff}]"))); }

} // namespace

void WindowTest::theClusterIsOpenedAndSynced()
{
    AWAIT_LONG(*m_user, m_user->feed().startsWith(QStringLiteral("Synced")), "the badge says Synced");
    QVERIFY2(m_user->sees(QStringLiteral("autonomy: observe")), qPrintable(m_user->words()));
}

void WindowTest::theOverviewCountsWhatTheServerHas()
{
    m_user->go(QStringLiteral("overview"));
    const QJsonObject has = askScript(QStringLiteral("counts"));
    const QString counts = QStringLiteral("%1 nodes · %2 pods")
                               .arg(has[QStringLiteral("nodes")].toInt())
                               .arg(has[QStringLiteral("pods")].toInt());
    const QString pending = QStringLiteral("Pending %1 pods").arg(has[QStringLiteral("pending")].toInt());
    QVERIFY(has[QStringLiteral("nodes")].toInt() >= 30 && has[QStringLiteral("pods")].toInt() > 100);
    QVERIFY2(m_user->until([&] { return m_user->sees(counts) && m_user->sees(pending); }),
        m_user->missed(counts + QStringLiteral(" and ") + pending));
    AWAIT(*m_user, m_user->sees(QStringLiteral("no source")), "the use of a cluster without metrics says no source");
    m_user->picture(QStringLiteral("01-overview"));
}

void WindowTest::everyNodeIsARow()
{
    m_user->go(QStringLiteral("nodes"));
    m_user->chooseSegment(QStringLiteral("Map"), 1);
    const int nodes = askScript(QStringLiteral("counts"))[QStringLiteral("nodes")].toInt();
    AWAIT(*m_user, m_user->viewOf(nodeModel), "the table of nodes");
    const QAbstractItemView *table = m_user->viewOf(nodeModel);
    AWAIT(*m_user, table->model()->rowCount() == nodes, "a row for each node of the server");
    for (const QString &name : {QStringLiteral("node-00000"), QStringLiteral("node-00029")})
        QVERIFY2(User::row(table, name).isValid(), m_user->missed(name));
    const auto sorted = [&] {
        QStringList names = User::rows(table);
        return std::is_sorted(names.begin(), names.end());
    };
    AWAIT(*m_user, sorted(), "the nodes in the order that the header says");
    m_user->picture(QStringLiteral("02-nodes"));
}

void WindowTest::everyPodIsARow()
{
    m_user->go(QStringLiteral("pods"));
    m_user->chooseSegment(QStringLiteral("Pending"), 3); // … Running, Finished, All
    const int pods = askScript(QStringLiteral("counts"))[QStringLiteral("pods")].toInt();
    AWAIT(*m_user, m_user->viewOf(podModel), "the table of pods");
    const QAbstractItemView *table = m_user->viewOf(podModel);
    AWAIT(*m_user, table->model()->rowCount() == pods, "a row for each pod of the server");
    QVERIFY2(User::row(table, QStringLiteral("first-light/elsewhere")).isValid(),
        m_user->missed(QStringLiteral("elsewhere")));
    m_user->picture(QStringLiteral("03-pods"));
    m_user->chooseSegment(QStringLiteral("All"), -3);
}

void WindowTest::podsThatWaitSayWhy()
{
    AWAIT(*m_user, m_user->viewOf(pendingModel), "the pods that wait, by reason");
    const QAbstractItemView *tree = m_user->viewOf(pendingModel);
    const int pending = askScript(QStringLiteral("counts"))[QStringLiteral("pending")].toInt();
    const auto listed = [&] {
        int pods = 0;
        for (int group = 0; group < tree->model()->rowCount(); ++group)
            pods += tree->model()->rowCount(tree->model()->index(group, 0));
        return pods;
    };
    AWAIT(*m_user, listed() == pending, "every pending pod below a reason");
    for (const QString &reason : {QStringLiteral("Not enough CPU"), QStringLiteral("nodeSelector does not match")})
        QVERIFY2(m_user->until([&] { return User::row(tree, reason).isValid(); }), m_user->missed(reason));
    m_user->picture(QStringLiteral("04-pending"));
}

void WindowTest::aPendingPodIsRankedOnEveryNode()
{
    m_user->go(QStringLiteral("whatif"));
    m_user->type(m_user->widget(QStringLiteral("find a pending pod")), QStringLiteral("approve-me"));
    AWAIT(*m_user, User::row(m_user->viewOf(pendingModel), QStringLiteral("approve-me")).isValid(),
        "the pod in the list");
    QAbstractItemView *pods = m_user->viewOf(pendingModel);
    m_user->click(pods, User::row(pods, QStringLiteral("approve-me")));
    AWAIT(*m_user, m_user->sees(QStringLiteral("first-light/approve-me would go to node-")), "where it would go");
    const QAbstractItemView *ranked = m_user->viewOf(rankedModel);
    const QAbstractItemView *rejected = m_user->viewOf(rejectedModel);
    QVERIFY2(ranked && rejected, m_user->missed(QStringLiteral("ranked and refused nodes")));
    int refused = 0;
    for (int group = 0; group < rejected->model()->rowCount(); ++group)
        refused += rejected->model()->rowCount(rejected->model()->index(group, 0));
    const int nodes = askScript(QStringLiteral("counts"))[QStringLiteral("nodes")].toInt();
    QCOMPARE(ranked->model()->rowCount() + refused, nodes);
    const QString best = ranked->model()->index(0, 1).data().toString();
    QVERIFY2(m_user->sees(QStringLiteral("would go to ") + best), m_user->missed(best));
    QVERIFY2(m_user->sees(QStringLiteral("uncalibrated (n = 0)")),
        m_user->missed(QStringLiteral("an uncalibrated confidence")));
}

void WindowTest::aRefusedNodeSaysWhyNot()
{
    QAbstractItemView *rejected = m_user->viewOf(rejectedModel);
    QVERIFY(rejected);
    const QJsonObject made = askScript(QStringLiteral("made")); // the script's full and its tainted node
    for (const QString &reason :
        {QStringLiteral("Not enough CPU"), QStringLiteral("Taint not tolerated: first-light/reserved")})
        QVERIFY2(User::row(rejected, reason).isValid(), m_user->missed(reason));
    for (const auto &[key, plugin, word] : {std::tuple(QStringLiteral("full"), QStringLiteral("NodeResourcesFit"),
                                                QStringLiteral("Not enough cpu: asks 0.5")),
             std::tuple(QStringLiteral("tainted"), QStringLiteral("TaintToleration"),
                 QStringLiteral("does not tolerate the taint first-light/reserved"))}) {
        const QString node = made[key].toString();
        m_user->type(m_user->widget(QStringLiteral("node name")), node);
        QTest::keyClick(m_user->widget(QStringLiteral("node name")), Qt::Key_Return);
        const QString answer = QStringLiteral("✕ %1 does not fit").arg(node);
        QVERIFY2(m_user->until([&] {
            return m_user->sees(answer) && m_user->sees(QStringLiteral("✕ ") + plugin) && m_user->sees(word);
        }),
            m_user->missed(answer + QStringLiteral(" for ") + plugin));
    }
    m_user->picture(QStringLiteral("05-whatif"));
}

void WindowTest::aPastedManifestIsAnswered()
{
    m_user->chooseSegment(QStringLiteral("Pending pod"), 1);
    QWidget *editor = m_user->widget(QStringLiteral("manifest"));
    QVERIFY2(editor, m_user->missed(QStringLiteral("where to paste")));
    QGuiApplication::clipboard()->setText(manifest);
    m_user->click(editor);
    QTest::keyClick(editor, Qt::Key_V, Qt::ControlModifier);
    m_user->click(m_user->button(QStringLiteral("Decide")));
    AWAIT(
        *m_user, m_user->sees(QStringLiteral("first-light/pasted would go to node-")), "where the pasted pod would go");
    m_user->picture(QStringLiteral("06-manifest"));
    m_user->chooseSegment(QStringLiteral("Manifest"), -1);
}

void WindowTest::observingOffersNothingAndBindsNothing()
{
    m_user->go(QStringLiteral("approvals"));
    AWAIT(*m_user, m_user->sees(QStringLiteral("This cluster is in observe")), "that observing offers nothing");
    QVERIFY2(!m_user->view(QStringLiteral("Waiting")), m_user->missed(QStringLiteral("no proposal")));
    QVERIFY2(!m_user->button(QStringLiteral("Approve")), m_user->missed(QStringLiteral("no button to approve")));
    QCOMPARE(askScript(QStringLiteral("counts"))[QStringLiteral("boundByBinnacle")].toInt(), 0);
    m_user->picture(QStringLiteral("07-observe"));
}

void WindowTest::aPodOfAnotherSchedulerIsAdviceOnly()
{
    m_user->go(QStringLiteral("pods"));
    AWAIT(*m_user, User::row(m_user->viewOf(pendingModel), QStringLiteral("first-light/elsewhere")).isValid(),
        "the other's pod");
    QAbstractItemView *tree = m_user->viewOf(pendingModel);
    const QModelIndex pod = User::row(tree, QStringLiteral("first-light/elsewhere"));
    const QString group = pod.parent().data().toString();
    QVERIFY2(group.contains(QStringLiteral("advice only")), qPrintable(group));
    m_user->click(tree, pod.parent()); // opens or closes it
    if (!tree->visualRect(pod).isValid())
        m_user->click(tree, pod.parent());
    m_user->click(tree, pod);
    AWAIT(*m_user, m_user->sees(QStringLiteral("Its schedulerName is default-scheduler")), "whose pod it is");
    m_user->picture(QStringLiteral("09-advice"));
    QTest::keyClick(tree, Qt::Key_Escape);
    m_user->go(QStringLiteral("approvals"));
    AWAIT(*m_user, m_user->view(QStringLiteral("Waiting")), "proposals for our own pods");
    QVERIFY2(!User::row(m_user->view(QStringLiteral("Waiting")), QStringLiteral("elsewhere")).isValid(),
        m_user->missed(QStringLiteral("no proposal for the other's pod")));
    QCOMPARE(serverNodeOf(QStringLiteral("first-light/elsewhere")), QString());
}

void WindowTest::whoMayOnlyReadCannotApprove()
{
    const QString pod = QStringLiteral("first-light/read-me");
    if (selectProposal(pod).isEmpty())
        return;
    AWAIT(*m_user,
        m_user->sees(QStringLiteral("Approve is off: Forbidden: create on pods/binding for user window-reader")),
        "the permission that is missing, in words");
    QVERIFY2(!m_user->button(QStringLiteral("Approve"))->isEnabled(), m_user->missed(QStringLiteral("Approve is off")));
    m_user->click(m_user->button(QStringLiteral("Copy the RBAC rule to ask for")));
    QVERIFY2(QGuiApplication::clipboard()->text().contains(QStringLiteral("pods/binding")),
        qPrintable(QGuiApplication::clipboard()->text()));
    m_user->click(m_user->button(QStringLiteral("Approve"))); // does nothing
    m_user->picture(QStringLiteral("15-reader"));
    QTest::qWait(300);
    QCOMPARE(serverNodeOf(pod), QString());
}

void WindowTest::languageAndThemeChangeAtRunTime()
{
    const QString before = window().rail()->item(QStringLiteral("approvals"))->accessibleName();
    m_user->click(m_user->widget(QStringLiteral("Switch language")));
    AWAIT(*m_user, window().rail()->item(QStringLiteral("approvals"))->accessibleName() != before,
        "the rail in another language");
    m_user->click(m_user->widget(QStringLiteral("切换浅色与深色")));
    QVERIFY(theme::scheme() == theme::Scheme::Dark);
    for (const QString &page : window().pageIds()) {
        m_user->go(page);
        QVERIFY2(chinese(m_user->words(window().currentPage())), m_user->missed(page));
        m_user->picture(QStringLiteral("14-zh-") + page);
    }
    m_user->click(m_user->widget(QStringLiteral("切换语言")));
    AWAIT(*m_user, window().rail()->item(QStringLiteral("approvals"))->accessibleName() == before,
        "the rail in English again");
    m_user->click(m_user->widget(QStringLiteral("Switch between light and dark")));
    QVERIFY(theme::scheme() == theme::Scheme::Light);
    QVERIFY2(!chinese(m_user->words(window().currentPage())), m_user->missed(QStringLiteral("no Chinese left")));
}

} // namespace binnacle::e2e
