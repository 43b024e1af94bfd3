// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/widgets.h"

#include "views/theme/icons.h"
#include "views/theme/paint.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace binnacle::theme {

Card::Card(QWidget *parent, int padding)
    : QFrame(parent),
      m_heading(new QWidget(this)),
      m_title(new Label(QString(), Type::Section, Tone::Plain, m_heading)),
      m_note(new Label(QString(), Type::Caption, Tone::Quiet, m_heading))
{
    m_title->setType(Type::Section, true);
    m_title->setMinimumTextWidth(60);
    m_note->setAlignment(Qt::AlignRight);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 1, 1, 1);
    outer->setSpacing(0);
    m_headingRow = new QHBoxLayout(m_heading);
    m_headingRow->setContentsMargins(space::x3, space::x2, space::x3, space::x1);
    m_headingRow->setSpacing(space::x2);
    m_headingRow->addWidget(m_title, 0);
    m_headingRow->addStretch(1);
    m_headingRow->addWidget(m_note, 0);
    outer->addWidget(m_heading);
    m_body = new QVBoxLayout;
    m_body->setContentsMargins(padding, padding == 0 ? 0 : space::x2, padding, padding);
    m_body->setSpacing(0);
    outer->addLayout(m_body, 1);
    m_heading->hide();
}

void Card::setTitle(const QString &title)
{
    m_title->setText(title);
    m_heading->setVisible(!title.isEmpty());
    setAccessibleName(title);
}

void Card::setNote(const QString &note) { m_note->setText(note); }

void Card::addHeadingWidget(QWidget *widget) { m_headingRow->addWidget(widget); }

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, rect(), now().surface, now().line);
}

void Card::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        update();
    QFrame::changeEvent(event);
}

Rule::Rule(Qt::Orientation orientation, QWidget *parent, int inset) : QWidget(parent), m_inset(inset)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void Rule::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const bool flat = height() == 1;
    painter.fillRect(
        flat ? rect().adjusted(m_inset, 0, -m_inset, 0) : rect().adjusted(0, m_inset, 0, -m_inset), now().line);
}

SegmentedControl::SegmentedControl(QWidget *parent) : QWidget(parent)
{
    setFont(theme::font(Type::Body));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void SegmentedControl::setSegments(const QStringList &words)
{
    m_words = words;
    if (m_current >= m_words.size())
        m_current = 0;
    setAccessibleName(m_words.value(m_current));
    updateGeometry();
    update();
}

void SegmentedControl::setText(int index, const QString &word)
{
    if (index < 0 || index >= m_words.size() || m_words[index] == word)
        return;
    m_words[index] = word;
    updateGeometry();
    update();
}

void SegmentedControl::setCurrent(int index)
{
    if (index < 0 || index >= m_words.size())
        return;
    m_current = index;
    setAccessibleName(m_words.value(m_current));
    update();
}

void SegmentedControl::choose(int index)
{
    if (index < 0 || index >= m_words.size() || index == m_current)
        return;
    setCurrent(index);
    emit chosen(index);
}

int SegmentedControl::segmentWidth(int index) const
{
    return QFontMetrics(theme::font(Type::Body, true)).horizontalAdvance(m_words[index]) + 2 * space::x4;
}

QRect SegmentedControl::segment(int index) const
{
    int x = 0;
    for (int i = 0; i < index; ++i)
        x += segmentWidth(i);
    return {x, 0, segmentWidth(index), height()};
}

int SegmentedControl::at(const QPoint &pos) const
{
    for (int i = 0; i < m_words.size(); ++i) {
        if (segment(i).contains(pos))
            return i;
    }
    return -1;
}

QSize SegmentedControl::sizeHint() const
{
    int width = 0;
    for (int i = 0; i < m_words.size(); ++i)
        width += segmentWidth(i);
    return {width, 28};
}

void SegmentedControl::paintEvent(QPaintEvent *)
{
    const Tokens &t = now();
    QPainter painter(this);
    paintBox(painter, rect(), t.surface, t.line);
    for (int i = 0; i < m_words.size(); ++i) {
        const QRect r = segment(i);
        const bool on = i == m_current;
        if (on)
            paintBox(painter, r, t.accentSoft, t.line);
        else if (i > 0 && i != m_current + 1)
            painter.fillRect(QRect(r.left(), 7, 1, height() - 14), t.line);
        painter.setFont(theme::font(Type::Body, on));
        painter.setPen(on ? t.accent : i == m_hover ? t.text : t.secondary);
        painter.drawText(r, Qt::AlignCenter, m_words[i]);
    }
    if (hasFocus() && property("keyboardFocus").toBool())
        paintFocus(painter, rect());
}

void SegmentedControl::mousePressEvent(QMouseEvent *event) { choose(at(event->pos())); }

void SegmentedControl::mouseMoveEvent(QMouseEvent *event)
{
    m_hover = at(event->pos());
    update();
}

void SegmentedControl::leaveEvent(QEvent *)
{
    m_hover = -1;
    update();
}

void SegmentedControl::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Left)
        choose(m_current - 1);
    else if (event->key() == Qt::Key_Right)
        choose(m_current + 1);
    else
        QWidget::keyPressEvent(event);
}

void SegmentedControl::focusInEvent(QFocusEvent *event)
{
    const bool byKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    setProperty("keyboardFocus", byKey);
    update();
}

void SegmentedControl::focusOutEvent(QFocusEvent *) { update(); }

Badge::Badge(const QString &text, Tone tone, QWidget *parent) : QWidget(parent), m_text(text), m_tone(tone)
{
    setFont(theme::font(Type::Caption, true));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setVisible(!text.isEmpty());
}

