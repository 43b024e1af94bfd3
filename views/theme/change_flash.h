// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QHash>
#include <QPersistentModelIndex>
#include <QTimer>

#include <vector>

namespace binnacle::theme {

/// Lets the cells of a view that changed glow once, softly, for 900 ms. What changed is found by comparing what the visible
/// cells say with what they said, at most four times a second however often the model speaks; so a storm of events costs
/// no more than a screenful of cells. Rows are told apart by `keyRole` of their first column: scrolling, sorting and rows
/// that come or go are no change. Where more than `kMost` cells changed at once none glows, as that would say nothing.
/// With reduced motion a cell is tinted evenly instead of fading. The view needs its model before; its delegate paints.
class ChangeFlash : public QObject {
    Q_OBJECT

public:
    static constexpr int kMost = 24;
    /// `quiet`: columns that change by themselves (ages).
    ChangeFlash(QAbstractItemView &view, int keyRole, std::vector<int> quiet = {});

    /// How much of the glow is left: 1 right after the change, 0 none.
    [[nodiscard]] qreal strength(const QModelIndex &index) const;
    [[nodiscard]] int glowing() const { return int(m_glows.size()); }
    /// Tints `rect` for a cell of `view`, if it has a flash and the cell glows.
    static void paint(QPainter &painter, const QRect &rect, const QWidget *view, const QModelIndex &index);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Glow {
        QPersistentModelIndex index;
        qint64 since = 0;
    };
    using Said = QHash<QString, QStringList>; ///< by the row's key

    [[nodiscard]] std::vector<QModelIndex> visibleRows() const;
    void compare();
    void fade();
    void repaint(const QModelIndex &index);

    QAbstractItemView &m_view;
    const int m_keyRole;
    const std::vector<int> m_quiet;
    Said m_said;
    std::vector<Glow> m_glows;
    QElapsedTimer m_clock;
    QTimer m_next; // runs while a comparison is due
    QTimer m_frames; // runs while something glows
    bool m_forget = true; // what was said is of another language, or was never seen
};

} // namespace binnacle::theme
