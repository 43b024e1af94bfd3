// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/approvals/approvals_page.h"

#include "views/pages/approvals/proposal_delegate.h"
#include "views/theme/picking.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QPointer>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace binnacle::pages {

using models::ProposalModel;
using models::Tone;
using models::Words;

ApprovalsPage::ApprovalsPage(QWidget *parent)
    : Page(parent),
      m_waiting(new ProposalModel(ProposalModel::List::Waiting, this)),
      m_decided(new ProposalModel(ProposalModel::List::Decided, this))
{
    build();
    connectCard();
    retranslate();
}

QListView *ApprovalsPage::makeList(ProposalModel *model, int rowHeight)
{
    auto *list = new QListView;
    theme::showAndPick(*list, *model, [this](const QModelIndex &index) {
        if (index.isValid())
            select(index.data(ProposalModel::IdRole).toString());
    });
    list->setItemDelegate(new ProposalDelegate(rowHeight, list));
    list->setFrameShape(QFrame::NoFrame);
    list->setUniformItemSizes(true);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->viewport()->setAutoFillBackground(false);
    list->installEventFilter(this);
    return list;
}

void ApprovalsPage::build()
{
    auto *card = new Card;
    card->setFixedWidth(372);
    m_waitingTitle = new Text(look::Size::Section);
    m_waitingTitle->setBold(true);
    m_waitingNote = new Text(look::Size::Caption, Tone::Quiet);
    m_decidedTitle = new Text(look::Size::Section);
    m_decidedTitle->setBold(true);
    m_none = (new Text(look::Size::Body, Tone::Quiet))->wrapped();
    m_keys = new Text(look::Size::Caption, Tone::Quiet);
    m_waitingList = makeList(m_waiting, 72);
    m_decidedList = makeList(m_decided, 46);
    const auto padded = [card](QWidget *left, QWidget *right) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(12, 8, 12, 8);
        row->addWidget(left, right ? 0 : 1);
        if (right)
            row->addWidget(right, 1);
        card->body()->addLayout(row);
    };
    m_waitingNote->aligned(Qt::AlignRight);
    padded(m_waitingTitle, m_waitingNote);
    card->body()->addWidget(new Rule);
    m_noneBox = new QWidget;
    auto *none = new QHBoxLayout(m_noneBox);
    none->setContentsMargins(12, 8, 12, 8);
    none->addWidget(m_none);
    card->body()->addWidget(m_noneBox);
    card->body()->addWidget(m_waitingList, 3);
    card->body()->addWidget(new Rule);
    padded(m_decidedTitle, nullptr);
    card->body()->addWidget(m_decidedList, 2);
    card->body()->addWidget(new Rule);
    padded(m_keys, nullptr);
    m_card = new DecisionCard;
    m_notice = new NoticeBox;
    auto *area = new QScrollArea;
    area->setWidget(m_card);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    m_stack = new QStackedWidget;
    m_stack->addWidget(area);
    m_stack->addWidget(m_notice);
    m_strip = new NoticeStrip;
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(card);
    row->addWidget(m_stack, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_strip);
    column->addLayout(row, 1);
    setFocusProxy(m_waitingList);
}

void ApprovalsPage::connectCard()
{
    connect(m_card, &DecisionCard::approved, this, [this](const QString &id, const QString &typed) {
        if (!m_context.service)
            return;
        m_context.service->approve(id.toStdString(), m_context.actor.toStdString(), typed.toStdString(),
            [self = QPointer(this)](const absl::Status &status) {
                if (self)
                    self->finished([] { return tr("Approved; the bind follows"); }, status);
            });
    });
    connect(m_card, &DecisionCard::denied, this, [this](const QString &id) {
        if (!m_context.service)
            return;
        m_context.service->deny(
            id.toStdString(), m_context.actor.toStdString(), {}, [self = QPointer(this)](const absl::Status &status) {
                if (self)
                    self->finished([] { return tr("Denied; the pod goes back to the queue"); }, status);
            });
    });
    connect(m_card, &DecisionCard::anotherChosen, this, [this](const QString &id, const QString &node) {
        if (!m_context.service)
            return;
        m_context.service->chooseAnother(id.toStdString(), base::Symbol(node.toStdString()),
            m_context.actor.toStdString(), [self = QPointer(this), node](const absl::Status &status) {
                if (self)
                    self->finished(
                        [node] {
                            return tr("A new proposal for %1 takes its place").arg(Words::plain(node.toStdString()));
                        },
                        status);
            });
    });
    connect(m_card, &DecisionCard::whatIfAsked, this, [this](const QString &pod) {
        if (m_context.navigator)
            m_context.navigator->open(QStringLiteral("whatif?pod=") + pod);
    });
}

void ApprovalsPage::finished(std::function<QString()> what, const absl::Status &status)
{
    if (m_context.navigator && status.ok())
        m_context.navigator->toast(std::move(what), false);
    else if (m_context.navigator)
        m_context.navigator->toast([status] { return Words::fault(status); }, true);
    showSelected(); // the button comes back when it failed
}

QString ApprovalsPage::title() const { return tr("Approvals"); }

