// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/theme.h"

#include <QWidget>

namespace binnacle::theme {

/// One line of plain text, never markup: elided in the middle when there is no room, whole in its tooltip then. With
/// `setLink` it is accent text that can be clicked, or reached by Tab and pressed with Enter or Space.
class Label : public QWidget {
    Q_OBJECT

public:
    explicit Label(QWidget *parent = nullptr) : Label(QString(), Type::Body, Tone::Plain, parent) { }
    Label(const QString &text, Type type, Tone tone = Tone::Plain, QWidget *parent = nullptr);

    void setText(const QString &text);
    [[nodiscard]] QString text() const { return m_text; }
    void setTone(Tone tone);
    void setType(Type type, bool bold = false);
    void setMono(bool mono);
    void setAlignment(Qt::Alignment alignment);
    void setElide(Qt::TextElideMode mode);
    void setLink(bool link);
    /// Width that long text may shrink to; the default is 24.
    void setMinimumTextWidth(int width);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    QString m_text;
    Type m_type;
    Tone m_tone;
    bool m_bold = false;
    bool m_mono = false;
    bool m_link = false;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
    Qt::TextElideMode m_elide = Qt::ElideMiddle;
    int m_minimum = 24;
};

/// Plain text over several lines, wrapped.
class Paragraph : public QWidget {
    Q_OBJECT

public:
    explicit Paragraph(
        const QString &text = {}, Type type = Type::Caption, Tone tone = Tone::Quiet, QWidget *parent = nullptr);
    void setText(const QString &text);
    void setTone(Tone tone);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString m_text;
    Type m_type;
    Tone m_tone;
};

} // namespace binnacle::theme
