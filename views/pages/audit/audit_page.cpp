// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/audit_page.h"

#include "views/pages/audit/audit_card.h"
#include "views/pages/audit/bad_entry.h"
#include "views/pages/audit/facets.h"
#include "views/pages/audit/timeline.h"

#include <QEvent>
#include <QFileDialog>
#include <QPointer>
#include <QStackedWidget>
#include <QTableView>

namespace binnacle::pages {

using models::Tone;
using models::Words;

AuditPage::~AuditPage()
{
    if (m_verifying)
        m_verifying->request_stop();
}

QString AuditPage::title() const { return tr("Audit"); }

QString AuditPage::subtitle() const
{
    if (!m_state || !m_loadedOnce)
        return {};
    return tr("%Ln decisions", nullptr, int(m_model->matching())) + QStringLiteral(" · ")
        + tr("%Ln entries in all", nullptr, int(m_state->auditLeaves));
}

void AuditPage::enter(const PageContext &context)
{
    if (m_verifying)
        m_verifying->request_stop();
    m_context = context;
    m_state = nullptr;
    ++m_query;
    m_loading = m_loadedOnce = false;
    m_leavesShown = 0;
    m_fault.reset();
    m_verification.reset();
    m_verifyFault.reset();
    m_verifying.reset();
    m_selected.clear();
    m_facets->forget();
    m_timeline->setBrush(std::nullopt);
    m_timeline->setBuckets({}, {});
    m_model->start({});
    showRows();
    showVerification();
}

void AuditPage::apply(const api::ClusterUpdate &update)
{
    const bool first = !m_state;
    m_state = update.state;
    if (const auto &check = m_state->auditCheck; check && (!m_verification || m_verification->at < check->at)) {
        m_verification = *check; // made when the session began, or by another view
        showVerification();
        tellCards();
    } else if (!first && m_verification) {
        showVerification(); // counts what was written since
    }
    if (first || (!m_loadedOnce && !m_loading && !m_fault))
        load(Load::Start);
    else if (m_loadedOnce && isVisible() && m_state->auditLeaves != m_leavesShown)
        load(Load::Refresh);
    emit headerChanged();
}

void AuditPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    // Nobody was looking at the rows: the newest come at once.
    if (m_state && m_loadedOnce && m_state->auditLeaves != m_leavesShown)
        load(Load::Start);
}

void AuditPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    const bool narrow = width() < 940;
    using Column = models::AuditModel::Column;
    m_table->setColumnHidden(int(Column::Operation), narrow);
    m_table->setColumnHidden(int(Column::Confidence), narrow);
    m_facets->setFixedWidth(narrow ? 164 : 188);
}

void AuditPage::setNow(base::TimePoint now) { m_now = now; }

void AuditPage::setFilter(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    load(Load::Start);
}

void AuditPage::setRange(std::chrono::minutes range)
{
    if (m_range == range)
        return;
    m_range = range;
    m_timeline->setBrush(std::nullopt);
    load(Load::Start);
}

base::TimePoint AuditPage::now() const
{
    return m_now != base::TimePoint{} ? m_now
                                      : std::chrono::time_point_cast<base::Duration>(std::chrono::system_clock::now());
}

api::AuditFilter AuditPage::filter() const
{
    api::AuditFilter filter;
    filter.text = m_text.trimmed().toStdString();
    m_facets->fill(filter);
    if (m_timeline->brush()) {
        filter.from = m_timeline->brush()->first;
        filter.to = m_timeline->brush()->second;
    } else if (m_range) {
        filter.from = now() - *m_range;
    }
    return filter;
}

void AuditPage::load(Load kind)
{
    if (!m_context.service || (kind != Load::Start && m_loading))
        return;
    const std::uint64_t query = ++m_query;
    m_loading = true;
    api::AuditFilter wanted = filter();
    if (kind == Load::Older)
        wanted.beforeIndex = m_model->oldestIndex();
    const base::TimePoint end = wanted.to.value_or(now());
    const std::uint64_t leaves = m_state ? m_state->auditLeaves : 0;
    m_context.service->audit(
        std::move(wanted), [self = QPointer(this), query, kind, end, leaves](absl::StatusOr<api::AuditPage> answer) {
            if (!self || self->m_query != query)
                return;
            self->m_loading = false;
            self->m_leavesShown = leaves;
            if (answer.ok()) {
                self->m_fault.reset();
                self->loaded(kind, *answer, end);
            } else {
                self->m_fault = answer.status();
            }
            self->showRows();
            emit self->headerChanged();
        });
    showRows();
}

