// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/audit/storage_dialog.h"

#include "views/models/words.h"
#include "views/theme/style.h"
#include "views/theme/widgets.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QPointer>
#include <QPushButton>

namespace binnacle::pages {

using models::Words;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

/// Units are the same in every language.
QString sizeWords(std::int64_t bytes)
{
    return bytes < 1000 * mebibyte ? QStringLiteral("%1 MiB").arg(double(bytes) / double(mebibyte), 0, 'f', 1)
                                   : QStringLiteral("%1 GiB").arg(Words::gib(bytes));
}

} // namespace

StorageDialog::StorageDialog(const PageContext &context, QWidget *parent) : QDialog(parent), m_context(context)
{
    setMinimumWidth(480);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(theme::space::x6, theme::space::x4, theme::space::x6, theme::space::x4);
    column->setSpacing(theme::space::x3);
    m_title = new theme::Label(QString(), theme::Type::Section, theme::Tone::Plain, this);
    m_title->setType(theme::Type::Section, true);
    column->addWidget(m_title);
    m_rows = new theme::KeyValues(this, theme::Type::Body);
    for (int row = 0; row < 3; ++row)
        m_rows->addRow({}, QStringLiteral("…"));
    column->addWidget(m_rows);
    auto *limits = new QHBoxLayout;
    limits->setSpacing(theme::space::x3);
    for (QComboBox **box : {&m_days, &m_bytes}) {
        *box = new QComboBox(this);
        (*box)->setEnabled(false);
        limits->addWidget(*box, 1);
        connect(*box, &QComboBox::currentIndexChanged, this, &StorageDialog::choose);
    }
    column->addLayout(limits);
    m_warning = new theme::Paragraph({}, theme::Type::Caption, theme::Tone::Quiet, this);
    column->addWidget(m_warning);
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    m_close = theme::makeButton(QString(), this);
    m_apply = theme::makeButton(QString(), this);
    theme::setLook(*m_apply, theme::ButtonLook::Primary);
    m_apply->setEnabled(false);
    row->addWidget(m_close);
    row->addWidget(m_apply);
    column->addLayout(row);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, [this] {
        m_apply->setEnabled(false);
        m_context.service->setAuditRetention(m_days->currentData().toLongLong(), m_bytes->currentData().toLongLong(),
            m_context.actor.toStdString(), [self = QPointer(this)](const absl::StatusOr<api::AuditStorage> &answer) {
                if (self)
                    self->show(answer);
            });
    });
    retranslate();
    m_context.service->auditStorage([self = QPointer(this)](const absl::StatusOr<api::AuditStorage> &answer) {
        if (self)
            self->show(answer);
    });
}

void StorageDialog::fill(
    QComboBox *box, std::vector<std::pair<QString, std::int64_t>> choices, std::int64_t kept, std::int64_t chosen)
{
    const auto known = [&](const auto &choice) { return choice.second == kept; };
    if (std::none_of(choices.begin(), choices.end(), known))
        choices.emplace_back(
            box == m_days ? tr("Keep %Ln days", nullptr, int(kept)) : tr("At most %1").arg(sizeWords(kept)), kept);
    const QSignalBlocker quiet(box);
    box->clear();
    for (const auto &[words, value] : choices)
        box->addItem(words, qlonglong(value));
    box->setCurrentIndex(box->findData(qlonglong(chosen)));
    box->setEnabled(true);
}

void StorageDialog::show(const absl::StatusOr<api::AuditStorage> &storage)
{
    m_fault = storage.status();
    if (!storage.ok()) {
        m_apply->setEnabled(m_days->isEnabled()); // what was chosen can be tried again
        return sayWarning();
    }
    m_storage = *storage;
    offer(m_storage.keepDays, m_storage.keepBytes);
}

/// Fills in what is known, with these choices made.
void StorageDialog::offer(std::int64_t days, std::int64_t bytes)
{
    m_rows->setValue(0, sizeWords(m_storage.bytes));
    m_rows->setValue(1, Words::number(std::int64_t(m_storage.leaves)));
    m_rows->setValue(2, Words::number(std::int64_t(m_storage.pruned)));
    fill(m_days,
        {{tr("Keep for ever"), 0}, {tr("Keep %Ln days", nullptr, 30), 30}, {tr("Keep %Ln days", nullptr, 90), 90},
            {tr("Keep 1 year"), 366}, {tr("Keep 7 years"), 2557}},
        m_storage.keepDays, days);
    fill(m_bytes,
        {{tr("Of any size"), 0}, {tr("At most %1").arg(sizeWords(256 * mebibyte)), 256 * mebibyte},
            {tr("At most %1").arg(sizeWords(1024 * mebibyte)), 1024 * mebibyte},
            {tr("At most %1").arg(sizeWords(8192 * mebibyte)), 8192 * mebibyte}},
        m_storage.keepBytes, bytes);
    choose();
}

void StorageDialog::retranslate()
{
    setWindowTitle(tr("Storage of the audit log"));
    m_title->setText(windowTitle());
    const QStringList keys{tr("On disk"), tr("Entries"), tr("Kept as hashes only")};
    for (int row = 0; row < 3; ++row)
        m_rows->setKey(row, keys[row]);
    m_days->setAccessibleName(tr("How long entries are kept"));
    m_bytes->setAccessibleName(tr("How large the log may be"));
    m_close->setText(tr("Close"));
    m_apply->setText(tr("Apply"));
    if (m_days->isEnabled())
        offer(m_days->currentData().toLongLong(), m_bytes->currentData().toLongLong());
    else if (!m_fault.ok())
        sayWarning();
}

void StorageDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

void StorageDialog::sayWarning()
{
    if (!m_fault.ok()) {
        m_warning->setTone(theme::Tone::Bad);
        m_warning->setText(Words::fault(m_fault));
        return;
    }
    const bool limits = m_days->currentData().toLongLong() > 0 || m_bytes->currentData().toLongLong() > 0;
    m_warning->setTone(m_apply->isEnabled() && limits ? theme::Tone::Warn : theme::Tone::Quiet);
    m_warning->setText(limits
            ? tr("Older decisions lose their text and can no longer be replayed; this cannot be undone. Their hashes "
                 "stay, so that the rest can still be verified. Decisions that are open are always kept.")
            : tr("Nothing is forgotten."));
}

void StorageDialog::choose()
{
    m_fault = absl::OkStatus();
    m_apply->setEnabled(m_days->currentData().toLongLong() != m_storage.keepDays
        || m_bytes->currentData().toLongLong() != m_storage.keepBytes);
    sayWarning();
}

} // namespace binnacle::pages
