// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/console/folders.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>

#include <QDir>
#include <QFile>

#include <cstdio>
#include <pwd.h>
#include <unistd.h>

namespace binnacle::console {
namespace {

QString folder(const char *variable, const QString &underHome)
{
    QString base = qEnvironmentVariable(variable);
    if (base.isEmpty() || !QDir::isAbsolutePath(base))
        base = QDir::homePath() + QLatin1Char('/') + underHome;
    const QString path = base + QStringLiteral("/binnacle");
    if (QDir().mkpath(path))
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

void logQtMessage(QtMsgType type, const QMessageLogContext &, const QString &text)
{
    const std::string words = text.toStdString();
    switch (type) {
    case QtDebugMsg:
        spdlog::debug("qt: {}", words);
        break;
    case QtInfoMsg:
        spdlog::info("qt: {}", words);
        break;
    case QtWarningMsg:
        spdlog::warn("qt: {}", words);
        break;
    case QtCriticalMsg:
        spdlog::error("qt: {}", words);
        break;
    case QtFatalMsg:
        spdlog::critical("qt: {}", words);
        std::fprintf(stderr, "binnacle: %s\n", words.c_str());
        break;
    }
}

} // namespace

QString configFolder() { return folder("XDG_CONFIG_HOME", QStringLiteral(".config")); }
QString stateFolder() { return folder("XDG_STATE_HOME", QStringLiteral(".local/state")); }

void startLog()
{
    try {
        const std::string path = (stateFolder() + QStringLiteral("/console.log")).toStdString();
        auto log = spdlog::rotating_logger_mt("console", path, std::size_t(4) << 20, 2);
        log->flush_on(spdlog::level::warn);
        log->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
        spdlog::set_default_logger(std::move(log));
    } catch (const spdlog::spdlog_ex &error) {
        // No place for a log is no reason not to start.
        std::fprintf(stderr, "binnacle: no log: %s\n", error.what());
    }
    qInstallMessageHandler(&logQtMessage);
}

QString operatorName()
{
    QString name = qEnvironmentVariable("USER");
    if (name.isEmpty()) {
        if (const passwd *entry = getpwuid(getuid()))
            name = QString::fromLocal8Bit(entry->pw_name);
    }
    QString kept;
    for (const QChar c : name.left(64)) {
        if (c.unicode() < 128 && (c.isLetterOrNumber() || QStringLiteral("._-").contains(c)))
            kept += c;
    }
    return kept.isEmpty() ? QStringLiteral("operator") : kept;
}

} // namespace binnacle::console
