// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/decision_facts.h"
#include "views/pages/decision_card/look.h"

#include <QWidget>

#include <vector>

namespace binnacle::pages {

/// A node's score as a bar of its plugins' parts: positive ones right of zero in the plugins' order, negative ones left of it.
/// The same plugin has the same colour in all bars of a decision.
class ScoreParts {
public:
    /// `least` ≤ 0 ≤ `most` are the score values at the ends of the bar.
    static void paint(QPainter *painter, const QRect &bar, const models::ScoreRow &row, std::int64_t least,
        std::int64_t most, bool dimmed);
    /// Index into row.parts of the part under `x`, or -1.
    [[nodiscard]] static int partAt(
        const QRect &bar, const models::ScoreRow &row, std::int64_t least, std::int64_t most, int x);
    /// Plugin, raw and normalised score, weight, and what they make of it.
    [[nodiscard]] static QString tip(const models::ScorePart &part);
};

/// Bars of several nodes under one legend; the first is the one at hand. Hover a part for its figures.
class ScoreBars : public QWidget {
    Q_OBJECT

public:
    explicit ScoreBars(QWidget *parent = nullptr);
    void setRows(std::vector<models::ScoreRow> rows);
    [[nodiscard]] const std::vector<models::ScoreRow> &rows() const { return m_rows; }
    [[nodiscard]] QString tipAt(const QPoint &position) const; ///< plain text; empty beside the parts
    [[nodiscard]] QRect barOf(int row) const;
    void setNameWidth(int width);
    void setLegendOnly(); ///< the plugins' colours alone, for a table that draws the bars

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Legend {
        QRect rect;
        int plugin = 0;
    };
    [[nodiscard]] std::vector<Legend> legend(int width) const;
    [[nodiscard]] int legendHeight(int width) const;

    std::vector<models::ScoreRow> m_rows;
    std::int64_t m_least = 0;
    std::int64_t m_most = 1;
    int m_nameWidth = 112;
    bool m_legendOnly = false;
    [[nodiscard]] int bars() const { return m_legendOnly ? 0 : int(m_rows.size()); }
};

} // namespace binnacle::pages
