// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/pages/nodes/nodes_page.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace binnacle::pages {
namespace {

QString text(std::string_view value) { return QString::fromUtf8(value.data(), qsizetype(value.size())); }

QJsonObject amounts(const model::Resources &r)
{
    QJsonObject out;
    out[QStringLiteral("cpu")] = QStringLiteral("%1m").arg(r.cpuMilli);
    out[QStringLiteral("memory")] = QString::number(r.memoryBytes);
    out[QStringLiteral("ephemeral-storage")] = QString::number(r.ephemeralStorageBytes);
    out[QStringLiteral("pods")] = QString::number(r.pods);
    for (const auto &[name, value] : r.scalars())
        out[text(name.text())] = QString::number(value);
    return out;
}

QString effect(model::TaintEffect effect)
{
    static const QString names[] = {
        QString(), QStringLiteral("NoSchedule"), QStringLiteral("PreferNoSchedule"), QStringLiteral("NoExecute")};
    return names[std::size_t(effect)];
}

/// What the console knows of a node, as core/v1 has it.
QJsonObject object(const model::NodeInfo &info)
{
    const model::Node &n = info.node();
    QJsonObject labels;
    for (const auto &[key, value] : n.labels.entries())
        labels[text(key.text())] = text(value);
    QJsonArray taints;
    for (const model::Taint &t : n.taints)
        taints.append(QJsonObject{{QStringLiteral("key"), text(t.key.text())}, {QStringLiteral("value"), text(t.value)},
            {QStringLiteral("effect"), effect(t.effect)}});
    static const QString statuses[] = {QStringLiteral("Unknown"), QStringLiteral("False"), QStringLiteral("True")};
    QJsonArray conditions;
    for (const model::NodeCondition &c : n.conditions)
        conditions.append(QJsonObject{{QStringLiteral("type"), text(c.type.text())},
            {QStringLiteral("status"), statuses[std::size_t(c.status)]}, {QStringLiteral("reason"), text(c.reason)}});
    QJsonObject metadata{{QStringLiteral("name"), text(n.name.text())}, {QStringLiteral("uid"), text(n.uid)},
        {QStringLiteral("labels"), labels}};
    QJsonObject spec{{QStringLiteral("unschedulable"), n.unschedulable}, {QStringLiteral("taints"), taints}};
    QJsonObject system{{QStringLiteral("kubeletVersion"), text(n.kubeletVersion)},
        {QStringLiteral("osImage"), text(n.osImage)}, {QStringLiteral("kernelVersion"), text(n.kernelVersion)},
        {QStringLiteral("containerRuntimeVersion"), text(n.containerRuntime)},
        {QStringLiteral("architecture"), text(n.architecture)}};
    QJsonObject status{{QStringLiteral("capacity"), amounts(n.capacity)},
        {QStringLiteral("allocatable"), amounts(n.allocatable)}, {QStringLiteral("conditions"), conditions},
        {QStringLiteral("nodeInfo"), system}};
    return {{QStringLiteral("apiVersion"), QStringLiteral("v1")}, {QStringLiteral("kind"), QStringLiteral("Node")},
        {QStringLiteral("metadata"), metadata}, {QStringLiteral("spec"), spec}, {QStringLiteral("status"), status}};
}

/// A JSON string is a YAML string in double quotes.
QString quoted(const QString &value)
{
    const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(array.mid(1, array.size() - 2));
}

QString scalar(const QJsonValue &value)
{
    return value.isBool() ? (value.toBool() ? QStringLiteral("true") : QStringLiteral("false"))
                          : quoted(value.toString());
}

void writeYaml(QString &out, const QJsonObject &map, int indent)
{
    const QString pad(indent, QLatin1Char(' '));
    for (auto it = map.begin(); it != map.end(); ++it) {
        const QString key = pad + quoted(it.key()) + QLatin1Char(':');
        if (it->isObject()) {
            out += key + (it->toObject().isEmpty() ? QStringLiteral(" {}\n") : QStringLiteral("\n"));
            writeYaml(out, it->toObject(), indent + 2);
        } else if (it->isArray()) {
            const QJsonArray list = it->toArray();
            out += key + (list.isEmpty() ? QStringLiteral(" []\n") : QStringLiteral("\n"));
            for (const QJsonValue &item : list) {
                QString inner;
                writeYaml(inner, item.toObject(), indent + 2);
                out += pad + QStringLiteral("- ") + inner.mid(indent + 2);
            }
        } else {
            out += key + QLatin1Char(' ') + scalar(*it) + QLatin1Char('\n');
        }
    }
}

} // namespace

QString nodeJson(const model::NodeInfo &info)
{
    return QString::fromUtf8(QJsonDocument(object(info)).toJson(QJsonDocument::Indented));
}

QString nodeYaml(const model::NodeInfo &info)
{
    QString out;
    writeYaml(out, object(info), 0);
    return out;
}

} // namespace binnacle::pages
