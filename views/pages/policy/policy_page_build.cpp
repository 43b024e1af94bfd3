// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/policy/policy_page.h"
#include "views/theme/table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <chrono>

namespace binnacle::pages {

using models::Tone;

namespace {

constexpr std::chrono::milliseconds kTypingPause{350};

QVBoxLayout *column(QWidget *parent = nullptr)
{
    auto *layout = parent ? new QVBoxLayout(parent) : new QVBoxLayout;
    layout->setContentsMargins(parent ? 0 : 12, parent ? 0 : 12, parent ? 0 : 12, parent ? 0 : 12);
    layout->setSpacing(8);
    return layout;
}

theme::Table *table(models::RowsModel *model, int stretch, std::initializer_list<int> widths)
{
    auto *out = new theme::Table;
    out->setModel(model);
    int at = 0;
    for (const int width : widths)
        out->horizontalHeader()->resizeSection(at++, width);
    out->setStretchColumn(stretch);
    return out;
}

} // namespace

PolicyPage::PolicyPage(QWidget *parent)
    : Page(parent), m_changeRows(new models::RowsModel(this)), m_queueRows(new models::RowsModel(this))
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &PolicyPage::ask);
    m_strip = new NoticeStrip;
    m_changeRows->setHeader({QString(), QString(), QString()}, {});
    m_queueRows->setHeader({QString(), QString(), QString()}, {});
    auto *row = new QHBoxLayout;
    row->setContentsMargins(16, 16, 16, 16);
    row->setSpacing(16);
    row->addWidget(buildFile(), 5);
    row->addWidget(buildEffect(), 6);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_strip);
    all->addLayout(row, 1);
    retranslate();
}

QWidget *PolicyPage::buildFile()
{
    auto *card = new Card;
    m_name = new Text(look::Size::Section);
    m_name->setBold(true);
    m_since = new Text(look::Size::Caption, Tone::Quiet);
    m_source = new Text(look::Size::Caption, Tone::Quiet);
    m_text = new QPlainTextEdit;
    m_text->setFont(look::monospace());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_hint = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
    m_apply = new Button(Button::Kind::Primary);
    m_keep = new Button;
    m_reset = new Button(Button::Kind::Link);
    m_reset->hide();
    m_reloadTitle = new Text(look::Size::Caption, Tone::Quiet);
    m_reload = new Segments;
    m_reload->setSegments({QStringLiteral("1"), QStringLiteral("2")});
    m_earlierTitle = new Text(look::Size::Caption, Tone::Quiet);
    m_earlier = new QWidget;
    m_earlierColumn = column(m_earlier);
    m_earlierColumn->setSpacing(0);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_apply);
    buttons->addWidget(m_keep);
    buttons->addStretch(1);
    buttons->addWidget(m_reset);
    auto *reload = new QHBoxLayout;
    reload->setSpacing(12);
    reload->addWidget(m_reloadTitle);
    reload->addWidget(m_reload);
    reload->addStretch(1);
    auto *inner = column();
    inner->addWidget(m_name);
    inner->addWidget(m_since);
    inner->addWidget(m_source);
    inner->addWidget(m_text, 1);
    inner->addWidget(m_hint);
    inner->addLayout(buttons);
    inner->addLayout(reload);
    inner->addWidget(m_earlierTitle);
    inner->addWidget(m_earlier);
    card->body()->addLayout(inner);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_reset->setVisible(m_text->toPlainText().toStdString() != m_shownText);
        m_typing.start();
    });
    connect(m_apply, &QPushButton::clicked, this, &PolicyPage::applyWaiting);
    connect(m_keep, &QPushButton::clicked, this, &PolicyPage::keepOld);
    connect(
        m_reset, &QPushButton::clicked, this, [this] { m_text->setPlainText(QString::fromStdString(m_shownText)); });
    connect(m_reload, &Segments::chosen, this, &PolicyPage::setReload);
    return card;
}

QWidget *PolicyPage::buildEffect()
{
    m_effect = new QStackedWidget;
    auto *faults = new Card;
    m_faultsTitle = (new Text(look::Size::Section))->wrapped();
    m_faultsTitle->setBold(true);
    m_faults = (new Text(look::Size::Body, Tone::Bad))->wrapped();
    auto *faultColumn = column();
    faultColumn->addWidget(m_faultsTitle);
    faultColumn->addWidget(m_faults);
    faultColumn->addStretch(1);
    faults->body()->addLayout(faultColumn);
    m_effect->addWidget(faults);

    auto *trial = new QWidget;
    auto *both = column(trial);
    both->setSpacing(16);
    auto *changes = new Card;
    m_changesTitle = new Text(look::Size::Section);
    m_changesTitle->setBold(true);
    m_notes = (new Text(look::Size::Caption, Tone::Warn))->wrapped();
    m_changes = table(m_changeRows, 2, {280, 200});
    auto *changeColumn = column();
    changeColumn->addWidget(m_changesTitle);
    changeColumn->addWidget(m_notes);
    changeColumn->addWidget(m_changes, 1);
    changeColumn->addStretch(0);
    changes->body()->addLayout(changeColumn);
    auto *queue = new Card;
    m_queueTitle = new Text(look::Size::Section);
    m_queueTitle->setBold(true);
    m_queueSub = (new Text(look::Size::Caption, Tone::Quiet))->wrapped();
    m_queue = table(m_queueRows, 2, {240, 240});
    auto *queueColumn = column();
    queueColumn->addWidget(m_queueTitle);
    queueColumn->addWidget(m_queueSub);
    queueColumn->addWidget(m_queue, 1);
    queueColumn->addStretch(0);
    queue->body()->addLayout(queueColumn);
    both->addWidget(changes, 2);
    both->addWidget(queue, 3);
    m_effect->addWidget(trial);
    const auto lead = [this](const QModelIndex &index) {
        const QString address = index.data(models::RowsModel::AddressRole).toString();
        if (m_context.navigator && !address.isEmpty())
            m_context.navigator->open(address);
    };
    connect(m_queue, &theme::Table::opened, this, lead);
    return m_effect;
}

} // namespace binnacle::pages
