// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/unit/views_fake/qt_test.h"
#include "views/theme/change_flash.h"
#include "views/theme/table.h"

#include <QAbstractTableModel>
#include <QScrollBar>

using namespace binnacle;
using theme::ChangeFlash;

namespace {

/// Rows with a key, a value and an age; counts how often it is read.
class Numbers : public QAbstractTableModel {
public:
    explicit Numbers(int rows) : m_values(std::size_t(rows), 0) { }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_values.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : 3; }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        ++reads;
        if (role == Qt::UserRole)
            return QString::number(index.row() + m_shift);
        if (role != Qt::DisplayRole)
            return {};
        return index.column() == 0 ? index.row() + m_shift : m_values[std::size_t(index.row())] + index.column();
    }
    void set(int row, int value)
    {
        m_values[std::size_t(row)] = value;
        emit dataChanged(index(row, 0), index(row, 2));
    }
    void setAll(int value)
    {
        std::fill(m_values.begin(), m_values.end(), value);
        emit dataChanged(index(0, 0), index(rowCount() - 1, 2));
    }
    /// The same values under other keys, as after a sort.
    void rename()
    {
        beginResetModel();
        m_shift += rowCount();
        std::fill(m_values.begin(), m_values.end(), m_shift);
        endResetModel();
    }
    mutable int reads = 0;

private:
    std::vector<int> m_values;
    int m_shift = 0;
};

struct Bench {
    explicit Bench(int rows = 1000, int height = 400) : model(rows)
    {
        table.setModel(&model);
        flash = new ChangeFlash(table, Qt::UserRole, {2});
        table.resize(600, height);
        table.show();
        seen();
    }
    /// Long enough for a comparison.
    static void seen() { QTest::qWait(400); }
    Numbers model;
    theme::Table table;
    ChangeFlash *flash;
};

} // namespace

class TestChangeFlash : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { theme::Theme::instance().setReducedMotion(false); }

    void nothingGlowsBeforeAnythingChanged()
    {
        Bench bench;
        QCOMPARE(bench.flash->glowing(), 0);
    }

    void aChangedCellGlowsOnceAndItsNeighboursDoNot()
    {
        Bench bench;
        bench.model.set(3, 7);
        QTRY_COMPARE(bench.flash->glowing(), 1); // the first column says the same, the third changes by itself
        QVERIFY(bench.flash->strength(bench.model.index(3, 1)) > 0);
        QCOMPARE(bench.flash->strength(bench.model.index(3, 0)), 0.0);
        QCOMPARE(bench.flash->strength(bench.model.index(4, 1)), 0.0);
        QTRY_COMPARE(bench.flash->glowing(), 0);
        bench.model.set(3, 7); // the same again
        Bench::seen();
        QCOMPARE(bench.flash->glowing(), 0);
    }

    void theGlowIsSeenAndGoes()
    {
        Bench bench;
        const QRect cell = bench.table.visualRect(bench.model.index(3, 1));
        const auto ground = [&] {
            return bench.table.viewport()->grab(cell).toImage().pixelColor(cell.width() - 4, 4);
        };
        const QColor before = ground();
        bench.model.set(3, 7);
        QTRY_COMPARE(bench.flash->glowing(), 1);
        QVERIFY(ground() != before);
        QTRY_COMPARE(bench.flash->glowing(), 0);
        QCOMPARE(ground(), before);
    }

    void reducedMotionTintsEvenly()
    {
        theme::Theme::instance().setReducedMotion(true);
        Bench bench;
        bench.model.set(3, 7);
        QTRY_COMPARE(bench.flash->glowing(), 1);
        const qreal first = bench.flash->strength(bench.model.index(3, 1));
        QTest::qWait(150);
        QCOMPARE(bench.flash->strength(bench.model.index(3, 1)), first);
        QTRY_COMPARE(bench.flash->glowing(), 0);
    }

    void whereEverythingChangesNothingGlows()
    {
        Bench bench(1000, (ChangeFlash::kMost + 8) * theme::rowHeight);
        bench.model.setAll(1);
        Bench::seen();
        bench.model.setAll(2);
        Bench::seen();
        QCOMPARE(bench.flash->glowing(), 0);
    }

    void scrollingSortingAndLanguageAreNoChange()
    {
        Bench bench;
        bench.table.verticalScrollBar()->setValue(3000);
        bench.model.set(0, 1); // out of sight
        Bench::seen();
        QCOMPARE(bench.flash->glowing(), 0);
        bench.model.rename();
        Bench::seen();
        QCOMPARE(bench.flash->glowing(), 0);
        QEvent language(QEvent::LanguageChange);
        QApplication::sendEvent(&bench.table, &language);
        bench.model.set(bench.table.rowAt(40), 99);
        Bench::seen();
        QCOMPARE(bench.flash->glowing(), 0);
    }

    /// What a storm costs is a screenful of cells a comparison, however many events come and rows there are.
    void aStormIsReadNoMoreThanAScreenAComparison()
    {
        Bench few(100);
        Bench many(50'000);
        const auto storm = [](Bench &bench) {
            bench.table.setUpdatesEnabled(false); // what painting reads is not the flash's
            bench.model.reads = 0;
            for (int i = 0; i < 20; ++i) {
                for (int k = 0; k < 500; ++k)
                    bench.model.set(k % 20, i * 1000 + k);
                QCoreApplication::processEvents();
            }
            Bench::seen();
            return bench.model.reads;
        };
        const int screen = (400 / theme::rowHeight + 2) * (3 * 2 + 1);
        QVERIFY2(storm(few) <= 4 * screen, qPrintable(QString::number(few.model.reads)));
        QVERIFY2(storm(many) <= 4 * screen, qPrintable(QString::number(many.model.reads)));
    }
};

BINNACLE_QTEST_MAIN(TestChangeFlash)
#include "tst_change_flash.moc"
