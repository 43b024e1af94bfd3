// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/qt_test.h"
#include "views/theme/icons.h"
#include "views/theme/notice.h"
#include "views/theme/table.h"
#include "views/theme/tokens.h"
#include "views/theme/widgets.h"

#include <QDir>
#include <QSignalSpy>
#include <QStandardItemModel>

#include <cmath>

using namespace binnacle::theme;

/// Tokens, fonts, icons and the common widgets.
class TestTheme : public QObject {
    Q_OBJECT

private:
    static double lightness(const QColor &c)
    {
        const auto channel = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
        const double y = 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
        return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
    }

private slots:
    void textIsReadableOnEveryGround_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void textIsReadableOnEveryGround()
    {
        QFETCH(int, scheme);
        const Tokens &t = tokens(Scheme(scheme));
        const std::pair<const char *, QColor> grounds[] = {
            {"background", t.background}, {"surface", t.surface}, {"raised", t.raised}};
        const std::pair<const char *, QColor> texts[] = {{"text", t.text}, {"secondary", t.secondary},
            {"accent", t.accent}, {"good", t.good}, {"warn", t.warn}, {"bad", t.bad}};
        for (const auto &[ground, under] : grounds) {
            for (const auto &[name, colour] : texts)
                QVERIFY2(contrast(colour, under) >= 4.5,
                    qPrintable(QStringLiteral("%1 on %2: %3")
                                   .arg(QLatin1String(name), QLatin1String(ground))
                                   .arg(contrast(colour, under))));
        }
        for (const QColor &colour : {t.text, t.secondary, t.accent})
            QVERIFY2(contrast(colour, t.accentSoft) >= 4.5, qPrintable(colour.name()));
        QVERIFY(contrast(t.onAccent, t.accent) >= 4.5);
        QVERIFY(contrast(t.onAccent, t.bad) >= 4.5);
        for (int i = 0; i < 8; ++i) {
            const QColor fill = seriesFill(Scheme(scheme), i);
            // Values stand on series fills only where they are pale enough; the last ones are marks without text.
            if (i < 4 || i == 6)
                QVERIFY2(contrast(seriesText(), fill) >= 4.5, qPrintable(fill.name()));
            QVERIFY2(contrast(seriesLine(Scheme(scheme), i), t.surface) >= 3,
                qPrintable(seriesLine(Scheme(scheme), i).name()));
        }
    }

    void contrastOfBlackAndWhiteIsTwentyOne()
    {
        QCOMPARE(std::lround(contrast(Qt::black, Qt::white)), 21L);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
    }

