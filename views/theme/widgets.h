// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/label.h"
#include "views/theme/theme.h"

#include <QFrame>
#include <QIcon>
#include <QPushButton>
#include <QWidget>

#include <functional>
#include <vector>

class QGridLayout;
class QHBoxLayout;
class QVBoxLayout;

namespace binnacle::theme {

/// A card: 1-px line, radius 6, no shadow. With a title it has a heading line (title left, note right, 36 px high);
/// `body()` is where content goes, with no margins of its own: pass `padding` 12 unless rows reach the edges (then 0).
class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(QWidget *parent = nullptr, int padding = space::x3);
    void setTitle(const QString &title);
    void setNote(const QString &note);
    /// Puts a widget at the right end of the heading line, after the note.
    void addHeadingWidget(QWidget *widget);
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }
    [[nodiscard]] Label *noteLabel() const { return m_note; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *m_heading;
    QHBoxLayout *m_headingRow;
    Label *m_title;
    Label *m_note;
    QVBoxLayout *m_body;
};

/// A horizontal or vertical 1-px line.
class Rule : public QWidget {
    Q_OBJECT

public:
    explicit Rule(Qt::Orientation orientation = Qt::Horizontal, QWidget *parent = nullptr, int inset = 0);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_inset;
};

/// A choice of one among a few words in one outline (Map | Table). Arrow keys move, the chosen one is accent-soft.
class SegmentedControl : public QWidget {
    Q_OBJECT

public:
    explicit SegmentedControl(QWidget *parent = nullptr);
    void setSegments(const QStringList &words); ///< keeps the current index when it still exists
    void setText(int index, const QString &word);
    void setCurrent(int index); ///< emits nothing
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] int count() const { return int(m_words.size()); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void chosen(int index); ///< by the user

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void choose(int index);
    [[nodiscard]] int at(const QPoint &pos) const;
    [[nodiscard]] QRect segment(int index) const;
    [[nodiscard]] int segmentWidth(int index) const;

    QStringList m_words;
    int m_current = 0;
    int m_hover = -1;
};

/// A small count or word in a pill; hidden while empty.
class Badge : public QWidget {
    Q_OBJECT

public:
    explicit Badge(const QString &text = {}, Tone tone = Tone::Accent, QWidget *parent = nullptr);
    void setText(const QString &text);
    void setTone(Tone tone);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    Tone m_tone;
};

/// A sign (an icon's name) and a word in one tone: "check" Confirmed. Colour is never alone.
class SignLabel : public QWidget {
    Q_OBJECT

public:
    explicit SignLabel(QWidget *parent = nullptr);
    void set(const QString &icon, const QString &word, Tone tone);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_icon;
    QString m_word;
    Tone m_tone = Tone::Plain;
};

/// Rows of key and value: keys in secondary in a column as wide as the widest, values plain text, elided in the middle.
/// Rows are addressed by index in the order they were added; values can be selected by the caller's context menu.
class KeyValues : public QWidget {
    Q_OBJECT

public:
    explicit KeyValues(QWidget *parent = nullptr, Type type = Type::Caption);
    int addRow(const QString &key, const QString &value = {}, bool mono = false);
    void setKey(int row, const QString &key);
    void setValue(int row, const QString &value, Tone tone = Tone::Plain);
    void clear();
    [[nodiscard]] QString value(int row) const;
    [[nodiscard]] int rows() const { return int(m_rows.size()); }

private:
    struct Row {
        Label *key;
        Label *value;
    };
    QGridLayout *m_grid;
    Type m_type;
    std::vector<Row> m_rows;
};

/// A big number: name and change on the first line, value with its unit on the second, a widget (sparkline), a caption.
/// The whole of it can be clicked or pressed when `setClickable`.
class Figure : public Card {
    Q_OBJECT

public:
    explicit Figure(QWidget *parent = nullptr);
    void setName(const QString &name) { m_name->setText(name); }
    void setValue(const QString &value, const QString &unit);
    void setChange(const QString &change, Tone tone = Tone::Quiet);
    void setCaption(const QString &caption) { m_caption->setText(caption); }
    void setMiddle(QWidget *widget); ///< owned; between value and caption
    void setClickable(bool clickable);
    [[nodiscard]] QString value() const;

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    Label *m_name;
    Label *m_change;
    Label *m_value;
    Label *m_unit;
    Label *m_caption;
    QVBoxLayout *m_middle;
    bool m_clickable = false;
};

/// A push button with the console's look.
[[nodiscard]] QPushButton *makeButton(const QString &text, QWidget *parent = nullptr);

} // namespace binnacle::theme
