// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/decision_card/parts.h"

#include <QEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace binnacle::pages {

using models::Tone;

namespace {

/// Breaks between words, and within a word (a hash, a long name) only when it has a line to itself.
QTextOption wrapping(Qt::Alignment alignment)
{
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    return option;
}

} // namespace

Text::Text(look::Size size, Tone tone, QWidget *parent) : QLabel(parent), m_size(size), m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    setFont(look::font(size));
    setFocusPolicy(Qt::NoFocus);
}

void Text::setWords(const QString &words)
{
    if (m_words == words)
        return;
    m_words = words;
    setText(words);
    setAccessibleName(words);
    updateGeometry();
}

void Text::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void Text::setBold(bool bold) { setFont(look::font(m_size, bold)); }
void Text::setMonospace() { setFont(look::monospace(m_size)); }

Text *Text::wrapped()
{
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    return this;
}

Text *Text::aligned(Qt::Alignment alignment)
{
    setAlignment(alignment);
    return this;
}

int Text::heightForWidth(int width) const
{
    if (!wordWrap())
        return QLabel::heightForWidth(width);
    QTextLayout layout(QString(m_words).replace(QLatin1Char('\n'), QChar::LineSeparator), font());
    layout.setTextOption(wrapping(alignment()));
    layout.beginLayout();
    qreal height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(width, 1));
        height += line.height();
    }
    layout.endLayout();
    return std::max(int(std::ceil(height)), QFontMetrics(font()).height());
}

QSize Text::sizeHint() const
{
    if (wordWrap()) {
        const int wide = std::max(width(), 240);
        return {240, heightForWidth(wide)};
    }
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(m_words) + 2, metrics.height()};
}

QSize Text::minimumSizeHint() const
{
    if (wordWrap())
        return {40, QFontMetrics(font()).height()};
    return {std::min(sizeHint().width(), 24), sizeHint().height()};
}

void Text::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(isEnabled() ? look::tone(m_tone) : look::disabled());
    if (wordWrap()) {
        painter.drawText(QRectF(rect()), m_words, wrapping(alignment()));
        return;
    }
    painter.drawText(rect(), int(alignment() | Qt::AlignVCenter) | Qt::TextSingleLine,
        QFontMetrics(font()).elidedText(m_words, Qt::ElideMiddle, width()));
}

bool Text::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && !wordWrap()
        && QFontMetrics(font()).horizontalAdvance(m_words) > width())
        setToolTip(models::Words::tip(m_words));
    return QLabel::event(event);
}

Button::Button(Kind kind, QWidget *parent) : QPushButton(parent), m_kind(kind)
{
    setFont(look::font(kind == Kind::Link ? look::Size::Caption : look::Size::Body, kind == Kind::Primary));
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAutoDefault(false);
}

void Button::setWords(const QString &words, const QString &shortcut)
{
    m_shortcut = shortcut;
    setText(QString(words).replace(QLatin1Char('&'), QStringLiteral("&&")));
    setAccessibleName(words);
    updateGeometry();
    update();
}

void Button::setKind(Kind kind)
{
    m_kind = kind;
    setFont(look::font(kind == Kind::Link ? look::Size::Caption : look::Size::Body, kind == Kind::Primary));
    update();
}

QSize Button::sizeHint() const
{
    const int word = QFontMetrics(font()).horizontalAdvance(accessibleName());
    const int extra =
        m_shortcut.isEmpty() ? 0 : QFontMetrics(look::font(look::Size::Caption)).horizontalAdvance(m_shortcut) + 12;
    return m_kind == Kind::Link ? QSize(word + 8, 20) : QSize(word + extra + 32, 32);
}

void Button::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool on = isEnabled();
    const bool hot = on && (underMouse() || isDown());
    QColor ink = look::text();
    if (m_kind == Kind::Primary) {
        const QColor fill = on ? (isDown() ? look::accent().darker(115)
                                    : hot  ? look::accent().lighter(108)
                                           : look::accent())
                               : look::line();
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(box, 6, 6);
        ink = look::onAccent();
    } else if (m_kind == Kind::Normal) {
        painter.setPen(look::line());
        painter.setBrush(hot ? look::accentSoft() : look::raised());
        painter.drawRoundedRect(box, 6, 6);
    } else {
        ink = look::accent();
    }
    if (!on)
        ink = m_kind == Kind::Primary ? look::secondary() : look::disabled();
    if (hasFocus()) {
        painter.setPen(QPen(m_kind == Kind::Primary ? look::text() : look::accent(), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5);
    }
    painter.setPen(ink);
    painter.setFont(font());
    const QFontMetrics metrics(font());
    const int extra =
        m_shortcut.isEmpty() ? 0 : QFontMetrics(look::font(look::Size::Caption)).horizontalAdvance(m_shortcut) + 12;
    const QString words =
        metrics.elidedText(accessibleName(), Qt::ElideMiddle, width() - extra - (m_kind == Kind::Link ? 4 : 16));
    const int start = m_kind == Kind::Link ? 4 : (width() - metrics.horizontalAdvance(words) - extra) / 2;
    painter.drawText(
        QRect(start, 0, width() - start, height()), int(Qt::AlignVCenter | Qt::AlignLeft) | Qt::TextSingleLine, words);
    if (extra) {
        painter.setFont(look::font(look::Size::Caption));
        painter.drawText(QRect(start + metrics.horizontalAdvance(words) + 12, 0, extra, height()),
            Qt::AlignVCenter | Qt::AlignLeft, m_shortcut);
    }
}

} // namespace binnacle::pages