    void heatGrowsEvenlyAwayFromThePage()
    {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            const auto &stops = heatStops(scheme);
            const double step = (lightness(stops[9]) - lightness(stops[0])) / 9;
            QVERIFY(scheme == Scheme::Light ? step < 0 : step > 0);
            for (std::size_t i = 1; i < 10; ++i) {
                const double d = lightness(stops[i]) - lightness(stops[i - 1]);
                QVERIFY2(std::abs(d - step) < 1.0,
                    qPrintable(QStringLiteral("stop %1: %2 instead of %3").arg(i).arg(d).arg(step)));
            }
            QCOMPARE(heat(scheme, -1), stops[0]);
            QCOMPARE(heat(scheme, 2).name(), stops[9].name());
        }
    }

    void clusterColoursKeepClearOfSignals()
    {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            const Tokens &t = tokens(scheme);
            for (int i = 0; i < 6; ++i) {
                for (const QColor &signal : {t.accent, t.good, t.warn, t.bad}) {
                    const QColor c = clusterColour(scheme, i);
                    const int distance = std::abs(c.red() - signal.red()) + std::abs(c.green() - signal.green())
                        + std::abs(c.blue() - signal.blue());
                    QVERIFY2(distance > 60, qPrintable(c.name() + QLatin1Char(' ') + signal.name()));
                }
            }
            QCOMPARE(clusterColour(scheme, 7), clusterColour(scheme, 1));
            QCOMPARE(clusterColour(scheme, -1), clusterColour(scheme, 5));
        }
    }

    void digitsHaveOneWidthInEveryType()
    {
        for (const Type type : {Type::Caption, Type::Body, Type::Section, Type::Title, Type::Figure}) {
            for (const bool bold : {false, true}) {
                const QFontMetricsF metrics(font(type, bold));
                for (const QChar digit : QStringLiteral("0123456789"))
                    QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(QLatin1Char('0')));
            }
        }
    }

    void everyIconIsDrawnInItsColour()
    {
        const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
        QVERIFY(files.size() > 30);
        for (const QString &file : files) {
            const QImage image = iconPixmap(file.chopped(4), QColor(0xC2, 0x2F, 0x3A), 20, 2).toImage();
            QCOMPARE(image.size(), QSize(40, 40));
            int drawn = 0;
            for (int y = 0; y < 40; ++y) {
                for (int x = 0; x < 40; ++x) {
                    const QColor c = image.pixelColor(x, y);
                    if (c.alpha() > 200) {
                        ++drawn;
                        QVERIFY2(c.red() > c.green() && c.red() > c.blue(), qPrintable(file));
                    }
                }
            }
            QVERIFY2(drawn > 10, qPrintable(file));
        }
    }

    void segmentsAreChosenByKeysAndClicks()
    {
        SegmentedControl control;
        control.setSegments({QStringLiteral("Map"), QStringLiteral("Table")});
        control.resize(control.sizeHint());
        QSignalSpy chosen(&control, &SegmentedControl::chosen);
        QTest::keyClick(&control, Qt::Key_Right);
        QCOMPARE(control.current(), 1);
        QTest::keyClick(&control, Qt::Key_Right);
        QCOMPARE(chosen.count(), 1);
        QTest::mouseClick(&control, Qt::LeftButton, {}, QPoint(8, 14));
        QCOMPARE(control.current(), 0);
        control.setCurrent(1);
        QCOMPARE(chosen.count(), 2);
    }

    void aLongLabelElidesAndSaysTheWholeAsPlainText()
    {
        Label label(QStringLiteral("<b>train</b>-0123456789-0123456789-0123456789"), Type::Body);
        label.resize(80, 20);
        label.show();
        QVERIFY(label.toolTip().contains(QStringLiteral("&lt;b&gt;train")));
        label.resize(800, 20);
        QVERIFY(label.toolTip().isEmpty());
    }

    void aLinkIsPressedByKeyboard()
    {
        Label label(QStringLiteral("Show"), Type::Body);
        label.setLink(true);
        QSignalSpy clicked(&label, &Label::clicked);
        QTest::keyClick(&label, Qt::Key_Return);
        QTest::keyClick(&label, Qt::Key_Space);
        QCOMPARE(clicked.count(), 2);
    }

    void aToastStaysUntilItIsRead()
    {
        QWidget host;
        host.resize(800, 600);
        host.show();
        Toast toast(&host);
        toast.say([] { return QStringLiteral("Bound"); }, Tone::Good, QStringLiteral("Undo"));
        QVERIFY(toast.isVisible());
        QVERIFY(host.rect().contains(toast.geometry()));
        QSignalSpy action(&toast, &Toast::action);
        for (QPushButton *button : toast.findChildren<QPushButton *>()) {
            if (button->text() == QStringLiteral("Undo"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(action.count(), 1);
        QVERIFY(!toast.isVisible());
    }

    void aTableOpensByEnterAndAsksForItsMenuByAPoint()
    {
        QStandardItemModel model(3, 2);
        Table table;
        table.setModel(&model);
        table.resize(300, 200);
        table.show();
        table.setCurrentIndex(model.index(1, 0));
        QSignalSpy opened(&table, &Table::opened);
        QSignalSpy menu(&table, &Table::contextWanted);
        QTest::keyClick(&table, Qt::Key_Return);
        QTest::keyClick(&table, Qt::Key_Period);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(menu.count(), 1);
    }

    void aSwitchOfSchemeRepaints()
    {
        Card card;
        card.resize(60, 60);
        card.show();
        const QColor light = card.grab().toImage().pixelColor(30, 30);
        Theme::instance().setScheme(Scheme::Dark);
        const QColor dark = card.grab().toImage().pixelColor(30, 30);
        Theme::instance().setScheme(Scheme::Light);
        QCOMPARE(light, tokens(Scheme::Light).surface);
        QCOMPARE(dark, tokens(Scheme::Dark).surface);
    }
};

BINNACLE_QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
