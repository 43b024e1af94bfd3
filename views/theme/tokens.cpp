// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/tokens.h"

#include <algorithm>
#include <cmath>

namespace binnacle::theme {
namespace {

QColor rgb(QRgb value) { return QColor::fromRgb(value); }

double channel(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

double luminance(const QColor &c)
{
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

template <std::size_t N> std::array<QColor, N> colours(const QRgb (&values)[N])
{
    std::array<QColor, N> out;
    for (std::size_t i = 0; i < N; ++i)
        out[i] = rgb(values[i]);
    return out;
}

template <std::size_t N> QColor wrapped(const std::array<QColor, N> &set, int index)
{
    const int n = int(N);
    return set[std::size_t(((index % n) + n) % n)];
}

} // namespace

QColor Tokens::tone(Tone tone) const
{
    switch (tone) {
    case Tone::Plain:
        return text;
    case Tone::Quiet:
        return secondary;
    case Tone::Accent:
        return accent;
    case Tone::Good:
        return good;
    case Tone::Warn:
        return warn;
    case Tone::Bad:
        return bad;
    }
    return text;
}

const Tokens &tokens(Scheme scheme)
{
    static const Tokens light{rgb(0xF6F7F9), rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0xE2E6EB), rgb(0x18202B), rgb(0x566273),
        rgb(0x9AA4B2), rgb(0x0A66C2), rgb(0xE5F0FB), rgb(0xFFFFFF), rgb(0x177A4B), rgb(0x9A5B00), rgb(0xC22F3A)};
    static const Tokens dark{rgb(0x11151B), rgb(0x181D25), rgb(0x1F2630), rgb(0x2B3440), rgb(0xE7EBF1), rgb(0x9CA8B8),
        rgb(0x5E6977), rgb(0x5CABFF), rgb(0x173152), rgb(0x11151B), rgb(0x4CC38A), rgb(0xEFB23C), rgb(0xFF7069)};
    return scheme == Scheme::Light ? light : dark;
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor blend(const QColor &over, const QColor &under)
{
    const double a = over.alphaF();
    return QColor::fromRgbF(float(over.redF() * a + under.redF() * (1 - a)),
        float(over.greenF() * a + under.greenF() * (1 - a)), float(over.blueF() * a + under.blueF() * (1 - a)));
}

const std::array<QColor, 10> &heatStops(Scheme scheme)
{
    static const auto dark = colours<10>(
        {0x1C3D70, 0x3A4F70, 0x576071, 0x727173, 0x8B8374, 0xA4956F, 0xBCA968, 0xD4BD5C, 0xEAD24E, 0xFEE838});
    static const auto light = colours<10>(
        {0xF1E8BE, 0xDFCF8E, 0xC7B77A, 0xABA076, 0x8F8977, 0x717375, 0x535E71, 0x344A6C, 0x19365F, 0x00224E});
    return scheme == Scheme::Light ? light : dark;
}

QColor heat(Scheme scheme, double value)
{
    const auto &stops = heatStops(scheme);
    const double at = std::clamp(std::isfinite(value) ? value : 0.0, 0.0, 1.0) * 9;
    const int low = std::min(int(at), 8);
    const float t = float(at - low);
    const QColor &a = stops[std::size_t(low)];
    const QColor &b = stops[std::size_t(low) + 1];
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * t, a.greenF() + (b.greenF() - a.greenF()) * t,
        a.blueF() + (b.blueF() - a.blueF()) * t);
}

QColor seriesFill(Scheme scheme, int index)
{
    static const auto light =
        colours<8>({0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7, 0x18202B});
    static const auto dark =
        colours<8>({0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7, 0xC9D1DB});
    return wrapped(scheme == Scheme::Light ? light : dark, index);
}

QColor seriesLine(Scheme scheme, int index)
{
    static const auto light = colours<5>({0x0072B2, 0xC04F00, 0x00805D, 0xA8508A, 0x18202B});
    static const auto dark = colours<7>({0x56B4E9, 0xE69F00, 0x2FBF95, 0xF0E442, 0xF0813C, 0xDB93B9, 0xC9D1DB});
    return scheme == Scheme::Light ? wrapped(light, index) : wrapped(dark, index);
}

QColor seriesText() { return rgb(0x11151B); }

QColor clusterColour(Scheme scheme, int index)
{
    static const auto light = colours<6>({0xCC6FA8, 0x8A63D2, 0x1F9C9C, 0xA06B48, 0x7A8794, 0x8A8C2C});
    static const auto dark = colours<6>({0xCC6FA8, 0x9D7BE0, 0x35B3B0, 0xB98560, 0x8D9AA8, 0xA5A74A});
    return wrapped(scheme == Scheme::Light ? light : dark, index);
}

} // namespace binnacle::theme
