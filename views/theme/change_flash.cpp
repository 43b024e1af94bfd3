// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/change_flash.h"

#include "views/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace binnacle::theme {
namespace {

constexpr int kPaceMs = 250;
constexpr int kFrameMs = 75;
constexpr qint64 kGlowMs = 900;
constexpr int kMostRows = 200; // of one screen

QString said(const QModelIndex &cell)
{
    const QString spoken = cell.data(Qt::AccessibleTextRole).toString(); // of cells that are drawn, not written
    return spoken.isEmpty() ? cell.data().toString() : spoken;
}

} // namespace

ChangeFlash::ChangeFlash(QAbstractItemView &view, int keyRole, std::vector<int> quiet)
    : QObject(&view), m_view(view), m_keyRole(keyRole), m_quiet(std::move(quiet))
{
    m_clock.start();
    m_next.setSingleShot(true);
    m_next.setInterval(kPaceMs);
    m_frames.setInterval(kFrameMs);
    connect(&m_next, &QTimer::timeout, this, &ChangeFlash::compare);
    connect(&m_frames, &QTimer::timeout, this, &ChangeFlash::fade);
    const auto due = [this] {
        if (!m_next.isActive())
            m_next.start();
    };
    connect(view.model(), &QAbstractItemModel::dataChanged, this, due);
    connect(view.model(), &QAbstractItemModel::modelReset, this, due);
    connect(view.model(), &QAbstractItemModel::rowsInserted, this, due);
    view.installEventFilter(this);
    view.setProperty("changeFlash", QVariant::fromValue(static_cast<void *>(this)));
    due();
}

std::vector<QModelIndex> ChangeFlash::visibleRows() const
{
    std::vector<QModelIndex> rows;
    const int bottom = m_view.viewport()->height();
    const auto *tree = qobject_cast<const QTreeView *>(&m_view);
    QModelIndex row = m_view.indexAt(QPoint(1, 1)).siblingAtColumn(0);
    while (row.isValid() && int(rows.size()) < kMostRows && m_view.visualRect(row).top() < bottom) {
        rows.push_back(row);
        row = tree ? tree->indexBelow(row) : row.sibling(row.row() + 1, 0);
    }
    return rows;
}

/// Compares what the visible cells say with what they said, and remembers it.
void ChangeFlash::compare()
{
    if (!m_view.isVisible()) {
        m_said.clear();
        m_forget = true;
        return;
    }
    const bool forget = std::exchange(m_forget, false);
    const int columns = m_view.model()->columnCount();
    std::vector<QModelIndex> changed;
    Said now;
    for (const QModelIndex &row : visibleRows()) {
        QStringList words;
        for (int column = 0; column < columns; ++column)
            words << (std::find(m_quiet.begin(), m_quiet.end(), column) == m_quiet.end()
                    ? said(row.siblingAtColumn(column))
                    : QString());
        const QString key = row.data(m_keyRole).toString();
        const auto before = m_said.constFind(key);
        for (int column = 0; !forget && before != m_said.constEnd() && column < columns; ++column) {
            if (column < before->size() && before->at(column) != words.at(column))
                changed.push_back(row.siblingAtColumn(column));
        }
        now.insert(key, words);
    }
    m_said = std::move(now);
    if (changed.empty() || int(changed.size()) > kMost)
        return;
    for (const QModelIndex &index : changed) {
        std::erase_if(m_glows, [&](const Glow &glow) { return glow.index == index; });
        m_glows.push_back({index, m_clock.elapsed()});
        repaint(index);
    }
    m_frames.start();
}

void ChangeFlash::fade()
{
    const bool even = Theme::instance().reducedMotion();
    const qint64 now = m_clock.elapsed();
    std::erase_if(m_glows, [&](const Glow &glow) {
        const bool over = now - glow.since >= kGlowMs || !glow.index.isValid();
        if (over || !even)
            repaint(glow.index);
        return over;
    });
    if (m_glows.empty())
        m_frames.stop();
}

void ChangeFlash::repaint(const QModelIndex &index)
{
    if (index.isValid())
        m_view.viewport()->update(m_view.visualRect(index));
}

qreal ChangeFlash::strength(const QModelIndex &index) const
{
    for (const Glow &glow : m_glows) {
        if (glow.index != index)
            continue;
        const qint64 age = m_clock.elapsed() - glow.since;
        if (age >= kGlowMs)
            return 0;
        return Theme::instance().reducedMotion() ? 0.6 : 1 - qreal(age) / kGlowMs;
    }
    return 0;
}

void ChangeFlash::paint(QPainter &painter, const QRect &rect, const QWidget *view, const QModelIndex &index)
{
    const auto *flash =
        view ? static_cast<const ChangeFlash *>(view->property("changeFlash").value<void *>()) : nullptr;
    if (!flash || flash->m_glows.empty())
        return;
    const qreal strength = flash->strength(index);
    if (strength <= 0)
        return;
    QColor glow = now().accent;
    glow.setAlphaF(float(0.24 * strength));
    painter.fillRect(rect.adjusted(0, 0, 0, -1), glow);
}

bool ChangeFlash::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        m_forget = true;
    return QObject::eventFilter(watched, event);
}

} // namespace binnacle::theme
