// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/theme/theme.h"

#include "views/theme/style.h"

#include <QApplication>
#include <QDir>
#include <QLocale>
#include <QPalette>
#include <QToolTip>

// Q_INIT_RESOURCE must stand outside every namespace.
static void initialiseResources()
{
    Q_INIT_RESOURCE(icons);
    Q_INIT_RESOURCE(translations);
}

namespace binnacle::theme {
namespace {

/// The same at every scale: unhinted, as Qt has text on scaled screens by itself, the strokes of CFF fonts are darkened, and
/// plain Chinese looks bold beside plain Latin.
constexpr QFont::HintingPreference kHinting = QFont::PreferVerticalHinting;

int pixelSize(Type type)
{
    switch (type) {
    case Type::Caption:
        return 11;
    case Type::Body:
        return 13;
    case Type::Section:
        return 15;
    case Type::Title:
        return 20;
    case Type::Figure:
        return 28;
    }
    return 13;
}

QPalette paletteOf(const Tokens &t)
{
    QPalette p;
    p.setColor(QPalette::Window, t.background);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.surface);
    p.setColor(QPalette::AlternateBase, t.background);
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::Button, t.surface);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.bad);
    p.setColor(QPalette::Highlight, t.accentSoft);
    p.setColor(QPalette::HighlightedText, t.text);
    p.setColor(QPalette::ToolTipBase, t.raised);
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::PlaceholderText, t.secondary);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::Light, t.surface);
    p.setColor(QPalette::Midlight, t.line);
    p.setColor(QPalette::Mid, t.line);
    p.setColor(QPalette::Dark, t.line);
    p.setColor(QPalette::Shadow, t.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, t.disabled);
    return p;
}

} // namespace

QFont font(Type type, bool bold)
{
    QFont f;
    f.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC")});
    f.setPixelSize(pixelSize(type));
    f.setWeight(bold ? QFont::Bold : QFont::Normal);
    f.setHintingPreference(kHinting);
    return f;
}

QFont mono(Type type)
{
    QFont f;
    f.setFamilies({QStringLiteral("Noto Sans Mono CJK SC")});
    f.setPixelSize(pixelSize(type));
    f.setFixedPitch(true);
    f.setHintingPreference(kHinting);
    return f;
}

int lineHeight(Type type)
{
    switch (type) {
    case Type::Caption:
        return 16;
    case Type::Body:
        return 20;
    case Type::Section:
        return 20;
    case Type::Title:
        return 28;
    case Type::Figure:
        return 36;
    }
    return 20;
}

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

void Theme::install(QApplication &application)
{
    initialiseResources();
    m_application = &application;
    QObject::connect(&application, &QCoreApplication::aboutToQuit, this, [this] { m_translators.clear(); });
    application.setStyle(new Style);
    application.setFont(font(Type::Body));
    QToolTip::setFont(font(Type::Caption));
    applyPalette();
    applyLanguage();
}

void Theme::applyPalette()
{
    const QPalette palette = paletteOf(tokens(m_scheme));
    m_application->setPalette(palette);
    QToolTip::setPalette(palette);
}

void Theme::setScheme(Scheme scheme)
{
    if (m_scheme == scheme)
        return;
    m_scheme = scheme;
    if (m_application)
        applyPalette();
    emit schemeChanged();
}

void Theme::setLanguage(Language language)
{
    if (m_language == language || !m_application)
        return;
    m_language = language;
    applyLanguage();
    emit languageChanged();
}

/// English has a file too: of the words that differ by number.
void Theme::applyLanguage()
{
    for (const auto &translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
    m_translators.clear();
    const bool chinese = m_language == Language::Chinese;
    QLocale::setDefault(
        chinese ? QLocale(QLocale::Chinese, QLocale::China) : QLocale(QLocale::English, QLocale::UnitedStates));
    const QDir compiled(QStringLiteral(":/i18n"));
    for (const QString &name :
        compiled.entryList({chinese ? QStringLiteral("*_zh_CN.qm") : QStringLiteral("*_en.qm")})) {
        auto translator = std::make_unique<QTranslator>();
        if (translator->load(compiled.filePath(name))) {
            QCoreApplication::installTranslator(translator.get());
            m_translators.push_back(std::move(translator));
        }
    }
}

const Tokens &now() { return tokens(Theme::instance().scheme()); }

} // namespace binnacle::theme
