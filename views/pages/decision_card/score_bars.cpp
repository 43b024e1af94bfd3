// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/decision_card/score_bars.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <string_view>

namespace binnacle::pages {
namespace {

using models::Words;

constexpr int kRow = 24;
constexpr int kBar = 20;
constexpr int kTotal = 56;

/// The scoring plugins in the order in which a scheduler runs them. What a record of another release names beside them
/// follows, in the eighth and last colour: none of these has to share its own.
constexpr std::array<std::string_view, 7> kOrder{"TaintToleration", "NodeAffinity", "NodeResourcesFit",
    "PodTopologySpread", "InterPodAffinity", "NodeResourcesBalancedAllocation", "ImageLocality"};

/// The same for a plugin wherever it is drawn, whatever else a decision names.
int rank(base::Symbol plugin) { return int(std::find(kOrder.begin(), kOrder.end(), plugin.text()) - kOrder.begin()); }

double unit(const QRect &bar, std::int64_t least, std::int64_t most)
{
    return most > least ? double(bar.width()) / double(most - least) : 0;
}

template <typename Visit>
void eachPart(const QRect &bar, const models::ScoreRow &row, std::int64_t least, std::int64_t most, Visit visit)
{
    const double pixel = unit(bar, least, most);
    const double zero = bar.left() + double(-least) * pixel;
    double right = zero;
    double left = zero;
    for (std::size_t i = 0; i < row.parts.size(); ++i) {
        const double width = double(row.parts[i].value) * pixel;
        if (width >= 0) {
            visit(int(i), QRectF(right, bar.top(), width, bar.height()));
            right += width;
        } else {
            left += width;
            visit(int(i), QRectF(left, bar.top(), -width, bar.height()));
        }
    }
}

} // namespace

void ScoreParts::paint(QPainter *painter, const QRect &bar, const models::ScoreRow &row, std::int64_t least,
    std::int64_t most, bool dimmed)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setFont(look::font(look::Size::Caption));
    const QFontMetrics metrics(painter->font());
    eachPart(bar, row, least, most, [&](int index, const QRectF &rect) {
        QColor fill = look::series(rank(row.parts[std::size_t(index)].plugin));
        if (dimmed)
            fill = look::dimmed(fill);
        painter->fillRect(rect, fill);
        painter->fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), look::surface());
        const QString value = Words::number(row.parts[std::size_t(index)].value);
        if (rect.width() > metrics.horizontalAdvance(value) + 8) {
            painter->setPen(look::on(fill));
            painter->drawText(rect.adjusted(5, 0, -2, 0), int(Qt::AlignVCenter | Qt::AlignLeft), value);
        }
    });
    if (least < 0) {
        const double zero = bar.left() + double(-least) * unit(bar, least, most);
        painter->setPen(QPen(look::secondary(), 1, Qt::DotLine));
        painter->drawLine(QPointF(zero, bar.top() - 2), QPointF(zero, bar.bottom() + 2));
    }
    painter->restore();
}

int ScoreParts::partAt(const QRect &bar, const models::ScoreRow &row, std::int64_t least, std::int64_t most, int x)
{
    int found = -1;
    eachPart(bar, row, least, most, [&](int index, const QRectF &rect) {
        if (x >= rect.left() && x < rect.right())
            found = index;
    });
    return found;
}

QString ScoreParts::tip(const models::ScorePart &part)
{
    const QString name = Words::plain(part.plugin);
    if (part.weight == 0)
        return QCoreApplication::translate("ScoreParts", "%1\npart of the score %2")
            .arg(name, Words::number(part.value));
    return QCoreApplication::translate(
        "ScoreParts", "%1\nraw score %2\nnormalised %3 of 100\nweight %4\npart of the score %4 × %3 = %5")
        .arg(name, Words::number(part.raw), Words::number(part.normalised), Words::number(part.weight),
            Words::number(part.value));
}

