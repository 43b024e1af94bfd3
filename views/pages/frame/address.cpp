// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/frame/address.h"

#include <QStringList>
#include <QUrl>

namespace binnacle::pages {
namespace {

constexpr int kLongest = 2048;

QString decoded(const QString &text) { return QUrl::fromPercentEncoding(text.toUtf8()); }

QString encoded(const QString &text, const char *keep = "")
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, QByteArray(keep)));
}

} // namespace

std::optional<Address> Address::parse(const QString &text)
{
    static const QString scheme = QStringLiteral("binnacle://");
    QString rest = text.trimmed();
    if (rest.isEmpty() || rest.size() > kLongest)
        return std::nullopt;
    Address a;
    if (rest.startsWith(scheme, Qt::CaseInsensitive)) {
        rest = rest.mid(scheme.size());
        const auto slash = rest.indexOf(QLatin1Char('/'));
        if (slash <= 0)
            return std::nullopt;
        a.cluster = decoded(rest.left(slash));
        rest = rest.mid(slash + 1);
    } else if (rest.contains(QStringLiteral("://"))) {
        return std::nullopt;
    }
    const auto query = rest.indexOf(QLatin1Char('?'));
    const QString path = query < 0 ? rest : rest.left(query);
    const auto slash = path.indexOf(QLatin1Char('/'));
    a.page = decoded(slash < 0 ? path : path.left(slash));
    if (slash >= 0)
        a.object = decoded(path.mid(slash + 1));
    if (a.page.isEmpty())
        return std::nullopt;
    if (query < 0)
        return a;
    const QStringList pairs = rest.mid(query + 1).split(QLatin1Char('&'), Qt::SkipEmptyParts);
    for (const QString &pair : pairs) {
        const auto equals = pair.indexOf(QLatin1Char('='));
        const QString key = equals < 0 ? pair : pair.left(equals);
        const QString value = equals < 0 ? QString() : decoded(pair.mid(equals + 1));
        if (key == QLatin1String("tab"))
            a.tab = value;
        else if (key == QLatin1String("filter"))
            a.filter = value;
        else if ((key == QLatin1String("pod") || key == QLatin1String("node")) && a.object.isEmpty())
            a.object = value;
    }
    return a;
}

QString Address::text() const
{
    QString out = QStringLiteral("binnacle://") + encoded(cluster) + QLatin1Char('/') + encoded(page);
    if (!object.isEmpty())
        out += QLatin1Char('/') + encoded(object, "/");
    QStringList query;
    if (!tab.isEmpty())
        query << QStringLiteral("tab=") + encoded(tab);
    if (filter && !filter->isEmpty())
        query << QStringLiteral("filter=") + encoded(*filter);
    return query.isEmpty() ? out : out + QLatin1Char('?') + query.join(QLatin1Char('&'));
}

} // namespace binnacle::pages
