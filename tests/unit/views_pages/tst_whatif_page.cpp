// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "page_fixture.h"
#include "planner/model/preemption.h"
#include "views/models/whatif_manifest.h"
#include "views/models/whatif_model.h"
#include "views/pages/decision_card/decision_card.h"
#include "views/pages/whatif/fork_map.h"
#include "views/pages/whatif/parts_delegate.h"
#include "views/pages/whatif/scenario_edits.h"
#include "views/pages/whatif/scenario_view.h"
#include "views/pages/whatif/whatif_page.h"
#include "views/pages/whatif/why_not_node.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTreeView>

using namespace binnacle;
using namespace binnacle::pages;
using namespace binnacle::pages::testing;
using models::RankedModel;
using models::RejectedModel;

/// The table of the nodes that fit: the page of the scenarios has tables too.
QTableView *rankedTable(const WhatifPage &page)
{
    for (QTableView *table : page.findChildren<QTableView *>()) {
        if (qobject_cast<const PartsDelegate *>(table->itemDelegate()))
            return table;
    }
    return nullptr;
}

class TestWhatifPage : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void anAddressWithAPodRanksEveryNode()
    {
        Bench<WhatifPage> bench({300, 4, 12, true, 42});
        bench.page.openObject(QStringLiteral("research/diffusion-xl-worker-5"), {});
        bench.settle();
        auto *table = rankedTable(bench.page);
        QVERIFY(table && table->isVisible());
        const auto *rejected = bench.page.findChild<RejectedModel *>();
        int refused = 0;
        for (int g = 0; g < rejected->rowCount(); ++g)
            refused += rejected->rowCount(rejected->index(g, 0));
        QCOMPARE(table->model()->rowCount() + refused, 300);
        QVERIFY(bench.words().contains(QStringLiteral("would go to")));
        QVERIFY(bench.words().contains(QStringLiteral("uncalibrated")));
    }

    void hoveringAPartGivesPluginRawNormalisedAndWeight()
    {
        Bench<WhatifPage> bench({300, 4, 12, true, 42});
        bench.page.decidePod({"research", "diffusion-xl-worker-5"});
        bench.settle();
        QTableView *table = rankedTable(bench.page);
        QVERIFY(table);
        const auto *delegate = qobject_cast<const PartsDelegate *>(table->itemDelegate());
        const QRect cell = table->visualRect(table->model()->index(0, int(RankedModel::Column::Parts)));
        const QString tip = delegate->tipAt(cell, 0, cell.left() + 20);
        QVERIFY2(tip.contains(QStringLiteral("NodeResourcesFit")), qPrintable(tip));
        QVERIFY(tip.contains(QStringLiteral("raw score")) && tip.contains(QStringLiteral("normalised"))
            && tip.contains(QStringLiteral("weight 1")));
    }

    void anyNodeCanBeAskedAbout()
    {
        Bench<WhatifPage> bench({300, 4, 12, true, 42});
        bench.page.decidePod({"research", "diffusion-xl-worker-5"});
        bench.settle();
        auto *why = bench.find<WhyNotNode>();
        const auto *rejected = bench.page.findChild<RejectedModel *>();
        const QString node = rejected->index(0, 0, rejected->index(0, 0)).data().toString();
        why->ask(node);
        bench.settle();
        QVERIFY(why->answer().contains(node + QStringLiteral(" does not fit")));
        QVERIFY(why->answer().contains(QStringLiteral("Smallest change")));
        QVERIFY(why->answer().contains(QStringLiteral("NodePorts")));
        why->ask(QStringLiteral("no-such-node"));
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("No node of that name")));
    }

    void aBadManifestIsMarkedAtItsPlace()
    {
        Bench<WhatifPage> bench;
        // Forms of scenario steps have editors too.
        const auto editors = bench.page.findChildren<QPlainTextEdit *>();
        const auto *form = bench.page.findChild<StepForm *>();
        const auto found = std::find_if(
            editors.begin(), editors.end(), [form](const QPlainTextEdit *one) { return !form->isAncestorOf(one); });
        QVERIFY(found != editors.end());
        QPlainTextEdit *editor = *found;
        editor->setPlainText(QStringLiteral("apiVersion: v1\nfoo: bar"));
        bench.page.decideManifest();
        bench.settle();
        QVERIFY(editor->extraSelections().size() == 1);
        QCOMPARE(editor->textCursor().blockNumber(), 0);
        editor->setPlainText(QStringLiteral("kind: Pod"));
        QVERIFY(editor->extraSelections().isEmpty());
        bench.page.decideManifest();
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("default/pasted")));
    }

    void placesAreReadFromAParsersWords()
    {
        const QString manifest = QString::fromUtf8("a: b\nname: 名字: x");
        const auto fault = models::manifestFault(
            absl::InvalidArgumentError("manifest:2:13: mapping values are not allowed"), manifest);
        QCOMPARE(fault.line, 2);
        QCOMPARE(fault.column, 9); // the parser counts bytes
        QCOMPARE(fault.words, QStringLiteral("mapping values are not allowed"));
        QCOMPARE(models::manifestFault(absl::InvalidArgumentError("1:999: x"), manifest).column, 5);
        QCOMPARE(models::manifestFault(absl::UnavailableError("gone"), manifest).line, 0);
    }

    void everyFaultOfAManifestSaysWhereAndWhatToDo_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("next");
        const auto row = [](const char *name, const char *said, const char *words, const char *next) {
            QTest::newRow(name) << QString::fromUtf8(said) << QString::fromUtf8(words) << QString::fromUtf8(next);
        };
        row("quantity", "manifest:2:3: requests.cpu: \"1x\" is no quantity (such as 500m, 2 or 4Gi)",
            "requests.cpu: “1x” is no quantity", "500m");
        row("negative", "manifest:2:3: requests.cpu: \"-1\" is negative", "is negative", "0 or more");
        row("field", "manifest:2:3: spec.nodeselector is not a field of a Pod; nodeSelector is",
            "spec.nodeselector is no field of a Pod", "Did you mean nodeSelector?");
        row("kind", "manifest:1:1: an object without kind", "has no kind", "Paste a Pod");
        row("name", "manifest:2:3: a Pod without metadata.name", "This Pod has no metadata.name", "Add metadata.name");
        row("containers", "manifest:1:1: a Pod without spec.containers", "no spec.containers", "Add spec.containers");
        row("empty", "manifest: is empty", "There is nothing in it", "Paste a Pod");
        row("no pod", "manifest: no pod in it", "There is no pod in it", "Paste a Pod");
        row("other kinds", "manifest: holds no pod, no pod template and no node, only: Service", "only: Service",
            "Paste a Pod");
        row("limit", "manifest:1:2: more than the allowed 64 depth", "64 depth", "less at once");
        row("yaml", "manifest:2:1: no valid YAML: a tab stands where YAML allows spaces only", "Not valid YAML: a tab",
            "spaces");
        row("type", "manifest:2:3: containers: expected a mapping, found an integer", "containers: expected a mapping",
            "Correct the marked line");
        row("unknown", "manifest:2:3: something new", "something new", "Correct the marked line");
    }
    void everyFaultOfAManifestSaysWhereAndWhatToDo()
    {
        QFETCH(QString, said);
        QFETCH(QString, words);
        QFETCH(QString, next);
        const auto fault = models::manifestFault(
            absl::InvalidArgumentError(said.toStdString()), QStringLiteral("kind: Pod\n  a: b\n"));
        QVERIFY2(fault.words.contains(words), qPrintable(fault.words));
        QVERIFY2(fault.next.contains(next), qPrintable(fault.next));
        QVERIFY(!fault.words.contains(QStringLiteral("manifest")));
        const bool placed =
            said.startsWith(QStringLiteral("manifest:1")) || said.startsWith(QStringLiteral("manifest:2"));
        QCOMPARE(fault.line > 0, placed);
    }

    void aLateAnswerDoesNotReplaceANewerOne()
    {
        Bench<WhatifPage> bench;
        bench.page.decidePod({"research", "diffusion-xl-worker-5"});
        bench.page.decidePod({"research", "diffusion-xl-worker-6"});
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("diffusion-xl-worker-6 would go to")));
    }

    void aPodThatIsGoneIsSaid()
    {
        Bench<WhatifPage> bench;
        bench.page.decidePod({"research", "gone"});
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("Not found")));
    }

    void whyNotGivesWaysToMakeItFitSmallestFirst()
    {
        Bench<WhatifPage> bench({300, 4, 12, true, 42});
        bench.page.decidePod({"research", "diffusion-xl-worker-5"});
        bench.settle();
        auto *why = bench.find<WhyNotNode>();
        const auto *rejected = bench.page.findChild<RejectedModel *>();
        QString all;
        for (int g = 0; g < rejected->rowCount(); ++g) {
            why->ask(rejected->index(0, 0, rejected->index(g, 0)).data().toString());
            bench.settle();
            all += why->answer();
        }
        QVERIFY2(all.contains(QStringLiteral("add a toleration for nvidia.com/gpu")), qPrintable(all));
        QVERIFY(all.contains(QStringLiteral("evict batch/etl-17, batch/etl-18")));
        QVERIFY(all.contains(QStringLiteral("tried on a copy of the cluster")));
    }

    void anEditShowsBeforeAndAfterWhatMovesAndWhatPends()
    {
        Bench<WhatifPage> bench({300, 5, 12, true, 42});
        const QString node = QString::fromStdString(
            std::string(bench.service.cluster.state()->snapshot->nodes()[7]->node().name.text()));
        bench.page.openObject(QStringLiteral("drain=") + node, {});
        bench.settle();
        QVERIFY(bench.called("compareScenarios 1"));
        QVERIFY2(bench.words().contains(QStringLiteral("Drain 1 node")), qPrintable(bench.words()));
        QVERIFY(bench.words().contains(QStringLiteral("Before and after")));
        QVERIFY(bench.words().contains(QStringLiteral("4 moved")));
        QVERIFY(bench.words().contains(QStringLiteral("0 more, 0 fewer")));
        QVERIFY(bench.words().contains(QStringLiteral("No pod pends that does not pend now.")));
        const auto maps = bench.page.findChildren<ForkMap *>();
        QCOMPARE(maps.size(), 2);
        QCOMPARE(maps[0]->map()->cellCount(), 300);
        ScenarioView *scenario = bench.page.scenario();
        scenario->forks().addFork();
        scenario->compare(true);
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("Side by side")));
        QTest::keyClick(scenario, Qt::Key_Z, Qt::ControlModifier);
    }

    void theFormOfAnEditReadsNamesWithStars()
    {
        Bench<WhatifPage> bench({300, 4, 12, true, 42});
        bench.page.openObject(QStringLiteral("scenario"), {});
        bench.settle();
        QVERIFY(bench.words().contains(QStringLiteral("What would become of the cluster?")));
        ScenarioEdits *edits = bench.page.scenario()->edits();
        edits->openForm(api::ScenarioStep::Kind::Cordon);
        StepForm *form = edits->form();
        QVERIFY(form->isVisible());
        const QString first = QString::fromStdString(
            std::string(bench.service.cluster.state()->snapshot->nodes()[0]->node().name.text()));
        form->findChild<QLineEdit *>()->setText(first.left(first.size() - 1) + QStringLiteral("*, nope"));
        const api::ScenarioStep step = form->step();
        QVERIFY(step.nodes.size() >= 2);
        QCOMPARE(step.nodes.back(), std::string("nope"));
        emit form->accepted(step);
        bench.settle();
        QVERIFY(!form->isVisible());
        QVERIFY2(bench.words().contains(QStringLiteral("there is no node nope")), qPrintable(bench.words()));
    }

    void anUndecidablePodNamesItsRules()
    {
        Bench<WhatifPage> bench;
        auto d = std::make_shared<model::Decision>();
        d->pod = {"a", "p"};
        d->outcome = model::DecisionOutcome::NotDecidable;
        d->undecided = std::uint32_t(model::UndecidedRule::Volumes);
        DecisionCard card;
        card.showDecision(d, bench.service.cluster.state().get());
        QString all;
        for (const QLabel *label : card.findChildren<QLabel *>())
            all += label->text() + QLatin1Char('\n');
        QVERIFY(all.contains(QStringLiteral("volumes whose claims, classes or drivers cannot be listed")));
        QVERIFY(!card.canApprove());
    }

    void whatEvictingWouldDoIsAdvice()
    {
        Bench<WhatifPage> bench;
        auto advice = std::make_shared<model::PreemptionAdvice>();
        advice->kind = model::PreemptionAdvice::Kind::Evict;
        advice->node = base::Symbol("node-7");
        advice->victims = {{{"shop", "batch-1"}, "u", -5, std::nullopt, true}};
        advice->equal = {advice->node, base::Symbol("node-8")};
        auto d = std::make_shared<model::Decision>();
        d->pod = {"a", "p"};
        d->outcome = model::DecisionOutcome::NoNodeFits;
        d->preemption = advice;
        DecisionCard card;
        const auto words = [&] {
            card.showDecision(d, bench.service.cluster.state().get());
            QString all;
            for (const QLabel *label : card.findChildren<QLabel *>())
                all += label->text() + QLatin1Char('\n');
            return all;
        };
        QString all = words();
        QVERIFY2(all.contains(QStringLiteral("It would fit on node-7 if these pods were evicted")), qPrintable(all));
        QVERIFY(all.contains(QStringLiteral("shop/batch-1")));
        QVERIFY(all.contains(QStringLiteral("against its disruption budget")));
        QVERIFY(all.contains(QStringLiteral("this is advice")));
        QVERIFY(!card.canApprove());
        auto unknown = std::make_shared<model::PreemptionAdvice>();
        unknown->kind = model::PreemptionAdvice::Kind::BudgetsUnknown;
        unknown->candidates = 3;
        d->preemption = unknown;
        all = words();
        QVERIFY(all.contains(QStringLiteral("poddisruptionbudgets")));
    }

    void aGatedPodNamesItsGates()
    {
        Bench<WhatifPage> bench;
        auto d = std::make_shared<model::Decision>();
        d->pod = {"a", "p"};
        d->outcome = model::DecisionOutcome::Gated;
        d->gates = {"example.com/quota"};
        DecisionCard card;
        card.showDecision(d, bench.service.cluster.state().get());
        QString all;
        for (const QLabel *label : card.findChildren<QLabel *>())
            all += label->text() + QLatin1Char('\n');
        QVERIFY(all.contains(QStringLiteral("example.com/quota")));
        QVERIFY(!all.contains(QStringLiteral("not decidable")));
    }
};

QTEST_MAIN(TestWhatifPage)
#include "tst_whatif_page.moc"
