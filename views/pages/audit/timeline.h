// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "views/pages/decision_card/look.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace binnacle::pages {

/// The colour of an outcome in stacked bars.
[[nodiscard]] QColor outcomeColour(api::DecisionState state);

/// Decisions over time as bars stacked by outcome. Dragging brushes a range, double-click clears it; with the keyboard, ← and →
/// move a cursor, Shift extends the brush, Escape clears.
class Timeline : public QWidget {
    Q_OBJECT

public:
    using Range = std::pair<base::TimePoint, base::TimePoint>;

    explicit Timeline(QWidget *parent = nullptr);
    /// Buckets of equal width, oldest first; the last one ends at `end`.
    void setBuckets(std::vector<api::AuditPage::Bucket> buckets, base::TimePoint end);
    void setBrush(std::optional<Range> range);
    [[nodiscard]] const std::optional<Range> &brush() const { return m_brush; }
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] QSize sizeHint() const override { return {600, 136}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 136}; }

signals:
    void brushed(base::TimePoint from, base::TimePoint to);
    void cleared();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    void paintAxes(QPainter &painter) const;
    void paintLegend(QPainter &painter) const;
    [[nodiscard]] int bucketAt(int x) const;
    [[nodiscard]] QRectF bucketRect(int bucket) const;
    [[nodiscard]] base::TimePoint start(int bucket) const; ///< bucket may be one past the last
    [[nodiscard]] std::uint64_t tallest() const;
    void extend(int from, int to);

    std::vector<api::AuditPage::Bucket> m_buckets;
    base::TimePoint m_end{};
    std::optional<Range> m_brush;
    int m_press = -1; // bucket where a drag began
    int m_drag = -1;
    int m_cursor = -1;
};

} // namespace binnacle::pages
