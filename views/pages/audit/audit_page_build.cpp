// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/audit_card.h"
#include "views/pages/audit/audit_page.h"
#include "views/pages/audit/bad_entry.h"
#include "views/pages/audit/facets.h"
#include "views/pages/audit/storage_dialog.h"
#include "views/pages/audit/timeline.h"
#include "views/theme/change_flash.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::AuditModel;
using models::Tone;

AuditPage::AuditPage(QWidget *parent) : Page(parent), m_model(new AuditModel(this))
{
    setFocusPolicy(Qt::StrongFocus);
    build();
    connectParts();
    retranslate();
}

void AuditPage::build()
{
    m_export = new Button(Button::Kind::Normal, this);
    m_export->hide();
    m_strip = new NoticeStrip;
    auto *over = new Card;
    m_timelineTitle = new Text(look::Size::Section);
    m_timelineTitle->setBold(true);
    m_clearRange = new Button(Button::Kind::Link);
    m_timeline = new Timeline;
    auto *overHead = new QHBoxLayout;
    overHead->setContentsMargins(12, 8, 12, 0);
    overHead->addWidget(m_timelineTitle, 1);
    overHead->addWidget(m_clearRange);
    over->body()->addLayout(overHead);
    over->body()->addWidget(m_timeline);
    m_facets = new Facets;
    m_facets->setFixedWidth(188);
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_facets);
    row->addWidget(buildRows(), 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addWidget(m_strip);
    column->addWidget(over);
    column->addLayout(row, 1);
}

QWidget *AuditPage::buildRows()
{
    auto *card = new Card;
    m_newer = new Button(Button::Kind::Link);
    card->body()->addWidget(m_newer, 0, Qt::AlignHCenter);
    m_table = new QTableView;
    prepare(m_table);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new RowDelegate(AuditModel::ToneRole, AuditModel::SignRole, 28, m_table));
    new theme::ChangeFlash(*m_table, AuditModel::IdRole);
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionsClickable(false);
    header->setSectionResizeMode(int(AuditModel::Column::Object), QHeaderView::Stretch);
    header->setSectionResizeMode(int(AuditModel::Column::Target), QHeaderView::Stretch);
    header->resizeSection(int(AuditModel::Column::Index), 80);
    header->resizeSection(int(AuditModel::Column::Time), 120);
    header->resizeSection(int(AuditModel::Column::Operation), 84);
    header->resizeSection(int(AuditModel::Column::Outcome), 132);
    header->resizeSection(int(AuditModel::Column::Confidence), 64);
    m_notice = new NoticeBox;
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    card->body()->addWidget(m_stack, 1);
    card->body()->addWidget(new Rule);
    m_foot = new Text(look::Size::Caption, Tone::Quiet);
    m_older = new Button(Button::Kind::Link);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(12, 4, 12, 4);
    foot->addWidget(m_foot, 1);
    foot->addWidget(m_older);
    card->body()->addLayout(foot);
    card->body()->addWidget(new Rule);
    m_bad = new BadEntry;
    connect(m_bad, &BadEntry::opened, this, [this](const QString &id) { emit selected(id, QStringLiteral("raw")); });
    card->body()->addWidget(m_bad);
    m_verifySign = new Text;
    m_verify = new Button;
    auto *chain = new QHBoxLayout;
    chain->setContentsMargins(12, 6, 12, 6);
    chain->setSpacing(8);
    chain->addWidget(m_verifySign, 1);
    m_storage = new Button;
    chain->addWidget(m_storage);
    chain->addWidget(m_verify);
    card->body()->addLayout(chain);
    return card;
}

void AuditPage::connectParts()
{
    connect(m_timeline, &Timeline::brushed, this, [this] { load(Load::Start); });
    connect(m_timeline, &Timeline::cleared, this, [this] { load(Load::Start); });
    connect(m_clearRange, &QPushButton::clicked, this, [this] {
        m_timeline->setBrush(std::nullopt);
        load(Load::Start);
    });
    connect(m_facets, &Facets::changed, this, [this] { load(Load::Start); });
    connect(m_newer, &QPushButton::clicked, m_model, &AuditModel::showWaiting);
    connect(m_model, &AuditModel::waitingChanged, this, &AuditPage::showRows);
    connect(m_older, &QPushButton::clicked, this, [this] { load(Load::Older); });
    connect(m_notice, &NoticeBox::acted, this, [this] { load(Load::Start); });
    connect(m_export, &QPushButton::clicked, this, &AuditPage::chooseExport);
    connect(m_storage, &QPushButton::clicked, this, &AuditPage::openStorage);
    connect(m_verify, &QPushButton::clicked, this, [this] {
        if (m_verifying)
            m_verifying->request_stop();
        else
            verify();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        const QString id = index.data(AuditModel::IdRole).toString();
        if (!index.isValid() || id == m_selected)
            return;
        m_selected = id;
        emit selected(id, QStringLiteral("decision"));
    });
    new QShortcut(
        QKeySequence(Qt::Key_V), this, [this] { verify(); }, Qt::WidgetWithChildrenShortcut);
    new QShortcut(
        QKeySequence(Qt::Key_R), this,
        [this] {
            for (const QPointer<AuditCard> &card : m_cards) {
                if (card && card->isVisible())
                    card->replay();
            }
        },
        Qt::WidgetWithChildrenShortcut);
}

void AuditPage::openStorage()
{
    if (!m_context.service)
        return;
    auto *dialog = new StorageDialog(m_context, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void AuditPage::retranslate()
{
    m_timelineTitle->setWords(tr("Decisions by outcome"));
    m_timeline->setAccessibleName(tr("Decisions by outcome over time"));
    m_timeline->setToolTip({});
    m_clearRange->setWords(tr("clear the range"));
    m_older->setWords(tr("load older"));
    m_storage->setWords(tr("Storage…"));
    m_table->setAccessibleName(tr("Decisions"));
    m_model->retranslate();
    m_timeline->update();
    showRows();
    showVerification();
    emit headerChanged();
}

} // namespace binnacle::pages
