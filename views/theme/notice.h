// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/label.h"
#include "views/theme/style.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <functional>

class QPushButton;

namespace binnacle::theme {

/// What stands where content would be. Empty: what would be here and how to get it. Loading: a skeleton, with progress in
/// words. Forbidden: which verb on which resource, with text to copy. Failed: what and what to do. Each looks different.
class StatePanel : public QWidget {
    Q_OBJECT

public:
    enum class Kind : quint8 { Empty, Loading, Forbidden, Failed };
    explicit StatePanel(QWidget *parent = nullptr);
    void show(Kind kind, const QString &title, const QString &next);
    /// A button below the words; empty text hides it.
    void setAction(const QString &text);
    [[nodiscard]] QString title() const { return m_title->text(); }

signals:
    void action();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind = Kind::Empty;
    Label *m_title;
    Paragraph *m_next;
    QPushButton *m_button;
    QTimer m_pulse; // moves the skeleton's light, only while it shows
    int m_phase = 0;
};

/// What just happened, over the page's header or the content at the bottom, until it is read: it goes when closed, or 6 s after the pointer
/// was over it or the window got a key (a failure stays until closed). An action word (Undo) may stand beside it.
class Toast : public QWidget {
    Q_OBJECT

public:
    explicit Toast(QWidget *parent);
    void say(std::function<QString()> words, Tone tone, const QString &actionWord = {});
    [[nodiscard]] QString text() const { return m_text->text(); }
    void setPlace(const QWidget *over) { m_over = over; } ///< a part of the parent to cover instead of its bottom
    void place();

signals:
    void action();

protected:
    void paintEvent(QPaintEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void speak();

    std::function<QString()> m_words; ///< asked again when the language changes
    QPushButton *m_close;
    Label *m_text;
    QPushButton *m_action;
    const QWidget *m_over = nullptr;
    Tone m_tone = Tone::Plain;
    QTimer m_leave;
};

} // namespace binnacle::theme
