// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "views/theme/tokens.h"

#include <QFont>
#include <QObject>
#include <QTranslator>

#include <memory>
#include <vector>

class QApplication;

namespace binnacle::theme {

/// Spacing and sizes of the grid, logical pixels.
namespace space {
constexpr int x1 = 4, x2 = 8, x3 = 12, x4 = 16, x6 = 24;
}
constexpr int radius = 6;
constexpr int rowHeight = 28;
constexpr int denseRowHeight = 24;
constexpr int fieldHeight = 32;

/// Type sizes: caption 11/16, body 13/20, section 15/20, title 20/28, figure 28/36.
enum class Type : quint8 { Caption, Body, Section, Title, Figure };
[[nodiscard]] QFont font(Type type, bool bold = false); ///< Noto Sans with Noto Sans CJK SC; digits of equal width
[[nodiscard]] QFont mono(Type type = Type::Caption); ///< Noto Sans Mono CJK SC
[[nodiscard]] int lineHeight(Type type);

enum class Language : quint8 { English, Chinese };

/// The scheme and language of the application, switchable at run time. One for the process, GUI thread. Widgets read
/// `theme::now()` when they paint and repaint on QEvent::PaletteChange (Qt sends it on a switch), and translate again on
/// QEvent::LanguageChange.
class Theme : public QObject {
    Q_OBJECT

public:
    static Theme &instance();

    /// Registers resources, sets style, palette and fonts. Once, after the QApplication was made.
    void install(QApplication &application);
    void setScheme(Scheme scheme);
    void setLanguage(Language language);
    /// Nothing moves or fades by itself then.
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }
    [[nodiscard]] bool reducedMotion() const { return m_reducedMotion; }
    [[nodiscard]] Scheme scheme() const { return m_scheme; }
    [[nodiscard]] Language language() const { return m_language; }

signals:
    void schemeChanged();
    void languageChanged();

private:
    Theme() = default;
    void applyPalette();
    void applyLanguage();

    QApplication *m_application = nullptr;
    Scheme m_scheme = Scheme::Light;
    Language m_language = Language::English;
    bool m_reducedMotion = false;
    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

/// The tokens of the scheme in force.
[[nodiscard]] const Tokens &now();
[[nodiscard]] inline Scheme scheme() { return Theme::instance().scheme(); }

} // namespace binnacle::theme