void AuditPage::loaded(Load kind, const api::AuditPage &page, base::TimePoint end)
{
    m_loadedOnce = true;
    switch (kind) {
    case Load::Start:
        m_model->start(page);
        break;
    case Load::Refresh:
        m_model->refresh(page);
        break;
    case Load::Older:
        m_model->append(page);
        break;
    }
    if (kind != Load::Older) {
        m_facets->setCounts(page);
        if (!m_timeline->brush()) // while a range is brushed the whole stays in view
            m_timeline->setBuckets(page.timeline, end);
    }
    const int row = m_model->rowOf(m_selected);
    if (row >= 0 && kind == Load::Start)
        m_table->setCurrentIndex(m_model->index(row, 0));
    std::erase_if(m_cards, [](const QPointer<AuditCard> &card) { return !card; });
    for (const QPointer<AuditCard> &card : m_cards) {
        if (const api::AuditDecision *decision = m_model->at(m_model->rowOf(card->decisionId())))
            card->show(*decision);
    }
}

void AuditPage::showRows()
{
    using Kind = NoticeBox::Kind;
    const std::int64_t waiting = m_model->waiting();
    m_newer->setVisible(waiting > 0);
    m_newer->setWords(tr("%Ln new decisions wait above: show them", nullptr, int(waiting)));
    m_older->setVisible(m_model->hasOlder());
    m_clearRange->setVisible(m_timeline->brush().has_value());
    m_foot->setWords(tr("%1 of %2 · rows keep their place, new ones wait above")
                         .arg(Words::number(m_model->rowCount()), Words::number(std::int64_t(m_model->matching()))));
    m_export->setEnabled(m_context.service && m_model->matching() > 0);
    m_export->setWords(tr("Export %1 with proof…").arg(Words::number(std::int64_t(m_model->matching()))));
    m_stack->setCurrentWidget(m_notice);
    if (!m_context.service)
        m_notice->show(
            Kind::Disconnected, {tr("No cluster is open"), tr("Open one from the switcher at the top left.")});
    else if (m_fault)
        m_notice->show(Kind::Fault, {tr("The audit log cannot be read"), Words::fault(*m_fault)}, tr("Try again"));
    else if (!m_loadedOnce)
        m_notice->show(Kind::Loading, {tr("Reading the audit log"), {}});
    else if (m_model->rowCount() > 0)
        m_stack->setCurrentWidget(m_table);
    else if (m_timeline->brush() || !m_text.isEmpty() || m_state == nullptr || m_state->auditLeaves > 0)
        m_notice->show(Kind::Empty,
            {tr("No decision matches"),
                tr("Clear the facets, the range or the filter; or look further back in time.")});
    else
        m_notice->show(Kind::Empty,
            {tr("No decision yet"),
                tr("Every decision that is proposed is written here first, with what became of it.")});
}

void AuditPage::openObject(const QString &object, const QString &tab)
{
    Q_UNUSED(tab)
    m_selected = object;
    const int row = m_model->rowOf(object);
    // One that is not among the rows leaves none marked: another's mark would be taken for it.
    m_table->setCurrentIndex(row >= 0 ? m_model->index(row, 0) : QModelIndex());
    if (row < 0)
        m_table->clearSelection();
}

QWidget *AuditPage::inspector(const QString &object, const QString &tab, QWidget *parent)
{
    if (!m_context.service)
        return nullptr;
    auto *card = new AuditCard(m_context, parent);
    card->setTab(AuditCard::tabOf(tab));
    card->setVerification(m_verification);
    m_cards.emplace_back(card);
    if (const api::AuditDecision *decision = m_model->at(m_model->rowOf(object))) {
        card->show(*decision);
        return card;
    }
    api::AuditDecision unread;
    unread.decision.decisionId = object.toStdString();
    m_context.service->auditDecision(unread.decision.decisionId,
        [card = QPointer(card), navigator = m_context.navigator](absl::StatusOr<api::AuditDecision> answer) {
            if (card && answer.ok())
                card->show(*answer);
            else if (card && navigator)
                navigator->toast([status = answer.status()] { return Words::fault(status); }, true);
        });
    return card;
}