ScoreBars::ScoreBars(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ScoreBars::setNameWidth(int width)
{
    m_nameWidth = width;
    updateGeometry();
    update();
}

void ScoreBars::setLegendOnly()
{
    m_legendOnly = true;
    setNameWidth(0);
}

void ScoreBars::setRows(std::vector<models::ScoreRow> rows)
{
    m_rows = std::move(rows);
    m_least = 0;
    m_most = 1;
    QStringList spoken;
    for (models::ScoreRow &row : m_rows) {
        std::stable_sort(row.parts.begin(), row.parts.end(),
            [](const models::ScorePart &a, const models::ScorePart &b) { return rank(a.plugin) < rank(b.plugin); });
        std::int64_t below = 0;
        std::int64_t above = 0;
        for (const models::ScorePart &part : row.parts)
            (part.value < 0 ? below : above) += part.value;
        m_least = std::min(m_least, below);
        m_most = std::max(m_most, above);
        spoken << Words::plain(row.node) + QLatin1Char(' ') + Words::number(row.total);
    }
    setAccessibleName(spoken.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

std::vector<ScoreBars::Legend> ScoreBars::legend(int width) const
{
    std::vector<Legend> out;
    if (m_rows.empty())
        return out;
    const QFontMetrics metrics(look::font(look::Size::Caption));
    int x = m_nameWidth;
    int y = 0;
    for (std::size_t i = 0; i < m_rows.front().parts.size(); ++i) {
        const int entry = 14 + metrics.horizontalAdvance(Words::plain(m_rows.front().parts[i].plugin)) + 16;
        if (x + entry > width && x > m_nameWidth) {
            x = m_nameWidth;
            y += 18;
        }
        out.push_back({QRect(x, y, entry, 18), int(i)});
        x += entry;
    }
    return out;
}

int ScoreBars::legendHeight(int width) const
{
    const auto entries = legend(width);
    return entries.empty() ? 0 : entries.back().rect.bottom() + 5;
}

QSize ScoreBars::sizeHint() const { return {480, heightForWidth(std::max(width(), 320))}; }
QSize ScoreBars::minimumSizeHint() const { return {240, heightForWidth(std::max(width(), 320))}; }
int ScoreBars::heightForWidth(int width) const { return legendHeight(width) + bars() * kRow; }

QRect ScoreBars::barOf(int row) const
{
    return {m_nameWidth, legendHeight(width()) + row * kRow + (kRow - kBar) / 2,
        std::max(0, width() - m_nameWidth - kTotal), kBar};
}

void ScoreBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(look::font(look::Size::Caption));
    for (const Legend &entry : legend(width())) {
        painter.fillRect(QRect(entry.rect.left(), entry.rect.top() + 4, 9, 9),
            look::series(rank(m_rows.front().parts[std::size_t(entry.plugin)].plugin)));
        painter.setPen(look::secondary());
        painter.drawText(entry.rect.adjusted(14, 0, 0, 0), int(Qt::AlignVCenter) | Qt::TextSingleLine,
            Words::plain(m_rows.front().parts[std::size_t(entry.plugin)].plugin));
    }
    for (int i = 0; i < bars(); ++i) {
        const models::ScoreRow &row = m_rows[std::size_t(i)];
        const QRect bar = barOf(i);
        painter.setFont(look::font(look::Size::Body, i == 0));
        painter.setPen(i == 0 ? look::text() : look::secondary());
        const QFontMetrics metrics(painter.font());
        painter.drawText(QRect(0, bar.top(), m_nameWidth - 8, bar.height()), int(Qt::AlignVCenter) | Qt::TextSingleLine,
            metrics.elidedText(Words::plain(row.node), Qt::ElideMiddle, m_nameWidth - 8));
        painter.drawText(QRect(width() - kTotal, bar.top(), kTotal, bar.height()),
            int(Qt::AlignVCenter | Qt::AlignRight), Words::number(row.total));
        ScoreParts::paint(&painter, bar, row, m_least, m_most, i > 0);
    }
}

QString ScoreBars::tipAt(const QPoint &position) const
{
    for (int i = 0; i < bars(); ++i) {
        const QRect bar = barOf(i);
        if (!bar.contains(position)) {
            if (QRect(0, bar.top(), m_nameWidth, bar.height()).contains(position))
                return Words::plain(m_rows[std::size_t(i)].node);
            continue;
        }
        const int part = ScoreParts::partAt(bar, m_rows[std::size_t(i)], m_least, m_most, position.x());
        return part < 0 ? QString() : ScoreParts::tip(m_rows[std::size_t(i)].parts[std::size_t(part)]);
    }
    return {};
}

bool ScoreBars::event(QEvent *event)
{
    if (event->type() == QEvent::Resize)
        updateGeometry(); // a narrower legend has more lines
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString words = tipAt(help->pos());
    if (words.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), Words::tip(words), this);
    return true;
}

} // namespace binnacle::pages
