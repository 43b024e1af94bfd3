// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "page_fixture.h"
#include "views/models/audit_model.h"
#include "views/pages/audit/audit_card.h"
#include "views/pages/audit/audit_page.h"
#include "views/pages/audit/bad_entry.h"
#include "views/pages/audit/replay_cards.h"
#include "views/pages/audit/storage_dialog.h"
#include "views/pages/audit/timeline.h"
#include "views/pages/decision_card/score_bars.h"
#include "views/theme/widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;

namespace {

api::AuditVerification broken(base::TimePoint at)
{
    api::AuditVerification found;
    found.result = api::AuditVerification::Result::Broken;
    found.checked = 18001;
    found.leaves = 18447;
    found.firstBad = 18001;
    found.detail = "the record does not hash to what was stored";
    found.at = at;
    api::AuditEntry before;
    before.index = 18000;
    before.at = at - std::chrono::minutes(9);
    before.kind = "decision";
    before.decisionId = "d-18000";
    before.operation = "place";
    before.pod = "shop/checkout";
    before.node = "n1";
    before.actor = "system";
    before.leafHash = "52d8a6e10f3b9c77";
    api::AuditEntry bad = before;
    bad.index = 18001;
    bad.kind = "transition";
    bad.decisionId.clear();
    bad.state = api::DecisionState::Approved;
    bad.actor = "mallory";
    api::AuditEntry after;
    after.index = 18002;
    after.message = "gone";
    found.around = {before, bad, after};
    return found;
}

api::ReplayReport different()
{
    api::ReplayReport report;
    report.decisionId = "d-18401";
    report.was = "9f3c11aa22bb33cc";
    report.is = "77dd11aa22bb33cc";
    report.wasNode = "n1";
    report.isNode = "n2";
    report.took = std::chrono::milliseconds(212);
    report.recorded.decision.node = "n1";
    report.recorded.decision.score = 626;
    report.recorded.decision.margin = 1;
    report.recorded.decision.stability = 0.41;
    report.recorded.decision.policyVersion = "v12";
    report.recorded.decision.snapshotHash = "6b73f9dc00112233";
    report.recorded.canonical = R"({"alternatives":[{"node":"n1","total":626},{"node":"n2","total":625}],"v":1})";
    report.replayed = report.recorded;
    report.replayed.decision.node = "n2";
    report.replayed.decision.score = 624;
    report.replayed.canonical = R"({"alternatives":[{"node":"n2","total":624},{"node":"n1","total":623}],"v":1})";
    return report;
}

} // namespace

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

    void whatTheSessionVerifiedByItselfIsShownWithItsTime()
    {
        Bench<AuditPage> bench;
        QVERIFY(bench.words().contains(QStringLiteral("Not verified yet in this session")));
        const base::TimePoint at = bench.service.cluster.now() - std::chrono::minutes(2);
        bench.change([at](api::ClusterState &s) {
            auto check = std::make_shared<api::AuditVerification>();
            check->result = api::AuditVerification::Result::Sound;
            check->checked = check->leaves = 18440;
            check->at = at;
            s.auditCheck = check;
        });
        QVERIFY2(bench.words().contains(
                     QStringLiteral("18,440 of 18,440 entries checked, no bad entry · ") + models::Words::clock(at)),
            qPrintable(bench.words()));
        QVERIFY(bench.words().contains(QStringLiteral("7 entries written since")));
        QVERIFY(!bench.words().contains(QStringLiteral("Not verified")));
        // A newer one, asked for here, takes its place and is not undone by the older.
        bench.page.verify();
        bench.settle();
        bench.change([](api::ClusterState &s) { s.auditLeaves += 1; });
        QVERIFY(bench.words().contains(QStringLiteral("18,447 of 18,447 entries checked")));
        QVERIFY2(bench.words().contains(QStringLiteral("1 entry written since")), qPrintable(bench.words()));
    }

    void aBadEntryIsShownBetweenItsNeighbours()
    {
        Bench<AuditPage> bench;
        auto *bad = bench.find<BadEntry>();
        QVERIFY(!bad->isVisible());
        bench.service.found = broken(bench.service.cluster.now());
        bench.page.verify();
        bench.settle();
        QVERIFY(bad->isVisible());
        const QString words = bench.words();
        for (const char *expected :
            {"The log was changed", "First bad entry: #18,001 · the record does not hash", "#18,000",
                "Place shop/checkout on n1", "#18,002", "cannot be read: gone", "binnaclectl store restore"})
            QVERIFY2(words.contains(QString::fromUtf8(expected)), qPrintable(words));
        QSignalSpy opened(&bench.page, &Page::selected);
        QTest::mouseClick(bench.button(QStringLiteral("show")), Qt::LeftButton);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.front().front().toString(), QStringLiteral("d-18000"));
        bench.service.found.reset();
        bench.page.verify();
        bench.settle();
        QVERIFY(!bad->isVisible());
    }

    void aReplayThatDiffersStandsInTwoCards()
    {
        Bench<AuditPage> bench;
        api::ReplayReport report = different();
        bench.service.report = report;
        const std::string id = bench.service.cluster.state()->proposals.front().id;
        std::unique_ptr<QWidget> held(bench.page.inspector(QString::fromStdString(id), {}, nullptr));
        auto *card = qobject_cast<AuditCard *>(held.get());
        card->resize(420, 900);
        card->show();
        card->replay();
        bench.settle();
        auto *cards = card->findChild<ReplayCards *>();
        QVERIFY(cards->isVisible());
        QCOMPARE(cards->differences(),
            (QStringList{QStringLiteral("node"), QStringLiteral("score"), QStringLiteral("best nodes"),
                QStringLiteral("fingerprint")}));
        const auto sides = cards->findChildren<theme::Card *>();
        QCOMPARE(sides.size(), qsizetype(2));
        QVERIFY(sides[0]->geometry().right() < sides[1]->geometry().left());
        const auto says = [](const QWidget *side) {
            QString all;
            for (const QLabel *label : side->findChildren<QLabel *>())
                all += label->text() + QLatin1Char('\n');
            return all;
        };
        QVERIFY2(says(sides[0]).contains(QStringLiteral("≠ n1")) && says(sides[0]).contains(QStringLiteral("≠ 626")),
            qPrintable(says(sides[0])));
        QVERIFY(says(sides[1]).contains(QStringLiteral("≠ n2")) && says(sides[1]).contains(QStringLiteral("≠ 624")));
        QVERIFY(says(sides[1]).contains(QStringLiteral("v12")) && !says(sides[1]).contains(QStringLiteral("≠ v12")));
        bench.service.report.reset();
        card->replay();
        bench.settle();
        QVERIFY(!cards->isVisible());
    }

    void podNodeActorAndConfidenceNarrowTheRows()
    {
        Bench<AuditPage> bench;
        auto *table = bench.find<QTableView>();
        const int all = table->model()->rowCount();
        const auto field = [&](const char *name) {
            for (auto *edit : bench.page.findChildren<QLineEdit *>()) {
                if (edit->accessibleName() == QLatin1String(name))
                    return edit;
            }
            return static_cast<QLineEdit *>(nullptr);
        };
        QTest::keyClicks(field("pod, a part of its name"), QStringLiteral("finetune"));
        QTRY_COMPARE(bench.service.lastFilter.pod, std::string("finetune"));
        QTRY_VERIFY(table->model()->rowCount() > 0 && table->model()->rowCount() < all);
        for (int row = 0; row < table->model()->rowCount(); ++row)
            QVERIFY(table->model()->index(row, 3).data().toString().contains(QStringLiteral("finetune")));
        QTest::keyClicks(field("node, a part of its name"), QStringLiteral("no-such-node"));
        QTRY_COMPARE(bench.service.lastFilter.node, std::string("no-such-node"));
        QTRY_COMPARE(table->model()->rowCount(), 0);
        QTest::mouseClick(bench.button(QStringLiteral("clear")), Qt::LeftButton);
        QTRY_COMPARE(table->model()->rowCount(), all);
        for (QCheckBox *box : bench.page.findChildren<QCheckBox *>()) {
            if (box->text() == QStringLiteral("operator-1"))
                box->click();
        }
        bench.settle();
        QCOMPARE(bench.service.lastFilter.actors, std::vector<std::string>{"operator-1"});
        QVERIFY(table->model()->rowCount() > 0 && table->model()->rowCount() < all);
        QTest::mouseClick(bench.button(QStringLiteral("clear")), Qt::LeftButton);
        bench.settle();
        bench.page.findChildren<QDoubleSpinBox *>().front()->setValue(0.98); // all are 0.97 sure
        bench.settle();
        QCOMPARE(bench.service.lastFilter.minConfidence, std::optional(0.98));
        QCOMPARE(table->model()->rowCount(), 0);
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

    void storageSpeaksTheNewLanguageAndKeepsWhatWasChosen()
    {
        Bench<AuditPage> bench;
        bench.page.openStorage();
        auto *dialog = bench.page.findChild<StorageDialog *>();
        bench.settle();
        auto *days = dialog->findChildren<QComboBox *>().front();
        days->setCurrentIndex(days->findData(qlonglong(90)));
        QCOMPARE(days->currentText(), QStringLiteral("Keep 90 days"));
        theme::Theme::instance().setLanguage(theme::Language::Chinese);
        bench.settle();
        QCOMPARE(dialog->windowTitle(), QStringLiteral("审计日志的存储"));
        QCOMPARE(days->currentText(), QStringLiteral("保留 90 天"));
        QCOMPARE(days->currentData().toLongLong(), 90);
        theme::Theme::instance().setLanguage(theme::Language::English);
        bench.settle();
        QCOMPARE(days->currentText(), QStringLiteral("Keep 90 days"));
    }

    /// With BINNACLE_SHOTS a picture of what no demo shows: a changed log, a replay that differs.
    void pictures()
    {
        const QString dir = qEnvironmentVariable("BINNACLE_SHOTS");
        if (dir.isEmpty())
            QSKIP("BINNACLE_SHOTS names no folder");
        Bench<AuditPage> bench;
        bench.service.found = broken(bench.service.cluster.now());
        bench.service.report = different();
        bench.page.verify();
        bench.settle();
        bench.page.grab().save(dir + QStringLiteral("/bad-entry.png"));
        const std::string id = bench.service.cluster.state()->proposals.front().id;
        std::unique_ptr<QWidget> held(bench.page.inspector(QString::fromStdString(id), {}, nullptr));
        held->resize(420, 1000);
        held->show();
        qobject_cast<AuditCard *>(held.get())->replay();
        bench.settle();
        held->grab().save(dir + QStringLiteral("/replay-differs.png"));
    }

    void aPluginHasOneColourAndOnePlaceWhateverTheOrderOfTheRecord()
    {
        const auto part = [](const char *plugin, std::int64_t value) {
            return models::ScorePart{base::Symbol(plugin), value, value, 1, value};
        };
        const base::Symbol node("n");
        ScoreBars cycle;
        cycle.setRows({{node, {part("NodeAffinity", 40), part("ImageLocality", 60)}, 100}});
        ScoreBars record;
        record.setRows({{node, {part("ImageLocality", 60), part("NodeAffinity", 40)}, 100}});
        for (ScoreBars *bars : {&cycle, &record})
            bars->resize(600, bars->heightForWidth(600));
        QCOMPARE(record.grab().toImage(), cycle.grab().toImage());
        QCOMPARE(record.rows().front().parts.front().plugin, base::Symbol("NodeAffinity"));
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
