// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/tokens.h"

#include <QProxyStyle>

class QPushButton;

namespace binnacle::theme {

/// Look of a QPushButton: Plain has an outline, Primary is filled with the accent (one a page), Danger is outlined in
/// bad, Link is accent text alone.
enum class ButtonLook : quint8 { Plain, Primary, Danger, Link };
void setLook(QPushButton &button, ButtonLook look);

/// The console's QStyle: Fusion's geometry with every visible control painted from the tokens. No style sheets are
/// used anywhere, so that big tables stay fast.
class Style : public QProxyStyle {
    Q_OBJECT

public:
    Style();

    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    void drawPrimitive(
        PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawControl(
        ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
        const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(
        StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const override;
    QSize sizeFromContents(
        ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
        const QWidget *widget) const override;

private:
    void paintPushButton(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void paintToolButton(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void paintComboBox(const QStyleOptionComplex *option, QPainter *painter) const;
    void paintScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void paintMenuItem(const QStyleOption *option, QPainter *painter) const;
    void paintHeader(const QStyleOption *option, QPainter *painter) const;
    void paintTab(const QStyleOption *option, QPainter *painter) const;
};

} // namespace binnacle::theme