void AuditPage::verify()
{
    if (!m_context.service || m_verifying)
        return;
    m_verifying.emplace();
    m_verifyFault.reset();
    m_progress = {0, m_state ? m_state->auditLeaves : 0};
    const auto mine = m_verifying->get_token();
    m_context.service->verifyAudit(
        [self = QPointer(this), mine](std::uint64_t done, std::uint64_t of) {
            if (!self || !self->m_verifying || self->m_verifying->get_token() != mine)
                return;
            self->m_progress = {done, of};
            self->showVerification();
        },
        mine,
        [self = QPointer(this), mine](absl::StatusOr<api::AuditVerification> answer) {
            if (!self || !self->m_verifying || self->m_verifying->get_token() != mine)
                return;
            self->m_verifying.reset();
            if (answer.ok())
                self->m_verification = *answer;
            else if (!absl::IsCancelled(answer.status()))
                self->m_verifyFault = answer.status();
            self->tellCards();
            self->showVerification();
        });
    showVerification();
}

void AuditPage::tellCards()
{
    for (const QPointer<AuditCard> &card : m_cards) {
        if (card)
            card->setVerification(m_verification);
    }
}

void AuditPage::showVerification()
{
    m_verify->setEnabled(m_context.service != nullptr);
    m_storage->setEnabled(m_context.service != nullptr);
    m_verify->setWords(m_verifying ? tr("Stop") : tr("Verify"), m_verifying ? QString() : tr("V"));
    Tone tone = Tone::Quiet;
    QString words = tr("Not verified yet in this session");
    if (m_verifying) {
        words = tr("Verifying: %1 of %Ln entries", nullptr, int(m_progress.second))
                    .arg(Words::number(std::int64_t(m_progress.first)));
    } else if (m_verifyFault) {
        words = tr("Could not verify: %1").arg(Words::fault(*m_verifyFault));
        tone = Tone::Bad;
    } else if (m_verification) {
        const models::Sign sign = Words::verification(*m_verification);
        words = signAndWord(sign) + QStringLiteral(" · ") + Words::verificationDetail(*m_verification);
        if (m_verification->at != base::TimePoint{})
            words += QStringLiteral(" · ") + Words::clock(m_verification->at);
        words += QStringLiteral(" · ") + Words::took(m_verification->took);
        if (m_state && m_state->auditLeaves > m_verification->leaves)
            words += QStringLiteral(" · ")
                + tr("%Ln entries written since", nullptr, int(m_state->auditLeaves - m_verification->leaves));
        if (!m_verification->detail.empty() && sign.tone != Tone::Good && m_verification->around.empty())
            words += QStringLiteral(" · ") + Words::plain(m_verification->detail);
        tone = sign.tone;
    }
    m_bad->show(m_verifying || !m_verification ? api::AuditVerification{} : *m_verification);
    m_verifySign->setWords(words);
    m_verifySign->setTone(tone);
}

void AuditPage::chooseExport()
{
    QFileDialog dialog(this, tr("Export the decisions that match"));
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters({tr("JSON with proof (*.json)"), tr("CSV with proof (*.csv)")});
    dialog.setDefaultSuffix(QStringLiteral("json"));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString &name) {
        dialog.setDefaultSuffix(
            name.contains(QStringLiteral("*.csv")) ? QStringLiteral("csv") : QStringLiteral("json"));
    });
    dialog.selectFile(QStringLiteral("audit.json"));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    const QString path = dialog.selectedFiles().constFirst();
    exportTo(path,
        path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? QStringLiteral("csv") : QStringLiteral("json"));
}

void AuditPage::exportTo(const QString &path, const QString &format)
{
    if (!m_context.service)
        return;
    m_context.service->exportAudit(
        filter(), format.toStdString(), path.toStdString(), [self = QPointer(this), path](const absl::Status &status) {
            if (!self || !self->m_context.navigator)
                return;
            self->m_context.navigator->toast(
                [status, path] {
                    return status.ok() ? tr("Exported to %1").arg(Words::plain(path.toStdString()))
                                       : tr("Could not export: %1").arg(Words::fault(status));
                },
                !status.ok());
        });
}

void AuditPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

} // namespace binnacle::pages
