// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/decision_card/look.h"

#include "views/theme/theme.h"

namespace binnacle::pages::look {

bool dark() { return theme::scheme() == theme::Scheme::Dark; }
QColor background() { return theme::now().background; }
QColor surface() { return theme::now().surface; }
QColor raised() { return theme::now().raised; }
QColor line() { return theme::now().line; }
QColor text() { return theme::now().text; }
QColor secondary() { return theme::now().secondary; }
QColor disabled() { return theme::now().disabled; }
QColor accent() { return theme::now().accent; }
QColor accentSoft() { return theme::now().accentSoft; }
QColor onAccent() { return theme::now().onAccent; }

QColor tone(models::Tone tone)
{
    switch (tone) {
    case models::Tone::Plain:
        return theme::now().text;
    case models::Tone::Quiet:
        return theme::now().secondary;
    case models::Tone::Accent:
        return theme::now().accent;
    case models::Tone::Good:
        return theme::now().good;
    case models::Tone::Warn:
        return theme::now().warn;
    case models::Tone::Bad:
        return theme::now().bad;
    }
    return theme::now().text;
}

QColor series(int index) { return theme::seriesFill(theme::scheme(), index); }
QColor dimmed(const QColor &fill)
{
    QColor half = fill;
    half.setAlphaF(0.55f);
    return theme::blend(half, theme::now().surface);
}

QColor on(const QColor &fill)
{
    return theme::contrast(fill, Qt::white) > theme::contrast(fill, theme::seriesText()) ? QColor(Qt::white)
                                                                                         : theme::seriesText();
}

QFont font(Size size, bool bold) { return theme::font(theme::Type(int(size)), bold); }
QFont monospace(Size size) { return theme::mono(theme::Type(int(size))); }

} // namespace binnacle::pages::look
