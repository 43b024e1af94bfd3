// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/theme.h"

#include <QWidget>

#include <vector>

namespace binnacle::charts {

/// Paints values as a thin line over a soft area with a dot at the end; NaN is a gap. Used by the widget and by delegates.
void paintSparkline(
    QPainter &painter, const QRectF &rect, const std::vector<double> &values, const QColor &line, bool area);
/// The hatched ground that means "no source".
void paintNoSource(QPainter &painter, const QRectF &rect, const QString &words);

/// A small line without axes, for a figure's trend. Values are evenly spaced, oldest first. No value at all shows the
/// hatched "no source" state with `setEmptyWords`.
class Sparkline : public QWidget {
    Q_OBJECT

public:
    explicit Sparkline(QWidget *parent = nullptr);
    void setValues(std::vector<double> values);
    void setEmptyWords(const QString &words);
    void setArea(bool area) { m_area = area; }
    [[nodiscard]] QSize sizeHint() const override { return {120, 28}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<double> m_values;
    QString m_empty;
    bool m_area = true;
};

/// One bar of used ▏allocated ▏capacity as a widget.
class CapacityBar : public QWidget {
    Q_OBJECT

public:
    explicit CapacityBar(QWidget *parent = nullptr);
    void set(double used, double allocated); ///< shares 0..1; negative: unknown
    [[nodiscard]] QSize sizeHint() const override { return {120, 8}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_used = -1;
    double m_allocated = -1;
};

/// Parts of a whole as one bar of series fills with their values, and a legend below them when asked.
class StackedBar : public QWidget {
    Q_OBJECT

public:
    struct Part {
        QString name;
        double value = 0;
        int series = 0;
    };
    explicit StackedBar(QWidget *parent = nullptr);
    /// `whole` is the value of the bar's full width; 0 takes the sum.
    void setParts(std::vector<Part> parts, double whole = 0);
    [[nodiscard]] QSize sizeHint() const override { return {200, 20}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] double scale() const;

    std::vector<Part> m_parts;
    double m_whole = 0;
};

} // namespace binnacle::charts
