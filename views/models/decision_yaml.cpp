// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/decision_facts.h"

#include "planner/model/rule_names.h"
#include "views/models/words.h"

#include <QStringList>

namespace binnacle::models {
namespace {

/// A double-quoted YAML scalar: nothing of the text is taken for syntax.
QString quoted(std::string_view text)
{
    QString out = QStringLiteral("\"");
    const QString decoded = QString::fromUtf8(text.data(), qsizetype(text.size()));
    for (const QChar c : decoded) {
        if (c == QLatin1Char('"') || c == QLatin1Char('\\'))
            out += QLatin1Char('\\') + QString(c);
        else if (c.category() == QChar::Other_Control || c.unicode() == 0x2028 || c.unicode() == 0x2029
            || c.unicode() == 0xFEFF)
            out += QStringLiteral("\\u%1").arg(int(c.unicode()), 4, 16, QLatin1Char('0'));
        else
            out += c;
    }
    return out + QLatin1Char('"');
}

void addResources(QStringList &lines, const QString &indent, const model::Resources &r)
{
    if (r.cpuMilli)
        lines << indent + QStringLiteral("cpu: \"%1m\"").arg(r.cpuMilli);
    if (r.memoryBytes)
        lines << indent + QStringLiteral("memory: \"%1\"").arg(r.memoryBytes);
    if (r.ephemeralStorageBytes)
        lines << indent + QStringLiteral("ephemeral-storage: \"%1\"").arg(r.ephemeralStorageBytes);
    for (const auto &[name, value] : r.scalars())
        lines << indent + QStringLiteral("%1: \"%2\"").arg(quoted(name.text())).arg(value);
}

void addTolerations(QStringList &lines, const model::Pod &pod)
{
    if (pod.tolerations.empty())
        return;
    static const char *const operators[] = {"Equal", "Exists", "Gt", "Lt"};
    lines << QStringLiteral("  tolerations:");
    for (const model::Toleration &t : pod.tolerations) {
        lines << QStringLiteral("  - operator: ") + QLatin1String(operators[std::size_t(t.op)]);
        if (!t.key.empty())
            lines << QStringLiteral("    key: ") + quoted(t.key.text());
        if (!t.value.empty())
            lines << QStringLiteral("    value: ") + quoted(t.value);
        if (t.effect != model::TaintEffect::None)
            lines << QStringLiteral("    effect: ") + Words::plain(model::effectName(t.effect));
        if (t.tolerationSeconds)
            lines << QStringLiteral("    tolerationSeconds: %1").arg(*t.tolerationSeconds);
    }
}

void addContainers(QStringList &lines, const model::Pod &pod, bool init)
{
    bool headed = false;
    for (const model::ContainerResources &c : pod.containers) {
        if (c.init != init)
            continue;
        if (!headed)
            lines << (init ? QStringLiteral("  initContainers:") : QStringLiteral("  containers:"));
        headed = true;
        lines << QStringLiteral("  - name: ") + quoted(c.name);
        if (c.sidecar)
            lines << QStringLiteral("    restartPolicy: Always");
        lines << QStringLiteral("    resources:") << QStringLiteral("      requests:");
        addResources(lines, QStringLiteral("        "), c.requests);
    }
}

} // namespace

QString podYaml(const model::Pod &pod)
{
    QStringList lines;
    lines << QStringLiteral("# The fields that decisions read; others are not kept.")
          << QStringLiteral("apiVersion: v1") << QStringLiteral("kind: Pod") << QStringLiteral("metadata:")
          << QStringLiteral("  namespace: ") + quoted(pod.key.ns) << QStringLiteral("  name: ") + quoted(pod.key.name)
          << QStringLiteral("  uid: ") + quoted(pod.uid)
          << QStringLiteral("  resourceVersion: ") + quoted(pod.resourceVersion);
    if (!pod.labels.empty()) {
        lines << QStringLiteral("  labels:");
        for (const auto &[key, value] : pod.labels.entries())
            lines << QStringLiteral("    %1: %2").arg(quoted(key.text()), quoted(value));
    }
    lines << QStringLiteral("spec:") << QStringLiteral("  schedulerName: ") + quoted(pod.schedulerName);
    if (pod.assigned())
        lines << QStringLiteral("  nodeName: ") + quoted(pod.nodeName.text());
    if (pod.priority)
        lines << QStringLiteral("  priority: %1").arg(pod.priority);
    if (!pod.nodeSelector.empty()) {
        lines << QStringLiteral("  nodeSelector:");
        for (const auto &[key, value] : pod.nodeSelector)
            lines << QStringLiteral("    %1: %2").arg(quoted(key.text()), quoted(value));
    }
    addTolerations(lines, pod);
    addContainers(lines, pod, true);
    addContainers(lines, pod, false);
    if (pod.containers.empty()) {
        lines << QStringLiteral("  # the containers' sum") << QStringLiteral("  resources:")
              << QStringLiteral("    requests:");
        addResources(lines, QStringLiteral("      "), pod.request);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace binnacle::models
