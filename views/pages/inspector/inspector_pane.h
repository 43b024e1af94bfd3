// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/label.h"

#include <QWidget>

class QBoxLayout;
class QToolButton;

namespace binnacle::pages {

/// The pane for whatever is selected: a heading with back, forward, pin, own window and close over a content widget that
/// the page made. Heading and line below follow the content's windowTitle and property "subtitle".
class InspectorPane : public QWidget {
    Q_OBJECT

public:
    explicit InspectorPane(QWidget *parent = nullptr);
    /// Takes `content` (may be null: closes). `object` stands in when the content has no windowTitle.
    void show(QWidget *content, const QString &icon, const QString &object);
    [[nodiscard]] QWidget *content() const { return m_content; }
    [[nodiscard]] bool pinned() const;
    void setPinned(bool pinned);
    void setHistory(bool back, bool forward);
    void setStandalone(); ///< in a window of its own: only the content's heading, no buttons
    void setOverlay(bool overlay); ///< a line at its left and its own ground, over the content

signals:
    void backWanted();
    void forwardWanted();
    void windowWanted();
    void copyWanted();
    void closed();
    void pinChanged(bool pinned);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QToolButton *addButton(QBoxLayout *row, const QString &icon);
    void refreshHeading();
    void retranslate();

    theme::Label *m_title;
    theme::Label *m_subtitle;
    QToolButton *m_back;
    QToolButton *m_forward;
    QToolButton *m_copy;
    QToolButton *m_pin;
    QToolButton *m_window;
    QToolButton *m_close;
    QBoxLayout *m_column;
    QWidget *m_content = nullptr;
    QString m_icon;
    QString m_object;
};

} // namespace binnacle::pages
