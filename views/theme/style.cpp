// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/style.h"

#include "views/theme/icons.h"
#include "views/theme/paint.h"
#include "views/theme/theme.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

namespace binnacle::theme {
namespace {

constexpr char kLook[] = "binnacleLook";

ButtonLook lookOf(const QWidget *widget)
{
    return widget ? ButtonLook(widget->property(kLook).toInt()) : ButtonLook::Plain;
}

bool enabled(const QStyleOption *option) { return option->state & QStyle::State_Enabled; }
bool hovered(const QStyleOption *option) { return enabled(option) && (option->state & QStyle::State_MouseOver); }
bool keyboardFocus(const QStyleOption *option)
{
    return (option->state & QStyle::State_HasFocus) && (option->state & QStyle::State_KeyboardFocusChange);
}

/// Colour under the pointer: the text colour, faint.
QColor hoverFill()
{
    QColor c = now().text;
    c.setAlphaF(0.06F);
    return c;
}

void paintCheck(const QStyleOption *option, QPainter *painter, bool round)
{
    const Tokens &t = now();
    const QRectF box = QRectF(option->rect).adjusted(1, 1, -1, -1);
    const bool on = option->state & (QStyle::State_On | QStyle::State_NoChange);
    const QColor line = keyboardFocus(option) || on ? t.accent : t.secondary;
    paintBox(*painter, box, on && enabled(option) ? t.accent : t.surface, enabled(option) ? line : t.disabled,
        round ? box.width() / 2 : 3);
    if (!on)
        return;
    const QColor mark = enabled(option) ? t.onAccent : t.disabled;
    if (round) {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(mark);
        painter->drawEllipse(box.center(), 3, 3);
        painter->restore();
    } else {
        const bool partly = option->state & QStyle::State_NoChange;
        paintIcon(*painter, box, partly ? QStringLiteral("minus") : QStringLiteral("check"), mark, 12);
    }
}

void paintField(const QStyleOption *option, QPainter *painter)
{
    const Tokens &t = now();
    const bool focus = option->state & QStyle::State_HasFocus;
    paintBox(*painter, option->rect, t.surface, focus ? t.accent : t.line);
}

} // namespace

void setLook(QPushButton &button, ButtonLook look)
{
    button.setProperty(kLook, int(look));
    if (look == ButtonLook::Link)
        button.setCursor(Qt::PointingHandCursor);
    button.update();
}

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

void Style::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QPushButton *>(widget) || qobject_cast<QComboBox *>(widget) || widget->inherits("QToolButton")
        || widget->inherits("QScrollBar") || qobject_cast<QTabBar *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (qobject_cast<QMenu *>(widget) || widget->inherits("QTipLabel"))
        widget->setAttribute(Qt::WA_TranslucentBackground);
}