QString ApprovalsPage::subtitle() const
{
    if (!m_state)
        return {};
    QString words =
        tr("%1 waiting").arg(m_waiting->open()) + tr(" · autonomy: %1").arg(Words::autonomy(m_state->profile.autonomy));
    if (m_state->profile.protection == api::Protection::Protected)
        words += tr(" · protected: approving asks for the cluster's name");
    else if (m_state->profile.protection == api::Protection::ReadOnly)
        words += tr(" · read-only");
    return words;
}

void ApprovalsPage::enter(const PageContext &context)
{
    m_context = context;
    m_state = nullptr;
    m_selected.clear();
    m_waiting->apply({});
    m_decided->apply({});
    showSelected();
}

void ApprovalsPage::apply(const api::ClusterUpdate &update)
{
    m_state = update.state;
    m_waiting->apply(*update.state);
    m_decided->apply(*update.state);
    m_strip->say(
        update.state->feed.state == model::FeedState::Stale ? Words::feedNotice(update.state->feed) : models::Notice{},
        Tone::Warn);
    chooseFirst();
    showCounts();
    showSelected();
    emit headerChanged();
}

void ApprovalsPage::setNow(base::TimePoint now)
{
    m_now = now;
    m_waiting->setNow(now);
    m_decided->setNow(now);
    m_card->setNow(now);
    showCounts();
}

void ApprovalsPage::openObject(const QString &object, const QString &tab)
{
    Q_UNUSED(tab)
    select(object);
    const int row = m_waiting->rowOf(object);
    if (row >= 0)
        m_waitingList->setCurrentIndex(m_waiting->index(row));
    else if (m_decided->rowOf(object) >= 0)
        m_decidedList->setCurrentIndex(m_decided->index(m_decided->rowOf(object)));
}

const api::Proposal *ApprovalsPage::selectedProposal() const
{
    if (const api::Proposal *p = m_waiting->at(m_waiting->rowOf(m_selected)))
        return p;
    return m_decided->at(m_decided->rowOf(m_selected));
}

void ApprovalsPage::chooseFirst()
{
    if (selectedProposal() || m_waiting->rowCount() == 0)
        return;
    m_waitingList->setCurrentIndex(m_waiting->index(0));
}

void ApprovalsPage::select(const QString &id)
{
    m_selected = id;
    m_waiting->hold(id);
    // One selection over both lists.
    const auto clearOther = [](QListView *list) {
        const QSignalBlocker blocker(list->selectionModel());
        list->clearSelection();
        list->setCurrentIndex({});
        list->viewport()->update();
    };
    if (m_waiting->rowOf(id) < 0)
        clearOther(m_waitingList);
    else
        clearOther(m_decidedList);
    showSelected();
}

void ApprovalsPage::showSelected()
{
    using Kind = NoticeBox::Kind;
    const api::Proposal *p = selectedProposal();
    if (p && m_state) {
        m_card->setNow(m_now);
        m_card->showProposal(*p, *m_state);
        m_stack->setCurrentIndex(0);
        return;
    }
    m_stack->setCurrentIndex(1);
    if (!m_context.service)
        m_notice->show(
            Kind::Disconnected, {tr("No cluster is open"), tr("Open one from the switcher at the top left.")});
    else if (!m_state)
        m_notice->show(Kind::Loading, {tr("Connecting"), tr("Proposals appear once the cluster is synced.")});
    else if (m_state->feed.state != model::FeedState::Synced)
        m_notice->show(m_state->feed.state == model::FeedState::Stale ? Kind::Stale : Kind::Loading,
            Words::feedNotice(m_state->feed));
    else if (const models::Notice block = Words::writeBlock(m_state->writeBlock, m_state->access); !block.empty())
        m_notice->show(m_state->writeBlock == api::WriteBlock::Forbidden ? Kind::Forbidden : Kind::Empty, block);
    else
        m_notice->show(Kind::Empty,
            {tr("Nothing waits for you"), tr("Proposals appear here as pods that name our scheduler are decided.")});
}

void ApprovalsPage::showCounts()
{
    m_waitingTitle->setWords(tr("Waiting"));
    m_waitingNote->setWords(
        m_waiting->open() > 0 ? tr("%1 · first to expire on top").arg(m_waiting->open()) : QString());
    m_none->setWords(tr("Nothing waits for a decision."));
    m_noneBox->setVisible(m_waiting->rowCount() == 0);
    m_waitingList->setVisible(m_waiting->rowCount() > 0);
    m_decidedTitle->setWords(m_decided->rowCount() > 0 ? tr("Decided today") : tr("Nothing decided today"));
}

bool ApprovalsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && (watched == m_waitingList || watched == m_decidedList)) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && key->modifiers() == Qt::NoModifier) {
            m_card->setFocus(Qt::TabFocusReason);
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

void ApprovalsPage::retranslate()
{
    m_waitingList->setAccessibleName(tr("Waiting"));
    m_decidedList->setAccessibleName(tr("Decided today"));
    m_keys->setWords(tr("↑↓ select · ⏎ to the card · there Ctrl+⏎ approve, Ctrl+⌫ deny"));
    m_waiting->retranslate();
    m_decided->retranslate();
    showCounts();
    showSelected();
    emit headerChanged();
}

void ApprovalsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace binnacle::pages
