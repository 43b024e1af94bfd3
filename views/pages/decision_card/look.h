// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/models/words.h"

#include <QColor>
#include <QFont>

namespace binnacle::pages::look {

/// Colours and type of the pages by what they mean, in the theme that is on now. GUI thread.
[[nodiscard]] bool dark();
[[nodiscard]] QColor background();
[[nodiscard]] QColor surface();
[[nodiscard]] QColor raised();
[[nodiscard]] QColor line();
[[nodiscard]] QColor text();
[[nodiscard]] QColor secondary();
[[nodiscard]] QColor disabled();
[[nodiscard]] QColor accent();
[[nodiscard]] QColor accentSoft();
[[nodiscard]] QColor onAccent();
[[nodiscard]] QColor tone(models::Tone tone);
/// Fills in Okabe–Ito order; wraps around.
[[nodiscard]] QColor series(int index);
/// A fill that stands back behind the one at hand.
[[nodiscard]] QColor dimmed(const QColor &fill);
/// The text colour that reads best on `fill`.
[[nodiscard]] QColor on(const QColor &fill);

enum class Size : int { Caption, Body, Section, Title, Figure };
[[nodiscard]] QFont font(Size size, bool bold = false);
[[nodiscard]] QFont monospace(Size size = Size::Caption);

} // namespace binnacle::pages::look
