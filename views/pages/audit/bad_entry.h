// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "views/pages/decision_card/parts.h"

#include <QWidget>

class QGridLayout;

namespace binnacle::pages {

/// The first bad entry that a verification found, between its neighbours, with what is wrong and what to do. Hidden while
/// there is none. An entry of a decision leads to it.
class BadEntry : public QWidget {
    Q_OBJECT

public:
    explicit BadEntry(QWidget *parent = nullptr);
    using QWidget::show;
    void show(const api::AuditVerification &found);

signals:
    void opened(const QString &decisionId);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fill();

    api::AuditVerification m_found;
    Text *m_title;
    QGridLayout *m_rows;
    Text *m_next;
};

} // namespace binnacle::pages
