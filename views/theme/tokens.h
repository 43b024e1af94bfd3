// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QColor>

#include <array>
#include <optional>

namespace binnacle::theme {

enum class Scheme : quint8 { Light, Dark };

/// What a text or mark says by its colour, beside its sign and word.
enum class Tone : quint8 { Plain, Quiet, Accent, Good, Warn, Bad };

/// The colours of one scheme. `disabled` is for text that carries no information.
struct Tokens {
    QColor background, surface, raised, line;
    QColor text, secondary, disabled;
    QColor accent, accentSoft, onAccent;
    QColor good, warn, bad;

    [[nodiscard]] QColor tone(Tone tone) const;
};

[[nodiscard]] const Tokens &tokens(Scheme scheme);

/// WCAG 2 contrast ratio of two opaque colours, 1..21.
[[nodiscard]] double contrast(const QColor &a, const QColor &b);
/// `over` painted on `under` with its alpha: an opaque colour.
[[nodiscard]] QColor blend(const QColor &over, const QColor &under);

/// The heat ramp: ten stops even in lightness, "more" always furthest from the page. `value` is held within 0..1.
[[nodiscard]] QColor heat(Scheme scheme, double value);
[[nodiscard]] const std::array<QColor, 10> &heatStops(Scheme scheme);

/// Categories in Okabe–Ito order, as fills that stand beside a value or a legend; wraps around.
[[nodiscard]] QColor seriesFill(Scheme scheme, int index);
/// The same for thin lines and marks: in light without the pale ones.
[[nodiscard]] QColor seriesLine(Scheme scheme, int index);
/// Text on any seriesFill.
[[nodiscard]] QColor seriesText();

/// A cluster's colour: from a set without accent, good, warn and bad; wraps around.
[[nodiscard]] QColor clusterColour(Scheme scheme, int index);

} // namespace binnacle::theme
