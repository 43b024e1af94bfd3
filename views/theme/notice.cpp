// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/notice.h"

#include "views/theme/icons.h"
#include "views/theme/paint.h"
#include "views/theme/widgets.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPainter>

namespace binnacle::theme {

StatePanel::StatePanel(QWidget *parent)
    : QWidget(parent),
      m_title(new Label(QString(), Type::Section, Tone::Plain, this)),
      m_next(new Paragraph(QString(), Type::Body, Tone::Quiet, this)),
      m_button(makeButton(QString(), this))
{
    m_title->setType(Type::Section, true);
    m_next->setMaximumWidth(520);
    m_button->hide();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(space::x6, space::x6, space::x6, space::x6);
    auto *column = new QVBoxLayout;
    column->setSpacing(space::x2);
    column->addStretch(2);
    column->addSpacing(40);
    column->addWidget(m_title);
    column->addWidget(m_next);
    column->addSpacing(space::x1);
    column->addWidget(m_button, 0, Qt::AlignLeft);
    column->addStretch(3);
    row->addStretch(1);
    row->addLayout(column, 2);
    row->addStretch(1);
    m_pulse.setInterval(120);
    connect(&m_pulse, &QTimer::timeout, this, [this] {
        if (!isVisible() || Theme::instance().reducedMotion())
            return;
        ++m_phase;
        update();
    });
    connect(m_button, &QPushButton::clicked, this, &StatePanel::action);
}

void StatePanel::show(Kind kind, const QString &title, const QString &next)
{
    m_kind = kind;
    m_title->setText(title);
    m_next->setText(next);
    setAccessibleName(title);
    setAccessibleDescription(next);
    if (kind == Kind::Loading)
        m_pulse.start();
    else
        m_pulse.stop();
    QWidget::show();
    update();
}

void StatePanel::setAction(const QString &text)
{
    m_button->setText(text);
    m_button->setVisible(!text.isEmpty());
}

void StatePanel::paintEvent(QPaintEvent *)
{
    const Tokens &t = now();
    QPainter painter(this);
    if (m_kind == Kind::Loading) {
        // A skeleton of rows, behind the words.
        for (int y = space::x4, i = 0; y + 12 < height(); y += rowHeight, ++i) {
            QColor c = t.text;
            c.setAlphaF((m_phase + i) % 8 == 0 ? 0.10F : 0.055F);
            const int words = 40 + (i * 37) % 45;
            painter.setPen(Qt::NoPen);
            painter.setBrush(c);
            if (y < m_title->y() - 64 || y > m_next->geometry().bottom() + space::x4)
                painter.drawRoundedRect(QRectF(space::x4, y, (width() - 2 * space::x4) * words / 100.0, 12), 4, 4);
        }
    }
    static const QString names[] = {
        QStringLiteral("search"), QStringLiteral("refresh"), QStringLiteral("lock"), QStringLiteral("warning")};
    static constexpr Tone tones[] = {Tone::Quiet, Tone::Accent, Tone::Warn, Tone::Bad};
    const auto kind = std::size_t(m_kind);
    paintIcon(painter, QRectF(m_title->x(), m_title->y() - 40, 28, 32), names[kind], t.tone(tones[kind]), 28);
}

Toast::Toast(QWidget *parent)
    : QWidget(parent),
      m_close(makeButton(QString(), this)),
      m_text(new Label(QString(), Type::Body, Tone::Plain, this)),
      m_action(makeButton(QString(), this))
{
    setLook(*m_action, ButtonLook::Link);
    m_close->setIcon(icon(QStringLiteral("close")));
    m_close->setFixedSize(24, 24);
    setLook(*m_close, ButtonLook::Link);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(40, space::x2, space::x2, space::x2);
    row->setSpacing(space::x3);
    row->addWidget(m_text, 1);
    row->addWidget(m_action);
    row->addWidget(m_close);
    m_leave.setSingleShot(true);
    m_leave.setInterval(6000);
    connect(&m_leave, &QTimer::timeout, this, &QWidget::hide);
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        emit action();
    });
    parent->installEventFilter(this);
    speak();
    hide();
}

void Toast::speak()
{
    m_close->setAccessibleName(tr("Close this message"));
    if (!m_words)
        return;
    const QString text = m_words();
    m_text->setText(text);
    setAccessibleName(text);
    place();
}

void Toast::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        speak();
    QWidget::changeEvent(event);
}

void Toast::say(std::function<QString()> words, Tone tone, const QString &actionWord)
{
    m_tone = tone;
    m_words = std::move(words);
    m_action->setText(actionWord);
    m_action->setVisible(!actionWord.isEmpty());
    m_leave.stop();
    speak();
    show();
    raise();
}

void Toast::place()
{
    const QWidget *host = parentWidget();
    const int width = std::min(std::max(sizeHint().width(), 320), host->width() - 2 * space::x6);
    const int top =
        m_over ? m_over->mapTo(host, QPoint(0, (m_over->height() - 44) / 2)).y() : host->height() - 24 - 44 - space::x4;
    setGeometry((host->width() - width) / 2, top, width, 44);
}

void Toast::paintEvent(QPaintEvent *)
{
    const Tokens &t = now();
    QPainter painter(this);
    paintBox(painter, rect(), t.raised, m_tone == Tone::Bad ? t.bad : t.line);
    const QString name =
        m_tone == Tone::Bad || m_tone == Tone::Warn ? QStringLiteral("warning") : QStringLiteral("check");
    paintIcon(painter, QRectF(8, 0, 28, height()), name, t.tone(m_tone == Tone::Plain ? Tone::Good : m_tone), 20);
}

void Toast::enterEvent(QEnterEvent *)
{
    if (m_tone != Tone::Bad)
        m_leave.start();
}

bool Toast::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched == parentWidget() && event->type() == QEvent::KeyPress && isVisible() && m_tone != Tone::Bad
        && !m_leave.isActive())
        m_leave.start();
    return QWidget::eventFilter(watched, event);
}

} // namespace binnacle::theme
