// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "page_fixture.h"
#include "views/models/audit_model.h"
#include "views/pages/audit/audit_card.h"
#include "views/pages/audit/audit_page.h"
#include "views/pages/audit/storage_dialog.h"
#include "views/pages/audit/timeline.h"
#include "views/theme/widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;

class TestAuditPage : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void rowsCountsAndTimelineComeWithTheFirstState()
    {
        Bench<AuditPage> bench;
        auto *table = bench.find<QTableView>();
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), int(bench.service.cluster.state()->proposals.size()));
        QVERIFY(bench.page.subtitle().contains(QStringLiteral("18,447")));
    }

    void tickingAFacetNarrowsTheRows()
    {
        Bench<AuditPage> bench;
        auto *table = bench.find<QTableView>();
        const int all = table->model()->rowCount();
        QCheckBox *denied = nullptr;
        for (QCheckBox *box : bench.page.findChildren<QCheckBox *>()) {
            if (box->text() == QStringLiteral("Denied"))
                denied = box;
        }
        QVERIFY(denied);
        denied->click();
        bench.settle();
        QVERIFY(table->model()->rowCount() < all && table->model()->rowCount() > 0);
        QTest::mouseClick(bench.button(QStringLiteral("clear")), Qt::LeftButton);
        bench.settle();
        QCOMPARE(table->model()->rowCount(), all);
    }

    void draggingBrushesARangeAndDoubleClickClearsIt()
    {
        Bench<AuditPage> bench;
        auto *timeline = bench.find<Timeline>();
        QSignalSpy brushed(timeline, &Timeline::brushed);
        const QRect plot = timeline->plot();
        QTest::mousePress(timeline, Qt::LeftButton, {}, QPoint(plot.left() + 20, plot.center().y()));
        QTest::mouseMove(timeline, QPoint(plot.left() + 200, plot.center().y()));
        QTest::mouseRelease(timeline, Qt::LeftButton, {}, QPoint(plot.left() + 200, plot.center().y()));
        QCOMPARE(brushed.count(), 1);
        QVERIFY(timeline->brush().has_value() && timeline->brush()->first < timeline->brush()->second);
        bench.settle();
        QVERIFY(bench.button(QStringLiteral("clear the range")));
        QTest::mouseDClick(timeline, Qt::LeftButton, {}, plot.center());
        QVERIFY(!timeline->brush().has_value());
    }

    void newDecisionsWaitAboveUntilAskedFor()
    {
        Bench<AuditPage> bench;
        auto *table = bench.find<QTableView>();
        const int before = table->model()->rowCount();
        bench.change([](api::ClusterState &s) {
            api::Proposal p = s.proposals.front();
            p.id = "d-new";
            p.auditIndex = 30'000;
            s.proposals.insert(s.proposals.begin(), p);
            s.auditLeaves += 1;
        });
        bench.settle();
        QCOMPARE(table->model()->rowCount(), before);
        auto *show = bench.button(QStringLiteral("1 new decision waits above: show it"));
        QVERIFY(show);
        QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(table->model()->rowCount(), before + 1);
    }

    void verifyShowsWhatWasCheckedAndTheCardKnowsIt()
    {
        Bench<AuditPage> bench;
        bench.page.setFocus();
        QTest::keyClick(&bench.page, Qt::Key_V);
        bench.settle();
        QVERIFY2(bench.words().contains(QStringLiteral("Tree head verified")), qPrintable(bench.words()));
        QVERIFY(bench.words().contains(QStringLiteral("18,447 of 18,447 entries checked, no bad entry")));
        const auto id = QString::fromStdString(bench.service.cluster.state()->proposals.front().id);
        std::unique_ptr<QWidget> card(bench.page.inspector(id, QStringLiteral("proof"), nullptr));
        card->show();
        bench.settle();
        QString all;
        for (const QLabel *label : card->findChildren<QLabel *>())
            all += label->text() + QLatin1Char('\n');
        QVERIFY(all.contains(QStringLiteral("Tree head verified")));
    }

    void replaySaysEqual()
    {
        Bench<AuditPage> bench;
        const std::string id = bench.service.cluster.state()->proposals.front().id;
        std::unique_ptr<QWidget> held(bench.page.inspector(QString::fromStdString(id), {}, nullptr));
        auto *card = qobject_cast<AuditCard *>(held.get());
        card->show();
        card->replay();
        bench.settle();
        QVERIFY(bench.called("replay " + id));
        QString all;
        for (const QLabel *label : card->findChildren<QLabel *>())
            all += label->text() + QLatin1Char('\n');
        QVERIFY(all.contains(QStringLiteral("Replayed: equal")));
    }

    void storageIsShownAndSet()
    {
        Bench<AuditPage> bench;
        for (auto *button : bench.page.findChildren<QPushButton *>()) {
            if (button->text() == QStringLiteral("Storage…"))
                button->click();
        }
        auto *dialog = bench.page.findChild<StorageDialog *>();
        QVERIFY(dialog);
        bench.settle();
        QPushButton *apply = nullptr;
        for (auto *button : dialog->findChildren<QPushButton *>()) {
            if (button->text() == QStringLiteral("Apply"))
                apply = button;
        }
        QVERIFY(apply && !apply->isEnabled());
        auto *days = dialog->findChildren<QComboBox *>().front();
        QCOMPARE(days->currentText(), QStringLiteral("Keep for ever"));
        days->setCurrentIndex(days->findData(qlonglong(90)));
        QVERIFY(apply->isEnabled());
        apply->click();
        bench.settle();
        QVERIFY(bench.called("setAuditRetention 90 0"));
        QVERIFY(!apply->isEnabled());
        QCOMPARE(dialog->findChild<theme::KeyValues *>()->value(2), QStringLiteral("1,200"));
    }

    void exportWritesWhatMatches()
    {
        Bench<AuditPage> bench;
        bench.page.exportTo(QStringLiteral("/somewhere/audit.csv"), QStringLiteral("csv"));
        bench.settle();
        QVERIFY(bench.called("exportAudit csv /somewhere/audit.csv"));
        QCOMPARE(bench.navigator.toasts, QStringList{QStringLiteral("Exported to /somewhere/audit.csv")});
    }
};

QTEST_MAIN(TestAuditPage)
#include "tst_audit_page.moc"