void Style::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Tokens &t = now();
    switch (element) {
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth > 0)
            paintField(option, painter);
        return;
    case PE_FrameLineEdit:
        return;
    case PE_Frame:
        if (qobject_cast<const QAbstractScrollArea *>(widget))
            paintBox(*painter, option->rect, QColor(), option->state & State_HasFocus ? t.accent : t.line);
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        paintCheck(option, painter, false);
        return;
    case PE_IndicatorRadioButton:
        paintCheck(option, painter, true);
        return;
    case PE_PanelMenu:
    case PE_FrameMenu:
        paintBox(*painter, option->rect, t.raised, t.line);
        return;
    case PE_PanelTipLabel:
        paintBox(*painter, option->rect, t.raised, t.line, 4);
        return;
    case PE_FrameFocusRect:
        if (option->state & State_KeyboardFocusChange)
            paintFocus(*painter, option->rect, 4);
        return;
    case PE_PanelItemViewRow:
        return;
    case PE_PanelItemViewItem:
        if (option->state & State_Selected)
            painter->fillRect(option->rect, t.accentSoft);
        else if (hovered(option))
            painter->fillRect(option->rect, hoverFill());
        return;
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            paintIcon(*painter, option->rect,
                option->state & State_Open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"),
                t.secondary, 16);
        return;
    case PE_FrameTabBarBase:
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line);
        return;
    case PE_FrameTabWidget:
    case PE_FrameStatusBarItem:
    case PE_FrameDefaultButton:
        return;
    case PE_IndicatorArrowDown:
        paintIcon(*painter, option->rect, QStringLiteral("chevron-down"), t.secondary, 16);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Tokens &t = now();
    switch (element) {
    case CE_PushButton:
        paintPushButton(option, painter, widget);
        return;
    case CE_MenuItem:
        paintMenuItem(option, painter);
        return;
    case CE_MenuEmptyArea:
        return;
    case CE_Header:
    case CE_HeaderSection:
        paintHeader(option, painter);
        return;
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, t.surface);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line);
        return;
    case CE_TabBarTab:
        paintTab(option, painter);
        return;
    case CE_Splitter: {
        const QRect &r = option->rect;
        const bool upright = option->state & State_Horizontal;
        painter->fillRect(
            upright ? QRect(r.center().x(), r.top(), 1, r.height()) : QRect(r.left(), r.center().y(), r.width(), 1),
            hovered(option) ? t.accent : t.line);
        return;
    }
    case CE_ProgressBarGroove:
        paintBox(*painter, option->rect, t.background, t.line, 3);
        return;
    case CE_ProgressBarContents:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option);
            bar && bar->maximum > bar->minimum) {
            QRectF r = option->rect;
            r.setWidth(r.width() * double(bar->progress - bar->minimum) / double(bar->maximum - bar->minimum));
            paintBox(*painter, r, t.accent, QColor(), 3);
        }
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    switch (control) {
    case CC_ToolButton:
        paintToolButton(option, painter, widget);
        return;
    case CC_ComboBox:
        paintComboBox(option, painter);
        return;
    case CC_ScrollBar:
        paintScrollBar(option, painter, widget);
        return;
    case CC_SpinBox: {
        paintField(option, painter);
        QRect buttons = option->rect;
        buttons.setLeft(buttons.right() - 20);
        const int half = buttons.height() / 2;
        painter->save();
        painter->setClipRect(buttons);
        painter->translate(0, half + 1);
        paintIcon(*painter, QRectF(buttons.left(), buttons.top() - 2, 18, half), QStringLiteral("chevron-down"),
            now().secondary, 12);
        painter->translate(0, -1);
        painter->scale(1, -1);
        paintIcon(*painter, QRectF(buttons.left(), -buttons.top() - 2, 18, half), QStringLiteral("chevron-down"),
            now().secondary, 12);
        painter->restore();
        return;
    }
    default:
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

void Style::paintPushButton(const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    if (!button)
        return;
    const Tokens &t = now();
    const ButtonLook look = lookOf(widget);
    const bool on = enabled(option);
    const bool pressed = option->state & (State_Sunken | State_On);
    QColor fill = t.surface;
    QColor line = t.line;
    QColor text = on ? t.text : t.disabled;
    if (look == ButtonLook::Primary && on) {
        fill = line = t.accent;
        text = t.onAccent;
    } else if (look == ButtonLook::Danger && on) {
        text = t.bad;
    } else if (look == ButtonLook::Link) {
        fill = line = QColor();
        text = on ? t.accent : t.disabled;
    }
    if (pressed && look == ButtonLook::Plain)
        fill = t.accentSoft;
    paintBox(*painter, option->rect, fill, line);
    if (on && (hovered(option) || pressed) && look != ButtonLook::Link)
        paintBox(*painter, option->rect, hoverFill(), QColor());
    if (keyboardFocus(option))
        paintFocus(*painter, option->rect);
    painter->save();
    QFont f = painter->font();
    f.setBold(look == ButtonLook::Primary);
    painter->setFont(f);
    QRect area = option->rect.adjusted(space::x2, 0, -space::x2, 0);
    if (look == ButtonLook::Link)
        area = option->rect;
    if (!button->icon.isNull()) {
        const int iconSize = 16;
        const int width =
            painter->fontMetrics().horizontalAdvance(button->text) + (button->text.isEmpty() ? 0 : space::x2);
        const int left = area.left() + (area.width() - width - iconSize) / 2;
        button->icon.paint(painter, QRect(left, area.center().y() - iconSize / 2 + 1, iconSize, iconSize),
            Qt::AlignCenter, on ? QIcon::Normal : QIcon::Disabled);
        area.setLeft(left + iconSize + space::x2);
        painter->setPen(text);
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic, button->text);
    } else {
        painter->setPen(text);
        if (hovered(option) && look == ButtonLook::Link) {
            f.setUnderline(true);
            painter->setFont(f);
        }
        painter->drawText(area, int(Qt::AlignCenter) | Qt::TextShowMnemonic, button->text);
    }
    painter->restore();
}

void Style::paintToolButton(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    if (!button)
        return;
    const Tokens &t = now();
    if (option->state & State_On)
        paintBox(*painter, option->rect, t.accentSoft, QColor());
    else if (hovered(option) || (option->state & State_Sunken))
        paintBox(*painter, option->rect, hoverFill(), QColor());
    if (keyboardFocus(option))
        paintFocus(*painter, option->rect);
    QStyleOptionToolButton label = *button;
    label.features &= ~QStyleOptionToolButton::HasMenu;
    label.palette.setColor(QPalette::ButtonText, option->state & State_On ? t.accent : t.text);
    QProxyStyle::drawControl(CE_ToolButtonLabel, &label, painter, widget);
}

