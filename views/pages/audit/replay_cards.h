// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/api/audit.h"
#include "views/pages/decision_card/parts.h"

#include <QWidget>

#include <array>

class QVBoxLayout;

namespace binnacle::pages {

/// A replay that came out different: the decision as it was recorded and as it comes out now, as two cards side by side,
/// line by line; what differs is marked with a sign, a tone and a word below.
class ReplayCards : public QWidget {
    Q_OBJECT

public:
    explicit ReplayCards(QWidget *parent = nullptr);
    using QWidget::show;
    void show(const api::ReplayReport &report);
    /// The names of what differs, in the order of the lines.
    [[nodiscard]] const QStringList &differences() const { return m_differences; }

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Side {
        theme::Card *card = nullptr;
        QVBoxLayout *lines = nullptr;
        QWidget *content = nullptr;
    };
    void fill();
    void line(const QString &name, const QString &was, const QString &is, bool mono = false);

    api::ReplayReport m_report;
    std::array<Side, 2> m_sides; // recorded, replayed
    Text *m_words;
    QStringList m_differences;
};

} // namespace binnacle::pages
