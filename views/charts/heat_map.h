// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/theme.h"

#include <QHash>
#include <QSet>
#include <QTimer>
#include <QWidget>

#include <limits>
#include <vector>

namespace binnacle::charts {

/// One cell: a value 0..1 (NaN: no data) and its marks. `size` is the class of capacity: 0 largest … 3 smallest.
struct HeatCell {
    QString key;
    double value = std::numeric_limits<double>::quiet_NaN();
    quint8 size = 1;
    bool hot = false;
    bool notReady = false;
    bool cordoned = false;
    bool marked = false; ///< something is to happen here: a frame in the accent
    bool isNew = false; ///< does not exist yet: a dot in it
    friend bool operator==(const HeatCell &, const HeatCell &) = default;
};

struct HeatPool {
    QString name;
    std::vector<HeatCell> cells;
};
struct HeatZone {
    QString name;
    std::vector<HeatPool> pools;
};
struct HeatRegion {
    QString name;
    QString note; ///< at the right of the region's line
    std::vector<HeatZone> zones;
};

/// A grid of cells grouped by region, zone and pool, at the largest pitch of 16, 12 or 8 that fits the height given.
/// Hover asks for a card after 150 ms, drag selects (Shift adds), arrows move the ring, Enter opens. A cell keeps its place
/// while the set of cells is the same. Colour is never alone: hot has a cut corner, not ready a cross, cordoned a diagonal,
/// no data hatching (an outline at pitch 8). Put it into a scroll area; call `fit` with its viewport.
class HeatMap : public QWidget {
    Q_OBJECT

public:
    explicit HeatMap(QWidget *parent = nullptr);

    void setRegions(std::vector<HeatRegion> regions);
    /// New value and marks of a cell there is; false when there is none.
    bool setCell(const HeatCell &cell);
    void setNote(std::size_t region, const QString &note);
    void fit(const QSize &viewport);

    [[nodiscard]] int pitch() const { return m_pitch; }
    [[nodiscard]] int cellCount() const { return int(m_places.size()); }
    [[nodiscard]] const QSet<QString> &selection() const { return m_selection; }
    [[nodiscard]] const QString &current() const { return m_current; }
    void setCurrent(const QString &key); ///< also the selection; emits nothing
    [[nodiscard]] QRect cellRect(const QString &key) const;
    [[nodiscard]] QString keyAt(const QPoint &pos) const;

signals:
    void picked(const QString &key); ///< click or arrow
    void opened(const QString &key); ///< Enter or double-click
    void selectionChanged();
    void contextWanted(const QString &key, const QPoint &global);
    void cardWanted(const QString &key, const QRect &globalCell); ///< empty key: hide it

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    struct Place {
        HeatCell cell;
        QPoint at; // top left of its square of one pitch
        int block;
    };
    struct Block { // one pool: its label, and where its cells begin
        QString label;
        QRect rect; // label line and cells
        int first;
        int count;
        int columns;
    };
    struct Heading {
        QString name;
        QString note;
        int y;
    };
    void repaintSoon(const QRect &rect);
    int layOut(int width, int pitch); ///< returns the height
    int layOutZone(const HeatZone &zone, const QRect &column, int pitch, std::size_t &next);
    void paintCell(QPainter &painter, const Place &place) const;
    void paintLabels(QPainter &painter, const QRect &clip) const;
    [[nodiscard]] QRect painted(const Place &place) const;
    [[nodiscard]] QString blockNote(const Block &block) const;
    void choose(const QString &key);
    void move(int dx, int dy);
    void select(const QRect &area, bool add);

    std::vector<HeatRegion> m_regions; // shape only; values live in m_places
    std::vector<Place> m_places;
    std::vector<Block> m_blocks;
    std::vector<Heading> m_headings;
    QHash<QString, int> m_index;
    int m_pitch = 16;
    QRect m_dirty; // of cells that changed, to be repainted in the next turn of the event loop
    QString m_current;
    QString m_hover;
    QSet<QString> m_selection;
    QTimer m_cardDelay;
    bool m_cardShown = false;
    QPoint m_press;
    QRect m_band;
    bool m_dragging = false;
    QSet<QString> m_before; // selection when a drag with Shift began
};

/// The legend: the ramp with both ends as numbers, and the marks with their counts.
class HeatLegend : public QWidget {
    Q_OBJECT

public:
    struct Mark {
        enum Kind : quint8 { Hot, NotReady, Cordoned, NoData, Selected, Marked, New } kind;
        QString words;
    };
    explicit HeatLegend(QWidget *parent = nullptr);
    void set(const QString &metric, const QString &low, const QString &high, std::vector<Mark> marks);
    [[nodiscard]] QSize sizeHint() const override { return {600, 44}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_metric;
    QString m_low;
    QString m_high;
    std::vector<Mark> m_marks;
};

/// Paints one cell as the map does, in `square`: for legends and cards.
void paintHeatCell(QPainter &painter, const QRect &square, const HeatCell &cell, bool small);

} // namespace binnacle::charts
