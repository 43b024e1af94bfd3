// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/whatif_manifest.h"

#include "views/models/words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace binnacle::models {

namespace {

/// What the reader of manifests says, as sentences of the console's language, each with what to do.
class Said {
    Q_DECLARE_TR_FUNCTIONS(ManifestFault)

public:
    static void translate(ManifestFault &fault);

private:
    using Match = QRegularExpressionMatch;
    static QString paste() { return tr("Paste a Pod, or a workload with a pod template, as YAML or JSON."); }
};

void Said::translate(ManifestFault &fault)
{
    struct Rule {
        const char *pattern;
        QString (*words)(const Match &);
        QString (*next)(const Match &);
    };
    static const Rule rules[] = {
        {"^(.+): \"(.*)\" is no quantity.*$",
            [](const Match &m) { return tr("%1: “%2” is no quantity").arg(m.captured(1), m.captured(2)); },
            [](const Match &) { return tr("Write it such as 500m, 2 or 4Gi."); }},
        {"^(.+): \"(.*)\" is negative$",
            [](const Match &m) { return tr("%1: “%2” is negative").arg(m.captured(1), m.captured(2)); },
            [](const Match &) { return tr("Ask for 0 or more."); }},
        {"^(.+) is not a field of (?:a|an) (\\S+); (\\S+) is$",
            [](const Match &m) { return tr("%1 is no field of a %2").arg(m.captured(1), m.captured(2)); },
            [](const Match &m) { return tr("Did you mean %1?").arg(m.captured(3)); }},
        {"^an object without kind$", [](const Match &) { return tr("This object has no kind"); },
            [](const Match &) { return paste(); }},
        {"^a (\\S+) without (\\S+)$",
            [](const Match &m) { return tr("This %1 has no %2").arg(m.captured(1), m.captured(2)); },
            [](const Match &m) { return tr("Add %1 to it.").arg(m.captured(2)); }},
        {"^is empty$", [](const Match &) { return tr("There is nothing in it"); },
            [](const Match &) { return paste(); }},
        {"^(?:no pod in it|holds no pod.*)$", [](const Match &) { return tr("There is no pod in it"); },
            [](const Match &) { return paste(); }},
        {"^holds no pod.* only: (.+)$",
            [](const Match &m) { return tr("There is no pod in it, only: %1").arg(m.captured(1)); },
            [](const Match &) { return paste(); }},
        {"^more than the allowed (\\S+) (\\S+)$",
            [](const Match &m) { return tr("More than is allowed: %1 %2").arg(m.captured(1), m.captured(2)); },
            [](const Match &) { return tr("Paste less at once."); }},
        {"^no valid YAML: (.+)$", [](const Match &m) { return tr("Not valid YAML: %1").arg(m.captured(1)); },
            [](const Match &) {
                return tr("Correct the marked line, or the one before it; YAML is indented with spaces.");
            }},
        {"^(?:(.+): )?expected (.+), found (.+)$",
            [](const Match &m) {
                return m.captured(1).isEmpty()
                    ? tr("Expected %1, found %2").arg(m.captured(2), m.captured(3))
                    : tr("%1: expected %2, found %3").arg(m.captured(1), m.captured(2), m.captured(3));
            },
            [](const Match &) { return tr("Correct the marked line."); }},
    };
    const Rule *best = nullptr;
    Match match;
    for (const Rule &rule : rules) { // the last that matches says most
        if (const auto found = QRegularExpression(QLatin1String(rule.pattern)).match(fault.words); found.hasMatch()) {
            best = &rule;
            match = found;
        }
    }
    if (best) {
        fault.next = best->next(match);
        fault.words = best->words(match);
    } else {
        fault.next = fault.line > 0 ? tr("Correct the marked line.") : tr("Correct it, then decide again.");
    }
}

} // namespace

ManifestFault manifestFault(const absl::Status &status, const QString &manifest)
{
    const QString message = Words::plain(std::string_view(status.message().data(), status.message().size()), 2048);
    static const QRegularExpression placed(QStringLiteral("^(?:[^:]{0,200}:)?\\s*(\\d{1,7}):(\\d{1,7}):\\s*(.+)$"));
    static const QRegularExpression lineOnly(QStringLiteral("^(?:[^:]{0,200}:)?\\s*line (\\d{1,7}):?\\s*(.+)$"));
    ManifestFault fault;
    if (const auto match = placed.match(message); match.hasMatch()) {
        fault = {match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3), {}};
    } else if (const auto line = lineOnly.match(message); line.hasMatch()) {
        fault = {line.captured(1).toInt(), 0, line.captured(2), {}};
    } else {
        static const QString source = QStringLiteral("manifest: "); // the name a pasted text has
        fault.words = message.startsWith(source) ? message.mid(source.size()) : Words::fault(status);
    }
    Said::translate(fault);
    const QStringList lines = manifest.split(QLatin1Char('\n'));
    if (fault.line > lines.size())
        fault.line = int(lines.size());
    if (fault.line > 0 && fault.column > 0) {
        const QByteArray bytes = lines[fault.line - 1].toUtf8();
        fault.column =
            int(QString::fromUtf8(bytes.left(std::min<qsizetype>(fault.column - 1, bytes.size()))).size()) + 1;
    }
    return fault;
}

} // namespace binnacle::models
