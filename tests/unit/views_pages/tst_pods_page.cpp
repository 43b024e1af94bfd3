// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "page_fixture.h"
#include "views/pages/pods/funnel.h"
#include "views/pages/pods/pod_inspector.h"
#include "views/pages/pods/pods_page.h"
#include "views/theme/widgets.h"

#include <QSignalSpy>
#include <QTableView>
#include <QTreeView>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;
using models::PendingModel;

class TestPodsPage : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void pendingPodsStandUnderWhatBlocksThemWithTheSmallestChange()
    {
        Bench<PodsPage> bench;
        auto *tree = bench.find<QTreeView>();
        QVERIFY(tree->isVisible());
        QVERIFY(tree->model()->rowCount() > 2);
        QTRY_VERIFY(!tree->model()->index(0, 0).data(PendingModel::CountRole).isNull());
        QVERIFY(std::any_of(bench.service.calls.begin(), bench.service.calls.end(),
            [](const std::string &call) { return call.starts_with("whatIf "); }));
    }

    void openGroupsStayOpenWhenDataArrives()
    {
        Bench<PodsPage> bench;
        auto *tree = bench.find<QTreeView>();
        const QModelIndex group = tree->model()->index(1, 0);
        tree->expand(group);
        bench.change([](api::ClusterState &s) { s.pending.erase(s.pending.begin()); });
        QVERIFY(tree->isExpanded(tree->model()->index(1, 0)));
    }

    void filteringAndClearingKeepsTheSelectionByKey()
    {
        Bench<PodsPage> bench;
        auto *table = bench.find<QTableView>();
        QTest::keyClick(bench.page.findChildren<theme::SegmentedControl *>().constFirst(), Qt::Key_Right); // Running
        bench.settle();
        QVERIFY(table->isVisible());
        QTest::mouseClick(
            table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(3, 0)).center());
        const QString name = table->currentIndex().siblingAtColumn(0).data().toString();
        bench.page.setFilter(name);
        bench.settle();
        QVERIFY(table->model()->rowCount() >= 1);
        bench.page.setFilter({});
        bench.settle();
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), name);
    }

    void whenTheSelectedPodGoesNoOtherIsPicked()
    {
        Bench<PodsPage> bench;
        QSignalSpy selected(&bench.page, &Page::selected);
        auto *tree = bench.find<QTreeView>();
        int largest = 0;
        for (int i = 0; i < tree->model()->rowCount(); ++i) {
            if (tree->model()->rowCount(tree->model()->index(i, 0)) > 1)
                largest = i;
        }
        const QModelIndex group = tree->model()->index(largest, 0);
        tree->expand(group);
        QVERIFY(tree->model()->rowCount(group) > 1);
        tree->setCurrentIndex(tree->model()->index(0, 0, group));
        QCOMPARE(selected.count(), 1);
        const std::string gone = selected.at(0).at(0).toString().toStdString();
        bench.change([&](api::ClusterState &s) {
            std::erase_if(s.pending, [&](const api::PendingPod &pod) { return pod.pod->key.text() == gone; });
        });
        QCOMPARE(selected.count(), 1);
        QVERIFY(!tree->currentIndex().isValid());
    }

    void aSelectedPodAsksForItsInspector()
    {
        Bench<PodsPage> bench;
        QSignalSpy selected(&bench.page, &Page::selected);
        auto *tree = bench.find<QTreeView>();
        const QModelIndex group = tree->model()->index(0, 0);
        tree->expand(group);
        const QModelIndex pod = tree->model()->index(0, 0, group);
        tree->setCurrentIndex(pod);
        QCOMPARE(selected.count(), 1);
        QCOMPARE(selected.at(0).at(0).toString(), pod.data().toString());
        std::unique_ptr<QWidget> inspector(
            bench.page.inspector(selected.at(0).at(0).toString(), QStringLiteral("why"), nullptr));
        QVERIFY(inspector);
        inspector->show();
        bench.settle();
        const auto *funnel = inspector->findChild<Funnel *>();
        QVERIFY(funnel->steps().size() >= 3);
        QCOMPARE(funnel->steps().front().nodes, 400);
        std::int64_t left = funnel->steps().front().nodes;
        for (std::size_t i = 1; i + 1 < funnel->steps().size(); ++i)
            left -= funnel->steps()[i].nodes;
        QCOMPARE(funnel->steps().back().nodes, left);
    }

    void useWithoutASourceIsSaidAndNotZero()
    {
        Bench<PodsPage> bench({400, 2, 12, false, 42});
        const model::PodPtr pod = bench.service.cluster.state()->pending.front().pod;
        std::unique_ptr<QWidget> inspector(
            bench.page.inspector(QString::fromStdString(pod->key.text()), QStringLiteral("requests"), nullptr));
        const auto *requests = inspector->findChild<RequestTable *>();
        QVERIFY(requests->rows().size() >= 3);
        for (const RequestTable::Row &row : requests->rows()) {
            QVERIFY(row.use.isEmpty());
            QVERIFY(!row.share.has_value());
        }
    }

    void aPodOfAnotherSchedulerIsAdviceOnly()
    {
        Bench<PodsPage> bench;
        bench.change([](api::ClusterState &s) { s.pending[5].wait = api::PendingPod::Wait::Advice; });
        const model::PodPtr pod = bench.service.cluster.state()->pending[5].pod;
        std::unique_ptr<QWidget> inspector(bench.page.inspector(QString::fromStdString(pod->key.text()), {}, nullptr));
        inspector->show();
        QString all;
        for (const QLabel *label : inspector->findChildren<QLabel *>())
            all += label->text();
        QVERIFY(all.contains(QStringLiteral("Advice only")));
    }

    void emptyLoadingForbiddenAndStaleLookDifferent()
    {
        Bench<PodsPage> bench({400, 2, 0, true, 1});
        const auto *notice = bench.find<NoticeBox>();
        QVERIFY(notice->isVisible());
        QCOMPARE(notice->kind(), NoticeBox::Kind::Empty);
        bench.change([](api::ClusterState &s) { s.access.listPods = model::AccessReview::Answer::Denied; });
        QCOMPARE(notice->kind(), NoticeBox::Kind::Forbidden);
        QVERIFY(notice->words().contains(QStringLiteral("list and watch on the resource pods")));
        bench.change([](api::ClusterState &s) {
            s.access.listPods = model::AccessReview::Answer::Allowed;
            s.feed.state = model::FeedState::Stale;
            s.feed.fault = model::FaultKind::Timeout;
        });
        QVERIFY(bench.words().contains(QStringLiteral("The server does not answer in time")));
        bench.page.enter({});
        QCOMPARE(notice->kind(), NoticeBox::Kind::Disconnected);
    }

    void wordsFollowTheLanguage()
    {
        Bench<PodsPage> bench;
        QCOMPARE(bench.page.title(), QStringLiteral("Pods"));
        theme::Theme::instance().setLanguage(theme::Language::Chinese);
        bench.settle();
        QVERIFY(bench.words().contains(QString::fromUtf8("按阻塞原因分组")));
        theme::Theme::instance().setLanguage(theme::Language::English);
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("by what blocks them")));
    }
};

QTEST_MAIN(TestPodsPage)
#include "tst_pods_page.moc"