void Badge::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

void Badge::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

QSize Badge::sizeHint() const { return {std::max(fontMetrics().horizontalAdvance(m_text) + 12, 20), 16}; }

void Badge::paintEvent(QPaintEvent *)
{
    const Tokens &t = now();
    QPainter painter(this);
    const bool quiet = m_tone == Tone::Plain || m_tone == Tone::Quiet;
    paintBox(painter, rect(), quiet ? t.background : t.tone(m_tone), quiet ? t.line : QColor(), 8);
    painter.setFont(font());
    painter.setPen(quiet ? t.secondary : t.onAccent);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

SignLabel::SignLabel(QWidget *parent) : QWidget(parent)
{
    setFont(theme::font(Type::Body));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void SignLabel::set(const QString &icon, const QString &word, Tone tone)
{
    m_icon = icon;
    m_word = word;
    m_tone = tone;
    setAccessibleName(word);
    updateGeometry();
    update();
}

QSize SignLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(m_word) + 21, 20}; }

void SignLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QColor colour = now().tone(m_tone);
    if (!m_icon.isEmpty())
        paintIcon(painter, QRectF(0, 0, 16, height()), m_icon, colour, 16);
    painter.setFont(font());
    paintText(painter, rect().adjusted(20, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_word, now().text);
}

KeyValues::KeyValues(QWidget *parent, Type type) : QWidget(parent), m_grid(new QGridLayout(this)), m_type(type)
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(space::x3);
    m_grid->setVerticalSpacing(space::x1);
    m_grid->setColumnStretch(1, 1);
}

int KeyValues::addRow(const QString &key, const QString &value, bool mono)
{
    const int row = rows();
    auto *k = new Label(key, m_type, Tone::Quiet, this);
    k->setMinimumTextWidth(k->sizeHint().width());
    auto *v = new Label(value, m_type, Tone::Plain, this);
    v->setMono(mono);
    m_grid->addWidget(k, row, 0);
    m_grid->addWidget(v, row, 1);
    m_rows.push_back({k, v});
    return row;
}

void KeyValues::setKey(int row, const QString &key)
{
    Label *label = m_rows.at(std::size_t(row)).key;
    label->setText(key);
    label->setMinimumTextWidth(label->sizeHint().width());
}

void KeyValues::setValue(int row, const QString &value, Tone tone)
{
    Label *label = m_rows.at(std::size_t(row)).value;
    label->setText(value);
    label->setTone(tone);
}

void KeyValues::clear()
{
    for (const Row &row : m_rows) {
        delete row.key;
        delete row.value;
    }
    m_rows.clear();
}

QString KeyValues::value(int row) const { return m_rows.at(std::size_t(row)).value->text(); }

Figure::Figure(QWidget *parent)
    : Card(parent, 0),
      m_name(new Label(QString(), Type::Body)),
      m_change(new Label(QString(), Type::Body, Tone::Quiet)),
      m_value(new Label(QString(), Type::Figure)),
      m_unit(new Label(QString(), Type::Section, Tone::Quiet)),
      m_caption(new Label(QString(), Type::Caption, Tone::Quiet))
{
    m_name->setType(Type::Body, true);
    m_value->setType(Type::Figure, true);
    m_unit->setType(Type::Body, true);
    m_unit->setFixedHeight(27); // its centre then sits on the figure's baseline
    m_change->setAlignment(Qt::AlignRight);
    body()->setContentsMargins(space::x3, space::x2, space::x3, space::x2);
    auto *first = new QHBoxLayout;
    first->setSpacing(space::x2);
    first->addWidget(m_name, 1);
    first->addWidget(m_change);
    body()->addLayout(first);
    auto *second = new QHBoxLayout;
    second->setSpacing(6);
    second->addWidget(m_value, 0);
    second->addWidget(m_unit, 0, Qt::AlignBottom);
    second->addStretch(1);
    body()->addLayout(second);
    m_middle = new QVBoxLayout;
    m_middle->setContentsMargins(0, 2, 0, 2);
    body()->addLayout(m_middle, 1);
    body()->addStretch(0);
    body()->addWidget(m_caption);
}

void Figure::setValue(const QString &value, const QString &unit)
{
    m_value->setText(value);
    m_unit->setText(unit);
    setAccessibleName(m_name->text() + QLatin1Char(' ') + value + QLatin1Char(' ') + unit);
}

void Figure::setChange(const QString &change, Tone tone)
{
    m_change->setText(change);
    m_change->setTone(tone);
}

void Figure::setMiddle(QWidget *widget)
{
    // Keeps its room when hidden, so that the figures of a row stay on one line.
    QSizePolicy policy = widget->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    widget->setSizePolicy(policy);
    m_middle->addWidget(widget);
}

void Figure::setClickable(bool clickable)
{
    m_clickable = clickable;
    setFocusPolicy(clickable ? Qt::TabFocus : Qt::NoFocus);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QString Figure::value() const { return m_value->text(); }

void Figure::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, rect(), now().surface, m_clickable && underMouse() ? now().accent : now().line);
    if (hasFocus())
        paintFocus(painter, rect());
}

void Figure::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_clickable && event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

void Figure::keyPressEvent(QKeyEvent *event)
{
    if (m_clickable && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space))
        emit clicked();
    else
        QWidget::keyPressEvent(event);
}

void Figure::enterEvent(QEnterEvent *) { update(); }
void Figure::leaveEvent(QEvent *) { update(); }

QPushButton *makeButton(const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setAutoDefault(false);
    return button;
}

} // namespace binnacle::theme
