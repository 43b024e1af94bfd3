// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDialog>
#include <QString>

#include <functional>
#include <utility>
#include <vector>

class QLineEdit;
class QPushButton;
class QScrollArea;

namespace binnacle::theme {
class Label;
class Paragraph;
} // namespace binnacle::theme

namespace binnacle::pages {

/// Asks before something with effect: a title, what it means, rows of what exactly, and a button that names the verb. With
/// `typed` the button waits until that text was typed. Plain text throughout.
class ConfirmDialog : public QDialog {
    Q_OBJECT

public:
    struct Question {
        QString title;
        QString text;
        std::vector<std::pair<QString, QString>> rows;
        QString verb;
        QString typed;
        bool danger = false;
    };
    /// `question` is asked again when the language changes; it answers the same but for the words.
    ConfirmDialog(std::function<Question()> question, QWidget *parent);
    [[nodiscard]] QString typedText() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    std::function<Question()> m_question;
    QString m_typed;
    theme::Label *m_title;
    theme::Paragraph *m_text;
    QScrollArea *m_rows = nullptr;
    theme::Paragraph *m_ask = nullptr;
    QLineEdit *m_field = nullptr;
    QPushButton *m_cancel;
    QPushButton *m_verb;
};

/// All shortcuts, grouped, over the window; any key or click closes it.
class ShortcutsOverlay : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString keys;
        QString words;
    };
    explicit ShortcutsOverlay(QWidget *parent);
    void open(std::vector<Row> rows);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::vector<Row> m_rows;
};

} // namespace binnacle::pages
