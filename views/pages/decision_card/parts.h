// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/pages/decision_card/look.h"
#include "views/theme/widgets.h"

#include <QLabel>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QWidget>

class QHBoxLayout;
class QTableView;
class QTreeView;
class QVBoxLayout;

namespace binnacle::pages {

/// A line of plain text: never taken for markup. One line elides in the middle and shows whole in a tooltip; a wrapped
/// one grows downwards. Colour and size by meaning.
class Text : public QLabel {
    Q_OBJECT

public:
    explicit Text(
        look::Size size = look::Size::Body, models::Tone tone = models::Tone::Plain, QWidget *parent = nullptr);
    void setWords(const QString &words);
    [[nodiscard]] QString words() const { return m_words; }
    void setTone(models::Tone tone);
    void setBold(bool bold);
    void setMonospace();
    Text *wrapped(); ///< several lines, this
    Text *aligned(Qt::Alignment alignment); ///< this
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString m_words;
    look::Size m_size;
    models::Tone m_tone;
};

/// A button that names what it does. Primary is the one action of a page; link looks like text.
class Button : public QPushButton {
    Q_OBJECT

public:
    enum class Kind : quint8 { Normal, Primary, Link };
    explicit Button(Kind kind = Kind::Normal, QWidget *parent = nullptr);
    void setWords(const QString &words, const QString &shortcut = {}); ///< shortcut is shown, not bound
    void setKind(Kind kind);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind;
    QString m_shortcut;
};

using Segments = theme::SegmentedControl;

/// A card whose rows reach its edges.
class Card : public theme::Card {
    Q_OBJECT

public:
    explicit Card(QWidget *parent = nullptr) : theme::Card(parent, 0) { }
};

using theme::Rule;

/// What a page shows in place of content it does not have: a sign for the kind of lack, what is the matter, what next.
class NoticeBox : public QWidget {
    Q_OBJECT

public:
    enum class Kind : quint8 { Empty, Loading, Forbidden, Stale, Disconnected, Fault };
    explicit NoticeBox(QWidget *parent = nullptr);
    using QWidget::show;
    void show(Kind kind, const models::Notice &notice, const QString &action = {});
    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] QString words() const;

signals:
    void acted();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind = Kind::Empty;
    Text *m_title;
    Text *m_next;
    Button *m_action;
};

/// A strip above content that is there but must not be taken for current: stale, not decidable, read-only.
class NoticeStrip : public QWidget {
    Q_OBJECT

public:
    explicit NoticeStrip(QWidget *parent = nullptr);
    void say(const models::Notice &notice, models::Tone tone); ///< hidden when the notice is empty

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    models::Tone m_tone = models::Tone::Warn;
    Text *m_text;
};

/// Draws the rows of every table and tree: tone by role, text elided in the middle, lines inset by 12, the selected row
/// accent-soft with a two-pixel bar.
class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    RowDelegate(int toneRole, int signRole, int height, QObject *parent);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    /// Background, line and bar of a row; returns where its content goes.
    QRect paintRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

private:
    int m_toneRole;
    int m_signRole;
    int m_height;
};

void prepare(QTableView *view, int rowHeight = 28);
void prepare(QTreeView *view);

/// The sign of a state in front of its word, as one plain text.
[[nodiscard]] QString signAndWord(const models::Sign &sign);

} // namespace binnacle::pages
