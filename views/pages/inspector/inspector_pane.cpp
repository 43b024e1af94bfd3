// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/inspector/inspector_pane.h"

#include "views/theme/icons.h"

#include <QBoxLayout>
#include <QDynamicPropertyChangeEvent>
#include <QPainter>
#include <QToolButton>

namespace binnacle::pages {

InspectorPane::InspectorPane(QWidget *parent)
    : QWidget(parent),
      m_title(new theme::Label(QString(), theme::Type::Section, theme::Tone::Plain, this)),
      m_subtitle(new theme::Label(QString(), theme::Type::Caption, theme::Tone::Quiet, this))
{
    m_title->setType(theme::Type::Section, true);
    m_subtitle->setElide(Qt::ElideRight);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 0, 0);
    column->setSpacing(0);
    m_column = column;
    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(44, 8, 8, 8);
    heading->setSpacing(0);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_title);
    words->addWidget(m_subtitle);
    heading->addLayout(words, 1);
    heading->addSpacing(4);
    m_back = addButton(heading, QStringLiteral("back"));
    m_forward = addButton(heading, QStringLiteral("forward"));
    m_copy = addButton(heading, QStringLiteral("link"));
    m_pin = addButton(heading, QStringLiteral("pin"));
    m_window = addButton(heading, QStringLiteral("window"));
    m_close = addButton(heading, QStringLiteral("close"));
    m_pin->setCheckable(true);
    column->addLayout(heading);
    connect(m_back, &QToolButton::clicked, this, &InspectorPane::backWanted);
    connect(m_forward, &QToolButton::clicked, this, &InspectorPane::forwardWanted);
    connect(m_copy, &QToolButton::clicked, this, &InspectorPane::copyWanted);
    connect(m_window, &QToolButton::clicked, this, &InspectorPane::windowWanted);
    connect(m_close, &QToolButton::clicked, this, &InspectorPane::closed);
    connect(m_pin, &QToolButton::toggled, this, &InspectorPane::pinChanged);
    setMinimumWidth(320);
    retranslate();
}

QToolButton *InspectorPane::addButton(QBoxLayout *row, const QString &icon)
{
    auto *button = new QToolButton(this);
    button->setIcon(theme::icon(icon));
    button->setIconSize(QSize(16, 16));
    button->setFixedSize(26, 28);
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button, 0, Qt::AlignTop);
    return button;
}

void InspectorPane::show(QWidget *content, const QString &icon, const QString &object)
{
    if (m_content && m_content != content) {
        m_content->removeEventFilter(this);
        m_content->hide();
        m_content->deleteLater();
    }
    m_content = content;
    m_icon = icon;
    m_object = object;
    if (content) {
        content->installEventFilter(this);
        m_column->addWidget(content, 1);
        content->show();
    }
    refreshHeading();
    update();
}

bool InspectorPane::pinned() const { return m_pin->isChecked(); }
void InspectorPane::setPinned(bool pinned) { m_pin->setChecked(pinned); }

void InspectorPane::setHistory(bool back, bool forward)
{
    m_back->setEnabled(back);
    m_forward->setEnabled(forward);
}

void InspectorPane::setStandalone()
{
    for (QToolButton *button : {m_back, m_forward, m_copy, m_pin, m_window, m_close})
        button->hide();
}

void InspectorPane::setOverlay(bool overlay)
{
    setProperty("overlay", overlay);
    update();
}

void InspectorPane::refreshHeading()
{
    if (!m_content)
        return;
    m_title->setText(m_content->windowTitle().isEmpty() ? m_object : m_content->windowTitle());
    m_subtitle->setText(m_content->property("subtitle").toString());
    setAccessibleName(m_title->text());
}

bool InspectorPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_content
        && (event->type() == QEvent::WindowTitleChange || event->type() == QEvent::DynamicPropertyChange))
        refreshHeading();
    return QWidget::eventFilter(watched, event);
}

void InspectorPane::retranslate()
{
    const auto name = [](QToolButton *button, const QString &words) {
        button->setAccessibleName(words);
        button->setToolTip(words);
    };
    name(m_back, tr("Back"));
    name(m_forward, tr("Forward"));
    name(m_copy, tr("Copy address"));
    name(m_pin, tr("Keep this pane on the object"));
    name(m_window, tr("Open in a window"));
    name(m_close, tr("Close the pane"));
}

void InspectorPane::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    painter.fillRect(rect(), t.surface);
    painter.fillRect(QRect(0, 0, 1, height()), t.line);
    if (!m_icon.isEmpty())
        theme::paintIcon(painter, QRectF(14, 8, 24, 24), m_icon, t.secondary, 20);
}

void InspectorPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace binnacle::pages
