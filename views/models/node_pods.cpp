// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "views/models/node_pods.h"

#include "views/models/overview_rows.h"

#include <QLocale>

#include <algorithm>

namespace binnacle::models {

QStringList NodePods::header()
{
    return {tr("pod"), tr("CPU asked"), tr("used"), tr("GiB asked"), tr("used"), tr("age")};
}

std::vector<Row> NodePods::rows(
    const model::NodeInfo &info, const api::UsageTable &usage, Order order, bool descending, base::TimePoint now)
{
    std::vector<model::PodPtr> pods = info.pods();
    std::stable_sort(pods.begin(), pods.end(), [&](const model::PodPtr &a, const model::PodPtr &b) {
        const model::PodPtr &x = descending ? b : a;
        const model::PodPtr &y = descending ? a : b;
        switch (order) {
        case Order::Name:
            return x->key < y->key;
        case Order::Cpu:
            return x->request.cpuMilli < y->request.cpuMilli;
        case Order::Memory:
            return x->request.memoryBytes < y->request.memoryBytes;
        case Order::Age:
            return x->created > y->created;
        }
        return false;
    });
    std::vector<Row> out;
    out.reserve(pods.size());
    for (const model::PodPtr &pod : pods) {
        const auto used = usage.pods.find(pod->key);
        const bool cpu = used != usage.pods.end() && used->second.cpuNano;
        const bool memory = used != usage.pods.end() && used->second.memoryBytes;
        const QString none = QStringLiteral("–");
        Row row{
            QString::fromStdString(pod->uid), QStringLiteral("pods/") + QString::fromStdString(pod->key.text()), {}};
        row.cells = {{Words::plain(pod->key.text())}, {Words::cores(pod->request.cpuMilli)},
            {cpu ? Words::cores(*used->second.cpuNano / 1000000) : none, Tone::Quiet},
            {Words::gib(pod->request.memoryBytes)},
            {memory ? Words::gib(*used->second.memoryBytes) : none, Tone::Quiet},
            {pod->created == base::TimePoint{} ? none : Words::duration(now - pod->created), Tone::Quiet}};
        out.push_back(std::move(row));
    }
    return out;
}

QStringList NodePods::decisionsHeader() { return {tr("time"), tr("pod"), tr("outcome"), tr("score")}; }

std::vector<Row> NodePods::decisions(const std::vector<api::AuditDecision> &found)
{
    std::vector<Row> out;
    for (const api::AuditDecision &d : found) {
        const Sign sign = Words::state(d.state);
        Row row{QString::fromStdString(d.decision.decisionId),
            QStringLiteral("audit/") + QString::fromStdString(d.decision.decisionId), {}};
        row.cells = {{Words::clock(d.decision.at)}, {Words::plain(d.decision.pod)},
            {sign.word, sign.tone, OverviewRows::stateIcon(d.state)},
            {d.decision.score ? Words::number(*d.decision.score) : QStringLiteral("–")}};
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace binnacle::models
