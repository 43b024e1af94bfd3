// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/cluster_service.h"
#include "views/pages/frame/page.h"

#include <QDialog>

class QComboBox;
class QPushButton;

namespace binnacle::theme {
class KeyValues;
class Label;
class Paragraph;
} // namespace binnacle::theme

namespace binnacle::pages {

/// How much the audit log holds and how much of it is kept, as one of a few ages and sizes (and whatever is set now).
/// Keeping less forgets at once, which is said before; the answer of the service is shown, not the wish.
class StorageDialog : public QDialog {
    Q_OBJECT

public:
    StorageDialog(const PageContext &context, QWidget *parent);

protected:
    void changeEvent(QEvent *event) override;

private:
    void show(const absl::StatusOr<api::AuditStorage> &storage);
    void choose();
    void offer(std::int64_t days, std::int64_t bytes);
    void fill(
        QComboBox *box, std::vector<std::pair<QString, std::int64_t>> choices, std::int64_t kept, std::int64_t chosen);
    void sayWarning();
    void retranslate();

    PageContext m_context;
    api::AuditStorage m_storage;
    absl::Status m_fault;
    theme::Label *m_title;
    theme::KeyValues *m_rows;
    QComboBox *m_days;
    QComboBox *m_bytes;
    theme::Paragraph *m_warning;
    QPushButton *m_close;
    QPushButton *m_apply;
};

} // namespace binnacle::pages