void Style::paintComboBox(const QStyleOptionComplex *option, QPainter *painter) const
{
    const Tokens &t = now();
    const bool focus = option->state & State_HasFocus;
    paintBox(
        *painter, option->rect, t.surface, focus && (option->state & State_KeyboardFocusChange) ? t.accent : t.line);
    if (hovered(option))
        paintBox(*painter, option->rect, hoverFill(), QColor());
    QRect arrow = option->rect;
    arrow.setLeft(arrow.right() - 28);
    paintIcon(*painter, arrow, QStringLiteral("chevron-down"), enabled(option) ? t.secondary : t.disabled, 16);
}

void Style::paintScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (!bar || bar->maximum <= bar->minimum)
        return;
    QColor c = now().secondary;
    c.setAlphaF(option->state & State_Sunken ? 0.7F : hovered(option) ? 0.55F : 0.35F);
    const QRectF handle = subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget);
    paintBox(*painter, handle.adjusted(2, 2, -2, -2), c, QColor(), 3);
}

void Style::paintMenuItem(const QStyleOption *option, QPainter *painter) const
{
    const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
    if (!item)
        return;
    const Tokens &t = now();
    const QRect r = option->rect;
    if (item->menuItemType == QStyleOptionMenuItem::Separator) {
        painter->fillRect(QRect(r.left() + space::x2, r.center().y(), r.width() - 2 * space::x2, 1), t.line);
        return;
    }
    const bool on = enabled(option);
    if ((option->state & State_Selected) && on)
        paintBox(*painter, QRectF(r).adjusted(4, 1, -4, -1), t.accentSoft, QColor(), 4);
    const QRect mark(r.left() + space::x2, r.top(), 20, r.height());
    if (item->checkType != QStyleOptionMenuItem::NotCheckable) {
        if (item->checked)
            paintIcon(*painter, mark, QStringLiteral("check"), t.accent, 16);
    } else if (!item->icon.isNull()) {
        item->icon.paint(painter, QRect(mark.left() + 2, r.center().y() - 8, 16, 16), Qt::AlignCenter,
            on ? QIcon::Normal : QIcon::Disabled);
    }
    const QStringList parts = item->text.split(QLatin1Char('\t'));
    painter->save();
    painter->setFont(item->font);
    painter->setPen(on ? t.text : t.disabled);
    const QRect area = r.adjusted(space::x2 + 28, 0, -space::x3, 0);
    painter->drawText(
        area, int(Qt::AlignVCenter | Qt::AlignLeft) | Qt::TextShowMnemonic | Qt::TextSingleLine, parts.value(0));
    if (parts.size() > 1) {
        painter->setPen(on ? t.secondary : t.disabled);
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight, parts.value(1));
    }
    if (item->menuItemType == QStyleOptionMenuItem::SubMenu)
        paintIcon(
            *painter, QRect(r.right() - 24, r.top(), 20, r.height()), QStringLiteral("chevron-right"), t.secondary, 16);
    painter->restore();
}

void Style::paintHeader(const QStyleOption *option, QPainter *painter) const
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
    if (!header)
        return;
    const Tokens &t = now();
    const QRect r = option->rect;
    painter->save();
    painter->fillRect(r, t.surface);
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), t.line);
    QRect area = r.adjusted(space::x3, 0, -space::x3, 0);
    painter->setFont(font(Type::Caption, header->sortIndicator != QStyleOptionHeader::None));
    const bool sorted = header->sortIndicator != QStyleOptionHeader::None;
    const bool right = header->textAlignment & Qt::AlignRight;
    if (sorted) {
        const QString sign = // ascending is what Qt calls down
            header->sortIndicator == QStyleOptionHeader::SortDown ? QStringLiteral("▲") : QStringLiteral("▼");
        painter->setPen(t.accent);
        QFont small = painter->font();
        small.setPixelSize(8);
        const QFont normal = painter->font();
        const int width = std::min(painter->fontMetrics().horizontalAdvance(header->text), area.width() - 12);
        const int x = right ? area.right() - width - 12 : area.left() + width + 4;
        painter->setFont(small);
        painter->drawText(QRect(x, area.top(), 10, area.height()), Qt::AlignCenter, sign);
        painter->setFont(normal);
    }
    paintText(*painter, area, (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, header->text,
        sorted || hovered(option) ? t.text : t.secondary, Qt::ElideRight);
    painter->restore();
}

