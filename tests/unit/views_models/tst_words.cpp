// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "pod_fixture.h"
#include "views/models/words.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace binnacle;
using namespace binnacle::models;
using namespace binnacle::models::testing;
using namespace std::chrono_literals;

class TestWords : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("."))); }

    void untrustedTextLosesItsControlCharactersAndItsLength()
    {
        QCOMPARE(Words::plain("a\nb\tc"), QStringLiteral("a b c"));
        const QString hostile = Words::plain("x\x1b[31m\xe2\x80\xae y"); // escape, right-to-left override
        QVERIFY(!hostile.contains(QChar(0x1b)) && !hostile.contains(QChar(0x202E)));
        QCOMPARE(Words::plain(std::string(5000, 'x'), 10).size(), 10);
        QCOMPARE(Words::plain("\xff\xfe").size(), 2); // not UTF-8: replaced, not dropped
        QVERIFY(Words::tip(QStringLiteral("<img src=x>")).contains(QStringLiteral("&lt;img")));
    }

    void figuresCarryTheirUnits()
    {
        QCOMPARE(Words::cores(1500), QStringLiteral("1.5"));
        QCOMPARE(Words::cores(1), QStringLiteral("0.001"));
        QCOMPARE(Words::gib(128LL << 30), QStringLiteral("128"));
        QCOMPARE(Words::gib(3LL << 29), QStringLiteral("1.5"));
        QCOMPARE(Words::amount(symbol("cpu"), 1000), QStringLiteral("1 core"));
        QCOMPARE(Words::amount(symbol("memory"), 512LL << 20), QStringLiteral("0.5 GiB"));
        QCOMPARE(Words::amount(symbol("memory"), 50LL << 20), QStringLiteral("50 MiB"));
        QCOMPARE(Words::amount(symbol("nvidia.com/gpu"), 4), QStringLiteral("4"));
        QCOMPARE(Words::number(-3), QString(QChar(0x2212)) + QLatin1Char('3'));
    }

    void timesReadAsPeopleSayThem()
    {
        QCOMPARE(Words::duration(5s), QStringLiteral("5 s"));
        QCOMPARE(Words::duration(48min), QStringLiteral("48 min"));
        QCOMPARE(Words::duration(112min), QStringLiteral("1 h 52 min"));
        QCOMPARE(Words::duration(50h), QStringLiteral("2 d 2 h"));
        QCOMPARE(Words::duration(-5s), QStringLiteral("0 s"));
        QCOMPARE(Words::countdown(272s), QStringLiteral("04:32"));
        QCOMPARE(Words::countdown(3872s), QStringLiteral("1:04:32"));
        QCOMPARE(Words::countdown(1ms), QStringLiteral("00:01")); // zero only at zero
        QCOMPARE(Words::countdown(-1s), QStringLiteral("00:00"));
    }

    void everyReasonHasASentenceAndAGroup()
    {
        for (int code = 1; code <= int(model::ReasonCode::ClaimToBind); ++code) {
            model::Reason reason{model::ReasonCode(code), symbol("subject"), "detail", 4, 3, 5};
            QVERIFY2(!Words::reason(reason).isEmpty(), qPrintable(QString::number(code)));
            QVERIFY2(!Words::reasonGroup(reason.code, reason.subject).isEmpty(), qPrintable(QString::number(code)));
        }
        QCOMPARE(Words::reason({model::ReasonCode::VolumeZoneMismatch, symbol("zone"), "pv z1,z2 z3", 0, 0, 0}),
            QStringLiteral("The volume pv is in zone z1, z2, and the node in z3"));
        QCOMPARE(Words::reason({model::ReasonCode::VolumeAffinityMismatch, symbol("zone"), "pv z1", 0, 0, 0}),
            QStringLiteral("The volume pv needs zone z1, and the node has no such label"));
        QCOMPARE(Words::reason({model::ReasonCode::VolumeLimitReached, symbol("csi.example.com"), "", 1, 3, 3}),
            QStringLiteral("Too many volumes of the driver csi.example.com: 3 of 3 are attached, 1 more asked"));
        QCOMPARE(Words::reason(shortCpu(4000, 7000, 8000)),
            QStringLiteral("Not enough cpu: asks 4 cores, free 1 core of 8 cores"));
    }

    void everyChangeIsAnInstruction()
    {
        for (int kind = 0; kind <= int(model::ChangeKind::DropSpread); ++kind) {
            const model::Change change{model::ChangeKind(kind), symbol("subject"), "detail", 2, {{"a", "p"}}};
            QVERIFY2(!Words::change(change).isEmpty(), qPrintable(QString::number(kind)));
        }
        using enum model::ChangeKind;
        QCOMPARE(Words::change({.kind = FreeResource, .subject = symbol("cpu"), .amount = 3000}),
            QStringLiteral("free 3 cores cpu"));
        QCOMPARE(Words::change({.kind = AskLess, .subject = symbol("cpu"), .amount = 8000}),
            QStringLiteral("ask for at most 8 cores cpu"));
        QCOMPARE(Words::change({.kind = Tolerate, .subject = symbol("gpu"), .detail = "a100:NoSchedule"}),
            QStringLiteral("add a toleration for gpu=a100:NoSchedule"));
        QCOMPARE(Words::change({.kind = EvictPods, .pods = {{"a", "1"}, {"a", "2"}, {"a", "3"}, {"a", "4"}}}),
            QStringLiteral("evict a/1, a/2, a/3 and 1 more"));
    }

    void aSearchThatWasCutShortOrFoundNothingSaysSo()
    {
        using model::ChangeSearch;
        QVERIFY(Words::changeSearch(ChangeSearch::Least, true, {}).isEmpty());
        QVERIFY(Words::changeSearch(ChangeSearch::Bounded, true, {}).contains(QStringLiteral("smaller")));
        QVERIFY(Words::changeSearch(ChangeSearch::NoneKnown, false, symbol("VolumeBinding"))
                    .contains(QStringLiteral("VolumeBinding")));
    }

    void everyRuleThatIsNotBuiltHasAName()
    {
        QCOMPARE(Words::rules((1U << 11) - 1).size(), 10);
        QVERIFY(!Words::rules((1U << 11) - 1).contains(QString()));
    }

    void everyBlockSaysWhyAndWhatNext()
    {
        model::AccessReview access;
        access.user = "jane";
        for (int block = 1; block <= int(api::WriteBlock::FileCluster); ++block) {
            const Notice notice = Words::writeBlock(api::WriteBlock(block), access);
            QVERIFY2(!notice.title.isEmpty() && !notice.next.isEmpty(), qPrintable(QString::number(block)));
        }
        QVERIFY(Words::writeBlock(api::WriteBlock::None, access).empty());
        QVERIFY(Words::writeBlock(api::WriteBlock::Forbidden, access).title.contains(QStringLiteral("jane")));
        QVERIFY(Words::rbacRule(api::WriteBlock::Forbidden, access).contains(QStringLiteral("pods/binding")));
        QVERIFY(Words::rbacRule(api::WriteBlock::Observing, access).isEmpty());
    }

    void everyFeedFaultSaysWhatToDo()
    {
        for (int fault = 0; fault <= int(model::FaultKind::Stopped); ++fault) {
            model::FeedStatus feed;
            feed.state = model::FeedState::Stale;
            feed.fault = model::FaultKind(fault);
            feed.lastContact = at(0);
            const Notice notice = Words::feedNotice(feed);
            QVERIFY2(!notice.title.isEmpty() && !notice.next.isEmpty(), qPrintable(QString::number(fault)));
        }
    }

    void everyStateAndResultHasASignAndAWord()
    {
        for (int state = 0; state <= int(api::DecisionState::Confirmed); ++state) {
            const Sign sign = Words::state(api::DecisionState(state));
            QVERIFY(!sign.word.isEmpty() && !sign.sign.isNull());
        }
        for (int result = 0; result <= int(api::AuditVerification::Result::Unreadable); ++result) {
            api::AuditVerification verification;
            verification.result = api::AuditVerification::Result(result);
            QVERIFY(!Words::verification(verification).word.isEmpty());
        }
        api::AuditVerification broken;
        broken.firstBad = 17;
        QVERIFY(Words::verificationDetail(broken).contains(QStringLiteral("first bad entry #17")));
    }

    void confidenceSaysWhetherItWasCalibrated()
    {
        QCOMPARE(Words::calibration(false, 3), QStringLiteral("uncalibrated (n = 3)"));
        QVERIFY(Words::confidenceMeaning(false, 0).contains(QStringLiteral("equal to the stability")));
        model::Confidence c{0.97, 200, false, 0.97, false, 0};
        QVERIFY(Words::stabilityMeaning(c).contains(QStringLiteral("194 of 200")));
        QVERIFY(Words::stabilityMeaning(c).contains(QStringLiteral("stated default")));
    }

    void changesOfASetAreJoined()
    {
        const model::ChangeSet set{
            {{.kind = model::ChangeKind::Uncordon},
                {.kind = model::ChangeKind::Tolerate, .subject = symbol("gpu"), .detail = ":NoSchedule"}},
            2, 4};
        QCOMPARE(Words::changes(set), QStringLiteral("uncordon the node; add a toleration for gpu:NoSchedule"));
    }

    void everyFaultOfTheStoreSaysWhatToDo()
    {
        const absl::Status faults[] = {absl::ResourceExhaustedError("/d/audit.db: disk full"),
            absl::DataLossError("/d/audit.db: damaged"),
            absl::FailedPreconditionError("/d/audit.db: written by a newer version (layout 9, this version knows 1)"),
            absl::FailedPreconditionError("/d/audit.db: another program writes it"),
            absl::UnavailableError("/d: Permission denied")};
        QSet<QString> titles;
        for (const absl::Status &fault : faults) {
            const Notice notice = Words::storeNotice(fault);
            titles.insert(notice.title);
            QVERIFY2(
                notice.next.contains(QStringLiteral("nothing is written to the cluster")), qPrintable(notice.next));
            QVERIFY2(notice.next.contains(QStringLiteral("/d")), qPrintable(notice.next));
        }
        QCOMPARE(titles.size(), qsizetype(5));
        QVERIFY(Words::storeNotice(absl::OkStatus()).empty());
    }

    void codesOfTheSessionBecomeSentences()
    {
        for (const char *code : {"not-synced", "reconciling", "observing", "read-only-cluster", "not-our-pod",
                 "file-cluster", "protected-cluster: its name must be typed"}) {
            const QString words = Words::fault(absl::FailedPreconditionError(code));
            QVERIFY2(words.endsWith(QLatin1Char('.')) && !words.contains(QLatin1String(code)), qPrintable(words));
        }
    }
};

QTEST_GUILESS_MAIN(TestWords)
#include "tst_words.moc"
