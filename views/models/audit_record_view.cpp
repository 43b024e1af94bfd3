// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/audit_record_view.h"

#include "views/models/words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace binnacle::models {
namespace {

constexpr qsizetype kMostAlternatives = 64;
constexpr int kMostNames = 256;

base::Symbol symbolOf(const QString &text) { return base::Symbol(text.left(256).toStdString()); }

/// A record keeps a plugin's part under its name, without the policy's order: the default policy's is used, so that a plugin
/// has the colour here that it has where the decision is shown whole.
std::size_t orderOf(base::Symbol plugin)
{
    static const std::vector<base::Symbol> order{base::Symbol("TaintToleration"), base::Symbol("NodeAffinity"),
        base::Symbol("NodeResourcesFit"), base::Symbol("NodeResourcesBalancedAllocation")};
    return std::size_t(std::find(order.begin(), order.end(), plugin) - order.begin());
}

ScoreRow alternative(const QJsonObject &object)
{
    ScoreRow row{symbolOf(object.value(QStringLiteral("node")).toString()), {},
        object.value(QStringLiteral("total")).toInteger()};
    const QJsonObject scores = object.value(QStringLiteral("scores")).toObject();
    for (auto it = scores.begin(); it != scores.end() && int(row.parts.size()) < kMostNames; ++it)
        row.parts.push_back({symbolOf(it.key()), 0, 0, 0, it.value().toInteger()});
    std::stable_sort(row.parts.begin(), row.parts.end(),
        [](const ScorePart &a, const ScorePart &b) { return orderOf(a.plugin) < orderOf(b.plugin); });
    return row;
}

} // namespace

RecordedDecision readRecord(const api::AuditDecision &decision)
{
    RecordedDecision out;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(decision.canonical));
    if (!document.isObject()) {
        out.pretty = Words::plain(decision.canonical, 4096);
        return out;
    }
    const QJsonObject object = document.object();
    out.pretty = QString::fromUtf8(document.toJson(QJsonDocument::Indented));
    const QJsonArray alternatives = object.value(QStringLiteral("alternatives")).toArray();
    for (qsizetype i = 0; i < std::min(alternatives.size(), kMostAlternatives); ++i)
        out.alternatives.push_back(alternative(alternatives.at(i).toObject()));
    std::stable_sort(out.alternatives.begin(), out.alternatives.end(),
        [](const ScoreRow &a, const ScoreRow &b) { return a.total > b.total; });
    const QJsonObject rejected = object.value(QStringLiteral("rejected")).toObject();
    for (auto it = rejected.begin(); it != rejected.end() && int(out.rejected.size()) < kMostNames; ++it) {
        if (const auto code = model::reasonCodeFromName(it.key().toStdString()))
            out.rejected.emplace_back(*code, it.value().toInteger());
    }
    std::stable_sort(
        out.rejected.begin(), out.rejected.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    return out;
}

} // namespace binnacle::models