void Style::paintTab(const QStyleOption *option, QPainter *painter) const
{
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
    if (!tab)
        return;
    const Tokens &t = now();
    const bool selected = option->state & State_Selected;
    const QRect r = option->rect;
    painter->save();
    painter->setFont(font(Type::Body, selected));
    painter->setPen(selected || hovered(option) ? t.text : t.secondary);
    painter->drawText(r, int(Qt::AlignCenter) | Qt::TextShowMnemonic, tab->text);
    if (selected)
        painter->fillRect(QRect(r.left() + 4, r.bottom() - 1, r.width() - 8, 2), t.accent);
    if (keyboardFocus(option))
        paintFocus(*painter, QRectF(r).adjusted(2, 3, -2, -5), 4);
    painter->restore();
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 10;
    case PM_ScrollBarSliderMin:
        return 28;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return 16;
    case PM_ToolBarIconSize:
        return 20;
    case PM_DefaultFrameWidth:
        return 1;
    case PM_MenuPanelWidth:
        return 1;
    case PM_MenuHMargin:
        return 0;
    case PM_MenuVMargin:
        return 4;
    case PM_SplitterWidth:
        return 5;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return 16;
    case PM_TabBarTabHSpace:
        return 24;
    case PM_TabBarTabVSpace:
        return 12;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_HeaderMargin:
        return space::x3;
    case PM_ToolTipLabelFrameWidth:
        return 6;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ComboBox_Popup:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    case SH_ToolTip_WakeUpDelay:
        return 400;
    case SH_ScrollBar_Transient:
        return 0;
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    case SH_TabBar_ElideMode:
        return Qt::ElideNone;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize Style::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    switch (type) {
    case CT_PushButton: {
        if (lookOf(widget) == ButtonLook::Link)
            return QSize(size.width() + 2, 20);
        // Room for the bold words of a primary button.
        const int extra = lookOf(widget) == ButtonLook::Primary ? size.width() / 12 : 0;
        return QSize(size.width() + 2 * space::x3 + extra, fieldHeight);
    }
    case CT_ComboBox:
        return QSize(QProxyStyle::sizeFromContents(type, option, size, widget).width() + space::x2, fieldHeight);
    case CT_LineEdit:
        return QSize(size.width() + space::x2, fieldHeight);
    case CT_HeaderSection:
        return QSize(QProxyStyle::sizeFromContents(type, option, size, widget).width(), rowHeight);
    case CT_MenuItem: {
        const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
        const bool separator = item && item->menuItemType == QStyleOptionMenuItem::Separator;
        return QSize(size.width() + 72, separator ? 9 : 30);
    }
    default:
        return QProxyStyle::sizeFromContents(type, option, size, widget);
    }
}

QRect Style::subControlRect(
    ComplexControl control, const QStyleOptionComplex *option, SubControl subControl, const QWidget *widget) const
{
    if (control == CC_ComboBox && subControl == SC_ComboBoxEditField)
        return option->rect.adjusted(space::x2, 0, -28, 0);
    if (control == CC_ScrollBar) {
        const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        const QRect r = option->rect;
        const bool flat = bar && bar->orientation == Qt::Horizontal;
        if (subControl == SC_ScrollBarAddLine || subControl == SC_ScrollBarSubLine)
            return {};
        if (subControl == SC_ScrollBarGroove)
            return r;
        if (bar && subControl == SC_ScrollBarSlider) {
            const int length = flat ? r.width() : r.height();
            const qint64 range = qint64(bar->maximum) - bar->minimum;
            const int slider = range > 0 ? std::clamp(int(qint64(length) * bar->pageStep / (range + bar->pageStep)),
                                   std::min(28, length), length)
                                         : length;
            const int at = sliderPositionFromValue(
                bar->minimum, bar->maximum, bar->sliderPosition, length - slider, bar->upsideDown);
            return flat ? QRect(r.left() + at, r.top(), slider, r.height())
                        : QRect(r.left(), r.top() + at, r.width(), slider);
        }
        if (bar && (subControl == SC_ScrollBarSubPage || subControl == SC_ScrollBarAddPage)) {
            const QRect s = subControlRect(control, option, SC_ScrollBarSlider, widget);
            if (subControl == SC_ScrollBarSubPage)
                return flat ? QRect(r.left(), r.top(), s.left() - r.left(), r.height())
                            : QRect(r.left(), r.top(), r.width(), s.top() - r.top());
            return flat ? QRect(s.right() + 1, r.top(), r.right() - s.right(), r.height())
                        : QRect(r.left(), s.bottom() + 1, r.width(), r.bottom() - s.bottom());
        }
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

} // namespace binnacle::theme
