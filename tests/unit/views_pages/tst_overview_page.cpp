// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "page_fixture.h"
#include "views/pages/overview/overview_page.h"
#include "views/theme/table.h"
#include "views/theme/widgets.h"
#include <QSet>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;

/// The overview over the fake cluster: every figure against the state it comes from, and where each thing leads.
class TestOverviewPage : public QObject {
    Q_OBJECT

private:
    /// Figures: allocated, used, pending, fragmentation, decisions, ready.
    static theme::Figure *figure(const Bench<OverviewPage> &bench, int which)
    {
        return bench.page.findChildren<theme::Figure *>().at(which);
    }
    static theme::Table *table(const Bench<OverviewPage> &bench, const QString &name)
    {
        for (auto *table : bench.page.findChildren<theme::Table *>()) {
            if (table->accessibleName() == name)
                return table;
        }
        return nullptr;
    }

    static QString said(const Bench<OverviewPage> &bench)
    {
        QStringList lines;
        for (const auto *label : bench.page.findChildren<theme::Label *>()) {
            if (label->isVisible())
                lines << label->text();
        }
        return lines.join(QLatin1Char('\n'));
    }

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init() { failOnWarnings(); }

    void theSixFiguresAreThoseOfTheState()
    {
        Bench<OverviewPage> bench;
        bench.change([](api::ClusterState &s) {
            for (api::ResourceTotal &total : s.totals) {
                if (total.resource == model::resource::cpu) {
                    total.capacity = 800'000;
                    total.allocated = 500'000;
                    total.used = 100'000; // of the half that is measured
                    total.measuredCapacity = 400'000;
                }
            }
            s.fragmentation = {0.021, 0.034, 0.5, 0.185, 7};
            s.decisionsLastHour = 13;
            s.placedLastHour = 9;
            s.nodesNotReady = 3;
        });
        const auto &state = *bench.service.cluster.state();
        QCOMPARE(figure(bench, 0)->value(), QStringLiteral("62.5"));
        QCOMPARE(figure(bench, 1)->value(), QStringLiteral("25.0"));
        QCOMPARE(figure(bench, 2)->value(), QString::number(state.pending.size()));
        QCOMPARE(figure(bench, 3)->value(), QStringLiteral("18.5"));
        QCOMPARE(figure(bench, 4)->value(), QStringLiteral("13"));
        QCOMPARE(figure(bench, 5)->value(), QString::number(state.snapshot->nodes().size() - 3));
        QVERIFY(said(bench).contains(QStringLiteral("CPU 2.1 · memory 3.4 · GPU 50.0")));
    }

    void withoutASourceUseIsUnknownAndNotZero()
    {
        Bench<OverviewPage> bench;
        bench.change([](api::ClusterState &s) {
            s.usage = std::make_shared<const api::UsageTable>();
            for (api::ResourceTotal &total : s.totals)
                total.used.reset();
        });
        QCOMPARE(figure(bench, 1)->value(), QStringLiteral("–"));
        QVERIFY(said(bench).contains(QStringLiteral("no source")));
    }

    void theQueueIsShownWholeByReason()
    {
        Bench<OverviewPage> bench;
        auto *queue = table(bench, QStringLiteral("Queue by reason"));
        QVERIFY(queue && queue->isVisible());
        QVERIFY(queue->model()->rowCount() > 1);
        int pods = 0;
        for (int i = 0; i < queue->model()->rowCount(); ++i)
            pods += queue->model()->index(i, 1).data().toString().toInt();
        QCOMPARE(pods, int(bench.service.cluster.state()->pending.size()));
        const QRect last = queue->visualRect(queue->model()->index(queue->model()->rowCount() - 1, 0));
        QVERIFY2(queue->viewport()->rect().contains(last), "the last reason is cut off");
        bench.change([](api::ClusterState &s) { s.pending.clear(); });
        QVERIFY(!queue->isVisible());
    }

    void everythingLeadsToWhereOneCanAct()
    {
        Bench<OverviewPage> bench;
        for (int i = 0; i < 6; ++i)
            QTest::mouseClick(figure(bench, i), Qt::LeftButton);
        const QStringList &opened = bench.navigator.opened;
        QCOMPARE(opened.size(), 6);
        for (const QString &address : opened)
            QVERIFY(!address.isEmpty());
        QVERIFY(opened.filter(QStringLiteral("pods")).size() >= 1);
        QVERIFY(opened.filter(QStringLiteral("nodes")).size() >= 1);
        QVERIFY(said(bench).contains(QStringLiteral("wait"))); // approvals that need a person
    }

    void aNarrowPageHasThreeFiguresARowAndNoNameCutToNothing()
    {
        Bench<OverviewPage> bench;
        const auto figures = bench.page.findChildren<theme::Figure *>();
        QCOMPARE(figures.size(), qsizetype(6));
        const auto rows = [&] {
            QSet<int> tops;
            for (const auto *figure : figures)
                tops.insert(figure->y());
            return tops.size();
        };
        QCOMPARE(rows(), qsizetype(1));
        bench.page.resize(900, 600);
        bench.settle();
        QCOMPARE(rows(), qsizetype(2));
        for (const auto *table : bench.page.findChildren<theme::Table *>())
            QVERIFY2(table->columnWidth(table->model()->columnCount() == 8 && table->isColumnHidden(1) ? 2 : 0) >= 80,
                qPrintable(QString::number(table->columnWidth(0))));
        bench.page.resize(1400, 800);
        bench.settle();
        QCOMPARE(rows(), qsizetype(1));
    }
};

QTEST_MAIN(TestOverviewPage)
#include "tst_overview_page.moc"
