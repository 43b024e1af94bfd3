// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/dialogs.h"

#include "views/theme/paint.h"
#include "views/theme/style.h"
#include "views/theme/widgets.h"

#include <QBoxLayout>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace binnacle::pages {
namespace {

/// Values whole, over as many lines as they take: what is consented to must not hide behind an ellipsis.
QWidget *exactly(const std::vector<std::pair<QString, QString>> &rows)
{
    auto *content = new QWidget;
    auto *grid = new QGridLayout(content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme::space::x3);
    grid->setVerticalSpacing(theme::space::x1);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto &[key, value] : rows) {
        auto *name = new theme::Label(key, theme::Type::Body, theme::Tone::Quiet, content);
        name->setMinimumTextWidth(name->sizeHint().width());
        auto *words = new theme::Paragraph(value, theme::Type::Body, theme::Tone::Plain, content);
        words->setFont(theme::mono(theme::Type::Body));
        grid->addWidget(name, row, 0, Qt::AlignTop);
        grid->addWidget(words, row, 1);
        ++row;
    }
    grid->setRowStretch(row, 1);
    return content;
}

} // namespace

ConfirmDialog::ConfirmDialog(std::function<Question()> question, QWidget *parent)
    : QDialog(parent),
      m_question(std::move(question)),
      m_title(new theme::Label(QString(), theme::Type::Section, theme::Tone::Plain, this)),
      m_text(new theme::Paragraph({}, theme::Type::Body, theme::Tone::Plain, this)),
      m_cancel(theme::makeButton(QString(), this)),
      m_verb(theme::makeButton(QString(), this))
{
    const Question asked = m_question();
    m_typed = asked.typed;
    setMinimumWidth(460);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(theme::space::x6, theme::space::x4, theme::space::x6, theme::space::x4);
    column->setSpacing(theme::space::x3);
    m_title->setType(theme::Type::Section, true);
    column->addWidget(m_title);
    column->addWidget(m_text);
    if (!asked.rows.empty()) {
        m_rows = new QScrollArea(this);
        m_rows->setFrameShape(QFrame::NoFrame);
        m_rows->setWidgetResizable(true);
        m_rows->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        column->addWidget(m_rows, 1);
    }
    theme::setLook(*m_verb, asked.danger ? theme::ButtonLook::Danger : theme::ButtonLook::Primary);
    if (!m_typed.isEmpty()) {
        m_ask = new theme::Paragraph({}, theme::Type::Caption, theme::Tone::Quiet, this);
        column->addWidget(m_ask);
        m_field = new QLineEdit(this);
        m_field->setMaxLength(256);
        column->addWidget(m_field);
        m_verb->setEnabled(false);
        connect(m_field, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_verb->setEnabled(text == m_typed); });
    }
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(m_cancel);
    row->addWidget(m_verb);
    column->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_verb, &QPushButton::clicked, this, &QDialog::accept);
    retranslate();
    if (m_field)
        m_field->setFocus();
    else
        m_cancel->setFocus();
}

void ConfirmDialog::retranslate()
{
    const Question asked = m_question();
    setWindowTitle(asked.title);
    m_title->setText(asked.title);
    m_text->setText(asked.text);
    m_verb->setText(asked.verb);
    m_cancel->setText(tr("Cancel"));
    if (m_rows) {
        m_rows->setWidget(exactly(asked.rows)); // takes the place of the one before
        const int wanted = m_rows->widget()->heightForWidth(minimumWidth() - 2 * theme::space::x6);
        m_rows->setMinimumHeight(std::min(wanted, 320));
    }
    if (m_field) {
        m_ask->setText(tr("Type %1 to go on.").arg(m_typed));
        m_field->setAccessibleName(tr("The cluster's name"));
    }
}

void ConfirmDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
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
