// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// What could be done so that a node takes a pod.

#include "views/models/words.h"

#include <algorithm>

namespace binnacle::models {
namespace {

using model::Change;
using model::ChangeKind;

/// "key=value" of a label, "key=value:effect" or "key:effect" of a taint.
QString withValue(const Change &change)
{
    QString text = Words::plain(change.subject);
    if (!change.detail.empty() && change.detail.front() != ':')
        text += QLatin1Char('=');
    return text + Words::plain(change.detail);
}

/// The first few, so that a line stays a line.
QString named(const std::vector<model::PodKey> &pods)
{
    constexpr std::size_t most = 3;
    QStringList names;
    for (std::size_t i = 0; i < std::min(most, pods.size()); ++i)
        names << Words::plain(pods[i].text());
    return names.join(QStringLiteral(", "));
}

} // namespace

QString Words::change(const Change &c)
{
    const QString subject = plain(c.subject);
    const auto pods = int(c.pods.size());
    const int more = pods - std::min(pods, 3);
    switch (c.kind) {
    case ChangeKind::FreeResource:
        return c.subject.text() == "pods" ? tr("free %Ln pod slot(s)", nullptr, int(c.amount))
                                          : tr("free %1 %2").arg(amount(c.subject, c.amount), subject);
    case ChangeKind::EvictPods:
        return more > 0 ? tr("evict %1 and %Ln more", nullptr, more).arg(named(c.pods))
                        : tr("evict %1").arg(named(c.pods));
    case ChangeKind::WaitForPods:
        return more > 0 ? tr("wait until %1 and %Ln more ended", nullptr, more).arg(named(c.pods))
                        : tr("wait until %1 ended").arg(named(c.pods));
    case ChangeKind::AskLess:
        return tr("ask for at most %1 %2").arg(amount(c.subject, c.amount), subject);
    case ChangeKind::Uncordon:
        return tr("uncordon the node");
    case ChangeKind::RemoveTaint:
        return tr("remove the taint %1 from the node").arg(withValue(c));
    case ChangeKind::Tolerate:
        return tr("add a toleration for %1").arg(withValue(c));
    case ChangeKind::AddLabel:
        return tr("add the label %1 to the node").arg(withValue(c));
    case ChangeKind::RemoveLabel:
        return tr("remove the label %1 from the node").arg(subject);
    case ChangeKind::DropNodeSelector:
        return tr("drop %1 from the pod's nodeSelector").arg(withValue(c));
    case ChangeKind::DropNodeAffinity:
        return tr("drop the pod's required node affinity");
    case ChangeKind::ClearNodeName:
        return tr("clear spec.nodeName of the pod");
    case ChangeKind::DropHostPort:
        return tr("give up host port %1").arg(plain(c.detail));
    case ChangeKind::DropAffinity:
        return tr("drop the pod's required affinity over %1").arg(subject);
    case ChangeKind::DropAntiAffinity:
        return tr("drop the pod's required anti-affinity over %1").arg(subject);
    case ChangeKind::RelaxSpread:
        return tr("raise maxSkew over %1 to %2").arg(subject, number(c.amount));
    case ChangeKind::DropSpread:
        return tr("let the spread over %1 only move scores (ScheduleAnyway)").arg(subject);
    }
    return {};
}

QString Words::changes(const model::ChangeSet &set)
{
    QStringList parts;
    for (const Change &change : set.changes)
        parts << Words::change(change);
    return parts.join(tr("; ", "between changes"));
}

QString Words::changeSearch(model::ChangeSearch search, bool found, base::Symbol unliftable)
{
    switch (search) {
    case model::ChangeSearch::NotNeeded:
    case model::ChangeSearch::Least:
        return {};
    case model::ChangeSearch::Bounded:
        return found ? tr("There may be a smaller change: the search was cut short.")
                     : tr("None was found before the search was cut short.");
    case model::ChangeSearch::NoneKnown:
        return unliftable.empty() ? tr("No change is known that could be verified.")
                                  : tr("No change that could be verified lifts what %1 says.").arg(plain(unliftable));
    }
    return {};
}

} // namespace binnacle::models
