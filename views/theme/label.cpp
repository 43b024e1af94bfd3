// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/label.h"

#include "views/theme/paint.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace binnacle::theme {
namespace {

/// A tooltip that Qt cannot take for markup.
QString plainTip(const QString &text)
{
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

} // namespace

Label::Label(const QString &text, Type type, Tone tone, QWidget *parent)
    : QWidget(parent), m_text(text), m_type(type), m_tone(tone)
{
    setFont(theme::font(type));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(text);
}

void Label::refresh()
{
    setFont(m_mono ? theme::mono(m_type) : theme::font(m_type, m_bold));
    updateGeometry();
    update();
}

void Label::setText(const QString &text)
{
    if (m_text == text)
        return;
    const bool wider = fontMetrics().horizontalAdvance(m_text) != fontMetrics().horizontalAdvance(text);
    m_text = text;
    setAccessibleName(text);
    if (wider)
        updateGeometry();
    setToolTip(fontMetrics().horizontalAdvance(m_text) > width() ? plainTip(m_text) : QString());
    update();
}

void Label::setTone(Tone tone)
{
    if (m_tone == tone)
        return;
    m_tone = tone;
    update();
}

void Label::setType(Type type, bool bold)
{
    m_type = type;
    m_bold = bold;
    refresh();
}

void Label::setMono(bool mono)
{
    m_mono = mono;
    refresh();
}

void Label::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

void Label::setElide(Qt::TextElideMode mode)
{
    m_elide = mode;
    update();
}

void Label::setLink(bool link)
{
    m_link = link;
    setFocusPolicy(link ? Qt::TabFocus : Qt::NoFocus);
    setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAttribute(Qt::WA_Hover, link);
    update();
}

void Label::setMinimumTextWidth(int width)
{
    m_minimum = width;
    updateGeometry();
}

QSize Label::sizeHint() const
{
    const QMargins m = contentsMargins();
    return {int(std::ceil(QFontMetricsF(font()).horizontalAdvance(m_text))) + 1 + m.left() + m.right(),
        lineHeight(m_type) + m.top() + m.bottom()};
}

QSize Label::minimumSizeHint() const { return {std::min(sizeHint().width(), m_minimum), sizeHint().height()}; }

void Label::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QFont f = font();
    if (m_link && underMouse())
        f.setUnderline(true);
    painter.setFont(f);
    const QColor colour = !isEnabled() ? now().disabled : now().tone(m_link ? Tone::Accent : m_tone);
    paintText(painter, contentsRect(), m_alignment | Qt::AlignVCenter, m_text, colour, m_elide);
    if (hasFocus())
        paintFocus(painter, rect(), 3);
}

void Label::resizeEvent(QResizeEvent *)
{
    setToolTip(fontMetrics().horizontalAdvance(m_text) > width() ? plainTip(m_text) : QString());
}

void Label::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_link && event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
    else
        event->ignore();
}

void Label::keyPressEvent(QKeyEvent *event)
{
    const bool press = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (m_link && press)
        emit clicked();
    else
        QWidget::keyPressEvent(event);
}

void Label::enterEvent(QEnterEvent *) { update(); }
void Label::leaveEvent(QEvent *) { update(); }

void Label::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::EnabledChange)
        update();
    QWidget::changeEvent(event);
}

Paragraph::Paragraph(const QString &text, Type type, Tone tone, QWidget *parent)
    : QWidget(parent), m_text(text), m_type(type), m_tone(tone)
{
    setFont(theme::font(type));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(text);
}

void Paragraph::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void Paragraph::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

QSize Paragraph::sizeHint() const
{
    const int wanted = std::min(fontMetrics().horizontalAdvance(m_text) + 1, 360);
    return {wanted, heightForWidth(std::max(wanted, 1))};
}

QSize Paragraph::minimumSizeHint() const { return {40, m_text.isEmpty() ? 0 : lineHeight(m_type)}; }

int Paragraph::heightForWidth(int width) const
{
    if (m_text.isEmpty())
        return 0;
    const int flags = Qt::TextWordWrap | Qt::TextWrapAnywhere;
    return std::max(
        lineHeight(m_type), fontMetrics().boundingRect(QRect(0, 0, width, 100000), flags, m_text).height() + 2);
}

void Paragraph::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(now().tone(m_tone));
    painter.drawText(rect(), Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, m_text);
}

void Paragraph::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace binnacle::theme
