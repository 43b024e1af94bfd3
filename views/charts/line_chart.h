// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace binnacle::charts {

/// One line of a chart. `at` are seconds since the epoch, rising; `value` runs parallel, NaN is a gap. An area is filled to
/// the axis; steps hold a value until the next.
struct ChartSeries {
    QString name;
    std::vector<double> at;
    std::vector<double> value;
    bool area = false;
    bool steps = false;
    int series = -1; ///< theme::seriesLine index; negative: the accent
};

/// A chart over time: unit on the value axis, local time on the other, crosshair with the values of all series, zoom by
/// drag, double-click resets, arrows move the crosshair, copy as PNG or CSV by its menu. Gaps stay gaps. Painted here and
/// not by Qt Charts: gaps, hatching, the crosshair over all series and a repaint of under a millisecond are then simple.
class LineChart : public QWidget {
    Q_OBJECT

public:
    explicit LineChart(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setUnit(const QString &unit, int decimals = 1);
    void setSeries(std::vector<ChartSeries> series);
    /// The value axis ends here at least (a capacity, say), drawn as a line with its name.
    void setCeiling(std::optional<double> value, const QString &name = {});
    /// Shows the hatched state with these words instead of axes and lines; empty shows the data.
    void setNoSource(const QString &words);

    [[nodiscard]] QString csv() const; ///< of the shown range
    [[nodiscard]] QPixmap picture(); ///< as on screen, without the crosshair
    [[nodiscard]] bool zoomed() const { return m_from.has_value(); }
    void zoom(double from, double to); ///< seconds since the epoch
    void resetZoom();
    [[nodiscard]] QSize sizeHint() const override { return {360, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 110}; }

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
    struct Axis {
        double low = 0;
        double high = 1;
        double step = 1;
    };
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] std::pair<double, double> span() const; ///< shown times
    [[nodiscard]] Axis valueAxis() const;
    [[nodiscard]] double timeAt(double x) const;
    [[nodiscard]] static std::optional<double> valueAt(const ChartSeries &series, double time);
    void paintAxes(QPainter &painter, const QRectF &box, const Axis &axis) const;
    void paintSeries(QPainter &painter, const QRectF &box, const Axis &axis, const ChartSeries &series) const;
    void paintCrosshair(QPainter &painter, const QRectF &box, const Axis &axis) const;
    void describe();

    QString m_title;
    QString m_unit;
    int m_decimals = 1;
    std::vector<ChartSeries> m_series;
    std::optional<double> m_ceiling;
    QString m_ceilingName;
    QString m_noSource;
    std::optional<double> m_from; // zoomed range
    std::optional<double> m_to;
    std::optional<double> m_cross; // time under the crosshair
    std::optional<QPoint> m_drag;
    QPoint m_dragEnd;
};

} // namespace binnacle::charts
