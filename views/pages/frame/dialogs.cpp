// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/dialogs.h"

#include "views/theme/paint.h"
#include "views/theme/style.h"
#include "views/theme/widgets.h"

#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

namespace binnacle::pages {

ConfirmDialog::ConfirmDialog(const Question &question, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(question.title);
    setMinimumWidth(460);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(theme::space::x6, theme::space::x4, theme::space::x6, theme::space::x4);
    column->setSpacing(theme::space::x3);
    auto *title = new theme::Label(question.title, theme::Type::Section, theme::Tone::Plain, this);
    title->setType(theme::Type::Section, true);
    column->addWidget(title);
    column->addWidget(new theme::Paragraph(question.text, theme::Type::Body, theme::Tone::Plain, this));
    if (!question.rows.empty()) {
        auto *rows = new theme::KeyValues(this, theme::Type::Body);
        for (const auto &[key, value] : question.rows)
            rows->addRow(key, value, true);
        column->addWidget(rows);
    }
    auto *verb = theme::makeButton(question.verb, this);
    theme::setLook(*verb, question.danger ? theme::ButtonLook::Danger : theme::ButtonLook::Primary);
    if (!question.typed.isEmpty()) {
        column->addWidget(new theme::Paragraph(
            tr("Type %1 to go on.").arg(question.typed), theme::Type::Caption, theme::Tone::Quiet, this));
        m_field = new QLineEdit(this);
        m_field->setAccessibleName(tr("The cluster's name"));
        m_field->setMaxLength(256);
        column->addWidget(m_field);
        verb->setEnabled(false);
        connect(m_field, &QLineEdit::textChanged, this,
            [verb, typed = question.typed](const QString &text) { verb->setEnabled(text == typed); });
    }
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    auto *cancel = theme::makeButton(tr("Cancel"), this);
    row->addWidget(cancel);
    row->addWidget(verb);
    column->addLayout(row);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(verb, &QPushButton::clicked, this, &QDialog::accept);
    if (m_field)
        m_field->setFocus();
    else
        cancel->setFocus();
}

QString ConfirmDialog::typedText() const { return m_field ? m_field->text() : QString(); }

ShortcutsOverlay::ShortcutsOverlay(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    parent->installEventFilter(this);
    hide();
}

void ShortcutsOverlay::open(std::vector<Row> rows)
{
    m_rows = std::move(rows);
    setGeometry(parentWidget()->rect());
    QString all;
    for (const Row &row : m_rows)
        all += row.keys + QLatin1Char(' ') + row.words + QLatin1Char('\n');
    setAccessibleName(tr("Shortcuts"));
    setAccessibleDescription(all);
    show();
    raise();
    setFocus();
}

void ShortcutsOverlay::paintEvent(QPaintEvent *)
{
    const theme::Tokens &t = theme::now();
    QPainter painter(this);
    QColor veil = t.background;
    veil.setAlphaF(0.7F);
    painter.fillRect(rect(), veil);
    const int perColumn = (int(m_rows.size()) + 1) / 2;
    const QRectF box(
        (width() - 720) / 2.0, std::max(24.0, (height() - 88 - perColumn * 28.0) / 2), 720, 88 + perColumn * 28.0);
    theme::paintBox(painter, box, t.raised, t.line, 8);
    painter.setFont(theme::font(theme::Type::Section, true));
    painter.setPen(t.text);
    painter.drawText(box.adjusted(24, 16, -24, 0), Qt::AlignLeft | Qt::AlignTop, tr("Shortcuts"));
    for (int i = 0; i < int(m_rows.size()); ++i) {
        const Row &row = m_rows[std::size_t(i)];
        const int column = i / perColumn;
        const double x = box.left() + 24 + column * 344;
        const double y = box.top() + 52 + (i % perColumn) * 28;
        painter.setFont(theme::font(theme::Type::Caption));
        const QRectF key(x, y + 4, std::max(painter.fontMetrics().horizontalAdvance(row.keys) + 12, 24), 20);
        theme::paintBox(painter, key, t.background, t.line, 3);
        painter.setPen(t.text);
        painter.drawText(key, Qt::AlignCenter, row.keys);
        painter.setFont(theme::font(theme::Type::Body));
        theme::paintText(painter, QRectF(x + 100, y, 230, 28), Qt::AlignLeft | Qt::AlignVCenter, row.words, t.text);
    }
    painter.setFont(theme::font(theme::Type::Caption));
    painter.setPen(t.secondary);
    painter.drawText(box.adjusted(24, 0, -24, -12), Qt::AlignLeft | Qt::AlignBottom,
        tr("Any key closes this. Keys can be changed under [shortcuts] in the settings file."));
}

void ShortcutsOverlay::keyPressEvent(QKeyEvent *) { hide(); }
void ShortcutsOverlay::mousePressEvent(QMouseEvent *) { hide(); }

bool ShortcutsOverlay::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace binnacle::pages
