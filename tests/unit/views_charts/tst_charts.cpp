// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/qt_test.h"
#include "views/charts/heat_map.h"
#include "views/charts/line_chart.h"
#include "views/charts/sparkline.h"

#include <QPainter>
#include <QSignalSpy>

#include <cmath>

using namespace binnacle;
using namespace binnacle::charts;

/// Charts and the heat map, as they are used.
class TestCharts : public QObject {
    Q_OBJECT

private:
    static ChartSeries series(const QString &name, std::initializer_list<double> values)
    {
        ChartSeries s;
        s.name = name;
        double at = 1'700'000'000;
        for (const double v : values) {
            s.at.push_back(at);
            s.value.push_back(v);
            at += 60;
        }
        return s;
    }
    static std::vector<HeatRegion> regions(int perPool)
    {
        std::vector<HeatRegion> out;
        int n = 0;
        for (const QString &region : {QStringLiteral("fra"), QStringLiteral("ams"), QStringLiteral("euw")}) {
            HeatRegion r{region, {}, {}};
            for (int z = 0; z < 3; ++z) {
                HeatZone zone{QStringLiteral("z%1").arg(z), {}};
                for (int p = 0; p < 4; ++p) {
                    HeatPool pool{QStringLiteral("p%1").arg(p), {}};
                    for (int i = 0; i < perPool; ++i, ++n)
                        pool.cells.push_back({QStringLiteral("n%1").arg(n), (n % 100) / 99.0});
                    zone.pools.push_back(std::move(pool));
                }
                r.zones.push_back(std::move(zone));
            }
            out.push_back(std::move(r));
        }
        return out;
    }

private slots:
    void csvHasEveryTimeOnceAndGapsEmpty()
    {
        LineChart chart;
        chart.setUnit(QStringLiteral("GiB"));
        chart.setSeries(
            {series(QStringLiteral("used"), {1, std::nan(""), 3}), series(QStringLiteral("a \"b\""), {4, 5})});
        const QStringList lines = chart.csv().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QStringLiteral("time,\"used (GiB)\",\"a \"\"b\"\" (GiB)\""));
        QVERIFY(lines[2].endsWith(QStringLiteral(",,5")));
        QVERIFY(lines[3].endsWith(QStringLiteral(",3,")));
    }

    void zoomIsByDragAndDoubleClickResets()
    {
        LineChart chart;
        chart.setSeries({series(QStringLiteral("used"), {1, 2, 3, 4, 5, 6})});
        chart.resize(400, 200);
        chart.show();
        QTest::mousePress(&chart, Qt::LeftButton, {}, QPoint(100, 100));
        QTest::mouseMove(&chart, QPoint(250, 100));
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(250, 100));
        QVERIFY(chart.zoomed());
        QVERIFY(chart.csv().count(QLatin1Char('\n')) < 7);
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, QPoint(200, 100));
        QVERIFY(!chart.zoomed());
    }

    void aGapIsNotDrawn()
    {
        LineChart chart;
        chart.resize(400, 200);
        const auto accent = [&](int x) {
            const QImage image = chart.picture().toImage();
            for (int y = 40; y < 180; ++y) {
                const QColor c = image.pixelColor(x, y);
                if (c.blue() > 150 && c.red() < 80)
                    return true;
            }
            return false;
        };
        chart.setSeries({series(QStringLiteral("used"), {5, 5, 5, 5, 5})});
        QVERIFY(accent(220));
        chart.setSeries({series(QStringLiteral("used"), {5, 5, std::nan(""), 5, 5})});
        QVERIFY(!accent(220));
    }

    void noSourceSaysSoAndHatches()
    {
        LineChart chart;
        chart.resize(300, 150);
        chart.setNoSource(QStringLiteral("no source"));
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("no source")));
        const QImage image = chart.picture().toImage();
        int lines = 0;
        for (int x = 10; x < 290; ++x)
            lines += image.pixelColor(x, 60) != theme::tokens(theme::Scheme::Light).surface ? 1 : 0;
        QVERIFY2(lines > 20, qPrintable(QString::number(lines)));
    }

    void fiveThousandCellsFitOneScreen()
    {
        HeatMap map;
        map.setRegions(regions(139));
        QCOMPARE(map.cellCount(), 5004);
        map.fit(QSize(1400, 760));
        QVERIFY(map.minimumHeight() <= 760);
        QSet<QString> places;
        for (int i = 0; i < 5004; ++i) {
            const QRect r = map.cellRect(QStringLiteral("n%1").arg(i));
            QVERIFY(r.isValid() && map.rect().contains(r));
            places.insert(QStringLiteral("%1/%2").arg(r.x()).arg(r.y()));
            QCOMPARE(map.keyAt(r.center()), QStringLiteral("n%1").arg(i));
        }
        QCOMPARE(places.size(), 5004);
    }

    void theLargestPitchThatFitsIsTaken()
    {
        HeatMap map;
        map.setRegions(regions(10));
        map.fit(QSize(1400, 760));
        QCOMPARE(map.pitch(), 16);
        map.setRegions(regions(139));
        map.fit(QSize(1400, 520));
        QVERIFY(map.pitch() < 16);
    }

    void cellsKeepTheirPlaceWhenValuesArrive()
    {
        HeatMap map;
        map.setRegions(regions(10));
        map.fit(QSize(1000, 700));
        const QRect before = map.cellRect(QStringLiteral("n50"));
        QVERIFY(map.setCell({QStringLiteral("n50"), 0.9, 1, true, false, false}));
        QCOMPARE(map.cellRect(QStringLiteral("n50")), before);
        QVERIFY(!map.setCell({QStringLiteral("absent"), 0.9}));
    }

    void arrowsMoveTheRingAndEnterOpens()
    {
        HeatMap map;
        map.setRegions(regions(40));
        map.fit(QSize(1000, 700));
        map.resize(1000, 700);
        QSignalSpy picked(&map, &HeatMap::picked);
        QSignalSpy opened(&map, &HeatMap::opened);
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(map.current(), QStringLiteral("n0"));
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(map.current(), QStringLiteral("n1"));
        QTest::keyClick(&map, Qt::Key_Down);
        QVERIFY(map.cellRect(map.current()).y() > map.cellRect(QStringLiteral("n1")).y());
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(picked.count(), 3);
    }

    void aDragSelectsAndShiftAdds()
    {
        HeatMap map;
        map.setRegions(regions(40));
        map.fit(QSize(1000, 700));
        map.resize(1000, 700);
        map.show();
        const QRect first = map.cellRect(QStringLiteral("n0"));
        QTest::mousePress(&map, Qt::LeftButton, {}, first.topLeft() - QPoint(0, 1));
        QTest::mouseMove(&map, first.center() + QPoint(20, 0));
        QTest::mouseMove(&map, first.center() + QPoint(33, 2));
        QTest::mouseRelease(&map, Qt::LeftButton, {}, first.center() + QPoint(33, 2));
        QVERIFY2(map.selection().size() >= 2, qPrintable(QString::number(map.selection().size())));
        const auto before = map.selection().size();
        QTest::mouseClick(&map, Qt::LeftButton, Qt::ShiftModifier, map.cellRect(QStringLiteral("n20")).center());
        QCOMPARE(map.selection().size(), before + 1);
    }

    void hoverAsksForTheCardAfterAMoment()
    {
        HeatMap map;
        map.setRegions(regions(10));
        map.fit(QSize(1000, 700));
        map.resize(1000, 700);
        map.show();
        QSignalSpy card(&map, &HeatMap::cardWanted);
        QTest::mouseMove(&map, map.cellRect(QStringLiteral("n3")).center());
        QTRY_COMPARE(card.count(), 1);
        QCOMPARE(card[0][0].toString(), QStringLiteral("n3"));
    }

    void aSparklineOfThousandsIsDrawnToItsEnd()
    {
        QImage image(120, 30, QImage::Format_ARGB32);
        image.fill(Qt::white);
        std::vector<double> values(5000, 1.0);
        values.back() = 9;
        QPainter painter(&image);
        paintSparkline(painter, QRectF(0, 0, 120, 30), values, Qt::black, false);
        painter.end();
        QVERIFY(image.pixelColor(116, 3).lightness() < 128);
    }
};

BINNACLE_QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
