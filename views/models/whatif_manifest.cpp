// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/whatif_manifest.h"

#include "views/models/words.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace binnacle::models {

ManifestFault manifestFault(const absl::Status &status, const QString &manifest)
{
    const QString message = Words::plain(std::string_view(status.message().data(), status.message().size()), 2048);
    static const QRegularExpression placed(QStringLiteral("^(?:[^:]{0,200}:)?\\s*(\\d{1,7}):(\\d{1,7}):\\s*(.+)$"));
    static const QRegularExpression lineOnly(QStringLiteral("^(?:[^:]{0,200}:)?\\s*line (\\d{1,7}):?\\s*(.+)$"));
    ManifestFault fault;
    if (const auto match = placed.match(message); match.hasMatch()) {
        fault = {match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3)};
    } else if (const auto line = lineOnly.match(message); line.hasMatch()) {
        fault = {line.captured(1).toInt(), 0, line.captured(2)};
    } else {
        fault.words = Words::fault(status);
    }
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
